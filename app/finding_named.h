// SPDX-License-Identifier: Apache-2.0
// The finding that an argument means.
#pragma once

#include "core/base/result.h"
#include "core/model/run.h"

#include <string>

namespace lanescope::app {

// By its id or its fingerprint; without a name the first failure. Never null; Error where the run has none such.
base::Result<const model::Finding*> findingNamed(const model::Run& run, const std::string& name);

}  // namespace lanescope::app
