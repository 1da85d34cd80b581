// SPDX-License-Identifier: Apache-2.0
#include "core/input/sniff.h"

#include "core/base/utf8.h"

#include <algorithm>
#include <array>

namespace lanescope::input {
namespace {

using namespace std::string_view_literals;

struct Magic {
  std::string_view bytes;
  Content content;
};

constexpr Magic kMagics[] = {
    {"PK\x03\x04"sv, Content::zip},
    {"PK\x05\x06"sv, Content::zip},  // without members
    {"PK\x07\x08"sv, Content::zip},  // the marker of a split archive
    {"7z\xBC\xAF\x27\x1C"sv, Content::sevenZip},
    {"\x1F\x8B\x08"sv, Content::compressed},  // gzip
    {"\xFD"
     "7zXZ\0"sv,
     Content::compressed},
    {"\x28\xB5\x2F\xFD"sv, Content::compressed},  // zstd
    {"\x89PNG\r\n\x1A\n"sv, Content::image},
    {"\xFF\xD8\xFF"sv, Content::image},  // JPEG
    {"GIF87a"sv, Content::image},
    {"GIF89a"sv, Content::image},
    {"II*\0"sv, Content::image},  // TIFF
    {"MM\0*"sv, Content::image},
    {"!coverage.py: This is a private format"sv, Content::coverage},
    {"%PDF-"sv, Content::binary},
};

constexpr std::string_view kSqlite = "SQLite format 3\0"sv;

// POSIX tar (IEEE 1003.1, "ustar interchange format"): the sum of the header's bytes, with blanks for the sum itself,
// stands in octal at 148. Holds for the older formats too, which have no magic.
bool isTar(std::string_view head) noexcept {
  constexpr std::size_t kHeader = 512, kSumBegin = 148, kSumEnd = 156;
  if (head.size() < kHeader || head[0] == '\0') return false;
  unsigned sum = 0;
  for (std::size_t i = 0; i < kHeader; ++i) {
    const bool isSum = i >= kSumBegin && i < kSumEnd;
    sum += isSum ? unsigned{' '} : static_cast<unsigned char>(head[i]);
  }
  unsigned stated = 0;
  bool digits = false;
  for (std::size_t i = kSumBegin; i < kSumEnd; ++i) {
    const char c = head[i];
    if (c >= '0' && c <= '7') {
      stated = stated * 8 + static_cast<unsigned>(c - '0');
      digits = true;
    } else if (digits || c != ' ') {
      break;
    }
  }
  return digits && stated == sum;
}

bool isBzip2(std::string_view head) noexcept {
  return head.size() >= 10 && head.starts_with("BZh") && head[3] >= '1' && head[3] <= '9' &&
         (head.substr(4, 6) == "\x31\x41\x59\x26\x53\x59"sv || head.substr(4, 6) == "\x17\x72\x45\x38\x50\x90"sv);
}

bool isRiffImage(std::string_view head) noexcept { return head.starts_with("RIFF") && head.substr(0, 12).ends_with("WEBP"); }

bool isBitmap(std::string_view head) noexcept {
  return head.starts_with("BM") && head.size() > 14 && head.substr(6, 4) == "\0\0\0\0"sv;
}

// Tensors: a JSON header behind its 64-bit length.
bool isSafetensors(std::string_view head) noexcept { return head.substr(0, 10).ends_with("\0\0\0\0{\""sv); }

// torch.save writes a zip whose first member is <name>/data.pkl.
bool isTorchZip(std::string_view head) noexcept {
  constexpr std::size_t kLocalHeader = 30;
  return head.substr(std::min(kLocalHeader, head.size()), 256).find("/data.pkl") != std::string_view::npos;
}

std::string_view baseName(std::string_view name) noexcept { return name.substr(name.rfind('/') + 1); }

bool isCheckpointName(std::string_view name) noexcept {
  static constexpr std::array kEnds = {".pt"sv, ".pth"sv, ".ckpt"sv, ".safetensors"sv, ".distcp"sv};
  return std::any_of(kEnds.begin(), kEnds.end(), [&](std::string_view end) { return name.ends_with(end); });
}

Content elf(std::string_view head) noexcept {
  constexpr std::size_t kType = 16, kByteOrder = 5;
  constexpr char kBigEndian = 2, kCore = 4;
  if (head.size() < kType + 2) return Content::binary;
  const char type = head[kByteOrder] == kBigEndian ? head[kType + 1] : head[kType];
  return type == kCore ? Content::coreDump : Content::binary;
}

bool isShown(char c) noexcept {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= 0x20 && byte != 0x7F) || (byte >= '\a' && byte <= '\r') || byte == 0x1B;
}

enum class Printable { yes, no, nothing };  // nothing: only NULs

// At most three in ten bytes outside NUL runs may be neither valid UTF-8 nor usual controls: a log in another 8-bit
// character set, or one that a crash wrote garbage into, is still a log.
Printable isPrintable(std::string_view bytes) noexcept {
  std::size_t all = 0;
  std::size_t bad = 0;
  while (!bytes.empty()) {
    const base::Utf8Unit unit = base::firstUtf8Unit(bytes);
    // A character that the window cuts is no damage.
    if (!unit.valid && unit.bytes == bytes.size()) break;
    if (bytes.front() != '\0') {
      all += unit.bytes;
      if (!unit.valid || !isShown(bytes.front())) bad += unit.bytes;
    }
    bytes.remove_prefix(unit.bytes);
  }
  if (all == 0) return Printable::nothing;
  return bad * 10 <= all * 3 ? Printable::yes : Printable::no;
}

bool isText(std::string_view head, std::string_view tail, std::string_view name) noexcept {
  if (name.find("tfevents") != std::string_view::npos) return false;                       // records with text in them
  if (head.size() > 1 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5) return false;  // a Python pickle
  Printable printable = isPrintable(head.substr(0, kSniffBytes));
  if (printable == Printable::nothing) {
    printable = isPrintable(tail.substr(tail.size() - std::min(tail.size(), kSniffBytes)));
  }
  return printable == Printable::yes;
}

}  // namespace

