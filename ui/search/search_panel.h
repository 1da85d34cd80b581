// SPDX-License-Identifier: Apache-2.0
// What the search found, by rank, and what is done with it: hiding what does not match, searching in it, keeping the search. Choosing a hit
// selects its line everywhere. The box itself stands in the window's top bar (search_box.h).
#pragma once

#include "ui/models/search_state.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace lanescope::ui {

class ResultsModel;
class RowListView;

class SearchPanel : public QWidget {
  Q_OBJECT
 public:
  explicit SearchPanel(SearchState* search, QWidget* parent = nullptr);
  RowListView* list() const { return m_list; }
  ResultsModel* results() const { return m_results; }
  QString countText() const;
  QString messageText() const;                   // what is wrong with the text, or what narrows the search
  // The hit behind or before the current row of the list; selects it.
  void walk(int direction);
  void enterList();                              // the keyboard goes to the hits
  QToolButton* savedButton() const { return m_saved; }
  QToolButton* lanesButton() const { return m_lanes; }
  QToolButton* linesButton() const { return m_lines; }

 Q_SIGNALS:
  void closeRequested();
  void boxRequested();                           // the keyboard back to the box
  void narrowed();                               // the next search looks only at what was found
  void searchRequested(const SearchQuery& query);
  void openRequested();                          // Enter on a hit: to its line
  void wentRound(int direction);                 // walking went on from the other end

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  QSize sizeHint() const override { return {460, 240}; }

 private:
  QWidget* makeHead();
  QToolButton* makeToggle(const QString& text, const QString& tip, void (SearchState::*set)(bool), QWidget* parent);
  void refresh();
  void choose(const QModelIndex& index);
  void fillSaved();
  void narrow();
  bool handleListKey(int key);
  void showSelection();

  SearchState* m_search;
  ResultsModel* m_results;
  RowListView* m_list;
  QToolButton* m_lines = nullptr;
  QToolButton* m_lanes = nullptr;
  QToolButton* m_saved = nullptr;
  QToolButton* m_stop = nullptr;
  QLabel* m_count = nullptr;
  QLabel* m_message;
  bool m_choosing = false;
};

}  // namespace lanescope::ui
