// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/pytest_parser.h"

#include "core/recognise/text_fields.h"

#include <algorithm>
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

constexpr std::string_view kInternalError = "INTERNALERROR>";
constexpr std::size_t kLeastSeparator = 60;        // of a session without a header: pytest fills the width of the terminal
constexpr std::size_t kLookAhead = 64;             // characters between one and the name that the summary gives it
constexpr std::uint32_t kMostBlockLines = 50'000;  // stacks of all threads and what was captured
constexpr std::string_view kNameless = "a test that is not named";

// A word glued behind the last print of the test, which had no newline: "... doneFAILED". A word of its own ("status: PASSED")
// is something that the test printed.
TestWord wordAtEnd(std::string_view text) noexcept {
  for (const auto& entry : kWords) {
    if (!text.ends_with(entry.first) || text.size() == entry.first.size()) continue;
    const char before = text[text.size() - entry.first.size() - 1];
    if (before != ' ' && before != '_' && before != ':' && before != '=' && before != '"' && before != '\'')
      return entry.second;
  }
  return TestWord::none;
}

// "RERUN", "RERUN  [ 12%]": pytest-rerunfailures.
bool isRerun(std::string_view text) noexcept { return take(text, "RERUN") && (text.empty() || text.front() == ' '); }

// SUBPASS, SUBFAILED[message] (i=1), SUBSKIPPED ...: of pytest-subtests, and of pytest itself since 9.0.
bool isSubtest(std::string_view text) noexcept {
  if (!text.starts_with("SUB")) return false;
  constexpr std::string_view kEndings[] = {"PASS", "FAIL", "SKIP", "XFAIL", "XPASS"};
  return std::any_of(std::begin(kEndings), std::end(kEndings),
                     [text](std::string_view ending) { return text.substr(3).starts_with(ending); });
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

// "TestX.test_y[p.q] (i=1)" -> "TestX::test_y[p.q]": without what a subtest adds.
std::string idOfTitle(std::string_view title) {
  std::string out;
  bool inParameter = false;
  for (std::size_t i = 0; i < title.size(); ++i) {
    if (!inParameter && title[i] == ' ') break;
    inParameter = inParameter || title[i] == '[';
    if (title[i] == '.' && !inParameter)
      out += "::";
    else
      out += title[i];
  }
  return out;
}

bool isTimeoutBanner(std::string_view text) noexcept {
  return text.starts_with("+++") && text.ends_with("+++") && separatorTitle(text, '+') == "Timeout";
}

}  // namespace

TestWord testWordOf(std::string_view text) noexcept {
  for (const auto& entry : kWords) {
    if (!text.starts_with(entry.first)) continue;
    const std::string_view rest = trimmed(text.substr(entry.first.size()));
    // "[ 12%]", or "[51/72]" where counts are asked for.
    const bool share =
        rest.starts_with("[") && rest.find_first_not_of(" 0123456789%/", 1) + 1 == rest.size() && rest.ends_with("]");
    if (rest.empty() || rest.starts_with("(") || share) return entry.second;
  }
  return TestWord::none;
}

bool PytestParser::wantsMore() const noexcept {
  const bool inReport = m_part == Part::failures || m_part == Part::errors || (m_quiet && m_state == State::reporting);
  return m_block != Block::none || inReport || m_afterCharacters;
}

bool PytestParser::feedWhole(text::StringId name, TestWord word, std::uint32_t line) {
  if (m_block != Block::none || name == m_tests->last()) return false;
  if (m_state == State::none) m_state = State::running;
  if (m_state != State::running) return true;  // a list of results, not a result
  m_sawIds = true;
  m_tests->begin(name, line);
  m_tests->end(name, word, word == TestWord::error ? TestPhase::setup : TestPhase::call, line);
  return true;
}

void PytestParser::addFact(SessionFact fact, std::uint32_t line, const Moment& moment) {
  fact.line = line;
  fact.writer = m_writer;
  fact.moment = moment;
  m_scan->sessions.push_back(fact);
}

