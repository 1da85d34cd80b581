// SPDX-License-Identifier: Apache-2.0
// The tests of one writer as they begin and end, whichever runner prints them. Rows go into the scan in the order of their
// starts.
#pragma once

#include "core/recognise/source_scan.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace lanescope::recognise {

class TestLog {
 public:
  TestLog(SourceScan& scan, std::uint16_t writer) : m_scan(&scan), m_writer(writer) {}

  // Nothing is open any more, and what failed before is forgotten: another session begins, in which tests run one after the
  // other.
  void newSession();
  // From now on several tests are open at a time: one for each worker process.
  void sideBySide() noexcept { m_sideBySide = true; }

  // A test begins. Its name again while it is open is no other test; any other name ends the one before without a verdict.
  void begin(text::StringId name, std::uint32_t line);
  // The verdict of `name`, which is open or has just ended (a second report: an error in its teardown). Its first word counts;
  // an error stands beside it. A test that never began begins here.
  void end(text::StringId name, TestWord word, TestPhase phase, std::uint32_t line);
  // The open test is over without a word.
  void drop() noexcept { m_open = {}; }
  // The open test failed, and is about to run again.
  void again(text::StringId name) noexcept;
  // A test of which only the verdict was printed, at `line`. Returns its row.
  std::size_t add(text::StringId name, TestWord word, TestPhase phase, std::uint32_t line);
  // Its name became known later.
  void rename(std::size_t row, text::StringId name);

  // The test that is open; invalid where none is, and where several are.
  text::StringId open() const noexcept { return m_running.size() > 1 ? text::StringId() : m_open; }
  bool anyOpen() const noexcept { return m_open.valid() || !m_running.empty(); }
  // The test that got the last verdict.
  text::StringId last() const noexcept { return m_last; }
  bool isOpen(text::StringId name) const noexcept;
  // Whether the session has a failure or an error under this name.
  bool hasFailed(text::StringId name) const { return m_failed.count(name.value) > 0; }
  // The row written last; nullptr before the first.
  const TestRow* lastRow() const noexcept { return m_row < m_scan->tests.size() ? &m_scan->tests[m_row] : nullptr; }

 private:
  struct Running {
    text::StringId name;
    std::size_t row;
  };
  void write(std::size_t row, TestWord word, TestPhase phase, std::uint32_t line);
  std::size_t takeRunning(text::StringId name);

  SourceScan* m_scan;
  std::uint16_t m_writer;
  bool m_sideBySide = false;
  text::StringId m_open, m_last;
  std::size_t m_row = SIZE_MAX;                             // written last, in the scan's tests
  std::size_t m_current = SIZE_MAX;                         // of m_open, else of m_last
  std::vector<Running> m_running;                           // side by side only
  std::unordered_map<std::uint32_t, std::size_t> m_failed;  // name -> its last row, of this session
};

}  // namespace lanescope::recognise
