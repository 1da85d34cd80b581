// SPDX-License-Identifier: Apache-2.0
#include "core/diagnose/diagnose.h"

#include "core/diagnose/steps.h"

namespace lanescope::diagnose {

void outline(model::Draft& draft) {
  followProgress(draft);
  observe(draft);
  tellStory(draft);
  fillTimeline(draft);
}

void diagnose(model::Draft& draft) {
  followProgress(draft);
  observe(draft);
  std::vector<Group> groups = group(draft);
  addLauncherFindings(draft, groups);
  addCommunicatorFindings(draft, groups);
  addDifferingCounts(draft, groups);
  reportTests(draft);
  decideOutcome(draft, groups);
  assignRoles(draft, groups);
  finish(draft, std::move(groups));
  noteProgress(draft);
  describeGaps(draft);
  tellStory(draft);
  fillTimeline(draft);
}

}  // namespace lanescope::diagnose
