// SPDX-License-Identifier: Apache-2.0
// Reports in the JUnit form: whose tests they tell, and what they add to what the logs say of the same tests.
#include "core/model/draft.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace lanescope::model {
namespace {

constexpr std::int64_t kSlackNs = 120'000'000'000;  // as of folders: clocks, and what stands around the tests
constexpr std::size_t kMostNamed = 3;               // of the tests on which a report and a log differ

// The launch in which the report's tests ran: the only one, else the one in whose time they began.
std::optional<std::uint32_t> launchOf(const Draft& draft, std::uint32_t source) {
  const auto& launches = draft.run.launches;
  if (launches.size() == 1) return 0;
  for (const recognise::ReportedSuite& suite : draft.scans[source].reported.suites) {
    for (const Launch& launch : launches) {
      const bool timed = suite.start.known() && launch.start.known() && launch.end.known();
      if (timed && suite.start.ns >= launch.start.utc - kSlackNs && suite.start.ns <= launch.end.utc + kSlackNs)
        return launch.index;
    }
  }
  return std::nullopt;
}

LaneId laneOf(const Draft& draft, std::uint32_t launch, std::optional<Rank> rank) {
  LaneId found;
  std::set<Rank> ranks;
  for (std::uint32_t i = 0; i < draft.run.lanes.size(); ++i) {
    const Lane& lane = draft.run.lanes[i];
    if (lane.launch != launch) continue;
    ranks.insert(lane.rank);
    if (!rank || lane.rank == *rank) found = LaneId{i};  // of its last attempt, which wrote the report over those before
  }
  return rank || ranks.size() == 1 ? found : LaneId{};
}

struct Times {
  When start, end;
};

// Cases stand in the order in which they ended, and the time of the suite that belongs to none of them is the range. A rank
// runs one after the other, so that a test began after the durations before it; elsewhere workers may have run several at a
// time.
std::vector<Times> timesOf(const recognise::SourceScan& scan, bool oneByOne) {
  const recognise::Reported& reported = scan.reported;
  std::vector<Times> out(reported.seconds.size());
  for (const recognise::ReportedSuite& suite : reported.suites) {
    if (!suite.start.known() || !suite.seconds) continue;
    const std::size_t end = std::min(suite.firstRow + suite.rows, reported.seconds.size());
    double sum = 0;
    for (std::size_t i = suite.firstRow; i < end; ++i) sum += std::max(0.0F, reported.seconds[i]);
    const double slack = *suite.seconds - sum;
    const double rounding = 0.001 * static_cast<double>(suite.rows + 1);  // durations are printed in milliseconds
    if (slack < -rounding) continue;
    double before = 0;
    const auto ns = [](double seconds) { return static_cast<std::int64_t>(seconds * 1e9); };
    const std::int64_t range = ns(std::max(slack, 0.0) + rounding);
    for (std::size_t i = suite.firstRow; i < end; ++i) {
      if (reported.seconds[i] < 0) break;
      const std::int64_t begin = suite.start.ns + ns(before), earliest = oneByOne ? begin : suite.start.ns,
                         own = ns(reported.seconds[i]);
      out[i] = {When::between(earliest, begin + range, Basis::derived),
                When::between(earliest + own, begin + own + range, Basis::derived)};
      before += reported.seconds[i];
    }
  }
  return out;
}

bool bad(const TestRun& test) { return test.word == recognise::TestWord::failed || test.errorLine != 0; }

// A test that the log shows is the report's; what only the report shows is added.
class Merger {
 public:
  Merger(Draft& draft, std::uint32_t source) : m_draft(draft), m_source(source), m_lane(draft.laneOfSource[source]) {}

