// SPDX-License-Identifier: Apache-2.0
#include "app/keep_settings.h"

#include "app/attended_load.h"
#include "core/session/kept_overrides.h"

namespace lanescope::app {

base::Result<void> keepSettings(const CommandLine& line) {
  session::Request request = line.request;
  request.zone.clear();                          // of this command only: nothing to keep
  auto run = loadAttended(request, {line.quiet, false, true});
  if (!run && run.error().code != base::ErrorCode::cancelled) {
    request.sideFile = false;                    // it may leave out every source
    run = loadAttended(request, {line.quiet, false, true});
  }
  if (!run) return tl::make_unexpected(run.error());
  const auto settings = changed(**run, (*run)->overrides, line.settings);
  if (!settings) return tl::make_unexpected(settings.error());
  const auto kept = session::keepOverrides(line.request.paths, **run, *settings);
  if (!kept) return tl::make_unexpected(kept.error());
  return {};
}

}  // namespace lanescope::app
