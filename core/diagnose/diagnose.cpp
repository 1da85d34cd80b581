// SPDX-License-Identifier: Apache-2.0
#include "core/diagnose/diagnose.h"

namespace lanescope::diagnose {

void outline(model::Draft&) {}
void diagnose(model::Draft&) {}

}  // namespace lanescope::diagnose
