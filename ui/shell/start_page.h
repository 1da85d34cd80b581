// SPDX-License-Identifier: Apache-2.0
// What stands in the window before a run is open: what to drop, and what was opened before.
#pragma once

#include <QStringList>
#include <QWidget>

class QVBoxLayout;

namespace lanescope::ui {

class StartPage : public QWidget {
  Q_OBJECT
 public:
  explicit StartPage(QWidget* parent = nullptr);
  void setRecent(const QList<QStringList>& runs);
  void setDropping(bool dropping);  // something is held over the window

 Q_SIGNALS:
  void openRequested();
  void openFolderRequested();
  void runChosen(const QStringList& paths);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QWidget* m_box;
  QVBoxLayout* m_recent;
  bool m_dropping = false;
};

}  // namespace lanescope::ui
