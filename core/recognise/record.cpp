// SPDX-License-Identifier: Apache-2.0
// docker's json-file driver: github.com/moby/moby, daemon/logger/jsonfilelog. Keys of logging libraries: python-json-logger,
// structlog, loguru (serialize), zap, logrus, zerolog, pino, slog, bunyan and the Elastic common schema.
#include "core/recognise/record.h"

#include "core/base/utf8.h"
#include "core/recognise/digits.h"
#include "core/recognise/stamp.h"
#include "core/text/clean.h"

#include <algorithm>
#include <array>

namespace lanescope::recognise {
namespace {

enum class Key : std::uint8_t { other, log, stream, time, level, message, rank, exception };

Key keyOf(std::string_view name) noexcept {
  struct Known { std::string_view name; Key key; };
  static constexpr Known kKnown[] = {
      {"log", Key::log},           {"stream", Key::stream},      {"time", Key::time},         {"timestamp", Key::time},
      {"ts", Key::time},           {"@timestamp", Key::time},    {"asctime", Key::time},      {"created", Key::time},
      {"level", Key::level},       {"severity", Key::level},     {"levelname", Key::level},   {"lvl", Key::level},
      {"log.level", Key::level},   {"message", Key::message},    {"msg", Key::message},       {"event", Key::message},
      {"rank", Key::rank},         {"global_rank", Key::rank},   {"exception", Key::exception}, {"exc_info", Key::exception},
      {"exc_text", Key::exception}, {"traceback", Key::exception}, {"stack_trace", Key::exception}, {"error.stack_trace", Key::exception}};
  const auto* known = std::find_if(std::begin(kKnown), std::end(kKnown), [name](const Known& k) { return k.name == name; });
  return known == std::end(kKnown) ? Key::other : known->key;
}

// A value as it stands there: of a string what is between its quotation marks, escapes and all.
struct Value {
  std::string_view text;
  bool isString = false;
};

// The members of one object, without a tree: what is nested is stepped over.
class Members {
 public:
  explicit Members(std::string_view text) : m_text(text) {}

  // Calls take(name, value) for each member. False where the text is not one whole object.
  template <class Take>
  bool read(Take take) {
    if (!accept('{')) return false;
    if (accept('}')) return atEnd();
    do {
      std::string_view name;
      Value value;
      if (!string(name) || !accept(':') || !valueInto(value)) return false;
      take(name, value);
    } while (accept(','));
    return accept('}') && atEnd();
  }

 private:
  void skipSpace() noexcept {
    while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t' || m_text[m_at] == '\r')) ++m_at;
  }
  bool accept(char c) noexcept {
    skipSpace();
    if (!hasAt(m_text, m_at, c)) return false;
    ++m_at;
    return true;
  }
  bool atEnd() noexcept {
    skipSpace();
    return m_at == m_text.size();
  }
  bool string(std::string_view& out) noexcept {
    if (!accept('"')) return false;
    const std::size_t begin = m_at;
    for (; m_at < m_text.size() && m_text[m_at] != '"'; ++m_at) {
      if (m_text[m_at] == '\\') ++m_at;
    }
    if (m_at >= m_text.size()) return false;
    out = m_text.substr(begin, m_at++ - begin);
    return true;
  }
  bool valueInto(Value& out) noexcept {
    skipSpace();
    if (hasAt(m_text, m_at, '"')) return out.isString = true, string(out.text);
    const std::size_t begin = m_at;
    // Objects and arrays by counting their brackets, one of each kind alike; anything else up to what ends it.
    std::size_t depth = 0;
    for (; m_at < m_text.size(); ++m_at) {
      const char c = m_text[m_at];
      if (c == '"') {
        std::string_view ignored;
        if (!string(ignored)) return false;
        --m_at;
      } else if (c == '{' || c == '[') {
        ++depth;
      } else if (c == '}' || c == ']') {
        if (depth == 0) break;
        --depth;
      } else if (c == ',' && depth == 0) {
        break;
      }
    }
    out.text = m_text.substr(begin, m_at - begin);
    return depth == 0 && !out.text.empty();
  }

