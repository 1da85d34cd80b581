// SPDX-License-Identifier: Apache-2.0
#include "core/base/counted.h"
#include "core/model/ranks_text.h"
#include "core/report/verdict.h"

#include "core/report/time_text.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace lanescope::report {

using namespace model;

namespace {

void join(std::string& text, std::string_view part, std::string_view separator) {
  if (part.empty()) return;
  if (!text.empty()) text += separator;
  text += part;
}

const char* badgeOf(RunOutcome outcome) {
  switch (outcome) {
    case RunOutcome::passed:
      return "PASSED";
    case RunOutcome::failed:
      return "FAILED";
    case RunOutcome::recovered:
      return "RECOVERED";
    case RunOutcome::cancelled:
      return "CANCELLED";
    case RunOutcome::unknown:
      break;
  }
  return "UNKNOWN";
}

// The fact without the ranks, where the attributes say it more sharply than the title; else empty.
std::string sharpFact(const Finding& finding, bool withText) {
  const Attributes& attributes = finding.attributes;
  if (finding.findingClass != FindingClass::cudaError || !attributes.cudaError || !attributes.cudaError->code) return {};
  std::string fact = fmt::format("CUDA failure {}", *attributes.cudaError->code);
  if (withText && !attributes.cudaError->text.empty()) fact += fmt::format(" '{}'", attributes.cudaError->text);
  if (!attributes.operationText.empty() && attributes.operationText.size() <= 40) fact += " in " + attributes.operationText;
  return fact;
}

// Where the failure was observed, for a finding whose ranks are not known.
std::string placeOf(const Finding& finding) {
  if (!finding.ranks.empty()) return model::ranksText(finding.ranks);
  if (finding.hosts.size() == 1) return "host " + finding.hosts.front();
  return {};
}

bool someRanksUnread(const Run& run) {
  const Coverage& coverage = run.coverage;
  if (coverage.ranksExpected && coverage.ranksSeen == 0) return false;   // lines name no rank: any may have printed them
  return !coverage.missingRanks.empty() || (coverage.ranksExpected && *coverage.ranksExpected > coverage.ranksSeen);
}

std::string shareOf(const Run& run, const Finding& finding) {
  if (finding.ranks.empty()) return {};
  if (run.worldSize) return fmt::format("{} of {} ranks", finding.ranks.size(), *run.worldSize);
  if (run.coverage.ranksAtLeast)
    return fmt::format("{} of at least {}", finding.ranks.size(), base::counted(*run.coverage.ranksAtLeast, "rank"));
  return {};
}

constexpr std::size_t kMostUndecided = 3;        // named; of more, the number

std::string undecidedWith(const Run& run, const Finding& finding) {
  const std::vector<std::string>& ids = finding.orderUndecidedWith;
  std::vector<std::string> others;
  for (std::size_t i = 0; i < std::min(ids.size(), kMostUndecided); ++i) {
    const auto other =
        std::find_if(run.findings.begin(), run.findings.end(), [&](const Finding& item) { return item.id == ids[i]; });
    if (other != run.findings.end()) others.push_back(other->title);
  }
  if (others.empty()) return {};
  const std::size_t more = ids.size() - std::min(ids.size(), kMostUndecided);
  return fmt::format("order undecided with: {}{}", fmt::join(others, "; "), more > 0 ? fmt::format("; and {} more", more) : "");
}

// " (its clock is 31 s ahead)" where the host's clock is off: what comes before it by the printed times may come after it.
std::string clockNote(const Run& run, const Finding& finding) {
  if (finding.evidence.empty()) return {};
  const SourceClock& clock = run.source(finding.evidence.front().source).clock;
  if (!clock.offsetRange || std::abs(clock.offsetSeconds) < 1) return {};
  return fmt::format(" (its host's clock is {} {})", durationText(std::round(std::abs(clock.offsetSeconds))), clock.offsetSeconds > 0 ? "ahead" : "behind");
}

std::string failureHeadline(const Run& run, const Finding& finding) {
  std::string text;
  const std::string fact = sharpFact(finding, true);
  if (!fact.empty()) join(text, placeOf(finding), " · ");
  join(text, fact.empty() ? finding.title : fact, " · ");
  join(text, whenPhrase(finding.time) + clockNote(run, finding), " · ");
  if (finding.attributes.progress) join(text, "after " + progressText(*finding.attributes.progress), " · ");
  join(text, shareOf(run, finding), " · ");
  if (someRanksUnread(run)) join(text, "first among the ranks read", " · ");
  join(text, undecidedWith(run, finding), " · ");
  if (run.firstFailureByUser) {
    const bool same = run.firstFailureTool == run.firstFailure || !run.firstFailureTool;
    join(text, same ? "the user's own choice, as by the log" : "the user's own choice; by the log: " + run.findings[*run.firstFailureTool].title, " · ");
  }
  return text;
}

// "teardown barrier", "ALLREDUCE", "collective".
std::string operationOf(const Attributes& attributes) {
  std::string operation = "collective";
  if (attributes.collective && !attributes.collective->op.empty()) operation = attributes.collective->op;
  if (attributes.collective && !attributes.collective->api.empty()) operation = attributes.collective->api;
  return (attributes.testPhase == "teardown" ? "teardown " : "") + operation;
}

// Whether all ranks timed out in the same operation, as far as they say.
bool oneOperation(const Finding& finding) {
  const std::string* seen = nullptr;
  for (const ByRank& row : finding.byRank) {
    if (row.op.empty()) continue;
    if (seen && *seen != row.op) return false;
    seen = &row.op;
  }
  return true;
}

// "teardown barrier timed out after 1,800 s", with the ranks after the operation where wanted; empty where the finding
// does not say so much.
std::string timeoutClause(const Finding& finding, bool withRanks) {
  if (finding.findingClass != FindingClass::ncclTimeout || !finding.attributes.timeoutMs || finding.ranks.empty()) return {};
  const std::string ranks = withRanks ? " of " + model::ranksText(finding.ranks) : "";
  const std::string operation = oneOperation(finding) ? operationOf(finding.attributes) : "collectives";
  return fmt::format("{}{} timed out after {}", operation, ranks,
                     limitText(*finding.attributes.timeoutMs));
}

bool follows(const Finding& finding, const Finding& first) {
  const bool inRole =
      finding.role == Role::cascade || (finding.role == Role::teardown && finding.findingClass == FindingClass::ncclTimeout);
  return inRole && finding.launch == first.launch && finding.attempt == first.attempt;
}

// What followed the first failure in its own launch: the first cascade, or rather the first time-out whose limit is
// stated, which says more than its echoes on other ranks.
const Finding* firstCascade(const Run& run, const Finding& first) {
  const Finding* cascade = nullptr;
  for (const Finding& finding : run.findings) {
    if (!follows(finding, first)) continue;
    if (!timeoutClause(finding, false).empty()) return &finding;
    if (!cascade) cascade = &finding;
  }
  return cascade;
}

// By their times, where one clock tells both; by their ranges on the first host's clock the roles have judged already.
bool isAfter(const Run& run, const Finding& later, const Finding& first) {
  const auto shifted = [&run](const Finding& finding) { return !finding.evidence.empty() && run.source(finding.evidence.front().source).clock.offsetRange.has_value(); };
  return certainlyBefore(first.time, later.time) || shifted(later) || shifted(first);
}

std::string cascadeClause(const Finding& cascade, bool after) {
  const std::string timeout = timeoutClause(cascade, true);
  std::string details = cascade.time.known() ? whenText(cascade.time) : "";
  if (!timeout.empty() && cascade.attributes.limitOwner) join(details, cascade.attributes.limitOwner->text, ", ");
  const std::string suffix = details.empty() ? "" : fmt::format(" ({})", details);
  // "Then" needs times that allow no other order.
  const std::string lead = after ? "then" : "also";
  return (timeout.empty() ? lead + ": " + cascade.title : lead + " the " + timeout) + suffix;
}

std::string stalledClause(const Finding& first, const Finding* cascade) {
  if (first.ranks.empty()) return {};            // nobody's peers
  std::vector<Rank> stalled = !first.stalledRanks.empty() || !cascade ? first.stalledRanks : cascade->stalledRanks;
  std::erase_if(stalled, [&first](Rank rank) { return std::find(first.ranks.begin(), first.ranks.end(), rank) != first.ranks.end(); });
  if (stalled.empty()) return {};
  const char* where = first.attributes.test.empty() ? "the same operation" : "the test";
  return stalled.size() == 1 ? fmt::format("rank {} was still inside {}", stalled.front(), where)
                             : fmt::format("{} peers were still inside {}", stalled.size(), where);
}

// " (it had enqueued 8 of the group's, the others waited in 9)", as far as the numbers are known.
std::string lowerPhrase(const Run& run, const Finding& waits) {
  const auto& collective = waits.attributes.collective;
  for (const Lane& lane : run.lanes) {
    if (!collective || !collective->seq || lane.launch != waits.launch.value_or(0) || lane.rank != waits.missingRanks.front()) continue;
    for (const CollectiveState& state : lane.collectives) {
      const bool same = state.group == collective->group || state.group == collective->groupDesc;
      if (same && state.lastEnqueued && *state.lastEnqueued < *collective->seq) return fmt::format(" (it had enqueued {}, the others waited in {})", *state.lastEnqueued, *collective->seq);
    }
  }
  return " (it had enqueued less)";
}

// Who is shown not to have joined what the others waited in.
std::string missingClause(const Run& run, const Finding& first, const Finding* cascade) {
  const Finding* waits = first.missingRanks.empty() && cascade ? cascade : &first;
  if (waits->missingRanks.empty()) return {};
  const std::string& basis = waits->attributes.missingBasis;
  const std::string how = basis == "lower-enqueued" ? lowerPhrase(run, *waits) : basis == "no-report" ? " (no time-out of it)" : basis == "other-operation" ? " (it waited elsewhere)" : "";
  return fmt::format("not joined: {}{}", model::ranksText(waits->missingRanks), waits->missingRanks.size() == 1 ? how : "");
}

std::string restartClause(const Run& run) {
  if (run.restarts.empty()) return {};
  const Restart& restart = run.restarts.front();
  const std::string again = run.restarts.size() > 1 ? fmt::format(", the first of {}", run.restarts.size()) : "";
  const std::string when = restart.time.known() ? " " + whenText(restart.time) : "";
  return fmt::format("{} restart{}{}", restart.by.empty() ? "launcher" : restart.by, when, again);
}

bool everyRankPassed(const Run& run, const Launch& launch) {
  if (!launch.tests || !run.worldSize || launch.tests->ranks.size() != *run.worldSize) return false;
  return std::all_of(launch.tests->ranks.begin(), launch.tests->ranks.end(), [](const RankCounts& counts) {
    return counts.complete && counts.failed.value_or(0) == 0 && counts.errors.value_or(0) == 0;
  });
}

std::string passedClause(const Run& run, const Launch& launch) {
  return everyRankPassed(run, launch) ? fmt::format("all {} ranks passed", *run.worldSize)
                                      : fmt::format("launch {} passed", launch.index + 1);
}

// The launch that passed after the one that failed.
const Launch* passedLater(const Run& run, const Finding& first) {
  const auto found = std::find_if(run.launches.begin(), run.launches.end(), [&first](const Launch& launch) {
    return launch.outcome == LaunchOutcome::passed && launch.index > first.launch.value_or(0);
  });
  return found == run.launches.end() ? nullptr : &*found;
}

std::string endClause(const Run& run, const Finding& first) {
  if (run.outcome == RunOutcome::recovered) {
    const Launch* launch = passedLater(run, first);
    if (launch) return passedClause(run, *launch);
    const bool again = std::any_of(run.launches.begin(), run.launches.end(), [](const Launch& each) { return each.attempts.size() > 1 && each.outcome == LaunchOutcome::passed; });
    return again ? "a later attempt passed" : "the job passed";
  }
  if (!first.launch || *first.launch >= run.launches.size()) return {};
  const Launch& launch = run.launches[*first.launch];
  const std::string when = launch.end.known() ? fmt::format(" ({})", whenText(launch.end)) : "";
  if (!launch.exit.signal.empty()) return fmt::format("launch {} ended with {}{}", launch.index + 1, launch.exit.signal, when);
  if (launch.exit.code) return fmt::format("launch {} ended with exit code {}{}", launch.index + 1, *launch.exit.code, when);
  return {};
}

std::string thenOf(const Run& run, const Finding& first) {
  const Finding* cascade = firstCascade(run, first);
  std::string text = cascade ? cascadeClause(*cascade, isAfter(run, *cascade, first)) : "";
  join(text, missingClause(run, first, cascade), "; ");
  join(text, stalledClause(first, cascade), "; ");
  join(text, restartClause(run), " → ");
  join(text, endClause(run, first), " → ");
  if (!text.empty()) text += '.';
  return text;
}

std::string titleOf(const Run& run, const Finding& first) {
  std::string text = sharpFact(first, false);
  const std::string place = placeOf(first);
  text = text.empty() ? first.title : place.empty() ? text : place + ": " + text;
  if (const Finding* cascade = firstCascade(run, first)) join(text, timeoutClause(*cascade, false), "; ");
  if (run.outcome == RunOutcome::recovered) join(text, "passed on retry", "; ");
  if (run.firstFailureByUser) join(text, "first by the user's own choice", "; ");
  return capitalised(std::move(text));
}

// Sentences about inputs whose absence weakens the verdict.
std::string missingInputs(const Run& run) {
  std::string text;
  const auto sentence = [&text](std::string_view words) { join(text, std::string(words) + '.', " "); };
  const auto has = [&run](auto predicate) { return std::any_of(run.sources.begin(), run.sources.end(), predicate); };
  const bool hasTree = has([](const Source& source) { return source.layout == Layout::torchrun; });
  const bool hasJobLog = has([](const Source& source) {
    return source.layout == Layout::jobLog || source.layout == Layout::merged || source.layout == Layout::slurm;
  });
  if (hasTree && !hasJobLog) {
    sentence(run.launches.size() > 1 ? "Job log missing: order of launches from their own stamps"
                                     : "Job log missing: what the job did afterwards is not known");
  }
  if (has([](const Source& source) { return source.layout == Layout::nccl && source.damagedBytes > 0; })) {
    sentence("Damaged NCCL file: absence of a line proves nothing");
  }
  const auto broken =
      std::count_if(run.inputs.begin(), run.inputs.end(), [](const input::Input& input) { return input.error.has_value(); });
  if (broken > 0) sentence(fmt::format("{} of {} inputs could not be read whole", broken, run.inputs.size()));
  return text;
}

std::string withFullStop(std::string text) {
  if (!text.empty() && text.back() != '.') text += '.';
  return text;
}

// What the log does not say about the first failure; of other findings the report tells further down.
std::string notEstablishedAbout(const Run& run, const std::string& id) {
  std::string text;
  for (const NotEstablished& item : run.notEstablished) {
    const bool applies = item.about.empty() || std::find(item.about.begin(), item.about.end(), id) != item.about.end();
    if (applies) join(text, capitalised(withFullStop(item.text)), " ");
  }
  return text;
}

// Of a run without a first failure.
const char* quietWords(RunOutcome outcome) {
  switch (outcome) {
    case RunOutcome::passed:
      return "no failure seen";
    case RunOutcome::unknown:
      return "outcome not established";
    case RunOutcome::failed:
    case RunOutcome::recovered:
    case RunOutcome::cancelled:
      break;
  }
  return "first failure not established";
}

std::string quietHeadline(const Run& run) {
  std::string text = quietWords(run.outcome);
  const auto launches = std::count_if(run.launches.begin(), run.launches.end(),
                                      [](const Launch& launch) { return launch.outcome == LaunchOutcome::passed; });
  if (launches > 0)
    join(text,
         fmt::format("{} of {} {} passed", launches, run.launches.size(), run.launches.size() == 1 ? "launch" : "launches"),
         " · ");
  if (run.worldSize) join(text, fmt::format("{} of {} ranks read", run.coverage.ranksSeen, *run.worldSize), " · ");
  join(text, fmt::format("{} {} read", run.sources.size(), run.sources.size() == 1 ? "source" : "sources"), " · ");
  return text;
}

// What a run without a failure printed all the same.
std::string alsoPrinted(const Run& run) {
  constexpr std::size_t kShown = 2;
  std::string text;
  std::size_t shown = 0;
  for (const Finding& finding : run.findings) {
    if (shown++ < kShown) join(text, finding.title, "; ");
  }
  if (shown > kShown) text += fmt::format("; {} more", shown - kShown);
  return text.empty() ? text : "also printed: " + text + '.';
}

}  // namespace

