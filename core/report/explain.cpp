// SPDX-License-Identifier: Apache-2.0
#include "core/report/explain.h"

#include "core/model/ranks_text.h"
#include "core/report/text_layout.h"
#include "core/report/time_text.h"
#include "core/report/verdict.h"
#include "core/text/clean.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>

namespace lanescope::report {

using namespace model;

namespace {

// What each rule asks, in a sentence that is true where it applies. In the order of the enumeration.
constexpr std::array kRuleTexts = {
    "it is a warning or a note",
    "none of its lines is an error",
    "its launch or attempt passed",
    "a test printed it and passed",
    "its lines are printed while processes go down",
    "its ranks only heard of a time-out that another rank reports",
    "the launcher's agent stopped these processes itself",
    "its launch or attempt is an earlier one",
    "it is certainly earlier: the ranges of the times do not overlap",
    "it says what went wrong, not what others saw of it",
    "one rank printed both to one stream, this one first",
    "the times overlap; its class says more",
    "the times overlap and nothing else decides; sorted by the likelier time and by place, which proves nothing",
    "the user has chosen it",
    "it stands before every other finding that may be first",
    "the log shows it first, and the user has chosen another",
    "a test printed it and passed",
    "it tells of a restart",
    "it is a warning of cleaning up",
    "its launch or attempt passed",
    "the run has no first failure",
    "it only tells how far the ranks had come",
    "none of its lines is an error, or its lines are known as harmless",
    "it tells of processes that end or go down",
    "its class reports an effect (a time-out, a lost connection, a kill), or its lines repeat somebody's error",
    "the same processes had failed already, and nothing sets the two apart",
    "its time and that of the first failure overlap",
    "nothing ties it to the first failure",
    "it is the earliest of its own attempt",
    "it is of another attempt than the first failure",
};
static_assert(kRuleTexts.size() == static_cast<std::size_t>(Rule::roleOtherAttempt) + 1);

constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kSuspectBases = {{
    {"monitored-barrier", "a monitoredBarrier's text names it"},
    {"desync-report", "a desync report names it"},
    {"lower-enqueued", "it had enqueued less than its peers in the same process group"},
    {"other-operation", "it ran another operation at the same number of the same process group"},
    {"own-failure-first", "its own failure stands before everyone else's by more than the ranges"},
    {"named-by-scheduler", "the scheduler names it"},
    {"kernel-line", "a kernel's line names its process or its GPU"},
}};
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kMissingBases = {{
    {"monitored-barrier", "a monitoredBarrier's text names it"},
    {"desync-report", "a desync report names it"},
    {"lower-enqueued", "its numbers in the same process group are lower"},
    {"no-report", "it printed no time-out while its peers did, and lived on or had ended before"},
    {"other-operation", "it waited in an operation of another group"},
    {"communicator", "it had not begun the communicator that the others had"},
}};

void heading(std::string& out, std::string_view text) { out += fmt::format("\n{}\n", text); }

void answer(std::string& out, bool applies, std::string_view text) { appendWrapped(out, applies ? "  yes  " : "  no   ", text); }

bool isOf(const RuleTrace& trace, Rule first, Rule last) { return trace.rule >= first && trace.rule <= last; }

void appendRules(std::string& out, const Finding& finding, Rule first, Rule last) {
  for (const RuleTrace& trace : finding.rules) {
    if (isOf(trace, first, last)) answer(out, trace.applies, kRuleTexts[static_cast<std::size_t>(trace.rule)]);
  }
}

void appendClass(std::string& out, const Finding& finding) {
  heading(out, fmt::format("CLASS  {}", toString(finding.findingClass)));
  if (finding.signatures.empty()) appendWrapped(out, "  ", "no signature: it follows from how processes or tests ended, or from an exception's type");
  for (const MatchedSignature& signature : finding.signatures) {
    appendWrapped(out, "  ", fmt::format("{} ({}): {}; {} {}", signature.id, signature.prior, signature.why, thousands(signature.lines), signature.lines == 1 ? "line" : "lines"));
  }
}

void appendIdentity(std::string& out, const Finding& finding) {
  heading(out, "ONE FINDING");
  appendWrapped(out, "  ", fmt::format("{} {} of one launch and attempt{}", thousands(finding.count), finding.count == 1 ? "observation" : "observations",
                                       finding.ranks.empty() ? "" : " on " + ranksPhrase(finding.ranks)));
  if (!finding.identity.empty()) appendWrapped(out, "  ", fmt::format("fingerprint {} of: {}", finding.fingerprint, text::display(finding.identity)));
}

void appendStart(std::string& out, const Run& run, const Finding& finding) {
  heading(out, "MAY IT BE THE FIRST FAILURE");
  appendRules(out, finding, Rule::startNote, Rule::startStopped);
  const auto order = std::find_if(finding.rules.begin(), finding.rules.end(), [](const RuleTrace& trace) { return isOf(trace, Rule::orderLaunch, Rule::orderPlace); });
  if (order == finding.rules.end() || !run.firstFailure) return;
  const Finding& first = run.findings[*run.firstFailure];
  heading(out, fmt::format("BEFORE {} ({})", first.id, text::display(first.title)));
  const std::string words = kRuleTexts[static_cast<std::size_t>(order->rule)];
  answer(out, order->applies, order->applies ? words : fmt::format("{} does: {}", first.id, words));
}

template <std::size_t size>
void appendBases(std::string& out, std::string_view title, const std::vector<Rank>& ranks, const std::string& basis,
                 const std::array<std::pair<std::string_view, std::string_view>, size>& bases) {
  heading(out, fmt::format("{}  {}", title, ranks.empty() ? "none" : ranksText(ranks)));
  for (const auto& entry : bases) answer(out, !ranks.empty() && entry.first == basis, fmt::format("{}: {}", entry.first, entry.second));
}

}  // namespace

std::string explainFinding(const Run& run, const Finding& finding) {
  std::string out;
  appendWrapped(out, finding.id + "  ", finding.title);
  appendWrapped(out, "    ", fmt::format("{}: {}", roleText(finding.role), finding.why));
  appendWrapped(out, "    ", fmt::format("{}:{}", run.source(finding.evidence.front().source).path, finding.evidence.front().line));
  appendClass(out, finding);
  appendIdentity(out, finding);
  appendStart(out, run, finding);
  heading(out, fmt::format("ROLE  {}", roleText(finding.role)));
  appendRules(out, finding, Rule::roleUser, Rule::roleOtherAttempt);
  appendBases(out, "SUSPECTED", finding.suspectRanks, finding.suspectBasis, kSuspectBases);
  appendBases(out, "SHOWN NOT TO HAVE JOINED", finding.missingRanks, finding.attributes.missingBasis, kMissingBases);
  return text::visible(text::toUtf8(out));
}

}  // namespace lanescope::report
