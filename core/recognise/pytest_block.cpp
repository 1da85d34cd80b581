// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/pytest_block.h"

#include "core/recognise/pytest_lines.h"
#include "core/recognise/text_fields.h"

#include <utility>

namespace lanescope::recognise {
namespace {

constexpr std::uint32_t kMostLines = 50'000;  // stacks of all threads and what was captured

}  // namespace

void PytestBlock::begin(Kind kind, FailureFact::Kind fact, const Moment& moment) {
  m_kind = kind;
  m_fact = FailureFact();
  m_fact.kind = fact;
  m_fact.writer = m_writer;
  m_fact.moment = moment;
}

void PytestBlock::beginSection(text::StringId test, TestPhase phase, std::string title, bool inTest, std::uint32_t line, const Moment& moment) {
  begin(Kind::section, FailureFact::Kind::testSection, moment);
  m_section.begin(line);
  m_fact.test = test;
  m_fact.phase = phase;
  m_fact.inTest = inTest;
  m_sectionTitle = std::move(title);
}

void PytestBlock::beginInternalError(std::uint32_t line, const Moment& moment) {
  begin(Kind::internalError, FailureFact::Kind::exception, moment);
  m_trace.begin(line);
}

void PytestBlock::beginTimeout(std::string_view banner, text::StringId test, std::uint32_t line, const Moment& moment) {
  begin(Kind::timeout, FailureFact::Kind::crash, moment);  // the process ends here
  m_banner = std::string(banner);
  m_lines = 0;
  m_inMainThread = false;
  m_trace = TracebackReader();
  m_fact.line = m_fact.firstLine = m_fact.lastLine = line;
  m_fact.test = test;
  m_fact.inTest = test.valid();
}

void PytestBlock::feedCrash(std::string_view text, std::uint32_t line) {
  std::string_view id = *behind(text, "' crashed while running '");
  m_fact.test = m_scan->names.intern(takeUntil(id, "'"));
  m_section.addMessage(text, line);
}

void PytestBlock::feedInternalError(std::string_view rest, std::uint32_t line, std::vector<FinishedSection>& finished) {
  if (m_trace.feed(rest, line) == TracebackReader::Step::ended) finish(finished);
}

bool PytestBlock::feed(std::string_view message, std::string_view text, std::uint32_t line, std::vector<FinishedSection>& finished) {
  if (m_kind == Kind::timeout) return feedStacks(message, text, line, finished);
  if (m_kind == Kind::internalError && !message.starts_with(kInternalError)) finish(finished);
  return false;
}

bool PytestBlock::feedStacks(std::string_view message, std::string_view text, std::uint32_t line, std::vector<FinishedSection>& finished) {
  if (text.starts_with("===") || ++m_lines > kMostLines) {
    finish(finished);
    return false;
  }
  m_fact.lastLine = line;
  if (isTimeoutBanner(text)) {
    finish(finished);
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

void PytestBlock::finishSection(FailureFact fact, std::vector<FinishedSection>& finished) {
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

void PytestBlock::finish(std::vector<FinishedSection>& finished) {
  const Kind kind = std::exchange(m_kind, Kind::none);
  FailureFact fact = std::move(m_fact);
  if (kind == Kind::section) finishSection(std::move(fact), finished);
  if (kind == Kind::internalError) {
    m_trace.describe(fact);
    finished.push_back({std::move(fact), m_trace.messageLines()});
  }
  if (kind == Kind::timeout) {
    fact.frames = m_trace.frames();
    fact.text = m_banner;
    const std::uint32_t line = fact.line;
    finished.push_back({std::move(fact), {{line, m_banner}}});
  }
}

}  // namespace lanescope::recognise
