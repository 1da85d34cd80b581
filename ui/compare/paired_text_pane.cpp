// SPDX-License-Identifier: Apache-2.0
#include "ui/compare/paired_text_pane.h"

#include "ui/models/current_theme.h"
#include "ui/theme/clipped_text.h"

#include <QPainter>
#include <QVBoxLayout>

namespace lanescope::ui {

namespace {

constexpr int kHeadHeight = 22, kTextAtLeast = 6 * 18;   // six lines

// "A rank 5 · launch 1 · stderr" and the same for B, each over its text.
class TextHeads : public QWidget {
 public:
  TextHeads(PairedTextView* view, QWidget* parent) : QWidget(parent), m_view(view) {
    setFixedHeight(kHeadHeight);
    connect(view, &PairedTextView::textChanged, this, [this] {
      setAccessibleName(m_view->titleOf(Side::run) + QStringLiteral("; ") + m_view->titleOf(Side::baseline));
      update();
    });
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.setFont(uiFont(12, true));
    const int half = m_view->viewport()->width() / 2;
    const auto paint = [&](Side side, const QRect& rect) {
      painter.fillRect(rect, side == Side::run ? theme.runTint : theme.baselineTint);
      painter.setPen(side == Side::run ? theme.runText : theme.baselineText);
      const QRect room = rect.adjusted(14, 0, -8, 0);
      painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, painter.fontMetrics().elidedText(clippedText(m_view->titleOf(side)), Qt::ElideMiddle, room.width()));
    };
    paint(Side::run, QRect(0, 0, half - 1, height()));
    paint(Side::baseline, QRect(half, 0, width() - half, height()));
    painter.fillRect(QRect(half - 1, 0, 1, height()), theme.hairline);
  }

 private:
  PairedTextView* m_view;
};

}  // namespace

PairedTextPane::PairedTextPane(CompareState* state, QWidget* parent) : QWidget(parent), m_view(new PairedTextView(state, this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(new TextHeads(m_view, this));
  layout->addWidget(m_view, 1);
  setMinimumHeight(kHeadHeight + kTextAtLeast);
  setFocusProxy(m_view);
}

}  // namespace lanescope::ui
