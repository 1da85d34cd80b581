// SPDX-License-Identifier: Apache-2.0
#include "core/input/walkers.h"

#include "core/input/inflate.h"
#include "core/input/sniff.h"
#include "core/input/spool.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <locale.h>
#include <algorithm>
#include <clocale>
#include <optional>
#include <utility>

namespace lanescope::input {
namespace {

constexpr std::uint64_t kPiece = 256 << 10;

// libarchive converts member names to the thread's character set, and gives none at all for a name that does not fit.
class Utf8Locale {
 public:
  Utf8Locale() : m_utf8(newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
    if (m_utf8 != nullptr) m_before = uselocale(m_utf8);
  }
  ~Utf8Locale() {
    if (m_utf8 == nullptr) return;
    uselocale(m_before);
    freelocale(m_utf8);
  }
  Utf8Locale(const Utf8Locale&) = delete;
  Utf8Locale& operator=(const Utf8Locale&) = delete;

 private:
  locale_t m_utf8;
  locale_t m_before = nullptr;
};

// A libarchive handle that reads from a ByteSource. For one thread.
class Reader {
 public:
  explicit Reader(const ByteSource& source) : m_source(source), m_archive(archive_read_new()) {}
  ~Reader() { archive_read_free(m_archive); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  int open(ArchiveFormat format) {
    if (format == ArchiveFormat::compressed && isGzip())
      m_gzip.emplace(m_source, ByteRange{0, m_source.size()}, InflateReader::Wrapper::gzip);
    enable(format);
    archive_read_set_callback_data(m_archive, this);
    archive_read_set_read_callback(m_archive, m_gzip ? &Reader::onReadGzip : &Reader::onRead);
    if (!m_gzip) {
      archive_read_set_skip_callback(m_archive, &Reader::onSkip);
      archive_read_set_seek_callback(m_archive, &Reader::onSeek);
    }
    return archive_read_open1(m_archive);
  }

  archive* get() const noexcept { return m_archive; }

  // No filter took a stream whose head is no more than the magic of one.
  bool isDecompressed() const noexcept { return m_gzip || archive_filter_code(m_archive, 0) != ARCHIVE_FILTER_NONE; }

  // A gzip stream that ended early: what came out of it before was read as if it were all.
  const std::optional<base::Error>& streamError() const noexcept { return m_streamError; }

  base::Error error() const {
    if (m_streamError) return *m_streamError;
    const char* text = archive_error_string(m_archive);
    return {
        base::ErrorCode::corrupt, text != nullptr ? std::string("is damaged: ") + text : "is damaged", {}, "download it again"};
  }

 private:
  // Only what is meant: each format is one more parser that hostile input could reach.
  void enable(ArchiveFormat format) {
    switch (format) {
      case ArchiveFormat::compressed:
        if (!m_gzip) {
          archive_read_support_filter_xz(m_archive);
          archive_read_support_filter_zstd(m_archive);
          archive_read_support_filter_bzip2(m_archive);
        }
        archive_read_support_format_tar(m_archive);
        archive_read_support_format_raw(m_archive);
        archive_read_support_format_empty(m_archive);
        break;
      case ArchiveFormat::tar:
        archive_read_support_format_tar(m_archive);
        break;
      case ArchiveFormat::sevenZip:
        archive_read_support_format_7zip(m_archive);
        break;
    }
    // Raw names, as they stand in the archive; a format that has no such option is asked in vain.
    archive_read_set_format_option(m_archive, "tar", "hdrcharset", "BINARY");
    archive_clear_error(m_archive);
  }

  bool isGzip() {
    const auto head = m_source.view({0, 2}, m_scratch);
    return head && *head == "\x1F\x8B";
  }

  static la_ssize_t onReadGzip(archive*, void* self, const void** buffer) {
    auto& reader = *static_cast<Reader*>(self);
    const auto bytes = reader.m_gzip->next();
    if (!bytes) {
      reader.m_streamError = bytes.error();
      return 0;
    }
    *buffer = bytes->data();
    return static_cast<la_ssize_t>(bytes->size());
  }

  static la_ssize_t onRead(archive* handle, void* self, const void** buffer) {
    auto& reader = *static_cast<Reader*>(self);
    const auto bytes = reader.m_source.view({reader.m_at, reader.m_at + kPiece}, reader.m_scratch);
    if (!bytes) {
      archive_set_error(handle, EIO, "%s", bytes.error().what.c_str());
      return -1;
    }
    *buffer = bytes->data();
    reader.m_at += bytes->size();
    return static_cast<la_ssize_t>(bytes->size());
  }

  static la_int64_t onSkip(archive*, void* self, la_int64_t request) {
    auto& reader = *static_cast<Reader*>(self);
    const std::uint64_t skipped =
        std::min(static_cast<std::uint64_t>(std::max<la_int64_t>(request, 0)), reader.m_source.size() - reader.m_at);
    reader.m_at += skipped;
    return static_cast<la_int64_t>(skipped);
  }

  static la_int64_t onSeek(archive*, void* self, la_int64_t offset, int whence) {
    auto& reader = *static_cast<Reader*>(self);
    const auto size = static_cast<la_int64_t>(reader.m_source.size());
    const la_int64_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? static_cast<la_int64_t>(reader.m_at) : size;
    if (offset > size - from || offset < -from) return ARCHIVE_FATAL;
    reader.m_at = static_cast<std::uint64_t>(from + offset);
    return from + offset;
  }

  const ByteSource& m_source;
  archive* m_archive;
  Scratch m_scratch;
  std::uint64_t m_at = 0;
  std::optional<InflateReader> m_gzip;
  std::optional<base::Error> m_streamError;
};

class Unpacker {
 public:
  Unpacker(const ByteSource& source, ArchiveFormat format, Budget& budget, std::stop_token stop)
      : m_reader(source), m_format(format), m_budget(budget), m_stop(std::move(stop)) {}

