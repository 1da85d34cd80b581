// SPDX-License-Identifier: Apache-2.0
#include "ui/models/rank_table_model.h"

#include "ui/models/words.h"

#include <limits>

namespace lanescope::ui {

namespace {

// Sorts behind every number.
constexpr qlonglong kUnknown = std::numeric_limits<qlonglong>::max();

QVariant order(const std::optional<std::uint32_t>& value) { return value ? QVariant(qlonglong{*value}) : QVariant(kUnknown); }
QVariant order(const std::optional<std::uint64_t>& value) {
  return value ? QVariant(static_cast<qlonglong>(*value)) : QVariant(kUnknown);
}

QString endText(const model::LaneEnd& end) {
  switch (end.kind) {
    case model::EndKind::exited:
      return end.code ? RankTableModel::tr("exit %1").arg(*end.code) : RankTableModel::tr("exited");
    case model::EndKind::killed:
    case model::EndKind::crashed:
      if (!end.signal.empty()) return toQt(end.signal);
      if (end.code) return RankTableModel::tr("exit %1").arg(*end.code);
      return end.kind == model::EndKind::killed ? RankTableModel::tr("killed") : RankTableModel::tr("crashed");
    case model::EndKind::stopped:
      return RankTableModel::tr("stopped");
    case model::EndKind::open:
      return RankTableModel::tr("not seen");
    case model::EndKind::noData:
      break;
  }
  return RankTableModel::tr("no data");
}

// The numbers of the group that is furthest behind; the others are in the tool tip.
const model::CollectiveState* shownGroup(const model::Lane& lane) {
  const model::CollectiveState* shown = nullptr;
  for (const model::CollectiveState& state : lane.collectives) {
    const bool behind = state.lastEnqueued != state.lastCompleted;
    if (shown == nullptr || (behind && shown->lastEnqueued == shown->lastCompleted)) shown = &state;
  }
  return shown;
}

QString groupsTip(const model::Lane& lane) {
  QStringList lines;
  const auto number = [](const std::optional<std::uint64_t>& value) { return value ? countText(*value) : QStringLiteral("–"); };
  for (const model::CollectiveState& state : lane.collectives) {
    lines << RankTableModel::tr("group %1: enqueued %2, completed %3")
                 .arg(toQt(state.group), number(state.lastEnqueued), number(state.lastCompleted));
  }
  return lines.join(QLatin1Char('\n'));
}

}  // namespace

RankTableModel::RankTableModel(ViewState* state, QObject* parent)
    : RunTableModel(state,
                    {{tr("Launch"), {}, 58, true},
                     {tr("Attempt"), {}, 62, true},
                     {tr("Rank"), tr("Global rank"), 50, true},
                     {tr("Host"), {}, 110, false},
                     {tr("GPU"), tr("CUDA device"), 44, true},
                     {tr("When"), tr("Time of the last line, UTC"), 168, false},
                     {tr("Last line"), tr("The last line this rank printed"), 300, false},
                     {tr("Test open"), tr("The test that was open at the end"), 220, false},
                     {tr("Enqueued"), tr("Last collective enqueued; numbers of different groups are not comparable"), 76, true},
                     {tr("Completed"), tr("Last collective completed"), 80, true},
                     {tr("End"), tr("How the process ended"), 84, false},
                     {tr("By"), tr("What ended it"), 110, false}},
                    parent) {
  start();
}

std::size_t RankTableModel::countRows(const model::Run& run) const { return run.lanes.size(); }

RunTableModel::Cell RankTableModel::cell(std::size_t row, int column) const {
  const model::Lane& lane = run().lanes[row];
  const model::CollectiveState* group = shownGroup(lane);
  const auto dash = [](const std::optional<std::uint64_t>& value) {
    return value ? QString::number(*value) : QStringLiteral("–");
  };
  switch (column) {
    case LaunchColumn:
      return {QString::number(lane.launch + 1), qlonglong{lane.launch}, {}};
    case AttemptColumn:
      return {QString::number(lane.attempt + 1), qlonglong{lane.attempt}, {}};
    case RankColumn:
      return {QString::number(lane.rank), qlonglong{lane.rank}, rankBasisText(lane)};
    case HostColumn:
      return {
          lane.host.empty() ? tr("not known") : toQt(lane.host), {}, {}, false, lane.host.empty() ? Tone::muted : Tone::plain};
    case GpuColumn:
      return {lane.device ? QString::number(*lane.device) : QStringLiteral("–"), order(lane.device), toQt(lane.busId)};
    case WhenColumn: {
      const model::When& last = lane.last;
      return {columnTimeText(last), last.known() ? QVariant(qlonglong{last.utc}) : QVariant(kUnknown), timeText(last, true),
              true};
    }
    case LastLineColumn:
      return lane.lastLine ? Cell{toQt(lane.lastLine->text), {}, {}, true} : Cell{tr("none"), {}, {}, false, Tone::muted};
    case TestColumn:
      return {toQt(lane.test.substr(lane.test.rfind("::") == std::string::npos ? 0 : lane.test.rfind("::") + 2)),
              {},
              toQt(lane.test)};
    case EnqueuedColumn:
      return group ? Cell{dash(group->lastEnqueued), order(group->lastEnqueued), groupsTip(lane)}
                   : Cell{QStringLiteral("–"), kUnknown, {}};
    case CompletedColumn:
      return group ? Cell{dash(group->lastCompleted), order(group->lastCompleted), groupsTip(lane)}
                   : Cell{QStringLiteral("–"), kUnknown, {}};
    case EndColumn: {
      const bool clean = lane.end.kind == model::EndKind::exited && lane.end.code == 0;
      const bool bad = lane.end.kind == model::EndKind::killed || lane.end.kind == model::EndKind::crashed ||
                       (lane.end.kind == model::EndKind::exited && lane.end.code.value_or(0) != 0);
      return {endText(lane.end),
              {},
              lane.end.time.known() ? timeText(lane.end.time, true) : QString(),
              false,
              clean ? Tone::good
              : bad ? Tone::bad
                    : Tone::muted};
    }
    case ByColumn:
      return {toQt(lane.end.by), {}, {}};
    default:
      return {};
  }
}

std::optional<model::LineRef> RankTableModel::target(std::size_t row, int column) const {
  const model::Lane& lane = run().lanes[row];
  if ((column == EndColumn || column == ByColumn) && lane.end.evidence) {
    return model::LineRef{lane.end.evidence->source, lane.end.evidence->line};
  }
  if (lane.lastLine) return model::LineRef{lane.lastLine->source, lane.lastLine->line};
  return {};
}

std::optional<std::size_t> RankTableModel::rowOf(const Selection& selection) const {
  if (!selection.lane || selection.lane->value >= static_cast<std::uint32_t>(rowCount())) return {};
  return selection.lane->value;
}

}  // namespace lanescope::ui
