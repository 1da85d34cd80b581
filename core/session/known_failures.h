// SPDX-License-Identifier: Apache-2.0
// Failures that the user has named: fingerprints with a note, and the runs in which they were seen, in `known.json` of the user's data
// folder (`lanescope.known/1`). Several processes may read and change it at once; keys of other versions stay.
#pragma once

#include "core/base/result.h"
#include "core/model/run.h"

#include <optional>
#include <string>
#include <vector>

namespace lanescope::session {

// A run in which a failure was seen.
struct Sighting {
  std::string run;                               // Run::id
  std::string name;                              // Run::name
  std::string date;                              // "2026-03-14", UTC; "" where the run has no times
  std::vector<std::string> hosts;
  bool named = false;                            // the user named the failure there
};

struct KnownFailure {
  std::string fingerprint;                       // its id
  std::string findingClass, title;               // of the finding that was named
  std::string note, url;
  std::vector<Sighting> seen;                    // in the order in which they were kept
};
using KnownFailures = std::vector<KnownFailure>;

// Where they are kept on this machine; "" where there is no data folder.
std::string knownFailuresPath();
// In the order in which they were named. Error where the file cannot be read or is none of this version: it is left as it is then.
base::Result<KnownFailures> readKnownFailures();

// Names the finding's failure, or changes what is said of it: an empty note or address leaves the one that is there. Error where it has
// neither a note nor had one.
base::Result<void> nameFailure(const model::Run& run, const model::Finding& finding, const std::string& note, const std::string& url);
// By its fingerprint, or the first four digits or more of one. What was taken out.
base::Result<KnownFailure> forgetFailure(const std::string& id);
// Keeps that the known failures among the run's findings were seen in it; once for each run. Touches the file only where that is news.
base::Result<void> keepSightings(const model::Run& run);

// Which of them the run shows. Whether this run was read before plays no part, except where one was named in it.
std::vector<model::SeenBefore> seenBefore(const model::Run& run, const KnownFailures& known);
// The same of one failure, apart from any run.
model::SeenBefore allSightings(const KnownFailure& known);

}  // namespace lanescope::session
