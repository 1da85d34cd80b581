// SPDX-License-Identifier: Apache-2.0
// What logging libraries and multiplexers put before a message: times in the shapes of Python's logging, DeepSpeed, Ray, loguru,
// submitit, vLLM, transformers and syslog, and the prefixes of pdsh and of Ray's actors.
#include "core/recognise/digits.h"
#include "core/recognise/layer_heads.h"

#include <array>
#include <utility>

namespace lanescope::recognise {

namespace {

constexpr std::array<std::pair<std::string_view, Severity>, 9> kLevels = {{{"DEBUG", Severity::debug},
                                                                           {"INFO", Severity::info},
                                                                           {"WARNING", Severity::warning},
                                                                           {"WARN", Severity::warning},
                                                                           {"ERROR", Severity::error},
                                                                           {"CRITICAL", Severity::fatal},
                                                                           {"FATAL", Severity::fatal},
                                                                           {"TRACE", Severity::debug},
                                                                           {"NOTICE", Severity::info}}};

// A level's word at `at`; moves `at` behind it.
Severity takeLevel(std::string_view text, std::size_t& at) noexcept {
  if (at >= text.size() || text[at] < 'C' || text[at] > 'W') return Severity::none;
  for (const auto& level : kLevels) {
    const std::size_t end = at + level.first.size();
    if (text.compare(at, level.first.size(), level.first) != 0 || (end < text.size() && isWord(text[end]))) continue;
    at = end;
    return level.second;
  }
  return Severity::none;
}

void skipSpaces(std::string_view text, std::size_t& at) noexcept {
  while (hasAt(text, at, ' ') || hasAt(text, at, '\t')) ++at;
}

// What may stand between a time and the message: "INFO ", "[INFO] ", "- INFO - ", "| INFO     | ".
std::size_t behindLevel(std::string_view text, std::size_t at, Layer& layer) noexcept {
  skipSpaces(text, at);
  std::size_t level = at;
  const char open = level < text.size() ? text[level] : '\0';
  const bool marked = open == '[' || open == '-' || open == '|';
  if (marked) {
    ++level;
    skipSpaces(text, level);
  }
  const Severity severity = takeLevel(text, level);
  if (severity == Severity::none) return at;
  if (open == '[' && !hasAt(text, level, ']')) return at;
  layer.severity = severity;
  if (open == '[') ++level;
  skipSpaces(text, level);
  if (open != '[' && marked && hasAt(text, level, open)) {
    ++level;
    skipSpaces(text, level);
  }
  return level;
}

void setLog(Layer& layer, const Stamp& stamp) noexcept {
  layer = Layer{};
  layer.kind = LayerKind::log;
  layer.stamp = stamp;
}

// A date and a time, or a time of day alone.
std::optional<Stamp> parseClock(std::string_view text, std::size_t& used) noexcept {
  return text.size() > 2 && text[2] == ':' ? parseTimeOfDay(text, used) : parseIso(text, used);
}

// `2026-01-21 02:49:31,640 INFO ...`, `02:49:31.640 ...`
std::size_t parseBare(std::string_view text, Layer& layer) noexcept {
  std::size_t used = 0;
  const auto stamp = parseClock(text, used);
  if (!stamp || (used < text.size() && text[used] != ' ' && text[used] != '\t')) return 0;
  setLog(layer, *stamp);
  return behindLevel(text, used, layer);
}

// `[2026-11-05 03:15:11,114] [INFO] ...`, `[03:15:11] ...`, `[retry.sh 2026-07-21T09:14:02Z] ...`, `[INFO|file.py:12] 2026-01-21 02:49:31,640 >> ...`
std::size_t parseBracketed(std::string_view text, Layer& layer) noexcept {
  constexpr std::size_t kMaxName = 64;
  std::size_t at = 1;
  if (!isDigit(text[1])) {
    while (at < text.size() && at <= kMaxName && text[at] != ' ' && text[at] != '[' && text[at] != ']') ++at;
    if (at >= text.size() || (text[at] != ' ' && text[at] != ']')) return 0;
    const bool closed = text[at] == ']';
    std::size_t level = 1;
    const Severity severity = takeLevel(text, level);
    if (closed && (severity == Severity::none || !hasAt(text, level, '|') || !hasAt(text, at + 1, ' '))) return 0;
    at += closed ? 2 : 1;
    std::size_t used = 0;
    const auto stamp = at < text.size() ? parseIso(text.substr(at), used) : std::nullopt;
    if (!stamp) return 0;
    at += used;
    setLog(layer, *stamp);
    layer.severity = severity;
    if (closed) return text.compare(at, 4, " >> ") == 0 ? at + 4 : 0;
    if (!hasAt(text, at, ']')) return 0;
    return behindLevel(text, at + 1, layer);
  }
  std::size_t used = 0;
  const auto stamp = parseClock(text.substr(1), used);
  if (!stamp || !hasAt(text, 1 + used, ']')) return 0;
  setLog(layer, *stamp);
  return behindLevel(text, 2 + used, layer);
}

// `submitit INFO (2025-06-30 21:25:00,491) - ...`
std::size_t parseSubmitit(std::string_view text, Layer& layer) noexcept {
  constexpr std::string_view kName = "submitit ";
  if (!text.starts_with(kName)) return 0;
  std::size_t at = kName.size();
  const Severity severity = takeLevel(text, at);
  if (severity == Severity::none || text.compare(at, 2, " (") != 0) return 0;
  std::size_t used = 0;
  const auto stamp = parseIso(text.substr(at + 2), used);
  at += 2 + used;
  if (!stamp || text.compare(at, 4, ") - ") != 0) return 0;
  setLog(layer, *stamp);
  layer.severity = severity;
  return at + 4;
}

std::optional<Stamp> yearless(int month, int day, std::string_view time, std::size_t& used) noexcept {
  if (month < 1 || month > 12 || day < 1 || day > 31) return std::nullopt;
  auto stamp = parseTimeOfDay(time, used);
  if (!stamp) return stamp;
  constexpr int kNoYear = 1972;
  constexpr std::int64_t kDayNs = 86'400'000'000'000;
  stamp->ns += (daysFromCivil(kNoYear, month, day) - daysFromCivil(kNoYear, 1, 1)) * kDayNs;
  stamp->hasDate = true;
  return stamp;
}

// `INFO 05-08 20:09:58 [block_pool.py:264] ...`
std::size_t parseVllm(std::string_view text, Layer& layer) noexcept {
  std::size_t at = 0;
  const Severity severity = takeLevel(text, at);
  if (severity == Severity::none || !hasAt(text, at, ' ') || at + 15 > text.size() || text[at + 3] != '-' || text[at + 6] != ' ') return 0;
  std::size_t used = 0;
  const auto stamp = yearless(twoDigits(text, at + 1), twoDigits(text, at + 4), text.substr(at + 7), used);
  at += 7 + used;
  if (!stamp || !hasAt(text, at, ' ')) return 0;
  setLog(layer, *stamp);
  layer.severity = severity;
  return at + 1;
}

// `Aug 21 19:24:31 host name[1234]: ...`
std::size_t parseSyslog(std::string_view text, Layer& layer) noexcept {
  constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";
  if (text.size() < 16 || text[3] != ' ' || text[6] != ' ') return 0;
  const std::size_t month = kMonths.find(text.substr(0, 3));
  if (month == std::string_view::npos || month % 3 != 0) return 0;
  const int day = text[4] == ' ' && isDigit(text[5]) ? text[5] - '0' : twoDigits(text, 4);
  std::size_t used = 0;
  const auto stamp = yearless(static_cast<int>(month / 3) + 1, day, text.substr(7), used);
  std::size_t at = 7 + used;
  if (!stamp || !hasAt(text, at, ' ')) return 0;
  const std::size_t host = ++at;
  while (at < text.size() && isHostCharacter(text[at])) ++at;
  if (at == host || !hasAt(text, at, ' ')) return 0;
  setLog(layer, *stamp);
  layer.name = text.substr(host, at - host);
  return at + 1;
}

// pdsh: `10.8.33.9: ...`
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

// Ray: `(WorkerDict pid=1188242) ...`, `(Worker[rank=9] pid=12, ip=10.0.0.2) ...`
std::size_t parseActor(std::string_view text, Layer& layer) noexcept {
  constexpr std::string_view kPid = " pid=";
  const std::size_t close = text.find(')');
  const std::size_t pid = text.substr(0, close).find(kPid);
  if (close == std::string_view::npos || pid == std::string_view::npos || pid < 2 || !hasAt(text, close + 1, ' ')) return 0;
  const std::size_t digits = countDigits(text, pid + kPid.size(), 10);
  if (digits == 0 || digits > 9) return 0;
  layer = Layer{};
  layer.kind = LayerKind::actor;
  layer.name = text.substr(1, pid - 1);
  layer.pid = static_cast<std::int32_t>(digitsAt(text, pid + kPid.size(), digits));
  return close + 2;
}

}  // namespace

bool mayStartLog(std::string_view line) noexcept {
  const char c = line.empty() ? '\0' : line.front();
  if (c == '(' || isDigit(c) || c == '[') return true;
  if (c == 's') return line.starts_with("submitit ");
  std::size_t at = 0;
  if (line.size() > 6 && line[3] == ' ' && line[6] == ' ' && c >= 'A' && c <= 'S') return true;   // Aug 21 ...
  return takeLevel(line, at) != Severity::none;
}

std::size_t parseLog(std::string_view text, Layer& layer) noexcept {
  if (text.size() < 2) return 0;
  switch (text[0]) {
    case '[': return parseBracketed(text, layer);
    case '(': return parseActor(text, layer);
    case 's': return parseSubmitit(text, layer);
    default: break;
  }
  if (isDigit(text[0])) {
    const std::size_t size = parseBare(text, layer);
    return size > 0 ? size : parseAddress(text, layer);
  }
  if (const std::size_t size = parseVllm(text, layer); size > 0) return size;
  return parseSyslog(text, layer);
}

}  // namespace lanescope::recognise