  Listing run() {
    m_listing.kind = kindOf(m_format);
    auto spool = Spool::create();
    if (!spool) {
      m_listing.damage = spool.error();
      return std::move(m_listing);
    }
    m_spool = std::move(*spool);
    if (m_reader.open(m_format) != ARCHIVE_OK) {
      m_listing.damage = m_reader.error();
      return std::move(m_listing);
    }
    archive_entry* entry = nullptr;
    while (!m_done && !m_stop.stop_requested() && nextHeader(entry)) member(entry);
    if (!m_damageTold && !m_listing.damage) m_listing.damage = m_reader.streamError();
    return std::move(m_listing);
  }

 private:
  static InputKind kindOf(ArchiveFormat format) noexcept {
    switch (format) {
      case ArchiveFormat::tar:
        return InputKind::tar;
      case ArchiveFormat::sevenZip:
        return InputKind::sevenZip;
      case ArchiveFormat::compressed:
        break;
    }
    return InputKind::compressed;
  }

  bool nextHeader(archive_entry*& entry) {
    const int status = archive_read_next_header(m_reader.get(), &entry);
    if (status == ARCHIVE_EOF) return false;
    if (status >= ARCHIVE_WARN) return true;
    m_listing.damage = m_reader.error();
    return false;
  }

  void member(archive_entry* entry) {
    const bool isRaw = (archive_format(m_reader.get()) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_RAW;
    if (isRaw && !m_reader.isDecompressed()) {
      m_listing.damage = m_reader.error();
      m_done = true;
      return;
    }
    if (m_format == ArchiveFormat::compressed && !isRaw) m_listing.kind = InputKind::tar;
    // A link has no bytes of its own: the file that it shows is in the archive under its own name.
    const bool isFile = archive_entry_filetype(entry) == AE_IFREG && archive_entry_hardlink(entry) == nullptr;
    std::string name = isRaw ? std::string() : memberName(entry);
    if (!isRaw && (!isFile || isNeverSource(name))) return;

    const std::uint64_t stated =
        archive_entry_size_is_set(entry) ? static_cast<std::uint64_t>(std::max<la_int64_t>(archive_entry_size(entry), 0)) : 0;
    if (const auto admitted = m_budget.admitMember(); !admitted) {
      m_listing.damage = admitted.error();
      m_done = true;
      return refuse(std::move(name), stated, SkipReason::limit, admitted.error());
    }
    if (archive_entry_is_data_encrypted(entry) != 0) {
      const base::Error error{base::ErrorCode::unsupported, "it is encrypted", {}, "unpack it with its password first"};
      return refuse(std::move(name), stated, SkipReason::unreadable, error);
    }
    spoolMember(std::move(name), stated, modifiedOf(entry));
  }

  // Names are unique even where the archive gives none that can be read.
  std::string memberName(archive_entry* entry) {
    ++m_members;
    const char* name = archive_entry_pathname(entry);
    if (name == nullptr) name = archive_entry_pathname_utf8(entry);
    std::string normal = normalName(name != nullptr ? name : "");
    return normal.empty() ? fmt::format("member {}", m_members) : normal;
  }

  static std::optional<std::int64_t> modifiedOf(archive_entry* entry) {
    constexpr std::int64_t kSecond = 1'000'000'000;
    constexpr std::int64_t kLimit = 9'000'000'000;  // seconds that fit into 64 bits of ns
    const std::int64_t seconds = archive_entry_mtime(entry);
    if (!archive_entry_mtime_is_set(entry) || seconds <= 0 || seconds > kLimit) return std::nullopt;
    return seconds * kSecond + archive_entry_mtime_nsec(entry);
  }

  void spoolMember(std::string name, std::uint64_t stated, std::optional<std::int64_t> modified) {
    const std::uint64_t begin = m_spool->size();
    std::optional<base::Error> damage;
    std::optional<SkipReason> noLog;
    const base::Result<void> kept = copyData(name, damage, noLog);
    if (!kept) {
      // A part of a member that was cut by a limit would look like a log that ends there.
      const std::uint64_t bytes = m_spool->size() - begin;
      m_spool->cutTo(begin);
      if (kept.error().code == base::ErrorCode::cancelled) return;
      // Nor is there a point in unpacking the rest of a bomb only to skip it.
      const bool isLimit = kept.error().code == base::ErrorCode::limit;
      m_listing.damage = kept.error();
      m_done = true;
      return refuse(std::move(name), bytes, isLimit ? SkipReason::limit : SkipReason::unreadable, kept.error());
    }
    if (noLog) {
      m_listing.refused.push_back({std::move(name), stated, *noLog, {}});
      return;
    }
    if (damage && m_spool->size() == begin) {
      m_listing.damage = damage;
      return refuse(std::move(name), stated, SkipReason::unreadable, *damage);
    }
    m_damageTold = m_damageTold || damage;
    m_listing.streams.push_back(
        readyStream(std::move(name), m_spool->source({begin, m_spool->size()}), modified, std::move(damage)));
  }

  // Copies the current member to the spool. An error of the archive goes to `damage`, what was read before it stays.
  // Leaves a member whose head shows that it is no log.
  base::Result<void> copyData(std::string_view name, std::optional<base::Error>& damage, std::optional<SkipReason>& noLog) {
    const std::uint64_t begin = m_spool->size();
    m_buffer.resize(kPiece);
    while (true) {
      if (m_stop.stop_requested()) return base::fail(base::ErrorCode::cancelled, "stopped");
      const la_ssize_t got = archive_read_data(m_reader.get(), m_buffer.data(), m_buffer.size());
      if (got == 0) return {};
      if (got == ARCHIVE_RETRY) continue;
      if (got < 0) {
        damage = m_reader.error();
        m_done = got == ARCHIVE_FATAL;
        return {};
      }
      const std::string_view piece(m_buffer.data(), static_cast<std::size_t>(got));
      if (m_spool->size() == begin && piece.size() >= kSniffBytes) {
        noLog = skipReasonByHead(piece, name);
        if (noLog) return {};
      }
      if (auto admitted = m_budget.admitBytes(piece.size()); !admitted) return admitted;
      if (auto written = m_spool->append(piece); !written) return written;
    }
  }

  void refuse(std::string name, std::uint64_t bytes, SkipReason reason, const base::Error& error) {
    m_listing.refused.push_back({std::move(name), bytes, reason, base::describe(error)});
  }

  Utf8Locale m_locale;  // before the reader, which asks for it
  Reader m_reader;
  ArchiveFormat m_format;
  Budget& m_budget;
  std::stop_token m_stop;
  std::optional<Spool> m_spool;
  std::vector<char> m_buffer;
  Listing m_listing;
  std::uint32_t m_members = 0;
  bool m_done = false;
  bool m_damageTold = false;  // with a member
};

}  // namespace

Listing unpack(std::shared_ptr<const ByteSource> archive, ArchiveFormat format, Budget& budget, std::stop_token stop) {
  return Unpacker(*archive, format, budget, std::move(stop)).run();
}

}  // namespace lanescope::input
