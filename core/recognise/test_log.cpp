// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/test_log.h"

#include <algorithm>

namespace lanescope::recognise {
namespace {

// Workers of one session; what is begun beyond them without an end is no test of a worker.
constexpr std::size_t kMaxRunning = 1'024;

}  // namespace

void TestLog::newSession() {
  m_sideBySide = false;
  m_open = m_last = {};
  m_running.clear();
  m_failed.clear();
}

bool TestLog::isOpen(text::StringId name) const noexcept {
  if (!m_sideBySide) return m_open.valid() && m_open == name;
  return std::any_of(m_running.begin(), m_running.end(), [name](const Running& running) { return running.name == name; });
}

void TestLog::begin(text::StringId name, std::uint32_t line) {
  if (isOpen(name)) return;
  if (!m_sideBySide && m_open.valid()) m_scan->tests[m_current].interrupted = true;
  if (m_running.size() >= kMaxRunning) {
    m_scan->tests[m_running.front().row].interrupted = true;
    m_running.erase(m_running.begin());
  }
  TestRow row;
  row.startLine = line;
  row.name = name;
  row.writer = m_writer;
  m_row = m_current = m_scan->tests.size();
  m_scan->tests.push_back(row);
  m_open = name;
  if (m_sideBySide) m_running.push_back({name, m_row});
}

std::size_t TestLog::takeRunning(text::StringId name) {
  const auto it =
      std::find_if(m_running.begin(), m_running.end(), [name](const Running& running) { return running.name == name; });
  if (it == m_running.end()) return SIZE_MAX;
  const std::size_t row = it->row;
  m_running.erase(it);
  return row;
}

void TestLog::write(std::size_t index, TestWord word, TestPhase phase, std::uint32_t line) {
  TestRow& row = m_scan->tests[index];
  if (word == TestWord::error) {
    row.error = true;
    m_scan->testErrors.push_back({index, line, phase});
  } else if (row.verdictLine == 0) {
    row.verdictLine = line;
    row.word = word;
  }
  if (word == TestWord::error || word == TestWord::failed) m_failed[row.name.value] = index;
}

void TestLog::end(text::StringId name, TestWord word, TestPhase phase, std::uint32_t line) {
  if (m_sideBySide) {
    std::size_t row = takeRunning(name);
    if (row == SIZE_MAX && name == m_last) row = m_current;
    if (row == SIZE_MAX) {
      begin(name, line);
      row = takeRunning(name);
    }
    m_current = row;
    m_open = m_running.size() == 1 ? m_running.front().name : text::StringId();
  } else {
    if (m_open.valid() ? m_open != name : m_last != name) begin(name, line);
    m_open = {};
  }
  m_row = m_current;
  m_last = name;
  write(m_row, word, phase, line);
}

void TestLog::again(text::StringId name) noexcept {
  const auto it =
      std::find_if(m_running.begin(), m_running.end(), [name](const Running& running) { return running.name == name; });
  const std::size_t row = it != m_running.end() ? it->row : m_current;
  if (row < m_scan->tests.size() && m_scan->tests[row].name == name) m_scan->tests[row].rerun = true;
}

std::size_t TestLog::add(text::StringId name, TestWord word, TestPhase phase, std::uint32_t line) {
  TestRow row;
  row.startLine = line;
  row.name = name;
  row.writer = m_writer;
  m_row = m_scan->tests.size();
  m_scan->tests.push_back(row);
  write(m_row, word, phase, line);
  return m_row;
}

void TestLog::rename(std::size_t index, text::StringId name) {
  TestRow& row = m_scan->tests[index];
  const auto known = m_failed.find(row.name.value);
  if (known != m_failed.end() && known->second == index) m_failed.erase(known);
  row.name = name;
  m_failed[name.value] = index;
}

}  // namespace lanescope::recognise
