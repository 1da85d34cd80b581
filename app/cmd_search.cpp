// SPDX-License-Identifier: Apache-2.0
#include "app/attended_load.h"
#include "app/commands.h"
#include "app/exit_status.h"
#include "app/output.h"
#include "app/redaction.h"
#include "core/report/search_writer.h"
#include "core/search/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace lanescope::app {

namespace {

// Those of the lines that one of the ranks wrote.
std::vector<model::LineRef> linesOf(const model::Run& run, const std::vector<std::uint32_t>& ranks, std::span<const model::LineRef> lines) {
  std::vector<model::LineRef> kept;
  std::copy_if(lines.begin(), lines.end(), std::back_inserter(kept), [&](model::LineRef line) {
    const auto rank = report::writerOfLine(run, line);
    return rank && std::binary_search(ranks.begin(), ranks.end(), *rank);
  });
  return kept;
}

}  // namespace

int runSearch(const CommandLine& line) {
  const auto matcher = search::LineMatcher::compile(line.query);
  if (!matcher) return exitWith(matcher.error());
  const auto run = loadAttended(line.request, {line.quiet, line.verbose});
  if (!run) return exitWith(run.error());
  const auto shown = writable(line, *run).run;     // found is what the log says, written is what may leave
  auto output = Output::open(line.output);
  if (!output) return exitWith(output.error());
  const auto format = line.format == "jsonl" ? report::SearchFormat::jsonl : report::SearchFormat::text;
  std::uint64_t total = 0;
  const search::Totals found = search::search(**run, **matcher, {{}, line.request.threads}, {}, [&](std::span<const model::LineRef> lines) {
    const std::vector<model::LineRef> kept = line.ranks.empty() ? std::vector(lines.begin(), lines.end()) : linesOf(**run, line.ranks, lines);
    total += kept.size();
    report::writeFoundLines(*shown, kept, format, output->stream());
  });
  report::writeFoundTotal(total, format, output->stream());
  if (const auto written = output->commit(); !written) return exitWith(written.error());
  if (!found.complete) complain("not everything could be read: the total may be too small");
  if (!line.quiet && format == report::SearchFormat::text) complain(fmt::format("{} {}", total, total == 1 ? "line" : "lines"));
  return total > 0 ? kSuccess : kNothingFound;
}

}  // namespace lanescope::app
