// SPDX-License-Identifier: Apache-2.0
// A box in the upper middle of the window: one types, the rows below narrow, Enter takes the current one. Esc closes it, and so does
// whatever takes the keyboard away; what had it before has it again.
#pragma once

#include "ui/shell/quick_model.h"

#include <QPointer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QListView;

namespace lanescope::ui {

class QuickPopup : public QWidget {
  Q_OBJECT
 public:
  // Belongs to `window`; `model` belongs to the popup.
  QuickPopup(QuickModel* model, const QString& name, const QString& placeholder, QWidget* window);
  void open();
  // What had the keyboard when it was opened.
  QWidget* before() const { return m_before; }
  QLineEdit* field() const { return m_field; }
  QListView* list() const { return m_list; }

 Q_SIGNALS:
  void chosen(int row);                          // the popup is closed by then

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void narrow();
  void place();
  void walk(int rows);
  void choose();
  void dismiss();
  void tellCurrent();                            // to a screen reader, which stays in the field
  void onFocus(QWidget* now);

  QuickModel* m_model;
  QLineEdit* m_field;
  QListView* m_list;
  QLabel* m_sentence;
  QPointer<QWidget> m_before;
};

}  // namespace lanescope::ui
