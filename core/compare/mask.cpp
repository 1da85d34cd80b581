// SPDX-License-Identifier: Apache-2.0
#include "core/compare/mask.h"

#include "core/recognise/digits.h"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>

namespace lanescope::compare {
namespace {

using recognise::isAlpha;
using recognise::isDigit;
using recognise::isWord;

constexpr std::size_t kNone = std::string_view::npos;

bool isHex(char c) noexcept { return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool isUpper(char c) noexcept { return c >= 'A' && c <= 'Z'; }
char lower(char c) noexcept { return isUpper(c) ? static_cast<char>(c - 'A' + 'a') : c; }
bool isHigh(char c) noexcept { return static_cast<unsigned char>(c) >= 0x80; }

// What the walk over a line asks of every byte.
enum : std::uint8_t { kTokenByte = 1, kDigitByte = 2, kHighByte = 4 };
constexpr std::array<std::uint8_t, 256> kBytes = [] {
  std::array<std::uint8_t, 256> table{};
  for (std::size_t c = 0; c < table.size(); ++c) {
    const bool digit = c >= '0' && c <= '9', alpha = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    table[c] = static_cast<std::uint8_t>((digit || alpha || c == '_' || c >= 0x80 ? kTokenByte : 0) | (digit ? kDigitByte : 0) | (c >= 0x80 ? kHighByte : 0));
  }
  return table;
}();
std::uint8_t byteOf(char c) noexcept { return kBytes[static_cast<unsigned char>(c)]; }
bool isToken(char c) noexcept { return (byteOf(c) & kTokenByte) != 0; }

// Compares without regard to case; `word` is lower case.
bool isOneOf(std::string_view token, const std::string_view* words, std::size_t count) noexcept {
  if (token.empty()) return false;
  const char first = lower(token[0]);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view word = words[i];
    if (word[0] != first || word.size() != token.size()) continue;
    std::size_t at = 0;
    while (at < word.size() && lower(token[at]) == word[at]) ++at;
    if (at == word.size()) return true;
  }
  return false;
}
template <std::size_t N>
bool isOneOf(std::string_view token, const std::string_view (&words)[N]) noexcept {
  return isOneOf(token, words, N);
}

// The number behind one of these words is a code.
constexpr std::string_view kCodeWords[] = {"code", "exitcode", "exit_code", "exit", "signal", "signum", "errno", "error", "failure", "status",
                                           "rc", "returncode", "xid", "http", "sxid", "result", "ret", "returned"};
// Behind one of these two numbers with a point between them are a version.
constexpr std::string_view kVersionWords[] = {"version", "python", "cuda", "nccl", "torch", "pytorch", "driver", "cudnn", "triton", "ubuntu",
                                              "debian", "gcc", "glibc", "runtime", "toolkit", "v", "release", "compute_capability", "capability"};
// A number that goes on with one of these is a quantity.
constexpr std::string_view kUnits[] = {"s", "ms", "us", "ns", "sec", "secs", "m", "min", "mins", "h", "hr", "hrs", "d", "b", "kb", "mb", "gb",
                                       "tb", "kib", "mib", "gib", "tib", "k", "g", "t", "x", "it", "hz", "mhz", "ghz", "w", "c", "st", "nd",
                                       "rd", "th", "bytes", "tok", "tflops", "flops", "gbps", "mbps", "z"};
// A number at the end of one of these words says which of them.
constexpr std::string_view kNumbered[] = {"rank", "default", "gpu", "node", "worker", "host", "task", "cuda", "device", "dev", "pid", "tid", "thread",
                                          "port", "step", "iter", "iteration", "epoch", "attempt", "shard", "part", "proc", "process", "local_rank",
                                          "global_rank", "run", "job", "pod", "slot", "stage", "layer", "bucket", "chunk", "mlx", "mlx5_", "eth", "ib", "ens", "eno",
                                          "rank_", "gpu_", "node_", "worker_", "host_", "task_", "step_", "iter_", "epoch_", "attempt_", "shard_", "part_", "global_step", "global_step_"};
// The number behind one of these is printed in hex digits.
constexpr std::string_view kHexWords[] = {"opcount", "commid", "busid", "cookie", "magic"};
constexpr std::string_view kVerdicts[] = {"passed", "failed", "skipped", "xfail", "xpass", "error", "xfailed", "xpassed", "rerun"};

struct Shape {
  std::size_t digits = 0, letters = 0, changes = 0;   // changes: from letters to digits and back
  bool hex = true, upper = false, lower = false, high = false;
};
Shape shapeOf(std::string_view token) noexcept {
  Shape shape;
  bool wasDigit = false;
  for (std::size_t i = 0; i < token.size(); ++i) {
    const char c = token[i];
    const bool digit = isDigit(c);
    shape.digits += digit ? 1 : 0;
    shape.letters += isAlpha(c) ? 1 : 0;
    shape.hex = shape.hex && isHex(c);
    shape.upper = shape.upper || isUpper(c);
    shape.lower = shape.lower || (isAlpha(c) && !isUpper(c));
    shape.high = shape.high || isHigh(c);
    if (i > 0 && digit != wasDigit) ++shape.changes;
    wasDigit = digit;
  }
  return shape;
}

// Whether a part of a name looks drawn by lot: `q8w1ztc3`, a commit, a digest. `fp8_e4m3fn`, `mfsdp_v2`, `sm_90a` do not.
bool isRandom(std::string_view part, const Shape& shape) noexcept {
  if (shape.high || shape.digits == 0) return false;
  if (shape.hex && !(shape.upper && shape.lower) && part.size() >= 7) return true;
  if (part.starts_with("float") || part.starts_with("fp") || part.starts_with("bf") || part.starts_with("int") || part.starts_with("uint")) return false;
  if (part.size() == 8 && shape.changes >= 2 && !shape.upper) return true;
  if (part.size() >= 8 && shape.changes >= 3 && part.size() <= 3 * shape.changes) return true;
  return part.size() >= 20 && shape.upper && shape.lower && shape.changes >= 3;
}

class Masker {
 public:
  Masker(std::string_view text, const RunNames& names, Masked& out) : m_text(text.substr(0, kMaxMasked)), m_names(names), m_masked(out) {
    m_masked.text.resize(2 * m_text.size() + 64);
    m_masked.numbers = 0;
    m_begin = m_out = m_masked.text.data();
  }

