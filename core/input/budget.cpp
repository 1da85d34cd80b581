// SPDX-License-Identifier: Apache-2.0
#include "core/input/budget.h"

#include <fmt/format.h>

namespace lanescope::input {

void Budget::enterFile(std::uint64_t bytesOnDisk) noexcept {
  m_fileBytes = bytesOnDisk;
  m_fileOutput = 0;
}

base::Result<void> Budget::admitMember() noexcept {
  if (m_members < m_limits.maxMembers) {
    ++m_members;
    return {};
  }
  return base::fail(base::ErrorCode::limit, fmt::format("there are more than {} members", m_limits.maxMembers));
}

base::Result<void> Budget::admitBytes(std::uint64_t bytes) {
  // Written so that a stated size near 2^64 cannot wrap around.
  if (bytes > m_limits.maxTotalBytes - m_totalBytes) {
    return base::fail(base::ErrorCode::limit,
                      fmt::format("more than {} bytes come out of the archives", m_limits.maxTotalBytes));
  }
  if (const auto ratio = checkRatio(m_fileOutput + bytes, m_fileBytes); !ratio) return ratio;
  m_totalBytes += bytes;
  m_fileOutput += bytes;
  return {};
}

base::Result<void> Budget::checkRatio(std::uint64_t bytes, std::uint64_t compressedBytes) const {
  if (bytes <= m_limits.ratioFreeBytes || bytes / m_limits.maxRatio <= compressedBytes) return {};
  return base::fail(base::ErrorCode::limit, fmt::format("it unpacks to more than {} times its size", m_limits.maxRatio));
}

}  // namespace lanescope::input
