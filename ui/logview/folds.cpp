// SPDX-License-Identifier: Apache-2.0
#include "ui/logview/folds.h"

#include "core/search/search.h"
#include "core/text/clean.h"
#include "ui/models/words.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

namespace lanescope::ui {

namespace {

constexpr std::uint32_t kMostLines = 4000;       // of a fold
constexpr std::size_t kHeadBytes = 512;          // of a line that are looked at
constexpr std::uint32_t kFewest = 3;             // lines worth a fold

constexpr const char* kStarts = R"(Traceback \(most recent call last\)|\(most recent call first\):|_{5,} [^ ].* _{5,}|={20,})";
constexpr std::string_view kTraceback = "Traceback (most recent call last)";
constexpr std::string_view kStack = "(most recent call first):";

// Two heads of one writer: the same but for their numbers (times, counters).
bool alike(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i] && !(digit(a[i]) && digit(b[i]))) return false;
  }
  return true;
}

bool isRule(std::string_view text, char mark, std::size_t atLeast) {
  const std::size_t end = text.find_last_not_of(' ');
  return end != text.npos && end + 1 >= atLeast && text.substr(0, end + 1).find_first_not_of(mark) == text.npos;
}

// "=== ... ===" or a rule of one sign.
bool isHeading(std::string_view text, char mark) {
  const std::string edge(5, mark);
  const std::size_t end = text.find_last_not_of(' ');
  return end != text.npos && text.starts_with(edge) && text.substr(0, end + 1).ends_with(edge);
}

class FoldReader {
 public:
  FoldReader(const model::Run& run, model::SourceId source) : m_source(source), m_text(*run.source(source).text), m_reader(*m_text.bytes, m_text.lines) {}

  std::optional<Fold> at(std::uint32_t line) {
    m_head = textOf(line);
    if (const auto place = m_head.find(kTraceback); place != m_head.npos) return traceback(line, place);
    if (m_head.find(kStack) != m_head.npos) return stack(line);
    if (const auto place = m_head.find("_____"); place != m_head.npos && isHeading(std::string_view(m_head).substr(place), '_')) return test(line, place);
    if (const auto place = m_head.find("====="); place != m_head.npos && isRule(std::string_view(m_head).substr(place), '=', 20)) return launcher(line, place);
    return {};
  }

 private:
  std::string textOf(std::uint32_t line) {
    std::string_view raw = m_reader.line(line);
    return text::display(raw.substr(0, std::min(raw.size(), kHeadBytes)));
  }
  bool exists(std::uint32_t line) const { return line <= m_text.lineCount(); }
  // What stands behind the same head; nothing where another writer's line stands there.
  std::optional<std::string> message(std::uint32_t line, std::size_t place) {
    if (!exists(line)) return {};
    std::string text = textOf(line);
    std::string_view head = std::string_view(m_head).substr(0, place);
    // A head before nothing may have lost its blank.
    if (text.size() < place) return alike(text, head.substr(0, text.size())) && text.size() + 1 >= place ? std::optional<std::string>("") : std::nullopt;
    if (!alike(std::string_view(text).substr(0, place), head)) return {};
    return text.substr(place);
  }
  Fold fold(Fold::Kind kind, std::uint32_t first, std::uint32_t last, std::string at) const { return {kind, m_source, first, last, std::move(at)}; }

  static std::string frameOf(std::string_view text) {
    const auto file = text.find("File \"");
    if (file == text.npos) return {};
    const auto end = text.find('"', file + 6);
    const auto number = text.find(", line ", file);
    if (end == text.npos || number == text.npos) return {};
    std::string_view path = text.substr(file + 6, end - file - 6);
    path = path.substr(path.rfind('/') + 1);
    const std::string_view rest = text.substr(number + 7);
    const auto name = rest.find(", in ");
    std::string at(path);
    at += ':';
    at += rest.substr(0, std::min(rest.find(','), rest.size()));
    if (name != rest.npos) at.append(" in ").append(rest.substr(name + 5));
    return at;
  }

  std::optional<Fold> traceback(std::uint32_t first, std::size_t place) {
    std::uint32_t last = first;
    std::string at;
    for (std::uint32_t line = first + 1; line < first + kMostLines; ++line) {
      const auto text = message(line, place);
      // Frames are indented; 3.11 groups them behind a bar.
      if (!text || !(text->starts_with("  ") || text->starts_with("+ ") || text->starts_with("| "))) break;
      last = line;
      if (std::string frame = frameOf(*text); !frame.empty()) at = std::move(frame);
    }
    if (last - first + 1 < kFewest) return {};
    return fold(Fold::Kind::traceback, first, last, at);
  }

