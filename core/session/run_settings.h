// SPDX-License-Identifier: Apache-2.0
// From what a user says of a run to what it means for each of its members.
#pragma once

#include "core/input/input_set.h"
#include "core/model/overrides.h"

#include <optional>
#include <string>
#include <vector>

namespace lanescope::session {

struct RunSettings {
  model::Overrides said;                       // all of them, in the order given, with their sources' paths and problems
  std::vector<model::SourceSettings> members;  // parallel to InputSet::members
  std::string zone;                            // of the run; "": nobody said
};

// Why the value of a statement makes no sense, whatever it is about; nothing where it does.
std::optional<std::string> problemOf(const model::Override& said);

// Members that are to be left out leave `inputs.members` and become skipped. Where two statements are about the same thing, the
// later one counts.
RunSettings settle(model::Overrides said, input::InputSet& inputs);

// `found`, what the paths of the members say, as the settings want it.
std::vector<model::PathLayout> settledPaths(RunSettings& settings, const std::vector<input::Member>& members,
                                            std::vector<model::PathLayout> found);

}  // namespace lanescope::session