  std::string_view m_text;
  std::size_t m_at = 0;
};

int hexOf(std::string_view text, std::size_t at) noexcept {
  if (at + 4 > text.size()) return -1;
  int value = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const char c = text[at + i];
    const int digit = isDigit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

void appendCharacter(std::uint32_t code, std::string& out) {
  const auto byte = [&out](std::uint32_t value) { out += static_cast<char>(value); };
  if (code < 0x80) return byte(code);
  if (code < 0x800) return byte(0xC0 | code >> 6), byte(0x80 | (code & 0x3F));
  if (code < 0x10000) return byte(0xE0 | code >> 12), byte(0x80 | (code >> 6 & 0x3F)), byte(0x80 | (code & 0x3F));
  byte(0xF0 | code >> 18), byte(0x80 | (code >> 12 & 0x3F)), byte(0x80 | (code >> 6 & 0x3F)), byte(0x80 | (code & 0x3F));
}

// The \u escape whose digits begin at `at`, with the second half of a pair; moves `at` behind it. Half a pair becomes U+FFFD.
void appendEscape(std::string_view text, std::size_t& at, std::string& out) {
  const int first = hexOf(text, at);
  if (first < 0) {
    out += "\\u";
    return;
  }
  at += 4;
  auto code = static_cast<std::uint32_t>(first);
  if (code >= 0xD800 && code < 0xDC00 && text.compare(at, 2, "\\u") == 0) {
    const int second = hexOf(text, at + 2);
    if (second >= 0xDC00 && second < 0xE000) {
      code = 0x10000 + ((code - 0xD800) << 10) + (static_cast<std::uint32_t>(second) - 0xDC00);
      at += 6;
    }
  }
  appendCharacter(code >= 0xD800 && code < 0xE000 ? 0xFFFD : code, out);
}

void appendUnescaped(std::string_view text, std::string& out) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t slash = std::min(text.find('\\', at), text.size());
    out.append(text, at, slash - at);
    at = slash + 2;
    if (slash + 1 >= text.size()) break;
    const char c = text[slash + 1];
    switch (c) {
      case 'n': out += '\n'; break;
      case 't': out += '\t'; break;
      case 'r': out += '\r'; break;
      case 'b': case 'f': break;
      case 'u': appendEscape(text, at, out); break;
      default: out += c; break;
    }
  }
}

std::string unescaped(std::string_view text) {
  std::string raw, clean;
  appendUnescaped(text, raw);
  text::stripControl(raw, clean);
  return clean;
}

// The words of log_heads.cpp for names and numbers of levels; empty for others.
std::string_view levelWord(const Value& value) noexcept {
  struct Known { std::string_view name, word; };
  static constexpr Known kKnown[] = {{"trace", "DEBUG"}, {"debug", "DEBUG"}, {"info", "INFO"}, {"notice", "INFO"}, {"warn", "WARNING"}, {"warning", "WARNING"},
                                     {"error", "ERROR"}, {"err", "ERROR"}, {"critical", "CRITICAL"}, {"fatal", "CRITICAL"}, {"panic", "CRITICAL"},
                                     {"10", "DEBUG"}, {"20", "INFO"}, {"30", "WARNING"}, {"40", "ERROR"}, {"50", "CRITICAL"}};
  const auto same = [&value](const Known& known) {
    return std::equal(known.name.begin(), known.name.end(), value.text.begin(), value.text.end(),
                      [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? static_cast<char>(b - 'A' + 'a') : b); });
  };
  const auto* known = std::find_if(std::begin(kKnown), std::end(kKnown), same);
  return known == std::end(kKnown) ? std::string_view() : known->word;
}

