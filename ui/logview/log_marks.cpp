// SPDX-License-Identifier: Apache-2.0
// What LogView marks beside its scroll bar: findings, hits and notes, at the heights of their rows. What is hidden or folded away is
// marked where it would be.
#include "ui/logview/log_view.h"
#include "ui/logview/marked_scroll_bar.h"
#include "ui/models/current_theme.h"
#include "ui/models/finding_look.h"
#include "ui/models/notes_text.h"
#include "ui/models/words.h"

#include <algorithm>
#include <span>

namespace lanescope::ui {

namespace {

constexpr std::size_t kMarkSteps = 600;          // heights that the scroll bar tells apart

// Hits before ascending places of a text. Each source goes on where it was left: between two places it has at most as many hits as lines.
class HitCounter {
 public:
  HitCounter(const LineList& list, const SearchHits& hits, const model::Run* run) : m_list(list), m_counts(list.sources().size(), 0) {
    for (std::size_t i = 0; i < list.sources().size(); ++i) {
      const auto lines = hits.linesOf(run, list.sources()[i]);
      if (!lines.empty()) m_left.push_back({i, lines});
    }
  }
  std::size_t before(std::size_t place) {
    const std::vector<std::uint32_t> counts = m_list.countsBefore(place);
    for (Left& left : m_left) {
      const std::size_t most = std::min<std::size_t>(left.lines.size(), counts[left.source] - m_counts[left.source]);
      const auto end = std::upper_bound(left.lines.begin(), left.lines.begin() + static_cast<std::ptrdiff_t>(most), counts[left.source]);
      const auto passed = static_cast<std::size_t>(end - left.lines.begin());
      left.lines = left.lines.subspan(passed);
      m_before += passed;
    }
    m_counts = counts;
    return m_before;
  }

 private:
  struct Left { std::size_t source = 0; std::span<const std::uint32_t> lines; };
  const LineList& m_list;
  std::vector<std::uint32_t> m_counts;
  std::vector<Left> m_left;
  std::size_t m_before = 0;
};

}  // namespace

double LogView::heightOnBar(std::size_t line) const {
  return rowCount() == 0 ? 0 : static_cast<double>(m_rows.rowBefore(line).value_or(0)) / static_cast<double>(rowCount());
}

void LogView::markAll() {
  markFindings();
  markHits();
  markNotes();
}

void LogView::markFindings() {
  std::vector<MarkedScrollBar::Mark> marks;
  for (std::size_t i = 0; m_list && m_list->size() > 0 && i < m_run->findings.size(); ++i) {
    const model::Finding& finding = m_run->findings[i];
    if (finding.role == model::Role::noise) continue;
    for (const model::Evidence& evidence : finding.evidence) {
      const auto line = m_list->rowOf({evidence.source, evidence.line});
      if (!line) continue;
      marks.push_back({heightOnBar(*line), findingLook(finding.role, finding.findingClass, currentTheme()).colour, roleText(finding.role) + QStringLiteral(": ") + toQt(finding.title)});
      break;
    }
  }
  m_bar->setMarks(MarkedScrollBar::Marks::findings, std::move(marks));
}

void LogView::markNotes() {
  std::vector<MarkedScrollBar::Mark> marks;
  const model::Notes& notes = m_state->notes();
  for (std::uint32_t i = 0; m_list && m_run == m_state->run() && i < notes.size(); ++i) {
    const auto noted = lineOfNote(*m_run, notes[i]);
    const auto line = noted ? m_list->rowOf(*noted) : std::nullopt;
    if (line) marks.push_back({heightOnBar(*line), currentTheme().link, noteSpoken(*m_state, i)});
  }
  m_bar->setMarks(MarkedScrollBar::Marks::notes, std::move(marks));
}

// One for each height at which there is a hit.
void LogView::markHits() {
  std::vector<MarkedScrollBar::Mark> marks;
  const std::size_t hits = hitCount(), rows = rowCount();
  if (rows > 0 && hits > 0) {
    HitCounter counter(*m_list, m_search->hits(), m_run.get());
    std::size_t before = 0;
    for (std::size_t step = 1; step <= kMarkSteps; ++step) {
      const std::size_t end = (rows * step + kMarkSteps - 1) / kMarkSteps;
      const std::size_t upTo = end == rows ? hits : counter.before(m_rows.lineOf(end));
      if (upTo > before) marks.push_back({static_cast<double>(step - 1) / kMarkSteps, currentTheme().warning, countedText(upTo - before, tr("1 hit"), tr("%1 hits"))});
      before = upTo;
    }
  }
  m_bar->setMarks(MarkedScrollBar::Marks::hits, std::move(marks));
}

}  // namespace lanescope::ui
