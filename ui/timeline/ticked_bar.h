// SPDX-License-Identifier: Apache-2.0
// Over the lower edge of the timeline while lanes are ticked: how many, and what can be done with them. It takes no room from the lanes,
// which would move under the pointer. GUI thread only.
#pragma once

#include "ui/timeline/timeline_view.h"

#include <QFrame>

class QLabel;

namespace lanescope::ui {

class TickedBar : public QFrame {
  Q_OBJECT
 public:
  explicit TickedBar(TimelineView* view);
  QString sentence() const;                      // "3 lanes ticked: ranks 5–7"

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void addButton(const QString& text, const char* command);
  void refresh();
  void place();

  TimelineView* m_view;
  QLabel* m_sentence;
};

}  // namespace lanescope::ui
