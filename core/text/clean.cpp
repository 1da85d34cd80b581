// SPDX-License-Identifier: Apache-2.0
#include "core/text/clean.h"

#include "core/base/utf8.h"

#include <cstring>

namespace lanescope::text {
namespace {

constexpr char kEscape = '\x1B';
constexpr std::string_view kBom = "\xEF\xBB\xBF";

bool within(char c, char low, char high) noexcept { return c >= low && c <= high; }

bool holds(std::string_view raw, char byte) noexcept { return std::memchr(raw.data(), byte, raw.size()) != nullptr; }

// Position behind the run of characters in [low, high] that starts at `from`.
std::size_t skipRun(std::string_view text, std::size_t from, char low, char high) noexcept {
  while (from < text.size() && within(text[from], low, high)) ++from;
  return from;
}

// Bytes of ESC [ parameters intermediates final, 0 where the sequence is not whole.
std::size_t csiLength(std::string_view text) noexcept {
  const std::size_t intermediates = skipRun(text, 2, '0', '?');
  const std::size_t last = skipRun(text, intermediates, ' ', '/');
  return last < text.size() && within(text[last], '@', '~') ? last + 1 : 0;
}

// Bytes of ESC ] text (BEL | ESC \), or of ESC _ text (Buildkite's times), 0 where the sequence is not whole.
std::size_t oscLength(std::string_view text) noexcept {
  const std::size_t end = text.find_first_of("\x07\x1B", 2);
  if (end == std::string_view::npos) return 0;
  if (text[end] == '\x07') return end + 1;
  return end + 1 < text.size() && text[end + 1] == '\\' ? end + 2 : 0;
}

// Bytes of the escape sequence that `text` starts with, at least 1. Of a torn CSI, OSC or APC only the two bytes that open
// it: what follows may be another writer's text.
std::size_t escapeLength(std::string_view text) noexcept {
  if (text.size() < 2) return 1;
  if (text[1] == '[') {
    if (const std::size_t whole = csiLength(text)) return whole;
    return 2;
  }
  if (text[1] == ']' || text[1] == '_') {
    if (const std::size_t whole = oscLength(text)) return whole;
    return 2;
  }
  const std::size_t last = skipRun(text, 1, ' ', '/');
  if (last < text.size() && within(text[last], '0', '~')) return last + 1;
  return 1;
}

// Bytes at the start of `text` that are not shown, 0 where its first byte is.
std::size_t hiddenLength(std::string_view text) noexcept {
  switch (text.front()) {
    case '\0':
      return 1;
    case kEscape:
      return escapeLength(text);
    case kBom.front():
      return text.starts_with(kBom) ? kBom.size() : 0;
    default:
      return 0;
  }
}

}  // namespace

bool needsCleaning(std::string_view raw) noexcept {
  if (raw.empty()) return false;
  if (holds(raw, kEscape) || holds(raw, '\0')) return true;
  return holds(raw, kBom.front()) && raw.find(kBom) != std::string_view::npos;
}

void stripControl(std::string_view raw, std::string& out) {
  if (!needsCleaning(raw)) {
    out.append(raw);
    return;
  }
  std::size_t shown = 0;  // start of the run not copied yet
  std::size_t at = 0;
  while (at < raw.size()) {
    const std::size_t hidden = hiddenLength(raw.substr(at));
    if (hidden == 0) {
      ++at;
      continue;
    }
    out.append(raw.substr(shown, at - shown));
    at += hidden;
    shown = at;
  }
  out.append(raw.substr(shown));
}

std::string toUtf8(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  base::appendUtf8(bytes, out);
  return out;
}

std::string display(std::string_view raw, std::size_t maxBytes) {
  std::string stripped;
  if (needsCleaning(raw)) {
    stripControl(raw, stripped);
    raw = stripped;
  }
  // Repair never shortens by more than the NULs, which are gone: bytes beyond this cannot be shown.
  if (raw.size() > maxBytes && raw.size() - maxBytes > 4) raw = raw.substr(0, maxBytes + 4);
  std::string out = toUtf8(raw);
  if (out.size() <= maxBytes) return out;
  std::size_t end = maxBytes;
  while (end > 0 && (static_cast<unsigned char>(out[end]) & 0xC0) == 0x80) --end;
  out.resize(end);
  return out;
}

namespace {

// Bytes of the invisible character that acts on a terminal or turns the writing direction at the start of `text`; 0 for any other.
std::size_t actingCharacter(std::string_view text) noexcept {
  const auto byte = [text](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  if (byte(0) == 0xC2 && byte(1) >= 0x80 && byte(1) < 0xA0) return 2;                                  // C1
  if (byte(0) != 0xE2) return 0;
  const bool turns = (byte(1) == 0x80 && byte(2) >= 0xAA && byte(2) <= 0xAE) ||                        // U+202A..202E
                     (byte(1) == 0x80 && (byte(2) == 0x8E || byte(2) == 0x8F)) ||                      // U+200E, U+200F
                     (byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9);                          // U+2066..2069
  return turns ? 3 : 0;
}

}  // namespace

std::string visible(std::string_view utf8) {
  std::string out;
  out.reserve(utf8.size());
  while (!utf8.empty()) {
    const auto byte = static_cast<unsigned char>(utf8.front());
    std::size_t taken = 1;
    if ((byte < 0x20 && byte != '\n') || byte == 0x7F) {
      out += "\xE2\x90";
      out += static_cast<char>(byte == 0x7F ? 0xA1 : 0x80 + byte);
    } else if (const std::size_t acting = actingCharacter(utf8); acting > 0) {
      out += "\xEF\xBF\xBD";
      taken = acting;
    } else {
      out += utf8.front();
    }
    utf8.remove_prefix(taken);
  }
  return out;
}

}  // namespace lanescope::text
