// SPDX-License-Identifier: Apache-2.0
// Asks what is known of a failure: a note, and where more is written down.
#pragma once

#include "ui/shell/sheet.h"

class QLineEdit;
class QPushButton;

namespace lanescope::ui {

class KnownSheet : public Sheet {
  Q_OBJECT
 public:
  // With what is said already. Shows itself, and deletes itself when it closes.
  KnownSheet(const QString& title, const QString& note, const QString& url, QWidget* window);

 Q_SIGNALS:
  void said(const QString& note, const QString& url);

 private:
  void save();

  QLineEdit* m_note;
  QLineEdit* m_url;
  QPushButton* m_save;
};

}  // namespace lanescope::ui
