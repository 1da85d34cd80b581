// SPDX-License-Identifier: Apache-2.0
#include "ui/models/tests_model.h"

#include "ui/models/words.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace lanescope::ui {

namespace {

std::vector<model::Rank> merged(const std::vector<model::Rank>& a, const std::vector<model::Rank>& b) {
  std::vector<model::Rank> all;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
  return all;
}

QString others(const model::TestReport& test) {
  QStringList parts;
  for (const model::OtherLaunch& other : test.otherLaunches) {
    parts << TestsModel::tr("launch %1: %2 on %3")
                 .arg(other.launch + 1)
                 .arg(QLatin1String(model::toString(other.outcome)), ranksText(other.ranks));
  }
  return parts.join(QStringLiteral("; "));
}

}  // namespace

TestsModel::TestsModel(ViewState* state, QObject* parent)
    : RunTableModel(state,
                    {{tr("Outcome"), tr("The worst over the ranks"), 86, false},
                     {tr("Launch"), {}, 58, true},
                     {tr("Test"), {}, 420, false},
                     {tr("Phase"), {}, 70, false},
                     {tr("Failed on"), {}, 90, false},
                     {tr("Stalled on"), tr("Open when stopped while a peer had failed or waited in it"), 90, false},
                     {tr("Start"), tr("UTC"), 168, false},
                     {tr("In other launches"), {}, 240, false}},
                    parent) {
  start();
}

std::size_t TestsModel::countRows(const model::Run& run) const { return run.tests.size(); }

RunTableModel::Cell TestsModel::cell(std::size_t row, int column) const {
  const model::TestReport& test = run().tests[row];
  switch (column) {
    case OutcomeColumn:
      return {QLatin1String(model::toString(test.outcome)), {}, {}, false, Tone::bad};
    case LaunchColumn:
      return {QString::number(test.launch + 1), qlonglong{test.launch}, {}};
    case TestColumn:
      return {toQt(test.id), {}, {}, true};
    case PhaseColumn:
      return {toQt(test.phase), {}, {}};
    case FailedColumn:
      return {rankListText(merged(test.failedRanks, test.errorRanks)), {}, {}};
    case StalledColumn:
      return {rankListText(test.stalledRanks), {}, {}};
    case StartColumn:
      return {columnTimeText(test.start),
              qlonglong{test.start.known() ? test.start.utc : std::numeric_limits<qlonglong>::max()},
              timeText(test.start, true), true};
    case OtherColumn:
      return {others(test), {}, {}};
    default:
      return {};
  }
}

// The finding of the test, else where its interval stands on the first rank that had it open.
std::optional<model::LineRef> TestsModel::target(std::size_t row, int) const {
  const model::TestReport& test = run().tests[row];
  for (const model::Finding& finding : run().findings) {
    const bool same =
        finding.attributes.test == test.id && finding.launch == test.launch && finding.attempt.value_or(0) == test.attempt;
    if (same && !finding.evidence.empty())
      return model::LineRef{finding.evidence.front().source, finding.evidence.front().line};
  }
  // The ranks that it names first: there may be a thousand lanes of ten thousand tests each.
  for (const auto* ranks : {&test.failedRanks, &test.errorRanks, &test.stalledRanks}) {
    for (const model::Rank rank : *ranks) {
      const auto lane = run().laneOf(test.launch, test.attempt, rank);
      if (const auto line = lane ? lineOf(test, *lane) : std::nullopt) return line;
    }
  }
  for (std::uint32_t lane = 0; lane < run().lanes.size(); ++lane) {
    if (run().lanes[lane].launch != test.launch || run().lanes[lane].attempt != test.attempt) continue;
    if (const auto line = lineOf(test, {lane})) return line;
  }
  return {};
}

// Where the test's interval stands on a lane. Intervals are sorted by lane.
std::optional<model::LineRef> TestsModel::lineOf(const model::TestReport& test, model::LaneId lane) const {
  const auto& intervals = run().intervals;
  auto interval = std::partition_point(intervals.begin(), intervals.end(), [lane](const model::Interval& each) { return each.lane < lane; });
  for (; interval != intervals.end() && interval->lane == lane; ++interval) {
    if (interval->outcome == test.outcome && interval->test.valid() && run().testNames[interval->test.value] == test.id) return interval->line;
  }
  return {};
}

std::optional<std::size_t> TestsModel::rowOf(const Selection& selection) const {
  if (!selection.finding) return {};
  const model::Finding& finding = run().findings[*selection.finding];
  for (std::size_t i = 0; i < run().tests.size(); ++i) {
    if (run().tests[i].id == finding.attributes.test && finding.launch == run().tests[i].launch) return i;
  }
  return {};
}

}  // namespace lanescope::ui
