// SPDX-License-Identifier: Apache-2.0
// A moment and how well it is known.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace lanescope::model {

// How a time is known; see ARCHITECTURE.md, "Time basis". Order: best first.
enum class Basis : std::uint8_t { stamped, joined, derived, bounded, aligned, file, none };
inline constexpr int kBasisCount = 7;
const char* toString(Basis basis) noexcept;

// Unix nanoseconds, UTC. The true moment lies in [earliest, latest]; `utc` is the best single value in that range.
// With basis none nothing is known and the numbers mean nothing. An open bound is kOpenEarly / kOpenLate.
struct When {
  static constexpr std::int64_t kOpenEarly = std::numeric_limits<std::int64_t>::min();
  static constexpr std::int64_t kOpenLate = std::numeric_limits<std::int64_t>::max();
  std::int64_t utc = 0;
  std::int64_t earliest = kOpenEarly;
  std::int64_t latest = kOpenLate;
  Basis basis = Basis::none;

  constexpr bool known() const noexcept { return basis != Basis::none; }
  static constexpr When at(std::int64_t ns, std::int64_t width = 0, Basis how = Basis::stamped) noexcept {
    return {ns, ns, ns + width, how};
  }
  static constexpr When between(std::int64_t from, std::int64_t to, Basis how) noexcept {
    return {from + (to - from) / 2, from, to, how};
  }
  bool operator==(const When&) const = default;
};
static_assert(sizeof(When) == 32, "events and findings are sized by it");

// "A before B" may be said only then.
constexpr bool certainlyBefore(const When& a, const When& b) noexcept {
  return a.known() && b.known() && a.latest < b.earliest;
}

}  // namespace lanescope::model
