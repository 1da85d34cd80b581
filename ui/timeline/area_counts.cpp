// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/area_counts.h"

#include "ui/models/words.h"
#include "ui/timeline/lane_bins.h"

#include <QCoreApplication>

#include <algorithm>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

struct Area {
  Q_DECLARE_TR_FUNCTIONS(Area)
};

void countEvents(AreaCounts& counts, const model::Run& run, const RunIndex& index, model::LaneId lane) {
  const auto events = index.events(lane);
  const auto ranks = index.eventRanks(lane);
  const auto at = [&](std::int64_t ns) {
    const auto found = std::partition_point(events.begin(), events.end(), [&](std::uint32_t i) { return index.event(run, i).utc < ns; });
    return static_cast<std::size_t>(found - events.begin());
  };
  const std::size_t last = at(counts.range.end);
  for (std::size_t i = at(counts.range.begin); i < last; ++i) ++counts.marks[ranks[i]];
}

// Only those that began before the area may have ended before it; the others are counted by their values alone.
void countTests(AreaCounts& counts, const RunIndex& index, model::LaneId lane) {
  const std::uint8_t failed = 1 + badness(model::TestOutcome::failed);
  const RunIndex::Slice slice = index.intervals(lane, counts.range);
  std::uint32_t inside = slice.first;
  for (; inside < slice.last && index.extent(inside).begin < counts.range.begin; ++inside) {
    const TimeRange extent = index.extent(inside);
    if (index.testValue(inside) == 0 || std::max(extent.end, extent.begin + 1) <= counts.range.begin) continue;
    ++counts.tests;
    if (index.testValue(inside) == failed) ++counts.failedTests;
  }
  const auto values = index.testValues({inside, slice.last});
  counts.tests += values.size() - static_cast<std::size_t>(std::count(values.begin(), values.end(), std::uint8_t{0}));
  counts.failedTests += static_cast<std::size_t>(std::count(values.begin(), values.end(), failed));
}

void countWaits(AreaCounts& counts, const model::Run& run, const RunIndex& index, model::LaneId lane) {
  for (const std::uint32_t i : index.spans(lane)) {
    if (run.intervals[i].kind != model::IntervalKind::wait || !run.intervals[i].begin.known()) continue;
    const TimeRange extent = index.extent(i);
    if (extent.begin < counts.range.end && std::max(extent.end, extent.begin + 1) > counts.range.begin) ++counts.waits;
  }
}

}  // namespace

AreaCounts countArea(const model::Run& run, const RunIndex& index, const std::vector<model::LaneId>& lanes, TimeRange range) {
  AreaCounts counts;
  counts.range = range;
  counts.lanes = lanes.size();
  for (const model::LaneId lane : lanes) {
    countEvents(counts, run, index, lane);
    countTests(counts, index, lane);
    countWaits(counts, run, index, lane);
  }
  return counts;
}

QString areaText(const AreaCounts& counts) {
  constexpr qsizetype kMostKinds = 4;
  QStringList parts{durationText(static_cast<double>(counts.range.length()) / 1e9)};
  parts << countedText(counts.lanes, Area::tr("1 lane"), Area::tr("%1 lanes"));
  qsizetype kinds = 0;
  for (std::size_t rank = counts.marks.size() - 1; rank > 0 && kinds < kMostKinds; --rank) {
    if (counts.marks[rank] == 0) continue;
    parts << Area::tr("%1 × %2").arg(countText(counts.marks[rank]), markWords(static_cast<MarkRank>(rank)));
    ++kinds;
  }
  if (counts.waits > 0) parts << countedText(counts.waits, Area::tr("1 wait"), Area::tr("%1 waits"));
  if (counts.tests > 0) {
    QString tests = countedText(counts.tests, Area::tr("1 test"), Area::tr("%1 tests"));
    if (counts.failedTests > 0) tests += u", "_s + Area::tr("%1 failed").arg(countText(counts.failedTests));
    parts << tests;
  }
  if (kinds == 0 && counts.waits == 0 && counts.tests == 0) parts << Area::tr("nothing marked");
  return parts.join(u" · "_s);
}

}  // namespace lanescope::ui
