// SPDX-License-Identifier: Apache-2.0
#include "core/diagnose/steps.h"

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

}  // namespace lanescope::diagnose
