// SPDX-License-Identifier: Apache-2.0
// Strong indices: an Id<SourceTag> is not an Id<LaneTag>. The value is an index into the owning vector, from 0;
// "none" is std::optional or kNone, never 0, because ranks, launches and sources start at 0.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>

namespace lanescope::base {

template <class Tag>
struct Id {
  std::uint32_t value = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  constexpr bool valid() const noexcept { return value != kNone; }
  constexpr bool operator==(const Id&) const = default;
  constexpr bool operator<(const Id& other) const noexcept { return value < other.value; }
};

}  // namespace lanescope::base

template <class Tag>
struct std::hash<lanescope::base::Id<Tag>> {
  std::size_t operator()(const lanescope::base::Id<Tag>& id) const noexcept { return std::hash<std::uint32_t>{}(id.value); }
};
