// SPDX-License-Identifier: Apache-2.0
// Deflate (RFC 1951), bare or in gzip's wrapper (RFC 1952), piece by piece. Used instead of libarchive where a member is
// entered directly, and because libarchive drops what came out just before a damage: the last lines of a log.
#pragma once

#include "core/base/result.h"
#include "core/input/byte_source.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

struct z_stream_s;

namespace lanescope::input {

// For one thread.
class InflateReader {
 public:
  enum class Wrapper { none, gzip };  // gzip: also several parts after each other

  InflateReader(const ByteSource& source, ByteRange compressed, Wrapper wrapper);
  ~InflateReader();
  InflateReader(const InflateReader&) = delete;
  InflateReader& operator=(const InflateReader&) = delete;

  // The next bytes, valid until the next call; empty at the end. An error comes after all that could be had.
  base::Result<std::string_view> next();
  // Compressed bytes used so far.
  std::uint64_t consumed() const noexcept;

 private:
  base::Result<void> refill();
  void finishPart();

  const ByteSource& m_source;
  ByteRange m_compressed;
  Wrapper m_wrapper;
  std::uint64_t m_at;  // of the next bytes to give to zlib
  Scratch m_scratch;
  std::vector<char> m_out;
  std::unique_ptr<z_stream_s> m_stream;
  bool m_ready = false;
  bool m_outputPending = false;  // zlib may hold more output without more input
  bool m_done = false;
  std::optional<base::Error> m_error;
};

struct Inflated {
  std::uint64_t bytes = 0;
  std::uint32_t crc = 0;              // CRC-32 of what came out
  std::uint64_t compressedBytes = 0;  // used for it
  std::optional<base::Error> error;   // why it ended early
};

using InflateSink = std::function<base::Result<void>(std::string_view)>;

// Gives all of a bare deflate stream to `sink`, at most `maxBytes`; more is an error.
Inflated inflateRaw(const ByteSource& source, ByteRange compressed, std::uint64_t maxBytes, std::stop_token stop,
                    const InflateSink& sink);
// The same for a large stream: `sink` and the checksum run on another thread, while the next bytes are inflated. The sink's error ends it
// a little later.
Inflated inflateLargeRaw(const ByteSource& source, ByteRange compressed, std::uint64_t maxBytes, std::stop_token stop,
                         const InflateSink& sink);

}  // namespace lanescope::input
