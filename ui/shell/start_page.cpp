// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/start_page.h"

#include "ui/models/current_theme.h"
#include "ui/shell/recent_list.h"
#include "ui/shell/sample_run.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace lanescope::ui {

namespace {

constexpr int kWidth = 560;

QLabel* sentence(const QString& text, const QFont& font, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  label->setFont(font);
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);
  return label;
}

}  // namespace

StartPage::StartPage(QWidget* parent) : QWidget(parent), m_box(new QWidget(this)), m_recent(new RecentList(m_box)) {
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
  auto* sample = new QPushButton(tr("Open the sample"), m_box);
  sample->setToolTip(tr("A small run that failed, to look around in"));
  sample->setVisible(!samplePaths().isEmpty());
  buttons->addWidget(sample);
  inner->addSpacing(4);
  inner->addLayout(buttons);
  inner->addSpacing(8);
  inner->addWidget(m_recent);
  auto* layout = new QVBoxLayout(this);
  layout->addStretch(2);
  layout->addWidget(m_box, 0, Qt::AlignHCenter);
  layout->addStretch(3);
  connect(open, &QPushButton::clicked, this, &StartPage::openRequested);
  connect(folder, &QPushButton::clicked, this, &StartPage::openFolderRequested);
  connect(sample, &QPushButton::clicked, this, [this] { Q_EMIT runChosen(samplePaths()); });
  connect(m_recent, &RecentList::runChosen, this, &StartPage::runChosen);
  connect(m_recent, &RecentList::removeRequested, this, &StartPage::removeRequested);
  setFocusProxy(open);
}

void StartPage::setRecent(const QList<QStringList>& runs) { m_recent->setRuns(runs); }

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