// What the characters say is worth a fact only where no final line says it better.
void PytestParser::addCounted() {
  if (m_countedLine == 0) return;
  m_counted.kind = SessionFact::Kind::counted;
  addFact(m_counted, m_countedLine, {});
  m_countedLine = 0;
}

void PytestParser::beginSession(std::uint32_t line, const Moment& moment) {
  addCounted();
  addFact({}, line, moment);
  m_tests->newSession();
  m_state = State::running;
  m_part = Part::other;
  m_quiet = m_sawIds = m_sawInternalError = m_sawSections = false;
  m_counted = {};
  m_unnamed.clear();
  m_nextFailure = m_nextError = m_summarised = 0;
  m_file = {};
}

void PytestParser::beginSection(text::StringId name, TestPhase phase, std::string title, std::uint32_t line,
                                const Moment& moment) {
  m_block = Block::section;
  m_section.begin(line);
  m_fact = FailureFact();
  m_fact.kind = FailureFact::Kind::testSection;
  m_fact.writer = m_writer;
  m_fact.test = name;
  m_fact.phase = phase;
  m_fact.moment = moment;
  m_fact.inTest = m_tests->open().valid();
  m_sectionTitle = std::move(title);
}

void PytestParser::finishBlock(std::vector<FinishedSection>& finished) {
  const Block block = std::exchange(m_block, Block::none);
  FailureFact fact = std::move(m_fact);
  if (block == Block::section) {
    m_section.end();
    if (m_section.messageLines().empty()) return;  // nothing but source lines: no fact
    fact.firstLine = m_section.firstLine();
    fact.lastLine = m_section.lastLine();
    fact.line = m_section.exceptionLine();
    fact.exceptionType = m_section.type();
    fact.exceptionMessage = m_section.message();
    fact.outerExceptionType = m_section.lastType();
    fact.frames = m_section.frames();
    if (!fact.test.valid()) fact.sectionTitle = m_sectionTitle;  // "TestX.test_y": named by the tests of the session
    finished.push_back({std::move(fact), m_section.messageLines()});
  }
  if (block == Block::internalError) {
    fact.firstLine = m_trace.firstLine();
    fact.lastLine = m_trace.lastLine();
    fact.line = m_trace.exceptionLine() ? m_trace.exceptionLine() : m_trace.firstLine();
    fact.exceptionType = m_trace.type();
    fact.exceptionMessage = m_trace.message();
    fact.outerExceptionType = m_trace.lastType();
    fact.frames = m_trace.frames();
    finished.push_back({std::move(fact), m_trace.messageLines()});
  }
  if (block == Block::timeout) {
    fact.frames = m_trace.frames();
    fact.text = m_banner;
    const std::uint32_t line = fact.line;
    finished.push_back({std::move(fact), {{line, m_banner}}});
  }
}

void PytestParser::flush(std::vector<FinishedSection>& finished) {
  finishBlock(finished);
  addCounted();
}

bool PytestParser::feedFinalLine(const SessionFact& end, std::uint32_t line, const Moment& moment,
                                 std::vector<FinishedSection>& finished) {
  finishBlock(finished);
  m_countedLine = 0;
  addFact(end, line, moment);
  m_state = State::ended;
  m_part = Part::other;
  m_tests->drop();
  return true;
}

bool PytestParser::feedTitle(std::string_view title, std::uint32_t line, const Moment& moment,
                             std::vector<FinishedSection>& finished) {
  finishBlock(finished);
  TestPhase phase = TestPhase::call;
  text::StringId name;
  if (take(title, "ERROR collecting ")) {
    phase = TestPhase::collect;
    name = m_scan->names.intern(title);
    m_tests->add(name, TestWord::error, phase, line);
  }
  if (take(title, "ERROR at setup of ")) phase = TestPhase::setup;
  if (take(title, "ERROR at teardown of ")) phase = TestPhase::teardown;
  if (phase != TestPhase::collect) nameFromTitle(title, m_part == Part::errors, phase);
  m_sawSections = true;
  beginSection(name, phase, std::string(title), line, moment);
  return true;
}

