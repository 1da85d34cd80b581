// SPDX-License-Identifier: Apache-2.0
// What copying rows gives: lines that say where they come from.
#include "core/clock/line_time.h"
#include "ui/logview/log_view.h"
#include "ui/models/words.h"

namespace lanescope::ui {

namespace {

// More than anybody pastes; reading them takes a moment on the GUI thread.
constexpr std::size_t kMostRows = 5000;

QString headOf(const model::Run& run, model::LineRef line, std::uint32_t lastLine) {
  const model::Source& source = run.source(line.source);
  QString place = toQt(source.path) + QLatin1Char(':') + QString::number(line.line);
  if (lastLine > line.line) place += QLatin1Char('-') + QString::number(lastLine);
  QStringList parts{toQt(run.name), place};
  if (const auto lane = laneOf(run, line)) parts << LogView::tr("rank %1").arg(run.lanes[lane->value].rank);
  const model::When when = clock::whenOf(source, line.line);
  parts << (when.known() ? QStringLiteral("%1 (%2)").arg(timeText(when, true), basisText(when)) : timeText(when));
  return parts.join(QStringLiteral(" · "));
}

void appendRest(QString& block, std::size_t first, std::size_t last) {
  if (last - first + 1 > kMostRows)
    block += LogView::tr("… %1 lines more").arg(countText(last - first + 1 - kMostRows)) + QLatin1Char('\n');
}

}  // namespace

QString provenanceText(const model::Run& run, const LineList& list, std::size_t first, std::size_t last,
                       const LineCache& lines) {
  std::vector<model::LineRef> rows;
  list.forEach(first, std::min(last + 1, first + kMostRows), [&rows](std::size_t, model::LineRef line) {
    rows.push_back(line);
    return true;
  });
  QString block;
  for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    while (end < rows.size() && rows[end].source == rows[begin].source) ++end;
    block += headOf(run, rows[begin], rows[end - 1].line) + QLatin1Char('\n');
    for (std::size_t i = begin; i < end; ++i) block += lines.copied(rows[i]) + QLatin1Char('\n');
  }
  appendRest(block, first, last);
  return block;
}

QString bareText(const LineList& list, std::size_t first, std::size_t last, const LineCache& lines) {
  QString block;
  list.forEach(first, std::min(last + 1, first + kMostRows), [&](std::size_t, model::LineRef line) {
    block += lines.copied(line) + QLatin1Char('\n');
    return true;
  });
  appendRest(block, first, last);
  return block;
}

}  // namespace lanescope::ui
