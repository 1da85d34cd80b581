// SPDX-License-Identifier: Apache-2.0
#include "ui/models/view_state.h"

#include "core/clock/line_time.h"
#include "core/search/line_writers.h"
#include "core/session/kept_notes.h"
#include "ui/models/words.h"

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr std::int64_t kMillisecond = 1'000'000;
constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kBeforeAnswer = 120 * kSecond;

std::int64_t earliestOf(const model::When& when) { return when.earliest == model::When::kOpenEarly ? when.utc : when.earliest; }

void widen(std::optional<TimeRange>& range, const model::When& when) {
  // A file's modification time bounds what is in it but is no moment of the run.
  if (!when.known() || when.basis == model::Basis::file) return;
  if (!range) range = TimeRange{when.utc, when.utc};
  range->begin = std::min(range->begin, when.utc);
  range->end = std::max(range->end, when.utc);
}

TimeRange spanOf(const model::Run& run) {
  const std::optional<TimeRange> range = timesOf(run);
  return range ? TimeRange{range->begin, std::max(range->end, range->begin + kSecond)} : TimeRange{};
}

bool owns(const model::Run& run, model::LaneId lane, model::SourceId source) {
  const auto& own = run.lanes[lane.value].sources;
  return std::find(own.begin(), own.end(), source) != own.end();
}

// The lane of an event that was read from this line: how a line of a merged file finds its rank.
std::optional<model::LaneId> laneOfEventAt(const model::Run& run, model::LineRef line, const model::When& when) {
  if (!when.known() || when.earliest == model::When::kOpenEarly || when.latest == model::When::kOpenLate) return {};
  const auto before = [](const model::Event& event, std::int64_t ns) {
    return event.basis != model::Basis::none && event.utc < ns;
  };
  auto event = std::lower_bound(run.events.begin(), run.events.end(), when.earliest, before);
  for (; event != run.events.end() && event->basis != model::Basis::none && event->utc <= when.latest; ++event) {
    if (event->source == line.source && event->line == line.line && event->lane.valid()) return event->lane;
  }
  return {};
}

// What is read where nothing is selected: the first rank that has files, else the longest source.
ViewState::TextScope firstText(const model::Run& run) {
  for (std::uint32_t i = 0; i < run.lanes.size(); ++i) {
    if (!run.lanes[i].sources.empty()) return {model::LaneId{i}, {}};
  }
  const auto shorter = [](const model::Source& a, const model::Source& b) { return a.byteCount < b.byteCount; };
  const auto longest = std::max_element(run.sources.begin(), run.sources.end(), shorter);
  if (longest == run.sources.end()) return {};
  return {{}, model::SourceId{static_cast<std::uint32_t>(longest - run.sources.begin())}};
}

}  // namespace

std::optional<TimeRange> timesOf(const model::Run& run) {
  std::optional<TimeRange> range;
  widen(range, run.clock.first);
  widen(range, run.clock.last);
  for (const model::Source& source : run.sources) {
    widen(range, source.first);
    widen(range, source.last);
  }
  for (const model::Launch& launch : run.launches) {
    widen(range, launch.start);
    widen(range, launch.end);
  }
  return range;
}

ViewState::ViewState(QObject* parent) : QObject(parent) {}

void ViewState::setRun(std::shared_ptr<const model::Run> run, bool opened) {
  setHoveredLine({});                            // lines of another reading have other sources
  const auto before = std::exchange(m_run, std::move(run));
  takeAdditions(!opened && before && before->complete);
  const TimeRange oldSpan = std::exchange(m_span, m_run ? spanOf(*m_run) : TimeRange{});
  if (opened) {
    m_chose = {};
    m_reach.reset();
    m_selection = {};
    m_textScope = {};
    m_zero = m_run && m_run->clock.zero.known() ? m_run->clock.zero.utc : m_span.begin;
  } else if (before && m_run) {
    carryOver(*before);
  }
  Q_EMIT runChanged();
  Q_EMIT notesChanged();
  Q_EMIT seenBeforeChanged();
  if (m_run == nullptr) return;
  if (opened || (!m_chose.range && m_span != oldSpan)) applyRange(withMargin(m_span));
  if (m_run->complete) land();
  if (opened || before == nullptr) {
    Q_EMIT selectionChanged();
    Q_EMIT textScopeChanged();
  }
}

// On the answer, as far as the user has not gone elsewhere meanwhile.
void ViewState::land() {
  if (!m_chose.zero && m_run->clock.zero.known()) applyZero(m_run->clock.zero.utc);
  if (!m_chose.range) applyRange(answerRange());
  if (m_chose.selection) return;
  if (m_run->firstFailure) applySelection(selectionOf(*m_run->firstFailure));
  else if (m_textScope == TextScope{}) applyTextScope(firstText(*m_run));
}

