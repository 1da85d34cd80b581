// SPDX-License-Identifier: Apache-2.0
// Measuring, cutting and wrapping the texts of a draw list.
#include "ui/timeline/draw_list.h"

#include "ui/theme/clipped_text.h"

#include <QFontMetricsF>

#include <map>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

const QFontMetricsF& metricsOf(const TextStyle& style) {
  // Building metrics costs more than measuring; a picture uses a handful of styles.
  static thread_local std::map<int, QFontMetricsF> cache;
  const int key = style.pixelSize * 4 + (style.bold ? 2 : 0) + (style.mono ? 1 : 0);
  auto found = cache.find(key);
  if (found == cache.end()) found = cache.emplace(key, QFontMetricsF(fontOf(style))).first;
  return found->second;
}

// The longest start of `text` that fits and ends at a good place; at least one character.
qsizetype breakAt(const QString& text, const TextStyle& style, double width) {
  qsizetype space = 0, joint = 0, fits = 0;
  for (qsizetype i = 1; i <= text.size(); ++i) {
    if (textWidth(text.left(i), style) > width) break;
    fits = i;
    if (i == text.size()) return i;
    if (text[i] == u' ') space = i;
    const bool inside = text[i - 1] == u':' && text[i] == u':';      // "::" is one joint
    if (QStringView(u"/:.,_-[").contains(text[i - 1]) && !inside) joint = i;
  }
  if (space > fits / 2) return space;
  if (joint > fits / 2) return joint;
  return std::max<qsizetype>(1, std::max({space, joint, space == 0 && joint == 0 ? fits : qsizetype{0}}));
}

}  // namespace

QFont fontOf(const TextStyle& style) { return style.mono ? monoFont(style.pixelSize) : uiFont(style.pixelSize, style.bold); }

double textWidth(const QString& text, const TextStyle& style) { return metricsOf(style).horizontalAdvance(clippedText(text)); }

double textHeight(const TextStyle& style) { return metricsOf(style).ascent() + metricsOf(style).descent(); }

QString fittingPart(const QString& text, const TextStyle& style, double width) {
  QString part = text;
  while (textWidth(part, style) > width) {
    const qsizetype cut = part.lastIndexOf(u" · "_s);
    if (cut <= 0) return {};
    part.truncate(cut);
  }
  return part;
}

QString elidedMiddle(const QString& text, const TextStyle& style, double width) {
  return metricsOf(style).elidedText(clippedText(text), Qt::ElideMiddle, width);
}

QString barText(const QString& name, const TextStyle& style, double width) {
  constexpr qsizetype kLeastStart = 8;
  if (textWidth(name, style) <= width) return name;
  bool isNumber = false;
  const QString last = name.section(u' ', -1);
  (void)last.toULongLong(&isNumber);
  if (isNumber) return textWidth(last, style) <= width ? last : QString();
  const QString start = metricsOf(style).elidedText(clippedText(name), Qt::ElideRight, width);
  return start.size() > kLeastStart ? start : QString();
}

QString elidedPath(const QString& path, const TextStyle& style, double width) {
  if (textWidth(path, style) <= width) return path;
  const QStringList parts = path.split(u'/');
  const auto tail = [&](qsizetype from, const QString& head) { return head + parts.mid(from).join(u'/'); };
  for (qsizetype from = 2; from < parts.size(); ++from) {
    if (textWidth(tail(from, parts.first() + u"/…/"_s), style) <= width) return tail(from, parts.first() + u"/…/"_s);
  }
  for (qsizetype from = 1; from < parts.size(); ++from) {
    if (textWidth(tail(from, u"…/"_s), style) <= width) return tail(from, u"…/"_s);
  }
  return elidedMiddle(path, style, width);
}

QStringList wrapped(const QString& text, const TextStyle& style, double width, int maxLines) {
  QStringList lines;
  QString rest = clippedText(text.simplified());
  while (!rest.isEmpty()) {
    if (lines.size() == maxLines - 1) {
      lines << metricsOf(style).elidedText(rest, Qt::ElideRight, width);
      break;
    }
    const qsizetype cut = breakAt(rest, style, width);
    lines << rest.left(cut);
    rest = rest.mid(cut).trimmed();
  }
  return lines;
}

QStringList wrappedEvenly(const QString& text, const TextStyle& style, double width, int maxLines) {
  const qsizetype lines = wrapped(text, style, width, maxLines).size();
  if (lines < 2) return wrapped(text, style, width, maxLines);
  double least = textWidth(text, style) / static_cast<double>(lines);
  constexpr double kStep = 8;
  while (least < width && wrapped(text, style, least, maxLines + 1).size() > lines) least += kStep;
  return wrapped(text, style, std::min(least, width), maxLines);
}

QStringList wrappedParts(const QStringList& parts, const TextStyle& style, double width, int maxLines) {
  QStringList lines;
  QString line;
  for (const QString& part : parts) {
    const QString longer = line.isEmpty() ? part : line + u" · "_s + part;
    if (textWidth(longer, style) <= width) {
      line = longer;
      continue;
    }
    if (!line.isEmpty()) lines << line;
    QStringList own = wrapped(part, style, width, maxLines);
    line = own.takeLast();
    lines += own;
  }
  if (!line.isEmpty()) lines << line;
  if (lines.size() <= maxLines) return lines;
  // What does not fit is said to be missing, not dropped in silence.
  lines = lines.first(maxLines);
  lines.last() = metricsOf(style).elidedText(lines.last() + u" · …"_s, Qt::ElideRight, width);
  return lines;
}

}  // namespace lanescope::ui
