// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/line_class.h"

namespace lanescope::recognise {

LineClass classOf(Severity severity, Prior prior) noexcept {
  if (prior == Prior::advice) return LineClass::advice;
  switch (severity) {
    case Severity::fatal: return LineClass::fatal;
    case Severity::error: return LineClass::error;
    case Severity::warning: return LineClass::warning;
    default: return prior == Prior::lifecycle ? LineClass::lifecycle : LineClass::info;
  }
}

void setClass(SourceScan& scan, std::uint32_t line, LineClass value) {
  if (value == LineClass::plain) return;
  if (scan.classes.size() < line) scan.classes.resize(line, 0);
  std::uint8_t& slot = scan.classes[line - 1];
  static constexpr std::uint8_t kRank[] = {0, 1, 5, 8, 9, 2, 3, 7, 4, 1, 1};
  if (kRank[static_cast<std::size_t>(value)] > kRank[slot]) slot = static_cast<std::uint8_t>(value);
}

}  // namespace lanescope::recognise
