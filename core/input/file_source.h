// SPDX-License-Identifier: Apache-2.0
// Files read with pread: never mapped, because a mapped file that shrinks kills the process.
#pragma once

#include "core/base/result.h"
#include "core/input/byte_source.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace lanescope::input {

// What the file system says about a path. Times are unix ns.
struct FileStatus {
  enum class Kind { regular, directory, other };             // other: a FIFO, a socket, a device
  using Identity = std::pair<std::uint64_t, std::uint64_t>;  // device, inode

  Kind kind = Kind::other;
  std::uint64_t bytes = 0;
  std::int64_t modifiedNs = 0;
  Identity identity;
};

// Follows symbolic links.
base::Result<FileStatus> statusOf(const std::string& path);

// An open file, or one that is opened again for each read once many are open (a folder may hold more files than a process
// may have descriptors). Thread safe.
class FileHandle {
 public:
  // Takes over an open descriptor for good: a spool, which has no name to open it by.
  explicit FileHandle(int descriptor) noexcept : m_descriptor(descriptor) {}
  static base::Result<std::shared_ptr<const FileHandle>> open(const std::string& path);
  ~FileHandle();
  FileHandle(const FileHandle&) = delete;
  FileHandle& operator=(const FileHandle&) = delete;

  std::uint64_t size() const noexcept { return m_size; }
  // Fills `out` from `offset`. ErrorCode::truncated where the file ends before, or is another file by now.
  base::Result<void> read(std::uint64_t offset, std::span<char> out) const;

 private:
  FileHandle(std::string path, FileStatus::Identity identity, std::uint64_t size);
  base::Result<void> readFrom(int descriptor, std::uint64_t offset, std::span<char> out) const;

  std::string m_path;
  FileStatus::Identity m_identity;
  std::uint64_t m_size = 0;
  int m_descriptor = -1;
  bool m_counted = false;  // among the descriptors kept open
};

// The bytes of `range` of a file.
std::shared_ptr<const ByteSource> makeFileSlice(std::shared_ptr<const FileHandle> file, ByteRange range);

// The bytes of `range` of another source.
std::shared_ptr<const ByteSource> makeSlice(std::shared_ptr<const ByteSource> source, ByteRange range);

}  // namespace lanescope::input
