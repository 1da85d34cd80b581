// SPDX-License-Identifier: Apache-2.0
// Asks what is known of a failure: a note, and where more is written down. Also a plain text in a window of its own.
#pragma once

#include <QDialog>

class QLineEdit;

namespace lanescope::ui {

class KnownDialog : public QDialog {
  Q_OBJECT
 public:
  // With what is said already. Deletes itself when it closes.
  KnownDialog(const QString& title, const QString& note, const QString& url, QWidget* parent);

 Q_SIGNALS:
  void said(const QString& note, const QString& url);

 private:
  QLineEdit* m_note;
  QLineEdit* m_url;
};

// Not modal; deletes itself when it closes.
QDialog* showText(const QString& title, const QString& text, QWidget* parent);

}  // namespace lanescope::ui