  void run() {
    skipTestAtStart();
    while (m_at < m_text.size()) {
      const char c = m_text[m_at];
      const bool atWordStart = m_at == 0 || !isToken(m_text[m_at - 1]);
      if (atWordStart && takeName()) continue;
      if (c == ' ' || c == '\t') takeBlank();
      else if (isToken(c)) takeToken();
      else takeMark(c);
    }
    while (m_out > m_begin && m_out[-1] == ' ') --m_out;
    m_masked.text.resize(static_cast<std::size_t>(m_out - m_begin));
    if (tellsNothing()) m_masked.text.clear();
  }

 private:
  void put(char c) noexcept { *m_out++ = c; }
  void put(std::string_view text) noexcept {
    std::memcpy(m_out, text.data(), text.size());
    m_out += text.size();
  }
  char last() const noexcept { return m_out > m_begin ? m_out[-1] : '\0'; }
  char next(std::size_t at) const noexcept { return at < m_text.size() ? m_text[at] : '\0'; }

  void takeBlank() noexcept {
    while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t')) ++m_at;
    if (m_out > m_begin && last() != ' ') put(' ');
  }

  void takeMark(char c) noexcept {
    std::size_t end = m_at + 1;
    while (end < m_text.size() && m_text[end] == c) ++end;
    if (c == ':' && end - m_at == 2 && takeTestInside(end)) return;
    const bool line = end - m_at >= 3 && c != '(' && c != ')' && c != '[' && c != ']';
    if (line) put(c);
    else put(m_text.substr(m_at, end - m_at));
    m_at = end;
    if (std::string_view(":=-'\"(#/.").find(c) == kNone) m_word = {};
  }

  bool takeName() noexcept {
    const std::size_t size = m_names.match(m_text.substr(m_at));
    if (size == 0) return false;
    put("<name>");
    m_at += size;
    m_word = {};
    return true;
  }

  // The end of a test's id that begins at `from`: blanks stand in it between brackets only.
  std::size_t testEnd(std::size_t from) const noexcept {
    int depth = 0;
    for (std::size_t at = from; at < m_text.size(); ++at) {
      if (m_text[at] == '[') ++depth;
      if (m_text[at] == ']') --depth;
      if (m_text[at] == ' ' && depth <= 0) return at;
    }
    return m_text.size();
  }

