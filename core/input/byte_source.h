// SPDX-License-Identifier: Apache-2.0
// The byte seam: everything above reads bytes through ByteSource, whatever they are in (a file, a spool of an archive
// member, a zip member inflated on demand, memory).
#pragma once

#include "core/base/result.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::input {

// Half-open range of bytes.
struct ByteRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t size() const noexcept { return end - begin; }
  ByteRange clampedTo(std::uint64_t length) const noexcept {
    return {std::min(begin, length), std::min(std::max(begin, end), length)};
  }
  bool holds(ByteRange other) const noexcept { return begin <= other.begin && other.end <= end; }
};

// Where a view's bytes live when the source has to copy them. One for each reader; never shared between threads.
using Scratch = std::vector<char>;

// Immutable, safe to use from several threads, each with its own Scratch.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  virtual std::uint64_t size() const noexcept = 0;
  // The bytes of `range` (clamped to the size). The view is valid until the next call with the same scratch or until
  // the source dies. A file that shrank since it was opened gives ErrorCode::truncated, never a signal.
  virtual base::Result<std::string_view> view(ByteRange range, Scratch& scratch) const = 0;
};

std::shared_ptr<const ByteSource> makeMemorySource(std::string bytes);
base::Result<std::shared_ptr<const ByteSource>> openFile(const std::string& path);

}  // namespace lanescope::input
