// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/known_sheet.h"

#include "ui/theme/theme.h"

#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lanescope::ui {

namespace {

constexpr int kWidth = 560;

}  // namespace

KnownSheet::KnownSheet(const QString& title, const QString& note, const QString& url, QWidget* window)
    : Sheet(window), m_note(new QLineEdit(note)), m_url(new QLineEdit(url)), m_save(new QPushButton(tr("Save"))) {
  setAccessibleName(tr("Known failure"));
  auto* content = new QWidget(this);
  auto* heading = new QLabel(title);
  heading->setFont(uiFont(13, true));
  heading->setWordWrap(true);
  heading->setTextFormat(Qt::PlainText);
  auto* what = new QLabel(tr("Runs that show the same failure will say that it was seen before, when, where, and this note. It is kept in your data folder."));
  what->setWordWrap(true);
  what->setForegroundRole(QPalette::PlaceholderText);
  m_note->setPlaceholderText(tr("What is known of it, and what to do"));
  m_url->setPlaceholderText(tr("https://… (may be empty)"));
  auto* form = new QFormLayout;
  form->addRow(tr("&Note"), m_note);
  form->addRow(tr("&Address"), m_url);
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(20, 18, 20, 16);
  column->setSpacing(12);
  column->addWidget(heading);
  column->addWidget(what);
  column->addLayout(form);
  column->addLayout(closingRow(tr("Cancel"), m_save));
  content->setFixedWidth(kWidth);
  setBox(content);
  closesForGood();
  const auto follow = [this] { m_save->setEnabled(!m_note->text().trimmed().isEmpty()); };
  connect(m_note, &QLineEdit::textChanged, this, follow);
  follow();
  for (QLineEdit* field : {m_note, m_url}) connect(field, &QLineEdit::returnPressed, this, &KnownSheet::save);
  connect(m_save, &QPushButton::clicked, this, &KnownSheet::save);
  showOver();
  m_note->setFocus(Qt::PopupFocusReason);
}

void KnownSheet::save() {
  if (!m_save->isEnabled()) return;
  Q_EMIT said(m_note->text(), m_url->text());
  hide();
}

}  // namespace lanescope::ui