  // A runner leaves the line open behind a test's id: what follows is what the test prints.
  void skipTestAtStart() noexcept {
    std::size_t colons = 0;
    while (colons < m_text.size() && m_text[colons] != ' ' && m_text[colons] != ':') ++colons;
    if (colons < 4 || next(colons) != ':' || next(colons + 1) != ':' || !m_text.substr(0, colons).ends_with(".py")) return;
    m_at = testEnd(colons);
    m_afterTest = true;
  }

  bool takeTestInside(std::size_t behind) noexcept {
    if (!(m_out - m_begin >= 3 && std::memcmp(m_out - 3, ".py", 3) == 0)) return false;
    while (m_out > m_begin && m_out[-1] != ' ' && m_out[-1] != '(' && m_out[-1] != '\'' && m_out[-1] != '"') --m_out;
    put("<test>");
    m_at = testEnd(behind);
    m_word = {};
    return true;
  }

  void takeToken() noexcept {
    std::size_t end = m_at;
    std::uint8_t seen = 0;
    for (; end < m_text.size(); ++end) {
      const std::uint8_t byte = byteOf(m_text[end]);
      if ((byte & kTokenByte) == 0) break;
      seen |= byte;
    }
    const bool digits = (seen & kDigitByte) != 0, high = (seen & kHighByte) != 0;
    const std::string_view token = m_text.substr(m_at, end - m_at);
    if (high) return takeForeign(token);
    if (isHexNumber(token)) return replace(token.size(), '#');
    if (!digits) {
      if (token.size() == 2 && next(end) == ':' && takeBusId()) return;
      return takeWord(token);
    }
    if (takeUuid(token) || takeBusId()) return;
    if (isDigit(token[0])) return takeNumber(token);
    takeMixed(token);
  }

  bool isHexNumber(std::string_view token) const noexcept {
    return !m_word.empty() && token.size() <= 16 && std::all_of(token.begin(), token.end(), isHex) && isOneOf(m_word, kHexWords);
  }

  // Rules and the bars of a progress are no text; letters of other scripts are.
  void takeForeign(std::string_view token) noexcept {
    for (std::size_t i = 0; i < token.size();) {
      const bool drawn = token[i] == '\xE2' && i + 2 < token.size() && token[i + 1] >= '\x94' && token[i + 1] <= '\x97';
      if (!drawn) {
        if (isDigit(token[i])) {
          if (last() != '#') put('#');
        } else {
          put(token[i]);
        }
      }
      i += drawn ? 3 : 1;
    }
    m_at += token.size();
    m_word = {};
  }

  void takeWord(std::string_view token) noexcept {
    if (takeUuid(token)) return;
    if (token.size() == 11 && token.starts_with("tmp")) put('@');
    else put(token);
    m_at += token.size();
    m_word = token;
  }

  // 8-4-4-4-12 hex digits.
  bool takeUuid(std::string_view token) noexcept {
    if (token.size() != 8 || next(m_at + 8) != '-' || m_at + 36 > m_text.size()) return false;
    for (std::size_t i = 0; i < 36; ++i) {
      const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
      if (dash ? m_text[m_at + i] != '-' : !isHex(m_text[m_at + i])) return false;
    }
    put('@');
    m_at += 36;
    m_word = {};
    return true;
  }

  // `0000:3b:00.0`, `af:00.0`, a MAC: pairs of hex digits with a colon between each two. A time of day is masked alike.
  bool takeBusId() noexcept {
    std::size_t end = m_at, groups = 0;
    bool digits = false;
    while (true) {
      const std::size_t begin = end;
      for (; end < m_text.size() && isHex(m_text[end]) && !isUpper(m_text[end]); ++end) digits = digits || isDigit(m_text[end]);
      const std::size_t size = end - begin;
      if (size != 2 && !(groups == 0 && (size == 4 || size == 8))) return false;
      ++groups;
      if (next(end) != ':') break;
      ++end;
    }
    if (next(end) == '.' && isDigit(next(end + 1))) end += 2;
    if (groups < 2 || !digits || isToken(next(end))) return false;
    number(end);
    return true;
  }

