// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/unittest_parser.h"

#include "core/recognise/text_fields.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lanescope::recognise {
namespace {

constexpr std::size_t kRule = 70;                   // characters of a rule between blocks
constexpr std::uint32_t kMostSectionLines = 5'000;  // behind which a block was cut, or is none
constexpr std::uint32_t kVerdictLines = 3;          // a blank one stands between "Ran .." and the verdict

bool isRule(std::string_view text, char mark) noexcept {
  return text.size() >= kRule && text.find_first_not_of(mark) == std::string_view::npos;
}

// "mod.Class", "__main__.TestX.test_y"
bool isOwner(std::string_view text) noexcept {
  if (text.empty() || isDigit(text.front()) || text.front() == '.' || text.back() == '.') return false;
  return std::all_of(text.begin(), text.end(), [](char c) { return isWord(c) || c == '.' || c == '<' || c == '>'; });
}

// The group in parentheses that `text` starts with, behind a blank; empty where there is none.
std::string_view groupAtStart(std::string_view text) noexcept {
  if (!text.starts_with(" (")) return {};
  int depth = 0;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && --depth == 0) return text.substr(0, i + 1);
  }
  return {};
}

bool isFixture(std::string_view name) noexcept {
  constexpr std::string_view kFixtures[] = {"setUpClass", "tearDownClass", "setUpModule", "tearDownModule"};
  return std::find(std::begin(kFixtures), std::end(kFixtures), name) != std::end(kFixtures);
}

TestPhase phaseOf(const UnittestName& name) noexcept {
  if (name.notLoaded) return TestPhase::collect;
  if (!name.ofClass) return TestPhase::call;
  return name.id.find(".tearDown") != std::string::npos ? TestPhase::teardown : TestPhase::setup;
}

// "failures=1, errors=2, expected failures=1"
std::uint32_t countOf(std::string_view text, std::string_view word) noexcept {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const bool whole = at == 0 || text[at - 1] == '(' || (at >= 2 && text.substr(at - 2, 2) == ", ");
    if (whole) return numberBehind<std::uint32_t>(text.substr(at), "=").value_or(0);
  }
  return 0;
}

}  // namespace

TestWord unittestWordOf(std::string_view text) noexcept {
  if (text == "ok") return TestWord::passed;
  if (text == "FAIL" || text == "unexpected success") return TestWord::failed;  // the runner counts it among what failed
  if (text == "ERROR") return TestWord::error;
  if (text == "expected failure") return TestWord::xfail;
  if (text == "skipped" || text.starts_with("skipped '") || text.starts_with("skipped \"")) return TestWord::skipped;
  return TestWord::none;
}

std::optional<UnittestName> unittestNameAtStart(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && (isWord(text[end]) || text[end] == '.')) ++end;
  if (end == 0 || isDigit(text.front())) return std::nullopt;
  // Parameters of absl's tests stand before the owner, those of a subtest behind it.
  std::string_view owner;
  std::size_t nameEnd = end, ownerEnd = 0;
  for (std::size_t at = end; at < text.size();) {
    const std::string_view group = groupAtStart(text.substr(at));
    if (group.empty()) break;
    const std::string_view inside = group.substr(2, group.size() - 3);
    if (isOwner(inside)) {
      owner = inside;
      nameEnd = at;
      ownerEnd = at + group.size();
    }
    at += group.size();
  }
  if (owner.empty()) return std::nullopt;
  const std::string_view name = text.substr(0, nameEnd);
  UnittestName out;
  out.rest = text.substr(ownerEnd);
  if (owner.starts_with("unittest.loader._FailedTest")) {
    out.notLoaded = true;
    out.id = std::string(name);
    return out;
  }
  out.ofClass = isFixture(name);
  // Only a module has dots in its name, and only a module's fixture belongs to something without.
  if (name.find('.') < name.find(' ') || (!out.ofClass && owner.find('.') == std::string_view::npos)) return std::nullopt;
  out.id = std::string(owner);
  const bool named = owner.size() > name.size() && owner.ends_with(name) && owner[owner.size() - name.size() - 1] == '.';
  if (!named) out.id.append(".").append(name);
  return out;
}

void UnittestParser::beginSession(std::uint32_t line, const Moment& moment) {
  if (m_state == State::ended) m_tests->newSession();
  m_failed.clear();
  m_test = {};
  SessionFact start;
  start.line = line;
  start.writer = m_writer;
  start.moment = moment;
  m_scan->sessions.push_back(start);
}

