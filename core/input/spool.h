// SPDX-License-Identifier: Apache-2.0
// A temporary file without a name, in TMPDIR, that holds what came out of archives which cannot be entered at a member.
#pragma once

#include "core/base/result.h"
#include "core/input/byte_source.h"
#include "core/input/file_source.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string_view>

namespace lanescope::input {

// One writer, but for writeAt(). What was cut off as a source may be read at any time, by anyone, also after the spool itself is gone.
class Spool {
 public:
  static base::Result<Spool> create();

  // Bytes written so far.
  std::uint64_t size() const noexcept { return m_size; }
  // Refuses with ErrorCode::limit where the disk would get full.
  base::Result<void> append(std::string_view bytes);
  // Room for `bytes` at the offset that is returned, to be filled by writeAt(). What is not written reads as NULs.
  base::Result<std::uint64_t> reserve(std::uint64_t bytes);
  // Fills reserved room; several threads may, each its own.
  base::Result<void> writeAt(std::uint64_t offset, std::string_view bytes) const;
  // Gives up what was written from `size` on.
  void cutTo(std::uint64_t size) noexcept { m_size = size; }
  std::shared_ptr<const ByteSource> source(ByteRange range) const { return makeFileSlice(m_file, range); }

 private:
  Spool(int descriptor, std::string directory);
  base::Result<void> checkSpace(std::uint64_t wanted);

  int m_descriptor;  // owned by m_file
  std::shared_ptr<const FileHandle> m_file;
  std::string m_directory;
  std::uint64_t m_size = 0;
  std::uint64_t m_granted = 0;  // up to here the disk was seen to have room
};

// A copy that can be read anywhere at no cost, for a source that has to be inflated for that.
base::Result<std::shared_ptr<const ByteSource>> spoolCopy(const ByteSource& source, std::stop_token stop);

}  // namespace lanescope::input
