// SPDX-License-Identifier: Apache-2.0
#include "ui/models/added.h"

namespace lanescope::ui {

Added addedTo(const ViewState& state) { return {state.notes(), state.seenBefore()}; }

std::shared_ptr<const model::Run> withAdded(std::shared_ptr<const model::Run> run, const Added& added) {
  if (run->notes == added.notes && run->seenBefore == added.seenBefore) return run;
  auto copy = std::make_shared<model::Run>(*run);
  copy->notes = added.notes;
  copy->seenBefore = added.seenBefore;
  return copy;
}

}  // namespace lanescope::ui
