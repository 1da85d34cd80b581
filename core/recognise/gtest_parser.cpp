// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/gtest_parser.h"

#include "core/recognise/text_fields.h"

#include <utility>

namespace lanescope::recognise {
namespace {

constexpr std::string_view kRun = "[ RUN      ]", kOk = "[       OK ]", kFailed = "[  FAILED  ]", kSkipped = "[  SKIPPED ]",
                           kPassed = "[  PASSED  ]", kTotals = "[==========]", kSuite = "[----------]",
                           kDisabled = "[ DISABLED ]";
constexpr std::size_t kTag = 12;
constexpr std::size_t kMostLines = 200;  // of a failure's text; what follows is read on, not kept

bool isTag(std::string_view tag) noexcept {
  for (const std::string_view known : {kRun, kOk, kFailed, kSkipped, kPassed, kTotals, kSuite, kDisabled}) {
    if (tag == known) return true;
  }
  return false;
}

// The verdict in the middle of a line: what the test printed last had no newline.
std::size_t verdictInside(std::string_view text) noexcept {
  for (const std::string_view tag : {kOk, kFailed, kSkipped}) {
    if (const auto at = text.find(tag); at != std::string_view::npos) return at;
  }
  return std::string_view::npos;
}

// "Suite.Name, where GetParam() = 2 (3 ms)" -> "Suite.Name"
std::string_view nameOf(std::string_view text) noexcept {
  if (text.ends_with(" ms)")) text = text.substr(0, text.rfind(" ("));
  return trimmed(text.substr(0, text.find(", where ")));
}

}  // namespace

void GtestParser::finishFailure(std::vector<FinishedSection>& finished) {
  if (!std::exchange(m_inFailure, false)) return;
  for (const auto& entry : m_lines) {
    if (!m_fact.exceptionMessage.empty()) m_fact.exceptionMessage += '\n';
    m_fact.exceptionMessage += entry.text;
  }
  if (!m_lines.empty()) m_fact.line = m_lines.front().number;
  finished.push_back({std::move(m_fact), std::move(m_lines)});
  m_lines = {};
}

// "/src/a.cc:12: Failure", "unknown file: Failure"
bool GtestParser::beginFailure(std::string_view text, std::uint32_t line, const Moment& moment,
                               std::vector<FinishedSection>& finished) {
  constexpr std::string_view kFailure = ": Failure";
  const text::StringId test = m_tests->open();
  if (!test.valid() || !text.ends_with(kFailure)) return false;
  std::string_view place = text.substr(0, text.size() - kFailure.size());
  if (place.empty() || place.find(' ') != std::string_view::npos) {
    if (place != "unknown file") return false;
  }
  finishFailure(finished);
  m_inFailure = true;
  m_fact = FailureFact();
  m_fact.kind = FailureFact::Kind::testSection;
  m_fact.writer = m_writer;
  m_fact.moment = moment;
  m_fact.line = m_fact.firstLine = m_fact.lastLine = line;
  m_fact.test = test;
  m_fact.inTest = true;
  m_fact.exceptionType = "Failure";
  if (const auto colon = place.rfind(':'); colon != std::string_view::npos) {
    std::string_view number = place.substr(colon + 1);
    m_fact.sourceLocation = std::string(place);
    Frame frame;
    frame.file = std::string(place.substr(0, colon));
    frame.line = takeNumber<std::uint32_t>(number).value_or(0);
    m_fact.frames.push_back(std::move(frame));
  }
  return true;
}

void GtestParser::feedVerdict(TestWord word, std::string_view rest, std::uint32_t line,
                              std::vector<FinishedSection>& finished) {
  finishFailure(finished);
  const std::string_view open = m_scan->names.view(m_tests->open());
  // A parameter's text may hold anything: the open test's own name decides.
  const bool isOpen = !open.empty() && rest.starts_with(open);
  const std::string_view name = isOpen ? open : nameOf(rest);
  if (!name.empty()) m_tests->end(m_scan->names.intern(name), word, TestPhase::call, line);
}

bool GtestParser::feedTotals(std::string_view rest, std::uint32_t line, const Moment& moment) {
  SessionFact fact;
  fact.line = line;
  fact.writer = m_writer;
  fact.moment = moment;
  if (take(rest, "Running ")) {
    const auto tests = takeNumber<std::uint32_t>(rest);
    if (!tests) return false;
    m_tests->newSession();
    m_scan->sessions.push_back(fact);
    fact.kind = SessionFact::Kind::collected;
    fact.collected = fact.selected = tests;
    m_scan->sessions.push_back(fact);
    m_state = State::running;
    return true;
  }
  if (!takeNumber<std::uint32_t>(rest) || rest.find(" ran.") == std::string_view::npos) return false;
  fact.kind = SessionFact::Kind::end;
  fact.passed = fact.failed = fact.skipped = fact.errors = 0;
  if (const auto total = behind(rest, " ran. (")) {
    std::string_view ms = *total;
    if (const auto number = takeNumber<std::uint64_t>(ms); number && ms.starts_with(" ms"))
      fact.seconds = static_cast<double>(*number) / 1'000;
  }
  m_end = m_scan->sessions.size();
  m_scan->sessions.push_back(fact);
  m_state = State::reporting;
  m_tests->drop();
  return true;
}

// "[  PASSED  ] 3 tests.", "[  FAILED  ] 2 tests, listed below:"
void GtestParser::feedCount(std::string_view tag, std::string_view rest) {
  const auto number = takeNumber<std::uint32_t>(rest);
  if (!number || !rest.starts_with(" test")) return;
  SessionFact& end = m_scan->sessions[m_end];
  if (tag == kPassed) end.passed = number;
  if (tag == kFailed) end.failed = number;
  if (tag == kSkipped) end.skipped = number;
}

bool GtestParser::feedTag(std::string_view tag, std::string_view rest, std::uint32_t line, const Moment& moment,
                          std::vector<FinishedSection>& finished) {
  if (tag == kTotals) {
    finishFailure(finished);
    return feedTotals(rest, line, moment);
  }
  if (tag == kRun) {
    finishFailure(finished);
    if (rest.empty()) return false;
    m_state = State::running;
    m_tests->begin(m_scan->names.intern(rest), line);
    return true;
  }
  if (m_state == State::none) return false;
  if (m_state == State::reporting) {
    feedCount(tag, rest);
    return true;
  }
  if (tag == kOk) feedVerdict(TestWord::passed, rest, line, finished);
  if (tag == kFailed) feedVerdict(TestWord::failed, rest, line, finished);
  if (tag == kSkipped) feedVerdict(TestWord::skipped, rest, line, finished);
  return true;
}

bool GtestParser::claims(std::string_view message) const noexcept {
  const std::string_view text = trimmed(message);
  return m_state != State::none && text.starts_with("[") && isTag(text.substr(0, kTag));
}

bool GtestParser::feed(std::string_view& message, std::uint32_t line, const Moment& moment,
                       std::vector<FinishedSection>& finished) {
  std::string_view text = trimmed(message);
  if (text.starts_with("[") && isTag(text.substr(0, kTag))) {
    const bool taken = feedTag(text.substr(0, kTag), trimmed(text.substr(kTag)), line, moment, finished);
    if (taken) message = {};
    return taken;
  }
  if (m_state != State::running || !m_tests->open().valid()) return false;
  if (const auto at = verdictInside(text); at != std::string_view::npos) {
    feedTag(text.substr(at, kTag), trimmed(text.substr(at + kTag)), line, moment, finished);
    message = {};
    return true;
  }
  if (beginFailure(text, line, moment, finished)) {
    message = {};
    return true;
  }
  if (!m_inFailure) return false;
  m_fact.lastLine = line;
  if (!text.empty() && m_lines.size() < kMostLines) m_lines.push_back({line, std::string(text.substr(0, 2'000))});
  message = {};
  return true;
}

}  // namespace lanescope::recognise
