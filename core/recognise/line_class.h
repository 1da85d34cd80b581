// SPDX-License-Identifier: Apache-2.0
// What a line is at its worst: the class column of a scan.
#pragma once

#include "core/recognise/signature.h"
#include "core/recognise/source_scan.h"

namespace lanescope::recognise {

// Values of model::LineClass, which this layer cannot include.
enum class LineClass : std::uint8_t { plain, info, warning, error, fatal, testStart, testPass, testFail, lifecycle, advice, echo };

// Of a line that matched a signature.
LineClass classOf(Severity severity, Prior prior) noexcept;

// Within a line the worst is kept; verdicts and failures are worse than what else stands there.
void setClass(SourceScan& scan, std::uint32_t line, LineClass value);

}  // namespace lanescope::recognise
