// SPDX-License-Identifier: Apache-2.0
#include "ui/compare/paired_frame.h"

#include "ui/timeline/header_scene.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lanescope::ui {

namespace {

constexpr double kTickGap = 22;
constexpr int kRightEdge = 12;
constexpr Side kSides[] = {Side::run, Side::baseline};

}  // namespace

const QColor& pairedTint(Side side, const Theme& theme) { return side == Side::run ? theme.runTint : theme.baselineTint; }
const QColor& pairedColour(Side side, const Theme& theme) { return side == Side::run ? theme.runText : theme.baselineText; }

PairedFrame::PairedFrame(PairedFrameRequest request) : LaneFrame(request.places, request.sides[0].axis.span()), m_request(std::move(request)) {
  for (const Side side : kSides) addRows(side);
  paint();
}

double PairedFrame::xOf(double column) const { return places().labelWidth + places().leftMargin + column / places().scale; }

QRect PairedFrame::rowsArea() const { return {0, m_request.head, places().size.width(), places().size.height() - m_request.head}; }

void PairedFrame::addRows(Side side) {
  const PairedFrameSide& shown = of(side);
  const QRect area = rowsArea();
  const int width = places().labelWidth, top = area.top() - places().scroll;
  const SceneInput input{*shown.run, *shown.index, rowsOf(side), shown.axis, m_request.style, shown.selection, calloutsFor(*shown.run), places().scale,
                         places().scroll, places().scroll + area.height()};
  m_parts[static_cast<std::size_t>(side)] = {FramePart{lanesScene(input), area.adjusted(width, 0, 0, 0), QPointF(width + places().leftMargin, top)},
                                             FramePart{labelsScene(input, width), QRect(0, area.top(), width, area.height()), QPointF(0, top)}};
}

void PairedFrame::paint() {
  startImage(m_request.style.theme->base);
  QPainter painter(&m_image);
  for (const Side side : kSides) {
    paintLabels(painter, side);
    for (const FramePart& part : m_parts[static_cast<std::size_t>(side)]) part.paint(painter);
  }
  paintBands(painter);
  paintRuler(painter);
}

// The ground of the labels, in the colour of the run.
void PairedFrame::paintLabels(QPainter& painter, Side side) const {
  const QRect area = rowsArea();
  painter.setClipRect(area);
  for (const Row& row : rowsOf(side).rows()) {
    const QRect label(0, area.top() + row.top - places().scroll, places().labelWidth, row.height);
    if (!label.intersects(area)) continue;
    painter.fillRect(label, pairedTint(side, *m_request.style.theme));
    painter.fillRect(QRect(0, label.top(), kPairedStripe, label.height()), pairedColour(side, *m_request.style.theme));
  }
  painter.setClipping(false);
}

void PairedFrame::paintBands(QPainter& painter) const {
  for (const Side side : kSides) {
    const int top = m_request.layout->bandTop[static_cast<std::size_t>(side)];
    if (top < 0) {
      paintBand(painter, side, kPairedRuler + static_cast<int>(side) * kBandHeight);
      continue;
    }
    painter.setClipRect(rowsArea());
    paintBand(painter, side, m_request.head + top - places().scroll);
    painter.setClipping(false);
  }
}

