// SPDX-License-Identifier: Apache-2.0
#include "tests/support/run_builder.h"

#include <algorithm>
#include <charconv>
#include <tuple>

namespace lanescope::test {

using namespace model;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kMidnight = 1'773'446'400 * kSecond;  // 2026-03-14T00:00:00Z

std::int64_t number(std::string_view digits) {
  std::int64_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

Event eventOf(const When& when) {
  constexpr std::int64_t kMillisecond = 1'000'000;
  Event event;
  event.basis = when.basis;
  if (!when.known()) return event;
  event.utc = when.utc;
  event.beforeMs = when.earliest == model::When::kOpenEarly ? model::Event::kOpen : static_cast<std::uint32_t>((when.utc - when.earliest) / kMillisecond);
  event.afterMs = when.latest == model::When::kOpenLate ? model::Event::kOpen : static_cast<std::uint32_t>((when.latest - when.utc) / kMillisecond);
  return event;
}

void index(Source& source, SourceText& text) {
  for (const Anchor& anchor : source.anchors) {
    const When& when = anchor.when;
    ++source.clock.lines[static_cast<std::size_t>(when.basis)];
    if (!source.first.known() || when.utc < source.first.utc) source.first = when;
    if (!source.last.known() || when.utc > source.last.utc) source.last = when;
  }
  const auto unplaced = text.lineCount() - static_cast<std::uint32_t>(source.anchors.size());
  source.clock.lines[static_cast<std::size_t>(source.anchors.empty() ? Basis::none : Basis::bounded)] += unplaced;
  const auto most = std::max_element(source.clock.lines.begin(), source.clock.lines.end());
  source.clock.basis = static_cast<Basis>(most - source.clock.lines.begin());
}

}  // namespace

std::int64_t at(std::string_view timeOfDay) {
  std::int64_t ns =
      (number(timeOfDay.substr(0, 2)) * 3600 + number(timeOfDay.substr(3, 2)) * 60 + number(timeOfDay.substr(6, 2))) * kSecond;
  std::int64_t digit = kSecond / 10;
  for (std::size_t i = 9; i < timeOfDay.size(); ++i, digit /= 10) ns += (timeOfDay[i] - '0') * digit;
  return kMidnight + ns;
}

When stamped(std::string_view timeOfDay) { return When::at(at(timeOfDay)); }
When joined(std::string_view timeOfDay) { return When::at(at(timeOfDay), 0, Basis::joined); }
When bounded(std::string_view from, std::string_view to) { return When::between(at(from), at(to), Basis::bounded); }

RunBuilder::RunBuilder(std::string name, std::string inputName) : m_inputName(std::move(inputName)) {
  m_run.name = std::move(name);
  m_run.id = "00112233aabbccdd";
  m_run.complete = true;
  input::Input input;
  input.path = m_inputName;
  input.kind = input::InputKind::zip;
  input.bytes = 4096;
  m_run.inputs.push_back(input);
}

SourceId RunBuilder::addSource(std::string path, Layout layout, Stream stream) {
  Source source;
  source.path = std::move(path);
  source.layout = layout;
  source.stream = stream;
  if (layout == Layout::jobLog) {
    source.input = 1;
    source.layers = {"gha"};
    source.clock.zone = "UTC";
    source.clock.zoneFrom = "stated";
    if (m_run.inputs.size() < 2) {
      input::Input input;
      input.path = source.path;
      input.kind = input::InputKind::file;
      m_run.inputs.push_back(input);
    }
  }
  m_run.sources.push_back(std::move(source));
  m_lines.emplace_back();
  return SourceId{static_cast<std::uint32_t>(m_run.sources.size() - 1)};
}

LaneId RunBuilder::addLane(std::uint32_t launch, std::string_view directory, Rank rank) {
  Lane lane;
  lane.launch = launch;
  lane.rank = rank;
  lane.host = "task-1";
  lane.localRank = lane.device = rank;
  lane.pid = 700 + 100 * launch + rank;
  for (const auto& [file, stream] : {std::pair{"stdout.log", Stream::out}, std::pair{"stderr.log", Stream::err}}) {
    std::string path = m_inputName + "/" + std::string(directory) + "/attempt_0/" + std::to_string(rank) + "/" + file;
    const SourceId id = addSource(std::move(path), Layout::torchrun, stream);
    Source& source = m_run.sources[id.value];
    source.launch = launch;
    source.attempt = 0;
    source.rank = rank;
    source.host = lane.host;
    lane.sources.push_back(id);
  }
  m_run.lanes.push_back(std::move(lane));
  return LaneId{static_cast<std::uint32_t>(m_run.lanes.size() - 1)};
}

LineRef RunBuilder::addLine(SourceId source, std::string_view text, const When& when, LineClass lineClass) {
  std::vector<Line>& lines = m_lines[source.value];
  lines.push_back({std::string(text), when, lineClass});
  const LineRef ref{source, static_cast<std::uint32_t>(lines.size())};
  if (when.known()) m_run.sources[source.value].anchors.push_back({ref.line, when});
  return ref;
}

std::size_t RunBuilder::addEvent(EventKind kind, const When& when, LineRef line, LaneId lane, EventSeverity severity) {
  Event event = eventOf(when);
  event.kind = kind;
  event.source = line.source;
  event.line = line.line;
  event.lane = lane;
  event.severity = severity;
  m_run.events.push_back(event);
  return m_run.events.size() - 1;
}

TestId RunBuilder::testId(std::string_view name) {
  const auto found = std::find(m_run.testNames.begin(), m_run.testNames.end(), name);
  const TestId id{static_cast<std::uint32_t>(found - m_run.testNames.begin())};
  if (found == m_run.testNames.end()) m_run.testNames.emplace_back(name);
  return id;
}

void RunBuilder::addTest(LaneId lane, std::string_view name, const When& begin, const When& end, TestOutcome outcome) {
  const SourceId out = m_run.lanes[lane.value].sources.front();
  const bool passed = outcome == TestOutcome::passed;
  const LineRef start =
      addLine(out, std::string(name) + (passed ? " PASSED" : ""), begin, passed ? LineClass::testPass : LineClass::testStart);
  Interval interval;
  interval.begin = begin;
  interval.end = end;
  interval.lane = lane;
  interval.outcome = outcome;
  interval.openEnded = outcome == TestOutcome::stalled;
  interval.test = testId(name);
  interval.line = start;
  m_run.events[addEvent(EventKind::testStart, begin, start, lane)].detail = interval.test.value;
  if (!interval.openEnded) {
    const std::size_t last =
        addEvent(EventKind::testEnd, end, start, lane, passed ? EventSeverity::info : EventSeverity::error);
    m_run.events[last].detail = interval.test.value;
    m_run.events[last].outcome = static_cast<std::uint8_t>(outcome);
  }
  m_run.intervals.push_back(std::move(interval));
}

Evidence RunBuilder::evidence(LineRef line, std::optional<Rank> rank) const {
  const Line& source = m_lines[line.source.value][line.line - 1];
  return {line.source, line.line, rank, source.when, source.text};
}

Run RunBuilder::finish() {
  for (std::size_t i = 0; i < m_run.sources.size(); ++i) {
    auto text = std::make_shared<SourceText>();
    std::string bytes;
    for (const Line& line : m_lines[i]) {
      bytes += line.text + '\n';
      text->lines.append(line.text.size() + 1);
      text->classes.push_back(line.lineClass);
    }
    m_run.sources[i].byteCount = bytes.size();
    text->bytes = input::makeMemorySource(std::move(bytes));
    index(m_run.sources[i], *text);
    m_run.sources[i].text = std::move(text);
  }
  RunClock& clock = m_run.clock;
  for (const Source& source : m_run.sources) {
    for (std::size_t basis = 0; basis < kBasisCount; ++basis) clock.lines[basis] += source.clock.lines[basis];
    for (const Anchor& anchor : source.anchors) {
      if (anchor.when.basis != Basis::stamped) continue;
      if (!clock.first.known() || anchor.when.utc < clock.first.utc) clock.first = anchor.when;
      if (!clock.last.known() || anchor.when.utc > clock.last.utc) clock.last = anchor.when;
    }
  }
  clock.zero = clock.first;
  // Events carry no reference to each other, so sorting is safe here.
  std::stable_sort(m_run.events.begin(), m_run.events.end(), [](const Event& a, const Event& b) {
    return std::tuple(a.basis == Basis::none, a.utc, a.source, a.line) <
           std::tuple(b.basis == Basis::none, b.utc, b.source, b.line);
  });
  std::stable_sort(m_run.intervals.begin(), m_run.intervals.end(), [](const Interval& a, const Interval& b) {
    return std::tuple(a.lane, a.begin.utc) < std::tuple(b.lane, b.begin.utc);
  });
  return std::move(m_run);
}

}  // namespace lanescope::test
