// SPDX-License-Identifier: Apache-2.0
#include "core/input/inflate.h"

#include <zlib.h>
#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

namespace lanescope::input {
namespace {

constexpr std::uint64_t kPiece = 256 << 10;
constexpr int kWithGzipHeader = 16;  // zlib.h, inflateInit2

base::Error damaged(base::ErrorCode code, const char* what) { return {code, what, {}, "download it again"}; }

}  // namespace

InflateReader::InflateReader(const ByteSource& source, ByteRange compressed, Wrapper wrapper)
    : m_source(source),
      m_compressed(compressed),
      m_wrapper(wrapper),
      m_at(compressed.begin),
      m_out(kPiece),
      m_stream(std::make_unique<z_stream>()) {
  m_ready = inflateInit2(m_stream.get(), wrapper == Wrapper::gzip ? MAX_WBITS + kWithGzipHeader : -MAX_WBITS) == Z_OK;
}

InflateReader::~InflateReader() { inflateEnd(m_stream.get()); }

std::uint64_t InflateReader::consumed() const noexcept { return m_at - m_compressed.begin - m_stream->avail_in; }

base::Result<void> InflateReader::refill() {
  const auto input = m_source.view({m_at, std::min(m_at + kPiece, m_compressed.end)}, m_scratch);
  if (!input) return tl::make_unexpected(input.error());
  if (input->empty()) return tl::make_unexpected(damaged(base::ErrorCode::truncated, "its compressed data end too early"));
  m_at += input->size();
  // zlib's interface is older than const; it does not write here.
  m_stream->next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input->data()));
  m_stream->avail_in = static_cast<uInt>(input->size());
  return {};
}

// A gzip file may have further parts; whatever else follows (padding) is no content.
void InflateReader::finishPart() {
  m_done = true;
  if (m_wrapper == Wrapper::none) return;
  constexpr std::string_view kMagic = "\x1F\x8B";
  const std::uint64_t next = m_compressed.begin + consumed();
  Scratch scratch;
  const auto head = m_source.view({next, next + kMagic.size()}, scratch);
  if (!head || *head != kMagic) return;
  m_done = inflateReset(m_stream.get()) != Z_OK;
}

base::Result<std::string_view> InflateReader::next() {
  if (!m_ready) return base::fail(base::ErrorCode::io, "there is no memory to unpack it");
  while (true) {
    if (m_error) return tl::make_unexpected(*m_error);
    if (m_done) return std::string_view();
    if (m_stream->avail_in == 0 && !m_outputPending) {
      if (auto filled = refill(); !filled) {
        m_error = filled.error();
        continue;
      }
    }
    m_stream->next_out = reinterpret_cast<Bytef*>(m_out.data());
    m_stream->avail_out = static_cast<uInt>(m_out.size());
    const int status = inflate(m_stream.get(), Z_NO_FLUSH);
    const std::string_view piece(m_out.data(), m_out.size() - m_stream->avail_out);
    m_outputPending = m_stream->avail_out == 0;
    if (status == Z_STREAM_END) {
      finishPart();
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      m_error = damaged(base::ErrorCode::corrupt, "its compressed data are damaged");
    }
    if (!piece.empty()) return piece;
  }
}

namespace {

std::uint32_t checksum(std::uint32_t before, std::string_view bytes) {
  return static_cast<std::uint32_t>(crc32(before, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

// Everything but the checksum.
Inflated inflatePieces(const ByteSource& source, ByteRange compressed, std::uint64_t maxBytes, const std::stop_token& stop, const InflateSink& sink) {
  Inflated result;
  InflateReader reader(source, compressed, InflateReader::Wrapper::none);
  while (!result.error) {
    if (stop.stop_requested()) {
      result.error = base::Error{base::ErrorCode::cancelled, "stopped", {}, {}};
      break;
    }
    auto piece = reader.next();
    if (!piece) {
      result.error = piece.error();
      break;
    }
    if (piece->empty()) break;
    const bool tooMuch = piece->size() > maxBytes - result.bytes;
    *piece = piece->substr(0, maxBytes - result.bytes);
    if (auto taken = sink(*piece); !taken) {
      result.error = taken.error();
      break;
    }
    result.bytes += piece->size();
    if (tooMuch) result.error = damaged(base::ErrorCode::corrupt, "it holds more than its directory says");
  }
  result.compressedBytes = reader.consumed();
  return result;
}

// Gives pieces to a sink on a thread of its own, in order; at most a few wait.
class Behind {
 public:
  explicit Behind(const InflateSink& sink) : m_sink(sink), m_thread([this] { work(); }) {}

  // False once the sink has failed.
  bool give(std::string_view piece) {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_waiting.size() < kMostWaiting || m_failed; });
    if (m_failed) return false;
    std::string copy;
    if (!m_used.empty()) {
      copy = std::move(m_used.back());
      m_used.pop_back();
    }
    lock.unlock();
    copy.assign(piece);
    lock.lock();
    m_waiting.push_back(std::move(copy));
    m_changed.notify_all();
    return true;
  }

  // When all have been taken: the checksum, or the sink's error.
  base::Result<std::uint32_t> finish() {
    {
      const std::lock_guard lock(m_mutex);
      m_ended = true;
    }
    m_changed.notify_all();
    m_thread.join();
    if (m_failed) return tl::make_unexpected(*m_failed);
    return m_crc;
  }

 private:
  static constexpr std::size_t kMostWaiting = 8;

  void work() {
    std::unique_lock lock(m_mutex);
    while (true) {
      m_changed.wait(lock, [this] { return !m_waiting.empty() || m_ended; });
      if (m_waiting.empty()) return;
      std::string piece = std::move(m_waiting.front());
      m_waiting.pop_front();
      m_changed.notify_all();
      lock.unlock();
      const auto taken = m_sink(piece);
      m_crc = checksum(m_crc, piece);
      lock.lock();
      m_used.push_back(std::move(piece));
      if (!taken) {
        m_failed = taken.error();
        m_changed.notify_all();
        return;
      }
    }
  }

  const InflateSink& m_sink;
  std::mutex m_mutex;                            // guards all below but m_crc, which the thread owns until it has ended
  std::condition_variable m_changed;
  std::deque<std::string> m_waiting;
  std::vector<std::string> m_used;               // for the next pieces
  bool m_ended = false;
  std::optional<base::Error> m_failed;
  std::uint32_t m_crc = 0;
  std::jthread m_thread;                         // the last member: it uses the others
};

}  // namespace

Inflated inflateRaw(const ByteSource& source, ByteRange compressed, std::uint64_t maxBytes, std::stop_token stop,
                    const InflateSink& sink) {
  std::uint32_t crc = 0;
  Inflated result = inflatePieces(source, compressed, maxBytes, stop, [&](std::string_view piece) {
    const auto taken = sink(piece);
    if (taken) crc = checksum(crc, piece);
    return taken;
  });
  result.crc = crc;
  return result;
}

Inflated inflateLargeRaw(const ByteSource& source, ByteRange compressed, std::uint64_t maxBytes, std::stop_token stop,
                         const InflateSink& sink) {
  Behind behind(sink);
  Inflated result = inflatePieces(source, compressed, maxBytes, stop, [&behind](std::string_view piece) -> base::Result<void> {
    if (behind.give(piece)) return {};
    return base::fail(base::ErrorCode::io, "it could not be taken");   // told in full by finish()
  });
  const auto crc = behind.finish();
  if (crc) result.crc = *crc;
  else result.error = crc.error();
  return result;
}

}  // namespace lanescope::input
