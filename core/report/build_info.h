// SPDX-License-Identifier: Apache-2.0
// What this program was built from.
#pragma once

namespace lanescope::report {

// "0.1.0".
const char* toolVersion() noexcept;
// The commit that was checked out when the build was configured, ten hex digits; empty where the sources are no git checkout.
const char* toolCommit() noexcept;

}  // namespace lanescope::report
