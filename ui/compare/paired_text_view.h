// SPDX-License-Identifier: Apache-2.0
// Two texts in one view, so that they cannot scroll apart: lines of the same template side by side, unchanged stretches folded, what
// changed within a line marked. Follows the CompareState's lines; what is aligned is aligned on a pool thread. GUI thread only.
#pragma once

#include "ui/compare/line_words.h"
#include "ui/compare/paired_text.h"
#include "ui/logview/line_cache.h"

#include <QAbstractScrollArea>

namespace lanescope::ui {

class PairedTextView : public QAbstractScrollArea {
  Q_OBJECT
 public:
  explicit PairedTextView(CompareState* state, QWidget* parent = nullptr);
  ~PairedTextView() override;

  bool isAligning() const { return m_job != nullptr; }
  const std::shared_ptr<const PairedText>& text() const { return m_text; }
  std::size_t rowCount() const { return m_shown.size(); }
  const ShownRow& shownAt(std::size_t row) const { return m_shown[row]; }
  const PairedRow& rowAt(std::size_t row) const { return m_text->rows[m_shown[row].row]; }
  QString lineText(std::size_t row, Side side);  // as shown; empty where the other run alone has a line
  std::optional<std::size_t> currentRow() const { return m_current; }
  QRect rowRect(std::size_t row) const;          // in the viewport
  void openFold(std::size_t row);
  QString titleOf(Side side) const;              // "A rank 5 · launch 1 · stderr"
  QString copyText() const;                      // the current row with file, line and run
  QSize sizeHint() const override { return {900, 170}; }

 Q_SIGNALS:
  void textChanged();                            // other texts, or aligning began or ended

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void changeEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  struct Job;
  void follow();
  void start(const TextSides& sides);
  void take(const std::shared_ptr<Job>& job);
  void showAnchor();
  void fold(std::optional<std::uint32_t> keep);
  void choose(std::size_t row, bool centred);
  void select(std::size_t row);
  void updateScrollBars();
  int halfWidth() const { return viewport()->width() / 2; }
  QRect halfRect(const QRect& row, Side side) const;
  void paintRow(QPainter& painter, std::size_t row);
  void paintHalf(QPainter& painter, const QRect& half, Side side, const PairedRow& row);
  void paintLine(QPainter& painter, const QRect& rect, const QString& text, const std::vector<WordSpan>& marks, const QColor& mark);
  void paintFold(QPainter& painter, const QRect& rect, std::uint32_t count) const;
  QString emptySentence() const;

  CompareState* m_state;
  TextSides m_wanted;
  std::shared_ptr<const PairedText> m_text;
  std::shared_ptr<Job> m_job;
  std::vector<ShownRow> m_shown;
  std::vector<std::uint32_t> m_opened;           // rows at which unfolded stretches begin
  std::optional<std::uint32_t> m_kept;           // around this row nothing is folded
  std::array<LineCache, 2> m_lines;
  std::optional<std::size_t> m_current;
  int m_widest = 0;
  bool m_selecting = false;
};

}  // namespace lanescope::ui
