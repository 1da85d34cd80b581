// SPDX-License-Identifier: Apache-2.0
// A member of a zip as a ByteSource: stored ones are read in place. Deflated ones are inflated once: the first small ones of a run are
// kept in memory, the others spooled; only where there is no room for a spool they are inflated again when they are read.
#pragma once

#include "core/input/byte_source.h"
#include "core/input/spool.h"
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

// Where the inflated members of a run are: in memory up to 64 MiB together, beyond that in a spool. Thread safe; the lock is held for
// a look-up only.
class MemberCache {
 public:
  using Bytes = std::shared_ptr<const std::string>;

  // Whether `bytes` more fit into the memory for good; they count from now on.
  bool admit(std::uint64_t bytes);
  // Room for a member in the spool.
  struct Room {
    std::shared_ptr<const Spool> spool;
    std::uint64_t begin = 0;
  };
  base::Result<Room> reserve(std::uint64_t bytes);

  Bytes find(const void* owner);
  void keep(const void* owner, Bytes bytes);
  void forget(const void* owner);

 private:
  static constexpr std::uint64_t kMaxBytes = 64ull << 20;
  struct Kept {
    const void* owner;
    Bytes bytes;
  };

  void drop(std::list<Kept>::iterator kept);

  std::mutex m_mutex;
  std::list<Kept> m_recent;  // the last used one first
  std::unordered_map<const void*, std::list<Kept>::iterator> m_places;
  std::uint64_t m_bytes = 0;
  std::uint64_t m_admitted = 0;
  std::shared_ptr<Spool> m_spool;            // made for the first member that needs it
};

// Reads the whole member once, to check it. What can be read is readable also where it is damaged.
OpenedStream openZipMember(std::shared_ptr<const ByteSource> archive, const ZipEntry& entry, std::shared_ptr<MemberCache> cache,
                           std::stop_token stop);

}  // namespace lanescope::input
