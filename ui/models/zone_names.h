// SPDX-License-Identifier: Apache-2.0
// The zones that are offered for stamps that state none.
#pragma once

#include <QStringList>

namespace lanescope::ui {

// A few, UTC first; with this machine's own.
QStringList commonZones();
// Those and every IANA name: for completion.
QStringList allZones();

}  // namespace lanescope::ui
