// SPDX-License-Identifier: Apache-2.0
// What launchers of a cluster put before the lines of their tasks:
//   mpirun (Open MPI 4 and 5, PRRTE):   [1,3]<stdout>:message   [1,3][host:pid]<stdout>: message   [prterun-host-1@1,3]<stdout>: message
//                                       with a time before it: Fri Jan  2 03:04:05 2026[1,3]<stdout>:   [Fri Jan  2 03:04:05 2026][1,3]<stdout>:
//   srun --label, ft_launcher:          3: message   03: message, right-aligned
//   docker compose:                     trainer-1  | message
//   pdsh:                               10.8.33.9: message   node-a07: message
// The last three could as well be text: the form of the source decides (line_form.h), but for an address.
#include "core/recognise/digits.h"
#include "core/recognise/layer_heads.h"

#include <algorithm>

namespace lanescope::recognise {

namespace {

constexpr std::size_t kMaxTaskDigits = 6;
constexpr std::size_t kMaxName = 64;

// `[3]`, `[1,3]`, `[prterun-host-4021@1,3]`: the number before the bracket is the rank.
std::size_t takeMpiRank(std::string_view text, std::size_t at, Layer& layer) noexcept {
  if (!hasAt(text, at, '[')) return 0;
  std::size_t end = at + 1;
  while (end < text.size() && end - at <= kMaxName && text[end] != ']' && text[end] != ' ' && text[end] != '[') ++end;
  if (!hasAt(text, end, ']')) return 0;
  std::size_t digits = 0;
  while (digits < kMaxTaskDigits + 1 && end - digits > at + 1 && isDigit(text[end - 1 - digits])) ++digits;
  if (digits == 0 || digits > kMaxTaskDigits) return 0;
  const std::size_t first = end - digits;
  if (first != at + 1 && (text[first - 1] != ',' || first < at + 3 || !isDigit(text[first - 2]))) return 0;
  layer.number = static_cast<std::int32_t>(digitsAt(text, first, digits));
  return end + 1 - at;
}

// `[host:pid]`
std::size_t takeMpiProcess(std::string_view text, std::size_t at, Layer& layer) noexcept {
  if (!hasAt(text, at, '[')) return 0;
  std::size_t colon = at + 1;
  while (colon < text.size() && colon - at <= kMaxHost && isHostCharacter(text[colon])) ++colon;
  const std::size_t digits = countDigits(text, colon + 1, 10);
  if (!hasAt(text, colon, ':') || digits == 0 || digits > 9 || !hasAt(text, colon + 1 + digits, ']')) return 0;
  layer.name = text.substr(at + 1, colon - at - 1);
  layer.pid = static_cast<std::int32_t>(digitsAt(text, colon + 1, digits));
  return digits + 2 + colon - at;
}

// `3: `, `  3: `, `03: `
std::size_t parseLabel(std::string_view text, Layer& layer) noexcept {
  std::size_t at = 0;
  while (hasAt(text, at, ' ') && at < kMaxTaskDigits) ++at;
  const std::size_t digits = countDigits(text, at, kMaxTaskDigits + 1);
  const std::size_t colon = at + digits;
  if (digits == 0 || digits > kMaxTaskDigits || !hasAt(text, colon, ':') || (colon + 1 < text.size() && text[colon + 1] != ' ')) return 0;
  layer = Layer{};
  layer.kind = LayerKind::label;
  layer.number = static_cast<std::int32_t>(digitsAt(text, at, digits));
  return colon + 1 < text.size() ? colon + 2 : colon + 1;
}

bool isNameCharacter(char c) noexcept { return isWord(c) || c == '-' || c == '.'; }

std::size_t nameSize(std::string_view text) noexcept {
  std::size_t size = 0;
  while (size < text.size() && size <= kMaxName && isNameCharacter(text[size])) ++size;
  return size <= kMaxName ? size : 0;
}

// `trainer-1  | `
std::size_t parseService(std::string_view text, Layer& layer) noexcept {
  const std::size_t name = nameSize(text);
  std::size_t bar = name;
  while (hasAt(text, bar, ' ') && bar < 2 * kMaxName) ++bar;
  if (name == 0 || bar == name || !hasAt(text, bar, '|') || (bar + 1 < text.size() && text[bar + 1] != ' ')) return 0;
  layer = Layer{};
  layer.kind = LayerKind::service;
  layer.name = text.substr(0, name);
  return bar + 1 < text.size() ? bar + 2 : bar + 1;
}

// `node-a07: `; a word without a digit is somebody's "INFO: ".
std::size_t parseHost(std::string_view text, Layer& layer) noexcept {
  const std::size_t name = nameSize(text);
  if (name == 0 || !hasAt(text, name, ':') || (name + 1 < text.size() && text[name + 1] != ' ')) return 0;
  if (!isAlpha(text[0]) || text.substr(0, name).find_first_of("0123456789") == std::string_view::npos) return 0;
  layer = Layer{};
  layer.kind = LayerKind::host;
  layer.name = text.substr(0, name);
  return name + 1 < text.size() ? name + 2 : name + 1;
}

}  // namespace

std::size_t parseMpi(std::string_view text, Layer& layer) noexcept {
  const bool timed = !text.empty() && (isAlpha(text[0]) || (text[0] == '[' && text.size() > 1 && isAlpha(text[1])));
  Layer mpi;
  mpi.kind = LayerKind::mpi;
  std::size_t at = 0, used = 0;
  if (timed) {
    const bool bracket = text[0] == '[';
    mpi.stamp = parseCtime(text.substr(bracket ? 1 : 0), used);
    if (mpi.stamp) at = bracket ? used + 2 : used;
    if (mpi.stamp && bracket && !hasAt(text, used + 1, ']')) return 0;
    if (!mpi.stamp && !bracket) return 0;
  }
  const std::size_t rank = takeMpiRank(text, at, mpi);
  if (rank == 0 && !mpi.stamp) return 0;
  at += rank;
  if (rank > 0) at += takeMpiProcess(text, at, mpi);
  const std::string_view stream = text.substr(at, 9);
  if (stream != "<stdout>:" && stream != "<stderr>:" && stream != "<stddiag>") return 0;
  at += 9;
  if (stream == "<stddiag>" && !hasAt(text, at++, ':')) return 0;
  layer = mpi;
  // Open MPI 5 puts a space before the message, 4 does not; what Python indents, it indents by an even number.
  const std::size_t spaces = std::min(text.find_first_not_of(' ', at), text.size()) - at;
  return spaces % 2 == 1 ? at + 1 : at;
}

// `10.8.33.9: `
std::size_t parseAddress(std::string_view text, Layer& layer) noexcept {
  std::size_t at = 0;
  for (int part = 0; part < 4; ++part) {
    const std::size_t digits = countDigits(text, at, 4);
    if (digits == 0 || digits > 3) return 0;
    at += digits;
    if (!hasAt(text, at, part < 3 ? '.' : ':')) return 0;
    ++at;
  }
  if (!hasAt(text, at, ' ')) return 0;
  layer = Layer{};
  layer.kind = LayerKind::host;
  layer.name = text.substr(0, at - 1);
  return at + 1;
}

std::size_t parsePrefix(std::string_view text, LineForm::Prefix prefix, Layer& layer) noexcept {
  switch (prefix) {
    case LineForm::Prefix::label: return parseLabel(text, layer);
    case LineForm::Prefix::service: return parseService(text, layer);
    case LineForm::Prefix::host: return parseHost(text, layer);
    case LineForm::Prefix::none: break;
  }
  return 0;
}

}  // namespace lanescope::recognise
