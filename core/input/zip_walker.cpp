// SPDX-License-Identifier: Apache-2.0
#include "core/input/walkers.h"

#include "core/input/zip_directory.h"

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

}  // namespace

Listing listZip(std::shared_ptr<const ByteSource> archive, std::shared_ptr<MemberCache> cache, Budget& budget) {
  Listing out;
  out.kind = InputKind::zip;
  // One more than may be read, so that the limit is noticed.
  auto directory = readZipDirectory(*archive, std::uint64_t{budget.limits().maxMembers} + 1);
  if (!directory) {
    out.damage = directory.error();
    return out;
  }
  out.damage = directory->damage;
  for (ZipEntry& entry : directory->entries) {
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
