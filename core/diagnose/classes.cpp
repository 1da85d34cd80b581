// SPDX-License-Identifier: Apache-2.0
#include "core/diagnose/steps.h"

#include <algorithm>

namespace lanescope::diagnose {

using model::FindingClass;

bool isEffect(FindingClass findingClass) noexcept {
  switch (findingClass) {
    case FindingClass::ncclTimeout:
    case FindingClass::ncclNetwork:
    case FindingClass::glooError:
    case FindingClass::store:
    case FindingClass::abort:
    case FindingClass::launcherExit:
    case FindingClass::killed:
    case FindingClass::cancelled:
    case FindingClass::hang:
    case FindingClass::restart: return true;
    default: return false;
  }
}

int specificity(FindingClass findingClass) noexcept {
  switch (findingClass) {
    case FindingClass::eccXid: return 0;
    case FindingClass::gpuOom: return 1;
    case FindingClass::hostOom: return 2;
    case FindingClass::cudaError: return 3;
    case FindingClass::nan: return 4;
    case FindingClass::checkpoint: return 5;
    case FindingClass::preempted: return 6;
    case FindingClass::timeLimit: return 7;
    case FindingClass::monitoredBarrier: return 8;
    case FindingClass::desync: return 9;
    case FindingClass::data: return 10;
    case FindingClass::setup: return 11;
    case FindingClass::ncclTimeout: return 12;
    case FindingClass::ncclError: return 13;
    case FindingClass::segfault: return 14;
    case FindingClass::ncclNetwork: return 15;
    case FindingClass::store: return 16;
    case FindingClass::glooError: return 17;
    case FindingClass::assertion: return 18;
    case FindingClass::pythonException: return 19;
    case FindingClass::testFailure: return 20;
    case FindingClass::abort: return 21;
    case FindingClass::hang: return 22;
    case FindingClass::killed: return 23;
    case FindingClass::cancelled: return 24;
    case FindingClass::launcherExit: return 25;
    default: return 30;
  }
}

recognise::Prior priorOf(const model::Draft& draft, const Group& group) {
  // The strongest of its observations: a root prior on one line is not undone by another line's.
  if (group.observations.empty()) return isEffect(group.finding.findingClass) ? recognise::Prior::cascade : recognise::Prior::root;
  recognise::Prior best = recognise::Prior::noise;
  for (const std::uint32_t i : group.observations) {
    const recognise::Prior prior = draft.observations[i].prior;
    if (prior == recognise::Prior::root || prior == recognise::Prior::confirmation) return recognise::Prior::root;
    if (prior == recognise::Prior::cascade) best = recognise::Prior::cascade;
    else if (prior == recognise::Prior::teardown && best == recognise::Prior::noise) best = recognise::Prior::teardown;
  }
  return best;
}

recognise::Severity severityOf(const model::Draft& draft, const Group& group) {
  recognise::Severity worst = group.observations.empty() ? recognise::Severity::error : recognise::Severity::none;
  for (const std::uint32_t i : group.observations) worst = std::max(worst, draft.observations[i].severity);
  return worst;
}

}  // namespace lanescope::diagnose
