// SPDX-License-Identifier: Apache-2.0
#include "core/base/utf8.h"

namespace lanescope::base {
namespace {

// Length of the sequence that `lead` starts (0: none does) and the range that its second byte must be in.
struct Lead {
  std::size_t length = 0;
  unsigned char low = 0x80;
  unsigned char high = 0xBF;
};

Lead classify(unsigned char lead) noexcept {
  if (lead < 0x80) return {1, 0, 0};
  if (lead < 0xC2) return {};
  if (lead < 0xE0) return {2, 0x80, 0xBF};
  if (lead == 0xE0) return {3, 0xA0, 0xBF};
  if (lead == 0xED) return {3, 0x80, 0x9F};
  if (lead < 0xF0) return {3, 0x80, 0xBF};
  if (lead == 0xF0) return {4, 0x90, 0xBF};
  if (lead < 0xF4) return {4, 0x80, 0xBF};
  if (lead == 0xF4) return {4, 0x80, 0x8F};
  return {};
}

bool isPlain(char c) noexcept { return static_cast<signed char>(c) > 0; }

}  // namespace

Utf8Unit firstUtf8Unit(std::string_view text) noexcept {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const Lead lead = classify(at(0));
  if (lead.length <= 1) return {1, lead.length == 1};
  if (text.size() < 2 || at(1) < lead.low || at(1) > lead.high) return {1, false};
  std::size_t length = 2;
  while (length < lead.length && length < text.size() && (at(length) & 0xC0) == 0x80) ++length;
  return {length, length == lead.length};
}

void appendUtf8(std::string_view bytes, std::string& out) {
  while (!bytes.empty()) {
    std::size_t plain = 0;
    while (plain < bytes.size() && isPlain(bytes[plain])) ++plain;
    out.append(bytes.substr(0, plain));
    bytes.remove_prefix(plain);
    if (bytes.empty()) return;

    const Utf8Unit unit = firstUtf8Unit(bytes);
    if (!unit.valid) {
      out += "\xEF\xBF\xBD";
    } else if (bytes.front() != '\0') {
      out.append(bytes.substr(0, unit.bytes));
    }
    bytes.remove_prefix(unit.bytes);
  }
}

std::string nameText(std::string_view bytes) {
  std::string valid, out;
  appendUtf8(bytes, valid);
  out.reserve(valid.size());
  for (const char c : valid) {
    if (c == '\n') out += "\xE2\x90\x8A";
    else if (c == '\r') out += "\xE2\x90\x8D";
    else out += c;
  }
  return out;
}

}  // namespace lanescope::base
