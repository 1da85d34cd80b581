// SPDX-License-Identifier: Apache-2.0
#include "core/input/walkers.h"

#include "core/input/zip_directory.h"

#include <fmt/format.h>
#include <utility>

namespace lanescope::input {
namespace {

Stream zipStream(const std::shared_ptr<const ByteSource>& archive, ZipEntry entry, std::string name,
                 const std::shared_ptr<MemberCache>& cache) {
  Stream stream;
  stream.name = std::move(name);
  stream.bytes = entry.bytes;
  stream.modifiedNs = entry.modifiedNs;
  stream.open = [archive, cache, entry = std::move(entry)](std::stop_token stop) {
    return openZipMember(archive, entry, cache, std::move(stop));
  };
  return stream;
}

base::Result<void> admit(const ZipEntry& entry, Budget& budget) {
  if (auto ratio = budget.checkRatio(entry.bytes, entry.compressedBytes); !ratio) return ratio;
  return budget.admitBytes(entry.bytes);
}

// The central directory, or, where it is missing or damaged, what the local headers still tell.
ZipDirectory readOrRescue(const ByteSource& archive, const Limits& limits, std::stop_token stop) {
  // One more than may be read, so that the limit is noticed.
  const std::uint64_t maxEntries = std::uint64_t{limits.maxMembers} + 1;
  auto directory = readZipDirectory(archive, maxEntries);
  if (directory && !directory->damage) return std::move(*directory);

  base::Error damage = directory ? *directory->damage : directory.error();
  ZipDirectory rescued = rescueZipDirectory(archive, maxEntries, limits.maxTotalBytes, std::move(stop));
  damage.what += fmt::format("; without it {} found", rescued.entries.size() == 1 ? "1 member was" : fmt::format("{} members were", rescued.entries.size()));
  rescued.damage = std::move(damage);
  return rescued;
}

}  // namespace

Listing listZip(std::shared_ptr<const ByteSource> archive, std::shared_ptr<MemberCache> cache, Budget& budget,
                std::stop_token stop) {
  Listing out;
  out.kind = InputKind::zip;
  ZipDirectory directory = readOrRescue(*archive, budget.limits(), std::move(stop));
  out.damage = std::move(directory.damage);
  for (ZipEntry& entry : directory.entries) {
    std::string name = normalName(entry.name);
    if (entry.isDirectory() || name.empty() || isNeverSource(name)) continue;
    if (const auto admitted = budget.admitMember(); !admitted) {
      out.damage = admitted.error();
      out.refused.push_back({std::move(name), entry.bytes, SkipReason::limit, admitted.error().what});
      break;
    }
    if (const auto admitted = admit(entry, budget); !admitted) {
      out.refused.push_back({std::move(name), entry.bytes, SkipReason::limit, admitted.error().what});
      continue;
    }
    out.streams.push_back(zipStream(archive, std::move(entry), std::move(name), cache));
  }
  return out;
}

}  // namespace lanescope::input
