// SPDX-License-Identifier: Apache-2.0
// The head of NCCL's debug lines (src/debug.cc of 2.18 to 2.30):
//   [2026-08-21 20:19:05] host:pid:tid [dev] file:line (function) NCCL WARN message
// time from 2.26 and by default for WARN only, function from 2.30.7; TRACE has milliseconds before function:line, CALL
// neither device nor place.
#include "core/recognise/digits.h"
#include "core/recognise/layer_heads.h"

namespace lanescope::recognise {

namespace {

// A number of 1 to 9 digits at `at`; moves `at` behind it.
bool takeNumber(std::string_view text, std::size_t& at, std::int32_t& value) noexcept {
  const std::size_t digits = countDigits(text, at, 10);
  if (digits == 0 || digits > 9) return false;
  value = static_cast<std::int32_t>(digitsAt(text, at, digits));
  at += digits;
  return true;
}

// `[2026-08-21 20:19:05] `, also a time of day alone (the format is the user's).
std::optional<Stamp> takeTime(std::string_view text, std::size_t& at) noexcept {
  if (!hasAt(text, at, '[')) return std::nullopt;
  const std::string_view inside = text.substr(at + 1);
  std::size_t used = 0;
  std::optional<Stamp> stamp = parseIso(inside, used);
  if (!stamp) stamp = parseTimeOfDay(inside, used);
  if (!stamp || !hasAt(inside, used, ']') || !hasAt(inside, used + 1, ' ')) return std::nullopt;
  at += used + 3;
  return stamp;
}

struct Writer {
  std::string_view host;
  std::int32_t pid = -1;
  std::int32_t tid = -1;
};

// A host name has no '/' (which NCCL replaces): most paths are told apart here.
bool takeWriter(std::string_view text, std::size_t& at, Writer& writer) noexcept {
  std::size_t colon = at;
  while (colon < text.size() && colon - at <= kMaxHost && isHostCharacter(text[colon])) ++colon;
  if (colon == at || !hasAt(text, colon, ':')) return false;
  writer.host = text.substr(at, colon - at);
  at = colon + 1;
  if (!takeNumber(text, at, writer.pid) || !hasAt(text, at, ':')) return false;
  ++at;
  if (!takeNumber(text, at, writer.tid) || !hasAt(text, at, ' ')) return false;
  ++at;
  return true;
}

// `[3] `; the device is -1 where NCCL does not know it.
void takeDevice(std::string_view text, std::size_t& at, Layer& layer) noexcept {
  if (!hasAt(text, at, '[')) return;
  std::size_t end = at + 1;
  const bool negative = hasAt(text, end, '-');
  if (negative) ++end;
  std::int32_t device = 0;
  if (!takeNumber(text, end, device) || !hasAt(text, end, ']') || !hasAt(text, end + 1, ' ')) return;
  layer.number = negative ? -device : device;
  at = end + 2;
}

void takeMilliseconds(std::string_view text, std::size_t& at) noexcept {
  const std::size_t whole = countDigits(text, at, 16);
  if (whole == 0 || !hasAt(text, at + whole, '.')) return;
  const std::size_t part = countDigits(text, at + whole + 1, 9);
  if (part > 0 && hasAt(text, at + whole + 1 + part, ' ')) at += whole + part + 2;
}

void takePlace(std::string_view text, std::size_t& at, Layer& layer) noexcept {
  std::size_t colon = at;
  while (colon < text.size() &&
         (isWord(text[colon]) || text[colon] == '.' || text[colon] == '/' || text[colon] == '+' || text[colon] == '-')) {
    ++colon;
  }
  std::size_t end = colon + 1;
  std::int32_t line = 0;
  if (colon == at || !hasAt(text, colon, ':') || !takeNumber(text, end, line) || !hasAt(text, end, ' ')) return;
  layer.file = text.substr(at, colon - at);
  layer.line = line;
  at = end + 1;
}

void takeFunction(std::string_view text, std::size_t& at, Layer& layer) noexcept {
  if (!hasAt(text, at, '(')) return;
  const std::size_t close = text.find(") NCCL ", at);
  if (close == std::string_view::npos) return;
  layer.function = text.substr(at + 1, close - at - 1);
  at = close + 2;
}

bool takeLevel(std::string_view text, std::size_t& at, Layer& layer) noexcept {
  struct Level {
    std::string_view word;
    Severity severity;
  };
  static constexpr Level kLevels[] = {
      {"INFO", Severity::info}, {"WARN", Severity::warning}, {"TRACE", Severity::debug}, {"CALL", Severity::debug}};
  if (text.substr(at, 5) != "NCCL ") return false;
  at += 5;
  for (const Level& level : kLevels) {
    if (text.substr(at, level.word.size()) != level.word) continue;
    const std::size_t end = at + level.word.size();
    if (end < text.size() && text[end] != ' ') return false;
    layer.level = text.substr(at, level.word.size());
    layer.severity = level.severity;
    at = end < text.size() ? end + 1 : end;
    return true;
  }
  return false;
}

}  // namespace

std::size_t parseNccl(std::string_view text, Layer& layer) noexcept {
  std::size_t at = 0;
  const std::optional<Stamp> stamp = takeTime(text, at);
  Writer writer;
  if (!takeWriter(text, at, writer)) return 0;
  Layer nccl;
  takeDevice(text, at, nccl);
  takeMilliseconds(text, at);
  takePlace(text, at, nccl);
  takeFunction(text, at, nccl);
  if (!takeLevel(text, at, nccl)) return 0;
  nccl.kind = LayerKind::nccl;
  nccl.stamp = stamp;
  nccl.name = writer.host;
  nccl.pid = writer.pid;
  nccl.tid = writer.tid;
  layer = nccl;
  return at;
}

}  // namespace lanescope::recognise
