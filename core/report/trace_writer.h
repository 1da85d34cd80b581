// SPDX-License-Identifier: Apache-2.0
// A run as trace-event JSON (`lanescope.trace/1`), which Perfetto and chrome://tracing open.
#pragma once

#include "core/model/run.h"

#include <iosfwd>
#include <string>

namespace lanescope::report {

// pid 0 is the job (its phases and milestones), 1.. the hosts in order, the last one ranks whose host is not known; one tid for each lane.
// Tests, waits and iterations are slices, findings are instants. `ts` and `dur` are microseconds from `otherData.start_utc`. Slices of a
// lane nest: one that would cross another's end is an asynchronous one. What has no time is left out and counted in `otherData`.
// The same run gives the same bytes. Streams; a failed stream is the caller's to notice.
void writeTrace(const model::Run& run, const std::string& version, std::ostream& out);

}  // namespace lanescope::report
