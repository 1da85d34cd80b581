// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/shapes.h"

#include <QIconEngine>
#include <QPainter>
#include <QPixmap>

#include <cmath>

namespace lanescope::ui {

namespace {

QPainterPath polygon(std::initializer_list<QPointF> points) {
  QPolygonF shape;
  for (const QPointF& point : points) shape << point;
  shape << *points.begin();
  QPainterPath path;
  path.addPolygon(shape);
  return path;
}

QPainterPath stroked(const QPainterPath& line, double width) {
  QPainterPathStroker stroker;
  stroker.setWidth(width);
  stroker.setCapStyle(Qt::FlatCap);
  stroker.setJoinStyle(Qt::MiterJoin);
  return stroker.createStroke(line);
}

QPainterPath crossPath(QPointF c, double r) {
  QPainterPath lines;
  lines.moveTo(c.x() - r, c.y() - r);
  lines.lineTo(c.x() + r, c.y() + r);
  lines.moveTo(c.x() - r, c.y() + r);
  lines.lineTo(c.x() + r, c.y() - r);
  return stroked(lines, r * 0.55);
}

// Three quarters of a circle with an arrow head at its end.
QPainterPath restartPath(QPointF c, double r) {
  const double radius = r * 0.72;
  QPainterPath arc;
  const QRectF box(c.x() - radius, c.y() - radius, 2 * radius, 2 * radius);
  arc.arcMoveTo(box, 70);
  arc.arcTo(box, 70, -290);
  const QPointF tip = arc.currentPosition();
  QPainterPath path = stroked(arc, r * 0.34);
  path.setFillRule(Qt::WindingFill);
  path.addPath(polygon({{tip.x() - r * 0.62, tip.y() + r * 0.08}, {tip.x() + r * 0.34, tip.y() + r * 0.34},
                        {tip.x() + r * 0.12, tip.y() - r * 0.62}}));
  return path;
}

QPainterPath checkPath(QPointF c, double r) {
  QPainterPath line;
  line.moveTo(c.x() - r * 0.75, c.y() + r * 0.05);
  line.lineTo(c.x() - r * 0.2, c.y() + r * 0.6);
  line.lineTo(c.x() + r * 0.8, c.y() - r * 0.6);
  return stroked(line, r * 0.38);
}

QPainterPath bangPath(QPointF c, double r) {
  QPainterPath path;
  path.addRect(QRectF(c.x() - r * 0.18, c.y() - r * 0.85, r * 0.36, r * 1.1));
  path.addRect(QRectF(c.x() - r * 0.18, c.y() + r * 0.5, r * 0.36, r * 0.36));
  return path;
}

// Paints the shape at whatever size and scale is asked for.
class ShapeIconEngine : public QIconEngine {
 public:
  explicit ShapeIconEngine(ShapeLook look) : m_look(std::move(look)) {}
  void paint(QPainter* painter, const QRect& rect, QIcon::Mode, QIcon::State) override {
    const double side = std::min(rect.width(), rect.height());
    painter->save();
    paintShape(*painter, m_look, QRectF(rect).center(), side / (m_look.ring ? kRingScale + 0.15 : 1.15));
    painter->restore();
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap pixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint(&painter, QRect(QPoint(), size), mode, state);
    return pixmap;
  }
  QIconEngine* clone() const override { return new ShapeIconEngine(m_look); }

 private:
  ShapeLook m_look;
};

}  // namespace

QPainterPath shapePath(Shape shape, QPointF c, double size) {
  const double r = size / 2;
  switch (shape) {
    case Shape::none: return {};
    case Shape::tick: {
      QPainterPath path;
      path.addRect(QRectF(c.x() - r * 0.2, c.y() - r, r * 0.4, size));
      return path;
    }
    case Shape::dot: {
      QPainterPath path;
      path.addEllipse(c, r * 0.6, r * 0.6);
      return path;
    }
    case Shape::triangle:
      return polygon({{c.x(), c.y() - r * 0.9}, {c.x() + r, c.y() + r * 0.8}, {c.x() - r, c.y() + r * 0.8}});
    case Shape::cross: return crossPath(c, r * 0.8);
    case Shape::hourglass:
      return polygon({{c.x() - r * 0.85, c.y() - r}, {c.x() + r * 0.85, c.y() - r}, {c.x() + r * 0.12, c.y()},
                      {c.x() + r * 0.85, c.y() + r}, {c.x() - r * 0.85, c.y() + r}, {c.x() - r * 0.12, c.y()}});
    case Shape::square: {
      QPainterPath path;
      path.addRect(QRectF(c.x() - r * 0.8, c.y() - r * 0.8, r * 1.6, r * 1.6));
      return path;
    }
    case Shape::diamond: return polygon({{c.x(), c.y() - r}, {c.x() + r, c.y()}, {c.x(), c.y() + r}, {c.x() - r, c.y()}});
    case Shape::restart: return restartPath(c, r);
    case Shape::check: return checkPath(c, r);
    case Shape::bang: return bangPath(c, r);
  }
  return {};
}

QPainterPath ringPath(Shape shape, QPointF centre, double size) { return shapePath(shape, centre, size * kRingScale); }

void paintShape(QPainter& painter, const ShapeLook& look, QPointF centre, double size) {
  painter.setRenderHint(QPainter::Antialiasing, true);
  if (look.ring) {
    painter.setPen(QPen(look.colour, kRingWidth));
    painter.setBrush(look.ground);
    painter.drawPath(ringPath(look.shape, centre, size));
  }
  if (look.hollow) {
    painter.setPen(QPen(look.colour, kHollowWidth));
    painter.setBrush(look.ground);
    painter.drawPath(shapePath(look.shape, centre, size - kHollowWidth));
  } else {
    const QPainterPath path = shapePath(look.shape, centre, size);
    if (look.ground.isValid() && !look.ring) painter.strokePath(path, QPen(look.ground, kSeamWidth));
    painter.fillPath(path, look.colour);
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
}

QIcon shapeIcon(const ShapeLook& look) { return QIcon(new ShapeIconEngine(look)); }

}  // namespace lanescope::ui
