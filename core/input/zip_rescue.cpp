// SPDX-License-Identifier: Apache-2.0
#include "core/input/inflate.h"
#include "core/input/zip_directory.h"
#include "core/input/zip_fields.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace lanescope::input {
namespace {

using zip::read;

constexpr std::string_view kLocal = "PK\x03\x04";
constexpr std::string_view kDescriptor = "PK\x07\x08";
constexpr std::uint64_t kWindow = 1 << 20;

class Rescuer {
 public:
  Rescuer(const ByteSource& archive, std::uint64_t maxTotalBytes, std::stop_token stop)
      : m_archive(archive), m_bytesLeft(maxTotalBytes), m_stop(std::move(stop)) {}

  // The entry whose local header stands at or behind `at`, which moves behind its data.
  std::optional<ZipEntry> next(std::uint64_t& at) {
    while (!m_stop.stop_requested()) {
      const auto header = find(kLocal, at);
      if (!header) return std::nullopt;
      at = *header + kLocal.size();
      if (auto entry = parse(*header, at)) return entry;
    }
    return std::nullopt;
  }

 private:
  std::optional<ZipEntry> parse(std::uint64_t begin, std::uint64_t& at) {
    Scratch scratch;
    const auto view = m_archive.view({begin, begin + zip::kLocalBytes + 0x1FFFE}, scratch);
    if (!view || view->size() < zip::kLocalBytes) return std::nullopt;
    const std::size_t nameBytes = read<std::uint16_t>(*view, 26);
    const std::size_t extraBytes = read<std::uint16_t>(*view, 28);
    const std::size_t dataOffset = zip::kLocalBytes + nameBytes + extraBytes;
    if (view->size() < dataOffset) return std::nullopt;

    ZipEntry entry;
    zip::readCommon(view->substr(6), entry);
    entry.name = view->substr(zip::kLocalBytes, nameBytes);
    zip::applyZip64(view->substr(zip::kLocalBytes + nameBytes, extraBytes), entry);
    entry.headerOffset = begin;
    const std::uint64_t data = begin + dataOffset;
    const bool sizesFollow = (read<std::uint16_t>(*view, 6) & zip::kDescriptorFlag) != 0;
    if (sizesFollow && !entry.encrypted) measure(entry, data);
    if (entry.compressedBytes <= m_archive.size() - data) at = data + entry.compressedBytes;
    return entry;
  }

  // Finds the sizes that the writer did not know yet when it wrote the header.
  void measure(ZipEntry& entry, std::uint64_t data) {
    if (entry.method == ZipEntry::kDeflated) {
      const Inflated all = inflateRaw(m_archive, {data, m_archive.size()}, m_bytesLeft, m_stop,
                                      [](std::string_view) { return base::Result<void>(); });
      m_bytesLeft -= all.bytes;
      entry.bytes = all.bytes;
      entry.compressedBytes = all.compressedBytes;
      entry.crc = all.crc;
    } else if (entry.method == ZipEntry::kStored) {
      entry.compressedBytes = entry.bytes = find(kDescriptor, data).value_or(m_archive.size()) - data;
    }
    readDescriptor(entry, data + entry.compressedBytes);
  }

  // The checksum behind the data; without one, what was measured is taken as it is.
  void readDescriptor(ZipEntry& entry, std::uint64_t at) {
    Scratch scratch;
    const auto view = m_archive.view({at, at + 8}, scratch);
    if (view && view->size() == 8 && view->starts_with(kDescriptor)) entry.crc = read<std::uint32_t>(*view, 4);
  }

  std::optional<std::uint64_t> find(std::string_view signature, std::uint64_t from) {
    Scratch scratch;
    while (from < m_archive.size() && !m_stop.stop_requested()) {
      const auto view = m_archive.view({from, from + kWindow}, scratch);
      if (!view || view->size() < signature.size()) return std::nullopt;
      if (const std::size_t at = view->find(signature); at != std::string_view::npos) return from + at;
      from += view->size() - (signature.size() - 1);
    }
    return std::nullopt;
  }

  const ByteSource& m_archive;
  std::uint64_t m_bytesLeft;
  std::stop_token m_stop;
};

}  // namespace

ZipDirectory rescueZipDirectory(const ByteSource& archive, std::uint64_t maxEntries, std::uint64_t maxTotalBytes,
                                std::stop_token stop) {
  ZipDirectory out;
  Rescuer rescuer(archive, maxTotalBytes, std::move(stop));
  for (std::uint64_t at = 0; out.entries.size() < maxEntries;) {
    auto entry = rescuer.next(at);
    if (!entry) break;
    out.entries.push_back(std::move(*entry));
  }
  return out;
}

}  // namespace lanescope::input
