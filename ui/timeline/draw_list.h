// SPDX-License-Identifier: Apache-2.0
// What is drawn, as data: made once by the scene, replayed by the painter (screen, PNG) and by the SVG writer, and read by
// the hit test, so that what is drawn can be clicked. Coordinates are logical pixels. Not thread safe; text is measured,
// so a QGuiApplication must exist.
#pragma once

#include "core/model/run.h"
#include "ui/theme/shapes.h"

#include <QColor>
#include <QPointF>
#include <QRectF>
#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace lanescope::ui {

// From back to front.
enum class Layer : std::uint8_t { ground, band, bar, pattern, line, cap, minorMark, mark, label, overlay, callout };

// What an item stands for. `index` counts in the vector of its kind in the Run; of a search hit and a note in their TickList, of a group
// (or the sign that opens a band of alike lanes) and a rank without a lane in the rows of the layout, of a fold in the segments of the
// axis, of a bandPhase in the PhaseBand, of a tickBox (that chooses a lane) in the lanes. Of a cluster of marks it is the event that gives the glyph; without a lane it stands for lanes of
// a whole launch.
struct Hit {
  enum class What : std::uint8_t { none, lane, launch, event, interval, laneEnd, finding, milestone, restart, phase, searchHit, note,
                                   group, missing, fold, bandPhase, cluster, tickBox };
  What what = What::none;
  std::uint32_t index = 0;
  model::LaneId lane;                            // on whose row it is drawn, where there is one
  bool operator==(const Hit&) const = default;
};

struct TextStyle {
  int pixelSize = 12;
  bool bold = false;
  bool mono = false;
  bool operator==(const TextStyle&) const = default;
};

enum class HatchKind : std::uint8_t { diagonal, dots, cross };

struct RectItem { QRectF rect; QColor fill, stroke; double radius = 0; };       // an invalid colour is not drawn
struct LineItem { std::vector<QPointF> points; QColor colour; double width = 1; bool dashed = false; };
struct HatchItem { QRectF rect; HatchKind kind = HatchKind::diagonal; QColor line, fill; };
// A row of equal cells side by side over `rect`, each in the colour of its value; 0 is not drawn. For rows too low to show more.
struct CellsItem { QRectF rect; std::vector<std::uint8_t> values; std::vector<QColor> colours; };   // colours[v - 1] for value v
struct MarkItem { ShapeLook look; QPointF centre; double size = 12; };
struct TextItem {
  QPointF baseline;                              // left end; where vertical, the text runs upwards from here
  QString text;
  TextStyle style;
  QColor colour;
  double width = 0;                              // as measured
  bool vertical = false;
};

class DrawList {
 public:
  enum class Kind : std::uint8_t { rect, line, hatch, cells, mark, text };
  struct Entry { Layer layer; Kind kind; std::uint32_t index; Hit hit; };

  void rect(Layer layer, RectItem item, Hit hit = {});
  void line(Layer layer, LineItem item, Hit hit = {});
  void hatch(Layer layer, HatchItem item, Hit hit = {});
  void cells(Layer layer, CellsItem item, Hit hit = {});
  void mark(Layer layer, MarkItem item, Hit hit = {});
  // Places text in `box` (horizontally by `alignment`, always in the vertical middle). Returns the area it covers.
  QRectF text(Layer layer, const QRectF& box, Qt::Alignment alignment, const QString& text, TextStyle style, QColor colour,
              Hit hit = {});
  // Upwards, centred in `box`.
  QRectF verticalText(Layer layer, const QRectF& box, const QString& text, TextStyle style, QColor colour);
  void append(const DrawList& other, QPointF offset);
  void clear();

  // In drawing order: by layer, then as added.
  std::vector<Entry> ordered() const;
  const RectItem& rectAt(const Entry& entry) const { return m_rects[entry.index]; }
  const LineItem& lineAt(const Entry& entry) const { return m_lines[entry.index]; }
  const HatchItem& hatchAt(const Entry& entry) const { return m_hatches[entry.index]; }
  const CellsItem& cellsAt(const Entry& entry) const { return m_cells[entry.index]; }
  const MarkItem& markAt(const Entry& entry) const { return m_marks[entry.index]; }
  const TextItem& textAt(const Entry& entry) const { return m_texts[entry.index]; }

  // The topmost item with a payload at `point`. Lines and small marks can be hit a little beside them.
  std::optional<Hit> hitAt(QPointF point) const;
  QRectF bounds(const Entry& entry) const;       // of an item as drawn
  std::size_t size() const { return m_entries.size(); }
  int smallestText() const { return m_smallestText; }   // pixel size, 0 where there is no text
  QString dump() const;                          // one line an item, for tests

 private:
  void add(Layer layer, Kind kind, std::size_t index, const Hit& hit);

  std::vector<Entry> m_entries;
  std::vector<RectItem> m_rects;
  std::vector<LineItem> m_lines;
  std::vector<HatchItem> m_hatches;
  std::vector<CellsItem> m_cells;
  std::vector<MarkItem> m_marks;
  std::vector<TextItem> m_texts;
  int m_smallestText = 0;
};

QFont fontOf(const TextStyle& style);
double textWidth(const QString& text, const TextStyle& style);
double textHeight(const TextStyle& style);       // ascent and descent
// `text` in at most `width`: as it is, or cut at one of its " · " where that leaves enough, or empty.
QString fittingPart(const QString& text, const TextStyle& style, double width);
// A path in at most `width`: whole components are left out in its middle, the last ones longest: "logs.zip/…/5/stderr.log:9".
QString elidedPath(const QString& path, const TextStyle& style, double width);
QString elidedMiddle(const QString& text, const TextStyle& style, double width);
// The name of a test or an iteration in a bar of `width`: whole; else the number it ends with ("iteration 900": "900"); else its start,
// where that still tells something; else empty.
QString barText(const QString& name, const TextStyle& style, double width);
// Lines of at most `width`, broken at spaces and, in ids and paths, after any of "/:.,_-[". At most `maxLines`; the last
// one is elided where that is not enough.
QStringList wrapped(const QString& text, const TextStyle& style, double width, int maxLines);
// The same number of lines, but of about equal length: no last line of one word.
QStringList wrappedEvenly(const QString& text, const TextStyle& style, double width, int maxLines);
// `parts` joined by " · " in as few lines as hold them; a part is broken only where it alone is too long.
QStringList wrappedParts(const QStringList& parts, const TextStyle& style, double width, int maxLines);

}  // namespace lanescope::ui
