// SPDX-License-Identifier: Apache-2.0
// What a stream of bytes is, by its content. A name only decides between things that look alike from inside.
#pragma once

#include "core/input/input_set.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace lanescope::input {

enum class Content { text, empty, image, checkpoint, coverage, coreDump, binary, zip, tar, sevenZip, compressed };

// As much of both ends as sniff() wants to see.
constexpr std::size_t kSniffBytes = 8 << 10;

// `head` and `tail` are the first and the last bytes (the same ones where there are no more). `name` is a path with '/'.
// NUL runs do not make a text binary: shared debug files hold them where writers overwrote each other.
Content sniff(std::string_view head, std::string_view tail, std::string_view name) noexcept;

// Why such content is not a source; none for text and for what may hold sources.
std::optional<SkipReason> skipReasonOf(Content content) noexcept;

// The same from the head alone, so that gigabytes of tensors are not unpacked for nothing; none where the rest decides.
std::optional<SkipReason> skipReasonByHead(std::string_view head, std::string_view name) noexcept;

}  // namespace lanescope::input
