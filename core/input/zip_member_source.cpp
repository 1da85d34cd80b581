// SPDX-License-Identifier: Apache-2.0
#include "core/input/zip_member_source.h"

#include "core/input/file_source.h"
#include "core/input/inflate.h"
#include "core/input/sniff.h"
#include "core/input/spool.h"

#include <zlib.h>
#include <algorithm>
#include <optional>
#include <utility>

namespace lanescope::input {
namespace {

constexpr std::uint64_t kMaxInflated = 64ull << 20;  // a larger member is spooled
constexpr std::uint64_t kMaxDeflateRatio = 1'032;    // a property of the format
constexpr std::uint64_t kPiece = 1 << 20;

class ZipMemberSource final : public ByteSource {
 public:
  ZipMemberSource(std::shared_ptr<const ByteSource> archive, ByteRange compressed, std::uint64_t bytes,
                  std::shared_ptr<MemberCache> cache)
      : m_archive(std::move(archive)), m_compressed(compressed), m_bytes(bytes), m_cache(std::move(cache)) {}
  ~ZipMemberSource() override { m_cache->forget(this); }

  std::uint64_t size() const noexcept override { return m_bytes; }

  base::Result<std::string_view> view(ByteRange range, Scratch& scratch) const override {
    const auto content = inflated();
    if (!content) return tl::make_unexpected(content.error());
    // Copied, because the cache may drop the member while the caller still looks at it.
    range = range.clampedTo(m_bytes);
    const std::string_view bytes = std::string_view(**content).substr(range.begin, range.size());
    scratch.assign(bytes.begin(), bytes.end());
    return std::string_view(scratch.data(), scratch.size());
  }

  // The content is known already when the member was checked.
  void keep(MemberCache::Bytes bytes) const { m_cache->keep(this, std::move(bytes)); }

 private:
  base::Result<MemberCache::Bytes> inflated() const {
    if (auto known = m_cache->find(this)) return known;
    // Who comes second waits for the first one's result.
    const std::lock_guard inflating(m_inflating);
    if (auto known = m_cache->find(this)) return known;

    auto content = std::make_shared<std::string>();
    content->reserve(m_bytes);
    const Inflated done = inflateRaw(*m_archive, m_compressed, m_bytes, {}, [&](std::string_view piece) -> base::Result<void> {
      content->append(piece);
      return {};
    });
    // Damage was reported when the member was opened; now only the archive itself may have changed.
    if (done.bytes < m_bytes)
      return tl::make_unexpected(done.error.value_or(base::Error{base::ErrorCode::truncated, "changed", {}, {}}));
    MemberCache::Bytes bytes = std::move(content);
    keep(bytes);
    return bytes;
  }

