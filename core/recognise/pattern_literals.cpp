// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/pattern_literals.h"

#include <vector>

namespace lanescope::recognise {

namespace {

// Collects the runs of plain characters that stand outside groups with alternatives and outside what is optional.
class Runs {
 public:
  explicit Runs(std::string_view pattern) : m_pattern(pattern) { m_sure = sequence(); }

  bool contain(std::string_view literal) const {
    if (!m_sure) return false;
    for (const std::string& run : m_runs) {
      if (run.find(literal) != std::string::npos) return true;
    }
    return false;
  }

 private:
  // Reads up to the end or a closing parenthesis. False where it has alternatives: then none of its runs is needed.
  bool sequence() {
    bool sure = true;
    while (m_at < m_pattern.size() && m_pattern[m_at] != ')') {
      const char c = m_pattern[m_at++];
      switch (c) {
        case '|':
          sure = false;
          break;
        case '(':
          group();
          break;
        case '[':
          skipClass();
          break;
        case '\\':
          escape();
          break;
        case '.':
          breakRun();
          break;
        case '^':
        case '$':
          break;
        default:
          plain(c);
      }
    }
    return sure;
  }

  void group() {
    if (m_pattern.substr(m_at, 1) == "?") {
      // (?P<name>, (?: and flags; flags may fold case, so that nothing is sure behind them.
      const std::size_t end = m_pattern.find_first_of(">:)", m_at);
      if (end == std::string_view::npos) return;
      const std::string_view kind = m_pattern.substr(m_at, end + 1 - m_at);
      if (kind != "?:" && kind.substr(0, 3) != "?P<") m_nothingSure = true;
      m_at = m_pattern[end] == ')' ? end : end + 1;
    }
    const std::vector<std::string> before = m_runs;
    const bool sure = sequence();
    if (m_at < m_pattern.size()) ++m_at;
    if (sure && !optionalNext()) {
      if (skipQuantifier()) breakRun();
      return;
    }
    skipQuantifier();
    m_runs = before;
    breakRun();
  }

  void skipClass() {
    if (m_pattern.substr(m_at, 1) == "^") ++m_at;
    if (m_pattern.substr(m_at, 1) == "]") ++m_at;
    while (m_at < m_pattern.size() && m_pattern[m_at] != ']') {
      const std::string_view two = m_pattern.substr(m_at, 2);
      if (two == "[:") m_at = m_pattern.find(":]", m_at);  // [[:digit:]]
      m_at += two == "[:" || two[0] == '\\' ? 2 : 1;
    }
    ++m_at;
    skipQuantifier();
    breakRun();
  }

  void escape() {
    const char c = m_at < m_pattern.size() ? m_pattern[m_at++] : '\\';
    const bool isClass = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!isClass) return plain(c);
    // Escapes with operands (\x41, \pN, \123, \Q) are not read: nothing is sure behind them.
    if (std::string_view("xpPQ01234567").find(c) != std::string_view::npos) m_nothingSure = true;
    skipQuantifier();
    breakRun();
  }

  void plain(char c) {
    const bool sure = !optionalNext() && !m_nothingSure;
    if (sure) m_runs.back().push_back(c);
    if (skipQuantifier() || !sure) breakRun();
  }

  // Whether what was just read may be absent.
  bool optionalNext() const {
    const std::string_view next = m_pattern.substr(m_at < m_pattern.size() ? m_at : m_pattern.size(), 1);
    return next == "?" || next == "*" || next == "{";
  }

  bool skipQuantifier() {
    const std::size_t before = m_at;
    while (m_at < m_pattern.size()) {
      const char c = m_pattern[m_at];
      if (c == '{') {
        m_at = m_pattern.find('}', m_at);
        if (m_at == std::string_view::npos) m_at = m_pattern.size() - 1;
      } else if (c != '?' && c != '*' && c != '+') {
        break;
      }
      ++m_at;
    }
    return m_at != before;
  }

  void breakRun() {
    if (!m_runs.back().empty()) m_runs.emplace_back();
  }

  std::string_view m_pattern;
  std::size_t m_at = 0;
  bool m_nothingSure = false;
  bool m_sure = true;
  std::vector<std::string> m_runs = std::vector<std::string>(1);
};

}  // namespace

bool patternNeeds(std::string_view pattern, std::string_view literal) { return Runs(pattern).contain(literal); }

}  // namespace lanescope::recognise