  void run() {
    const recognise::SourceScan& scan = m_draft.scans[m_source];
    const base::BlockList<recognise::TestRow>& rows = *m_draft.testRows[m_source];
    const std::vector<Times> times = timesOf(scan, reportedRank(m_draft.paths[m_source]).has_value());
    std::vector<TestRun>& own = m_draft.run.testRuns[m_lane.value];
    std::multimap<std::uint32_t, std::size_t> logged;  // test -> its runs, in order
    for (std::size_t i = 0; i < own.size(); ++i) logged.emplace(own[i].test.value, i);
    std::size_t error = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      TestRun test = testRunOf(m_draft, m_source, rows[i], m_lane);
      for (; error < scan.testErrors.size() && scan.testErrors[error].row <= i; ++error) {
        if (scan.testErrors[error].row != i) continue;
        test.errorLine = scan.testErrors[error].line;
        test.errorPhase = scan.testErrors[error].phase;
      }
      const auto known = logged.find(test.test.value);
      TestRun* target = known == logged.end() ? &own.emplace_back(test) : &own[known->second];
      if (known != logged.end()) {
        compare(*target, test);
        // Its next run, where the log has one: a name may be run twice.
        if (std::next(known) != logged.end() && std::next(known)->first == known->first) logged.erase(known);
      }
      if (i < times.size() && times[i].start.known()) note(*target, times[i]);
    }
    std::stable_sort(own.begin(), own.end(), [](const TestRun& a, const TestRun& b) {
      return std::make_pair(a.source.value, a.startLine) < std::make_pair(b.source.value, b.startLine);
    });
    tell();
  }

 private:
  // A report has an element for each phase that went wrong, so one that says less is no disagreement.
  void compare(const TestRun& log, const TestRun& report) {
    const bool done = log.verdictLine != 0 || log.errorLine != 0;
    const bool skipped = report.word == recognise::TestWord::skipped || report.word == recognise::TestWord::xfail;
    if (!done || bad(log) == bad(report) || skipped) return;
    ++m_differing;
    if (m_differing > kMostNamed) return;
    m_values.push_back(fmt::format("{}: {} in the log, {} in the report", m_draft.run.testNames[log.test.value],
                                   toString(log.outcome()), toString(report.outcome())));
    m_evidence.push_back(
        m_draft.evidenceAt(log.source.value, log.verdictLine ? log.verdictLine : log.errorLine, m_draft.rankOf(m_lane)));
    m_evidence.push_back(m_draft.evidenceAt(m_source, report.startLine, m_draft.rankOf(m_lane)));
  }

  // Times by the log are better; the clock asks for these afterwards.
  void note(TestRun& test, const Times& times) {
    if (test.times < m_draft.run.testTimes.size()) return;
    test.times = static_cast<std::uint32_t>(m_draft.run.testTimes.size());
    m_draft.run.testTimes.push_back({times.start, test.open() ? When{} : times.end});
  }

  void tell() {
    if (m_differing == 0) return;
    if (m_differing > kMostNamed) m_values.push_back(fmt::format("and {} more tests", m_differing - kMostNamed));
    m_draft.run.coverage.conflicts.push_back(
        {"the log and the test report differ in the outcome of tests", std::move(m_values), std::move(m_evidence)});
  }

  Draft& m_draft;
  std::uint32_t m_source;
  LaneId m_lane;
  std::size_t m_differing = 0;
  std::vector<std::string> m_values;
  std::vector<Evidence> m_evidence;
};

}  // namespace

std::optional<Rank> reportedRank(const PathLayout& path) {
  if (path.fromSiblings) return std::nullopt;    // numbered reports may be parts of one
  return path.globalRank ? path.globalRank : path.localRank;
}

bool isReport(const Draft& draft, std::uint32_t source) { return draft.scans[source].reported.isReport; }

void placeReports(Draft& draft) {
  for (std::uint32_t source = 0; source < draft.run.sources.size(); ++source) {
    if (!isReport(draft, source)) continue;
    const auto launch = launchOf(draft, source);
    if (!launch) continue;
    Source& own = draft.run.sources[source];
    own.launch = launch;
    const LaneId lane = laneOf(draft, *launch, reportedRank(draft.paths[source]));
    draft.laneOfSource[source] = lane;
    if (!lane.valid()) continue;
    own.rank = draft.run.lanes[lane.value].rank;
    own.attempt = draft.run.lanes[lane.value].attempt;
  }
}

void mergeReports(Draft& draft) {
  for (std::uint32_t source = 0; source < draft.run.sources.size(); ++source) {
    if (!isReport(draft, source)) continue;
    std::vector<std::string>& notes = draft.run.coverage.notes;
    const std::string& path = draft.run.sources[source].path;
    if (draft.scans[source].reported.cut)
      notes.push_back(path + ": the test report is cut; what stands before the cut was read");
    if (draft.laneOfSource[source].valid())
      Merger(draft, source).run();
    else
      notes.push_back(path + ": which rank's tests this report tells is not known; they were not counted");
  }
}

}  // namespace lanescope::model
