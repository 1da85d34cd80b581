// SPDX-License-Identifier: Apache-2.0
// What Python's unittest prints: with -v each test and how it ended ("test_x (mod.Class.test_x) ... ok"), in any case the
// failures in blocks behind the tests, and "Ran 12 tests in 3.4s" with "OK" or "FAILED (failures=1)". Source of the forms:
// unittest/runner.py and unittest/case.py of CPython 3.8 to 3.13; absl-py prints the blocks and the end in the same way.
//
// A test is called "mod.Class.test_x" whatever the version: before 3.11 the parentheses held the class alone.
#pragma once

#include "core/recognise/test_protocol.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

namespace lanescope::recognise {

// "test_x (mod.Class.test_x)", "test_x (mod.Class)", "test_p1 (2) (mod.Class)": the test's name, and what stands behind it.
struct UnittestName {
  std::string id;          // "mod.Class.test_x"
  bool ofClass = false;    // setUpClass (mod.Class), setUpModule (mod)
  bool notLoaded = false;  // a module that could not be imported
  std::string_view rest;   // " ... ok", " (i=1) ... FAIL", ""
};
std::optional<UnittestName> unittestNameAtStart(std::string_view text);

// "ok", "FAIL", "ERROR", "skipped 'why'", "expected failure", "unexpected success"; none for anything else.
TestWord unittestWordOf(std::string_view text) noexcept;

class UnittestParser final : public TestProtocol {
 public:
  UnittestParser(SourceScan& scan, std::uint16_t writer, TestLog& tests) : m_scan(&scan), m_writer(writer), m_tests(&tests) {}

  bool feed(std::string_view& message, std::uint32_t line, const Moment& moment,
            std::vector<FinishedSection>& finished) override;
  bool claims(std::string_view message) const noexcept override;
  bool wantsMore() const noexcept override {
    return m_state == State::title || m_state == State::section || m_state == State::verdict || m_wantsNext;
  }
  bool ownsTraceback() const noexcept override { return m_state == State::section && m_underRule && !m_inTraceback; }
  void flush(std::vector<FinishedSection>& finished) override { finishSection(finished); }
  bool ended() const noexcept override { return m_state == State::ended; }

 private:
  // none: no test was seen. tests: between tests, or in one. title: behind a rule of '='. section: a failure's block.
  // verdict: behind "Ran N tests".
  enum class State { none, tests, title, section, verdict, ended };
  bool feedLine(std::string_view message, std::string_view text, std::uint32_t line, const Moment& moment,
                std::vector<FinishedSection>& finished);
  bool feedTest(std::string_view text, std::uint32_t line, const Moment& moment);
  bool feedTitle(std::string_view text, std::uint32_t line, const Moment& moment);
  bool feedSection(std::string_view message, std::uint32_t line);
  bool feedRan(std::string_view text, std::uint32_t line, const Moment& moment);
  bool feedVerdict(std::string_view text);
  void beginSession(std::uint32_t line, const Moment& moment);
  void endTest(text::StringId name, TestWord word, TestPhase phase, std::uint32_t line);
  void finishSection(std::vector<FinishedSection>& finished);

  SourceScan* m_scan;
  std::uint16_t m_writer;
  TestLog* m_tests;
  State m_state = State::none, m_before = State::none;  // m_before: what a rule of '=' interrupted
  std::string_view m_rest;                              // of the line being read
  bool m_mayBegin = false;                              // the line being read may be a test's first
  bool m_wantsNext = false;                             // something that no literal announces may come
  bool m_justEnded = false;                             // a test got its verdict
  bool m_underRule = false;                             // of the section: behind its rule of '-'
  bool m_inTraceback = false;
  text::StringId m_test;  // open
  TracebackReader m_traceback;
  FailureFact m_fact;
  std::uint32_t m_lines = 0;  // of the block
  std::uint32_t m_ran = 0;
  std::size_t m_end = 0;                       // index of the session's end in the scan
  std::unordered_set<std::uint32_t> m_failed;  // tests of the session, classes and modules left out
};

}  // namespace lanescope::recognise