Content sniff(std::string_view head, std::string_view tail, std::string_view name) noexcept {
  if (head.empty()) return Content::empty;
  name = baseName(name);
  if (head.starts_with("\x7F"
                       "ELF"))
    return elf(head);
  if (head.starts_with(kSqlite)) return name.starts_with(".coverage") ? Content::coverage : Content::binary;
  if (isRiffImage(head) || isBitmap(head)) return Content::image;
  if (isSafetensors(head)) return Content::checkpoint;
  if (isBzip2(head)) return Content::compressed;
  for (const Magic& magic : kMagics) {
    if (!head.starts_with(magic.bytes)) continue;
    const bool isTensors = magic.content == Content::zip && (isCheckpointName(name) || isTorchZip(head));
    return isTensors ? Content::checkpoint : magic.content;
  }
  if (isTar(head)) return Content::tar;
  if (isText(head, tail, name)) return Content::text;
  return isCheckpointName(name) ? Content::checkpoint : Content::binary;
}

std::optional<SkipReason> skipReasonOf(Content content) noexcept {
  switch (content) {
    case Content::empty:
      return SkipReason::empty;
    case Content::image:
      return SkipReason::image;
    case Content::checkpoint:
      return SkipReason::checkpoint;
    case Content::coverage:
      return SkipReason::coverage;
    case Content::coreDump:
      return SkipReason::coreDump;
    case Content::binary:
      return SkipReason::binary;
    case Content::text:
    case Content::zip:
    case Content::tar:
    case Content::sevenZip:
    case Content::compressed:
      break;
  }
  return std::nullopt;
}

std::optional<SkipReason> skipReasonByHead(std::string_view head, std::string_view name) noexcept {
  if (head.find_first_not_of('\0') == std::string_view::npos) return std::nullopt;
  return skipReasonOf(sniff(head, head, name));
}

}  // namespace lanescope::input