void UnittestParser::endTest(text::StringId name, TestWord word, TestPhase phase, std::uint32_t line) {
  m_tests->end(name, word, phase, line);
  if (word == TestWord::failed || word == TestWord::error) m_failed.insert(name.value);
  m_test = {};
  m_justEnded = true;
}

// "test_x (mod.Class.test_x) ... ok", and in two lines where the test has a docstring.
bool UnittestParser::feedTest(std::string_view text, std::uint32_t line, const Moment& moment) {
  constexpr std::string_view kDots = " ...";
  const auto name = unittestNameAtStart(text);
  if (name) {
    const auto dots = name->rest.rfind(kDots);
    const bool alone = dots == std::string_view::npos;
    // A test with a docstring stands alone on its line, where a test may begin.
    if (alone && (!name->rest.empty() || !m_mayBegin || name->id.find('.') == std::string::npos)) return false;
    const std::string_view said = alone ? std::string_view() : trimmed(name->rest.substr(dots + kDots.size()));
    const TestWord word = unittestWordOf(said);
    const bool begun = m_state == State::tests;
    if (!begun && word == TestWord::none) return false;
    if (!begun) {
      beginSession(line, moment);
      m_state = State::tests;
    }
    const text::StringId id = m_scan->names.intern(name->id);
    const bool subtest = dots != std::string_view::npos && dots > 0;
    // What a subtest says is said of its test, which is not over.
    if (!(subtest && m_tests->last() == id)) m_tests->begin(id, line);
    if (word != TestWord::none)
      endTest(id, word, phaseOf(*name), line);
    else
      m_test = id;
    if (word == TestWord::none) m_rest = said;
    return true;
  }
  if (m_state != State::tests || !m_test.valid()) return false;
  const auto dots = text.rfind(" ... ");
  const TestWord word = unittestWordOf(dots == std::string_view::npos ? text : trimmed(text.substr(dots + 5)));
  if (word != TestWord::none) {
    endTest(m_test, word, TestPhase::call, line);
    return true;
  }
  return text.ends_with(kDots);  // its docstring
}

bool UnittestParser::feedTitle(std::string_view text, std::uint32_t line, const Moment& moment) {
  TestWord word = TestWord::failed;
  const bool surprise = take(text, "UNEXPECTED SUCCESS: ");
  if (!surprise && take(text, "ERROR: "))
    word = TestWord::error;
  else if (!surprise && !take(text, "FAIL: "))
    return false;
  const auto name = unittestNameAtStart(text);
  if (!name) return false;
  if (m_before == State::none || m_before == State::ended) {
    m_state = m_before;
    beginSession(line, moment);
  }
  // absl's tests are listed without their module.
  text::StringId id = m_scan->names.find(name->id);
  if (!id.valid() || !m_tests->hasFailed(id)) {
    const auto method = name->id.rfind('.');
    const auto owner = method == std::string::npos || method == 0 ? method : name->id.rfind('.', method - 1);
    const text::StringId shorter =
        owner == std::string::npos ? text::StringId() : m_scan->names.find(std::string_view(name->id).substr(owner + 1));
    id = shorter.valid() && m_tests->hasFailed(shorter) ? shorter : m_scan->names.intern(name->id);
  }
  if (!m_tests->hasFailed(id)) m_tests->add(id, word, phaseOf(*name), line);
  if (!name->ofClass && !name->notLoaded) m_failed.insert(id.value);
  m_fact = FailureFact();
  m_fact.kind = FailureFact::Kind::testSection;
  m_fact.writer = m_writer;
  m_fact.moment = moment;
  m_fact.test = id;
  m_fact.sectionTitle = name->id;  // its time is that of the verdict
  m_fact.phase = word == TestWord::error ? phaseOf(*name) : TestPhase::call;
  m_state = surprise ? State::title : State::section;
  m_underRule = m_inTraceback = false;
  m_lines = 0;
  m_traceback = TracebackReader();
  return true;
}

void UnittestParser::finishSection(std::vector<FinishedSection>& finished) {
  if (m_state != State::section) return;
  m_state = State::tests;
  if (m_traceback.firstLine() == 0) return;
  FailureFact fact = std::move(m_fact);
  m_traceback.describe(fact);
  finished.push_back({std::move(fact), m_traceback.messageLines()});
}