// "2026-01-02 03:04:05.123Z"; a blank between date and time, which tells it from a container runtime's stamp. Empty where the value is
// no time.
std::string timeText(const Value& value) {
  std::string text(value.text);
  if (const auto stamp = parseUnix(text)) {
    text = formatIso(stamp->ns).view();
  } else {
    std::size_t used = 0;
    if (!parseIso(text, used) || used != text.size()) return {};
  }
  text[10] = ' ';
  return text;
}

struct Fields {
  Value log, stream, time, level, message, rank, exception;
};

Value* slotOf(Fields& fields, Key key) noexcept {
  switch (key) {
    case Key::log: return &fields.log;
    case Key::stream: return &fields.stream;
    case Key::time: return &fields.time;
    case Key::level: return &fields.level;
    case Key::message: return &fields.message;
    case Key::rank: return &fields.rank;
    case Key::exception: return &fields.exception;
    case Key::other: break;
  }
  return nullptr;
}

// Each line of `text` behind `before` and `head`.
void appendLines(std::string_view text, std::string_view before, std::string_view head, std::string& out) {
  do {
    const std::size_t end = std::min(text.find('\n'), text.size());
    out.append(before).append(head).append(text, 0, end) += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  } while (!text.empty());
}

bool appendDocker(const Fields& fields, std::string_view before, std::string& out) {
  std::size_t used = 0;
  const auto stamp = parseIso(fields.time.text, used);
  if (!stamp || used != fields.time.text.size() || (fields.stream.text != "stdout" && fields.stream.text != "stderr")) return false;
  std::string text = unescaped(fields.log.text);
  const bool whole = text.ends_with('\n');
  if (whole) text.pop_back();
  const std::string head = std::string(fields.time.text) + ' ' + std::string(fields.stream.text) + (whole ? " F " : " P ");
  appendLines(text, before, head, out);
  return true;
}

// error.json of torch/distributed/elastic/multiprocessing/errors: {"message": {"message": "RuntimeError: ..", "extraInfo": {"py_callstack": "Traceback ..",
// "timestamp": "1767322996"}}}
bool appendTorchError(const Value& error, std::string_view before, std::string& out) {
  Value extra, stack, time;
  Members(error.text).read([&extra](std::string_view name, const Value& value) {
    if (name == "extraInfo") extra = value;
  });
  Members(extra.text).read([&](std::string_view name, const Value& value) {
    if (name == "py_callstack") stack = value;
    if (name == "timestamp") time = value;
  });
  if (!stack.isString) return false;
  std::string head = timeText(time);
  if (!head.empty()) head += ' ';
  appendLines(unescaped(stack.text), before, head, out);
  return true;
}

}  // namespace

bool appendRecord(std::string_view line, std::string_view before, std::string& out) {
  if (!mayBeRecord(line)) return false;
  Fields fields;
  const bool whole = Members(line).read([&fields](std::string_view name, const Value& value) {
    Value* slot = slotOf(fields, keyOf(name));
    if (slot && slot->text.empty()) *slot = value;   // the first of those that mean the same
  });
  if (!whole) return false;
  if (fields.log.isString && fields.stream.isString && fields.time.isString) return appendDocker(fields, before, out);
  if (!fields.message.isString && fields.message.text.starts_with('{')) return appendTorchError(fields.message, before, out);
  const std::string time = timeText(fields.time);
  const std::string_view level = levelWord(fields.level);
  if (!fields.message.isString || (time.empty() && level.empty())) return false;
  std::string head = time;
  if (!time.empty()) head += ' ';
  if (!time.empty() && !level.empty()) head.append(level) += ' ';
  const std::size_t digits = countDigits(fields.rank.text, 0, 8);
  if (digits > 0 && digits < 8 && digits == fields.rank.text.size()) head.append("[rank").append(fields.rank.text).append("]: ");
  appendLines(unescaped(fields.message.text), before, head, out);
  if (fields.exception.isString) appendLines(unescaped(fields.exception.text), before, head, out);
  return true;
}

}  // namespace lanescope::recognise
