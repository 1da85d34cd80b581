// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/start_page.h"

#include "ui/models/current_theme.h"
#include "ui/theme/shapes.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace lanescope::ui {

namespace {

constexpr int kWidth = 560;
constexpr int kMostShown = 5;

QLabel* sentence(const QString& text, const QFont& font, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  label->setFont(font);
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);
  return label;
}

// "logs-mcore.zip + job.txt"
QString runLabel(const QStringList& paths) {
  QStringList names;
  for (const QString& path : paths) names << QFileInfo(path).fileName();
  return names.join(QStringLiteral(" + "));
}

}  // namespace

StartPage::StartPage(QWidget* parent) : QWidget(parent), m_box(new QWidget(this)), m_recent(new QVBoxLayout) {
  m_box->setFixedWidth(kWidth);
  auto* inner = new QVBoxLayout(m_box);
  inner->setContentsMargins(36, 32, 36, 32);
  inner->setSpacing(12);
  inner->addWidget(sentence(tr("Drop what the job left behind"), uiFont(20, true), m_box));
  auto* what = sentence(
      tr("A CI artifact (zip), the job log, an NCCL debug file, a folder of rank logs. Several things dropped together are one "
         "run. Nothing is asked, nothing leaves this machine."),
      uiFont(13), m_box);
  what->setFixedHeight(what->heightForWidth(kWidth - 72));
  inner->addWidget(what);
  auto* buttons = new QHBoxLayout;
  auto* open = new QPushButton(tr("Open…"), m_box);
  auto* folder = new QPushButton(tr("Open folder…"), m_box);
  buttons->addWidget(open);
  buttons->addWidget(folder);
  buttons->addStretch(1);
  inner->addSpacing(4);
  inner->addLayout(buttons);
  inner->addSpacing(8);
  m_recent->setSpacing(2);
  inner->addLayout(m_recent);
  auto* layout = new QVBoxLayout(this);
  layout->addStretch(2);
  layout->addWidget(m_box, 0, Qt::AlignHCenter);
  layout->addStretch(3);
  connect(open, &QPushButton::clicked, this, &StartPage::openRequested);
  connect(folder, &QPushButton::clicked, this, &StartPage::openFolderRequested);
}

void StartPage::setRecent(const QList<QStringList>& runs) {
  while (QLayoutItem* item = m_recent->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  if (runs.isEmpty()) return;
  m_recent->addWidget(sentence(tr("OPENED BEFORE"), uiFont(11, true), m_box));
  for (const QStringList& paths : runs.mid(0, kMostShown)) {
    auto* button = new QPushButton(QFontMetrics(uiFont(13)).elidedText(runLabel(paths), Qt::ElideMiddle, kWidth - 90), m_box);
    button->setFlat(true);
    button->setCursor(Qt::PointingHandCursor);
    button->setToolTip(paths.join(QLatin1Char('\n')));
    button->setStyleSheet(QStringLiteral(
        "QPushButton { border: none; background: transparent; text-align: left; padding: 3px 0; color: palette(link); }"
        "QPushButton:hover, QPushButton:focus { text-decoration: underline; }"));
    connect(button, &QPushButton::clicked, this, [this, paths] { Q_EMIT runChosen(paths); });
    m_recent->addWidget(button);
  }
}

void StartPage::setDropping(bool dropping) {
  m_dropping = dropping;
  update();
}

void StartPage::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(this);
  painter.fillRect(rect(), theme.base);
  painter.setRenderHint(QPainter::Antialiasing);
  QPen pen(m_dropping ? theme.link : theme.hairline.darker(theme.kind == ThemeKind::light ? 110 : 90), m_dropping ? 2 : 1.5,
           Qt::DashLine);
  painter.setPen(pen);
  painter.setBrush(theme.window);
  painter.drawRoundedRect(QRectF(m_box->geometry()).adjusted(1, 1, -1, -1), 10, 10);
}

}  // namespace lanescope::ui