  std::shared_ptr<const ByteSource> m_archive;
  ByteRange m_compressed;
  std::uint64_t m_bytes;
  std::shared_ptr<MemberCache> m_cache;
  mutable std::mutex m_inflating;
};

base::Error corrupt(const char* what) { return {base::ErrorCode::corrupt, what, {}, "download it again"}; }

// What is wrong with a member that was read to its end, as far as that was possible.
std::optional<base::Error> damageOf(const Inflated& read, const ZipEntry& entry) {
  if (read.error) return read.error;
  if (read.bytes < entry.bytes)
    return base::Error{base::ErrorCode::truncated, "it holds less than its directory says", {}, "download it again"};
  if (read.crc != entry.crc) return corrupt("its checksum does not match");
  return std::nullopt;
}

Inflated readStored(const ByteSource& member, std::stop_token stop) {
  Inflated read;
  Scratch scratch;
  while (read.bytes < member.size()) {
    if (stop.stop_requested()) {
      read.error = base::Error{base::ErrorCode::cancelled, "stopped", {}, {}};
      break;
    }
    const auto piece = member.view({read.bytes, read.bytes + kPiece}, scratch);
    if (!piece) {
      read.error = piece.error();
      break;
    }
    read.crc = static_cast<std::uint32_t>(
        crc32(read.crc, reinterpret_cast<const Bytef*>(piece->data()), static_cast<uInt>(piece->size())));
    read.bytes += piece->size();
  }
  return read;
}

OpenedStream openStored(std::shared_ptr<const ByteSource> archive, ByteRange data, const ZipEntry& entry,
                        std::stop_token stop) {
  OpenedStream out;
  out.source = makeSlice(std::move(archive), {data.begin, data.begin + std::min(data.size(), entry.bytes)});  // no more than was admitted
  out.damage = damageOf(readStored(*out.source, stop), entry);
  return out;
}

OpenedStream openSmall(std::shared_ptr<const ByteSource> archive, ByteRange data, const ZipEntry& entry,
                       std::shared_ptr<MemberCache> cache, std::stop_token stop) {
  auto content = std::make_shared<std::string>();
  content->reserve(std::min(entry.bytes, data.size() * kMaxDeflateRatio));  // the stated size may be a lie
  const Inflated read = inflateRaw(*archive, data, entry.bytes, stop, [&](std::string_view piece) -> base::Result<void> {
    content->append(piece);
    return {};
  });
  OpenedStream out;
  out.damage = damageOf(read, entry);
  out.inflatedOnView = true;
  const auto source = std::make_shared<ZipMemberSource>(std::move(archive), data, read.bytes, std::move(cache));
  source->keep(std::move(content));
  out.source = source;
  return out;
}

// Straight into its place in the spool; nothing where there is none.
std::optional<OpenedStream> openSpooled(const ByteSource& archive, ByteRange data, const ZipEntry& entry, MemberCache& cache, std::stop_token stop) {
  const auto room = cache.reserve(std::min(entry.bytes, data.size() * kMaxDeflateRatio));   // the stated size may be a lie
  if (!room) return std::nullopt;
  std::uint64_t at = room->begin;
  bool written = true;
  const Inflated read = inflateRaw(archive, data, entry.bytes, stop, [&](std::string_view piece) {
    const auto put = room->spool->writeAt(at, piece);
    written = put.has_value();
    at += piece.size();
    return put;
  });
  if (!written) return std::nullopt;             // the disk got full meanwhile
  return OpenedStream{room->spool->source({room->begin, room->begin + read.bytes}), damageOf(read, entry), std::nullopt, false};
}

OpenedStream openLarge(const ByteSource& archive, ByteRange data, const ZipEntry& entry, std::stop_token stop) {
  std::string head;
  inflateRaw(archive, data, kSniffBytes, stop, [&](std::string_view piece) -> base::Result<void> {
    head.append(piece);
    return {};
  });
  if (const auto refused = skipReasonByHead(head, entry.name)) return {nullptr, std::nullopt, refused, false};

  auto spool = Spool::create();
  if (!spool) return failedStream(spool.error());
  const Inflated read =
      inflateLargeRaw(archive, data, entry.bytes, stop, [&](std::string_view piece) { return spool->append(piece); });
  return {spool->source({0, spool->size()}), damageOf(read, entry), std::nullopt, false};
}

}  // namespace

bool MemberCache::admit(std::uint64_t bytes) {
  const std::lock_guard lock(m_mutex);
  if (m_admitted + bytes > kMaxBytes) return false;
  m_admitted += bytes;
  return true;
}

base::Result<MemberCache::Room> MemberCache::reserve(std::uint64_t bytes) {
  const std::lock_guard lock(m_mutex);
  if (!m_spool) {
    auto spool = Spool::create();
    if (!spool) return tl::make_unexpected(spool.error());
    m_spool = std::make_shared<Spool>(*std::move(spool));
  }
  const auto begin = m_spool->reserve(bytes);
  if (!begin) return tl::make_unexpected(begin.error());
  return Room{m_spool, *begin};
}

MemberCache::Bytes MemberCache::find(const void* owner) {
  const std::lock_guard lock(m_mutex);
  const auto place = m_places.find(owner);
  if (place == m_places.end()) return nullptr;
  m_recent.splice(m_recent.begin(), m_recent, place->second);
  return m_recent.front().bytes;
}

void MemberCache::keep(const void* owner, Bytes bytes) {
  const std::lock_guard lock(m_mutex);
  if (const auto place = m_places.find(owner); place != m_places.end()) drop(place->second);
  m_bytes += bytes->size();
  m_recent.push_front({owner, std::move(bytes)});
  m_places[owner] = m_recent.begin();
  while (m_bytes > kMaxBytes) drop(std::prev(m_recent.end()));
}

void MemberCache::forget(const void* owner) {
  const std::lock_guard lock(m_mutex);
  if (const auto place = m_places.find(owner); place != m_places.end()) drop(place->second);
}

void MemberCache::drop(std::list<Kept>::iterator kept) {
  m_bytes -= kept->bytes->size();
  m_places.erase(kept->owner);
  m_recent.erase(kept);
}

OpenedStream openZipMember(std::shared_ptr<const ByteSource> archive, const ZipEntry& entry, std::shared_ptr<MemberCache> cache,
                           std::stop_token stop) {
  if (entry.encrypted) {
    return failedStream({base::ErrorCode::unsupported, "it is encrypted", {}, "unpack it with its password first"});
  }
  if (entry.method != ZipEntry::kStored && entry.method != ZipEntry::kDeflated) {
    return failedStream({base::ErrorCode::unsupported,
                         "its compression method " + std::to_string(entry.method) + " is not read",
                         {},
                         "unpack the archive and open the folder"});
  }
  const auto data = zipDataRange(*archive, entry);
  if (!data) return failedStream(data.error());
  if (entry.method == ZipEntry::kStored) return openStored(std::move(archive), *data, entry, stop);
  if (entry.bytes <= kMaxInflated && !cache->admit(entry.bytes)) {
    if (auto spooled = openSpooled(*archive, *data, entry, *cache, stop)) return *std::move(spooled);
  }
  if (entry.bytes <= kMaxInflated) return openSmall(std::move(archive), *data, entry, std::move(cache), stop);
  return openLarge(*archive, *data, entry, stop);
}

}  // namespace lanescope::input
