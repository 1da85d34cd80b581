// SPDX-License-Identifier: Apache-2.0
// The test runners that one writer may show, one after the other or one inside the other. Whichever took the last line is asked
// first.
#pragma once

#include "core/recognise/gtest_parser.h"
#include "core/recognise/pytest_parser.h"
#include "core/recognise/unittest_parser.h"

#include <algorithm>
#include <array>

namespace lanescope::recognise {

class TestRunners {
 public:
  TestRunners(SourceScan& scan, std::uint16_t writer)
      : m_tests(scan, writer),
        m_pytest(scan, writer, m_tests),
        m_unittest(scan, writer, m_tests),
        m_gtest(scan, writer, m_tests) {}
  TestRunners(const TestRunners&) = delete;
  TestRunners& operator=(const TestRunners&) = delete;

  // As TestProtocol, for all of them.
  bool feed(std::string_view& message, std::uint32_t line, const Moment& moment, std::vector<FinishedSection>& finished) {
    for (auto runner = m_runners.begin(); runner != m_runners.end(); ++runner) {
      if (!(*runner)->feed(message, line, moment, finished)) continue;
      std::rotate(m_runners.begin(), runner, runner + 1);
      return true;
    }
    return false;
  }
  bool claims(std::string_view message) const noexcept {
    return std::any_of(m_runners.begin(), m_runners.end(),
                       [message](const TestProtocol* runner) { return runner->claims(message); });
  }
  bool wantsMore() const noexcept {
    return m_pytest.wantsMore() || m_unittest.wantsMore() || m_gtest.wantsMore();   // asked at every line of a test
  }
  bool ownsTraceback() const noexcept { return m_runners.front()->ownsTraceback(); }
  bool ended() const noexcept { return m_runners.front()->ended(); }
  void flush(std::vector<FinishedSection>& finished) {
    for (TestProtocol* runner : m_runners) runner->flush(finished);
  }

  // As PytestParser.
  bool feedWhole(text::StringId name, TestWord word, std::uint32_t line) { return m_pytest.feedWhole(name, word, line); }
  const TestLog& tests() const noexcept { return m_tests; }

 private:
  TestLog m_tests;
  PytestParser m_pytest;
  UnittestParser m_unittest;
  GtestParser m_gtest;
  std::array<TestProtocol*, 3> m_runners{&m_pytest, &m_unittest, &m_gtest};
};

}  // namespace lanescope::recognise
