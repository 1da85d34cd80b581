// SPDX-License-Identifier: Apache-2.0
#include "core/text/string_pool.h"

#include <xxhash.h>

#include <algorithm>
#include <cstring>

namespace lanescope::text {

namespace {
constexpr std::size_t kBlockBytes = 16 << 10;
}  // namespace

std::size_t StringPool::Hash::operator()(std::string_view text) const noexcept { return XXH3_64bits(text.data(), text.size()); }

std::string_view StringPool::store(std::string_view text) {
  if (text.empty()) return {};
  if (text.size() > m_freeBytes) {
    m_freeBytes = std::max(kBlockBytes, text.size());
    m_blocks.push_back(std::make_unique_for_overwrite<char[]>(m_freeBytes));
    m_free = m_blocks.back().get();
  }
  std::memcpy(m_free, text.data(), text.size());
  const std::string_view stored(m_free, text.size());
  m_free += text.size();
  m_freeBytes -= text.size();
  return stored;
}

StringId StringPool::intern(std::string_view text) {
  if (const auto known = m_ids.find(text); known != m_ids.end()) return known->second;
  const StringId id{static_cast<std::uint32_t>(m_views.size())};
  m_views.push_back(store(text));
  m_ids.emplace(m_views.back(), id);
  return id;
}

StringId StringPool::find(std::string_view text) const {
  const auto known = m_ids.find(text);
  return known == m_ids.end() ? StringId() : known->second;
}

void StringPool::clear() {
  m_views.clear();
  m_ids.clear();
  m_blocks.clear();
  m_free = nullptr;
  m_freeBytes = 0;
  m_shared.reset();
  m_sharedNumbers.clear();
}

void StringPool::moveTo(std::shared_ptr<SharedStrings> shared) {
  std::vector<std::string_view> views = std::move(m_views);
  std::vector<std::uint32_t> numbers = shared->keep(views);
  *this = StringPool();
  views.shrink_to_fit();
  m_views = std::move(views);
  m_sharedNumbers = std::move(numbers);
  m_shared = std::move(shared);
}

std::vector<std::uint32_t> SharedStrings::keep(std::vector<std::string_view>& texts) {
  std::vector<std::uint32_t> numbers;
  numbers.reserve(texts.size());
  const std::lock_guard lock(m_mutex);
  for (std::string_view& text : texts) {
    const StringId id = m_pool.intern(text);
    text = m_pool.view(id);
    numbers.push_back(id.value);
  }
  return numbers;
}

}  // namespace lanescope::text