bool PytestParser::feedSeparator(std::string_view text, std::uint32_t line, const Moment& moment,
                                 std::vector<FinishedSection>& finished) {
  if (text.starts_with("=")) {
    SessionFact end;
    if (parseFinalLine(text, end)) return feedFinalLine(end, line, moment, finished);
    const std::string_view title = separatorTitle(text, '=');
    if (title.empty()) return false;
    if (title == "test session starts") {
      finishBlock(finished);
      beginSession(line, moment);
      return true;
    }
    const bool failures = title == "FAILURES", errors = title == "ERRORS", summary = title == "short test summary info";
    if (m_state == State::none || m_state == State::ended) {
      // -q prints no header: nothing before the report where all of its characters stand in lost lines.
      if (!(failures || errors || summary) || text.size() < kLeastSeparator) return false;
      beginSession(line, moment);
      m_quiet = true;
    }
    finishBlock(finished);
    m_state = State::reporting;
    m_part = failures ? Part::failures : errors ? Part::errors : summary ? Part::summary : Part::other;
    return true;
  }
  if (m_part != Part::failures && m_part != Part::errors) return false;
  const std::string_view title = sectionTitle(text);
  return !title.empty() && feedTitle(title, line, moment, finished);
}

bool PytestParser::feedInternalError(std::string_view message, std::uint32_t line, const Moment& moment,
                                     std::vector<FinishedSection>& finished) {
  std::string_view rest = message.substr(kInternalError.size());
  take(rest, " ");
  if (m_block == Block::internalError) {
    if (m_trace.feed(rest, line) == TracebackReader::Step::ended) finishBlock(finished);
    return true;
  }
  // One is enough: a failing hook fails again for whatever comes next.
  if (!rest.starts_with("Traceback (most recent call last)")) return m_sawInternalError;
  if (m_sawInternalError) return true;
  finishBlock(finished);
  m_sawInternalError = true;
  SessionFact stop;  // whatever its final line says of the tests before
  stop.kind = SessionFact::Kind::stopped;
  addFact(stop, line, moment);
  m_block = Block::internalError;
  m_trace.begin(line);
  m_fact = FailureFact();
  m_fact.kind = FailureFact::Kind::exception;
  m_fact.writer = m_writer;
  m_fact.moment = moment;
  return true;
}

// pytest-timeout that ends the process: stacks of all threads between two banners, and nothing after them.
bool PytestParser::feedTimeout(std::uint32_t line, const Moment& moment, std::vector<FinishedSection>& finished) {
  const text::StringId test = m_tests->open();
  finishBlock(finished);
  m_block = Block::timeout;
  m_blockLines = 0;
  m_inMainThread = false;
  m_trace = TracebackReader();
  m_fact = FailureFact();
  m_fact.kind = FailureFact::Kind::crash;  // the process ends here
  m_fact.writer = m_writer;
  m_fact.moment = moment;
  m_fact.line = m_fact.firstLine = m_fact.lastLine = line;
  m_fact.test = test;
  m_fact.inTest = test.valid();
  if (test.valid()) m_tests->end(test, TestWord::failed, TestPhase::call, line);
  return true;
}

bool PytestParser::feedBlock(std::string_view message, std::string_view text, std::uint32_t line,
                             std::vector<FinishedSection>& finished) {
  if (m_block == Block::internalError) {
    if (!message.starts_with(kInternalError)) finishBlock(finished);
    return false;
  }
  if (text.starts_with("===") || ++m_blockLines > kMostBlockLines) {
    finishBlock(finished);
    return false;
  }
  m_fact.lastLine = line;
  if (isTimeoutBanner(text)) {
    finishBlock(finished);
    return true;
  }
  if (text.starts_with("~~~")) {
    m_inMainThread = text.find(" Stack of MainThread ") != std::string_view::npos;
    if (m_inMainThread) m_trace.begin(line);
    return true;
  }
  if (m_inMainThread && message.starts_with("  ")) m_trace.feed(message, line);
  return true;
}

