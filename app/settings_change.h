// SPDX-License-Identifier: Apache-2.0
// `sources --set` and `--clear`: their grammar, and what they make of the settings that a run has.
#pragma once

#include "core/base/result.h"
#include "core/model/run.h"

#include <string>
#include <vector>

namespace lanescope::app {

struct SettingsChange {
  struct Cleared {
    std::string source, what;
  };                             // "" for `source`: the run; for `what`: all of it
  std::vector<Cleared> cleared;  // before those that are set
  bool clearAll = false;
  model::Overrides set;  // `source` as typed; `launch` as typed, from 1
  bool empty() const noexcept { return cleared.empty() && !clearAll && set.empty(); }
};

// "logs/a.log:rank=3,zone=+09:00", "zone=UTC"; "logs/a.log", "logs/a.log:rank", "zone", "all". A source's name may hold colons.
base::Result<SettingsChange> parseSettings(const std::vector<std::string>& set, const std::vector<std::string>& cleared);

// `before` with the change. Error where a name means no source of the run, or not one alone, or the run has no such launch.
base::Result<model::Overrides> changed(const model::Run& run, model::Overrides before, const SettingsChange& change);

}  // namespace lanescope::app
