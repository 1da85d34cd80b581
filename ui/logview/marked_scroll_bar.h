// SPDX-License-Identifier: Apache-2.0
// A scroll bar that shows where things are: findings, hits, notes. Each kind has a lane of its own beside the handle. Pointing at a mark
// says what it is, a click goes there.
#pragma once

#include <QColor>
#include <QScrollBar>

#include <array>
#include <vector>

namespace lanescope::ui {

class MarkedScrollBar : public QScrollBar {
  Q_OBJECT
 public:
  enum class Marks { findings, hits, notes };
  struct Mark { double at = 0; QColor colour; QString tip; };          // at: 0 to 1, of all rows

  explicit MarkedScrollBar(QWidget* parent = nullptr);
  void setMarks(Marks kind, std::vector<Mark> marks);
  const std::vector<Mark>& marks(Marks kind) const { return m_marks[static_cast<std::size_t>(kind)]; }
  QString tipAt(int y) const;                    // a line for each mark there
  int yOf(const Mark& mark) const;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  std::vector<const Mark*> marksAt(int y) const;

  std::array<std::vector<Mark>, 3> m_marks;
};

}  // namespace lanescope::ui
