// SPDX-License-Identifier: Apache-2.0
// The picture of a run for a file that holds it: drawn by the window's program, which is all that knows how to.
#pragma once

#include "app/command_line.h"
#include "core/report/exports.h"

namespace lanescope::app {

// Starts `lanescope-window image` with the paths and settings of `line` and what it redacts, and reads the PNG. Where that fails, or no
// such program is installed, there are no bytes and the note says why.
report::HtmlPicture pictureOf(const CommandLine& line);

}  // namespace lanescope::app
