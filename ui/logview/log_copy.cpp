// SPDX-License-Identifier: Apache-2.0
// What copying rows of LogView gives: lines that say where they come from.
#include "core/clock/line_time.h"
#include "core/report/evidence_block.h"
#include "ui/logview/log_view.h"
#include "ui/models/words.h"

#include <QClipboard>
#include <QGuiApplication>

#include <algorithm>
#include <set>

namespace lanescope::ui {

namespace {

// More than anybody pastes; reading them takes a moment on the GUI thread.
constexpr std::size_t kMostRows = 5000;

// Of lines of one file; `ranks`: who wrote them, sorted.
QString headOf(const model::Run& run, model::LineRef line, std::uint32_t lastLine, const std::vector<model::Rank>& ranks) {
  const model::Source& source = run.source(line.source);
  QString place = toQt(source.path) + QLatin1Char(':') + QString::number(line.line);
  if (lastLine > line.line) place += QLatin1Char('-') + QString::number(lastLine);
  QStringList parts{toQt(run.name), place};
  if (!ranks.empty()) parts << ranksText(ranks);
  const model::When when = clock::whenOf(source, line.line);
  parts << (when.known() ? QStringLiteral("%1 (%2)").arg(timeText(when, true), basisText(when)) : timeText(when));
  return parts.join(QStringLiteral(" · "));
}

// The lines of rows [first, last], those of folded blocks included: what is copied is the log.
std::vector<model::LineRef> linesOfRows(const LineList& list, const RowMap& rows, std::size_t first, std::size_t last, bool onlyRows) {
  std::vector<model::LineRef> lines;
  if (onlyRows) {
    for (std::size_t row = first; row <= last && lines.size() <= kMostRows; ++row) lines.push_back(list.at(rows.lineOf(row)));
    return lines;
  }
  const std::size_t end = last + 1 < rows.size() ? rows.lineOf(last + 1) : list.size();
  const std::size_t begin = rows.lineOf(first);
  list.forEach(begin, std::max(end, begin + 1), [&lines](std::size_t, model::LineRef line) {
    lines.push_back(line);
    return lines.size() <= kMostRows;
  });
  return lines;
}

}  // namespace

std::vector<model::Rank> LogView::ranksOf(const std::vector<model::LineRef>& lines, std::size_t begin, std::size_t end) {
  std::set<model::Rank> ranks;
  for (std::size_t i = begin; i < end; ++i) {
    if (const auto rank = writersOf(lines[i].source).of(lines[i].line).rank) ranks.insert(*rank);
  }
  return {ranks.begin(), ranks.end()};
}

QString LogView::copyText(bool withProvenance) {
  if (!m_current || m_list == nullptr) return {};
  const std::size_t first = std::min(m_anchor, *m_current), last = std::max(m_anchor, *m_current);
  std::vector<model::LineRef> lines = linesOfRows(*m_list, m_rows, first, last, filters());
  const bool cut = lines.size() > kMostRows;
  if (cut) lines.pop_back();
  QString block;
  for (std::size_t begin = 0, end = 0; begin < lines.size(); begin = end) {
    while (end < lines.size() && lines[end].source == lines[begin].source) ++end;
    if (withProvenance) block += headOf(*m_run, lines[begin], lines[end - 1].line, ranksOf(lines, begin, end)) + QLatin1Char('\n');
    for (std::size_t i = begin; i < end; ++i) block += m_lines.copied(lines[i]) + QLatin1Char('\n');
  }
  if (cut) block += tr("… cut after %1 lines").arg(countText(kMostRows)) + QLatin1Char('\n');
  return block;
}

void LogView::copy(bool withProvenance) {
  const QString block = copyText(withProvenance);
  if (!block.isEmpty()) QGuiApplication::clipboard()->setText(block);
}

QString LogView::evidenceText() {
  if (!m_current || m_list == nullptr) return {};
  const std::size_t first = std::min(m_anchor, *m_current), last = std::max(m_anchor, *m_current);
  std::vector<report::EvidenceLine> lines;
  for (const model::LineRef line : linesOfRows(*m_list, m_rows, first, last, filters())) lines.push_back({line, writersOf(line.source).of(line.line).rank});
  const std::size_t left = lines.size() > kMostRows ? last - first + 1 - std::min(kMostRows, last - first + 1) : 0;
  if (lines.size() > kMostRows) lines.pop_back();
  return toQt(report::writeEvidenceBlock(*m_run, lines, left));
}

void LogView::copyEvidence() {
  const QString block = evidenceText();
  if (!block.isEmpty()) QGuiApplication::clipboard()->setText(block);
}

}  // namespace lanescope::ui
