// SPDX-License-Identifier: Apache-2.0
// What CI runners and NeMo-Run or TorchX put before a line.
#include "core/recognise/digits.h"
#include "core/recognise/layer_heads.h"

namespace lanescope::recognise {

namespace {

// A UTC time with exactly `digits` fraction digits and Z, then a space or the end of the line.
std::size_t parseUtc(std::string_view text, std::size_t digits, Stamp& stamp) noexcept {
  const std::size_t size = 20 + digits + 1;
  if (text.size() < size || text[19] != '.' || text[size - 1] != 'Z' || text[10] != 'T') return 0;
  std::size_t used = 0;
  const std::optional<Stamp> parsed = parseIso(text, used);
  if (!parsed || used != size) return 0;
  stamp = *parsed;
  if (text.size() == size) return size;
  return text[size] == ' ' ? size + 1 : 0;
}

bool isLowerHex(char c) noexcept { return isDigit(c) || (c >= 'a' && c <= 'f'); }

}  // namespace

// actions/runner, PagingLogger: DateTime "O" of UtcNow.
std::size_t parseGithubStamp(std::string_view text, Layer& layer) noexcept {
  Stamp stamp;
  const std::size_t size = parseUtc(text, 7, stamp);
  if (size == 0) return 0;
  layer = Layer{};
  layer.stamp = stamp;
  return size;
}

// gitlab-runner, timestamper.go: time, stream number in hex, O or E, '+' where the line goes on.
std::size_t parseGitlabStamp(std::string_view text, Layer& layer) noexcept {
  Stamp stamp;
  const std::size_t at = parseUtc(text, 6, stamp);
  if (at == 0 || text.size() < at + 4) return 0;
  if (!isLowerHex(text[at]) || !isLowerHex(text[at + 1]) || (text[at + 2] != 'O' && text[at + 2] != 'E')) return 0;
  if (text[at + 3] != ' ' && text[at + 3] != '+') return 0;
  layer = Layer{};
  layer.kind = LayerKind::gitlabStamp;
  layer.stamp = stamp;
  layer.name = text.substr(at, 3);
  layer.level = text.substr(at + 3, 1);
  return at + 4;
}

// Jenkins' timestamper and Buildkite's download with timestamps: three fraction digits. Other times in brackets are their writers' own.
std::size_t parseCiStamp(std::string_view text, Layer& layer) noexcept {
  constexpr std::size_t kTime = 24;
  if (text.size() < kTime + 2 || text[0] != '[' || text[11] != 'T' || text[kTime] != 'Z' || text[kTime + 1] != ']') return 0;
  if (kTime + 2 < text.size() && text[kTime + 2] != ' ') return 0;
  Stamp stamp;
  if (parseUtc(text.substr(1, kTime), 3, stamp) == 0) return 0;
  layer = Layer{};
  layer.kind = LayerKind::ciStamp;
  layer.stamp = stamp;
  return kTime + 2 < text.size() ? kTime + 3 : kTime + 2;
}

// nemo_run/run/logs.py and torchx log_tee_helpers.py: `role/replica `. Paths, fractions and words with a slash are told
// apart by the name (letter first), the short number and the space behind it.
std::size_t parseTask(std::string_view text, Layer& layer) noexcept {
  if (text.empty() || !(isAlpha(text[0]) || text[0] == '_')) return 0;
  constexpr std::size_t kMaxName = 64;
  std::size_t slash = 1;
  while (slash < text.size() && slash <= kMaxName && (isWord(text[slash]) || text[slash] == '-' || text[slash] == '.')) ++slash;
  if (!hasAt(text, slash, '/')) return 0;
  const std::size_t digits = countDigits(text, slash + 1, 6);
  const std::size_t end = slash + 1 + digits;
  if (digits == 0 || digits > 5 || !hasAt(text, end, ' ')) return 0;
  layer = Layer{};
  layer.kind = LayerKind::task;
  layer.name = text.substr(0, slash);
  layer.number = static_cast<std::int32_t>(digitsAt(text, slash + 1, digits));
  return end + 1;
}

}  // namespace lanescope::recognise
