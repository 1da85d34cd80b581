// SPDX-License-Identifier: Apache-2.0
#include "core/text/string_pool.h"

#include <xxhash.h>

namespace lanescope::text {

std::size_t StringPool::Hash::operator()(std::string_view text) const noexcept { return XXH3_64bits(text.data(), text.size()); }

StringId StringPool::intern(std::string_view text) {
  if (const auto known = m_ids.find(text); known != m_ids.end()) return known->second;
  const StringId id{static_cast<std::uint32_t>(m_strings.size())};
  m_ids.emplace(m_strings.emplace_back(text), id);
  return id;
}

}  // namespace lanescope::text
