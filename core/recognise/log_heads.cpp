// SPDX-License-Identifier: Apache-2.0
// What logging libraries and multiplexers put before a message: times in the shapes of Python's logging, DeepSpeed, Ray, loguru,
// submitit, vLLM, SGLang, transformers, nvidia-resiliency-ext, syslog and the kernel, and the prefix of Ray's actors and of vLLM's processes.
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
  if (hasAt(text, at, ' ')) ++at;                // more of them are the message's own: the lines of a stack are indented
  std::size_t level = at;
  skipSpaces(text, level);
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

// `[launch.py:263:main] ` behind a level: DeepSpeed's place; vLLM's has no function.
std::size_t behindPlace(std::string_view text, std::size_t at, Layer& layer) noexcept {
  if (!hasAt(text, at, '[')) return at;
  constexpr std::size_t kMaxPlace = 128;
  const std::size_t colon = text.substr(0, at + kMaxPlace).find_first_of(":] ", at + 1);
  if (!hasAt(text, colon, ':') || text.substr(at, colon - at).find(".py") == std::string_view::npos) return at;
  const std::size_t digits = countDigits(text, colon + 1, 7);
  const std::size_t second = colon + 1 + digits;
  const std::size_t close = text.find_first_of("] ", second);
  const bool named = hasAt(text, second, ':');
  if (digits == 0 || (!named && close != second) || !hasAt(text, close, ']') || !hasAt(text, close + 1, ' ')) return at;
  layer.file = text.substr(at + 1, colon - at - 1);
  layer.line = static_cast<std::int32_t>(digitsAt(text, colon + 1, digits));
  if (named) layer.function = text.substr(second + 1, close - second - 1);
  return close + 2;
}

// `[node-a07] [workload:3(3) infra:0(0)] launcher.py:512 ` behind a level: nvidia-resiliency-ext. Whose numbers these are, the launcher's
// or the worker's that it speaks of, differs from line to line: only the host is taken.
std::size_t behindWorkload(std::string_view text, std::size_t at, Layer& layer) noexcept {
  if (!hasAt(text, at, '[')) return at;
  const std::size_t close = text.find_first_of("] ", at + 1);
  if (!hasAt(text, close, ']') || text.compare(close + 1, 11, " [workload:") != 0) return at;
  const std::size_t end = text.find("] ", close + 1);
  if (end == std::string_view::npos) return at;
  layer.name = text.substr(at + 1, close - at - 1);
  return end + 2;
}

// `host name[1234]: ` behind a time: syslog and the journal. `at` is where the host begins. The unit is taken off only where its pid
// stands there; with another word ("kernel: ") the message says who speaks.
std::size_t behindUnit(std::string_view text, std::size_t at, bool hostAlone, Layer& layer) noexcept {
  std::size_t end = at;
  while (end < text.size() && end - at <= kMaxHost && isHostCharacter(text[end])) ++end;
  if (end == at || !hasAt(text, end, ' ')) return 0;
  const std::size_t unit = end + 1;
  std::size_t open = unit;
  while (open < text.size() && open - unit <= kMaxHost && text[open] != ' ' && text[open] != '[' && text[open] != ':') ++open;
  const std::size_t digits = countDigits(text, open + 1, 10);
  const bool whole = open > unit && hasAt(text, open, '[') && digits > 0 && digits < 10 && text.compare(open + 1 + digits, 3, "]: ") == 0;
  if (!whole && !hostAlone) return 0;
  layer.name = text.substr(at, end - at);
  if (!whole) return unit;
  layer.pid = static_cast<std::int32_t>(digitsAt(text, open + 1, digits));
  return open + 1 + digits + 3;
}

// A date and a time, or a time of day alone.
std::optional<Stamp> parseClock(std::string_view text, std::size_t& used) noexcept {
  return text.size() > 2 && text[2] == ':' ? parseTimeOfDay(text, used) : parseIso(text, used);
}

// `01/21/2026 02:49:31 - INFO - __main__ - ...`: how the examples of transformers log. The month stands first.
std::size_t parseMonthFirst(std::string_view text, Layer& layer) noexcept {
  constexpr std::size_t kSize = 19;
  if (text.size() < kSize || text[2] != '/' || text[5] != '/' || text[10] != ' ' || text.compare(kSize, 3, " - ") != 0) return 0;
  std::array<char, kSize> iso{};
  text.copy(iso.data(), 4, 6);                   // the year
  iso[4] = iso[7] = '-';
  text.copy(iso.data() + 5, 2, 0);
  text.copy(iso.data() + 8, 2, 3);
  text.copy(iso.data() + 10, 9, 10);
  std::size_t used = 0, level = kSize + 3;
  const auto stamp = parseIso({iso.data(), iso.size()}, used);
  if (!stamp || takeLevel(text, level) == Severity::none) return 0;
  setLog(layer, *stamp);
  return behindLevel(text, kSize, layer);
}

