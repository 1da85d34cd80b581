// SPDX-License-Identifier: Apache-2.0
// The search: one box over all sources, how it is meant, and what was found, by rank. Choosing a hit selects its line everywhere.
#pragma once

#include "ui/models/search_state.h"

#include <QTimer>
#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QStringListModel;
class QToolButton;

namespace lanescope::ui {

class ResultsModel;
class RowListView;

class SearchPanel : public QWidget {
  Q_OBJECT
 public:
  explicit SearchPanel(SearchState* search, QWidget* parent = nullptr);
  // The box gets the keyboard, its text chosen; what was searched for last is searched for again.
  void openBox();
  void endSearch();
  QLineEdit* field() const { return m_field; }
  RowListView* list() const { return m_list; }
  ResultsModel* results() const { return m_results; }
  QString countText() const;
  QString messageText() const;                   // what is wrong with the text, and what narrows the search
  // The hit behind or before the current row of the list; selects it.
  void walk(int direction);
  QToolButton* savedButton() const { return m_saved; }
  QComboBox* scope() const { return m_scope; }

 Q_SIGNALS:
  void closeRequested();
  void nextRequested(int direction);             // Enter in the box: the next hit from where one is
  void openRequested();                          // Enter on a hit: to its line

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  QSize sizeHint() const override { return {460, 240}; }

 private:
  QWidget* makeBox();
  QWidget* makeHow();
  QToolButton* makeToggle(const QString& text, const QString& tip, QWidget* parent);
  SearchQuery typed() const;
  void setTyped(const SearchQuery& query);
  void search(bool jump);
  void onTyped();
  void onFound();
  void refresh();
  void choose(const QModelIndex& index);
  void fillSaved();
  void narrow();
  bool handleFieldKey(int key, Qt::KeyboardModifiers modifiers);
  bool handleListKey(int key);
  void showSelection();

  SearchState* m_search;
  ResultsModel* m_results;
  RowListView* m_list;
  QLineEdit* m_field = nullptr;
  QToolButton* m_case = nullptr;
  QToolButton* m_word = nullptr;
  QToolButton* m_regex = nullptr;
  QToolButton* m_saved = nullptr;
  QToolButton* m_stop = nullptr;
  QComboBox* m_scope = nullptr;
  QLabel* m_count = nullptr;
  QLabel* m_message = nullptr;
  QStringListModel* m_history = nullptr;
  QTimer m_typing;
  bool m_jump = false;                           // the first hit is still to be gone to
  bool m_choosing = false;
};

}  // namespace lanescope::ui
