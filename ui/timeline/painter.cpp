// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/painter.h"

#include <QImage>
#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace lanescope::ui {

namespace {

constexpr double kDot = 1.6;

// Plain rectangles of one colour that follow each other are drawn in one call.
class RectBatch {
 public:
  explicit RectBatch(QPainter& painter) : m_painter(painter) {}
  void add(const QRectF& rect, const QColor& colour) {
    if (colour != m_colour) flush();
    m_colour = colour;
    m_rects.push_back(rect);
  }
  void flush() {
    if (m_rects.empty()) return;
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(m_colour);
    m_painter.drawRects(m_rects.data(), static_cast<int>(m_rects.size()));
    m_rects.clear();
  }

 private:
  QPainter& m_painter;
  QColor m_colour;
  std::vector<QRectF> m_rects;
};

void drawRounded(QPainter& painter, const RectItem& item) {
  const bool smooth = item.radius > 0;
  painter.setRenderHint(QPainter::Antialiasing, smooth || item.stroke.isValid());
  painter.setPen(item.stroke.isValid() ? QPen(item.stroke, 1) : QPen(Qt::NoPen));
  painter.setBrush(item.fill.isValid() ? QBrush(item.fill) : QBrush(Qt::NoBrush));
  const QRectF box = item.stroke.isValid() ? item.rect.adjusted(0.5, 0.5, -0.5, -0.5) : item.rect;
  if (smooth) painter.drawRoundedRect(box, item.radius, item.radius);
  else painter.drawRect(box);
  painter.setRenderHint(QPainter::Antialiasing, false);
}

void drawLine(QPainter& painter, const LineItem& item) {
  const bool straight = item.points.size() == 2 &&
                        (item.points[0].x() == item.points[1].x() || item.points[0].y() == item.points[1].y());
  QPen pen(item.colour, item.width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
  if (item.dashed) pen.setDashPattern({4 / std::max(item.width, 1.0), 3 / std::max(item.width, 1.0)});
  painter.setRenderHint(QPainter::Antialiasing, !straight || item.width != 1);
  painter.setPen(pen);
  painter.setBrush(Qt::NoBrush);
  painter.drawPolyline(item.points.data(), static_cast<int>(item.points.size()));
  painter.setRenderHint(QPainter::Antialiasing, false);
}

void drawDots(QPainter& painter, const QRectF& box, const QColor& colour) {
  std::vector<QRectF> dots;
  const double half = kHatchStep / 2;
  for (double y = std::ceil(box.top() / half) * half; y <= box.bottom() - kDot; y += half) {
    const bool odd = std::fmod(std::round(y / half), 2) != 0;
    const double start = std::ceil((box.left() - (odd ? half : 0)) / kHatchStep) * kHatchStep + (odd ? half : 0);
    for (double x = start; x <= box.right() - kDot; x += kHatchStep) dots.emplace_back(x, y, kDot, kDot);
  }
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.drawRects(dots.data(), static_cast<int>(dots.size()));
  painter.setRenderHint(QPainter::Antialiasing, false);
}

void drawHatch(QPainter& painter, const HatchItem& item, const QRectF& clip) {
  const QRectF box = item.rect.intersected(clip);
  if (box.isEmpty()) return;
  if (item.fill.isValid()) painter.fillRect(box, item.fill);
  if (item.kind == HatchKind::dots) return drawDots(painter, box, item.line);
  std::vector<QLineF> lines = hatchLines(box, false);
  if (item.kind == HatchKind::cross) {
    const std::vector<QLineF> others = hatchLines(box, true);
    lines.insert(lines.end(), others.begin(), others.end());
  }
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setPen(QPen(item.line, 1, Qt::SolidLine, Qt::FlatCap));
  painter.drawLines(lines.data(), static_cast<int>(lines.size()));
  painter.setRenderHint(QPainter::Antialiasing, false);
}

// One line of pixels, stretched over the row.
void drawCells(QPainter& painter, const CellsItem& item) {
  static_assert(sizeof(QRgb) == 4);
  QImage line(static_cast<int>(item.values.size()), 1, QImage::Format_ARGB32_Premultiplied);
  auto* pixels = reinterpret_cast<QRgb*>(line.scanLine(0));
  std::array<QRgb, 256> colours{};               // 0: nothing
  for (std::size_t i = 0; i < std::min<std::size_t>(item.colours.size(), 255); ++i) colours[i + 1] = item.colours[i].rgba();
  for (std::size_t i = 0; i < item.values.size(); ++i) pixels[i] = colours[item.values[i]];
  painter.drawImage(item.rect, line);
}

void drawText(QPainter& painter, const TextItem& item) {
  painter.setPen(item.colour);
  QFont font = fontOf(item.style);
  // Glyphs that depend on their neighbours (the raised colon of "12:30") could not be found or copied in a PDF.
  if (painter.paintEngine()->type() == QPaintEngine::Pdf) font.setStyleStrategy(QFont::PreferNoShaping);
  painter.setFont(font);
  if (!item.vertical) return painter.drawText(item.baseline, item.text);
  painter.save();
  painter.translate(item.baseline);
  painter.rotate(-90);
  painter.drawText(QPointF(0, 0), item.text);
  painter.restore();
}

}  // namespace

std::vector<QLineF> hatchLines(const QRectF& box, bool falling) {
  std::vector<QLineF> lines;
  // Rising: x + y = k. Falling: x - y = k. k steps through multiples of kHatchStep.
  const double low = falling ? box.left() - box.bottom() : box.left() + box.top();
  const double high = falling ? box.right() - box.top() : box.right() + box.bottom();
  for (double k = std::ceil(low / kHatchStep) * kHatchStep; k < high; k += kHatchStep) {
    const double x0 = std::max(box.left(), falling ? k + box.top() : k - box.bottom());
    const double x1 = std::min(box.right(), falling ? k + box.bottom() : k - box.top());
    if (x0 < x1) lines.emplace_back(x0, falling ? x0 - k : k - x0, x1, falling ? x1 - k : k - x1);
  }
  return lines;
}

void replay(QPainter& painter, const DrawList& list, const QRectF& clip) {
  painter.setRenderHint(QPainter::TextAntialiasing, true);
  RectBatch batch(painter);
  for (const DrawList::Entry& entry : list.ordered()) {
    const QRectF bounds = list.bounds(entry);
    if (bounds.right() < clip.left() || bounds.left() > clip.right() || bounds.bottom() < clip.top() ||
        bounds.top() > clip.bottom()) {
      continue;
    }
    if (entry.kind == DrawList::Kind::rect) {
      const RectItem& item = list.rectAt(entry);
      const bool plain = item.radius == 0 && !item.stroke.isValid();
      if (plain && !item.fill.isValid()) continue;
      if (plain) {
        batch.add(item.rect, item.fill);
        continue;
      }
    }
    batch.flush();
    switch (entry.kind) {
      case DrawList::Kind::rect: drawRounded(painter, list.rectAt(entry)); break;
      case DrawList::Kind::line: drawLine(painter, list.lineAt(entry)); break;
      case DrawList::Kind::hatch: drawHatch(painter, list.hatchAt(entry), clip); break;
      case DrawList::Kind::cells: drawCells(painter, list.cellsAt(entry)); break;
      case DrawList::Kind::mark: {
        const MarkItem& item = list.markAt(entry);
        paintShape(painter, item.look, item.centre, item.size);
        break;
      }
      case DrawList::Kind::text: drawText(painter, list.textAt(entry)); break;
    }
  }
  batch.flush();
}

}  // namespace lanescope::ui
