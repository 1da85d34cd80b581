// SPDX-License-Identifier: Apache-2.0
// Every event of a run, one a line: `lanescope.events/1`.
#pragma once

#include "core/model/run.h"

#include <iosfwd>
#include <string_view>

namespace lanescope::report {

enum class EventsFormat { jsonl, csv };

// In the run's order (by time, unknown times last). JSON lines: one object each, null where nothing is known. CSV: RFC
// 4180 with a header and CRLF, an empty field where nothing is known. The same run gives the same bytes. Streams row by
// row; a failed stream is the caller's to notice.
void writeEvents(const model::Run& run, EventsFormat format, std::ostream& out);

}  // namespace lanescope::report
