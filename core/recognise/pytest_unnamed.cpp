// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/pytest_unnamed.h"

#include "core/recognise/pytest_lines.h"

#include <algorithm>

namespace lanescope::recognise {
namespace {

constexpr std::size_t kLookAhead = 64;  // characters between one and the name that the summary gives it
constexpr std::string_view kNameless = "a test that is not named";

}  // namespace

void PytestUnnamed::clear() {
  m_unnamed.clear();
  m_nextFailure = m_nextError = m_summarised = 0;
  m_file = {};
}

void PytestUnnamed::add(char result, std::uint32_t line) {
  const bool error = result == 'E';
  const text::StringId name = m_file.valid() ? m_file : m_scan->names.intern(kNameless);
  const std::size_t row =
      m_tests->add(name, error ? TestWord::error : TestWord::failed, error ? TestPhase::unknown : TestPhase::call, line);
  m_unnamed.push_back({row, m_file, error ? m_scan->testErrors.size() - 1 : kNoError});
}

void PytestUnnamed::nameFromTitle(std::string_view title, bool error, TestPhase phase) {
  std::size_t& next = error ? m_nextError : m_nextFailure;
  while (next < m_unnamed.size() && (m_unnamed[next].error != kNoError) != error) ++next;
  if (next >= m_unnamed.size()) return;
  const Unnamed& entry = m_unnamed[next++];
  if (error) m_scan->testErrors[entry.error].phase = phase;
  if (!entry.file.valid()) return;
  const std::string id = std::string(m_scan->names.view(entry.file)) + "::" + idOfTitle(title);
  m_tests->rename(entry.row, m_scan->names.intern(id));
}

bool PytestUnnamed::nameFromSummary(std::string_view id, bool error) {
  const text::StringId name = m_scan->names.intern(id);
  while (m_summarised < m_unnamed.size() && m_unnamed[m_summarised].named) ++m_summarised;
  const std::size_t end = std::min(m_unnamed.size(), m_summarised + kLookAhead);
  for (std::size_t i = m_summarised; i < end; ++i) {
    Unnamed& entry = m_unnamed[i];
    const bool other = entry.file.valid() && !id.starts_with(m_scan->names.view(entry.file));
    if (entry.named || other || (entry.error != kNoError) != error) continue;
    entry.named = true;
    m_tests->rename(entry.row, name);
    return true;
  }
  return false;
}

}  // namespace lanescope::recognise
