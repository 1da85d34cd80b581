// SPDX-License-Identifier: Apache-2.0
// A pytest session of one writer, as printed with -v -s (each test: its node id when it starts, its verdict when it ends,
// anything in between). Source of the forms: _pytest/terminal.py and runner.py of pytest.
#pragma once

#include "core/recognise/exception_block.h"
#include "core/recognise/source_scan.h"

#include <string_view>

namespace lanescope::recognise {

// A failed test's section that is over, and its lines that are exception text.
struct FinishedSection {
  FailureFact fact;
  std::vector<TracebackReader::MessageLine> lines;
};

class PytestParser {
 public:
  PytestParser(SourceScan& scan, std::uint16_t writer) : m_scan(&scan), m_writer(writer) {}

  // `message` of one piece; true where it is pytest's. `finished` receives a failed test's section when it is over.
  bool feed(std::string_view message, std::uint32_t line, const Moment& moment, std::vector<FinishedSection>& finished);
  // Whether the line is pytest's own whatever else is going on: a verdict of the open test, the start of a test, a separator.
  bool claims(std::string_view message) const noexcept;
  // The next lines are needed even where nothing in them is a known literal.
  bool wantsMore() const noexcept { return m_inSection || m_inFailures; }
  // A whole line that is nothing but a node id and its verdict, found by the scan. False where the session's state makes it
  // something else, and the line must be read.
  bool feedWhole(text::StringId name, TestWord word, std::uint32_t line);
  // At the end of the source or when the writer starts something else.
  void flush(std::vector<FinishedSection>& finished);

  // The last test begun; nullptr before the first.
  const TestRow* lastRow() const noexcept { return m_row < m_scan->tests.size() ? &m_scan->tests[m_row] : nullptr; }
  text::StringId openTest() const noexcept { return m_open; }
  bool inSession() const noexcept { return m_state != State::none; }
  bool ended() const noexcept { return m_state == State::ended; }

 private:
  enum class State { none, running, reporting, ended };
  bool feedSeparator(std::string_view text, std::uint32_t line, const Moment& moment, std::vector<FinishedSection>& finished);
  bool feedVerdict(std::string_view text, std::uint32_t line, std::vector<FinishedSection>& finished);
  bool feedNodeId(std::string_view text, std::uint32_t line, std::vector<FinishedSection>& finished);
  bool feedHookHeader(std::string_view text, std::uint32_t line, const Moment& moment, std::vector<FinishedSection>& finished);
  void startTest(text::StringId name, std::uint32_t line);
  void verdict(text::StringId name, TestWord word, TestPhase phase, std::uint32_t line);
  void beginSection(text::StringId name, TestPhase phase, std::string title, std::uint32_t line, const Moment& moment);

  SourceScan* m_scan;
  std::uint16_t m_writer;
  State m_state = State::none;
  text::StringId m_open;                         // started, no verdict yet
  text::StringId m_last;                         // the last that got a verdict
  std::size_t m_row = SIZE_MAX;                  // of the last test begun, in the scan's tests
  bool m_inSection = false;
  bool m_inFailures = false;                     // under "=== FAILURES ===" or "=== ERRORS ==="
  TestSectionReader m_section;
  FailureFact m_sectionFact;
  std::string m_sectionTitle;
};

// The node id that `text` starts with ("tests/a.py::TestX::test_y[p 1]"), empty where it does not; a parameter may hold spaces.
std::string_view nodeIdAtStart(std::string_view text) noexcept;

// The verdict that is the whole of `text`: "PASSED", "SKIPPED (reason)", "FAILED [ 12%]"; none for anything else.
TestWord testWordOf(std::string_view text) noexcept;

// "236 passed, 5 skipped, 7 deselected, 1 warning in 504.49s (0:08:24)" between runs of '='; false where it is none.
bool parseFinalLine(std::string_view text, SessionFact& out);
// "collected 247 items / 7 deselected / 1 skipped / 240 selected"
bool parseCollected(std::string_view text, SessionFact& out);

}  // namespace lanescope::recognise
