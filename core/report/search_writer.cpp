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

void writeFoundLines(const model::Run& run, std::span<const search::Hit> hits, SearchFormat format, std::ostream& out) {
  for (const search::Hit& hit : hits) {
    const model::Source& source = run.source(hit.line.source);
    const std::uint32_t line = hit.line.line;
    const std::string text = source.lineText(line, kTextBytes);
    if (format == SearchFormat::text) {
      out << text::visible(source.path) << ':' << line << ": " << text::visible(text) << '\n';
    } else {
      out << jsonEvidence(run, {hit.line.source, line, hit.rank, clock::whenOf(source, line), text}).dump() << '\n';
    }
  }
}

void writeFoundTotal(std::uint64_t total, SearchFormat format, std::ostream& out) {
  if (format == SearchFormat::jsonl) out << Json{{"total", total}}.dump() << '\n';
}

}  // namespace lanescope::report