bool UnittestParser::feedSection(std::string_view message, std::uint32_t line) {
  if (!m_underRule) {
    m_underRule = isRule(trimmed(message), '-');
    return true;
  }
  if (m_inTraceback)
    m_inTraceback = m_traceback.feed(message, line) == TracebackReader::Step::taken;
  else if (m_traceback.firstLine() == 0 && message.starts_with("Traceback (most recent call last)")) {
    m_traceback.begin(line);
    m_inTraceback = true;
  }
  return true;
}

bool UnittestParser::feedRan(std::string_view text, std::uint32_t line, const Moment& moment) {
  if (!take(text, "Ran ")) return false;
  const auto tests = takeNumber<std::uint32_t>(text);
  if (!tests || !take(text, *tests == 1 ? " test in " : " tests in ")) return false;
  const auto seconds = takeNumber<double>(text);
  if (!seconds || text != "s") return false;
  if (m_state == State::none || m_state == State::ended) beginSession(line, moment);
  SessionFact end;
  end.kind = SessionFact::Kind::end;
  end.line = line;
  end.writer = m_writer;
  end.moment = moment;
  end.seconds = seconds;
  m_end = m_scan->sessions.size();
  m_scan->sessions.push_back(end);
  m_ran = *tests;
  m_lines = 0;
  m_state = State::verdict;
  m_tests->drop();
  m_test = {};
  return true;
}

// "OK (skipped=1)", "FAILED (failures=1, errors=2)", "NO TESTS RAN"
bool UnittestParser::feedVerdict(std::string_view text) {
  const bool known = text == "OK" || text.starts_with("OK (") || text == "FAILED" || text.starts_with("FAILED (") ||
                     text.starts_with("NO TESTS RAN");
  if (known) {
    SessionFact& end = m_scan->sessions[m_end];
    end.failed = countOf(text, "failures");
    end.errors = countOf(text, "errors");
    end.skipped = countOf(text, "skipped");
    end.xfailed = countOf(text, "expected failures");
    end.xpassed = countOf(text, "unexpected successes");
    // Several failures may be of one test (subtests), and those of a class of none.
    const std::uint64_t other = m_failed.size() + std::uint64_t{*end.skipped} + *end.xfailed;
    end.passed = static_cast<std::uint32_t>(m_ran - std::min<std::uint64_t>(other, m_ran));
  }
  if (known || ++m_lines >= kVerdictLines) m_state = State::ended;
  return known;
}

bool UnittestParser::claims(std::string_view message) const noexcept {
  const std::string_view text = trimmed(message);
  if (m_state == State::section) return isRule(text, '=') || isRule(text, '-');
  return m_test.valid() && unittestWordOf(text) != TestWord::none;
}

bool UnittestParser::feed(std::string_view& message, std::uint32_t line, const Moment& moment,
                          std::vector<FinishedSection>& finished) {
  const std::string_view text = trimmed(message);
  m_rest = {};
  m_wantsNext = false;
  m_mayBegin = std::exchange(m_justEnded, false);
  const bool taken = feedLine(message, text, line, moment, finished);
  m_wantsNext = m_wantsNext || m_justEnded || m_test.valid();
  if (taken) message = m_rest;
  return taken;
}

bool UnittestParser::feedLine(std::string_view message, std::string_view text, std::uint32_t line, const Moment& moment,
                              std::vector<FinishedSection>& finished) {
  if (isRule(text, '=')) {
    finishSection(finished);
    m_before = m_state == State::title ? m_before : m_state;
    m_state = State::title;
    return false;
  }
  if (m_state == State::section && ((m_underRule && isRule(text, '-')) || ++m_lines > kMostSectionLines)) {
    finishSection(finished);
    m_wantsNext = true;  // "Ran .." follows
    return true;
  }
  if (m_state == State::section) return feedSection(message, line);
  if (m_state == State::title) {
    if (feedTitle(text, line, moment)) {
      if (m_state == State::title) m_before = State::tests;
      return true;
    }
    m_state = m_before;
  }
  if (m_state == State::verdict) return feedVerdict(text);
  if (text.starts_with("Ran ")) return feedRan(text, line, moment);
  return feedTest(text, line, moment);
}

}  // namespace lanescope::recognise