// "!!!!! Interrupted: 1 error during collection !!!!!", "!!!! KeyboardInterrupt !!!!": what it means is a signature's.
bool PytestParser::feedStop(std::string_view text, std::uint32_t line, const Moment& moment,
                            std::vector<FinishedSection>& finished) {
  std::string_view title = separatorTitle(text, '!');
  if (title.empty() || m_state == State::none) return false;
  SessionFact stop;
  stop.kind = SessionFact::Kind::stopped;
  addFact(stop, line, moment);
  if (take(title, "_pytest.outcomes.Exit: ")) {  // raised by whoever called pytest.exit()
    FailureFact fact;
    fact.kind = FailureFact::Kind::exception;
    fact.writer = m_writer;
    fact.moment = moment;
    fact.line = fact.firstLine = fact.lastLine = line;
    fact.exceptionType = "_pytest.outcomes.Exit";
    fact.exceptionMessage = std::string(title);
    finished.push_back({std::move(fact), {{line, std::string(text)}}});
    return true;
  }
  return title.starts_with("stopping after ");
}

bool PytestParser::subtestVerdict(text::StringId name, std::string_view word, std::uint32_t line) {
  if (word.starts_with("SUBFAIL")) m_tests->end(name, TestWord::failed, TestPhase::call, line);
  return true;
}

bool PytestParser::feedVerdict(std::string_view text, std::uint32_t line, std::vector<FinishedSection>& finished) {
  const text::StringId open = m_tests->open();
  if (!open.valid()) return false;
  if (isSubtest(text)) return subtestVerdict(open, text, line);
  if (isRerun(text)) {
    m_tests->again(open);
    return true;
  }
  TestWord word = testWordOf(text);
  if (word == TestWord::none && m_block != Block::section) word = wordAtEnd(text);
  if (word == TestWord::none) return false;
  finishBlock(finished);
  m_tests->end(open, word, word == TestWord::error ? TestPhase::setup : TestPhase::call, line);
  return true;
}

bool PytestParser::feedHookHeader(std::string_view text, std::uint32_t line, const Moment& moment,
                                  std::vector<FinishedSection>& finished) {
  // "[rank 5] tests/a.py::test_b (call)": a report hook that prints a failure at once.
  if (take(text, "[rank ")) {
    takeNumber<int>(text);
    if (!take(text, "] ")) return false;
  }
  const std::string_view id = nodeIdAtStart(text);
  if (id.empty()) return false;
  const std::string_view rest = trimmed(text.substr(id.size()));
  TestPhase phase = TestPhase::call;
  if (rest == "(setup)")
    phase = TestPhase::setup;
  else if (rest == "(teardown)")
    phase = TestPhase::teardown;
  else if (rest != "(call)")
    return false;
  finishBlock(finished);
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
  m_sawIds = true;
  finishBlock(finished);
  const bool justEnded = name == m_tests->last() && !m_tests->open().valid();
  if (justEnded && isSubtest(rest)) return subtestVerdict(name, rest, line);
  if (justEnded && word != TestWord::none) {
    // A second report of the test that just ended: an error in its teardown.
    m_tests->end(name, word, TestPhase::teardown, line);
    return true;
  }
  m_tests->begin(name, line);
  if (isSubtest(rest)) return subtestVerdict(name, rest, line);
  if (isRerun(rest)) {
    m_tests->again(name);
    return true;
  }
  if (word != TestWord::none) {
    m_tests->end(name, word, word == TestWord::error ? TestPhase::setup : TestPhase::call, line);
  } else if (!rest.empty()) {
    const TestWord glued = wordAtEnd(rest);
    if (glued != TestWord::none)
      m_tests->end(name, glued, TestPhase::call, line);
    else
      m_rest = rest;
  }
  return true;
}

