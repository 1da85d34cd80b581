// SPDX-License-Identifier: Apache-2.0
// From the bytes of a physical line to the text in which heads and messages are looked for.
#pragma once

#include "core/recognise/layers.h"

#include <string>
#include <string_view>

namespace lanescope::recognise {

// Cheap looks at a raw line: whether appendPlain() may give another text than `raw` itself, of which the first kMaxHeads bytes are asked
// about; whether that may be because it is a record, or carries its time in a control sequence.
bool needsPlaining(std::string_view raw) noexcept;
bool mayHoldRecord(std::string_view raw) noexcept;

// Appends `raw` without control sequences. A record (record.h), also one behind envelopes, is turned into text: the lines of its message
// end with LF, each behind the envelopes. Buildkite's time, which stands in a control sequence, becomes a stamp in brackets.
void appendPlain(std::string_view raw, const LineForm& form, std::string& out);

}  // namespace lanescope::recognise
