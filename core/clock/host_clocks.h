// SPDX-License-Identifier: Apache-2.0
// Hosts whose clocks differ. Ranks of one job meet in barriers and collectives, so what each host prints behind one of them ("step 80",
// "rendezvous complete") was printed at about the same moment everywhere: where all of it is off by the same time, the clocks are.
#pragma once

#include "core/model/draft.h"

namespace lanescope::clock {

// Sets SourceClock::offsetSeconds and offsetRange of the sources whose host is shown to be off, and says so in the coverage. No time is
// changed: stamps stay what the lines say.
void compareHostClocks(model::Draft& draft);

// `when`, as read in `source`, on the clock of the run's first host: to compare times of different hosts, never to be shown as the time of
// a line. The range grows by what is not known of the offset.
model::When onFirstClock(const model::Source& source, const model::When& when);

}  // namespace lanescope::clock
