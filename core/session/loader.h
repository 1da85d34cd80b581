// SPDX-License-Identifier: Apache-2.0
// Reads all members of an input, in parallel, and builds the Run; between, partial Runs for whoever wants to see them.
#pragma once

#include "core/session/session.h"

#include <functional>

namespace lanescope::session {

using PublishPartial = std::function<void(std::shared_ptr<const model::Run>)>;

// `partial` may be empty. Called on the calling thread, at most 5 times a second.
base::Result<std::shared_ptr<const model::Run>> loadRun(const Request& request, base::Progress& progress, std::stop_token stop,
                                                        const PublishPartial& partial);

}  // namespace lanescope::session
