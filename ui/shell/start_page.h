// SPDX-License-Identifier: Apache-2.0
// What stands in the window before a run is open: what to drop, and what was opened before.
#pragma once

#include <QStringList>
#include <QWidget>

namespace lanescope::ui {

class RecentList;

class StartPage : public QWidget {
  Q_OBJECT
 public:
  explicit StartPage(QWidget* parent = nullptr);
  void setRecent(const QList<QStringList>& runs);
  RecentList* recent() const { return m_recent; }
  void setDropping(bool dropping);  // something is held over the window

 Q_SIGNALS:
  void openRequested();
  void openFolderRequested();
  void runChosen(const QStringList& paths);
  void removeRequested(const QStringList& paths);  // from the list of recent ones

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QWidget* m_box;
  RecentList* m_recent;
  bool m_dropping = false;
};

}  // namespace lanescope::ui
