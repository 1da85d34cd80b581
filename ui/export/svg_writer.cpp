// SPDX-License-Identifier: Apache-2.0
#include "ui/export/svg_writer.h"

#include "ui/timeline/painter.h"

#include <QTextStream>

#include <algorithm>
#include <map>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

// XML 1.0 allows no other control characters, not even escaped.
QString escaped(const QString& text) {
  QString clean;
  clean.reserve(text.size());
  for (const QChar c : text) {
    const bool allowed = c == u'\t' || c == u'\n' || (c >= u' ' && c.unicode() != 0xFFFE && c.unicode() != 0xFFFF);
    clean += allowed ? c : QChar(u'\uFFFD');
  }
  return clean.toHtmlEscaped();
}

QString number(double value) {
  QString text = QString::number(value, 'f', 2);
  while (text.endsWith(u'0')) text.chop(1);
  if (text.endsWith(u'.')) text.chop(1);
  return text == "-0"_L1 ? u"0"_s : text;
}

QString pathData(const QPainterPath& path) {
  QString data;
  for (int i = 0; i < path.elementCount(); ++i) {
    const QPainterPath::Element element = path.elementAt(i);
    const QString point = number(element.x) + u' ' + number(element.y);
    switch (element.type) {
      case QPainterPath::MoveToElement: data += u'M' + point; break;
      case QPainterPath::LineToElement: data += u'L' + point; break;
      case QPainterPath::CurveToElement: data += u'C' + point; break;
      case QPainterPath::CurveToDataElement: data += u' ' + point; break;
    }
  }
  return data + u'Z';
}

class Writer {
 public:
  Writer(const DrawList& list, const SvgDocument& document) : m_list(list), m_document(document) {}

  QByteArray write() {
    for (const DrawList::Entry& entry : m_list.ordered()) writeEntry(entry);
    closePath();
    return (head() + m_body + u"</svg>\n"_s).toUtf8();
  }

 private:
  QString head() const {
    const QSizeF size = m_document.size;
    QString text = u"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%1\" height=\"%2\" viewBox=\"0 0 %3 %4\" role=\"img\" "
                   "aria-labelledby=\"title desc\">\n"_s
                       .arg(number(size.width() * m_document.scale), number(size.height() * m_document.scale), number(size.width()),
                            number(size.height()));
    text += u"<title id=\"title\">"_s + escaped(m_document.title) + u"</title>\n"_s;
    text += u"<desc id=\"desc\">"_s + escaped(m_document.description) + u"</desc>\n"_s;
    text += u"<style>text{font-family:Inter,'Noto Sans','DejaVu Sans',sans-serif;white-space:pre}"
            ".m{font-family:'JetBrains Mono','DejaVu Sans Mono','Noto Sans Mono',monospace}.b{font-weight:700}</style>\n"_s;
    if (!m_patterns.empty()) text += u"<defs>"_s + m_patternText + u"</defs>\n"_s;
    return text + u"<rect width=\"100%\" height=\"100%\" fill=\"%1\"/>\n"_s.arg(m_document.background.name());
  }

  void writeEntry(const DrawList::Entry& entry) {
    // Plain rectangles of one colour that follow each other become one path: a lane of tests is one element.
    if (entry.kind == DrawList::Kind::rect) {
      const RectItem& item = m_list.rectAt(entry);
      const bool plain = item.radius == 0 && !item.stroke.isValid();
      if (plain && item.fill.isValid()) addToPath(item);
      if (plain) return;
    }
    if (entry.kind == DrawList::Kind::cells) return addCells(m_list.cellsAt(entry));
    closePath();
    switch (entry.kind) {
      case DrawList::Kind::cells: break;         // done above
      case DrawList::Kind::rect: writeRect(m_list.rectAt(entry)); break;
      case DrawList::Kind::line: writeLine(m_list.lineAt(entry)); break;
      case DrawList::Kind::hatch: writeHatch(m_list.hatchAt(entry)); break;
      case DrawList::Kind::mark: writeMark(m_list.markAt(entry)); break;
      case DrawList::Kind::text: writeText(m_list.textAt(entry)); break;
    }
  }

  // Equal neighbours are one rectangle; one path for each colour.
  void addCells(const CellsItem& item) {
    const double cell = item.rect.width() / static_cast<double>(std::max<std::size_t>(1, item.values.size()));
    for (std::size_t value = 1; value <= item.colours.size(); ++value) {
      for (std::size_t from = 0; from < item.values.size(); ++from) {
        if (item.values[from] != value) continue;
        std::size_t to = from;
        while (to < item.values.size() && item.values[to] == value) ++to;
        const QRectF box(item.rect.left() + cell * static_cast<double>(from), item.rect.top(), cell * static_cast<double>(to - from), item.rect.height());
        addToPath({box, item.colours[value - 1], {}, 0});
        from = to;
      }
    }
  }

  void addToPath(const RectItem& item) {
    if (item.fill != m_pathColour) closePath();
    m_pathColour = item.fill;
    m_path += u"M%1 %2h%3v%4h-%3z"_s.arg(number(item.rect.left()), number(item.rect.top()), number(item.rect.width()), number(item.rect.height()));
  }

  void closePath() {
    if (m_path.isEmpty()) return;
    m_body += u"<path d=\"%1\" fill=\"%2\"/>\n"_s.arg(m_path, m_pathColour.name());
    m_path.clear();
  }

