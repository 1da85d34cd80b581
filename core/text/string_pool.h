// SPDX-License-Identifier: Apache-2.0
// Interned strings with stable views: equal strings have equal ids. One writer at a time; views stay valid for the
// pool's life.
#pragma once

#include "core/base/id.h"

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace lanescope::text {

using StringId = base::Id<struct StringTag>;

class StringPool {
 public:
  StringId intern(std::string_view text);
  std::string_view view(StringId id) const { return id.valid() ? std::string_view(m_strings[id.value]) : std::string_view(); }
  std::size_t size() const noexcept { return m_strings.size(); }

 private:
  std::deque<std::string> m_strings;
  struct Hash { std::size_t operator()(std::string_view text) const noexcept; };   // xxh3: names are long and looked up by the million
  std::unordered_map<std::string_view, StringId, Hash> m_ids;
};

}  // namespace lanescope::text
