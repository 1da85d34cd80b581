// SPDX-License-Identifier: Apache-2.0
// Tests of each lane, and the counts of each launch.
#include "core/model/draft.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace lanescope::model {
namespace {

using recognise::SessionFact;
using recognise::TestRow;

// Numbered in the order of sources; the readers' own numbers depend on which of them came first.
void mapNames(Draft& draft) {
  draft.testIdOfName.resize(draft.scans.size());
  std::vector<TestId> ofShared;                  // by shared number
  for (std::size_t source = 0; source < draft.scans.size(); ++source) {
    const text::StringPool& names = draft.scans[source].names;
    std::vector<TestId>& ids = draft.testIdOfName[source];
    ids.reserve(names.size());
    for (std::uint32_t i = 0; i < names.size(); ++i) {
      const std::uint32_t number = names.sharedNumber(text::StringId{i});
      if (number >= ofShared.size()) ofShared.resize(std::max<std::size_t>(number + 1, 2 * ofShared.size()));
      if (!ofShared[number].valid()) {
        ofShared[number] = TestId{static_cast<std::uint32_t>(draft.run.testNames.size())};
        draft.run.testNames.emplace_back(names.view(text::StringId{i}));
      }
      ids.push_back(ofShared[number]);
    }
  }
}

bool holdsCopies(const Draft& draft, std::uint32_t source) {
  if (draft.laneOfSource[source].valid()) return false;
  const auto& writers = draft.scans[source].writers;
  for (std::size_t w = 0; w < writers.size(); ++w) {
    for (const std::uint32_t line : {writers[w].firstLine, writers[w].lastLine}) {
      if (writers[w].key.isRank() && draft.isCopy(source, line, static_cast<std::uint16_t>(w))) return true;
    }
  }
  return false;
}

// Finds the lane of each row; neighbouring rows mostly share their segment, in which a writer has one lane.
class RowLanes {
 public:
  RowLanes(const Draft& draft, std::uint32_t source) : m_draft(draft), m_source(source), m_only(draft.laneOfSource[source]) {}

  // Invalid for copies and for rows that are no rank's.
  LaneId of(const TestRow& row) {
    if (m_only.valid()) return m_only;
    if (row.startLine < m_first || row.startLine > m_last) enter(row.startLine);
    std::optional<LaneId>& known = m_lanes[row.writer];
    if (!known) {
      const bool copy = m_draft.isCopy(m_source, row.startLine, row.writer);
      known = copy ? LaneId{} : m_draft.ownerOf(m_source, row.startLine, row.writer).lane;
    }
    return *known;
  }

 private:
  // The stretch around `line` in which launch and attempt are the same.
  void enter(std::uint32_t line) {
    m_lanes.assign(std::max<std::size_t>(1, m_draft.scans[m_source].writers.size()), std::nullopt);
    m_first = 1;
    m_last = UINT32_MAX;
    for (const Segment& segment : m_draft.segments) {
      if (segment.source != m_source) continue;
      std::vector<std::uint32_t> borders = segment.restartLines;
      borders.push_back(segment.firstLine - 1);
      borders.push_back(segment.lastLine);
      for (const std::uint32_t border : borders) {
        if (border < line) m_first = std::max(m_first, border + 1);
        else m_last = std::min(m_last, border);
      }
    }
  }

