// SPDX-License-Identifier: Apache-2.0
// What a pytest session prints over several lines: the section of a failed test, an error inside pytest, the stacks of a time-out.
#pragma once

#include "core/recognise/test_protocol.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanescope::recognise {

class PytestBlock {
 public:
  enum class Kind { none, section, internalError, timeout };

  PytestBlock(SourceScan& scan, std::uint16_t writer) : m_scan(&scan), m_writer(writer) {}

  Kind kind() const noexcept { return m_kind; }
  bool ownsTraceback() const noexcept { return m_kind == Kind::timeout || (m_kind == Kind::section && m_section.takesTraceback()); }

  // Each begins where none is open. `test` invalid: `title` names it, by the tests of the session.
  void beginSection(text::StringId test, TestPhase phase, std::string title, bool inTest, std::uint32_t line, const Moment& moment);
  void beginInternalError(std::uint32_t line, const Moment& moment);
  // pytest-timeout that ends the process: stacks of all threads between two banners, and nothing after them.
  void beginTimeout(std::string_view banner, text::StringId test, std::uint32_t line, const Moment& moment);

  void feedSection(std::string_view message, std::uint32_t line) { m_section.feed(message, line); }
  // "worker 'gw1' crashed while running 'tests/a.py::test_b'": the section's test, and its text.
  void feedCrash(std::string_view text, std::uint32_t line);
  // `rest` of a line behind its mark.
  void feedInternalError(std::string_view rest, std::uint32_t line, std::vector<FinishedSection>& finished);
  // Any line while an internal error or a time-out is open; false where it is not the block's.
  bool feed(std::string_view message, std::string_view text, std::uint32_t line, std::vector<FinishedSection>& finished);
  // Nothing where none is open.
  void finish(std::vector<FinishedSection>& finished);

 private:
  bool feedStacks(std::string_view message, std::string_view text, std::uint32_t line, std::vector<FinishedSection>& finished);
  void finishSection(FailureFact fact, std::vector<FinishedSection>& finished);
  void begin(Kind kind, FailureFact::Kind fact, const Moment& moment);

  SourceScan* m_scan;
  std::uint16_t m_writer;
  Kind m_kind = Kind::none;
  FailureFact m_fact;
  TestSectionReader m_section;
  std::string m_sectionTitle;
  TracebackReader m_trace;  // of an internal error, or of the main thread when the time was up
  bool m_inMainThread = false;
  std::uint32_t m_lines = 0;  // of a time-out
  std::string m_banner;
};

}  // namespace lanescope::recognise
