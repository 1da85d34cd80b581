// SPDX-License-Identifier: Apache-2.0
// What a pane does when it is told one of its commands: by the keys that the command has at present, or by name. It is a child of the
// pane, where whoever wants to tell it something finds it.
#pragma once

#include <QHash>
#include <QObject>
#include <QStringList>

#include <functional>
#include <optional>

class QAbstractItemView;
class QKeyEvent;
class QWidget;

namespace lanescope::ui {

class PaneCommands : public QObject {
  Q_OBJECT
 public:
  explicit PaneCommands(QWidget* pane);
  // That of the widget or of the first one that it stands in; nullptr: nobody listens there.
  static PaneCommands* of(QWidget* widget);

  QWidget* pane() const;
  void add(const char* id, std::function<void()> run);   // instead of what the command did before
  const QStringList& ids() const { return m_ids; }
  bool run(const QString& id) const;
  bool handle(const QKeyEvent& event) const;     // false: the keys mean nothing here
  bool knows(const QKeyEvent& event) const { return meant(event).has_value(); }   // handle() would do something

 private:
  std::optional<QString> meant(const QKeyEvent& event) const;

  QStringList m_ids;                             // in the order in which they were added
  QHash<QString, std::function<void()>> m_runs;
};

// A list or table knows Return, F2 and the menu key by itself: the keys that the user wants instead are turned into those.
class ListCommands : public PaneCommands {
  Q_OBJECT
 public:
  explicit ListCommands(QAbstractItemView* view);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void press(int key);

  QAbstractItemView* m_view;
  bool m_pressing = false;
};

}  // namespace lanescope::ui
