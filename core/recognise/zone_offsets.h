// SPDX-License-Identifier: Apache-2.0
// The offset of local time from UTC, which may change while a job runs (daylight saving).
#pragma once

#include <cstdint>
#include <vector>

namespace lanescope::recognise {

class ZoneOffsets {
 public:
  struct Step {
    std::int64_t fromNs = 0;                     // true UTC, unix ns: from here on ...
    std::int32_t seconds = 0;                    // ... local time is this far east of UTC
    bool operator==(const Step&) const = default;
  };

  ZoneOffsets() = default;
  explicit ZoneOffsets(std::int32_t seconds) : m_first(seconds) {}
  // `steps` in order of time; before the first of them `seconds` holds.
  ZoneOffsets(std::int32_t seconds, std::vector<Step> steps) : m_first(seconds), m_steps(std::move(steps)) {}

  std::int32_t secondsAt(std::int64_t utcNs) const noexcept;
  // Local civil time (read as if it were UTC) -> UTC. Of an hour that is repeated the first reading, of one that is skipped the
  // offset before the change.
  std::int64_t toUtc(std::int64_t localNs) const noexcept;
  // The other reading of the moment `utcNs`, where local time shows the same once more after the clock was put back; else `utcNs`.
  std::int64_t secondReading(std::int64_t utcNs) const noexcept;

  bool isUtc() const noexcept { return m_first == 0 && m_steps.empty(); }
  bool changes() const noexcept { return !m_steps.empty(); }
  std::int32_t first() const noexcept { return m_first; }
  const std::vector<Step>& steps() const noexcept { return m_steps; }
  bool operator==(const ZoneOffsets&) const = default;

 private:
  std::int32_t m_first = 0;
  std::vector<Step> m_steps;
};

}  // namespace lanescope::recognise
