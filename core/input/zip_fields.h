// SPDX-License-Identifier: Apache-2.0
// Fields that the central directory and the local headers of a zip share (APPNOTE.TXT 4.4 and 4.5).
#pragma once

#include "core/input/zip_directory.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lanescope::input::zip {

constexpr std::uint32_t kLocalSignature = 0x04034b50;
constexpr std::uint32_t kEntrySignature = 0x02014b50;
constexpr std::size_t kLocalBytes = 30;
constexpr std::uint16_t kEncryptedFlag = 1;
constexpr std::uint16_t kDescriptorFlag = 8;

// Little endian integer at `at`; the caller knows that it is there.
template <class T>
T read(std::string_view bytes, std::size_t at) noexcept {
  std::uint64_t value = 0;
  for (std::size_t i = sizeof(T); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return static_cast<T>(value);
}

// The fields from "general purpose bit flag" to "uncompressed size", which stand in both headers in one order.
void readCommon(std::string_view fields, ZipEntry& entry);
// The 64-bit sizes and offset, in the order of the fields that are 0xFFFFFFFF in the entry.
void applyZip64(std::string_view extra, ZipEntry& entry);

}  // namespace lanescope::input::zip
