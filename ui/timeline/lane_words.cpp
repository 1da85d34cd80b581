// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/lane_words.h"

#include "ui/models/words.h"
#include "ui/timeline/describe.h"
#include "ui/timeline/event_marks.h"
#include "ui/timeline/lane_bins.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>
#include <limits>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t kRanks = static_cast<std::size_t>(MarkRank::firstFailure) + 1;

struct LaneWords { Q_DECLARE_TR_FUNCTIONS(LaneWords) };

QString nameOf(const model::Run& run, const Row& row) {
  switch (row.kind) {
    case Row::Kind::launch: return LaneWords::tr("launch %1").arg(row.launch + 1);
    case Row::Kind::group: return groupText(run, row) + u", "_s + countedText(row.members, LaneWords::tr("1 rank"), LaneWords::tr("%1 ranks"));
    case Row::Kind::host: return LaneWords::tr("kernel of %1").arg(toQt(run.hostLanes[row.host].host));
    case Row::Kind::lane: break;
  }
  if (row.lanes.empty()) return LaneWords::tr("rank %1, launch %2").arg(row.rank).arg(row.launch + 1);
  const QString name = laneText(run, row.lanes.front());
  return row.alike.empty() ? name : name + u", "_s + LaneWords::tr("and %1 that behave alike").arg(countText(row.alike.size()));
}

QString endOf(const model::LaneEnd& end) {
  if (!end.signal.empty()) return LaneWords::tr("ended by %1").arg(toQt(end.signal));
  if (end.code) return LaneWords::tr("exit %1").arg(*end.code);
  return end.kind == model::EndKind::noData ? LaneWords::tr("no data") : QString();
}

QString stateOf(const model::Run& run, const Row& row) {
  QStringList parts;
  if (row.kind == Row::Kind::launch) parts << launchOutcomeText(run.launches[row.launch].outcome);
  if (row.kind == Row::Kind::lane) parts << (row.lanes.empty() ? LaneWords::tr("no file") : endOf(run.lanes[row.lanes.back().value].end));
  if (row.collapsed) parts << LaneWords::tr("closed");
  if (row.pinned) parts << LaneWords::tr("pinned");
  parts.removeAll(QString());
  return parts.join(u", "_s);
}

std::array<std::uint64_t, kRanks> countsOf(const RunIndex& index, const Row& row) {
  std::array<std::uint64_t, kRanks> counts{};
  for (const model::LaneId lane : row.lanes) {
    for (const std::uint8_t rank : index.eventRanks(lane)) ++counts[rank];
  }
  return counts;
}

QString worstOf(const RunIndex& index, const Row& row) {
  const auto counts = countsOf(index, row);
  for (std::size_t rank = kRanks; rank-- > static_cast<std::size_t>(MarkRank::teardown);) {
    if (counts[rank] > 0) return markWords(static_cast<MarkRank>(rank));
  }
  return {};
}

// Tests that ran when everything ended, or when the next one began.
std::uint64_t openTests(const RunIndex& index, const Row& row) {
  constexpr TimeRange kAlways{std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
  std::uint64_t open = 0;
  for (const model::LaneId lane : row.lanes) {
    const auto values = index.testValues(index.intervals(lane, kAlways));
    open += static_cast<std::uint64_t>(std::count_if(values.begin(), values.end(), hasNoVerdict));
  }
  return open;
}

QString marksOf(const RunIndex& index, const Row& row) {
  const auto counts = countsOf(index, row);
  QStringList parts;
  for (std::size_t rank = kRanks; rank-- > static_cast<std::size_t>(MarkRank::teardown);) {
    if (counts[rank] > 0) parts << LaneWords::tr("%1 × %2").arg(countText(counts[rank]), markWords(static_cast<MarkRank>(rank)));
  }
  if (const std::uint64_t open = openTests(index, row); open > 0) parts << LaneWords::tr("%1 × test without verdict").arg(countText(open));
  return parts.join(u", "_s);
}

}  // namespace

QString laneColumnName(LaneColumn column) {
  switch (column) {
    case LaneColumn::lane: return LaneWords::tr("Lane");
    case LaneColumn::state: return LaneWords::tr("State");
    case LaneColumn::worst: return LaneWords::tr("Worst");
    case LaneColumn::marks: break;
  }
  return LaneWords::tr("Marks");
}

QString laneCellText(const model::Run& run, const RunIndex& index, const Row& row, LaneColumn column) {
  if (column == LaneColumn::lane) return nameOf(run, row);
  if (column == LaneColumn::state) return stateOf(run, row);
  if (row.kind != Row::Kind::lane) return {};
  return column == LaneColumn::worst ? worstOf(index, row) : marksOf(index, row);
}

}  // namespace lanescope::ui
