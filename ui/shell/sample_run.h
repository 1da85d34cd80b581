// SPDX-License-Identifier: Apache-2.0
// The sample that comes with the program: a job that failed.
#pragma once

#include <QStringList>

namespace lanescope::ui {

// What to open together; empty where the sample is not installed.
QStringList samplePaths();

}  // namespace lanescope::ui
