// SPDX-License-Identifier: Apache-2.0
// The runs that were opened before, on the start page: what is no longer there is marked, and each can be taken off the list. Arrows walk,
// Return opens, Delete takes off.
#pragma once

#include <QStringList>
#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace lanescope::ui {

class RecentList : public QWidget {
  Q_OBJECT
 public:
  explicit RecentList(QWidget* parent = nullptr);
  void setRuns(const QList<QStringList>& runs);
  int count() const { return static_cast<int>(m_rows.size()); }
  QPushButton* entry(int row) const { return m_rows[row].open; }
  bool isMissing(int row) const { return m_rows[row].missing; }

 Q_SIGNALS:
  void runChosen(const QStringList& paths);
  void removeRequested(const QStringList& paths);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Entry {
    QStringList paths;
    QPushButton* open = nullptr;
    QLabel* note = nullptr;
    bool missing = false;
  };

  void addRow(const QStringList& paths);
  void lookForThem();                            // on a pool thread: a network drive may take its time
  void mark(const QList<bool>& missing);

  QVBoxLayout* m_column;
  QList<Entry> m_rows;
  int m_generation = 0;
};

}  // namespace lanescope::ui
