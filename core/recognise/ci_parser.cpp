// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/ci_parser.h"

#include "core/recognise/text_fields.h"

#include <algorithm>

namespace lanescope::recognise {
namespace {

// A horizontal rule: nothing but box-drawing dashes (U+2500, three bytes each) or '-'.
bool isRule(std::string_view text) noexcept {
  std::size_t marks = 0;
  while (!text.empty()) {
    if (!take(text, "\xE2\x94\x80") && !take(text, "-")) return false;
    ++marks;
  }
  return marks >= 20;
}

bool isHex(std::string_view text) noexcept {
  return std::all_of(text.begin(), text.end(), [](char c) { return isDigit(c) || (c >= 'a' && c <= 'f'); });
}

std::string_view quoted(std::string_view text) noexcept {
  take(text, "'");
  return takeUntil(text, "'");
}

}  // namespace

CiFact& CiParser::add(CiFact::Kind kind, std::uint32_t line, const Moment& moment, std::string_view text) {
  CiFact fact;
  fact.kind = kind;
  fact.line = line;
  fact.moment = moment;
  fact.text = std::string(text.substr(0, 1'000));
  m_scan->ci.push_back(std::move(fact));
  return m_scan->ci.back();
}

bool CiParser::feedRunner(std::string_view text, std::uint32_t line, const Moment& moment) {
  using Kind = CiFact::Kind;
  std::string_view rest = text;
  if (take(rest, "Runner name: ")) return add(Kind::runner, line, moment, quoted(rest)), true;
  if (take(rest, "Complete job name: ")) return add(Kind::jobName, line, moment, rest), true;
  if (take(rest, "node_name=")) return add(Kind::node, line, moment, rest), true;
  if (take(rest, "HEAD is now at ")) return add(Kind::headAt, line, moment, rest), true;
  if (text.starts_with("Cleaning up orphan processes")) return add(Kind::orphanCleanup, line, moment), true;
  rest = trimmed(text);
  if (take(rest, "ref: ") && rest.size() == 40 && isHex(rest)) return add(Kind::checkoutRef, line, moment, rest), true;
  rest = text;
  if (take(rest, "exit_code=")) {
    if (const auto code = takeNumber<std::int64_t>(rest); code && rest.empty()) {
      add(Kind::variable, line, moment, "exit_code").number = code;
      return true;
    }
  }
  if (text.starts_with("Artifact ") && text.find(" has been successfully uploaded") != std::string_view::npos) {
    rest = text.substr(9);
    return add(Kind::artifact, line, moment, rest.substr(0, rest.find(" has been"))), true;
  }
  if (m_expect == Expect::operatingSystem) {
    add(Kind::os, line, moment, text);
    return true;
  }
  return false;
}

// gitlab-runner's helpers/build_section.go: `section_start:1767322996:build_script[collapsed=true]`. Its seconds stand for the line's time where
// the trace has no stamps.
bool CiParser::feedSection(std::string_view text, std::uint32_t line, const Moment& moment) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  constexpr std::int64_t kLatest = 9'999'999'999;
  const bool begins = take(text, "section_start:");
  if (!begins && !take(text, "section_end:")) return false;
  const auto seconds = takeNumber<std::int64_t>(text);
  if (!seconds || *seconds <= 0 || *seconds > kLatest || !take(text, ":")) return false;
  const Moment stated{*seconds * kSecond, kSecond, Moment::From::outer};
  CiFact& fact = add(begins ? CiFact::Kind::groupStart : CiFact::Kind::groupEnd, line, moment.known() ? moment : stated);
  if (begins) fact.text = std::string(takeUntil(text, "[ "));
  m_excerpt = m_echo = false;
  return true;
}

bool CiParser::feedTag(std::string_view text, std::uint32_t line, const Moment& moment) {
  using Kind = CiFact::Kind;
  std::string_view rest = text;
  if (take(rest, "##[group]") || take(rest, "::group::")) {
    add(Kind::groupStart, line, moment, rest);
    m_excerpt = false;                           // a new step
    m_echo = rest.starts_with("Run ");
    m_expect = rest == "Operating System" ? Expect::operatingSystem : Expect::nothing;
    m_expectLines = 0;
    return true;
  }
  if (text.starts_with("##[endgroup]")) {
    add(Kind::groupEnd, line, moment);
    m_echo = false;
    m_expect = Expect::nothing;
    return true;
  }
  if (take(rest, "##[error]")) {
    m_excerpt = false;
    if (auto code = behind(rest, "Process completed with exit code ")) {
      add(Kind::exitCode, line, moment, rest).number = takeNumber<std::int64_t>(*code);
    } else if (rest.find("has timed out after ") != std::string_view::npos || rest.find("exceeded the maximum execution time") != std::string_view::npos) {
      CiFact& fact = add(Kind::stepTimeout, line, moment, rest);
      fact.number = numberBehind<std::int64_t>(rest, "has timed out after ");
      if (!fact.number) fact.number = numberBehind<std::int64_t>(rest, "maximum execution time of ");
    } else if (rest.find("operation was canceled") != std::string_view::npos || rest.find("runner has received a shutdown signal") != std::string_view::npos) {
      add(Kind::cancelled, line, moment, rest);
    } else {
      add(Kind::error, line, moment, rest);
    }
    return true;
  }
  if (text.starts_with("##[notice]") || text.starts_with("##[warning]")) {
    m_excerpt = false;
    return true;
  }
  return text.starts_with("##[");
}

bool CiParser::feedWrapper(std::string_view text, std::uint32_t line, const Moment& moment) {
  using Kind = CiFact::Kind;
  if (const auto id = behind(text, "Entering Experiment ")) {
    CiFact& fact = add(Kind::experiment, line, moment, text);
    // ".. with id: name_1767322996": unix seconds of the attempt's start
    if (const auto under = id->rfind('_'); under != std::string_view::npos) {
      std::string_view digits = id->substr(under + 1);
      if (const auto seconds = takeNumber<std::int64_t>(digits); seconds && *seconds > 1'000'000'000) fact.number = seconds;
    }
    return true;
  }
  // The console is 80 columns wide: the tail of the sentence stands on the next line.
  if (text.find("Detected flaky failure") != std::string_view::npos) {
    const bool restarts = text.find("while job is running") == std::string_view::npos;
    add(restarts ? Kind::restart : Kind::error, line, moment, text);
    return true;
  }
  for (const std::string_view start : {"Job failed with status:", "Job succeeded with status:"}) {
    const auto at = text.find(start);
    if (at == std::string_view::npos) continue;
    CiFact& fact = add(Kind::jobStatus, line, moment, start.substr(0, start.size() - 13));
    fact.number = start.starts_with("Job s") ? 0 : 1;
    return true;
  }
  if (text == "Job succeeded" || text.starts_with("ERROR: Job failed")) {   // gitlab-runner's last line
    add(Kind::jobStatus, line, moment, text).number = text.starts_with("Job") ? 0 : 1;
    return text.starts_with("Job");              // why it failed is the signatures' to read
  }
  std::string_view rest = text;
  if (take(rest, "Running ") && (rest.ends_with(" test suite.") || rest.ends_with(" test suite"))) {
    add(Kind::phaseEcho, line, moment, takeUntil(rest, " "));
    return true;
  }
  return false;
}

bool CiParser::feedImage(std::string_view text, std::uint32_t line, const Moment& moment) {
  using Kind = CiFact::Kind;
  std::string_view rest = text;
  if (const auto from = behind(text, ": Pulling from ")) return add(Kind::imagePull, line, moment, *from), true;
  if (take(rest, "Digest: sha256:")) return add(Kind::imageDigest, line, moment, text.substr(8)), true;
  if (take(rest, "Status: Downloaded newer image for ") || take(rest, "Status: Image is up to date for ")) {
    return add(Kind::imageReady, line, moment, rest), true;
  }
  return false;
}

bool CiParser::feedExcerpt(std::string_view text, std::uint32_t line, const Moment& moment) {
  if (!m_excerpt) {
    if (text.find("log excerpt") == std::string_view::npos || text.find("\xE2\x94\x80\xE2\x94\x80") == std::string_view::npos) return false;
    m_excerpt = true;
    m_excerptRules = 0;
    add(CiFact::Kind::excerptBegin, line, moment);
    return true;
  }
  // Banner, path, rule, the quoted lines, rule.
  if (isRule(text) && ++m_excerptRules == 2) {
    m_excerpt = false;
    add(CiFact::Kind::excerptEnd, line, moment);
  }
  return true;
}

std::string_view CiParser::otherError(std::string_view message) noexcept {
  std::string_view rest = trimmed(message);
  if (!take(rest, "##[error]")) return {};
  for (const std::string_view known : {"Process completed with exit code ", "has timed out after ", "exceeded the maximum execution time", "operation was canceled", "received a shutdown signal"}) {
    if (rest.find(known) != std::string_view::npos) return {};
  }
  return rest;
}

bool CiParser::feed(std::string_view message, std::uint32_t line, const Moment& moment) {
  const std::string_view text = trimmed(message);
  if (feedTag(text, line, moment) || feedSection(text, line, moment)) return true;
  if (m_expect == Expect::operatingSystem && ++m_expectLines > 8) m_expect = Expect::nothing;
  if (m_echo) {
    // Inputs of an action stand in its echo ("  ref: <commit>"): facts about the job, not output.
    feedRunner(message, line, moment);
    return true;
  }
  if (feedExcerpt(text, line, moment)) return true;
  return feedRunner(text, line, moment) || feedImage(text, line, moment) || feedWrapper(text, line, moment);
}

}  // namespace lanescope::recognise