// "[gw3] [ 12%] PASSED tests/a.py::test_b": the worker processes of pytest-xdist, which are no ranks.
bool PytestParser::feedWorker(std::string_view text, std::uint32_t line, std::vector<FinishedSection>& finished) {
  if (!take(text, "[gw") || !takeNumber<std::uint32_t>(text) || !take(text, "] ")) return false;
  if (text.starts_with("[")) {
    takeUntil(text, "]");
    if (!take(text, "] ")) return false;
  }
  const std::string_view said = text;
  const std::string_view word = takeUntil(text, " ");
  const TestWord verdict = testWordOf(word);
  if (verdict == TestWord::none && !isSubtest(said) && !isRerun(said)) return false;
  const auto module = text.find(".py::");  // behind the word, and the message of a subtest
  if (module == std::string_view::npos) return false;
  const auto blank = text.rfind(' ', module);
  text.remove_prefix(blank == std::string_view::npos ? 0 : blank + 1);
  const std::string_view id = nodeIdAtStart(text);
  if (id.empty()) return false;
  if (m_state == State::none) m_state = State::running;
  if (m_state != State::running) return false;
  finishBlock(finished);
  const text::StringId name = m_scan->names.intern(id);
  const TestPhase second = name == m_tests->last() && !m_tests->isOpen(name) ? TestPhase::teardown : TestPhase::setup;
  m_tests->sideBySide();
  m_sawIds = true;
  if (isRerun(said))
    m_tests->again(name);
  else if (verdict == TestWord::none)
    subtestVerdict(name, said, line);
  else
    m_tests->end(name, verdict, verdict == TestWord::error ? second : TestPhase::call, line);
  m_rest = trimmed(text.substr(id.size()));
  return true;
}

void PytestParser::addUnnamed(char result, std::string_view file, std::uint32_t line) {
  const bool error = result == 'E';
  const text::StringId own = file.empty() ? m_file : m_scan->names.intern(file);
  const text::StringId name = own.valid() ? own : m_scan->names.intern(kNameless);
  const std::size_t row =
      m_tests->add(name, error ? TestWord::error : TestWord::failed, error ? TestPhase::unknown : TestPhase::call, line);
  m_unnamed.push_back({row, own, error ? m_scan->testErrors.size() - 1 : kNoError});
}

bool PytestParser::feedCharacters(std::string_view text, std::uint32_t line) {
  CharacterLine progress;
  if (m_sawIds || !parseCharacters(text, progress)) return false;
  if (progress.file.empty() && !progress.percent && !m_afterCharacters) return false;
  if (m_state != State::running) {
    if (!progress.percent) return false;
    beginSession(line, {});
    m_quiet = progress.file.empty();
  }
  m_countedLine = line;
  if (!progress.file.empty()) m_file = m_scan->names.intern(progress.file);
  const auto count = [](std::optional<std::uint32_t>& number) { number = number.value_or(0) + 1; };
  for (const char result : progress.results) {
    switch (result) {
      case '.':
        count(m_counted.passed);
        break;
      case 's':
        count(m_counted.skipped);
        break;
      case 'x':
        count(m_counted.xfailed);
        break;
      case 'X':
        count(m_counted.xpassed);
        break;
      case 'R':
        count(m_counted.reruns);
        break;
      case 'E':
        count(m_counted.errors);
        break;
      case 'F':
      case 'u':
        count(m_counted.failed);
        break;
      default:
        break;  // subtests that did not fail
    }
    if (result == 'F' || result == 'E' || result == 'u') addUnnamed(result, {}, line);
  }
  m_afterCharacters = true;
  m_rest = progress.rest;
  return true;
}

// The sections of a report stand in the order of the characters: the next one without a title is this.
void PytestParser::nameFromTitle(std::string_view title, bool error, TestPhase phase) {
  std::size_t& next = error ? m_nextError : m_nextFailure;
  while (next < m_unnamed.size() && (m_unnamed[next].error != kNoError) != error) ++next;
  if (next >= m_unnamed.size()) return;
  const Unnamed& entry = m_unnamed[next++];
  if (error) m_scan->testErrors[entry.error].phase = phase;
  if (!entry.file.valid()) return;
  const std::string id = std::string(m_scan->names.view(entry.file)) + "::" + idOfTitle(title);
  m_tests->rename(entry.row, m_scan->names.intern(id));
}

