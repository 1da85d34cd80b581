// SPDX-License-Identifier: Apache-2.0
// Failed tests of a pytest session that printed a character each: verdicts without a name, until the report names them.
#pragma once

#include "core/recognise/test_log.h"

#include <string_view>
#include <vector>

namespace lanescope::recognise {

class PytestUnnamed {
 public:
  PytestUnnamed(SourceScan& scan, TestLog& tests) : m_scan(&scan), m_tests(&tests) {}

  // Another session begins.
  void clear();
  // The characters that follow are those of `file`.
  void setFile(std::string_view file) { m_file = m_scan->names.intern(file); }
  // `result` is F, E or u.
  void add(char result, std::uint32_t line);
  // The sections of a report stand in the order of the characters: the next one without a title is this.
  void nameFromTitle(std::string_view title, bool error, TestPhase phase);
  // False where it is none of them.
  bool nameFromSummary(std::string_view id, bool error);

 private:
  struct Unnamed {
    std::size_t row;
    text::StringId file;  // invalid where none was printed
    std::size_t error;    // index into testErrors; kNoError: it failed
    bool named = false;   // by the summary
  };
  static constexpr std::size_t kNoError = SIZE_MAX;

  SourceScan* m_scan;
  TestLog* m_tests;
  text::StringId m_file;                           // whose characters are being printed
  std::vector<Unnamed> m_unnamed;                  // in the order of their characters
  std::size_t m_nextFailure = 0, m_nextError = 0;  // whose section comes next
  std::size_t m_summarised = 0;                    // all before have a name
};

}  // namespace lanescope::recognise
