// SPDX-License-Identifier: Apache-2.0
#include "ui/compare/compare_header.h"

#include "core/report/verdict.h"
#include "ui/models/current_theme.h"
#include "ui/models/words.h"
#include "ui/theme/clipped_text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

namespace lanescope::ui {

namespace {

constexpr int kBarWidth = 4, kBadgeHeight = 20;
constexpr Side kSides[] = {Side::run, Side::baseline};
constexpr std::size_t indexOf(Side side) { return static_cast<std::size_t>(side); }

QString sentenceOf(const model::Run& run) {
  if (!run.complete) return CompareHeader::tr("being read");
  QStringList parts{toQt(report::verdictOf(run).headline)};
  if (run.clock.first.known() && run.clock.last.known()) parts << lengthText(static_cast<double>(run.clock.last.utc - run.clock.first.utc) / 1e9);
  return parts.join(QStringLiteral(" · "));
}

QColor badgeGround(model::RunOutcome outcome, const Theme& theme) {
  switch (outcome) {
    case model::RunOutcome::passed: return theme.badgePassed;
    case model::RunOutcome::recovered: return theme.badgeRecovered;
    case model::RunOutcome::failed: return theme.badgeFailed;
    default: return theme.calloutOther;
  }
}

void setColour(QWidget* widget, const QColor& colour) {
  QPalette palette = widget->palette();
  palette.setColor(QPalette::WindowText, colour);
  widget->setPalette(palette);
}

}  // namespace

QString runTitle(const model::Run& run) {
  QStringList parts;
  if (run.identity.runId.empty()) parts << toQt(run.name);
  else parts << CompareHeader::tr("run %1").arg(toQt(run.identity.runId));
  if (!run.environment.commit.empty()) parts << CompareHeader::tr("commit %1").arg(toQt(run.environment.commit.substr(0, 10)));
  if (run.clock.first.known()) parts << timeText(model::When::at(run.clock.first.utc, 1'000'000'000), true);
  return parts.join(QStringLiteral(" · "));
}

CompareHeader::CompareHeader(CompareState* state, QWidget* parent) : QWidget(parent), m_state(state) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  for (const Side side : kSides) {
    m_halves[indexOf(side)] = makeHalf(side);
    layout->addWidget(m_halves[indexOf(side)].box, 1);
  }
  setAccessibleName(tr("The runs that are compared"));
  connect(state, &CompareState::resultChanged, this, &CompareHeader::refresh);
  refresh();
}

CompareHeader::Half CompareHeader::makeHalf(Side side) {
  Half half;
  half.box = new QWidget(this);
  half.letter = new QLabel(side == Side::run ? QStringLiteral("A") : QStringLiteral("B"), half.box);
  half.letter->setFont(uiFont(20, true));
  half.title = new QLabel(half.box);
  half.title->setFont(uiFont(12, true));
  half.sentence = new QLabel(half.box);
  half.sentence->setFont(uiFont(12));
  half.badge = new QLabel(half.box);
  half.badge->setFont(uiFont(11, true));
  half.badge->setAlignment(Qt::AlignCenter);
  half.badge->setFixedHeight(kBadgeHeight);
  for (QLabel* label : {half.title, half.sentence}) {
    label->setTextFormat(Qt::PlainText);
    label->setMinimumWidth(1);
  }
  auto* words = new QVBoxLayout;
  words->setSpacing(1);
  words->addWidget(half.title);
  words->addWidget(half.sentence);
  auto* layout = new QHBoxLayout(half.box);
  layout->setContentsMargins(kBarWidth + 12, 5, 14, 6);
  layout->setSpacing(14);
  layout->addWidget(half.letter);
  layout->addLayout(words, 1);
  layout->addWidget(half.badge);
  return half;
}

QString CompareHeader::title(Side side) const { return m_halves[indexOf(side)].fullTitle; }
QString CompareHeader::sentence(Side side) const { return m_halves[indexOf(side)].fullSentence; }
QString CompareHeader::badge(Side side) const { return m_halves[indexOf(side)].badge->text(); }

void CompareHeader::refresh() {
  for (const Side side : kSides) {
    Half& half = m_halves[indexOf(side)];
    const auto run = m_state->side(side)->run();
    half.fullTitle = run ? runTitle(*run) : QString();
    half.fullSentence = run ? sentenceOf(*run) : tr("being read");
    half.badge->setText(run && run->complete ? toQt(report::verdictOf(*run).badge) : QString());
    half.badge->setVisible(!half.badge->text().isEmpty());
    QString tip = half.fullTitle + QLatin1Char('\n') + half.fullSentence;
    if (side == Side::baseline && m_state->result()) {
      for (const compare::BaselineInfo& info : m_state->result()->baselines) {
        if (!info.notes.empty()) tip += QLatin1Char('\n') + toQt(info.notes);
      }
      if (m_state->result()->baselines.size() > 1) half.fullTitle += QStringLiteral(" · ") + tr("the first of %1 baselines").arg(m_state->result()->baselines.size());
    }
    half.box->setToolTip(tip);
    half.box->setAccessibleName(half.letter->text() + QLatin1Char(' ') + tip);
  }
  elide();
  applyColours();
}

void CompareHeader::elide() {
  for (const Half& half : m_halves) {
    half.title->setText(QFontMetrics(half.title->font()).elidedText(clippedText(half.fullTitle), Qt::ElideMiddle, std::max(40, half.title->width())));
    half.sentence->setText(QFontMetrics(half.sentence->font()).elidedText(clippedText(half.fullSentence), Qt::ElideRight, std::max(40, half.sentence->width())));
  }
}

void CompareHeader::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  // The labels have their new widths when the layout is done.
  QMetaObject::invokeMethod(this, &CompareHeader::elide, Qt::QueuedConnection);
}

void CompareHeader::applyColours() {
  const Theme& theme = currentTheme();
  for (const Side side : kSides) {
    const Half& half = m_halves[indexOf(side)];
    setColour(half.letter, side == Side::run ? theme.runText : theme.baselineText);
    setColour(half.title, theme.text);
    setColour(half.sentence, theme.muted);
    const auto run = m_state->side(side)->run();
    half.badge->setStyleSheet(QStringLiteral("QLabel { background: %1; color: %2; border-radius: 10px; padding: 0 10px; }")
                                  .arg(badgeGround(run ? run->outcome : model::RunOutcome::unknown, theme).name(), theme.badgeText.name()));
  }
  update();
}

void CompareHeader::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) applyColours();
}

void CompareHeader::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& theme = currentTheme();
  for (const Side side : kSides) {
    const QRect box = m_halves[indexOf(side)].box->geometry();
    painter.fillRect(box, side == Side::run ? theme.runTint : theme.baselineTint);
    painter.fillRect(QRect(box.left(), box.top(), kBarWidth, box.height()), side == Side::run ? theme.runText : theme.baselineText);
  }
  painter.fillRect(0, height() - 1, width(), 1, theme.hairline);
}

}  // namespace lanescope::ui