// The strip of a run: its name, and its own clock.
void PairedFrame::paintBand(QPainter& painter, Side side, int top) const {
  const Theme& theme = *m_request.style.theme;
  const QRect band(0, top, places().size.width(), kBandHeight);
  painter.fillRect(band, pairedTint(side, theme));
  painter.fillRect(QRect(0, top, kPairedStripe, kBandHeight), pairedColour(side, theme));
  const TextStyle title{12, true, false};
  painter.setFont(fontOf(title));
  painter.setPen(pairedColour(side, theme));
  painter.drawText(band.adjusted(14, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, of(side).title);
  painter.setFont(fontOf({m_request.style.smallTextSize, false, false}));
  painter.setPen(theme.muted);
  const double from = 14 + textWidth(of(side).title, title) + 16;
  if (of(side).untimed.isEmpty()) return paintClock(painter, side, band, from);
  painter.drawText(band.adjusted(static_cast<int>(from), 0, -kRightEdge, 0), Qt::AlignVCenter | Qt::AlignRight, of(side).untimed);
}

void PairedFrame::paintClock(QPainter& painter, Side side, const QRect& band, double from) const {
  const TextStyle small{m_request.style.smallTextSize, false, false};
  const double scale = places().scale;
  const auto widthOf = [&](const QString& label) { return textWidth(label, small) * scale; };
  for (const Tick& tick : ticks(of(side).axis, TickKind::utc, 0, widthOf, kTickGap * 2 * scale)) {
    const double half = textWidth(tick.label, small) / 2, x = xOf(tick.column);
    if (x - half < from) continue;
    painter.drawText(QRectF(x - half, band.top(), 2 * half + 2, kBandHeight), Qt::AlignVCenter | Qt::AlignLeft, tick.label);
    painter.drawLine(QPointF(std::floor(x) + 0.5, band.bottom() - 2), QPointF(std::floor(x) + 0.5, band.bottom() + 1));
  }
}

// The common axis: time from where both runs meet.
void PairedFrame::paintRuler(QPainter& painter) const {
  const Theme& theme = *m_request.style.theme;
  const int width = places().size.width();
  painter.fillRect(QRect(0, 0, width, kPairedRuler), theme.base);
  const TextStyle plain{m_request.style.textSize, false, false}, bold{m_request.style.textSize, true, false};
  const double scale = places().scale;
  const auto widthOf = [&](const QString& label) { return textWidth(label, plain) * scale; };
  for (const Tick& tick : ticks(of(Side::run).axis, TickKind::relative, m_request.zeroNs, widthOf, kTickGap * scale)) {
    const bool origin = tick.ns == m_request.zeroNs;
    const double half = textWidth(tick.label, origin ? bold : plain) / 2, x = xOf(tick.column);
    painter.setFont(fontOf(origin ? bold : plain));
    painter.setPen(origin ? theme.text : theme.muted);
    painter.drawText(QRectF(x - half, 0, 2 * half + 2, kPairedRuler - 3), Qt::AlignVCenter | Qt::AlignLeft, tick.label);
    painter.setPen(theme.faint);
    painter.drawLine(QPointF(std::floor(x) + 0.5, kPairedRuler - 4), QPointF(std::floor(x) + 0.5, kPairedRuler - 1));
  }
  paintZero(painter);
  painter.setPen(theme.hairline);
  painter.drawLine(0, kPairedRuler - 1, width, kPairedRuler - 1);
}

void PairedFrame::paintZero(QPainter& painter) const {
  const int x = static_cast<int>(std::clamp(xOf(of(Side::run).axis.column(m_request.zeroNs)), -1e6, 1e6));
  if (x < places().labelWidth || x >= places().size.width()) return;
  painter.setPen(QPen(m_request.style.theme->muted, 1, Qt::DashLine));
  painter.drawLine(x, kPairedRuler, x, std::min(places().size.height(), m_request.head + m_request.layout->height - places().scroll));
}

std::optional<PairedFrame::Place> PairedFrame::placeAt(QPoint position) const {
  if (!rowsArea().contains(position)) return {};
  const int y = position.y() - m_request.head + places().scroll;
  for (const Side side : kSides) {
    if (rowsOf(side).rowAt(y) == nullptr) continue;
    const FramePart& part = m_parts[static_cast<std::size_t>(side)][position.x() < places().labelWidth ? 1 : 0];
    const auto hit = part.hitAt(position, *of(side).index, of(side).axis, places().scale);
    return hit ? std::optional<Place>(Place{side, *hit}) : std::nullopt;
  }
  return {};
}

}  // namespace lanescope::ui
