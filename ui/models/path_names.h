// SPDX-License-Identifier: Apache-2.0
// What a run is called by the paths that it was opened from.
#pragma once

#include <QStringList>

namespace lanescope::ui {

// "logs-mcore.zip + job.txt"; a path that has no last component stands as it is.
QString pathNames(const QStringList& paths);

}  // namespace lanescope::ui
