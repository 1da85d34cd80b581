// SPDX-License-Identifier: Apache-2.0
#include "ui/logview/line_cache.h"

#include "core/text/clean.h"
#include "ui/models/words.h"

#include <QCoreApplication>

namespace lanescope::ui {

namespace {

constexpr std::size_t kMostMarks = 200;          // in a line
constexpr int kTab = 4;                          // spaces

// Behind the beginning of a line that is longer.
QString restText(std::uint64_t size, std::uint64_t taken) {
  return size > taken ? QCoreApplication::translate("LineCache", " … (%1 bytes more)").arg(countText(size - taken)) : QString();
}

QString failure(const base::Error& error) {
  return QCoreApplication::translate("LineCache", "(this line can no longer be read: %1)").arg(toQt(error.what));
}

// Not through a LineReader: that reads a line whole, and lines of 100 MB exist.
base::Result<std::string_view> bytesOf(const model::SourceText& text, std::uint32_t line, std::uint64_t most, input::Scratch& scratch) {
  const input::ByteRange range = text.lines.range(line);
  auto bytes = text.bytes->view({range.begin, range.begin + std::min(range.size(), most)}, scratch);
  if (!bytes) return bytes;
  if (bytes->ends_with('\n')) bytes->remove_suffix(1);
  if (bytes->ends_with('\r')) bytes->remove_suffix(1);
  return bytes;
}

// Bytes of UTF-8 as places in the text that they encode. `spans` ascend.
std::vector<TextSpan> inText(const std::vector<search::Span>& spans, std::string_view utf8) {
  std::vector<TextSpan> places;
  std::size_t at = 0;
  int place = 0;
  const auto moveTo = [&](std::size_t end) {
    for (; at < end && at < utf8.size(); ++at) {
      const auto byte = static_cast<unsigned char>(utf8[at]);
      if ((byte & 0xC0) != 0x80) place += byte >= 0xF0 ? 2 : 1;
    }
    return place;
  };
  for (const search::Span& span : spans) {
    const int begin = moveTo(span.begin);
    places.push_back({begin, moveTo(span.end)});
  }
  return places;
}

void expandTabs(ShownLine& line) {
  line.text.replace(QLatin1Char('\r'), QChar(0x240D));
  if (!line.text.contains(QLatin1Char('\t'))) return;
  const auto moved = [&line](int place) { return place + (kTab - 1) * static_cast<int>(QStringView(line.text).left(place).count(QLatin1Char('\t'))); };
  for (TextSpan& hit : line.hits) hit = {moved(hit.begin), moved(hit.end)};
  for (AnsiRun& run : line.colours) run.span = {moved(run.span.begin), moved(run.span.end)};
  line.text.replace(QLatin1Char('\t'), QString(kTab, QLatin1Char(' ')));
}

}  // namespace

void LineCache::setRun(std::shared_ptr<const model::Run> run) {
  m_run = std::move(run);
  m_cache.clear();
}

void LineCache::setExpression(std::shared_ptr<const search::Expression> expression) {
  m_expression = std::move(expression);
  m_cache.clear();
}

const ShownLine& LineCache::whole(model::LineRef line) {
  const quint64 key = quint64{line.source.value} << 32 | line.line;
  if (const ShownLine* known = m_cache.object(key)) return *known;
  auto made = std::make_unique<ShownLine>(read(line));
  const ShownLine& result = *made;
  m_cache.insert(key, made.release());
  return result;
}

QString LineCache::copied(model::LineRef line) const {
  const model::Source& source = m_run->source(line.source);
  if (!source.text) return {};
  if (source.rewrite) return toQt(source.lineText(line.line, kCopied));
  input::Scratch scratch;
  const auto bytes = bytesOf(*source.text, line.line, kCopied, scratch);
  return bytes ? toQt(text::display(*bytes)) + restText(source.text->lines.range(line.line).size(), kCopied) : failure(bytes.error());
}

ShownLine LineCache::read(model::LineRef line) const {
  ShownLine shown;
  const model::Source& source = m_run->source(line.source);
  if (!source.text) return shown;
  if (source.rewrite) {
    shown.text = toQt(source.lineText(line.line, kShown));
  } else {
    input::Scratch scratch;
    const auto bytes = bytesOf(*source.text, line.line, kShown, scratch);
    if (!bytes) return {failure(bytes.error()), {}, {}};
    shown.text = ansiText(*bytes, shown.colours);
  }
  if (m_expression) {
    const std::string utf8 = shown.text.toStdString();
    shown.hits = inText(m_expression->find(utf8, kMostMarks), utf8);
  }
  expandTabs(shown);
  shown.text += restText(source.text->lines.range(line.line).size(), kShown);
  return shown;
}

}  // namespace lanescope::ui
