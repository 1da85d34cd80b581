// SPDX-License-Identifier: Apache-2.0
// What GoogleTest prints, and absl-py in the same form: "[ RUN      ] Suite.Name", "[       OK ] Suite.Name (3 ms)", failures
// in between. Source of the forms: googletest/src/gtest.cc (PrettyUnitTestResultPrinter) of GoogleTest 1.10 to 1.17;
// absl/testing/_pretty_print_reporter.py.
#pragma once

#include "core/recognise/test_protocol.h"

#include <string>
#include <string_view>

namespace lanescope::recognise {

class GtestParser final : public TestProtocol {
 public:
  GtestParser(SourceScan& scan, std::uint16_t writer, TestLog& tests) : m_scan(&scan), m_writer(writer), m_tests(&tests) {}

  bool feed(std::string_view& message, std::uint32_t line, const Moment& moment,
            std::vector<FinishedSection>& finished) override;
  bool claims(std::string_view message) const noexcept override;
  bool wantsMore() const noexcept override { return m_inFailure; }
  void flush(std::vector<FinishedSection>& finished) override { finishFailure(finished); }
  bool ended() const noexcept override { return m_state == State::reporting; }

 private:
  enum class State { none, running, reporting };
  bool feedTag(std::string_view tag, std::string_view rest, std::uint32_t line, const Moment& moment,
               std::vector<FinishedSection>& finished);
  bool feedTotals(std::string_view rest, std::uint32_t line, const Moment& moment);
  void feedCount(std::string_view tag, std::string_view rest);
  void feedVerdict(TestWord word, std::string_view rest, std::uint32_t line, std::vector<FinishedSection>& finished);
  bool beginFailure(std::string_view text, std::uint32_t line, const Moment& moment, std::vector<FinishedSection>& finished);
  void finishFailure(std::vector<FinishedSection>& finished);

  SourceScan* m_scan;
  std::uint16_t m_writer;
  TestLog* m_tests;
  State m_state = State::none;
  bool m_inFailure = false;
  FailureFact m_fact;  // of the failure being printed
  std::vector<TracebackReader::MessageLine> m_lines;
  std::size_t m_end = 0;  // index of the session's end in the scan
};

}  // namespace lanescope::recognise