  static QString box(const QRectF& rect) {
    return u"x=\"%1\" y=\"%2\" width=\"%3\" height=\"%4\""_s.arg(number(rect.left()), number(rect.top()), number(rect.width()), number(rect.height()));
  }

  void writeRect(const RectItem& item) {
    const QRectF rect = item.stroke.isValid() ? item.rect.adjusted(0.5, 0.5, -0.5, -0.5) : item.rect;
    m_body += u"<rect %1 rx=\"%2\" fill=\"%3\""_s.arg(box(rect), number(item.radius), item.fill.isValid() ? item.fill.name() : u"none"_s);
    if (item.stroke.isValid()) m_body += u" stroke=\"%1\""_s.arg(item.stroke.name());
    m_body += u"/>\n"_s;
  }

  void writeLine(const LineItem& item) {
    QStringList points;
    for (const QPointF& point : item.points) points << number(point.x()) + u',' + number(point.y());
    m_body += u"<polyline points=\"%1\" fill=\"none\" stroke=\"%2\" stroke-width=\"%3\"%4/>\n"_s.arg(
        points.join(u' '), item.colour.name(), number(item.width), item.dashed ? u" stroke-dasharray=\"4 3\""_s : QString());
  }

  void writeHatch(const HatchItem& item) {
    m_body += u"<rect %1 fill=\"url(#%2)\"/>\n"_s.arg(box(item.rect), patternFor(item));
  }

  QString patternFor(const HatchItem& item) {
    const QString key = u"%1 %2 %3"_s.arg(static_cast<int>(item.kind)).arg(item.line.name(), item.fill.name());
    const auto found = m_patterns.find(key);
    if (found != m_patterns.end()) return found->second;
    const QString id = u"h%1"_s.arg(m_patterns.size());
    m_patterns.emplace(key, id);
    const QString step = number(kHatchStep), half = number(kHatchStep / 2);
    m_patternText += u"<pattern id=\"%1\" width=\"%2\" height=\"%2\" patternUnits=\"userSpaceOnUse\">"_s.arg(id, step);
    if (item.fill.isValid()) m_patternText += u"<rect width=\"%1\" height=\"%1\" fill=\"%2\"/>"_s.arg(step, item.fill.name());
    if (item.kind == HatchKind::dots) {
      m_patternText += u"<path d=\"M0 0h1.6v1.6h-1.6zM%1 %1h1.6v1.6h-1.6z\" fill=\"%2\"/>"_s.arg(half, item.line.name());
    } else {
      QString lines = u"M0 %1L%1 0M-1 1L1 -1M%2 %3L%3 %2"_s.arg(step, number(kHatchStep - 1), number(kHatchStep + 1));
      if (item.kind == HatchKind::cross) lines += u"M0 0L%1 %1"_s.arg(step);
      m_patternText += u"<path d=\"%1\" stroke=\"%2\" fill=\"none\"/>"_s.arg(lines, item.line.name());
    }
    m_patternText += u"</pattern>"_s;
    return id;
  }

  void writeMark(const MarkItem& item) {
    const ShapeLook& look = item.look;
    if (look.ring) {
      m_body += u"<path d=\"%1\" fill=\"%2\" stroke=\"%3\" stroke-width=\"%4\"/>\n"_s.arg(
          pathData(ringPath(look.shape, item.centre, item.size)), look.ground.name(), look.colour.name(), number(kRingWidth));
    }
    const QString data = pathData(shapePath(look.shape, item.centre, look.hollow ? item.size - kHollowWidth : item.size));
    if (look.hollow) {
      m_body += u"<path d=\"%1\" fill=\"%2\" stroke=\"%3\" stroke-width=\"%4\"/>\n"_s.arg(data, look.ground.name(), look.colour.name(), number(kHollowWidth));
    } else {
      const QString seam = look.ground.isValid() && !look.ring
                               ? u" stroke=\"%1\" stroke-width=\"%2\" paint-order=\"stroke\""_s.arg(look.ground.name(), number(kSeamWidth))
                               : QString();
      m_body += u"<path d=\"%1\" fill=\"%2\"%3/>\n"_s.arg(data, look.colour.name(), seam);
    }
  }

  void writeText(const TextItem& item) {
    if (item.text.isEmpty()) return;
    QString classes = item.style.bold ? u"b"_s : QString();
    if (item.style.mono) classes += classes.isEmpty() ? u"m"_s : u" m"_s;
    QString place = u"x=\"%1\" y=\"%2\""_s.arg(number(item.baseline.x()), number(item.baseline.y()));
    if (item.vertical) place += u" transform=\"rotate(-90 %1 %2)\""_s.arg(number(item.baseline.x()), number(item.baseline.y()));
    // The measured width: a reader's other font must not run into its neighbours.
    m_body += u"<text %1 font-size=\"%2\" fill=\"%3\"%4 textLength=\"%5\" lengthAdjust=\"spacingAndGlyphs\">"_s.arg(
        place, QString::number(item.style.pixelSize), item.colour.name(), classes.isEmpty() ? QString() : u" class=\"%1\""_s.arg(classes),
        number(item.width));
    m_body += escaped(item.text) + u"</text>\n"_s;
  }

  const DrawList& m_list;
  const SvgDocument& m_document;
  QString m_body, m_path, m_patternText;
  QColor m_pathColour;
  std::map<QString, QString> m_patterns;         // hatch -> id
};

}  // namespace

QByteArray writeSvg(const DrawList& list, const SvgDocument& document) { return Writer(list, document).write(); }

}  // namespace lanescope::ui
