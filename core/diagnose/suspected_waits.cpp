// SPDX-License-Identifier: Apache-2.0
// Suspected waits as intervals of their lanes. silences.h says when a lane is suspected.
#include "core/diagnose/silences.h"
#include "core/diagnose/steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace lanescope::diagnose {
namespace {

using model::Draft;
using model::Interval;
using model::IntervalKind;
using model::LaneId;
using model::SourceText;
using model::TestRun;
using model::When;

constexpr std::int64_t kMs = 1'000'000;
constexpr std::int64_t kKnownWithin = 10'000'000'000;   // a line whose time has a wider range than this is one without a time
constexpr std::int64_t kBesideWait = 60'000'000'000;    // a wait that begins and ends this near to a silence explains it

// Adds the lines of one source as they follow each other.
class SourceWalk {
 public:
  explicit SourceWalk(SignsOfLife& signs) : m_signs(signs) {}
  void at(std::uint32_t line, std::int64_t utc) {
    if (m_line != 0 && line > m_line + 1) m_signs.addTimeless({m_utc, utc}, line - m_line - 1);
    m_signs.add(utc);
    m_line = line;
    m_utc = utc;
  }

 private:
  SignsOfLife& m_signs;
  std::uint32_t m_line = 0;                      // the last line of known time
  std::int64_t m_utc = 0;
};

bool known(const model::Anchor& anchor) {
  const When& when = anchor.when;
  return when.known() && when.earliest != When::kOpenEarly && when.latest != When::kOpenLate && when.latest - when.earliest <= kKnownWithin;
}

void addSource(SignsOfLife& signs, const model::Source& source) {
  SourceWalk walk(signs);
  auto anchor = source.anchors.begin();
  const auto anchorsBefore = [&](std::uint32_t line) {
    for (; anchor != source.anchors.end() && anchor->line < line; ++anchor) {
      if (known(*anchor)) walk.at(anchor->line, anchor->when.utc);
    }
  };
  const std::vector<std::uint32_t>& stamps = source.text->stampsMs;
  for (std::uint32_t i = 0; i < stamps.size(); ++i) {
    if (stamps[i] == SourceText::kNoStamp) continue;
    anchorsBefore(i + 1);
    walk.at(i + 1, source.text->stampBaseNs + std::int64_t{stamps[i]} * kMs);
  }
  anchorsBefore(UINT32_MAX);
}

LaneRhythm rhythmOf(const Draft& draft, const model::Lane& lane) {
  SignsOfLife signs;
  for (const model::SourceId id : lane.sources) addSource(signs, draft.run.source(id));
  // Where the end has a range, the process may have ended as early as that begins.
  const When& end = lane.end.time;
  if (end.known()) signs.end(end.earliest != When::kOpenEarly ? std::min(end.earliest, end.utc) : end.utc);
  return LaneRhythm(std::move(signs));
}

// The tests of a lane whose start is known, to be found by time.
class PlacedTests {
 public:
  PlacedTests(const Draft& draft, LaneId lane) {
    for (const TestRun& test : draft.testsOf(lane)) {
      const model::TestTimes& times = model::timesOf(draft.run, test);
      if (times.start.known()) m_tests.push_back({times.start.utc, times.end.known() ? times.end.utc : INT64_MAX, 0, &test});
    }
    std::stable_sort(m_tests.begin(), m_tests.end(), [](const Placed& a, const Placed& b) { return a.start < b.start; });
    for (std::size_t i = 0; i < m_tests.size(); ++i) m_tests[i].latestEnd = i > 0 ? std::max(m_tests[i - 1].latestEnd, m_tests[i].end) : m_tests[i].end;
  }

  // The last test begun by `utc` that had not ended; nullptr where there is none.
  const TestRun* at(std::int64_t utc) const {
    auto behind = std::upper_bound(m_tests.begin(), m_tests.end(), utc + kMs, [](std::int64_t time, const Placed& test) { return time < test.start; });
    while (behind != m_tests.begin() && (--behind)->latestEnd > utc) {
      if (behind->end > utc) return behind->test;
    }
    return nullptr;
  }

 private:
  struct Placed {
    std::int64_t start, end, latestEnd;          // latestEnd: of this and those before it
    const TestRun* test;
  };
  std::vector<Placed> m_tests;                   // by start
};

std::string lengthText(std::int64_t ns) {
  const std::int64_t seconds = ns / 1'000'000'000;
  if (seconds >= 3600) return fmt::format("{} h {} m", seconds / 3600, seconds / 60 % 60);
  return seconds >= 60 ? fmt::format("{} m {} s", seconds / 60, seconds % 60) : fmt::format("{} s", seconds);
}

using WaitsOfLanes = std::map<std::uint32_t, std::vector<Gap>>;

WaitsOfLanes waitsOf(const model::Run& run) {
  WaitsOfLanes waits;
  for (const Interval& interval : run.intervals) {
    if (interval.kind == IntervalKind::wait) waits[interval.lane.value].push_back({interval.begin.earliest, interval.end.latest});
  }
  return waits;
}

// A time-out told of the wait: that is known, not suspected.
bool explained(const WaitsOfLanes& waits, std::uint32_t lane, const Gap& gap) {
  const auto own = waits.find(lane);
  if (own == waits.end()) return false;
  return std::any_of(own->second.begin(), own->second.end(), [&](const Gap& wait) { return wait.from - kBesideWait < gap.from && wait.to + kBesideWait > gap.to; });
}

Interval silenceOf(const Draft& draft, LaneId id, const Gap& gap, const TestRun* test) {
  const model::Lane& lane = draft.run.lanes[id.value];
  Interval silence;
  silence.kind = IntervalKind::silence;
  silence.begin = When::at(gap.from, 0, model::Basis::bounded);
  silence.end = When::at(gap.to, 0, model::Basis::bounded);
  silence.lane = id;
  if (test) {
    silence.test = test->test;
    silence.line = {test->source, test->startLine};
  }
  silence.label = (silence.test.valid() ? "inside the test, no line for " : "no line for ") + lengthText(gap.to - gap.from);
  if (silence.line.line == 0 && !lane.sources.empty()) silence.line = {lane.sources.front(), draft.run.source(lane.sources.front()).text->lineCount()};
  return silence;
}

void addSilencesOf(Draft& draft, const std::vector<std::uint32_t>& lanes, const WaitsOfLanes& waits) {
  std::vector<LaneRhythm> rhythms;
  for (const std::uint32_t lane : lanes) rhythms.push_back(rhythmOf(draft, draft.run.lanes[lane]));
  const SilentPeers peers(rhythms);
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    std::optional<PlacedTests> placed;           // made for the first silence
    for (const Gap& gap : rhythms[i].longGaps()) {
      if (explained(waits, lanes[i], gap) || !peers.suspected(gap)) continue;
      const LaneId id{lanes[i]};
      if (!placed) placed.emplace(draft, id);
      draft.run.intervals.push_back(silenceOf(draft, id, gap, placed->at(gap.from)));
    }
  }
}

}  // namespace

void addSilences(Draft& draft) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> attempts;   // launch and attempt -> lanes
  for (std::uint32_t i = 0; i < draft.run.lanes.size(); ++i) attempts[{draft.run.lanes[i].launch, draft.run.lanes[i].attempt}].push_back(i);
  const WaitsOfLanes waits = waitsOf(draft.run);
  for (const auto& [attempt, lanes] : attempts) addSilencesOf(draft, lanes, waits);
}

}  // namespace lanescope::diagnose
