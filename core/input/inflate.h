// SPDX-License-Identifier: Apache-2.0
// Raw deflate (RFC 1951) of a range of a source, piece by piece.
#pragma once

#include "core/base/result.h"
#include "core/input/byte_source.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string_view>

namespace lanescope::input {

struct Inflated {
  std::uint64_t bytes = 0;
  std::uint32_t crc = 0;                             // CRC-32 of what came out
  std::optional<base::Error> error;                  // why it ended early
};

using InflateSink = std::function<base::Result<void>(std::string_view)>;

// Gives at most `maxBytes` to `sink`; more is an error.
Inflated inflateRaw(const ByteSource& source, ByteRange compressed, std::uint64_t maxBytes, std::stop_token stop,
                    const InflateSink& sink);

}  // namespace lanescope::input
