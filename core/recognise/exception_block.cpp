// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/exception_block.h"

#include "core/recognise/text_fields.h"

#include <algorithm>

namespace lanescope::recognise {
namespace {

constexpr std::uint32_t kMaxMessageLines = 200;  // of one exception; what follows is read on, not kept
constexpr std::size_t kMaxMessageBytes = 4'000;

bool isChainSentence(std::string_view line) noexcept {
  return line.starts_with("During handling of the above exception") || line.starts_with("The above exception was the direct cause");
}

// Names of exceptions end so by convention; a few builtins do not.
bool looksLikeException(std::string_view name) noexcept {
  constexpr std::string_view kEndings[] = {"Error", "Exception", "Warning", "Interrupt", "Exit", "Timeout", "Failed", "Skipped",
                                           "StopIteration", "Failure", "Fault", "Abort", "Full", "Empty"};
  for (const std::string_view ending : kEndings) {
    if (name.ends_with(ending)) return true;
  }
  return false;
}

// "path/file.py:123: in function" or "path/file.py:123: Type" or "path/file.py:123: "
bool parseLocation(std::string_view line, std::string_view& file, std::uint32_t& number, std::string_view& rest) noexcept {
  const auto at = line.find(".py:");
  if (at == std::string_view::npos || line.substr(0, at).find(' ') != std::string_view::npos) return false;
  std::string_view tail = line.substr(at + 4);
  const auto value = takeNumber<std::uint32_t>(tail);
  if (!value || !take(tail, ":")) return false;
  file = line.substr(0, at + 3);
  number = *value;
  rest = trimmed(tail);
  return true;
}

// "/w/train.py:88 in main"
bool parseBoxedCall(std::string_view line, std::string_view& file, std::uint32_t& number, std::string_view& rest) noexcept {
  const auto at = line.find(".py:");
  if (at == std::string_view::npos || line.substr(0, at).find(' ') != std::string_view::npos) return false;
  std::string_view tail = line.substr(at + 4);
  const auto value = takeNumber<std::uint32_t>(tail);
  if (!value || !tail.starts_with(" in ")) return false;
  file = line.substr(0, at + 3);
  number = *value;
  rest = trimmed(tail);
  return true;
}

void append(std::string& message, std::string_view line) {
  if (message.size() >= kMaxMessageBytes) return;
  if (!message.empty()) message += '\n';
  message += line.substr(0, kMaxMessageBytes - message.size());
}

}  // namespace

bool parseExceptionLine(std::string_view line, std::string& type, std::string& message) {
  std::size_t end = 0;
  while (end < line.size() && (isWord(line[end]) || line[end] == '.')) ++end;
  const std::string_view name = line.substr(0, end);
  if (name.empty() || isDigit(name.front()) || name.back() == '.') return false;
  std::string_view rest = line.substr(end);
  if (!looksLikeException(name)) return false;
  // "RayTaskError(ValueError): ..": raised for one that another process raised.
  std::size_t inner = 0;
  if (rest.starts_with("(")) {
    inner = 1;
    while (inner < rest.size() && (isWord(rest[inner]) || rest[inner] == '.')) ++inner;
    if (inner == 1 || inner >= rest.size() || rest[inner] != ')') return false;
    ++inner;
  }
  const std::string_view whole = line.substr(0, end + inner);
  rest.remove_prefix(inner);
  if (!rest.empty() && !take(rest, ":")) return false;
  type = std::string(whole);
  message = std::string(trimmed(rest));
  return true;
}

std::optional<TracebackHeader> tracebackHeader(std::string_view message) {
  constexpr std::string_view kHeader = "Traceback (most recent call last)";
  const auto at = message.find(kHeader);
  if (at == std::string_view::npos) return std::nullopt;
  TracebackHeader header;
  if (at == 0) return header;
  const std::string_view before = message.substr(0, at);
  if (before.starts_with("\xE2\x95\xAD")) {      // the corner of a box
    header.boxed = true;
    return header;
  }
  std::string_view bars = before;
  if (bars.ends_with("Exception Group ")) bars.remove_suffix(std::string_view("Exception Group ").size());
  if (bars.find_first_not_of(" +|") == std::string_view::npos && bars.find_first_of("+|") != std::string_view::npos) {
    header.margin = std::string(bars);
    std::replace(header.margin.begin(), header.margin.end(), '+', '|');
    return header;
  }
  if (trimmed(before) == "traceback :") {
    header.margin = std::string(before.substr(0, before.find('t')));
    return header;
  }
  header.atStart = false;
  if (before.find("INTERNALERROR>") != std::string_view::npos) return std::nullopt;   // pytest's own, marked on each line
  return message.ends_with("Traceback (most recent call last):") ? std::optional<TracebackHeader>(std::move(header)) : std::nullopt;
}

void TracebackReader::begin(std::uint32_t number, const TracebackHeader& header) {
  *this = TracebackReader();
  m_margin = header.margin;
  if (header.boxed) m_state = State::box;
  m_firstLine = m_lastLine = number;
  m_blocks = 1;
}

bool TracebackReader::isChainText(std::string_view line) const { return isChainSentence(line); }

bool TracebackReader::goesOnWith(std::string_view line) const {
  if (m_state == State::box) return false;
  if (m_lastLine == m_firstLine) return line.starts_with("  File \"");
  if (m_state != State::afterException) return true;
  return trimmed(line).empty() || line.starts_with(" ") || isChainText(line);
}

TracebackReader::Step TracebackReader::feed(std::string_view line, std::uint32_t number) {
  const bool inside = line.starts_with(m_margin);
  if (!inside && m_state == State::afterException && !trimmed(line).empty()) return Step::ended;   // what it stands in goes on
  if (inside) line.remove_prefix(m_margin.size());
  return feedLine(line, number);
}

// "| /w/train.py:88 in main       |": the calls; the lines of code between them are numbered.
void TracebackReader::feedBox(std::string_view text) {
  std::string_view file, rest;
  std::uint32_t number = 0;
  for (const std::string_view bar : {"\xE2\x94\x82", "|"}) {
    if (text.starts_with(bar)) text.remove_prefix(bar.size());
    if (text.ends_with(bar)) text.remove_suffix(bar.size());
  }
  if (!parseLocation(trimmed(text), file, number, rest) && !parseBoxedCall(trimmed(text), file, number, rest)) return;
  Frame frame;
  frame.file = std::string(file);
  frame.line = number;
  if (take(rest, "in ")) frame.function = std::string(rest);
  if (m_frames.size() < 200) m_frames.push_back(std::move(frame));
}

TracebackReader::Step TracebackReader::feedLine(std::string_view line, std::uint32_t number) {
  const std::string_view text = trimmed(line);
  if (m_state == State::box) {
    feedBox(text);
    if (text.starts_with("\xE2\x95\xB0")) m_state = State::frames;   // its lower corner
    m_lastLine = number;
    return text.starts_with("\xE2\x94\x82") || text.starts_with("\xE2\x95") ? Step::taken : Step::ended;
  }
  if (m_state == State::chain) {
    if (text.empty()) return Step::taken;
    if (!text.starts_with("Traceback (most recent call last)")) return Step::ended;
    m_state = State::frames;
    ++m_blocks;
    m_lastLine = number;
    return Step::taken;
  }
  if (m_state == State::frames) {
    if (line.starts_with(" ") || text.empty() || text.starts_with("> File \"")) {
      std::string_view rest = text;
      take(rest, "> ");                          // loguru marks the call that caught it
      if (m_blocks == 1 && take(rest, "File \"")) {
        Frame frame;
        frame.file = std::string(takeUntil(rest, "\""));
        frame.line = numberBehind<std::uint32_t>(rest, "line ").value_or(0);
        if (const auto function = behind(rest, ", in ")) frame.function = std::string(*function);
        if (m_frames.size() < 200) m_frames.push_back(std::move(frame));
      } else if (m_blocks == 1 && !m_frames.empty() && m_frames.back().code.empty() && text.find_first_not_of("^~ ") != text.npos && !text.starts_with("\xE2\x94")) {
        m_frames.back().code = std::string(text.substr(0, 300));
      }
      m_lastLine = number;
      return Step::taken;
    }
    std::string type, message;
    if (!parseExceptionLine(text, type, message)) {
      // An exception whose name follows no convention, or a traceback that was cut: the first word is the best there is.
      std::string_view rest = text;
      const std::string_view name = takeUntil(rest, ": ");
      if (!rest.starts_with(":") || name.find_first_of("[]()/") != name.npos) return Step::ended;
      type = std::string(name);
      message = std::string(trimmed(rest.substr(1)));
    }
    if (m_blocks == 1) {
      m_type = type;
      m_message = message;
      m_exceptionLine = number;
    }
    m_lastType = type;
    m_messages.push_back({number, std::string(text.substr(0, 2'000))});
    m_state = State::afterException;
    m_blankLines = 0;
    m_messageLinesOfBlock = 0;
    m_lastLine = number;
    return Step::taken;
  }
  if (number != m_firstLine && tracebackHeader(line).value_or(TracebackHeader{{}, false, false}).atStart) return Step::ended;   // of a group's member
  // After the exception line: continuation lines of its text, or a blank and a chain sentence.
  if (text.empty()) return ++m_blankLines > 2 ? Step::ended : Step::taken;
  if (isChainText(text)) {
    m_state = State::chain;
    m_lastLine = number;
    return Step::taken;
  }
  if (text.starts_with("Traceback (most recent call last)") || text.starts_with("=====") || m_blankLines > 0 || ++m_messageLinesOfBlock > 12) return Step::ended;
  m_messages.push_back({number, std::string(text.substr(0, 2'000))});
  if (m_blocks == 1) append(m_message, text);
  m_lastLine = number;
  return Step::taken;
}

void TracebackReader::describe(FailureFact& fact) const {
  fact.firstLine = m_firstLine;
  fact.lastLine = m_lastLine;
  fact.line = m_exceptionLine ? m_exceptionLine : m_firstLine;
  fact.exceptionType = m_type;
  fact.exceptionMessage = m_message;
  fact.outerExceptionType = m_lastType;
  fact.frames = m_frames;
}

void TestSectionReader::begin(std::uint32_t number) {
  *this = TestSectionReader();
  m_firstLine = m_lastLine = number;
}

void TestSectionReader::readLocation(std::string_view line) {
  std::string_view file, rest;
  std::uint32_t number = 0;
  if (!parseLocation(line, file, number, rest)) return;
  Frame frame;
  frame.file = std::string(file);
  frame.line = number;
  if (take(rest, "in ")) {
    frame.function = std::string(rest);
  } else if (!rest.empty()) {
    m_lastType = std::string(rest);
  }
  // The source line marked ">" stands before its location; code of "in" frames follows it.
  if (frame.function.empty()) frame.code = m_code;
  m_code.clear();
  if (!m_chained && m_frames.size() < 200) m_frames.push_back(std::move(frame));
}

void TestSectionReader::addMessage(std::string_view text, std::uint32_t number) {
  m_lastLine = number;
  if (m_messages.size() < kMaxMessageLines) m_messages.push_back({number, std::string(text.substr(0, 2'000))});
  if (m_chained) return;
  if (m_exceptionLine != 0) {
    append(m_message, text);
    return;
  }
  m_exceptionLine = number;
  if (!parseExceptionLine(text, m_type, m_message)) {
    // "E   assert 1 == 2": pytest leaves the type out of a plain assertion.
    m_type = text.starts_with("assert ") ? "AssertionError" : "";
    m_message = std::string(text);
  }
}

void TestSectionReader::end() {
  if (!m_inNative) return;
  m_inNative = false;
  m_type = m_native.type();
  m_message = m_native.message();
  m_lastType = m_native.lastType();
  m_exceptionLine = m_native.exceptionLine();
  m_frames = m_native.frames();
  m_messages = m_native.messageLines();
}

void TestSectionReader::feed(std::string_view line, std::uint32_t number) {
  if (m_inNative) {
    const bool captured = line.starts_with("-----");
    if (!captured && m_native.feed(line, number) == TracebackReader::Step::taken) {
      if (!trimmed(line).empty()) m_lastLine = number;
      return;
    }
    end();
  }
  if (line.starts_with("Traceback (most recent call last)") && takesTraceback()) {
    m_native.begin(number);
    m_inNative = true;
    m_lastLine = number;
    return;
  }
  if (line.starts_with("-----") && line.find(" Captured ") != std::string_view::npos) m_captured = true;
  if (!trimmed(line).empty()) m_lastLine = number;
  if (line.starts_with("E  ")) {
    addMessage(trimmed(line.substr(1)), number);
    return;
  }
  if (line.starts_with(">")) {
    m_code = std::string(trimmed(line.substr(1)).substr(0, 300));
    return;
  }
  if (isChainSentence(line)) {
    m_chained = true;
    return;
  }
  if (!m_frames.empty() && !m_frames.back().function.empty() && m_frames.back().code.empty() && line.starts_with("    ")) {
    m_frames.back().code = std::string(trimmed(line).substr(0, 300));
    return;
  }
  readLocation(line);
}

}  // namespace lanescope::recognise
