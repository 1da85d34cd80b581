// SPDX-License-Identifier: Apache-2.0
// The columns of the log text beside the text itself, and the differences of time in them.
#pragma once

#include "core/model/when.h"

#include <QString>

#include <array>
#include <cstdint>
#include <vector>

namespace lanescope::ui {

enum class LogColumn : std::uint8_t { time, elapsed, sincePrevious, sinceMark, basis, rank, place };
inline constexpr std::size_t kLogColumns = 7;
QString logColumnName(LogColumn column);         // for a menu

// Which are shown; the rank only where the text is of several.
struct LogColumns {
  std::array<bool, kLogColumns> shown{true, false, false, false, true, true, true};
  bool has(LogColumn column) const { return shown[static_cast<std::size_t>(column)]; }
  void set(LogColumn column, bool on) { shown[static_cast<std::size_t>(column)] = on; }
  bool operator==(const LogColumns&) const = default;
  QString toText() const;                        // "time,basis,rank,place"
  static LogColumns fromText(const QString& text);
};

// From one moment to another: "+1.204 s", "-12 m 3.1 s"; "≈" before it where one of the two has a range; empty where one is not known.
QString differenceText(const model::When& from, const model::When& to);

}  // namespace lanescope::ui
