// SPDX-License-Identifier: Apache-2.0
// A member of a zip as a ByteSource: stored ones are read in place, small deflated ones are inflated when they are read,
// large ones are spooled.
#pragma once

#include "core/input/byte_source.h"
#include "core/input/stream.h"
#include "core/input/zip_directory.h"

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <unordered_map>

namespace lanescope::input {

// The inflated members that were read last, up to 128 MiB together: what is being parsed or looked at is inflated once.
// Thread safe; the lock is held for a look-up only.
class MemberCache {
 public:
  using Bytes = std::shared_ptr<const std::string>;

  Bytes find(const void* owner);
  void keep(const void* owner, Bytes bytes);
  void forget(const void* owner);

 private:
  static constexpr std::uint64_t kMaxBytes = 128ull << 20;
  struct Kept {
    const void* owner;
    Bytes bytes;
  };

  void drop(std::list<Kept>::iterator kept);

  std::mutex m_mutex;
  std::list<Kept> m_recent;  // the last used one first
  std::unordered_map<const void*, std::list<Kept>::iterator> m_places;
  std::uint64_t m_bytes = 0;
};

// Reads the whole member once, to check it. What can be read is readable also where it is damaged.
OpenedStream openZipMember(std::shared_ptr<const ByteSource> archive, const ZipEntry& entry, std::shared_ptr<MemberCache> cache,
                           std::stop_token stop);

}  // namespace lanescope::input
