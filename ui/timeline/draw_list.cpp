// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/draw_list.h"

#include "ui/theme/clipped_text.h"

#include <QFontMetricsF>
#include <QTextStream>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double kLineReach = 4;                 // how far beside a line a click still finds it
constexpr double kSeam = kSeamWidth / 2 + 0.5;   // what is drawn around a mark belongs to it
constexpr double kSmallestTarget = 10;           // a mark is at least this large for the pointer

QRectF grownTo(QRectF rect, double side) {
  const double dx = std::max(0.0, side - rect.width()) / 2, dy = std::max(0.0, side - rect.height()) / 2;
  return rect.adjusted(-dx, -dy, dx, dy);
}

bool nearSegment(QPointF p, QPointF a, QPointF b, double reach) {
  const QPointF along = b - a;
  const double squared = QPointF::dotProduct(along, along);
  const double t = squared > 0 ? std::clamp(QPointF::dotProduct(p - a, along) / squared, 0.0, 1.0) : 0.0;
  const QPointF away = p - (a + along * t);
  return QPointF::dotProduct(away, away) <= reach * reach;
}

bool nearLine(const LineItem& line, QPointF point) {
  const double reach = std::max(kLineReach, line.width / 2);
  for (std::size_t i = 0; i + 1 < line.points.size(); ++i) {
    if (nearSegment(point, line.points[i], line.points[i + 1], reach)) return true;
  }
  return false;
}

bool hasCell(const CellsItem& item, QPointF point) {
  if (!item.rect.contains(point) || item.values.empty()) return false;
  const auto at = static_cast<std::size_t>((point.x() - item.rect.left()) / item.rect.width() * static_cast<double>(item.values.size()));
  return item.values[std::min(at, item.values.size() - 1)] != 0;
}

}  // namespace

void DrawList::add(Layer layer, Kind kind, std::size_t index, const Hit& hit) {
  m_entries.push_back({layer, kind, static_cast<std::uint32_t>(index), hit});
}

void DrawList::rect(Layer layer, RectItem item, Hit hit) {
  add(layer, Kind::rect, m_rects.size(), hit);
  m_rects.push_back(std::move(item));
}

void DrawList::line(Layer layer, LineItem item, Hit hit) {
  add(layer, Kind::line, m_lines.size(), hit);
  m_lines.push_back(std::move(item));
}

void DrawList::hatch(Layer layer, HatchItem item, Hit hit) {
  add(layer, Kind::hatch, m_hatches.size(), hit);
  m_hatches.push_back(std::move(item));
}

void DrawList::cells(Layer layer, CellsItem item, Hit hit) {
  add(layer, Kind::cells, m_cells.size(), hit);
  m_cells.push_back(std::move(item));
}

void DrawList::mark(Layer layer, MarkItem item, Hit hit) {
  add(layer, Kind::mark, m_marks.size(), hit);
  m_marks.push_back(std::move(item));
}

QRectF DrawList::text(Layer layer, const QRectF& box, Qt::Alignment alignment, const QString& whole, TextStyle style,
                      QColor colour, Hit hit) {
  const QFontMetricsF metrics(fontOf(style));
  const QString text = clippedText(whole);
  const double width = textWidth(text, style);
  double x = box.left();
  if (alignment & Qt::AlignRight) x = box.right() - width;
  if (alignment & Qt::AlignHCenter) x = box.center().x() - width / 2;
  const double baseline = std::round(box.center().y() + (metrics.ascent() - metrics.descent()) / 2);
  add(layer, Kind::text, m_texts.size(), hit);
  m_texts.push_back({{std::round(x), baseline}, text, style, colour, width, false});
  m_smallestText = m_smallestText == 0 ? style.pixelSize : std::min(m_smallestText, style.pixelSize);
  return bounds(m_entries.back());
}

QRectF DrawList::verticalText(Layer layer, const QRectF& box, const QString& whole, TextStyle style, QColor colour) {
  const QFontMetricsF metrics(fontOf(style));
  const QString text = clippedText(whole);
  const double width = textWidth(text, style);
  const QPointF start(std::round(box.center().x() + (metrics.ascent() - metrics.descent()) / 2),
                      std::round(box.center().y() + width / 2));
  add(layer, Kind::text, m_texts.size(), {});
  m_texts.push_back({start, text, style, colour, width, true});
  m_smallestText = m_smallestText == 0 ? style.pixelSize : std::min(m_smallestText, style.pixelSize);
  return bounds(m_entries.back());
}

