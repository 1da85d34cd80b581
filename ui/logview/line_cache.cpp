// SPDX-License-Identifier: Apache-2.0
#include "ui/logview/line_cache.h"

#include "core/text/clean.h"
#include "ui/models/words.h"

#include <QCoreApplication>

namespace lanescope::ui {

void LineCache::setRun(std::shared_ptr<const model::Run> run) {
  m_run = std::move(run);
  m_cache.clear();
}

const QString& LineCache::shown(model::LineRef line) {
  const quint64 key = quint64{line.source.value} << 32 | line.line;
  if (const QString* known = m_cache.object(key)) return *known;
  auto made = std::make_unique<QString>(read(line, kShown, true));
  made->replace(QLatin1Char('\t'), QStringLiteral("    ")).replace(QLatin1Char('\r'), QChar(0x240D));
  const QString& result = *made;
  m_cache.insert(key, made.release());
  return result;
}

QString LineCache::copied(model::LineRef line) const { return read(line, kCopied, false); }

// Not through a LineReader: that reads a line whole, and lines of 100 MB exist.
QString LineCache::read(model::LineRef line, std::uint64_t most, bool mark) const {
  const auto& text = m_run->source(line.source).text;
  if (!text) return {};
  const input::ByteRange range = text->lines.range(line.line);
  const input::ByteRange part{range.begin, range.begin + std::min(range.size(), most)};
  input::Scratch scratch;
  const auto bytes = text->bytes->view(part, scratch);
  if (!bytes)
    return QCoreApplication::translate("LineCache", "(this line can no longer be read: %1)").arg(toQt(bytes.error().what));
  std::string_view raw = *bytes;
  if (!raw.empty() && raw.back() == '\n') raw.remove_suffix(1);
  if (!raw.empty() && raw.back() == '\r') raw.remove_suffix(1);
  QString result = toQt(text::display(raw));
  if (mark && part.size() < range.size()) {
    result += QCoreApplication::translate("LineCache", " … (%1 bytes more)").arg(countText(range.size() - part.size()));
  }
  return result;
}

}  // namespace lanescope::ui
