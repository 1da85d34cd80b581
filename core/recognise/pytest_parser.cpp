// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/pytest_parser.h"

#include "core/recognise/pytest_lines.h"
#include "core/recognise/text_fields.h"

namespace lanescope::recognise {
namespace {

constexpr std::size_t kLeastSeparator = 60;  // of a session without a header: pytest fills the width of the terminal

}  // namespace

bool PytestParser::wantsMore() const noexcept {
  const bool inReport = m_part == Part::failures || m_part == Part::errors || (m_quiet && m_state == State::reporting);
  return m_block.kind() != Block::none || inReport || m_afterCharacters;
}

bool PytestParser::feedWhole(text::StringId name, TestWord word, std::uint32_t line) {
  if (m_block.kind() != Block::none || name == m_tests->last()) return false;
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
}

void PytestParser::flush(std::vector<FinishedSection>& finished) {
  m_block.finish(finished);
  addCounted();
}

bool PytestParser::feedFinalLine(const SessionFact& end, std::uint32_t line, const Moment& moment,
                                 std::vector<FinishedSection>& finished) {
  m_block.finish(finished);
  m_countedLine = 0;
  addFact(end, line, moment);
  m_state = State::ended;
  m_part = Part::other;
  m_tests->drop();
  return true;
}

bool PytestParser::feedTitle(std::string_view title, std::uint32_t line, const Moment& moment,
                             std::vector<FinishedSection>& finished) {
  m_block.finish(finished);
  TestPhase phase = TestPhase::call;
  text::StringId name;
  if (take(title, "ERROR collecting ")) {
    phase = TestPhase::collect;
    name = m_scan->names.intern(title);
    m_tests->add(name, TestWord::error, phase, line);
  }
  if (take(title, "ERROR at setup of ")) phase = TestPhase::setup;
  if (take(title, "ERROR at teardown of ")) phase = TestPhase::teardown;
  if (phase != TestPhase::collect) m_unnamed.nameFromTitle(title, m_part == Part::errors, phase);
  m_sawSections = true;
  m_block.beginSection(name, phase, std::string(title), m_tests->open().valid(), line, moment);
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
      m_block.finish(finished);
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
    m_block.finish(finished);
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
  if (m_block.kind() == Block::internalError) {
    m_block.feedInternalError(rest, line, finished);
    return true;
  }
  // One is enough: a failing hook fails again for whatever comes next.
  if (!rest.starts_with("Traceback (most recent call last)")) return m_sawInternalError;
  if (m_sawInternalError) return true;
  m_block.finish(finished);
  m_sawInternalError = true;
  SessionFact stop;  // whatever its final line says of the tests before
  stop.kind = SessionFact::Kind::stopped;
  addFact(stop, line, moment);
  m_block.beginInternalError(line, moment);
  return true;
}

bool PytestParser::feedTimeout(std::string_view banner, std::uint32_t line, const Moment& moment,
                               std::vector<FinishedSection>& finished) {
  const text::StringId test = m_tests->open();
  m_block.finish(finished);
  m_block.beginTimeout(banner, test, line, moment);
  if (test.valid()) m_tests->end(test, TestWord::failed, TestPhase::call, line);
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
  if (word == TestWord::none && m_block.kind() != Block::section) word = wordAtEnd(text);
  if (word == TestWord::none) return false;
  m_block.finish(finished);
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
  m_block.finish(finished);
  m_block.beginSection(m_scan->names.intern(id), phase, {}, m_tests->open().valid(), line, moment);
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
  m_block.finish(finished);
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
  m_block.finish(finished);
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
  if (!progress.file.empty()) m_unnamed.setFile(progress.file);
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
    if (result == 'F' || result == 'E' || result == 'u') m_unnamed.add(result, line);
  }
  m_afterCharacters = true;
  m_rest = progress.rest;
  return true;
}

void PytestParser::addSummarised(std::string_view id, bool error, std::uint32_t line) {
  const text::StringId name = m_scan->names.intern(id);
  if (m_unnamed.nameFromSummary(id, error) || m_sawIds || m_tests->hasFailed(name)) return;
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
    addSummarised(id, error, line);
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
  if (m_block.feed(message, text, line, finished)) return true;
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
  if (text.starts_with("+++") && m_block.kind() != Block::section && isTimeoutBanner(text)) {
    return feedTimeout(text, line, moment, finished);
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
    if (m_block.kind() == Block::none && feedCharacters(text, line)) return true;
  }
  if (m_block.kind() == Block::section) {
    if (m_state == State::reporting && text.starts_with("worker '") &&
        text.find("' crashed while running '") != std::string_view::npos) {
      m_block.feedCrash(text, line);
    } else {
      m_block.feedSection(message, line);
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
