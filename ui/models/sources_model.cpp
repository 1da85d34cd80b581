// SPDX-License-Identifier: Apache-2.0
#include "ui/models/sources_model.h"

#include "ui/models/words.h"

#include <QLocale>

namespace lanescope::ui {

namespace {

QString damage(const model::Source& source) {
  QStringList parts;
  if (source.damagedBytes > 0 && source.byteCount > 0) {
    const double percent = 100.0 * static_cast<double>(source.damagedBytes) / static_cast<double>(source.byteCount);
    parts << SourcesModel::tr("%1 % damaged").arg(percent < 1 ? QStringLiteral("< 1") : QString::number(percent, 'f', 0));
  }
  if (source.truncated) parts << SourcesModel::tr("cut off");
  if (source.copyOf) parts << SourcesModel::tr("copy");
  return parts.join(QStringLiteral(", "));
}

}  // namespace

SourcesModel::SourcesModel(ViewState* state, QObject* parent)
    : RunTableModel(state,
                    {{tr("Source"), {}, 360, false},
                     {tr("Layout"), {}, 76, false},
                     {tr("Launch"), {}, 58, true},
                     {tr("Rank"), {}, 50, true},
                     {tr("Lines"), {}, 80, true},
                     {tr("Size"), {}, 80, true},
                     {tr("Placed"), tr("How most of its lines are placed in time"), 80, false},
                     {tr("Zone"), {}, 100, false},
                     {tr("Damage"), tr("What of it could not be read"), 120, false}},
                    parent) {
  start();
}

std::size_t SourcesModel::countRows(const model::Run& run) const { return run.sources.size(); }

RunTableModel::Cell SourcesModel::cell(std::size_t row, int column) const {
  const model::Source& source = run().sources[row];
  const std::uint32_t lines = source.text ? source.text->lineCount() : 0;
  switch (column) {
    case PathColumn:
      return {toQt(source.path), {}, {}, true};
    case LayoutColumn:
      return {QLatin1String(model::toString(source.layout)), {}, {}};
    case LaunchColumn:
      return {source.launch ? QString::number(*source.launch + 1) : QStringLiteral("–"),
              qlonglong{source.launch.value_or(~0u)},
              {}};
    case RankColumn:
      return {source.rank ? QString::number(*source.rank) : QStringLiteral("–"), qlonglong{source.rank.value_or(~0u)}, {}};
    case LinesColumn:
      return {countText(lines), qlonglong{lines}, {}};
    case BytesColumn:
      return {QLocale::c().formattedDataSize(static_cast<qint64>(source.byteCount), 1, QLocale::DataSizeTraditionalFormat),
              static_cast<qlonglong>(source.byteCount), tr("%1 bytes").arg(countText(source.byteCount))};
    case BasisColumn:
      return {QLatin1String(model::toString(source.clock.basis)), {}, {}};
    case ZoneColumn:
      return {toQt(source.clock.zone),
              {},
              tr("Zone from: %1; year from: %2").arg(toQt(source.clock.zoneFrom), toQt(source.clock.yearFrom))};
    case DamageColumn:
      return {damage(source), static_cast<qlonglong>(source.damagedBytes), {}, false, Tone::bad};
    default:
      return {};
  }
}

std::optional<model::LineRef> SourcesModel::target(std::size_t row, int) const {
  const model::Source& source = run().sources[row];
  if (!source.text || source.text->lineCount() == 0) return {};
  return model::LineRef{model::SourceId{static_cast<std::uint32_t>(row)}, 1};
}

std::optional<std::size_t> SourcesModel::rowOf(const Selection& selection) const {
  if (!selection.line || selection.line->source.value >= static_cast<std::uint32_t>(rowCount())) return {};
  return selection.line->source.value;
}

}  // namespace lanescope::ui
