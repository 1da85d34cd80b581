// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/pytest_parser.h"

#include "core/recognise/text_fields.h"

#include <array>
#include <utility>

namespace lanescope::recognise {
namespace {

constexpr std::array<std::pair<std::string_view, TestWord>, 6> kWords = {{{"PASSED", TestWord::passed},
                                                                         {"FAILED", TestWord::failed},
                                                                         {"SKIPPED", TestWord::skipped},
                                                                         {"ERROR", TestWord::error},
                                                                         {"XFAIL", TestWord::xfail},
                                                                         {"XPASS", TestWord::xpass}}};

// A word glued behind the last print of the test, which had no newline: "... doneFAILED". A word of its own ("status: PASSED")
// is something that the test printed.
TestWord wordAtEnd(std::string_view text) noexcept {
  for (const auto& entry : kWords) {
    if (!text.ends_with(entry.first) || text.size() == entry.first.size()) continue;
    const char before = text[text.size() - entry.first.size() - 1];
    if (before != ' ' && before != '_' && before != ':' && before != '=' && before != '"' && before != '\'') return entry.second;
  }
  return TestWord::none;
}

// "===== title =====" -> title, for runs of at least three of one character; empty where it is none.
std::string_view separatorTitle(std::string_view text, char mark) noexcept {
  const auto begin = text.find_first_not_of(mark);
  if (begin == std::string_view::npos || begin < 3 || text[begin] != ' ') return {};
  const auto end = text.find_last_not_of(mark);
  if (end == std::string_view::npos || end <= begin || text[end] != ' ') return {};
  return trimmed(text.substr(begin, end - begin));
}

// The title of a failed test's section. A long name leaves room for a single mark at either end, which is what a traceback's
// separator ("_ _ _ _") starts with too.
std::string_view sectionTitle(std::string_view text) noexcept {
  const auto begin = text.find_first_not_of('_');
  const auto end = text.find_last_not_of('_');
  if (begin == std::string_view::npos || text[begin] != ' ' || text[end] != ' ' || end + 1 == text.size()) return {};
  const std::string_view inside = trimmed(text.substr(begin, end - begin));
  return inside.find_first_not_of("_ ") == std::string_view::npos ? std::string_view() : inside;
}

}  // namespace

TestWord testWordOf(std::string_view text) noexcept {
  for (const auto& entry : kWords) {
    if (!text.starts_with(entry.first)) continue;
    const std::string_view rest = trimmed(text.substr(entry.first.size()));
    if (rest.empty() || rest.starts_with("(") || (rest.starts_with("[") && rest.ends_with("%]"))) return entry.second;
  }
  return TestWord::none;
}

void PytestParser::startTest(text::StringId name, std::uint32_t line) {
  if (m_open.valid()) {
    if (m_open == name) return;                  // its name again, in front of what it printed
    m_scan->tests[m_row].interrupted = true;
  }
  TestRow row;
  row.startLine = line;
  row.name = name;
  row.writer = m_writer;
  m_row = m_scan->tests.size();
  m_scan->tests.push_back(row);
  m_open = name;
}

void PytestParser::verdict(text::StringId name, TestWord word, TestPhase phase, std::uint32_t line) {
  TestRow& row = m_scan->tests[m_row];
  if (word == TestWord::error) {
    row.error = true;
    m_scan->testErrors.push_back({m_row, line, phase});
  } else if (row.verdictLine == 0) {
    row.verdictLine = line;
    row.word = word;
  }
  m_last = name;
  m_open = {};
}

bool PytestParser::feedWhole(text::StringId name, TestWord word, std::uint32_t line) {
  if (m_inSection || name == m_last) return false;
  if (m_state == State::none) m_state = State::running;
  if (m_state != State::running) return true;    // a list of results, not a result
  startTest(name, line);
  verdict(name, word, word == TestWord::error ? TestPhase::setup : TestPhase::call, line);
  return true;
}

void PytestParser::beginSection(text::StringId name, TestPhase phase, std::string title, std::uint32_t line, const Moment& moment) {
  m_inSection = true;
  m_section.begin(line);
  m_sectionFact = FailureFact();
  m_sectionFact.kind = FailureFact::Kind::testSection;
  m_sectionFact.writer = m_writer;
  m_sectionFact.test = name;
  m_sectionFact.phase = phase;
  m_sectionFact.moment = moment;
  m_sectionFact.inTest = m_open.valid();
  m_sectionTitle = std::move(title);
}

void PytestParser::flush(std::vector<FinishedSection>& finished) {
  if (!m_inSection) return;
  m_inSection = false;
  if (m_section.messageLines().empty()) return;  // nothing but source lines: no fact
  FailureFact fact = std::move(m_sectionFact);
  fact.firstLine = m_section.firstLine();
  fact.lastLine = m_section.lastLine();
  fact.line = m_section.exceptionLine();
  fact.exceptionType = m_section.type();
  fact.exceptionMessage = m_section.message();
  fact.outerExceptionType = m_section.lastType();
  fact.frames = m_section.frames();
  if (!fact.test.valid()) fact.sectionTitle = m_sectionTitle;   // "TestX.test_y": named by the tests of the session
  finished.push_back({std::move(fact), m_section.messageLines()});
}

bool PytestParser::feedSeparator(std::string_view text, std::uint32_t line, const Moment& moment, std::vector<FinishedSection>& finished) {
  if (text.starts_with("===")) {
    SessionFact end;
    if (parseFinalLine(text, end)) {
      flush(finished);
      end.line = line;
      end.writer = m_writer;
      end.moment = moment;
      m_scan->sessions.push_back(end);
      m_state = State::ended;
      m_open = {};
      m_inFailures = false;
      return true;
    }
    const std::string_view title = separatorTitle(text, '=');
    if (title.empty()) return false;
    if (title == "test session starts") {
      flush(finished);
      SessionFact start;
      start.line = line;
      start.writer = m_writer;
      start.moment = moment;
      m_scan->sessions.push_back(start);
      m_state = State::running;
      m_open = m_last = {};
      m_inFailures = false;
      return true;
    }
    if (m_state != State::running && m_state != State::reporting) return false;
    flush(finished);
    m_state = State::reporting;
    m_inFailures = title == "FAILURES" || title == "ERRORS";
    return true;
  }
  if (m_inFailures) {
    std::string_view title = sectionTitle(text);
    if (title.empty()) return false;
    flush(finished);
    TestPhase phase = TestPhase::call;
    if (take(title, "ERROR at setup of ")) phase = TestPhase::setup;
    if (take(title, "ERROR at teardown of ")) phase = TestPhase::teardown;
    beginSection({}, phase, std::string(title), line, moment);
    return true;
  }
  return false;
}

bool PytestParser::feedVerdict(std::string_view text, std::uint32_t line, std::vector<FinishedSection>& finished) {
  if (!m_open.valid()) return false;
  TestWord word = testWordOf(text);
  if (word == TestWord::none && !m_inSection) word = wordAtEnd(text);
  if (word == TestWord::none) return false;
  flush(finished);
  verdict(m_open, word, word == TestWord::error ? TestPhase::setup : TestPhase::call, line);
  return true;
}

bool PytestParser::feedHookHeader(std::string_view text, std::uint32_t line, const Moment& moment, std::vector<FinishedSection>& finished) {
  // "[rank 5] tests/a.py::test_b (call)": a report hook that prints a failure at once.
  if (take(text, "[rank ")) {
    takeNumber<int>(text);
    if (!take(text, "] ")) return false;
  }
  const std::string_view id = nodeIdAtStart(text);
  if (id.empty()) return false;
  const std::string_view rest = trimmed(text.substr(id.size()));
  TestPhase phase = TestPhase::call;
  if (rest == "(setup)") phase = TestPhase::setup;
  else if (rest == "(teardown)") phase = TestPhase::teardown;
  else if (rest != "(call)") return false;
  flush(finished);
  beginSection(m_scan->names.intern(id), phase, {}, line, moment);
  return true;
}

bool PytestParser::feedNodeId(std::string_view text, std::uint32_t line, std::vector<FinishedSection>& finished) {
  const std::string_view id = nodeIdAtStart(text);
  if (id.empty()) return false;
  const std::string_view rest = trimmed(text.substr(id.size()));
  // A node id in prose ("tests/a.py::b: note") is not the start of a test; a parameter or a word follows a space.
  const text::StringId name = m_scan->names.intern(id);
  const TestWord word = testWordOf(rest);
  if (name == m_last && !m_open.valid() && word != TestWord::none) {
    // A second report of the test that just ended: an error in its teardown.
    flush(finished);
    verdict(name, word, TestPhase::teardown, line);
    return true;
  }
  flush(finished);
  startTest(name, line);
  if (word != TestWord::none) {
    verdict(name, word, word == TestWord::error ? TestPhase::setup : TestPhase::call, line);
  } else if (!rest.empty()) {
    const TestWord glued = wordAtEnd(rest);
    if (glued != TestWord::none) verdict(name, glued, TestPhase::call, line);
  }
  return true;
}

bool PytestParser::claims(std::string_view message) const noexcept {
  if (m_state != State::running) return false;
  const std::string_view text = trimmed(message);
  if (m_open.valid() && testWordOf(text) != TestWord::none) return true;
  return !nodeIdAtStart(text).empty() || !separatorTitle(text, '=').empty();
}

bool PytestParser::feed(std::string_view message, std::uint32_t line, const Moment& moment, std::vector<FinishedSection>& finished) {
  const std::string_view text = trimmed(message);
  // Code is indented, titles are not.
  if ((text.starts_with("===") || message.starts_with("_")) && feedSeparator(text, line, moment, finished)) return true;
  if (text.starts_with("platform ")) {
    if (auto rest = behind(text, "-- Python ")) {
      m_scan->versions.push_back({VersionFact::Kind::python, line, m_writer, std::string(takeUntil(*rest, ", ")), -1});
      return true;
    }
  }
  if (m_state == State::none) {
    // The header is missing (a log that was cut): a node id with its verdict is as good.
    const std::string_view id = nodeIdAtStart(text);
    if (id.empty() || testWordOf(trimmed(text.substr(id.size()))) == TestWord::none) return false;
    m_state = State::running;
  }
  if (const auto at = text.find("collected "); at == 0 || (at != std::string_view::npos && text.starts_with("collecting"))) {
    SessionFact collected;
    if (parseCollected(text.substr(at), collected)) {
      collected.line = line;
      collected.writer = m_writer;
      collected.moment = moment;
      m_scan->sessions.push_back(collected);
      return true;
    }
  }
  if (m_state == State::running) {
    if (feedVerdict(text, line, finished)) return true;
    if (feedHookHeader(text, line, moment, finished)) return true;
    // Inside a section a node id alone on a line is a quotation unless a verdict follows it.
    if (feedNodeId(text, line, finished)) return true;
  }
  if (m_inSection) {
    m_section.feed(message, line);
    return true;
  }
  return false;
}

}  // namespace lanescope::recognise
