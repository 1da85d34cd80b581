// SPDX-License-Identifier: Apache-2.0
#include "app/attended_load.h"
#include "app/commands.h"
#include "app/exit_status.h"
#include "app/output.h"
#include "app/redaction.h"
#include "app/time_argument.h"
#include "core/report/search_writer.h"
#include "core/search/pattern_fault.h"
#include "core/search/search.h"
#include "core/text/clean.h"

#include <fmt/format.h>
#include <cstdio>
#include <limits>
#include <ostream>

namespace lanescope::app {

namespace {

// The pattern with a caret below the place; a pattern of several lines is told by the number alone.
void point(const std::string& pattern, const search::Fault& fault) {
  if (pattern.find('\n') != std::string::npos) return;
  std::fputs(fmt::format("  {}\n  {:>{}}\n", text::visible(pattern), '^', search::charactersBefore(pattern, fault.offset) + 1).c_str(), stderr);
}

base::Result<search::Where> whereOf(const CommandLine& line, const model::Run& run) {
  search::Where where;
  where.threads = line.request.threads;
  where.ranks = line.ranks;
  where.writers = line.format == "jsonl";
  std::optional<std::int64_t> from, to;
  if (const auto read = readSpan(line, run, from, to); !read) return tl::make_unexpected(read.error());
  constexpr auto kOpen = std::numeric_limits<std::int64_t>{};
  if (from || to) where.time = search::Where::Time{from.value_or(kOpen.min()), to.value_or(kOpen.max())};
  return where;
}

}  // namespace

int runSearch(const CommandLine& line) {
  search::Fault fault;
  const auto expression = search::Expression::compile({line.query}, &fault);
  if (!expression) {
    const int status = exitWith(expression.error());
    point(line.query.text, fault);
    return status;
  }
  const auto run = loadAttended(line.request, {line.quiet, line.verbose});
  if (!run) return exitWith(run.error());
  const auto where = whereOf(line, **run);
  if (!where) return exitWith(where.error());
  const auto shown = writable(line, *run).run;     // found is what the log says, written is what may leave
  auto output = Output::open(line.output);
  if (!output) return exitWith(output.error());
  const auto format = line.format == "jsonl" ? report::SearchFormat::jsonl : report::SearchFormat::text;
  const search::Totals found =
      search::search(**run, **expression, *where, {}, [&](std::span<const search::Hit> hits) { report::writeFoundLines(*shown, hits, format, output->stream()); });
  report::writeFoundTotal(found.lines, format, output->stream());
  if (const auto written = output->commit(); !written) return exitWith(written.error());
  if (!found.complete) complain("not everything could be read: the total may be too small");
  if (!line.quiet && format == report::SearchFormat::text) complain(fmt::format("{} {}", found.lines, found.lines == 1 ? "line" : "lines"));
  return found.lines > 0 ? kSuccess : kNothingFound;
}

}  // namespace lanescope::app
