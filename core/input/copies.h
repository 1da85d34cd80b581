// SPDX-License-Identifier: Apache-2.0
// What is there twice is read once: an upload that was repeated, and the steps of a job whose whole text is there too.
#pragma once

#include "core/input/input_set.h"

#include <stop_token>
#include <vector>

namespace lanescope::input {

// Moves members from `members` to `skipped` (reason duplicate, with the place of what is kept):
// - those of an archive, a folder given as an input, or a folder `X-retry` beside `X`, where each of them has its equal, name and bytes, in
//   another one. Equal files inside one container are left alone: two ranks may well print the same.
// - `<job>/<N>_<step>.txt` of GitHub's log archive, where their first and last lines stand in `<N>_<job>.txt` beside the folder.
void dropCopies(std::vector<Member>& members, std::vector<Skipped>& skipped, const std::stop_token& stop);

}  // namespace lanescope::input
