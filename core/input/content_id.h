// SPDX-License-Identifier: Apache-2.0
// The identity of what was opened: a hash over sorted (member name inside its container, size, hash of both ends). The
// same for a folder, a zip and a tar of the same files.
#pragma once

#include "core/base/result.h"
#include "core/input/byte_source.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::input {

// Both ends of a stream: the same bytes twice where it is short.
constexpr std::uint64_t kEndBytes = 64 << 10;
struct Ends {
  std::string_view head;
  std::string_view tail;
};
base::Result<Ends> readEnds(const ByteSource& source, Scratch& headScratch, Scratch& tailScratch);

std::uint64_t hashEnds(const Ends& ends) noexcept;

class ContentId {
 public:
  void add(std::string name, std::uint64_t bytes, std::uint64_t hash) { m_parts.push_back({std::move(name), bytes, hash}); }
  // 16 hex digits.
  std::string finish();

 private:
  struct Part {
    std::string name;
    std::uint64_t bytes;
    std::uint64_t hash;
    auto operator<=>(const Part&) const = default;
  };
  std::vector<Part> m_parts;
};

}  // namespace lanescope::input
