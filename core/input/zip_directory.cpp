// SPDX-License-Identifier: Apache-2.0
#include "core/input/zip_directory.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

namespace lanescope::input {
namespace {

constexpr std::uint32_t kLocalSignature = 0x04034b50;
constexpr std::uint32_t kEntrySignature = 0x02014b50;
constexpr std::string_view kEndSignature = "PK\x05\x06";
constexpr std::uint32_t kEnd64Signature = 0x06064b50;
constexpr std::uint32_t kLocator64Signature = 0x07064b50;

constexpr std::size_t kLocalBytes = 30;
constexpr std::size_t kEntryBytes = 46;
constexpr std::size_t kEndBytes = 22;
constexpr std::size_t kEnd64Bytes = 56;
constexpr std::size_t kLocator64Bytes = 20;
constexpr std::size_t kMaxComment = 0xFFFF;
constexpr std::uint16_t kZip64Field = 0x0001;
constexpr std::uint32_t kInZip64Field = 0xFFFFFFFF;
constexpr std::uint64_t kWindow = 1 << 20;

// Little endian integer at `at`; the caller knows that it is there.
template <class T>
T read(std::string_view bytes, std::size_t at) noexcept {
  std::uint64_t value = 0;
  for (std::size_t i = sizeof(T); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return static_cast<T>(value);
}

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

base::Error damaged(const char* what) { return {base::ErrorCode::corrupt, what, {}, "download it again"}; }

struct Directory {
  std::uint64_t begin = 0;      // in the source
  std::uint64_t end = 0;
  std::uint64_t shift = 0;      // bytes in front of the archive that its offsets do not count
};

// Finds the end record: the last one whose comment reaches exactly to the end, else the last one at all.
std::size_t findEnd(std::string_view tail) {
  std::size_t fallback = std::string_view::npos;
  for (std::size_t at = tail.rfind(kEndSignature); at != std::string_view::npos; at = at == 0 ? at - 1 : tail.rfind(kEndSignature, at - 1)) {
    if (tail.size() - at < kEndBytes) continue;
    if (at + kEndBytes + read<std::uint16_t>(tail, at + 20) == tail.size()) return at;
    if (fallback == std::string_view::npos) fallback = at;
  }
  return fallback;
}

// The directory of `bytes` bytes that ends where the end record begins.
base::Result<Directory> directoryBefore(std::uint64_t endOffset, std::uint64_t bytes, std::uint64_t offset) {
  if (bytes > endOffset || offset > endOffset - bytes) {
    return base::fail(base::ErrorCode::truncated, "its central directory is missing", {}, "download it again");
  }
  const std::uint64_t begin = endOffset - bytes;
  return Directory{begin, endOffset, begin - offset};
}

base::Result<Directory> findDirectory(const ByteSource& archive) {
  const std::uint64_t tailBegin = archive.size() - std::min<std::uint64_t>(archive.size(), kEndBytes + kMaxComment);
  Scratch scratch;
  const auto tail = archive.view({tailBegin, archive.size()}, scratch);
  if (!tail) return tl::make_unexpected(tail.error());
  const std::size_t end = findEnd(*tail);
  if (end == std::string_view::npos) {
    return base::fail(base::ErrorCode::truncated, "is cut off: its central directory is missing", {}, "download it again");
  }
  const std::uint64_t endOffset = tailBegin + end;
  const auto bytes = read<std::uint32_t>(*tail, end + 12);
  const auto offset = read<std::uint32_t>(*tail, end + 16);
  const auto count = read<std::uint16_t>(*tail, end + 10);
  const bool mayBe64 = bytes == kInZip64Field || offset == kInZip64Field || count == 0xFFFF;
  if (!mayBe64 || endOffset < kLocator64Bytes) return directoryBefore(endOffset, bytes, offset);

  Scratch locatorScratch;
  const auto locator = archive.view({endOffset - kLocator64Bytes, endOffset}, locatorScratch);
  if (!locator) return tl::make_unexpected(locator.error());
  if (locator->size() < kLocator64Bytes || read<std::uint32_t>(*locator, 0) != kLocator64Signature) {
    return directoryBefore(endOffset, bytes, offset);
  }
  const auto end64Offset = read<std::uint64_t>(*locator, 8);
  Scratch end64Scratch;
  const auto end64 = archive.view({end64Offset, end64Offset + kEnd64Bytes}, end64Scratch);
  if (!end64) return tl::make_unexpected(end64.error());
  if (end64->size() < kEnd64Bytes || read<std::uint32_t>(*end64, 0) != kEnd64Signature) {
    return tl::make_unexpected(damaged("its zip64 end record is damaged"));
  }
  return directoryBefore(end64Offset, read<std::uint64_t>(*end64, 40), read<std::uint64_t>(*end64, 48));
}

// The 64-bit sizes and offset, in the order of the fields that are 0xFFFFFFFF in the entry.
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

struct VariableParts {
  std::size_t name, extra, comment;
  std::size_t total() const noexcept { return kEntryBytes + name + extra + comment; }
};

VariableParts partsOf(std::string_view head) {
  return {read<std::uint16_t>(head, 28), read<std::uint16_t>(head, 30), read<std::uint16_t>(head, 32)};
}

ZipEntry parseEntry(std::string_view bytes, const VariableParts& parts, std::uint64_t shift) {
  ZipEntry entry;
  entry.encrypted = (read<std::uint16_t>(bytes, 8) & 1) != 0;
  entry.method = read<std::uint16_t>(bytes, 10);
  entry.modifiedNs = fromDosTime(read<std::uint16_t>(bytes, 14), read<std::uint16_t>(bytes, 12));
  entry.crc = read<std::uint32_t>(bytes, 16);
  entry.compressedBytes = read<std::uint32_t>(bytes, 20);
  entry.bytes = read<std::uint32_t>(bytes, 24);
  entry.headerOffset = read<std::uint32_t>(bytes, 42);
  entry.name = bytes.substr(kEntryBytes, parts.name);
  applyZip64(bytes.substr(kEntryBytes + parts.name, parts.extra), entry);
  entry.headerOffset += shift;
  return entry;
}

}  // namespace

base::Result<ZipDirectory> readZipDirectory(const ByteSource& archive, std::uint64_t maxEntries) {
  const auto place = findDirectory(archive);
  if (!place) return tl::make_unexpected(place.error());

  ZipDirectory out;
  Scratch scratch;
  std::string_view window;
  for (std::uint64_t at = place->begin; at < place->end;) {
    if (out.entries.size() == maxEntries) return out;
    const std::uint64_t left = place->end - at;
    const auto whole = [&] { return window.size() >= kEntryBytes && window.size() >= partsOf(window).total(); };
    if (!whole()) {
      const auto view = archive.view({at, at + std::min(left, kWindow)}, scratch);
      if (!view) return tl::make_unexpected(view.error());
      window = *view;
    }
    if (!whole() || read<std::uint32_t>(window, 0) != kEntrySignature) {
      out.damage = damaged("its central directory is damaged");
      return out;
    }
    const VariableParts parts = partsOf(window);
    out.entries.push_back(parseEntry(window, parts, place->shift));
    window.remove_prefix(parts.total());
    at += parts.total();
  }
  return out;
}

base::Result<ByteRange> zipDataRange(const ByteSource& archive, const ZipEntry& entry) {
  Scratch scratch;
  const std::uint64_t begin = entry.headerOffset;
  if (begin >= archive.size()) return tl::make_unexpected(damaged("its place in the archive is behind the archive's end"));
  const auto header = archive.view({begin, begin + kLocalBytes}, scratch);
  if (!header) return tl::make_unexpected(header.error());
  if (header->size() < kLocalBytes || read<std::uint32_t>(*header, 0) != kLocalSignature) {
    return tl::make_unexpected(damaged("its local header is damaged"));
  }
  const std::uint64_t data = begin + kLocalBytes + read<std::uint16_t>(*header, 26) + read<std::uint16_t>(*header, 28);
  return ByteRange{data, data + std::min(entry.compressedBytes, std::numeric_limits<std::uint64_t>::max() - data)};
}

}  // namespace lanescope::input
