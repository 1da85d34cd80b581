// SPDX-License-Identifier: Apache-2.0
// Paths in, Run out: in the background with progress and cancel, or at once for the command line. The only header that
// app/ and ui/ need to open something.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/input/input_set.h"
#include "core/model/run.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lanescope::session {

struct Request {
  std::vector<std::string> paths;                // several paths are one run
  input::Limits limits;
  unsigned threads = 0;                          // 0: as many as cores
  std::vector<std::string> signatureFolders;
  std::string zone;                              // of stamps that state none: "+09:00" or an IANA name; empty: UTC
  bool sideFile = true;                          // what is kept beside the run counts
  bool known = false;                            // look for failures that the user has named: Run::seenBefore
  std::optional<model::Overrides> overrides;     // these in place of those that are kept: what somebody is changing
  std::uint64_t blockBytes = 0;                  // size of a scan block, for tests; 0: the default
};

struct Status {
  std::string text;                              // "Reading 3 of 49 files"
  std::uint64_t bytesDone = 0, bytesTotal = 0;
  std::uint32_t filesDone = 0, filesTotal = 0;
};

// Called on the session's own thread, never on the caller's; must not block for long.
class Listener {
 public:
  virtual ~Listener() = default;
  // A partial Run (complete == false), at most 5 a second, generation counts up.
  virtual void onPartial(std::shared_ptr<const model::Run> run, std::uint64_t generation, const Status& status) = 0;
  // Exactly once. ErrorCode::cancelled where the user stopped it.
  virtual void onFinished(base::Result<std::shared_ptr<const model::Run>> run) = 0;
};

class Session {
 public:
  static std::unique_ptr<Session> open(Request request, Listener& listener);
  virtual ~Session() = default;                  // cancels and joins
  virtual void cancel() noexcept = 0;
  virtual Status status() const = 0;
};

// The same work on the calling thread. Fails only where nothing usable was read (or on cancel): partly unreadable input
// gives a Run whose inputs carry the errors.
base::Result<std::shared_ptr<const model::Run>> load(const Request& request, base::Progress& progress, std::stop_token stop);

}  // namespace lanescope::session
