// SPDX-License-Identifier: Apache-2.0
// The answer on top of the window: one sentence, what came next, what is not known, and the outcome as a badge. A run that
// is still being read says no verdict word. A click goes to the line.
#pragma once

#include "ui/models/view_state.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace lanescope::ui {

class ClampedLabel;

class VerdictStrip : public QWidget {
  Q_OBJECT
 public:
  explicit VerdictStrip(ViewState* state, QWidget* parent = nullptr);
  QString headline() const;
  QString badge() const;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void refresh();
  void applyColours();

  ViewState* m_state;
  QWidget* m_icon;
  QLabel* m_role;
  ClampedLabel* m_headline;
  ClampedLabel* m_known;                         // seen before
  ClampedLabel* m_then;
  ClampedLabel* m_context;
  QLabel* m_badge;
  QPushButton* m_showLine;
};

}  // namespace lanescope::ui
