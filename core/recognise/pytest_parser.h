// SPDX-License-Identifier: Apache-2.0
// A pytest session of one writer, in all of its forms: each test with its node id (-v, with -s anything in between), a
// character a test behind its file's name (no -v) or without it (-q), workers of pytest-xdist side by side, tests that run
// again, subtests. Source of the forms: _pytest/terminal.py, runner.py and subtests.py of pytest 7 to 9; pytest-xdist,
// -rerunfailures, -timeout.
#pragma once

#include "core/recognise/pytest_block.h"
#include "core/recognise/pytest_unnamed.h"

#include <string_view>
#include <vector>

namespace lanescope::recognise {

class PytestParser final : public TestProtocol {
 public:
  PytestParser(SourceScan& scan, std::uint16_t writer, TestLog& tests)
      : m_scan(&scan), m_writer(writer), m_tests(&tests), m_unnamed(scan, tests), m_block(scan, writer) {}

  bool feed(std::string_view& message, std::uint32_t line, const Moment& moment,
            std::vector<FinishedSection>& finished) override;
  bool claims(std::string_view message) const noexcept override;
  bool wantsMore() const noexcept override;
  bool ownsTraceback() const noexcept override { return m_block.ownsTraceback(); }
  void flush(std::vector<FinishedSection>& finished) override;
  bool ended() const noexcept override { return m_state == State::ended; }

  // A whole line that is nothing but a node id and its verdict, found by the scan. False where the session's state makes it
  // something else, and the line must be read.
  bool feedWhole(text::StringId name, TestWord word, std::uint32_t line);
  bool inSession() const noexcept { return m_state != State::none; }

 private:
  enum class State { none, running, reporting, ended };
  enum class Part { other, failures, errors, summary };  // of the report behind the tests
  using Block = PytestBlock::Kind;

  bool feedLine(std::string_view message, std::string_view text, std::uint32_t line, const Moment& moment,
                std::vector<FinishedSection>& finished);
  bool feedSeparator(std::string_view text, std::uint32_t line, const Moment& moment, std::vector<FinishedSection>& finished);
  bool feedFinalLine(const SessionFact& end, std::uint32_t line, const Moment& moment, std::vector<FinishedSection>& finished);
  bool feedTitle(std::string_view title, std::uint32_t line, const Moment& moment, std::vector<FinishedSection>& finished);
  bool feedInternalError(std::string_view message, std::uint32_t line, const Moment& moment,
                         std::vector<FinishedSection>& finished);
  bool feedTimeout(std::string_view banner, std::uint32_t line, const Moment& moment, std::vector<FinishedSection>& finished);
  bool feedStop(std::string_view text, std::uint32_t line, const Moment& moment, std::vector<FinishedSection>& finished);
  bool feedWorker(std::string_view text, std::uint32_t line, std::vector<FinishedSection>& finished);
  bool feedCharacters(std::string_view text, std::uint32_t line);
  bool feedVerdict(std::string_view text, std::uint32_t line, std::vector<FinishedSection>& finished);
  bool feedNodeId(std::string_view text, std::uint32_t line, std::vector<FinishedSection>& finished);
  bool feedHookHeader(std::string_view text, std::uint32_t line, const Moment& moment, std::vector<FinishedSection>& finished);
  bool feedSummary(std::string_view text, std::uint32_t line, const Moment& moment, std::vector<FinishedSection>& finished);
  bool subtestVerdict(text::StringId name, std::string_view word, std::uint32_t line);
  void beginSession(std::uint32_t line, const Moment& moment);
  // A failure that the summary alone may tell of.
  void addSummarised(std::string_view id, bool error, std::uint32_t line);
  void addFact(SessionFact fact, std::uint32_t line, const Moment& moment);
  void addCounted();

  SourceScan* m_scan;
  std::uint16_t m_writer;
  TestLog* m_tests;
  State m_state = State::none;
  Part m_part = Part::other;
  bool m_quiet = false;          // no header: lines without marks end the session too
  bool m_sawIds = false;         // tests are printed by name
  bool m_afterCharacters = false;  // the last line was one of characters: it may go on
  std::string_view m_rest;       // of the line being read
  SessionFact m_counted;         // characters so far
  std::uint32_t m_countedLine = 0;
  PytestUnnamed m_unnamed;
  PytestBlock m_block;
  bool m_sawSections = false;  // failures are explained one by one
  bool m_sawInternalError = false;
};

}  // namespace lanescope::recognise
