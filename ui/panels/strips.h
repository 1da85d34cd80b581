// SPDX-License-Identifier: Apache-2.0
// Thin strips under the menu bar: what is being read, and what a person should know. Nothing modal.
#pragma once

#include "core/base/result.h"
#include "core/session/session.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace lanescope::ui {

// Hidden unless something is being read.
class LoadingStrip : public QWidget {
  Q_OBJECT
 public:
  explicit LoadingStrip(QWidget* parent = nullptr);
  void begin(const QString& what);
  void show(const session::Status& status);
  void end();
  QString text() const;

 Q_SIGNALS:
  void cancelRequested();

 private:
  QLabel* m_text;
  QProgressBar* m_bar;
  QPushButton* m_cancel;
};

// Sentences with a Close button each, newest last; hidden when empty.
class NoticeStrip : public QWidget {
  Q_OBJECT
 public:
  explicit NoticeStrip(QWidget* parent = nullptr);
  void add(const QString& sentence);
  void add(const base::Error& error);  // what, where, what to try
  void clear();
  QStringList sentences() const;
};

}  // namespace lanescope::ui
