// SPDX-License-Identifier: Apache-2.0
// Which pane has the keyboard: a line along its upper edge, whatever the pane itself shows of its focus.
#pragma once

#include <QObject>
#include <QPointer>

class QMainWindow;
class QWidget;

namespace lanescope::ui {

class FocusLine : public QObject {
  Q_OBJECT
 public:
  explicit FocusLine(QMainWindow* window);
  QWidget* pane() const { return m_pane; }       // a dock or what stands in the middle; null where the focus is elsewhere

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void follow(QWidget* focus);
  void place();
  QWidget* paneOf(QWidget* widget) const;

  QMainWindow* m_window;
  QPointer<QWidget> m_pane;
  QPointer<QWidget> m_line;                      // a child of the pane
};

}  // namespace lanescope::ui
