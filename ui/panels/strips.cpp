// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/strips.h"

#include "ui/models/current_theme.h"
#include "ui/models/words.h"
#include "ui/theme/shapes.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace lanescope::ui {

namespace {
constexpr int kSteps = 1000;
constexpr std::size_t kMostNotices = 6;
}  // namespace

LoadingStrip::LoadingStrip(QWidget* parent)
    : QWidget(parent), m_text(new QLabel(this)), m_bar(new QProgressBar(this)), m_cancel(new QPushButton(tr("Cancel"), this)) {
  m_text->setFont(uiFont(12));
  m_bar->setTextVisible(false);
  m_bar->setFixedHeight(4);
  m_bar->setAccessibleName(tr("Progress of reading"));
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(18, 4, 18, 4);
  layout->setSpacing(14);
  layout->addWidget(m_text);
  layout->addWidget(m_bar, 1);
  layout->addWidget(m_cancel);
  connect(m_cancel, &QPushButton::clicked, this, &LoadingStrip::cancelRequested);
  hide();
}

void LoadingStrip::begin(const QString& what) {
  m_text->setText(tr("Opening %1").arg(what));
  m_bar->setRange(0, 0);
  m_cancel->setEnabled(true);
  setVisible(true);
}

void LoadingStrip::show(const session::Status& status) {
  if (!status.text.empty()) m_text->setText(toQt(status.text));
  if (status.bytesTotal == 0) return;
  m_bar->setRange(0, kSteps);
  const double part = static_cast<double>(status.bytesDone) / static_cast<double>(status.bytesTotal);
  m_bar->setValue(static_cast<int>(part * kSteps));
}

void LoadingStrip::end() { hide(); }

QString LoadingStrip::text() const { return m_text->text(); }

NoticeStrip::NoticeStrip(QWidget* parent) : QWidget(parent) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(18, 4, 18, 4);
  layout->setSpacing(2);
  hide();
}

void NoticeStrip::add(const base::Error& error) {
  QString sentence = error.where.empty() ? toQt(error.what) : tr("%1: %2").arg(toQt(error.where), toQt(error.what));
  if (!error.tryThis.empty()) sentence += tr(". Try: %1").arg(toQt(error.tryThis));
  add(sentence);
}

void NoticeStrip::add(const QString& sentence) {
  if (sentences().contains(sentence) || static_cast<std::size_t>(layout()->count()) >= kMostNotices) return;
  auto* row = new QWidget(this);
  auto* rowLayout = new QHBoxLayout(row);
  rowLayout->setContentsMargins(0, 0, 0, 0);
  auto* mark = new QLabel(row);
  mark->setPixmap(shapeIcon({Shape::bang, currentTheme().warning, currentTheme().window}).pixmap(14, 14));
  auto* text = new QLabel(sentence, row);
  text->setObjectName(QStringLiteral("sentence"));
  text->setTextFormat(Qt::PlainText);
  text->setWordWrap(true);
  text->setFont(uiFont(12));
  auto* close = new QPushButton(tr("Close"), row);
  close->setFlat(true);
  close->setStyleSheet(
      QStringLiteral("QPushButton { border: none; background: transparent; color: palette(link); padding: 2px 4px; }"
                     "QPushButton:hover, QPushButton:focus { text-decoration: underline; }"));
  rowLayout->addWidget(mark);
  rowLayout->addWidget(text, 1);
  rowLayout->addWidget(close);
  connect(close, &QPushButton::clicked, row, [this, row] {
    layout()->removeWidget(row);
    row->deleteLater();
    if (layout()->count() == 0) hide();
  });
  layout()->addWidget(row);
  setVisible(true);
  QAccessibleEvent said(text, QAccessible::Alert);
  QAccessible::updateAccessibility(&said);
}

void NoticeStrip::clear() {
  while (QLayoutItem* item = layout()->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  hide();
}

QStringList NoticeStrip::sentences() const {
  QStringList result;
  for (const QLabel* label : findChildren<QLabel*>(QStringLiteral("sentence"))) result << label->text();
  return result;
}

}  // namespace lanescope::ui
