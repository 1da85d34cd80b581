// SPDX-License-Identifier: Apache-2.0
// Where an export comes from: what made it, when, and of which bytes.
#pragma once

#include "core/base/result.h"
#include "core/report/redact.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope::report {

struct Provenance {
  struct Input {
    std::string name;                            // as reports name it
    std::uint64_t bytes = 0;
    std::string sha256;                          // 64 hex digits; empty where it could not be read
    bool baseline = false;
  };
  std::string version, commit;                   // of the tool; the commit is empty where it is not known
  std::vector<Input> inputs;
  RedactKinds redacted;
  std::int64_t createdNs = 0;                    // unix ns
};

// Unix ns, whole seconds: now, or SOURCE_DATE_EPOCH where that is set, so that the same export can be made again.
std::int64_t creationTime();

// Version and commit of this program, made now.
Provenance provenanceOfNow(RedactKinds redacted);

// "Lanescope 0.1.0 (09844d3c1a)".
std::string toolText(const Provenance& provenance);

// Of a file its own; of a folder that of the lines "<sha256>  <path below the folder>" of its regular files, in the order of their bytes
// (what `find . -type f -printf '%P\0' | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum` prints), without what lies in `.lanescope`.
base::Result<std::string> sha256Of(const std::string& path);

// `original` says where the files are, `shown` what they are called. Reads all of them.
std::vector<Provenance::Input> hashedInputs(const model::Run& original, const model::Run& shown, bool baseline);

}  // namespace lanescope::report
