// SPDX-License-Identifier: Apache-2.0
// The box in the window's top bar: what is searched for, how it is meant, and how many lines match. Whatever else starts a search shows here.
#pragma once

#include "ui/models/search_state.h"

#include <QTimer>
#include <QWidget>

#include <array>

class QComboBox;
class QLabel;
class QLineEdit;
class QStringListModel;
class QToolButton;

namespace lanescope::ui {

class PaneCommands;

class SearchBox : public QWidget {
  Q_OBJECT
 public:
  explicit SearchBox(SearchState* search, QWidget* parent = nullptr);
  // The box gets the keyboard, its text chosen; what was searched for last is searched for again.
  void open();
  void open(SearchQuery::Scope scope);
  // Writes the query into the box, searches, and goes to its first hit.
  void searchFor(const SearchQuery& query);
  void startOver();                              // an empty box with the keyboard
  void endSearch();
  void nameRuns();                               // what is searched is one run, or two that are compared
  SearchQuery typed() const;

  QLineEdit* field() const { return m_field; }
  QComboBox* scope() const { return m_scope; }
  // The number of the hit that is selected, counted from 0 as they are walked.
  void setCurrentHit(std::optional<std::uint64_t> hit);
  QString countText() const;                     // "3 of 1,922"
  // What stands below the box: the text with a caret under the place where it is no expression; empty where it is one.
  QString faultText() const;

 Q_SIGNALS:
  void searched();                               // a search began here
  void closeRequested();
  void nextRequested(int direction);             // the next hit from where one is
  void listRequested();                          // to the hits

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  QSize sizeHint() const override;

 private:
  QToolButton* makeToggle(const QString& text);
  void addCommands();
  void updateTips();
  void layOut();
  std::array<QWidget*, 5> parts() const;         // in the order in which they stand behind the text
  void fitParts();
  void setTyped(const SearchQuery& query);
  void search(bool jump);
  void onTyped();
  void onChanged();
  void onFound();
  void refresh();
  void placeFault();
  bool handleKey(int key, Qt::KeyboardModifiers modifiers);

  SearchState* m_search;
  PaneCommands* m_commands;
  QLineEdit* m_field;
  QToolButton* m_case;
  QToolButton* m_word;
  QToolButton* m_regex;
  QComboBox* m_scope;
  QLabel* m_count;
  QLabel* m_fault;                               // over what is below the box
  QStringListModel* m_history;
  QTimer m_typing;
  std::optional<std::uint64_t> m_current;
  bool m_jump = false;                           // the first hit is still to be gone to
};

}  // namespace lanescope::ui
