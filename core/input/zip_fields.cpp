// SPDX-License-Identifier: Apache-2.0
#include "core/input/zip_fields.h"

#include <algorithm>
#include <chrono>

namespace lanescope::input::zip {
namespace {

constexpr std::uint16_t kZip64Field = 0x0001;
constexpr std::uint32_t kInZip64Field = 0xFFFFFFFF;

// MS-DOS date and time, two seconds of resolution. A zero or impossible date is none at all.
std::optional<std::int64_t> fromDosTime(std::uint16_t date, std::uint16_t time) {
  using namespace std::chrono;
  const year_month_day day{year{1980 + (date >> 9)}, month{(date >> 5) & 15u}, std::chrono::day{date & 31u}};
  const unsigned hour = time >> 11;
  const unsigned minute = (time >> 5) & 63u;
  const unsigned second = (time & 31u) * 2;
  if (!day.ok() || hour > 23 || minute > 59 || second > 59) return std::nullopt;
  const auto moment = sys_days{day} + hours{hour} + minutes{minute} + seconds{second};
  return duration_cast<nanoseconds>(moment.time_since_epoch()).count();
}

}  // namespace

void readCommon(std::string_view fields, ZipEntry& entry) {
  entry.encrypted = (read<std::uint16_t>(fields, 0) & kEncryptedFlag) != 0;
  entry.method = read<std::uint16_t>(fields, 2);
  entry.modifiedNs = fromDosTime(read<std::uint16_t>(fields, 6), read<std::uint16_t>(fields, 4));
  entry.crc = read<std::uint32_t>(fields, 8);
  entry.compressedBytes = read<std::uint32_t>(fields, 12);
  entry.bytes = read<std::uint32_t>(fields, 16);
}

void applyZip64(std::string_view extra, ZipEntry& entry) {
  while (extra.size() >= 4) {
    const std::size_t size = std::min<std::size_t>(read<std::uint16_t>(extra, 2), extra.size() - 4);
    std::string_view field = extra.substr(4, size);
    if (read<std::uint16_t>(extra, 0) == kZip64Field) {
      for (std::uint64_t* value : {&entry.bytes, &entry.compressedBytes, &entry.headerOffset}) {
        if (*value != kInZip64Field || field.size() < 8) continue;
        *value = read<std::uint64_t>(field, 0);
        field.remove_prefix(8);
      }
      return;
    }
    extra.remove_prefix(4 + size);
  }
}

}  // namespace lanescope::input::zip