  void takeMixed(std::string_view token) noexcept {
    std::size_t digits = token.size();
    while (digits > 0 && isDigit(token[digits - 1])) --digits;
    if (digits < token.size() && isOneOf(token.substr(0, digits), kNumbered)) {
      put(token.substr(0, digits));
      m_at += digits;
      m_word = {};
      number(m_at + token.size() - digits);
      return;
    }
    if ((token[0] == 'v' || token[0] == 'V') && digits == 1 && next(m_at + token.size()) == '.' && isDigit(next(m_at + token.size() + 1))) {
      std::size_t end = m_at;                    // v0.8.3rc1
      while (end < m_text.size() && (isWord(m_text[end]) || (m_text[end] == '.' && isDigit(next(end + 1))))) ++end;
      put(m_text.substr(m_at, end - m_at));
      m_at = end;
      m_word = {};
      return;
    }
    // Part by part, since `none_q8w1ztc3` is a word and a draw.
    for (std::size_t at = 0; at <= token.size();) {
      const std::size_t end = std::min(token.find('_', at), token.size());
      const std::string_view part = token.substr(at, end - at);
      const bool temporary = part.size() == 11 && part.starts_with("tmp");
      if (temporary || isRandom(part, shapeOf(part))) put('@');
      else put(part);
      if (end < token.size()) put('_');
      at = end + 1;
    }
    m_at += token.size();
    m_word = token;
  }

  // [m_at, end) are digits and marks of one number, time, address, ratio.
  std::size_t numberEnd() const noexcept {
    std::size_t end = m_at;
    while (end < m_text.size()) {
      const char c = m_text[end];
      if (isDigit(c)) ++end;
      else if ((c == '.' || c == ',' || c == ':' || c == '/' || c == '-') && isDigit(next(end + 1))) ++end;
      else if ((c == 'T' || c == '_') && end > m_at + 7 && isDigit(next(end + 1))) ++end;
      else if ((c == 'e' || c == 'E') && (isDigit(next(end + 1)) || ((next(end + 1) == '-' || next(end + 1) == '+') && isDigit(next(end + 2))))) end += 2;
      else break;
    }
    return end;
  }

  void takeNumber(std::string_view token) noexcept {
    if (token.size() > 2 && token[0] == '0' && (token[1] == 'x' || token[1] == 'X')) return replace(token.size(), '@');
    const Shape shape = shapeOf(token);
    if (shape.letters > 0 && token.size() >= 7 && isRandom(token, shape)) return replace(token.size(), '@');
    const std::size_t end = numberEnd();
    std::size_t tail = end;
    while (tail < m_text.size() && isToken(m_text[tail])) ++tail;
    const std::string_view unit = m_text.substr(end, tail - end);
    const bool plain = shape.letters == 0 || unit.empty();
    if (unit.empty() || isOneOf(unit, kUnits)) return takePlain(end, tail, plain);
    if (unit.size() <= 12 && shape.hex && !shape.upper && (token.size() >= 4 || next(m_at + token.size()) == ':' || last() == ':')) return replace(token.size(), '#');
    // `1F1B`, `4bit`, `2d`.
    put(m_text.substr(m_at, tail - m_at));
    m_at = tail;
    m_word = {};
  }

  static bool isVersion(std::string_view number, bool expected) noexcept {
    std::size_t dots = 0, run = 0;
    for (const char c : number) {
      if (c == '.') ++dots, run = 0;
      else if (!isDigit(c) || ++run > 4) return false;
    }
    const bool year = number.size() > 4 && number[4] == '.' && (number.starts_with("19") || number.starts_with("20"));
    return dots == 2 ? !year : dots == 1 && expected;
  }

  void takePlain(std::size_t end, std::size_t tail, bool plain) noexcept {
    const std::string_view number = m_text.substr(m_at, end - m_at);
    const bool digits = plain && number.size() <= 6 && std::all_of(number.begin(), number.end(), [](char c) { return isDigit(c); });
    if (digits && isOneOf(m_word, kCodeWords)) {
      put(number);
      m_at = end;
      m_word = {};
      return;
    }
    const bool named = last() == '-' && m_out - m_begin > 1 && isAlpha(m_out[-2]);
    if (isVersion(number, named || isOneOf(m_word, kVersionWords))) {
      // The build behind it, `+cu128`, belongs to it.
      std::size_t stop = tail;
      if (next(stop) == '+') {
        ++stop;
        while (stop < m_text.size() && (isWord(m_text[stop]) || m_text[stop] == '.')) ++stop;
      }
      put(m_text.substr(m_at, stop - m_at));
      m_at = stop;
      m_word = {};
      return;
    }
    this->number(tail);
  }

