// SPDX-License-Identifier: Apache-2.0
// Above the timeline: how lanes are grouped and sorted, which ranks are shown, and how many lanes are not. It is there when it is asked
// for, and always while lanes are hidden. GUI thread only.
#pragma once

#include "ui/timeline/timeline_view.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace lanescope::ui {

class LaneBar : public QWidget {
  Q_OBJECT
 public:
  explicit LaneBar(TimelineView* view, QWidget* parent = nullptr);
  void open();                                   // and writes into the list of ranks
  QString sentence() const;                      // "12 of 64 lanes are hidden"; what is wrong with the list of ranks

 protected:
  void keyPressEvent(QKeyEvent* event) override; // Esc closes

 private:
  void change(void (*how)(LaneArrangement&, int), int value);
  void applyRanks();
  void refresh();

  TimelineView* m_view;
  QComboBox* m_grouping;
  QComboBox* m_order;
  QLineEdit* m_ranks;
  QCheckBox* m_troubled;
  QLabel* m_sentence;
  QToolButton* m_all;
  bool m_open = false;
};

}  // namespace lanescope::ui
