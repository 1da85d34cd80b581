// SPDX-License-Identifier: Apache-2.0
// The central directory of a zip archive. Format: PKWARE APPNOTE.TXT 6.3.10, sections 4.3 to 4.5 (zip64: 4.3.14, 4.5.3).
// Read here rather than by libarchive because a member can then be entered directly, by several threads at once.
#pragma once

#include "core/base/result.h"
#include "core/input/byte_source.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lanescope::input {

struct ZipEntry {
  static constexpr std::uint16_t kStored = 0;
  static constexpr std::uint16_t kDeflated = 8;

  std::string name;  // raw bytes
  std::uint16_t method = kStored;
  bool encrypted = false;
  std::uint32_t crc = 0;
  std::uint64_t compressedBytes = 0;
  std::uint64_t bytes = 0;
  std::uint64_t headerOffset = 0;          // of the local header, in the source
  std::optional<std::int64_t> modifiedNs;  // wall clock read as UTC; none for dates that do not exist

  bool isDirectory() const noexcept { return name.ends_with('/'); }
};

struct ZipDirectory {
  std::vector<ZipEntry> entries;
  std::optional<base::Error> damage;  // why there may be more entries
};

// Reads at most `maxEntries`. ErrorCode::truncated where there is no central directory.
base::Result<ZipDirectory> readZipDirectory(const ByteSource& archive, std::uint64_t maxEntries);

// For an archive that was cut off before its central directory: the same by the local headers, from front to back.
// Members that were written without sizes are inflated once to find their ends. The last entry may be incomplete.
ZipDirectory rescueZipDirectory(const ByteSource& archive, std::uint64_t maxEntries, std::uint64_t maxTotalBytes,
                                std::stop_token stop);

// Where the compressed bytes of the entry are.
base::Result<ByteRange> zipDataRange(const ByteSource& archive, const ZipEntry& entry);

}  // namespace lanescope::input