void DrawList::append(const DrawList& other, QPointF offset) {
  for (const Entry& entry : other.m_entries) {
    switch (entry.kind) {
      case Kind::rect: {
        RectItem item = other.rectAt(entry);
        item.rect.translate(offset);
        rect(entry.layer, std::move(item), entry.hit);
        break;
      }
      case Kind::line: {
        LineItem item = other.lineAt(entry);
        for (QPointF& point : item.points) point += offset;
        line(entry.layer, std::move(item), entry.hit);
        break;
      }
      case Kind::hatch: {
        HatchItem item = other.hatchAt(entry);
        item.rect.translate(offset);
        hatch(entry.layer, std::move(item), entry.hit);
        break;
      }
      case Kind::cells: {
        CellsItem item = other.cellsAt(entry);
        item.rect.translate(offset);
        cells(entry.layer, std::move(item), entry.hit);
        break;
      }
      case Kind::mark: {
        MarkItem item = other.markAt(entry);
        item.centre += offset;
        mark(entry.layer, std::move(item), entry.hit);
        break;
      }
      case Kind::text: {
        TextItem item = other.textAt(entry);
        item.baseline += offset;
        add(entry.layer, Kind::text, m_texts.size(), entry.hit);
        m_texts.push_back(std::move(item));
        break;
      }
    }
  }
  if (other.m_smallestText > 0) {
    m_smallestText = m_smallestText == 0 ? other.m_smallestText : std::min(m_smallestText, other.m_smallestText);
  }
}

void DrawList::clear() { *this = DrawList(); }

std::vector<DrawList::Entry> DrawList::ordered() const {
  // Counted, not compared: a zoomed-out timeline has hundreds of thousands of entries in a dozen layers.
  std::array<std::size_t, static_cast<std::size_t>(Layer::callout) + 2> next{};
  for (const Entry& entry : m_entries) ++next[static_cast<std::size_t>(entry.layer) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<Entry> result(m_entries.size());
  for (const Entry& entry : m_entries) result[next[static_cast<std::size_t>(entry.layer)]++] = entry;
  return result;
}

QRectF DrawList::bounds(const Entry& entry) const {
  switch (entry.kind) {
    case Kind::rect: return rectAt(entry).rect;
    case Kind::hatch: return hatchAt(entry).rect;
    case Kind::cells: return cellsAt(entry).rect;
    case Kind::line: {
      const LineItem& item = lineAt(entry);
      QPolygonF polygon;
      for (const QPointF& point : item.points) polygon << point;
      const double half = item.width / 2;
      return polygon.boundingRect().adjusted(-half, -half, half, half);
    }
    case Kind::mark: {
      const MarkItem& item = markAt(entry);
      const double side = item.size * (item.look.ring ? kRingScale : 1.0);
      return {item.centre.x() - side / 2, item.centre.y() - side / 2, side, side};
    }
    case Kind::text: {
      const TextItem& item = textAt(entry);
      const QFontMetricsF metrics(fontOf(item.style));
      const double ascent = metrics.ascent(), height = ascent + metrics.descent();
      if (item.vertical) return {item.baseline.x() - ascent, item.baseline.y() - item.width, height, item.width};
      return {item.baseline.x(), item.baseline.y() - ascent, item.width, height};
    }
  }
  return {};
}

std::optional<Hit> DrawList::hitAt(QPointF point) const {
  const Entry* best = nullptr;
  for (const Entry& entry : m_entries) {
    if (entry.hit.what == Hit::What::none || (best != nullptr && entry.layer < best->layer)) continue;
    bool inside = false;
    switch (entry.kind) {
      case Kind::rect: inside = rectAt(entry).rect.contains(point); break;
      case Kind::hatch: inside = hatchAt(entry).rect.contains(point); break;
      case Kind::cells: inside = hasCell(cellsAt(entry), point); break;
      case Kind::line: inside = nearLine(lineAt(entry), point); break;
      case Kind::mark: inside = grownTo(bounds(entry).adjusted(-kSeam, -kSeam, kSeam, kSeam), kSmallestTarget).contains(point); break;
      case Kind::text: inside = bounds(entry).contains(point); break;
    }
    if (inside) best = &entry;
  }
  return best != nullptr ? std::optional(best->hit) : std::nullopt;
}

QString DrawList::dump() const {
  static constexpr const char* kLayers[] = {"ground", "band", "bar", "pattern", "line", "cap", "minor", "mark", "label",
                                            "overlay", "callout"};
  static constexpr const char* kKinds[] = {"rect", "line", "hatch", "cells", "mark", "text"};
  static constexpr const char* kWhat[] = {"-", "lane", "launch", "event", "interval", "end", "finding", "milestone", "restart",
                                          "phase", "hit", "note", "group", "missing", "fold", "band", "cluster", "box"};
  static_assert(std::size(kWhat) == static_cast<std::size_t>(Hit::What::tickBox) + 1);
  QString result;
  QTextStream out(&result);
  for (const Entry& entry : ordered()) {
    const QRectF box = bounds(entry);
    out << kLayers[static_cast<int>(entry.layer)] << ' ' << kKinds[static_cast<int>(entry.kind)] << ' ';
    // Where text stands depends on the fonts installed: only the words are named.
    if (entry.kind == Kind::text) {
      out << '"' << textAt(entry).text << '"';
    } else if (entry.kind == Kind::rect && entry.layer == Layer::label) {
      out << "behind text";
    } else {
      out << qRound(box.x()) << ',' << qRound(box.y()) << ' ' << qRound(box.width()) << 'x' << qRound(box.height());
      if (entry.kind == Kind::mark) out << " shape " << static_cast<int>(markAt(entry).look.shape);
    }
    out << ' ' << kWhat[static_cast<int>(entry.hit.what)];
    if (entry.hit.what != Hit::What::none) out << ' ' << entry.hit.index;
    out << '\n';
  }
  return result;
}

}  // namespace lanescope::ui