const char* roleText(Role role) noexcept {
  switch (role) {
    case Role::firstFailure:
      return "first failure";
    case Role::initiating:
      return "independent failure";
    case Role::cascade:
      return "cascade";
    case Role::teardown:
      return "teardown";
    case Role::noise:
      return "noise";
    case Role::context:
      break;
  }
  return "context";
}

Verdict verdictOf(const Run& run) {
  Verdict verdict;
  if (!run.complete) {
    verdict.headline = verdict.title = "still reading";
    return verdict;
  }
  verdict.badge = badgeOf(run.outcome);
  verdict.notKnown = missingInputs(run);
  if (!run.firstFailure) {
    verdict.headline = quietHeadline(run);
    verdict.then = alsoPrinted(run);
    verdict.title = capitalised(quietWords(run.outcome));
    return verdict;
  }
  const Finding& first = run.findings[*run.firstFailure];
  verdict.headline = failureHeadline(run, first);
  verdict.then = thenOf(run, first);
  verdict.test = first.attributes.test;
  verdict.title = titleOf(run, first);
  std::string notEstablished = notEstablishedAbout(run, first.id);
  join(notEstablished, verdict.notKnown, " ");
  verdict.notKnown = std::move(notEstablished);
  return verdict;
}

}  // namespace lanescope::report
