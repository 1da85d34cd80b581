// SPDX-License-Identifier: Apache-2.0
// Sample runs, made by hand with RunBuilder.
#pragma once

#include "core/model/run.h"

#include <memory>
#include <string>
#include <string_view>

namespace lanescope::test {

// Eight ranks. Launch 0 "production" fails: ranks 5 and 7 print CUDA failure 999 in test 14 between 09:09:20 and 09:09:27,
// then their teardown barrier times out after 1,800 s at 09:39:27; the other six stop inside the test. The wrapper
// restarts at 09:40:40; launch 1 passes on all ranks with cleanup warnings on 2, 3 and 6; launch 2 "experimental" selects
// nothing. Findings: 0 first failure, 1 time-out, 2 signals, 3 restart, 4 cleanup warnings.
model::Run recoveredRun();
// Launch 1 of the same, alone: passed, nothing found.
model::Run passedRun();
// The failed launch alone, without a job log.
model::Run failedRunWithoutJobLog();

inline std::shared_ptr<const model::Run> shared(model::Run run) { return std::make_shared<const model::Run>(std::move(run)); }

// The node id of the sample runs' test `number` (0 to 19); 14 is the one that fails.
std::string sampleTest(int number);

}  // namespace lanescope::test
