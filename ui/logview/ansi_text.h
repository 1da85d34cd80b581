// SPDX-License-Identifier: Apache-2.0
// The colours that a line's control sequences ask for (SGR): ESC [ 31 m and its kind. All other sequences are dropped, as everywhere.
#pragma once

#include "ui/theme/theme.h"

#include <QString>

#include <optional>
#include <string_view>
#include <vector>

namespace lanescope::ui {

struct TextSpan {
  int begin = 0, end = 0;                        // UTF-16 units, half-open
  bool operator==(const TextSpan&) const = default;
};

struct AnsiRun {
  TextSpan span;
  // 0 to 15: the palette of terminals; kDirect + 0xRRGGBB; -1: the text's own.
  static constexpr int kDirect = 1 << 24;
  int foreground = -1, background = -1;
  bool bold = false, underline = false, inverse = false;
};

// The text of a raw line, and which of its parts are not plain.
QString ansiText(std::string_view raw, std::vector<AnsiRun>& runs);
// A colour of a run that can be read on `ground`; nothing for -1.
std::optional<QColor> ansiColour(int colour, const Theme& theme);

}  // namespace lanescope::ui
