// SPDX-License-Identifier: Apache-2.0
// What lies beside the run that is open and looks like another run of the same job.
#pragma once

#include <QStringList>

namespace lanescope::ui {

// Paths beside those of `opened`, as a person would choose them: the same kind (folder, archive or log) and, first, the same name but
// for its numbers and hashes; then the rest. Each group newest first, at most kMostSiblings together. Reads one folder.
QStringList siblingRuns(const QStringList& opened);
inline constexpr int kMostSiblings = 8;

// A name without what differs from run to run: "logs-mfsdp-#-#.zip" for "logs-mfsdp-29730011842-5b1c.zip".
QString jobOfName(const QString& fileName);

}  // namespace lanescope::ui