  std::optional<Fold> stack(std::uint32_t first) {
    std::uint32_t last = first;
    for (std::uint32_t line = first + 1; line < first + kMostLines && exists(line); ++line) {
      if (textOf(line).find("frame #") == std::string::npos) break;
      last = line;
    }
    if (last - first + 1 < kFewest) return {};
    return fold(Fold::Kind::stack, first, last, {});
  }

  // A report of pytest: to the next test's, or to the end of the section.
  std::optional<Fold> test(std::uint32_t first, std::size_t place) {
    const std::string_view heading = std::string_view(m_head).substr(place);
    const auto begin = heading.find_first_not_of("_ "), end = heading.find_last_not_of("_ ");
    if (begin == heading.npos || end < begin) return {};
    std::uint32_t last = first;
    for (std::uint32_t line = first + 1; line < first + kMostLines; ++line) {
      const auto text = message(line, place);
      if (!text || isHeading(*text, '_') || isHeading(*text, '=')) break;
      last = line;
    }
    if (last - first + 1 < kFewest) return {};
    return fold(Fold::Kind::test, first, last, std::string(heading.substr(begin, end - begin + 1)));
  }

  std::optional<Fold> launcher(std::uint32_t first, std::size_t place) {
    const auto title = message(first + 1, place);
    if (!title || title->find("FAILED") == std::string::npos) return {};
    for (std::uint32_t line = first + 2; line < first + kMostLines; ++line) {
      const auto text = message(line, place);
      if (!text) return {};
      if (isRule(*text, '=', 20)) return fold(Fold::Kind::launcher, first, line, *title);
    }
    return {};
  }

  model::SourceId m_source;
  const model::SourceText& m_text;
  text::LineReader m_reader;
  std::string m_head;
};

}  // namespace

std::vector<Fold> findFolds(const model::Run& run, const std::vector<model::SourceId>& sources, std::stop_token stop) {
  search::Query query;
  query.text = kStarts;
  query.operators = false;
  const auto expression = search::Expression::compile({query});
  std::vector<Fold> folds;
  if (!expression || sources.empty()) return folds;
  search::Where where;
  where.sources = sources;
  std::sort(where.sources.begin(), where.sources.end());
  std::vector<model::LineRef> starts;
  search::search(run, **expression, where, stop, [&](std::span<const search::Hit> hits) {
    for (const search::Hit& hit : hits) starts.push_back(hit.line);
  });
  std::optional<FoldReader> reader;
  std::optional<model::SourceId> of;
  std::uint32_t behind = 0;
  for (const model::LineRef& start : starts) {
    if (stop.stop_requested()) break;
    if (of != start.source) {
      of = start.source;
      reader.emplace(run, start.source);
      behind = 0;
    }
    if (start.line <= behind) continue;          // inside another fold
    auto fold = reader->at(start.line);
    if (!fold) continue;
    behind = fold->last;
    folds.push_back(*std::move(fold));
  }
  return folds;
}

std::vector<std::vector<std::uint32_t>> hiddenBy(const std::vector<Fold>& folds, const LineList& list) {
  std::vector<std::vector<std::uint32_t>> hidden(folds.size());
  if (folds.empty()) return hidden;
  std::map<model::SourceId, std::size_t> next;   // the first fold of each source that does not end before the line
  for (std::size_t i = 0; i < folds.size(); ++i) next.try_emplace(folds[i].source, i);
  list.forEach(0, list.size(), [&](std::size_t place, model::LineRef line) {
    const auto at = next.find(line.source);
    if (at == next.end()) return true;
    std::size_t& fold = at->second;
    while (fold < folds.size() && folds[fold].source == line.source && folds[fold].last < line.line) ++fold;
    if (fold >= folds.size() || folds[fold].source != line.source) {
      next.erase(at);
      return !next.empty();
    }
    if (line.line > folds[fold].first) hidden[fold].push_back(static_cast<std::uint32_t>(place));
    return true;
  });
  return hidden;
}

QString foldText(const Fold& fold) {
  const auto tr = [](const char* text) { return QCoreApplication::translate("Folds", text); };
  QString what;
  switch (fold.kind) {
    case Fold::Kind::traceback: what = tr("%1 lines of traceback"); break;
    case Fold::Kind::stack: what = tr("%1 lines of stack"); break;
    case Fold::Kind::test: what = tr("%1 lines of a test's report"); break;
    case Fold::Kind::launcher: what = tr("%1 lines of the launcher's failure block"); break;
  }
  what = QStringLiteral("▸ ") + what.arg(countText(fold.lines()));
  return fold.at.empty() ? what : what + QStringLiteral(" · ") + toQt(fold.at);
}

}  // namespace lanescope::ui
