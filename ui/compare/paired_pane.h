// SPDX-License-Identifier: Apache-2.0
// The two timelines with the bar that says, and changes, how they are laid over each other.
#pragma once

#include "ui/compare/paired_view.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace lanescope::ui {

class Overview;

class PairedPane : public QWidget {
  Q_OBJECT
 public:
  explicit PairedPane(CompareState* state, QWidget* parent = nullptr);
  PairedView* view() const { return m_view; }
  const std::array<Overview*, 2>& overviews() const { return m_overviews; }
  // Where both runs are prepared before they are shown.
  void setPreparedRuns(const std::shared_ptr<PreparedRuns>& runs);
  QToolButton* alignButton(AlignBy by) const { return m_align[static_cast<std::size_t>(by)]; }
  QString sentence() const { return m_fullSentence; }   // "0 = start of … in both"

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* makeBar();
  void refresh();
  void placeOverviews();
  void elide();
  QString alignmentSentence() const;

  CompareState* m_state;
  PairedView* m_view;
  std::array<Overview*, 2> m_overviews{};        // of both runs, each with the window of its own clock
  std::array<QToolButton*, 4> m_align{};
  QToolButton* m_order = nullptr;
  QToolButton* m_launches = nullptr;
  QLabel* m_sentence = nullptr;
  QString m_fullSentence;
};

}  // namespace lanescope::ui
