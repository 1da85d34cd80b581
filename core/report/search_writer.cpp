// SPDX-License-Identifier: Apache-2.0
#include "core/report/search_writer.h"

#include "core/clock/line_time.h"
#include "core/report/json_parts.h"
#include "core/text/clean.h"

#include <nlohmann/json.hpp>

#include <ostream>

namespace lanescope::report {

namespace {

constexpr std::size_t kTextBytes = 64 << 10;     // of a line, in text

}  // namespace

std::optional<model::Rank> writerOfLine(const model::Run& run, model::LineRef line) {
  const model::Source& source = run.source(line.source);
  if (source.rank) return source.rank;
  const auto& tags = source.text->tags;
  if (tags.empty() || tags[line.line - 1] == model::SourceText::kNoTag) return std::nullopt;
  return tags[line.line - 1];
}

void writeFoundLines(const model::Run& run, std::span<const model::LineRef> lines, SearchFormat format, std::ostream& out) {
  for (const model::LineRef line : lines) {
    const model::Source& source = run.source(line.source);
    const std::string text = source.lineText(line.line, kTextBytes);
    if (format == SearchFormat::text) {
      out << text::visible(source.path) << ':' << line.line << ": " << text::visible(text) << '\n';
    } else {
      out << jsonEvidence(run, {line.source, line.line, writerOfLine(run, line), clock::whenOf(source, line.line), text}).dump() << '\n';
    }
  }
}

void writeFoundTotal(std::uint64_t total, SearchFormat format, std::ostream& out) {
  if (format == SearchFormat::jsonl) out << Json{{"total", total}}.dump() << '\n';
}

}  // namespace lanescope::report
