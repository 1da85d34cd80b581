// SPDX-License-Identifier: Apache-2.0
#include "core/input/zip_directory.h"

#include "core/input/zip_fields.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace lanescope::input {
namespace {

using zip::read;

constexpr std::string_view kEndSignature = "PK\x05\x06";
constexpr std::uint32_t kEnd64Signature = 0x06064b50;
constexpr std::uint32_t kLocator64Signature = 0x07064b50;

constexpr std::size_t kEntryBytes = 46;
constexpr std::size_t kEndBytes = 22;
constexpr std::size_t kEnd64Bytes = 56;
constexpr std::size_t kLocator64Bytes = 20;
constexpr std::size_t kMaxComment = 0xFFFF;
constexpr std::uint32_t kInZip64Field = 0xFFFFFFFF;
constexpr std::uint64_t kWindow = 1 << 20;

base::Error damaged(const char* what) { return {base::ErrorCode::corrupt, what, {}, "download it again"}; }

struct Directory {
  std::uint64_t begin = 0;  // in the source
  std::uint64_t end = 0;
  std::uint64_t shift = 0;  // bytes in front of the archive that its offsets do not count
};

// Finds the end record: the last one whose comment reaches exactly to the end, else the last one at all.
std::size_t findEnd(std::string_view tail) {
  std::size_t fallback = std::string_view::npos;
  for (std::size_t at = tail.rfind(kEndSignature); at != std::string_view::npos;
       at = at == 0 ? at - 1 : tail.rfind(kEndSignature, at - 1)) {
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

struct VariableParts {
  std::size_t name, extra, comment;
  std::size_t total() const noexcept { return kEntryBytes + name + extra + comment; }
};

VariableParts partsOf(std::string_view head) {
  return {read<std::uint16_t>(head, 28), read<std::uint16_t>(head, 30), read<std::uint16_t>(head, 32)};
}

ZipEntry parseEntry(std::string_view bytes, const VariableParts& parts, std::uint64_t shift) {
  ZipEntry entry;
  zip::readCommon(bytes.substr(8), entry);
  entry.headerOffset = read<std::uint32_t>(bytes, 42);
  entry.name = bytes.substr(kEntryBytes, parts.name);
  zip::applyZip64(bytes.substr(kEntryBytes + parts.name, parts.extra), entry);
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
    if (!whole() || read<std::uint32_t>(window, 0) != zip::kEntrySignature) {
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
  const auto header = archive.view({begin, begin + zip::kLocalBytes}, scratch);
  if (!header) return tl::make_unexpected(header.error());
  if (header->size() < zip::kLocalBytes || read<std::uint32_t>(*header, 0) != zip::kLocalSignature) {
    return tl::make_unexpected(damaged("its local header is damaged"));
  }
  const std::uint64_t data = begin + zip::kLocalBytes + read<std::uint16_t>(*header, 26) + read<std::uint16_t>(*header, 28);
  return ByteRange{data, data + std::min(entry.compressedBytes, std::numeric_limits<std::uint64_t>::max() - data)};
}

}  // namespace lanescope::input