// `2026-01-21 02:49:31,640 INFO ...`, `02:49:31.640 ...`
std::size_t parseBare(std::string_view text, Layer& layer) noexcept {
  if (hasAt(text, 2, '/')) return parseMonthFirst(text, layer);
  std::size_t used = 0;
  const auto stamp = parseClock(text, used);
  if (!stamp || (used < text.size() && text[used] != ' ' && text[used] != '\t')) return 0;
  setLog(layer, *stamp);
  if (stamp->hasZone && text[10] == 'T' && hasAt(text, used, ' ')) {
    if (const std::size_t unit = behindUnit(text, used + 1, false, layer); unit > 0) return unit;
  }
  return behindWorkload(text, behindLevel(text, used, layer), layer);
}

// ` DP0 TP3 EP3`: which part of a model an SGLang process holds. Returns where the names end, `at` where there are none.
std::size_t behindParts(std::string_view text, std::size_t at) noexcept {
  const std::size_t begin = at;
  while (hasAt(text, at, ' ')) {
    std::size_t digit = at + 1;
    while (digit < text.size() && text[digit] >= 'A' && text[digit] <= 'Z') ++digit;
    const std::size_t digits = countDigits(text, digit, 6);
    if (digit == at + 1 || digits == 0) return begin;
    at = digit + digits;
  }
  return at;
}

// dmesg: `[12345.678901] ...`, seconds since boot: no time of day.
std::size_t parseSinceBoot(std::string_view text, Layer& layer) noexcept {
  std::size_t at = 1;
  while (hasAt(text, at, ' ') && at < 8) ++at;
  const std::size_t seconds = countDigits(text, at, 10);
  const std::size_t dot = at + seconds;
  if (seconds == 0 || !hasAt(text, dot, '.') || countDigits(text, dot + 1, 7) != 6 || text.compare(dot + 7, 2, "] ") != 0) return 0;
  layer = Layer{};
  layer.kind = LayerKind::kernel;
  return dot + 9;
}

// dmesg -T: `[Fri Jan  2 03:04:05 2026] ...`
std::size_t parseKernelTime(std::string_view text, Layer& layer) noexcept {
  std::size_t used = 0;
  const auto stamp = parseCtime(text.substr(1), used);
  if (!stamp || text.compare(1 + used, 2, "] ") != 0) return 0;
  layer = Layer{};
  layer.kind = LayerKind::kernel;
  layer.stamp = stamp;
  return used + 3;
}

// ` E 1182200 1182200] ` behind the time: the processes of Ray's core, with their pid and thread. Returns where the message begins.
std::size_t behindRayCore(std::string_view text, std::size_t at, Layer& layer) noexcept {
  constexpr std::string_view kLetters = "DIWECF";
  constexpr std::array kSeverities = {Severity::debug, Severity::info, Severity::warning, Severity::error, Severity::fatal, Severity::fatal};
  const std::size_t letter = hasAt(text, at, ' ') && at + 1 < text.size() ? kLetters.find(text[at + 1]) : std::string_view::npos;
  if (letter == std::string_view::npos || !hasAt(text, at + 2, ' ')) return 0;
  const std::size_t pid = at + 3, digits = countDigits(text, pid, 10), thread = pid + digits + 1;
  const std::size_t more = countDigits(text, thread, 10);
  if (digits == 0 || digits > 9 || !hasAt(text, thread - 1, ' ') || more == 0 || text.compare(thread + more, 2, "] ") != 0) return 0;
  layer.severity = kSeverities[letter];
  layer.pid = static_cast<std::int32_t>(digitsAt(text, pid, digits));
  return thread + more + 2;
}