void PytestParser::nameFromSummary(std::string_view id, bool error, std::uint32_t line) {
  const text::StringId name = m_scan->names.intern(id);
  while (m_summarised < m_unnamed.size() && m_unnamed[m_summarised].named) ++m_summarised;
  const std::size_t end = std::min(m_unnamed.size(), m_summarised + kLookAhead);
  for (std::size_t i = m_summarised; i < end; ++i) {
    Unnamed& entry = m_unnamed[i];
    const bool other = entry.file.valid() && !id.starts_with(m_scan->names.view(entry.file));
    if (entry.named || other || (entry.error != kNoError) != error) continue;
    entry.named = true;
    m_tests->rename(entry.row, name);
    return;
  }
  if (m_sawIds || m_tests->hasFailed(name)) return;
  m_tests->add(name, error ? TestWord::error : TestWord::failed, error ? TestPhase::unknown : TestPhase::call, line);
}

// "FAILED tests/a.py::test_b - ValueError: text". Repeats what the sections say, where there are any.
bool PytestParser::feedSummary(std::string_view text, std::uint32_t line, const Moment& moment,
                               std::vector<FinishedSection>& finished) {
  const bool error = take(text, "ERROR ");
  if (!error && !take(text, "FAILED ") && !isSubtest(text)) return false;
  if (isSubtest(text)) {
    const auto module = text.find(".py::");
    const auto blank = module == std::string_view::npos ? module : text.rfind(' ', module);
    if (blank == std::string_view::npos || !text.starts_with("SUBFAIL")) return true;
    text.remove_prefix(blank + 1);
  }
  std::string_view id = nodeIdAtStart(text);
  const bool file = id.empty() && error;  // it could not be collected
  if (file) id = text.substr(0, text.find(' '));
  if (id.empty() || (file && !id.ends_with(".py"))) return false;
  if (!file) {
    nameFromSummary(id, error, line);
  } else if (!m_tests->hasFailed(m_scan->names.intern(id))) {
    m_tests->add(m_scan->names.intern(id), TestWord::error, TestPhase::collect, line);
  }
  std::string_view said = text.substr(id.size());
  if (m_sawSections || !take(said, " - ")) return true;
  FailureFact fact;
  fact.kind = FailureFact::Kind::testSection;
  fact.line = fact.firstLine = fact.lastLine = line;
  fact.writer = m_writer;
  fact.moment = moment;
  fact.test = m_scan->names.intern(id);
  fact.sectionTitle = std::string(id);  // its time is that of the verdict
  fact.phase = file ? TestPhase::collect : error ? TestPhase::unknown : TestPhase::call;
  if (!parseExceptionLine(said, fact.exceptionType, fact.exceptionMessage)) {
    fact.exceptionType = said.starts_with("assert ") ? "AssertionError" : "";
    fact.exceptionMessage = std::string(said);
  }
  // A message that was cut to the line's width must not be read as one that says less.
  std::vector<TracebackReader::MessageLine> lines;
  if (!said.ends_with("..."))
    lines.push_back({line, std::string(said)});
  else
    fact.text = std::string(said);
  finished.push_back({std::move(fact), std::move(lines)});
  return true;
}

bool PytestParser::claims(std::string_view message) const noexcept {
  if (message.starts_with(kInternalError)) return true;
  if (m_state != State::running) return false;
  const std::string_view text = trimmed(message);
  if (m_tests->open().valid() && testWordOf(text) != TestWord::none) return true;
  if (isTimeoutBanner(text)) return true;
  return !nodeIdAtStart(text).empty() || !separatorTitle(text, '=').empty() || text.starts_with("[gw");
}

