// SPDX-License-Identifier: Apache-2.0
// A run's report as a document. Internal to core/report.
#pragma once

#include "core/report/document.h"
#include "core/report/exports.h"

namespace lanescope::report {

Document documentOf(const Export& what);

}  // namespace lanescope::report