  const Draft& m_draft;
  std::uint32_t m_source;
  LaneId m_only;                                 // of a rank's own file: that of every row
  std::uint32_t m_first = 1, m_last = 0;
  std::vector<std::optional<LaneId>> m_lanes;    // by writer
};

// Rows of a source are in line order, so those of a lane need no sorting; they are counted first, so that nothing grows. They are used
// up as they go, where nobody needs them again: both forms of millions of tests would not fit beside each other.
void collectTestRuns(Draft& draft) {
  std::vector<std::size_t> counts(draft.run.lanes.size(), 0);
  for (std::uint32_t source = 0; source < draft.scans.size(); ++source) {
    if (isReport(draft, source)) continue;       // merged below
    RowLanes lanes(draft, source);
    const auto& rows = *draft.testRows[source];
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (const LaneId lane = lanes.of(rows[i]); lane.valid()) ++counts[lane.value];
    }
  }
  draft.run.testRuns.resize(counts.size());
  for (std::size_t lane = 0; lane < counts.size(); ++lane) draft.run.testRuns[lane].reserve(counts[lane]);
  for (std::uint32_t source = 0; source < draft.scans.size(); ++source) {
    if (isReport(draft, source)) continue;
    base::BlockList<TestRow>& rows = *draft.testRows[source];
    const bool useUp = draft.last && !holdsCopies(draft, source);
    RowLanes lanes(draft, source);
    std::size_t error = 0;
    const auto& errors = draft.scans[source].testErrors;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (useUp) rows.dropBefore(i);
      TestRun test = testRunOf(draft, source, rows[i], lanes.of(rows[i]));
      for (; error < errors.size() && errors[error].row <= i; ++error) {
        if (errors[error].row == i) std::tie(test.errorLine, test.errorPhase) = std::tie(errors[error].line, errors[error].phase);
      }
      if (!test.lane.valid()) continue;
      draft.run.testRuns[test.lane.value].push_back(test);
    }
    if (useUp) rows = {};
  }
}

std::uint32_t toldBy(const SessionFact& end) {
  std::uint32_t sum = 0;
  for (const auto& number : {end.passed, end.failed, end.skipped, end.errors, end.xfailed, end.xpassed}) sum += number.value_or(0);
  return sum;
}

// Tests of one session, from `first` on, whose verdict is not there although the session printed its final line: what they printed went over
// it. They were not open at the end; where the final line counts all tests and no failure, they are among those that passed.
void closeBy(const SessionFact& end, bool stopped, std::span<TestRun> tests) {
  const bool allTold = !stopped && tests.size() <= toldBy(end) && end.failed.value_or(0) == 0 && end.errors.value_or(0) == 0;
  for (TestRun& test : tests) {
    if (test.verdictLine != 0 || test.errorLine != 0) continue;
    test.interrupted = true;
    if (allTold) test.word = recognise::TestWord::passed;
  }
}

void closeSessions(Draft& draft) {
  for (std::uint32_t source = 0; source < draft.scans.size(); ++source) {
    if (isReport(draft, source)) continue;
    struct Begun { std::uint32_t line = 0; bool stopped = false; };
    std::map<std::uint16_t, Begun> begun;        // by writer
    for (const SessionFact& fact : draft.scans[source].sessions) {
      Begun& session = begun[fact.writer];
      if (fact.kind == SessionFact::Kind::stopped) session.stopped = true;
      if (fact.kind == SessionFact::Kind::start) session = {fact.line, false};
      const LaneId lane = fact.kind == SessionFact::Kind::end ? draft.ownerOf(source, fact.line, fact.writer).lane : LaneId{};
      if (!lane.valid()) continue;
      std::vector<TestRun>& tests = draft.run.testRuns[lane.value];
      const auto at = [&](std::uint32_t line) {
        return std::lower_bound(tests.begin(), tests.end(), std::make_pair(source, line), [](const TestRun& test, const auto& place) {
          return std::make_pair(test.source.value, test.startLine) < place;
        });
      };
      const auto first = at(session.line), last = at(fact.line);
      if (first < last) closeBy(fact, session.stopped, std::span<TestRun>(&*first, static_cast<std::size_t>(last - first)));
      session = {fact.line, false};
    }
  }
}

void listUnpassed(Draft& draft) {
  for (const std::vector<TestRun>& ofLane : draft.run.testRuns) {
    for (const TestRun& test : ofLane) {
      if (test.needsReport()) draft.unpassed.push_back(&test);
    }
  }
}

void addNumber(std::optional<std::uint32_t>& sum, const std::optional<std::uint32_t>& number) {
  if (number) sum = sum.value_or(0) + *number;
}