  // A number to be masked, up to `end`.
  void number(std::size_t end) noexcept {
    noteNumber(m_text.substr(m_at, end - m_at));
    if ((last() == '-' || last() == '+') && (m_out - m_begin == 1 || m_out[-2] == ' ' || m_out[-2] == '=' || m_out[-2] == '(' || m_out[-2] == '[' || m_out[-2] == ',')) --m_out;
    // A list of numbers is one, however long.
    const char* end1 = m_out;
    while (end1 > m_begin && (end1[-1] == ' ' || end1[-1] == ',' || end1[-1] == '|')) --end1;
    if (end1 > m_begin && end1[-1] == '#') m_out = m_begin + (end1 - m_begin);
    else put('#');
    m_at = end;
    if (next(m_at) == '%') ++m_at;
    m_word = {};
  }

  // Who prints is no part of what: "rank 3 micro batch 16" differs from its peers in the batch.
  void noteNumber(std::string_view number) noexcept {
    if (number.size() > 4 || m_word == "rank" || m_word == "Rank" || m_word == "local_rank" || m_word == "global_rank") return;
    std::uint64_t value = 0;
    for (const char c : number) {
      if (!isDigit(c)) return;
      value = value * 10 + static_cast<std::uint64_t>(c - '0');
    }
    m_masked.numbers = (m_masked.numbers ^ (value + 0x9E3779B97F4A7C15ull)) * 0xFF51AFD7ED558CCDull;
    m_masked.numbers ^= m_masked.numbers >> 32;
  }

  void replace(std::size_t size, char with) noexcept {
    if (last() != with) put(with);
    m_at += size;
    m_word = {};
  }

  // Marks without a word, dots of a progress, a verdict behind a test's id, the counts of a test session: tests are compared as tests.
  bool tellsNothing() const noexcept {
    const std::string_view text(m_begin, static_cast<std::size_t>(m_out - m_begin));
    const std::size_t word = std::find_if(text.begin(), text.end(), [](char c) { return isAlpha(c) || isHigh(c); }) - text.begin();
    if (word == text.size()) return true;
    const std::size_t end = std::min(text.find_first_of(" [", word), text.size());
    if (word == 0 && (m_afterTest || isUpper(text[0])) && isOneOf(text.substr(0, end), kVerdicts)) {
      const std::string_view rest = text.substr(end);
      if (std::none_of(rest.begin(), rest.end(), [](char c) { return isAlpha(c); })) return true;
    }
    if (text.find_first_not_of(".sxXFER[]#% ") == kNone) return true;
    if (text[0] != '=' && text[0] != '#') return false;
    const std::size_t took = text.find(" in #");
    return took != kNone && (text.find("# passed") != kNone || text.find("# failed") != kNone || text.find("# skipped") != kNone ||
                             text.find("# error") != kNone || text.find("# deselected") != kNone || text.find("no tests ran") != kNone);
  }

  std::string_view m_text;
  const RunNames& m_names;
  Masked& m_masked;
  char* m_begin = nullptr;
  char* m_out = nullptr;
  std::size_t m_at = 0;
  std::string_view m_word;                       // the word before, as far as it may say what the number that follows is
  bool m_afterTest = false;
};

}  // namespace

RunNames::RunNames(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (name.size() < kLeastName) continue;      // shorter ones are words of any language
    m_names.insert(name);
    m_starts.set(startOf(name));
    m_sizes.push_back(name.size());
  }
  std::sort(m_sizes.begin(), m_sizes.end(), std::greater<>());
  m_sizes.erase(std::unique(m_sizes.begin(), m_sizes.end()), m_sizes.end());
}

std::size_t RunNames::find(std::string_view text) const noexcept {
  for (const std::size_t size : m_sizes) {
    if (text.size() < size || (text.size() > size && isToken(text[size]))) continue;
    if (m_names.find(text.substr(0, size)) != m_names.end()) return size;
  }
  return 0;
}

void mask(std::string_view message, const RunNames& names, Masked& out) { Masker(message, names, out).run(); }

std::uint64_t templateHash(std::string_view masked) noexcept {
  const std::uint64_t hash = XXH3_64bits(masked.data(), masked.size());
  return hash ? hash : 1;
}

}  // namespace lanescope::compare
