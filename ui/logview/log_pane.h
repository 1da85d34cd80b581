// SPDX-License-Identifier: Apache-2.0
// The text pane: whose text it is, the rows, and a find bar that opens below them.
#pragma once

#include "ui/logview/log_view.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace lanescope::ui {

class LogPane : public QWidget {
  Q_OBJECT
 public:
  explicit LogPane(ViewState* state, QWidget* parent = nullptr);
  LogView* view() const { return m_view; }
  void openFind();
  void closeFind();
  bool isFindOpen() const;
  QLineEdit* findField() const { return m_field; }
  QString findCountText() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* makeHead();
  QWidget* makeFindBar();
  void updateHead();
  void updateCount();
  void fillScopeMenu();

  ViewState* m_state;
  LogView* m_view;
  QLabel* m_title = nullptr;
  QLabel* m_hint = nullptr;
  QToolButton* m_scope = nullptr;
  QWidget* m_findBar = nullptr;
  QLineEdit* m_field = nullptr;
  QToolButton* m_case = nullptr;
  QLabel* m_count = nullptr;
};

}  // namespace lanescope::ui
