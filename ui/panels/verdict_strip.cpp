// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/verdict_strip.h"

#include "core/report/added_text.h"
#include "core/report/verdict.h"
#include "ui/models/current_theme.h"
#include "ui/models/finding_look.h"
#include "ui/models/words.h"
#include "ui/panels/clamped_label.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace lanescope::ui {

namespace {

constexpr int kBarWidth = 4;
constexpr int kBadgeHeight = 24;
constexpr int kMostLines = 2;                     // of a sentence: those that name hundreds of ranks leave room for the lanes

// The first failure's diamond, or a quiet mark where there is none.
class VerdictIcon : public QWidget {
 public:
  VerdictIcon(ViewState* state, QWidget* parent) : QWidget(parent), m_state(state) { setFixedSize(34, 34); }

 protected:
  void paintEvent(QPaintEvent*) override {
    const auto run = m_state->run();
    if (run == nullptr || !run->complete) return;
    const Theme& theme = currentTheme();
    ShapeLook look{Shape::dot, theme.advice, theme.window};
    if (run->firstFailure) {
      const model::Finding& first = run->findings[*run->firstFailure];
      look = findingLook(first.role, first.findingClass, theme);
      look.ground = theme.firstFailureGround;
    } else if (run->outcome == model::RunOutcome::passed) {
      look = {Shape::check, theme.lifecycle, theme.window};
    }
    QPainter painter(this);
    paintShape(painter, look, QRectF(rect()).center(), 18);
  }

 private:
  ViewState* m_state;
};

// Without the folders of its file.
std::string shortTest(const std::string& id) {
  const std::size_t slash = id.rfind('/', id.find("::"));
  return slash == std::string::npos ? id : id.substr(slash + 1);
}

void setColour(QWidget* widget, const QColor& colour) {
  QPalette palette = widget->palette();
  palette.setColor(QPalette::WindowText, colour);
  widget->setPalette(palette);
}

}  // namespace

VerdictStrip::VerdictStrip(ViewState* state, QWidget* parent)
    : QWidget(parent),
      m_state(state),
      m_icon(new VerdictIcon(state, this)),
      m_role(new QLabel(tr("First failure"), this)),
      m_headline(new ClampedLabel(uiFont(15, true), kMostLines, this)),
      m_known(new ClampedLabel(uiFont(12, true), kMostLines, this)),
      m_then(new ClampedLabel(uiFont(12), kMostLines, this)),
      m_context(new ClampedLabel(uiFont(12), kMostLines, this)),
      m_badge(new QLabel(this)),
      m_showLine(new QPushButton(tr("show line ⏎"), this)) {
  m_role->setFont(uiFont(12, true));
  m_badge->setFont(uiFont(12, true));
  m_badge->setAlignment(Qt::AlignCenter);
  m_badge->setFixedHeight(kBadgeHeight);
  m_showLine->setFlat(true);
  m_showLine->setCursor(Qt::PointingHandCursor);
  m_showLine->setFont(uiFont(12));
  connect(m_showLine, &QPushButton::clicked, m_state, &ViewState::showAnswer);

  auto* first = new QHBoxLayout;
  first->setSpacing(12);
  first->addWidget(m_role, 0, Qt::AlignTop);
  first->addWidget(m_headline, 1);
  auto* sentences = new QVBoxLayout;
  sentences->setSpacing(3);
  sentences->addLayout(first);
  sentences->addWidget(m_known);
  sentences->addWidget(m_then);
  sentences->addWidget(m_context);
  auto* right = new QVBoxLayout;
  right->setSpacing(4);
  right->addWidget(m_badge, 0, Qt::AlignRight);
  right->addWidget(m_showLine, 0, Qt::AlignRight);
  right->addStretch(1);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(kBarWidth + 14, 9, 18, 10);
  layout->setSpacing(12);
  layout->addWidget(m_icon, 0, Qt::AlignTop);
  layout->addLayout(sentences, 1);
  layout->addLayout(right);
  connect(state, &ViewState::runChanged, this, &VerdictStrip::refresh);
  connect(state, &ViewState::seenBeforeChanged, this, &VerdictStrip::refresh);
  refresh();
}

QString VerdictStrip::headline() const { return m_headline->text(); }

QString VerdictStrip::badge() const { return m_badge->text(); }

void VerdictStrip::refresh() {
  const auto run = m_state->run();
  setVisible(run != nullptr);
  if (run == nullptr) return;
  const bool failure = run->complete && run->firstFailure.has_value();
  report::Verdict verdict;
  if (run->complete) verdict = report::verdictOf(*run);
  layout()->setEnabled(false);                   // once for all of them
  m_role->setVisible(failure);
  m_role->setText(run->firstFailureByUser ? tr("First failure, your choice") : tr("First failure"));
  m_headline->say(toQt(run->complete ? verdict.headline : run->name));
  const model::SeenBefore* seen = failure ? m_state->seenBefore(run->findings[*run->firstFailure]) : nullptr;
  m_known->say(seen ? toQt(report::seenBeforeText(*seen)) : QString());
  m_then->say(toQt(verdict.then));
  // The test and what is not known share a line where they fit.
  m_context->say(toQt(shortTest(verdict.test) + (verdict.test.empty() || verdict.notKnown.empty() ? "" : "   ") + verdict.notKnown),
                 verdict.test.empty() ? QString() : toQt(verdict.test + "\n" + verdict.notKnown));
  m_badge->setText(toQt(verdict.badge));
  m_badge->setVisible(!verdict.badge.empty());
  m_showLine->setVisible(failure);
  m_icon->setVisible(run->complete);
  layout()->setEnabled(true);
  setCursor(failure ? Qt::PointingHandCursor : Qt::ArrowCursor);
  applyColours();
}

void VerdictStrip::applyColours() {
  const Theme& theme = currentTheme();
  setColour(m_role, theme.firstFailureText);
  for (ClampedLabel* quiet : {m_then, m_context}) setColour(quiet, theme.muted);
  QColor ground = theme.calloutOther;
  const auto run = m_state->run();
  if (run && run->outcome == model::RunOutcome::passed) ground = theme.badgePassed;
  if (run && run->outcome == model::RunOutcome::recovered) ground = theme.badgeRecovered;
  if (run && run->outcome == model::RunOutcome::failed) ground = theme.badgeFailed;
  m_badge->setStyleSheet(QStringLiteral("QLabel { background: %1; color: %2; border-radius: 12px; padding: 0 12px; }")
                             .arg(ground.name(), theme.badgeText.name()));
  m_showLine->setStyleSheet(QStringLiteral("QPushButton { border: none; background: transparent; color: %1; padding: 2px 0; }"
                                           "QPushButton:hover, QPushButton:focus { text-decoration: underline; }")
                                .arg(theme.link.name()));
  m_icon->update();
  update();
}

void VerdictStrip::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  // Only the application's palette: setting our labels' colours comes back as a change of theirs, not of ours.
  if (event->type() == QEvent::PaletteChange) applyColours();
}

void VerdictStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& theme = currentTheme();
  const auto run = m_state->run();
  const bool failure = run && run->complete && run->firstFailure;
  painter.fillRect(rect(), failure ? theme.firstFailureGround : theme.window);
  if (failure) painter.fillRect(0, 0, kBarWidth, height(), theme.firstFailure);
  painter.fillRect(0, height() - 1, width(), 1, theme.hairline);
}

void VerdictStrip::mouseReleaseEvent(QMouseEvent* event) {
  const auto run = m_state->run();
  if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()) && run && run->complete &&
      run->firstFailure)
    m_state->showAnswer();
}

}  // namespace lanescope::ui
