// SPDX-License-Identifier: Apache-2.0
// Which two runs are compared: A, the run, and B, what it is compared with. For each its identity, what happened in one sentence, and how
// it came out.
#pragma once

#include "ui/compare/compare_state.h"

#include <QWidget>

#include <array>

class QLabel;

namespace lanescope::ui {

class CompareHeader : public QWidget {
  Q_OBJECT
 public:
  explicit CompareHeader(CompareState* state, QWidget* parent = nullptr);
  QString title(Side side) const;                // "run 29730011842 · commit e0d451b7c2 · 2026-08-21 19:24 Z"
  QString sentence(Side side) const;
  QString badge(Side side) const;
  void refresh();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  struct Half {
    QWidget* box = nullptr;
    QLabel* letter = nullptr;
    QLabel* title = nullptr;
    QLabel* sentence = nullptr;
    QLabel* badge = nullptr;
    QString fullTitle, fullSentence;
  };
  Half makeHalf(Side side);
  void applyColours();
  void elide();

  CompareState* m_state;
  std::array<Half, 2> m_halves;
};

// "run 29730011842 · commit e0d451b7c2 · 2026-08-21 19:24:02Z"; its name where it has no number.
QString runTitle(const model::Run& run);

}  // namespace lanescope::ui
