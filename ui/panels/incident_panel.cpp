// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/incident_panel.h"

#include "ui/models/current_theme.h"
#include "ui/panels/card_delegate.h"
#include "ui/panels/empty_text.h"

#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr int kTracks = 3;
constexpr int kTrackWidth = 8;
constexpr int kGutter = kTracks * kTrackWidth + 10;
constexpr int kLeaves = 9, kReaches = 22;        // below a card's upper edge and above its lower one
constexpr double kHead = 5;

}  // namespace

std::vector<IncidentArrow> incidentArrows(const std::vector<std::vector<int>>& ledTo, int tracks) {
  struct Reach { int first, last; };
  std::vector<std::vector<Reach>> taken(static_cast<std::size_t>(tracks));
  std::vector<IncidentArrow> arrows;
  for (int row = 0; row < static_cast<int>(ledTo.size()); ++row) {
    const std::vector<int>& effects = ledTo[static_cast<std::size_t>(row)];
    if (effects.empty()) continue;
    const auto [least, most] = std::minmax_element(effects.begin(), effects.end());
    const Reach reach{std::min(row, *least), std::max(row, *most)};
    const auto isFree = [&reach](const std::vector<Reach>& track) {
      return std::none_of(track.begin(), track.end(), [&reach](const Reach& other) { return other.first < reach.last && reach.first < other.last; });
    };
    const auto track = std::find_if(taken.begin(), taken.end(), isFree);
    const int at = track == taken.end() ? tracks - 1 : static_cast<int>(track - taken.begin());
    taken[static_cast<std::size_t>(at)].push_back(reach);
    for (const int effect : effects) arrows.push_back({row, effect, at});
  }
  return arrows;
}

IncidentPanel::IncidentPanel(ViewState* state, QWidget* parent) : CardList(state, kGutter, parent) {
  setAccessibleName(tr("Incident"));
  setAccessibleDescription(tr("Findings in order of time and what led to what. Left and Right follow the arrows."));
  setObjectName(QStringLiteral("incident"));
  new EmptyText(this, [this] {
    const auto run = this->state()->run();
    if (run == nullptr) return tr("What led to what in a run appears here.");
    return run->complete ? tr("Nothing was found that could have led to something.") : tr("What led to what appears here when all files are read.");
  });
  connect(model(), &QAbstractItemModel::modelReset, this, &IncidentPanel::reload);
  reload();
}

void IncidentPanel::reload() {
  std::vector<std::vector<int>> ledTo(static_cast<std::size_t>(model()->rowCount()));
  for (int row = 0; row < model()->rowCount(); ++row) {
    for (const QVariant& effect : model()->index(row, 0).data(FindingsModel::LedToRole).toList()) ledTo[static_cast<std::size_t>(row)].push_back(effect.toInt());
  }
  m_arrows = incidentArrows(ledTo, kTracks);
}

void IncidentPanel::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  CardList::currentChanged(current, previous);
  viewport()->update();                          // the arrows of the chosen card
}

void IncidentPanel::step(bool forward) {
  const int row = currentIndex().row();
  for (const IncidentArrow& arrow : m_arrows) {
    if ((forward ? arrow.from : arrow.to) != row) continue;
    return setCurrentIndex(model()->index(forward ? arrow.to : arrow.from, 0));
  }
}

void IncidentPanel::keyPressEvent(QKeyEvent* event) {
  const bool plain = (event->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
  if (plain && event->key() == Qt::Key_Left) return step(false);
  if (plain && event->key() == Qt::Key_Right) return step(true);
  CardList::keyPressEvent(event);
}

QRect IncidentPanel::cardRect(int row) const { return cards()->cardIn(visualRect(model()->index(row, 0))); }

std::vector<QPoint> IncidentPanel::pathOf(const IncidentArrow& arrow) const {
  const QRect from = cardRect(arrow.from), to = cardRect(arrow.to);
  const int x = from.left() - 8 - arrow.track * kTrackWidth;
  const int leaves = from.bottom() - kLeaves - arrow.track * 3, reaches = to.top() + kReaches + arrow.track * 3;
  return {{from.left(), leaves}, {x, leaves}, {x, reaches}, {to.left() - 1, reaches}};
}

void IncidentPanel::paintArrow(QPainter& painter, const IncidentArrow& arrow, bool chosen) const {
  const std::vector<QPoint> corners = pathOf(arrow);
  const Theme& theme = currentTheme();
  const QColor colour = chosen ? theme.link : theme.faint;
  const QPointF start = corners.front();
  QPainterPath path(start + QPointF(0, 0.5));
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) path.lineTo(QPointF(corners[i]) + QPointF(0.5, 0.5));
  const QPointF tip = QPointF(corners.back()) + QPointF(0, 0.5);
  path.lineTo(tip - QPointF(kHead - 1, 0));
  painter.setPen(QPen(colour, chosen ? 1.8 : 1.2, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
  painter.setBrush(Qt::NoBrush);
  painter.drawPath(path);
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  painter.drawPolygon(QPolygonF({tip, tip + QPointF(-kHead, -kHead * 0.7), tip + QPointF(-kHead, kHead * 0.7)}));
}

void IncidentPanel::paintEvent(QPaintEvent* event) {
  CardList::paintEvent(event);
  QPainter painter(viewport());
  painter.setRenderHint(QPainter::Antialiasing);
  const int current = currentIndex().isValid() ? currentIndex().row() : -1;
  const QRect seen = viewport()->rect();
  // Those of the chosen card last, over the others.
  for (const bool chosen : {false, true}) {
    for (const IncidentArrow& arrow : m_arrows) {
      if ((arrow.from == current || arrow.to == current) != chosen) continue;
      const std::vector<QPoint> corners = pathOf(arrow);
      if (std::max(corners[1].y(), corners[2].y()) < seen.top() || std::min(corners[1].y(), corners[2].y()) > seen.bottom()) continue;
      paintArrow(painter, arrow, chosen);
    }
  }
}

}  // namespace lanescope::ui