namespace {

// A finding of another reading of the same run: the one that shows the same line.
std::optional<std::uint32_t> sameFinding(const model::Run& before, std::uint32_t index, const model::Run& now) {
  const std::vector<model::Evidence>& shown = before.findings[index].evidence;
  if (shown.empty()) return {};
  const std::string& path = before.source(shown.front().source).path;
  for (std::uint32_t i = 0; i < now.findings.size(); ++i) {
    const std::vector<model::Evidence>& evidence = now.findings[i].evidence;
    if (!evidence.empty() && evidence.front().line == shown.front().line && now.source(evidence.front().source).path == path) return i;
  }
  return {};
}

}  // namespace

// A newer Run numbers lanes and sources anew: what was selected is found again by its names.
void ViewState::carryOver(const model::Run& before) {
  const auto source = [&](model::SourceId old) -> std::optional<model::SourceId> {
    const std::string& path = before.sources[old.value].path;
    for (std::uint32_t i = 0; i < m_run->sources.size(); ++i) {
      if (m_run->sources[i].path == path) return model::SourceId{i};
    }
    return {};
  };
  const auto lane = [&](model::LaneId old) -> std::optional<model::LaneId> {
    const model::Lane& key = before.lanes[old.value];
    // Where it has files it is where they are, whatever its rank is called now.
    const auto own = key.sources.empty() ? std::nullopt : source(key.sources.front());
    for (std::uint32_t i = 0; own && i < m_run->lanes.size(); ++i) {
      if (owns(*m_run, model::LaneId{i}, *own)) return model::LaneId{i};
    }
    return m_run->laneOf(key.launch, key.attempt, key.rank);
  };
  if (m_selection.finding) m_selection.finding = sameFinding(before, *m_selection.finding, *m_run);
  if (m_selection.lane) m_selection.lane = lane(*m_selection.lane);
  if (m_selection.line) {
    const auto found = source(m_selection.line->source);
    if (found)
      m_selection.line->source = *found;
    else
      m_selection.line.reset();
  }
  if (m_textScope.lane) m_textScope.lane = lane(*m_textScope.lane);
  if (m_textScope.source) m_textScope.source = source(*m_textScope.source);
}

// Said before runChanged: who follows that finds them.
void ViewState::takeAdditions(bool kept) {
  if (kept && m_run) {
    m_notes = session::placedNotes(*m_run, std::move(m_notes));
  } else {
    m_notes = m_run ? m_run->notes : model::Notes();
  }
  m_seenBefore = m_run ? m_run->seenBefore : std::vector<model::SeenBefore>();
}

void ViewState::setNotes(model::Notes notes) {
  model::sortNotes(notes);
  if (notes == m_notes) return;
  m_notes = std::move(notes);
  Q_EMIT notesChanged();
}

const model::SeenBefore* ViewState::seenBefore(const model::Finding& finding) const {
  const auto found = std::find_if(m_seenBefore.begin(), m_seenBefore.end(), [&](const model::SeenBefore& seen) { return seen.finding == finding.id; });
  return found == m_seenBefore.end() ? nullptr : &*found;
}

void ViewState::setSeenBefore(std::vector<model::SeenBefore> seenBefore) {
  if (seenBefore == m_seenBefore) return;
  m_seenBefore = std::move(seenBefore);
  Q_EMIT seenBeforeChanged();
}

void ViewState::select(Selection selection) {
  m_chose.selection = true;
  applySelection(std::move(selection));
}

void ViewState::setHoveredLine(std::optional<model::LineRef> line) {
  if (line && (m_run == nullptr || line->source.value >= m_run->sources.size())) line.reset();
  if (line == (m_hovered ? std::optional(m_hovered->line) : std::nullopt)) return;
  m_hovered.reset();
  if (line) m_hovered = Hovered{*line, laneOf(*m_run, *line), clock::whenOf(m_run->source(line->source), line->line)};
  Q_EMIT hoveredChanged();
}

void ViewState::selectFinding(std::uint32_t index) {
  if (m_run == nullptr || index >= m_run->findings.size()) return;
  m_chose.selection = true;
  const Selection next = selectionOf(index);
  bringIntoView(next.time);
  applySelection(next);
}

void ViewState::selectLine(model::LineRef line) {
  if (m_run == nullptr || line.source.value >= m_run->sources.size()) return;
  m_chose.selection = true;
  const Selection next = selectionOf(line);
  bringIntoView(next.time);
  applySelection(next);
}

Selection ViewState::selectionOf(std::uint32_t index) const {
  const model::Finding& finding = m_run->findings[index];
  Selection selection;
  selection.finding = index;
  selection.time = finding.time;
  if (finding.evidence.empty()) return selection;
  const model::Evidence& shown = finding.evidence.front();
  selection.line = model::LineRef{shown.source, shown.line};
  if (shown.rank && finding.launch) selection.lane = m_run->laneOf(*finding.launch, finding.attempt.value_or(0), *shown.rank);
  if (!selection.lane) selection.lane = laneOf(*m_run, *selection.line);
  return selection;
}

