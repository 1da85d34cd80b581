// SPDX-License-Identifier: Apache-2.0
// Interned strings with stable views: equal strings have equal ids, counted from 0 in the order of their first appearance.
#pragma once

#include "core/base/id.h"

#include <absl/container/flat_hash_map.h>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

namespace lanescope::text {

using StringId = base::Id<struct StringTag>;

class SharedStrings;

// One writer at a time; views stay valid until clear() and for the pool's life. A moved-from pool is empty.
class StringPool {
 public:
  StringId intern(std::string_view text);
  // Invalid where the pool does not hold it.
  StringId find(std::string_view text) const;
  std::string_view view(StringId id) const { return id.valid() ? m_views[id.value] : std::string_view(); }
  std::size_t size() const noexcept { return m_views.size(); }
  // Empty; the memory of the tables is kept.
  void clear();
  // The strings are those of `shared` from now on, and nothing more can be interned: for a pool that is complete, of which there are
  // many that hold the same strings (the tests of a thousand ranks). Former views are invalid.
  void moveTo(std::shared_ptr<SharedStrings> shared);
  // The number of a string among the shared ones, equal for equal strings of all pools that were moved there.
  std::uint32_t sharedNumber(StringId id) const { return m_sharedNumbers[id.value]; }

 private:
  std::string_view store(std::string_view text);

  struct Hash { std::size_t operator()(std::string_view text) const noexcept; };   // xxh3: names are long and looked up by the million
  std::vector<std::string_view> m_views;         // by id
  absl::flat_hash_map<std::string_view, StringId, Hash> m_ids;
  std::vector<std::unique_ptr<char[]>> m_blocks; // where the strings are
  char* m_free = nullptr;                        // rest of the last block
  std::size_t m_freeBytes = 0;
  std::shared_ptr<SharedStrings> m_shared;       // keeps them, where they are not here
  std::vector<std::uint32_t> m_sharedNumbers;    // by id
};

// A pool for all threads.
class SharedStrings {
 public:
  // Replaces each view by one of an equal string that lives as long as this; returns their numbers. Thread safe.
  std::vector<std::uint32_t> keep(std::vector<std::string_view>& texts);

 private:
  std::mutex m_mutex;                            // guards m_pool
  StringPool m_pool;
};

}  // namespace lanescope::text
