// SPDX-License-Identifier: Apache-2.0
#include "app/time_argument.h"

#include "core/report/time_text.h"

#include <fmt/format.h>

namespace lanescope::app {

namespace {

base::Result<void> readTime(const std::string& text, const model::Run& run, std::optional<std::int64_t>& moment) {
  if (text.empty()) return {};
  moment = report::parseTime(text, run.clock.first.known() ? run.clock.first.utc : 0);
  if (moment) return {};
  return base::fail(base::ErrorCode::invalidArgument, fmt::format("'{}' is not a time", text), {},
                    "2026-01-31T12:00:00Z, or 12:00:00 on the run's first day");
}

}  // namespace

base::Result<void> readSpan(const CommandLine& line, const model::Run& run, std::optional<std::int64_t>& from, std::optional<std::int64_t>& to) {
  if (const auto read = readTime(line.from, run, from); !read) return read;
  if (const auto read = readTime(line.to, run, to); !read) return read;
  if (from && to && *from >= *to) return base::fail(base::ErrorCode::invalidArgument, "--from is not before --to", {}, "swap them");
  return {};
}

}  // namespace lanescope::app
