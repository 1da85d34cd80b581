// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/known_dialog.h"

#include "ui/theme/theme.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lanescope::ui {

namespace {

constexpr int kWidth = 520;
constexpr QSize kTextSize(860, 560);

}  // namespace

KnownDialog::KnownDialog(const QString& title, const QString& note, const QString& url, QWidget* parent)
    : QDialog(parent), m_note(new QLineEdit(note, this)), m_url(new QLineEdit(url, this)) {
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(tr("Known failure"));
  setMinimumWidth(kWidth);
  auto* heading = new QLabel(title, this);
  heading->setFont(uiFont(13, true));
  heading->setWordWrap(true);
  heading->setTextFormat(Qt::PlainText);
  auto* what = new QLabel(tr("Runs that show the same failure will say that it was seen before, when, where, and this note. It is kept in your data folder."), this);
  what->setWordWrap(true);
  what->setForegroundRole(QPalette::PlaceholderText);
  m_note->setPlaceholderText(tr("What is known of it, and what to do"));
  m_url->setPlaceholderText(tr("https://… (may be empty)"));
  auto* form = new QFormLayout;
  form->addRow(tr("&Note"), m_note);
  form->addRow(tr("&Address"), m_url);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
  QPushButton* const save = buttons->button(QDialogButtonBox::Save);
  const auto follow = [this, save] { save->setEnabled(!m_note->text().trimmed().isEmpty()); };
  connect(m_note, &QLineEdit::textChanged, this, follow);
  follow();
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(this, &QDialog::accepted, this, [this] { Q_EMIT said(m_note->text(), m_url->text()); });
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(20, 18, 20, 16);
  layout->setSpacing(12);
  layout->addWidget(heading);
  layout->addWidget(what);
  layout->addLayout(form);
  layout->addWidget(buttons);
  m_note->setFocus();
}

QDialog* showText(const QString& title, const QString& text, QWidget* parent) {
  auto* dialog = new QDialog(parent);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(title);
  dialog->resize(kTextSize);
  auto* shown = new QPlainTextEdit(text, dialog);
  shown->setReadOnly(true);
  shown->setFont(monoFont(12));
  shown->setFrameShape(QFrame::NoFrame);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
  auto* layout = new QVBoxLayout(dialog);
  layout->addWidget(shown);
  layout->addWidget(buttons);
  dialog->show();
  return dialog;
}

}  // namespace lanescope::ui