bool PytestParser::feed(std::string_view& message, std::uint32_t line, const Moment& moment,
                        std::vector<FinishedSection>& finished) {
  m_rest = {};
  const bool wereCharacters = m_afterCharacters;
  const std::string_view text = trimmed(message);
  const bool taken = feedLine(message, text, line, moment, finished);
  // Characters go on in the next line; the blank one behind them may be followed by the report.
  if (wereCharacters && m_countedLine != line) m_afterCharacters = m_afterCharacters && text.empty();
  if (taken) message = m_rest;
  return taken;
}

bool PytestParser::feedLine(std::string_view message, std::string_view text, std::uint32_t line, const Moment& moment,
                            std::vector<FinishedSection>& finished) {
  if ((m_block == Block::internalError || m_block == Block::timeout) && feedBlock(message, text, line, finished)) return true;
  // Code is indented, titles are not.
  if ((text.starts_with("=") || message.starts_with("_")) && feedSeparator(text, line, moment, finished)) return true;
  if (message.starts_with(kInternalError)) return feedInternalError(message, line, moment, finished);
  if (text.starts_with("platform ")) {
    if (auto rest = behind(text, "-- Python ")) {
      m_scan->versions.push_back({VersionFact::Kind::python, line, m_writer, std::string(takeUntil(*rest, ", ")), -1});
      return true;
    }
  }
  if (m_state == State::none) {
    // The header is missing (a log that was cut): a node id with its verdict is as good.
    if (text.starts_with("[gw")) return feedWorker(text, line, finished);
    const std::string_view id = nodeIdAtStart(text);
    if (id.empty()) return feedCharacters(text, line);
    if (testWordOf(trimmed(text.substr(id.size()))) == TestWord::none) return false;
    m_state = State::running;
  }
  if (const auto at = text.find("collected "); at == 0 || (at != std::string_view::npos && text.starts_with("collecting"))) {
    SessionFact collected;
    if (parseCollected(text.substr(at), collected)) {
      addFact(collected, line, moment);
      return true;
    }
  }
  if (text.starts_with("+++") && m_block != Block::section && isTimeoutBanner(text)) {
    m_banner = std::string(text);
    return feedTimeout(line, moment, finished);
  }
  if (text.starts_with("!!!")) return feedStop(text, line, moment, finished);
  if (m_state == State::running) {
    if (text.starts_with("[gw")) return feedWorker(text, line, finished);
    SessionFact ready;
    if ((text.starts_with("gw") || text.ends_with("]")) && parseWorkersReady(text, ready)) {
      m_tests->sideBySide();
      addFact(ready, line, moment);
      return true;
    }
    if (feedVerdict(text, line, finished)) return true;
    if (feedHookHeader(text, line, moment, finished)) return true;
    // Inside a section a node id alone on a line is a quotation unless a verdict follows it.
    if (feedNodeId(text, line, finished)) return true;
    if (m_block == Block::none && feedCharacters(text, line)) return true;
  }
  if (m_block == Block::section) {
    if (m_state == State::reporting && text.starts_with("worker '") &&
        text.find("' crashed while running '") != std::string_view::npos) {
      std::string_view id = *behind(text, "' crashed while running '");
      m_fact.test = m_scan->names.intern(takeUntil(id, "'"));
      m_section.addMessage(text, line);
    } else {
      m_section.feed(message, line);
    }
    return true;
  }
  if (m_quiet && m_state != State::ended) {
    SessionFact end;
    if (parseQuietFinalLine(text, end)) return feedFinalLine(end, line, moment, finished);
  }
  if (m_state == State::reporting && m_part == Part::summary) return feedSummary(text, line, moment, finished);
  if (m_state == State::ended) {
    if (feedCharacters(text, line)) return true;
    if (text.starts_with("ERROR: ")) {  // its arguments name nothing that could run
      SessionFact stop;
      stop.kind = SessionFact::Kind::stopped;
      addFact(stop, line, moment);
    }
  }
  return false;
}

}  // namespace lanescope::recognise
