// SPDX-License-Identifier: Apache-2.0
// Archives for tests, in memory: zips byte by byte, so that they can be wrong in every place; the rest by libarchive.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::test {

struct ZipMember {
  std::string name;
  std::string content;
  bool deflate = true;
  bool dataDescriptor = false;     // sizes and checksum behind the data only, as streaming writers do
  bool zip64 = false;              // sizes in the extra field
  bool encrypted = false;          // only the flag
  std::uint16_t dosDate = 0x5C21;  // 2026-01-01
  std::uint16_t dosTime = 0x6000;  // 12:00:00
  std::uint32_t crcChange = 0;     // xored into the checksum
  std::uint64_t statedBytes = 0;   // instead of the true size, where not 0
  std::uint16_t method = 0xFFFF;   // instead of the true one
};

std::string makeZip(const std::vector<ZipMember>& members);

struct PlainMember {
  std::string name;
  std::string content;
};

enum class Packing { tar, sevenZip };
enum class Compression { none, gzip, xz, zstd, bzip2 };
std::string makeArchive(Packing packing, Compression compression, const std::vector<PlainMember>& members);
std::string compress(Compression compression, std::string_view content);

}  // namespace lanescope::test
