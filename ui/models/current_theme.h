// SPDX-License-Identifier: Apache-2.0
// The theme in force: what applyTheme() put into the application's palette.
#pragma once

#include "ui/theme/theme.h"

namespace lanescope::ui {

inline const Theme& currentTheme() { return Theme::of(Theme::systemKind()); }

}  // namespace lanescope::ui
