// SPDX-License-Identifier: Apache-2.0
// What the user has added since a run was read, for whatever is made from the run alone: pictures, reports.
#pragma once

#include "ui/models/view_state.h"

#include <memory>
#include <vector>

namespace lanescope::ui {

struct Added {
  model::Notes notes;
  std::vector<model::SeenBefore> seenBefore;
};
Added addedTo(const ViewState& state);

// The run itself where nothing was added, else a copy with it: not for the GUI thread.
std::shared_ptr<const model::Run> withAdded(std::shared_ptr<const model::Run> run, const Added& added);

}  // namespace lanescope::ui
