// SPDX-License-Identifier: Apache-2.0
#include "core/input/wide_text.h"

namespace lanescope::input {

namespace {

constexpr std::size_t kLooked = 512;             // bytes
constexpr std::size_t kLeast = 16;
constexpr std::uint64_t kPiece = 1 << 20;        // a multiple of every unit
constexpr char32_t kReplacement = 0xFFFD;

struct Form {
  std::size_t unit = 2;                          // bytes
  bool bigEndian = false;
};

Form formOf(WideEncoding encoding) noexcept {
  switch (encoding) {
    case WideEncoding::utf16le: return {2, false};
    case WideEncoding::utf16be: return {2, true};
    case WideEncoding::utf32le: return {4, false};
    case WideEncoding::utf32be: break;
  }
  return {4, true};
}

char32_t unitAt(std::string_view bytes, Form form) noexcept {
  char32_t value = 0;
  for (std::size_t i = 0; i < form.unit; ++i) value = value << 8 | static_cast<unsigned char>(bytes[form.bigEndian ? i : form.unit - 1 - i]);
  return value;
}

bool isPrinted(char32_t c) noexcept { return (c >= 0x20 && c < 0x7F) || c == '\n' || c == '\r' || c == '\t' || c == 0x1B; }

bool looksLike(std::string_view head, Form form) noexcept {
  std::size_t units = 0, printed = 0;
  for (; head.size() >= form.unit; head.remove_prefix(form.unit), ++units) printed += isPrinted(unitAt(head, form)) ? 1 : 0;
  return units >= kLeast / form.unit && printed * 10 >= units * 9;
}

void append(char32_t c, std::string& out) {
  if (c > 0x10FFFF || (c >= 0xD800 && c < 0xE000)) c = kReplacement;
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | c >> 6);
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | c >> 12);
    out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | c >> 18);
    out += static_cast<char>(0x80 | (c >> 12 & 0x3F));
    out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
}

// Keeps the first half of a pair until the second comes, which may be in the next piece.
class Decoder {
 public:
  explicit Decoder(Form form) : m_form(form) {}
  void add(std::string_view bytes) {
    for (; bytes.size() >= m_form.unit; bytes.remove_prefix(m_form.unit)) take(unitAt(bytes, m_form));
    if (!bytes.empty()) append(kReplacement, m_out);        // the file was cut within a unit
  }
  std::string finish() {
    if (m_first != 0) append(kReplacement, m_out);
    return std::move(m_out);
  }

 private:
  void take(char32_t unit) {
    const bool second = m_form.unit == 2 && unit >= 0xDC00 && unit < 0xE000;
    if (m_first != 0 && second) {
      append(0x10000 + ((m_first - 0xD800) << 10) + (unit - 0xDC00), m_out);
      m_first = 0;
      return;
    }
    if (m_first != 0) append(kReplacement, m_out);
    m_first = m_form.unit == 2 && unit >= 0xD800 && unit < 0xDC00 ? unit : 0;
    if (m_first == 0 && unit != 0xFEFF) append(unit, m_out);
  }

  Form m_form;
  char32_t m_first = 0;
  std::string m_out;
};

}  // namespace

std::optional<WideEncoding> wideEncodingOf(std::string_view head) noexcept {
  using namespace std::string_view_literals;
  if (head.starts_with("\xFF\xFE\0\0"sv)) return WideEncoding::utf32le;
  if (head.starts_with("\0\0\xFE\xFF"sv)) return WideEncoding::utf32be;
  if (head.starts_with("\xFF\xFE"sv)) return WideEncoding::utf16le;
  if (head.starts_with("\xFE\xFF"sv)) return WideEncoding::utf16be;
  for (const WideEncoding encoding : {WideEncoding::utf16le, WideEncoding::utf16be, WideEncoding::utf32le, WideEncoding::utf32be}) {
    if (looksLike(head.substr(0, kLooked), formOf(encoding))) return encoding;
  }
  return std::nullopt;
}

base::Result<std::shared_ptr<const ByteSource>> decodedWide(const ByteSource& source, WideEncoding encoding) {
  if (source.size() > kMostWideBytes) return base::fail(base::ErrorCode::limit, "it is in UTF-16 or UTF-32 and larger than 512 MB", {}, "convert it with iconv -t UTF-8");
  Decoder decoder(formOf(encoding));
  Scratch scratch;
  for (std::uint64_t at = 0; at < source.size(); at += kPiece) {
    const auto piece = source.view({at, at + kPiece}, scratch);
    if (!piece) return tl::make_unexpected(piece.error());
    decoder.add(*piece);
  }
  return makeMemorySource(decoder.finish());
}

}  // namespace lanescope::input
