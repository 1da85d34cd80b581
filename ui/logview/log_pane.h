// SPDX-License-Identifier: Apache-2.0
// The text pane: whose text it is and how it is shown, what stands around the first row, what is hidden, and the rows.
#pragma once

#include "ui/logview/log_view.h"

#include <QWidget>

class QLabel;
class QMenu;
class QToolButton;

namespace lanescope::ui {

class LogPane : public QWidget {
  Q_OBJECT
 public:
  LogPane(ViewState* state, SearchState* search, QWidget* parent = nullptr);
  LogView* view() const { return m_view; }
  QString title() const;                         // whose text
  QString countText() const;                     // of lines, and of hits among them
  QString hiddenText() const;                    // what is hidden and why; empty where nothing is
  QString contextText() const;
  // Ranks as people write them, "0-7,13", of the launch that is looked at; false where it is no such list, or none of them has a file.
  bool showRanks(const QString& ranks);
  QToolButton* scopeButton() const { return m_scope; }
  QToolButton* optionsButton() const { return m_options; }

 private:
  QWidget* makeHead();
  QWidget* makeStrip();
  void updateHead();
  void updateContext();
  void fillScopeMenu();
  void fillOptionsMenu();
  std::vector<model::LaneId> lanesOf(std::uint32_t launch, std::uint32_t attempt) const;

  ViewState* m_state;
  SearchState* m_search;
  LogView* m_view;
  QLabel* m_title = nullptr;
  QLabel* m_hint = nullptr;
  QToolButton* m_scope = nullptr;
  QToolButton* m_options = nullptr;
  QLabel* m_context = nullptr;
  QWidget* m_strip = nullptr;
  QLabel* m_hidden = nullptr;
};

}  // namespace lanescope::ui
