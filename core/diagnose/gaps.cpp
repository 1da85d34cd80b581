// SPDX-License-Identifier: Apache-2.0
// What was read and what was not, and what this log cannot tell.
#include "core/diagnose/steps.h"
#include "core/diagnose/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace lanescope::diagnose {
namespace {

using model::Draft;
using model::Finding;
using model::FindingClass;
using model::Run;

// Ranks below `size` without a line in any of the lanes that `counts` takes.
template <class Counts>
std::vector<model::Rank> silentRanks(const Draft& draft, std::uint32_t size, const Counts& counts) {
  std::set<model::Rank> seen;
  for (std::size_t i = 0; i < draft.run.lanes.size(); ++i) {
    if (draft.laneHasLines[i] && counts(draft.run.lanes[i])) seen.insert(draft.run.lanes[i].rank);
  }
  std::vector<model::Rank> out;
  for (model::Rank rank = 0; rank < size; ++rank) {
    if (!seen.count(rank)) out.push_back(rank);
  }
  return out;
}

// Ranks of which nothing was read; where lines carry no rank, any of them may be theirs.
void sayUnread(Draft& draft) {
  model::Coverage& coverage = draft.run.coverage;
  if (coverage.missingRanks.empty()) return;
  if (coverage.missingRanks.size() == coverage.ranksExpected.value_or(0)) coverage.notes.emplace_back("no line names the rank that printed it");
  else coverage.notes.push_back(fmt::format("no line of {} was found", model::ranksPhrase(coverage.missingRanks)));
}

void coverRanks(Draft& draft) {
  Run& run = draft.run;
  std::set<model::Rank> seen;
  for (std::size_t i = 0; i < run.lanes.size(); ++i) {
    if (draft.laneHasLines[i]) seen.insert(run.lanes[i].rank);
  }
  run.coverage.ranksSeen = static_cast<std::uint32_t>(seen.size());
  run.coverage.ranksExpected = run.worldSize;
  if (!run.worldSize) {
    const auto highest = std::max_element(run.lanes.begin(), run.lanes.end(), [](const model::Lane& a, const model::Lane& b) { return a.rank < b.rank; });
    if (highest == run.lanes.end()) return;
    run.coverage.ranksAtLeast = highest->rank + 1;
    run.coverage.missingRanks = silentRanks(draft, highest->rank + 1, [](const model::Lane&) { return true; });
    sayUnread(draft);
    return;
  }
  run.coverage.missingRanks = silentRanks(draft, *run.worldSize, [](const model::Lane&) { return true; });
  sayUnread(draft);
  // A rank may have left its log in one launch and not in another.
  for (const model::Launch& launch : run.launches) {
    if (run.launches.size() < 2 || !launch.worldSize) continue;
    const auto silent = silentRanks(draft, *launch.worldSize, [&](const model::Lane& lane) { return lane.launch == launch.index; });
    if (silent.empty() || silent.size() == *launch.worldSize || silent == run.coverage.missingRanks) continue;
    run.coverage.notes.push_back(fmt::format("launch {}: no line of {} was found", launch.index + 1, model::ranksPhrase(silent)));
  }
}

// What a user says of the run bears on everything that is read out of it.
void coverSettings(model::Run& run) {
  const auto count = std::count_if(run.overrides.begin(), run.overrides.end(), [](const model::Override& said) { return said.problem.empty(); });
  const auto others = static_cast<std::ptrdiff_t>(run.overrides.size()) - count;
  if (count > 0) run.coverage.notes.push_back(fmt::format("{} of the user {}", count == 1 ? "1 setting" : fmt::format("{} settings", count), count == 1 ? "applies" : "apply"));
  if (others > 0) run.coverage.notes.push_back(fmt::format("{} of the user {} not apply", others == 1 ? "1 setting" : fmt::format("{} settings", others), others == 1 ? "does" : "do"));
  if (run.sideFileError) run.coverage.notes.emplace_back("the side file could not be used: nothing that it keeps is applied");
}

void coverSources(Draft& draft) {
  Run& run = draft.run;
  bool jobLog = false;
  for (const model::Source& source : run.sources) {
    jobLog = jobLog || source.layout == model::Layout::jobLog;
    if (source.truncated) run.coverage.notes.push_back(source.path + ": it became shorter while it was read; what was gone is missing here");
    if (source.damagedBytes == 0) continue;
    const double share = source.byteCount ? 100.0 * static_cast<double>(source.damagedBytes) / static_cast<double>(source.byteCount) : 0;
    if (source.layout == model::Layout::nccl) {
      run.coverage.notes.push_back(fmt::format("{}: {} of {} bytes are overwritten or empty ({:.0f} %), it is shared by several processes; absence of a line proves nothing",
                                               source.path, source.damagedBytes, source.byteCount, share));
    } else {
      run.coverage.notes.push_back(fmt::format("{}: {} NUL bytes were skipped", source.path, source.damagedBytes));
    }
  }
  const bool trees = std::any_of(run.sources.begin(), run.sources.end(), [](const model::Source& source) { return source.layout == model::Layout::torchrun; });
  if (trees && !jobLog) run.coverage.notes.emplace_back("job log missing: order of launches from their own stamps");
  for (const input::Input& input : run.inputs) {
    if (input.error) run.coverage.notes.push_back(fmt::format("{}: {}", input.path, input.error->what));
  }
  coverSettings(run);
}

// Stamps that do not go on as lines do.
void coverStamps(Draft& draft) {
  for (std::size_t i = 0; i < draft.run.sources.size(); ++i) {
    const recognise::SourceScan& scan = draft.scans[i];
    const std::string& path = draft.run.sources[i].path;
    const auto lines = [](std::uint32_t n) { return n == 1 ? std::string("1 line") : fmt::format("{} lines", n); };
    if (scan.farBackStamps > 0) {
      draft.run.coverage.notes.push_back(fmt::format("{}: {} {} an earlier time than the one before ({} {}, {}{}); the order of the file is kept", path, lines(scan.farBackStamps),
                                                     scan.farBackStamps == 1 ? "carries" : "carry", scan.farBackStamps == 1 ? "line" : "first: line", scan.firstFarBack,
                                                     scan.farBackStamps == 1 ? "" : "up to ", secondsText(std::floor(static_cast<double>(scan.mostBackNs) / 1e9))));
    }
    if (scan.evidence.lateLines > 0) {
      draft.run.coverage.notes.push_back(fmt::format("{}: {} {} read up to {} after {} written (first: line {}), as where output is buffered; for lines near them without a time of their own, "
                                                     "the time of reading is an upper bound",
                                                     path, lines(scan.evidence.lateLines), scan.evidence.lateLines == 1 ? "was" : "were",
                                                     secondsText(std::floor(static_cast<double>(scan.evidence.mostLateNs) / 1e9)), scan.evidence.lateLines == 1 ? "it was" : "they were",
                                                     scan.evidence.firstLateLine));
    }
  }
}

// What the counts alone do not show.
void coverTests(Draft& draft) {
  Run& run = draft.run;
  constexpr std::size_t kMostNamed = 3;
  std::map<std::uint32_t, std::set<model::Rank>> rerun;   // tests that passed only when they ran again
  bool named = false;                            // which tests ran again is printed
  for (const std::vector<model::TestRun>& ofLane : run.testRuns) {
    for (const model::TestRun& test : ofLane) {
      named = named || test.rerun;
      if (test.rerun && test.word == recognise::TestWord::passed) rerun[test.test.value].insert(run.lanes[test.lane.value].rank);
    }
  }
  std::size_t told = 0;
  for (const auto& entry : rerun) {
    if (++told > kMostNamed) break;
    const std::vector<model::Rank> ranks(entry.second.begin(), entry.second.end());
    run.coverage.notes.push_back(fmt::format("{} failed and passed when it was run again, on {}", run.testNames[entry.first], model::ranksPhrase(ranks)));
  }
  if (rerun.size() > kMostNamed) run.coverage.notes.push_back(fmt::format("{} more tests failed and passed when they were run again", rerun.size() - kMostNamed));
  for (const model::Launch& launch : run.launches) {
    const bool again = launch.tests && !named && std::any_of(launch.tests->ranks.begin(), launch.tests->ranks.end(), [](const model::RankCounts& counts) { return counts.reruns.value_or(0) > 0; });
    if (again) run.coverage.notes.push_back(fmt::format("tests of launch {} were run again; which ones passed then is not printed", launch.index + 1));
  }
  const bool assumed = std::any_of(run.lanes.begin(), run.lanes.end(), [](const model::Lane& lane) { return lane.rankFrom == "assumed"; });
  if (assumed) run.coverage.notes.emplace_back("no rank is named where the tests ran: a single process, shown as rank 0");
}

void add(Run& run, std::string text, std::vector<std::string> about, std::vector<model::Evidence> evidence = {}) {
  run.notEstablished.push_back({std::move(text), std::move(about), std::move(evidence)});
}

const Finding* firstFailure(const Run& run) { return run.firstFailure ? &run.findings[*run.firstFailure] : nullptr; }

// Only facts that state their own reason need no sentence about it.
bool statesReason(FindingClass c) {
  return c == FindingClass::assertion || c == FindingClass::gpuOom || c == FindingClass::hostOom || c == FindingClass::eccXid ||
         c == FindingClass::preempted || c == FindingClass::timeLimit || c == FindingClass::cancelled;
}

// What a time-out leaves open: why those who did not join did not, or why nobody got on.
std::string whyNotComplete(const Finding& first) {
  const auto& collective = first.attributes.collective;
  const std::string on = first.ranks.empty() ? std::string() : " on " + model::ranksPhrase(first.ranks);
  if (!collective || collective->op.empty()) return "What the watchdog" + on + " waited for";
  const std::string operation = collective->op + (collective->seq ? fmt::format(" {}", *collective->seq) : std::string());
  if (first.missingRanks.empty()) return fmt::format("Why {} did not complete{}", operation, on);
  return fmt::format("Why {} did not join {}", model::ranksPhrase(first.missingRanks), operation);
}

void unknownReason(Run& run, const Finding& first) {
  if (first.findingClass == FindingClass::timeLimit && !first.attributes.test.empty()) {
    add(run, "Why the tests that were open did not end before the limit is not in this log", {first.id}, {first.evidence.front()});
  }
  if (!first.attributes.hypotheses.empty()) {
    add(run, fmt::format("Whether it is as a line supposes (\"{}\") is not established", first.attributes.hypotheses.front()), {first.id}, {first.evidence.front()});
  }
  if (statesReason(first.findingClass)) return;
  std::string what;
  bool on = true;
  switch (first.findingClass) {
    case FindingClass::cudaError:
      what = first.attributes.cudaError && first.attributes.cudaError->code ? fmt::format("CUDA failure {}", *first.attributes.cudaError->code) : std::string("the CUDA failure");
      what = "What caused " + what;
      break;
    case FindingClass::killed: what = "Who killed the process, and why,"; break;
    case FindingClass::ncclTimeout:
      on = false;
      what = whyNotComplete(first);
      break;
    case FindingClass::launcherExit: what = "Why the processes ended"; break;
    case FindingClass::desync: what = "Why the ranks were at different collectives"; break;
    case FindingClass::monitoredBarrier: what = "Why the barrier was not reached"; on = false; break;
    default: what = "What caused the first failure"; break;
  }
  if (first.findingClass == FindingClass::desync || first.findingClass == FindingClass::timeLimit) on = false;
  const std::string where = !on || first.ranks.empty() ? std::string() : " on " + model::ranksPhrase(first.ranks);
  add(run, what + where + " is not in this log", {first.id}, {first.evidence.front()});
}

void unknownOrder(Run& run, const Finding& first) {
  // Ranks of the first failure whose ranges overlap: which was first cannot be told. Who reports an effect did not fail.
  bool overlap = false;
  const std::size_t rows = isEffect(first.findingClass) ? 0 : first.byRank.size();
  for (std::size_t i = 0; i < rows && first.ranks.size() > 1 && !overlap; ++i) {
    for (std::size_t j = i + 1; j < rows && !overlap; ++j) {
      const model::When& a = first.byRank[i].time;
      const model::When& b = first.byRank[j].time;
      overlap = !model::certainlyBefore(a, b) && !model::certainlyBefore(b, a);
    }
  }
  if (overlap) add(run, fmt::format("Which of {} failed first is not established: their times overlap", model::ranksPhrase(first.ranks)), {first.id});
  constexpr std::size_t kMostNamed = 2;
  const auto& others = first.orderUndecidedWith;
  for (std::size_t i = 0; i < std::min(others.size(), kMostNamed); ++i) {
    for (const Finding& finding : run.findings) {
      if (finding.id == others[i]) add(run, fmt::format("The order of \"{}\" and \"{}\" is undecided: their times overlap", first.title, finding.title), {first.id, finding.id});
    }
  }
  if (others.size() > kMostNamed) add(run, fmt::format("The order of the first failure and {} more findings is undecided: their times overlap", others.size() - kMostNamed), {first.id});
}

void unknownRelations(Run& run) {
  for (const Finding& finding : run.findings) {
    const bool warnsOfErrors = finding.findingClass == FindingClass::cleanupWarning && finding.title.find("destroy_process_group") == std::string::npos;
    if (!warnsOfErrors || run.firstFailure == std::nullopt) continue;
    add(run, fmt::format("Whether the cleanup warnings{} are related to the first failure is not established", finding.ranks.empty() ? "" : " on " + model::ranksPhrase(finding.ranks)),
        {finding.id}, {finding.evidence.front()});
  }
  if (run.recoveries > 0 && run.firstFailure) {
    const std::uint32_t failed = run.findings[*run.firstFailure].launch.value_or(0);
    const bool launch = std::any_of(run.launches.begin(), run.launches.end(), [failed](const model::Launch& l) {
      return l.index > failed && l.outcome == model::LaunchOutcome::passed;
    });
    add(run, std::string(launch ? "The later launch" : "What came later") + " passed, which proves nothing about why the first one failed", {run.findings[*run.firstFailure].id});
  }
  const std::size_t unread = run.coverage.missingRanks.size();
  if (unread > 0 && unread == run.coverage.ranksExpected.value_or(0)) {
    add(run, "Which rank printed which line is not in this log", {});
  } else if (unread > 0) {
    add(run, fmt::format("What {} did is not in this log: no line of {} was read", model::ranksPhrase(run.coverage.missingRanks), run.coverage.missingRanks.size() == 1 ? "it" : "them"), {});
  }
}

// A line counts as each of the classes that it states, whatever finding it became a part of.
std::map<FindingClass, std::uint32_t> foundByClass(const Draft& draft) {
  std::map<FindingClass, std::uint32_t> found;
  std::set<std::uint32_t> observed;              // findings that lines made
  for (const model::Observation& observation : draft.observations) {
    const recognise::FailureFact& fact = draft.scans[observation.source].failures[observation.fact];
    std::set<FindingClass> classes{observation.findingClass};
    for (const std::uint32_t index : fact.signatures) {
      if (const auto own = model::findingClassFrom(draft.signatures->all()[index].findingClass)) classes.insert(*own);
    }
    if (fact.kind == recognise::FailureFact::Kind::exception) classes.insert(fact.exceptionType.ends_with("AssertionError") ? FindingClass::assertion : FindingClass::pythonException);
    if (!fact.cudaText.empty()) classes.insert(FindingClass::cudaError);
    for (const FindingClass c : classes) found[c] += fact.count;
    observed.insert(observation.finding);
  }
  for (std::uint32_t i = 0; i < draft.run.findings.size(); ++i) {
    const Finding& finding = draft.run.findings[i];
    std::uint32_t& count = found[finding.findingClass];
    count = observed.count(i) ? std::max(count, finding.count) : count + finding.count;   // what lines add up to, a desync, is none of theirs
  }
  return found;
}

void listChecked(Draft& draft) {
  using C = FindingClass;
  const std::map<C, std::uint32_t> found = foundByClass(draft);
  for (const C what : {C::cudaError, C::gpuOom, C::eccXid, C::ncclError, C::ncclTimeout, C::ncclNetwork, C::desync, C::monitoredBarrier, C::store,
                       C::assertion, C::pythonException, C::segfault, C::abort, C::hostOom, C::killed, C::preempted, C::timeLimit, C::checkpoint, C::nan, C::setup}) {
    model::Checked checked;
    checked.what = model::toString(what);
    checked.sources = static_cast<std::uint32_t>(draft.run.sources.size());
    if (const auto known = found.find(what); known != found.end()) checked.found = known->second;
    draft.run.checked.push_back(std::move(checked));
  }
}

}  // namespace

void describeGaps(model::Draft& draft) {
  coverRanks(draft);
  coverSources(draft);
  coverStamps(draft);
  coverTests(draft);
  if (const Finding* first = firstFailure(draft.run)) {
    unknownReason(draft.run, *first);
    unknownOrder(draft.run, *first);
  }
  unknownRelations(draft.run);
  listChecked(draft);
}

}  // namespace lanescope::diagnose
