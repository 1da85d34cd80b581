// SPDX-License-Identifier: Apache-2.0
#include "core/input/inflate.h"

#include <algorithm>
#include <limits>
#include <vector>
#include <zlib.h>

namespace lanescope::input {
namespace {

constexpr std::uint64_t kPiece = 256 << 10;

class Inflater {
 public:
  Inflater() { m_ready = inflateInit2(&m_stream, -MAX_WBITS) == Z_OK; }
  ~Inflater() { inflateEnd(&m_stream); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  bool ready() const noexcept { return m_ready; }

  void feed(std::string_view bytes) noexcept {
    // zlib's interface is older than const; it does not write here.
    m_stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    m_stream.avail_in = static_cast<uInt>(bytes.size());
  }

  // One call of inflate: its status and what came out.
  int next(std::vector<char>& out, std::string_view& piece) noexcept {
    m_stream.next_out = reinterpret_cast<Bytef*>(out.data());
    m_stream.avail_out = static_cast<uInt>(out.size());
    const int status = inflate(&m_stream, Z_NO_FLUSH);
    piece = {out.data(), out.size() - m_stream.avail_out};
    return status;
  }

 private:
  z_stream m_stream{};
  bool m_ready = false;
};

base::Error corrupt(const char* what) { return {base::ErrorCode::corrupt, what, {}, "download it again"}; }

}  // namespace

Inflated inflateRaw(const ByteSource& source, ByteRange compressed, std::uint64_t maxBytes, std::stop_token stop,
                    const InflateSink& sink) {
  Inflated result;
  const auto give = [&](std::string_view piece) {
    const bool tooMuch = piece.size() > maxBytes - result.bytes;
    piece = piece.substr(0, maxBytes - result.bytes);
    result.crc = static_cast<std::uint32_t>(
        crc32(result.crc, reinterpret_cast<const Bytef*>(piece.data()), static_cast<uInt>(piece.size())));
    if (auto taken = sink(piece); !taken) {
      result.error = taken.error();
    } else {
      result.bytes += piece.size();
      if (tooMuch) result.error = corrupt("it holds more than its directory says");
    }
  };

  Inflater inflater;
  if (!inflater.ready()) {
    result.error = base::Error{base::ErrorCode::io, "there is no memory to unpack it", {}, {}};
    return result;
  }
  Scratch scratch;
  std::vector<char> out(std::clamp<std::uint64_t>(maxBytes, 1, kPiece));
  for (std::uint64_t at = compressed.begin; !result.error;) {
    if (stop.stop_requested()) {
      result.error = base::Error{base::ErrorCode::cancelled, "stopped", {}, {}};
      return result;
    }
    const auto input = source.view({at, std::min(at + kPiece, compressed.end)}, scratch);
    if (!input) {
      result.error = input.error();
      return result;
    }
    if (input->empty()) {
      result.error = base::Error{base::ErrorCode::truncated, "its compressed data end too early", {}, "download it again"};
      return result;
    }
    at += input->size();
    inflater.feed(*input);
    // A full buffer means that more of this input may come out.
    for (std::string_view piece; !result.error;) {
      const int status = inflater.next(out, piece);
      give(piece);
      if (status == Z_STREAM_END) return result;
      if (status != Z_OK && status != Z_BUF_ERROR && !result.error) result.error = corrupt("its compressed data are damaged");
      if (piece.size() < out.size()) break;
    }
  }
  return result;
}

}  // namespace lanescope::input
