// SPDX-License-Identifier: Apache-2.0
#include "app/compare_runs.h"

#include "core/session/ignore_file.h"

namespace lanescope::app {

base::Result<ComparedWith> compareAttended(const CommandLine& line, const model::Run& run) {
  const LoadOptions options{line.quiet, line.verbose};
  compare::Options how;
  how.threads = line.request.threads;
  how.repository = line.repository;
  auto ignore = session::ignoreListOf(line.request.paths, line.ignoreFile, line.request.sideFile);
  if (!ignore) return tl::make_unexpected(ignore.error());
  how.ignore = *std::move(ignore);
  ComparedWith with;
  for (const session::Request& request : line.baselines) {
    auto loaded = loadAttended(request, options);
    if (!loaded) return tl::make_unexpected(loaded.error());
    with.runs.push_back(*loaded);
    with.baselines.push_back(loaded->get());
  }
  auto comparison = attended(options, "Comparing", [&](base::Progress& progress, std::stop_token stop) { return compare::compare(run, with.baselines, how, progress, std::move(stop)); });
  if (!comparison) return tl::make_unexpected(comparison.error());
  with.comparison = *std::move(comparison);
  return with;
}

}  // namespace lanescope::app