// `[2026-11-05 03:15:11,114] [INFO] ...`, `[03:15:11] ...`, `[2026-11-05 03:15:11,114 E 4021 4021] ...`, `[retry.sh 2026-07-21T09:14:02Z] ...`, `[INFO|file.py:12] 2026-01-21 02:49:31,640 >> ...`
std::size_t parseBracketed(std::string_view text, Layer& layer) noexcept {
  constexpr std::size_t kMaxName = 64;
  std::size_t at = 1;
  if (text[1] == ' ') return parseSinceBoot(text, layer);
  if (!isDigit(text[1])) {
    if (const std::size_t size = parseKernelTime(text, layer); size > 0) return size;
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
  if (!stamp) return parseSinceBoot(text, layer);
  const std::size_t parts = behindParts(text, 1 + used);
  if (!hasAt(text, parts, ']')) {
    setLog(layer, *stamp);
    return behindRayCore(text, parts, layer);
  }
  setLog(layer, *stamp);
  if (parts > 1 + used) layer.name = text.substr(2 + used, parts - 2 - used);
  return behindPlace(text, behindLevel(text, parts + 1, layer), layer);
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
  return behindPlace(text, at + 1, layer);
}

// `Aug 21 19:24:31 host name[1234]: ...`
std::size_t parseSyslog(std::string_view text, Layer& layer) noexcept {
  if (text.size() < 16 || text[3] != ' ' || text[6] != ' ') return 0;
  const int month = monthOf(text) + 1;
  const int day = text[4] == ' ' && isDigit(text[5]) ? text[5] - '0' : twoDigits(text, 4);
  std::size_t used = 0;
  const auto stamp = month > 0 ? yearless(month, day, text.substr(7), used) : std::nullopt;
  const std::size_t at = 7 + used;
  if (!stamp || !hasAt(text, at, ' ')) return 0;
  Layer log;
  setLog(log, *stamp);
  const std::size_t end = behindUnit(text, at + 1, true, log);
  if (end > 0) layer = log;
  return end;
}

}  // namespace

// Ray: `(WorkerDict pid=1188242) ...`, `(Worker[rank=9] pid=12, ip=10.0.0.2) ...`, `(raylet) ...`, `(raylet, ip=10.0.0.2) ...`
std::size_t parseActor(std::string_view text, Layer& layer) noexcept {
  constexpr std::string_view kPid = " pid=", kNode = "(raylet";
  const std::size_t close = text.find(')');
  if (close != std::string_view::npos && text.starts_with(kNode) && hasAt(text, close + 1, ' ') && (close == kNode.size() || text.compare(kNode.size(), 5, ", ip=") == 0)) {
    layer = Layer{};
    layer.kind = LayerKind::actor;
    layer.name = text.substr(1, kNode.size() - 1);
    return close + 2;
  }
  const std::size_t pid = text.substr(0, close).find(kPid);
  if (close == std::string_view::npos || pid == std::string_view::npos || pid < 2 || !hasAt(text, close + 1, ' ')) return 0;
  const std::size_t digits = countDigits(text, pid + kPid.size(), 10);
  if (digits == 0 || digits > 9) return 0;
  layer = Layer{};
  layer.kind = LayerKind::actor;
  layer.name = text.substr(1, pid - 1);
  layer.pid = static_cast<std::int32_t>(digitsAt(text, pid + kPid.size(), digits));
  constexpr std::string_view kAddress = ", ip=";
  const std::size_t behind = pid + kPid.size() + digits;
  if (text.compare(behind, kAddress.size(), kAddress) == 0) layer.level = text.substr(behind + kAddress.size(), close - behind - kAddress.size());
  return close + 2;
}

bool mayStartLog(std::string_view line) noexcept {
  const char c = line.empty() ? '\0' : line.front();
  if (c == '(' || isDigit(c) || c == '[') return true;
  if (c == ' ') return line.size() > 2 && line[1] == '[' && isDigit(line[2]);
  if (c == 's') return line.starts_with("submitit ");
  std::size_t at = 0;
  if (line.size() > 7 && line[3] == ' ' && (line[6] == ' ' || line[7] == ' ') && c >= 'A' && c <= 'W') return true;   // Aug 21 .., Fri Jan ..
  return takeLevel(line, at) != Severity::none;
}

std::size_t parseLog(std::string_view text, Layer& layer) noexcept {
  if (text.size() < 2) return 0;
  switch (text[0]) {
    case '[': return parseBracketed(text, layer);
    case '(': return parseActor(text, layer);
    case 's': return parseSubmitit(text, layer);
    case ' ': {                                  // Megatron: " [2026-01-02 03:04:05.123456] iteration ..."
      const std::size_t size = mayStartLog(text) ? parseBracketed(text.substr(1), layer) : 0;
      return size > 0 ? size + 1 : 0;
    }
    default: break;
  }
  if (isDigit(text[0])) return parseBare(text, layer);
  if (const std::size_t size = parseVllm(text, layer); size > 0) return size;
  return parseSyslog(text, layer);
}

}  // namespace lanescope::recognise
