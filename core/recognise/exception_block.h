// SPDX-License-Identifier: Apache-2.0
// An exception as it is printed over several lines: a Python traceback, or the body of a failed test's section.
#pragma once

#include "core/recognise/source_scan.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::recognise {

// "torch.distributed.DistBackendError: text" -> type and message; "KeyError" alone has an empty message. The type is a dotted
// Python name; false where the line does not start with one that looks like an exception's.
bool parseExceptionLine(std::string_view line, std::string& type, std::string& message);

// Reads the lines of a traceback one by one:
//   Traceback (most recent call last):
//     File "x.py", line 3, in f
//       code
//   SomeError: message
//   (continuation lines of the message; blank; "During handling ..." and the next block)
// How a traceback stands in the text: "Traceback (most recent call last):" at the start of a line, behind what a logger was told
// ("eval failed: Traceback .."), indented in a launcher's block ("  traceback : Traceback .."), behind the bars of an exception group
// ("  + Exception Group Traceback ..", "    | Traceback .."), or in the box that rich draws.
struct TracebackHeader {
  std::string margin;                            // what stands before each of its other lines
  bool boxed = false;
  bool atStart = true;
};
// nullopt where the message is no header.
std::optional<TracebackHeader> tracebackHeader(std::string_view message);

class TracebackReader {
 public:
  enum class Step { notMine, taken, ended };
  // `line` is a message with its prefixes peeled; the first is the header's.
  void begin(std::uint32_t number, const TracebackHeader& header = {});
  // ended: the block is over and `line` does not belong to it.
  Step feed(std::string_view line, std::uint32_t number);

  struct MessageLine { std::uint32_t number; std::string text; };
  // Of the whole chain: lines that are exception texts (not code): signatures are looked for only in these.
  const std::vector<MessageLine>& messageLines() const noexcept { return m_messages; }
  const std::vector<Frame>& frames() const noexcept { return m_frames; }    // of the first block
  const std::string& type() const noexcept { return m_type; }               // of the first block
  const std::string& message() const noexcept { return m_message; }
  const std::string& lastType() const noexcept { return m_lastType; }
  std::uint32_t exceptionLine() const noexcept { return m_exceptionLine; }  // of the first block; 0: none was seen
  std::uint32_t firstLine() const noexcept { return m_firstLine; }
  std::uint32_t lastLine() const noexcept { return m_lastLine; }
  // Whether `line`, which nothing marks as the traceback's writer's, goes on with it all the same: behind the header a call, then what
  // stands below the calls, and behind the exception only what is indented or begins the next block.
  bool goesOnWith(std::string_view line) const;
  // Puts lines, exception and frames into `fact`, whose line is the header's where no exception was seen.
  void describe(FailureFact& fact) const;

 private:
  enum class State { frames, box, afterException, chain };
  Step feedLine(std::string_view line, std::uint32_t number);
  void feedBox(std::string_view text);
  bool isChainText(std::string_view line) const;
  State m_state = State::frames;
  std::string m_margin;
  std::vector<MessageLine> m_messages;
  std::vector<Frame> m_frames;
  std::string m_type, m_message, m_lastType;
  std::uint32_t m_exceptionLine = 0, m_firstLine = 0, m_lastLine = 0;
  std::uint32_t m_blocks = 0, m_blankLines = 0, m_messageLinesOfBlock = 0;
};

// Reads the body of a failed test's section (pytest's long form): frames "path:line: in function", source lines, lines that start
// with "E   " (the exception's text), and "path:line: Type". Its native form is a traceback.
class TestSectionReader {
 public:
  void begin(std::uint32_t number);
  void feed(std::string_view line, std::uint32_t number);
  // Behind the last line.
  void end();
  // `text` is exception text though nothing marks it so.
  void addMessage(std::string_view text, std::uint32_t number);
  // Whether a traceback that begins now is the section's: it has no exception yet, and nothing that the test printed came before.
  bool takesTraceback() const noexcept { return m_exceptionLine == 0 && !m_captured && !m_inNative; }
  const std::vector<TracebackReader::MessageLine>& messageLines() const noexcept { return m_messages; }
  const std::vector<Frame>& frames() const noexcept { return m_frames; }
  const std::string& type() const noexcept { return m_type; }
  const std::string& message() const noexcept { return m_message; }
  const std::string& lastType() const noexcept { return m_lastType; }
  std::uint32_t exceptionLine() const noexcept { return m_exceptionLine; }
  std::uint32_t firstLine() const noexcept { return m_firstLine; }
  std::uint32_t lastLine() const noexcept { return m_lastLine; }

 private:
  void readLocation(std::string_view line);
  TracebackReader m_native;
  bool m_inNative = false, m_captured = false;
  std::vector<TracebackReader::MessageLine> m_messages;
  std::vector<Frame> m_frames;
  std::string m_type, m_message, m_lastType, m_code;
  bool m_chained = false;
  std::uint32_t m_exceptionLine = 0, m_firstLine = 0, m_lastLine = 0;
};

}  // namespace lanescope::recognise
