// SPDX-License-Identifier: Apache-2.0
// The files that differ between the commits of two runs, from a local clone. Nothing is fetched. Internal to core/compare.
#pragma once

#include "core/base/result.h"
#include "core/compare/comparison.h"

namespace lanescope::compare {

// nullopt-like: a Changes with a statement and no files where a commit is not known or not in the clone. Fails where `repository` is no clone.
base::Result<Changes> findChanges(const std::string& repository, const model::Run& run, const model::Run& baseline);

}  // namespace lanescope::compare