Selection ViewState::selectionOf(model::LineRef line) const {
  Selection selection;
  selection.line = line;
  selection.lane = laneOf(*m_run, line);
  selection.time = clock::whenOf(m_run->source(line.source), line.line);
  for (std::uint32_t i = 0; i < m_run->findings.size() && !selection.finding; ++i) {
    for (const model::Evidence& evidence : m_run->findings[i].evidence) {
      if (evidence.source == line.source && evidence.line == line.line) selection.finding = i;
    }
  }
  return selection;
}

void ViewState::applySelection(Selection selection) {
  // Said again even where nothing changed: whoever scrolled away wants to be brought back.
  m_selection = std::move(selection);
  applyTextScope(scopeFor(m_selection));
  Q_EMIT selectionChanged();
}

// The text that shows the selection; what is shown stays where it holds the line already.
ViewState::TextScope ViewState::scopeFor(const Selection& selection) const {
  if (m_run == nullptr) return {};
  if (!selection.line) return selection.lane ? TextScope{selection.lane, {}} : m_textScope;
  const model::SourceId source = selection.line->source;
  if (m_textScope.source == source) return m_textScope;
  if (m_textScope.lane && owns(*m_run, *m_textScope.lane, source)) return m_textScope;
  if (selection.lane && owns(*m_run, *selection.lane, source)) return {selection.lane, {}};
  return {{}, source};
}

// While no line has a time yet there is nothing to choose from, and who wants all of it wants what is still to come too.
void ViewState::setRange(TimeRange range) {
  const bool complete = m_run && m_run->complete;
  m_chose.range = complete || (m_span.length() > 0 && range != limit());
  applyRange(range);
}

void ViewState::applyRange(TimeRange range) {
  const TimeRange most = limit();
  const std::int64_t length = std::clamp(range.length(), kMillisecond, std::max(most.length(), kMillisecond));
  range.begin = std::clamp(range.begin, most.begin, std::max(most.begin, most.end - length));
  range.end = range.begin + length;
  if (range == m_range) return;
  m_range = range;
  Q_EMIT rangeChanged();
}

// Pans, with the same length, so that a moment outside the view comes to its first third.
void ViewState::bringIntoView(const model::When& when) {
  if (!when.known() || (when.utc >= m_range.begin && when.utc < m_range.end)) return;
  const std::int64_t length = m_range.length();
  applyRange({when.utc - length / 3, when.utc - length / 3 + length});
}

TimeRange ViewState::withMargin(TimeRange range) {
  const std::int64_t margin = range.length() / 50;
  return {range.begin - margin, range.end + margin};
}

TimeRange ViewState::limit() const {
  if (!m_reach) return withMargin(m_span);
  return withMargin({std::min(m_span.begin, m_reach->begin), std::max(m_span.end, m_reach->end)});
}

void ViewState::setReach(std::optional<TimeRange> reach) {
  m_reach = reach;
  applyRange(m_range);
}

void ViewState::showAll() { setRange(limit()); }

void ViewState::showAnswer() {
  setRange(answerRange());
  if (m_run && m_run->firstFailure) selectFinding(*m_run->firstFailure);
}

TimeRange ViewState::answerRange() const {
  const TimeRange whole = withMargin(m_span);
  if (m_run == nullptr || !m_run->firstFailure) return whole;
  const model::Finding& first = m_run->findings[*m_run->firstFailure];
  if (!first.time.known()) return whole;
  std::int64_t from = earliestOf(first.time);
  for (const model::Interval& interval : m_run->intervals) {
    const bool same = interval.kind == model::IntervalKind::wait && interval.lane.valid() && m_run->lanes[interval.lane.value].launch == first.launch;
    if (same && interval.begin.known()) from = std::min(from, earliestOf(interval.begin));
  }
  return {std::max(from - kBeforeAnswer, whole.begin), whole.end};
}

void ViewState::setTextScope(TextScope scope) {
  m_chose.selection = true;
  applyTextScope(scope);
}

void ViewState::applyTextScope(TextScope scope) {
  if (scope == m_textScope) return;
  m_textScope = scope;
  Q_EMIT textScopeChanged();
}

void ViewState::setZero(std::int64_t ns) {
  m_chose.zero = true;
  applyZero(ns);
}

void ViewState::applyZero(std::int64_t ns) {
  if (ns == m_zero) return;
  m_zero = ns;
  Q_EMIT zeroChanged();
}

std::optional<model::LaneId> laneOf(const model::Run& run, model::LineRef line) {
  const model::Source& source = run.source(line.source);
  if (source.launch && source.rank) return run.laneOf(*source.launch, source.attempt.value_or(0), *source.rank);
  if (const auto lane = laneOfEventAt(run, line, clock::whenOf(source, line.line))) return lane;
  const model::LaneId writer = search::LineWriters(run, line.source).of(line.line).lane;
  return writer.valid() ? std::optional(writer) : std::nullopt;
}

}  // namespace lanescope::ui
