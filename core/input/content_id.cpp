// SPDX-License-Identifier: Apache-2.0
#include "core/input/content_id.h"

#include <fmt/format.h>
#include <xxhash.h>
#include <algorithm>
#include <array>
#include <memory>

namespace lanescope::input {
namespace {

struct StateDeleter {
  void operator()(XXH3_state_t* state) const noexcept { XXH3_freeState(state); }
};

class Hasher {
 public:
  Hasher() : m_state(XXH3_createState()) { XXH3_64bits_reset(m_state.get()); }
  void add(std::string_view bytes) noexcept { XXH3_64bits_update(m_state.get(), bytes.data(), bytes.size()); }
  // In a byte order that does not depend on the machine.
  void add(std::uint64_t value) noexcept {
    std::array<char, 8> bytes;
    for (char& byte : bytes) {
      byte = static_cast<char>(value & 0xFF);
      value >>= 8;
    }
    add(std::string_view(bytes.data(), bytes.size()));
  }
  std::uint64_t finish() const noexcept { return XXH3_64bits_digest(m_state.get()); }

 private:
  std::unique_ptr<XXH3_state_t, StateDeleter> m_state;
};

}  // namespace

base::Result<Ends> readEnds(const ByteSource& source, Scratch& headScratch, Scratch& tailScratch) {
  const std::uint64_t size = source.size();
  const auto head = source.view({0, kEndBytes}, headScratch);
  if (!head) return tl::make_unexpected(head.error());
  if (size <= kEndBytes) return Ends{*head, *head};
  const auto tail = source.view({size - kEndBytes, size}, tailScratch);
  if (!tail) return tl::make_unexpected(tail.error());
  return Ends{*head, *tail};
}

std::uint64_t hashEnds(const Ends& ends) noexcept {
  Hasher hasher;
  hasher.add(ends.head);
  hasher.add(ends.tail);
  return hasher.finish();
}

std::string ContentId::finish() {
  std::sort(m_parts.begin(), m_parts.end());
  Hasher hasher;
  for (const Part& part : m_parts) {
    hasher.add(std::uint64_t{part.name.size()});
    hasher.add(part.name);
    hasher.add(part.bytes);
    hasher.add(part.hash);
  }
  return fmt::format("{:016x}", hasher.finish());
}

}  // namespace lanescope::input
