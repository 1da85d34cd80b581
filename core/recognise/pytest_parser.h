// SPDX-License-Identifier: Apache-2.0
// A pytest session of one writer, in all of its forms: each test with its node id (-v, with -s anything in between), a
// character a test behind its file's name (no -v) or without it (-q), workers of pytest-xdist side by side, tests that run
// again, subtests. Source of the forms: _pytest/terminal.py, runner.py and subtests.py of pytest 7 to 9; pytest-xdist,
// -rerunfailures, -timeout.
#pragma once

#include "core/recognise/test_protocol.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanescope::recognise {

class PytestParser final : public TestProtocol {
 public:
  PytestParser(SourceScan& scan, std::uint16_t writer, TestLog& tests) : m_scan(&scan), m_writer(writer), m_tests(&tests) {}

  bool feed(std::string_view& message, std::uint32_t line, const Moment& moment,
            std::vector<FinishedSection>& finished) override;
  bool claims(std::string_view message) const noexcept override;
  bool wantsMore() const noexcept override;
  bool ownsTraceback() const noexcept override {
    return m_block == Block::timeout || (m_block == Block::section && m_section.takesTraceback());
  }
  void flush(std::vector<FinishedSection>& finished) override;
  bool ended() const noexcept override { return m_state == State::ended; }

  // A whole line that is nothing but a node id and its verdict, found by the scan. False where the session's state makes it
  // something else, and the line must be read.
  bool feedWhole(text::StringId name, TestWord word, std::uint32_t line);
  bool inSession() const noexcept { return m_state != State::none; }

 private:
  enum class State { none, running, reporting, ended };
  enum class Part { other, failures, errors, summary };  // of the report behind the tests
  enum class Block { none, section, internalError, timeout };
  // A verdict without a name, until the report names it.
  struct Unnamed {
    std::size_t row;
    text::StringId file;  // invalid where none was printed
    std::size_t error;    // index into testErrors; kNoError: it failed
    bool named = false;   // by the summary
  };
  static constexpr std::size_t kNoError = SIZE_MAX;

  bool feedLine(std::string_view message, std::string_view text, std::uint32_t line, const Moment& moment,
                std::vector<FinishedSection>& finished);
  bool feedBlock(std::string_view message, std::string_view text, std::uint32_t line, std::vector<FinishedSection>& finished);
  bool feedSeparator(std::string_view text, std::uint32_t line, const Moment& moment, std::vector<FinishedSection>& finished);
  bool feedFinalLine(const SessionFact& end, std::uint32_t line, const Moment& moment, std::vector<FinishedSection>& finished);
  bool feedTitle(std::string_view title, std::uint32_t line, const Moment& moment, std::vector<FinishedSection>& finished);
  bool feedInternalError(std::string_view message, std::uint32_t line, const Moment& moment,
                         std::vector<FinishedSection>& finished);
  bool feedTimeout(std::uint32_t line, const Moment& moment, std::vector<FinishedSection>& finished);
  bool feedStop(std::string_view text, std::uint32_t line, const Moment& moment, std::vector<FinishedSection>& finished);
  bool feedWorker(std::string_view text, std::uint32_t line, std::vector<FinishedSection>& finished);
  bool feedCharacters(std::string_view text, std::uint32_t line);
  bool feedVerdict(std::string_view text, std::uint32_t line, std::vector<FinishedSection>& finished);
  bool feedNodeId(std::string_view text, std::uint32_t line, std::vector<FinishedSection>& finished);
  bool feedHookHeader(std::string_view text, std::uint32_t line, const Moment& moment, std::vector<FinishedSection>& finished);
  bool feedSummary(std::string_view text, std::uint32_t line, const Moment& moment, std::vector<FinishedSection>& finished);
  bool subtestVerdict(text::StringId name, std::string_view word, std::uint32_t line);
  void beginSession(std::uint32_t line, const Moment& moment);
  void addUnnamed(char result, std::string_view file, std::uint32_t line);
  void nameFromTitle(std::string_view title, bool error, TestPhase phase);
  void nameFromSummary(std::string_view id, bool error, std::uint32_t line);
  void addFact(SessionFact fact, std::uint32_t line, const Moment& moment);
  void addCounted();
  void beginSection(text::StringId name, TestPhase phase, std::string title, std::uint32_t line, const Moment& moment);
  void finishBlock(std::vector<FinishedSection>& finished);

  SourceScan* m_scan;
  std::uint16_t m_writer;
  TestLog* m_tests;
  State m_state = State::none;
  Part m_part = Part::other;
  bool m_quiet = false;          // no header: lines without marks end the session too
  bool m_sawIds = false;         // tests are printed by name
  bool m_afterCharacters = false;  // the last line was one of characters: it may go on
  std::string_view m_rest;       // of the line being read
  text::StringId m_file;         // whose characters are being printed
  SessionFact m_counted;         // characters so far
  std::uint32_t m_countedLine = 0;
  std::vector<Unnamed> m_unnamed;                  // in the order of their characters
  std::size_t m_nextFailure = 0, m_nextError = 0;  // of m_unnamed, whose section comes next
  std::size_t m_summarised = 0;                    // of m_unnamed: all before have a name
  bool m_sawSections = false;                      // failures are explained one by one
  Block m_block = Block::none;
  bool m_sawInternalError = false;
  std::uint32_t m_blockLines = 0;
  TestSectionReader m_section;
  TracebackReader m_trace;  // of an internal error, or of the main thread when the time was up
  bool m_inMainThread = false;
  FailureFact m_fact;  // of the block
  std::string m_sectionTitle, m_banner;
};

// The node id that `text` starts with ("tests/a.py::TestX::test_y[p 1]"), empty where it does not; a parameter may hold spaces.
std::string_view nodeIdAtStart(std::string_view text) noexcept;

// The verdict that is the whole of `text`: "PASSED", "SKIPPED (reason)", "FAILED [ 12%]"; none for anything else.
TestWord testWordOf(std::string_view text) noexcept;

// "236 passed, 5 skipped, 7 deselected, 1 warning in 504.49s (0:08:24)" between runs of '='; false where it is none.
bool parseFinalLine(std::string_view text, SessionFact& out);
// The same without its marks, as -q prints it: nothing else may stand in the line.
bool parseQuietFinalLine(std::string_view text, SessionFact& out);
// "collected 247 items / 7 deselected / 1 skipped / 240 selected"
bool parseCollected(std::string_view text, SessionFact& out);
// What workers have collected: "gw0 [72] / gw1 [72]", "48 workers [5219 items]".
bool parseWorkersReady(std::string_view text, SessionFact& out);

// "tests/test_a.py ..F.s      [ 42%]", and without the file the line behind it, or one of -q.
struct CharacterLine {
  std::string_view file;  // empty where none is printed
  std::string results;    // of ".FEsxXRuy,-"
  bool percent = false;
  std::string_view rest;  // what a test printed behind it
};
bool parseCharacters(std::string_view text, CharacterLine& out);

}  // namespace lanescope::recognise