// The suites of a report are parts of one run of its tests.
void addReported(RankCounts& counts, const SessionFact& suite) {
  addNumber(counts.passed, suite.passed);
  addNumber(counts.failed, suite.failed);
  addNumber(counts.skipped, suite.skipped);
  addNumber(counts.errors, suite.errors);
  addNumber(counts.xfailed, suite.xfailed);
  if (suite.seconds) counts.seconds = counts.seconds.value_or(0) + *suite.seconds;
}

void addCounts(RankCounts& counts, const SessionFact& fact) {
  if (fact.kind == SessionFact::Kind::collected) {
    counts.collected = fact.collected;
    counts.selected = fact.selected;
    counts.deselected = fact.deselected ? fact.deselected : std::optional<std::uint32_t>(0);
    return;
  }
  if (fact.kind == SessionFact::Kind::stopped) {
    counts.stopped = true;
    return;
  }
  counts.passed = fact.passed;
  counts.failed = fact.failed;
  counts.skipped = fact.skipped;
  counts.errors = fact.errors;
  counts.xfailed = fact.xfailed;
  counts.xpassed = fact.xpassed;
  if (fact.deselectedAtEnd && *fact.deselectedAtEnd > 0) counts.deselected = fact.deselectedAtEnd;
  counts.reruns = fact.reruns;
  counts.seconds = fact.seconds;
  counts.complete = fact.kind == SessionFact::Kind::end;
}

void collectCounts(Draft& draft) {
  std::map<std::uint32_t, std::map<Rank, RankCounts>> byLaunch;
  Run& run = draft.run;
  for (std::uint32_t source = 0; source < draft.scans.size(); ++source) {
    if (isReport(draft, source)) continue;
    for (const SessionFact& fact : draft.scans[source].sessions) {
      const Draft::Owner owner = draft.ownerOf(source, fact.line, fact.writer);
      if (!owner.lane.valid() || draft.isCopy(source, fact.line, fact.writer)) continue;
      Launch& launch = run.launches[*owner.launch];
      if (!launch.tests) launch.tests = LaunchTests{};
      const Rank rank = run.lanes[owner.lane.value].rank;
      RankCounts& counts = byLaunch[*owner.launch][rank];
      counts.rank = rank;
      if (fact.kind == SessionFact::Kind::start) continue;
      addCounts(counts, fact);
      if (fact.kind != SessionFact::Kind::collected || launch.tests->collected) continue;
      launch.tests->collected = fact.collected;
      launch.tests->deselected = fact.deselected.value_or(0);
      launch.tests->collectionSkipped = fact.skippedAtCollection.value_or(0);
      launch.tests->selected = fact.selected;
    }
  }
  // Where the log has no final line of a rank, its reports count.
  std::set<LaneId> told;
  for (std::uint32_t source = 0; source < draft.scans.size(); ++source) {
    const LaneId id = draft.laneOfSource[source];
    if (!isReport(draft, source) || !id.valid()) continue;
    const Lane& lane = run.lanes[id.value];
    Launch& launch = run.launches[lane.launch];
    if (!launch.tests) launch.tests = LaunchTests{};
    RankCounts& counts = byLaunch[lane.launch][lane.rank];
    counts.rank = lane.rank;
    if (!counts.complete) told.insert(id);
    if (!told.count(id)) continue;
    for (const SessionFact& fact : draft.scans[source].sessions) {
      if (fact.kind == SessionFact::Kind::end) addReported(counts, fact);
    }
    counts.complete = !draft.scans[source].reported.cut;
  }
  for (const auto& launch : byLaunch) {
    for (const auto& rank : launch.second) run.launches[launch.first].tests->ranks.push_back(rank.second);
  }
}

}  // namespace

void collectTests(Draft& draft) {
  mapNames(draft);
  collectTestRuns(draft);
  closeSessions(draft);
  mergeReports(draft);
  listUnpassed(draft);
  collectCounts(draft);
}

}  // namespace lanescope::model
