// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/zone_offsets.h"

#include <algorithm>

namespace lanescope::recognise {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

}  // namespace

std::int32_t ZoneOffsets::secondsAt(std::int64_t utcNs) const noexcept {
  const auto next = std::upper_bound(m_steps.begin(), m_steps.end(), utcNs, [](std::int64_t at, const Step& step) { return at < step.fromNs; });
  return next == m_steps.begin() ? m_first : std::prev(next)->seconds;
}

std::int64_t ZoneOffsets::toUtc(std::int64_t localNs) const noexcept {
  if (m_steps.empty()) return localNs - m_first * kSecond;
  // The earliest stretch of one offset that the local time can belong to. Offsets are at most a day, so few steps are near.
  std::int32_t before = m_first;
  auto step = std::lower_bound(m_steps.begin(), m_steps.end(), localNs - 2 * 86'400 * kSecond, [](const Step& s, std::int64_t at) { return s.fromNs < at; });
  if (step != m_steps.begin()) before = std::prev(step)->seconds;
  for (; step != m_steps.end(); ++step) {
    const std::int64_t utc = localNs - before * kSecond;
    // Still before the change, or inside the hour that the change skips.
    if (utc < step->fromNs || localNs - step->seconds * kSecond < step->fromNs) return utc;
    before = step->seconds;
  }
  return localNs - before * kSecond;
}

std::int64_t ZoneOffsets::secondReading(std::int64_t utcNs) const noexcept {
  const auto next = std::upper_bound(m_steps.begin(), m_steps.end(), utcNs, [](std::int64_t at, const Step& step) { return at < step.fromNs; });
  if (next == m_steps.end()) return utcNs;
  const std::int64_t back = (secondsAt(utcNs) - next->seconds) * kSecond;
  return back > 0 && utcNs + back >= next->fromNs ? utcNs + back : utcNs;
}

}  // namespace lanescope::recognise
