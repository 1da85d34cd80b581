// SPDX-License-Identifier: Apache-2.0
// Keeps count against the limits for hostile input. Used by one thread, in the order of the input, so that what is
// refused does not depend on the machine.
#pragma once

#include "core/base/result.h"
#include "core/input/input_set.h"

#include <cstdint>

namespace lanescope::input {

class Budget {
 public:
  explicit Budget(const Limits& limits) noexcept : m_limits(limits) {}

  const Limits& limits() const noexcept { return m_limits; }
  // An archive on the disk begins: what comes out of it, nested archives included, is measured against its size.
  void enterFile(std::uint64_t bytesOnDisk) noexcept;
  base::Result<void> admitMember() noexcept;
  // So many bytes come out of the current file.
  base::Result<void> admitBytes(std::uint64_t bytes);
  // A member's own ratio, where its container states both sizes.
  base::Result<void> checkRatio(std::uint64_t bytes, std::uint64_t compressedBytes) const;

 private:
  Limits m_limits;
  std::uint32_t m_members = 0;
  std::uint64_t m_totalBytes = 0;
  std::uint64_t m_fileBytes = 0;
  std::uint64_t m_fileOutput = 0;
};

}  // namespace lanescope::input
