// SPDX-License-Identifier: Apache-2.0
// Facts become observations: their class, who made them, when, and inside which test.
#include "core/clock/line_time.h"
#include "core/diagnose/kernel_lines.h"
#include "core/diagnose/steps.h"

#include <algorithm>
#include <set>

namespace lanescope::diagnose {
namespace {

using model::Draft;
using model::FindingClass;
using model::LaneId;
using model::Observation;
using model::When;
using recognise::FailureFact;
using recognise::Prior;
using recognise::Severity;
using recognise::Signature;
using recognise::TestWord;

constexpr std::int64_t kEndSlackNs = 2'000'000'000;   // stamps of whole seconds, and lines of another file

struct Verdict {
  FindingClass findingClass = FindingClass::warning;
  Prior prior = Prior::root;
  Severity severity = Severity::error;
  std::uint32_t line = 0;
};

// An exception without any known text: what its type says.
FindingClass classOfException(const FailureFact& fact) {
  const std::string& type = fact.exceptionType;
  if (type.ends_with("AssertionError") || type.ends_with("Failed") || type == "Failure") return FindingClass::assertion;
  if (type.ends_with("ChildFailedError") || type.ends_with("SignalException")) return FindingClass::launcherExit;
  return FindingClass::pythonException;
}

// Codes of cudaError_t that say more than "a CUDA call failed": 2 memory, 214 ECC, 220 NVLink.
FindingClass classOfCuda(std::optional<int> code) {
  if (code == 2) return FindingClass::gpuOom;
  if (code == 214 || code == 220) return FindingClass::eccXid;
  return FindingClass::cudaError;
}

// A full disk met while something was saved or loaded. Where the program says no such thing, it is what the exception says.
bool isOfCheckpoint(const FailureFact& fact) {
  const auto names = [](std::string_view text) {
    return text.find("checkpoint") != text.npos || text.find("ckpt") != text.npos || text.find("save") != text.npos || text.find(".distcp") != text.npos;
  };
  const auto frames = [&](const recognise::Frame& frame) { return names(frame.function) || names(std::string_view(frame.file).substr(frame.file.rfind('/') + 1)); };
  return names(fact.exceptionMessage) || names(fact.outerExceptionType) || names(fact.text) || std::any_of(fact.frames.begin(), fact.frames.end(), frames);
}

// Raised for what others raised: it says so itself, or it only holds them.
bool isWrapper(const FailureFact& fact) {
  if (fact.exceptionType.ends_with("ExceptionGroup")) return true;
  const std::string_view message = fact.exceptionMessage.empty() ? fact.text : fact.exceptionMessage;
  const auto cause = message.find("root cause");
  return cause != message.npos && (message.find("above") != message.npos || message.find("stack trace") != message.npos);
}

bool statesAnEnd(FindingClass c) {
  return c == FindingClass::preempted || c == FindingClass::timeLimit || c == FindingClass::cancelled || c == FindingClass::killed || c == FindingClass::hang ||
         c == FindingClass::eccXid || c == FindingClass::hostOom || c == FindingClass::launcherExit;
}

// The most specific signature that matched in the block decides; a block without one is its exception.
Verdict judge(const Draft& draft, const FailureFact& fact) {
  Verdict best;
  // Where a process was says nothing of how it was.
  if (fact.kind == FailureFact::Kind::stackDump) return {FindingClass::warning, Prior::lifecycle, Severity::info, fact.line};
  bool any = false;
  for (std::size_t i = 0; i < fact.signatures.size(); ++i) {
    const Signature& signature = draft.signatures->all()[fact.signatures[i]];
    if (signature.prior == Prior::advice || signature.prior == Prior::lifecycle) continue;
    auto findingClass = model::findingClassFrom(signature.findingClass);
    if (!findingClass) continue;
    if (signature.operation == "checkpoint" && isOfCheckpoint(fact)) findingClass = FindingClass::checkpoint;
    const bool better = !any || specificity(*findingClass) < specificity(best.findingClass);
    if (!better) continue;
    best = {*findingClass, signature.prior, signature.severity, fact.signatureLines[i]};
    any = true;
  }
  const bool isBlock = fact.kind == FailureFact::Kind::exception || fact.kind == FailureFact::Kind::testSection;
  // What a test runner says of a test stays what it is, whatever type it raises to say it.
  const bool runners = any && (best.findingClass == FindingClass::testFailure || best.findingClass == FindingClass::hang);
  // What is raised for another process that went down reports just that.
  const bool relays = any && best.prior == Prior::cascade && best.findingClass == FindingClass::killed;
  if (isBlock && !runners && !relays && (!any || specificity(best.findingClass) > specificity(FindingClass::pythonException))) {
    best = {classOfException(fact), Prior::root, Severity::error, fact.line};
    if (best.findingClass == FindingClass::launcherExit) best.prior = Prior::teardown;
  }
  if (best.prior == Prior::root && isWrapper(fact)) best.prior = Prior::cascade;
  const FindingClass cuda = fact.cudaText.empty() ? FindingClass::warning : classOfCuda(fact.cudaCode);
  if (!fact.cudaText.empty() && specificity(best.findingClass) >= specificity(cuda)) {
    best.findingClass = cuda;
    if (fact.cudaLine != 0) best.line = fact.cudaLine;
    if (isBlock) best.prior = Prior::root;       // raised by a call of the program, not by somebody's report of it
  }
  if (isBlock) best.severity = std::max(best.severity, Severity::error);   // nobody caught it, whatever its text alone would be
  if (best.line == 0) best.line = fact.line;
  // A program that goes on says so itself. Who warns of a stop or a kill did not avert it, and c10d only warns of peers that are gone.
  if (!statesAnEnd(best.findingClass) && !fact.text.starts_with("[c10d]")) best.severity = recognise::capped(best.severity, fact.head);
  return best;
}

// Where every rank of a launch whose device is known runs on the device of its local rank, one process has one GPU.
bool devicesAreLocalRanks(const Draft& draft, std::uint32_t launch) {
  bool any = false;
  for (const model::Lane& lane : draft.run.lanes) {
    if (lane.launch != launch || !lane.device || !lane.localRank) continue;
    if (*lane.device != *lane.localRank) return false;
    any = true;
  }
  return any && draft.run.launches[launch].hosts.size() == 1;
}

// A line of a file that several processes share belongs to the process that its head names.
LaneId laneOfPid(const Draft& draft, std::uint32_t source, const FailureFact& fact) {
  if (fact.pid < 0) return {};
  const auto launch = draft.run.sources[source].launch;
  for (std::uint32_t i = 0; i < draft.run.lanes.size(); ++i) {
    const model::Lane& lane = draft.run.lanes[i];
    if (lane.pid != static_cast<std::uint32_t>(fact.pid) || (launch && lane.launch != *launch)) continue;
    if (!fact.host.empty() && !lane.host.empty() && lane.host != fact.host) continue;
    return LaneId{i};
  }
  if (launch && fact.device >= 0 && devicesAreLocalRanks(draft, *launch)) {
    for (std::uint32_t i = 0; i < draft.run.lanes.size(); ++i) {
      const model::Lane& lane = draft.run.lanes[i];
      if (lane.launch == *launch && lane.localRank == static_cast<std::uint32_t>(fact.device)) return LaneId{i};
    }
  }
  return {};
}

const model::TestRun* testOf(const Draft& draft, LaneId lane, model::TestId test, std::uint32_t source, std::uint32_t line) {
  // Usually the test that was open there; its section may be printed at the end of the session.
  const model::TestRun* last = draft.testAt(lane, source, line);
  if (!last) return nullptr;
  const model::TestRun* const first = draft.testsOf(lane).data();
  for (const model::TestRun* entry = last + 1; entry-- != first && entry->source.value == source;) {
    if (entry->test == test) return entry;
  }
  return nullptr;
}

// A section under "=== FAILURES ===" names its test by domain name: "TestX.test_y[p]" is "...::TestX::test_y[p]".
model::TestId testNamed(const Draft& draft, LaneId lane, std::string_view title) {
  std::string tail = "::";
  const auto parameter = std::min(title.find('['), title.size());
  for (const char c : title.substr(0, parameter)) c == '.' ? tail.append("::") : tail.append(1, c);
  tail += title.substr(parameter);
  for (const model::TestRun& entry : draft.testsOf(lane)) {
    const std::string& name = draft.run.testNames[entry.test.value];
    if (name.size() > tail.size() && name.compare(name.size() - tail.size(), tail.size(), tail) == 0) return entry.test;
  }
  return {};
}

// A subtest's adds its message and its parameters: "test_y [message] (i=1)".
model::TestId testOfTitle(const Draft& draft, LaneId lane, std::string_view title) {
  const model::TestId whole = testNamed(draft, lane, title);
  if (whole.valid()) return whole;
  const auto addition = std::min(title.find(" ["), title.find(" ("));
  return addition == std::string_view::npos ? model::TestId() : testNamed(draft, lane, title.substr(0, addition));
}

When whenOf(const Draft& draft, std::uint32_t source, const FailureFact& fact, std::uint32_t line) {
  if (fact.moment.known()) return model::whenOf(fact.moment);
  return clock::whenOf(draft.run.sources[source], line);
}

// Messages after pytest's last line, or at the end of a launch that passed, are clean-up.
bool isCleanup(const Draft& draft, const Observation& observation, const FailureFact& fact) {
  if (!observation.launch) return false;
  const model::Launch& launch = draft.run.launches[*observation.launch];
  if (launch.outcome != model::LaunchOutcome::passed && launch.outcome != model::LaunchOutcome::empty) return false;
  if (fact.afterSessionEnd) return true;
  if (!observation.lane.valid()) return false;
  if (!observation.when.known()) return false;
  // Its last test has ended, as far as the clock can tell.
  const std::span<const model::TestRun> tests = draft.testsOf(observation.lane);
  if (tests.empty()) return false;
  const When& lastEnd = model::timesOf(draft.run, tests.back()).end;
  return lastEnd.known() && observation.when.utc >= lastEnd.utc - kEndSlackNs;
}

// A crash that names nobody, in a launch of which the launcher saw one process alone go down by that signal.
LaneId laneThatCrashed(const Draft& draft, const Observation& observation) {
  const std::string_view signal = observation.findingClass == FindingClass::abort ? "SIGABRT" : "SIGSEGV";
  LaneId found;
  for (std::uint32_t i = 0; i < draft.run.lanes.size(); ++i) {
    const model::Lane& lane = draft.run.lanes[i];
    if (lane.launch != observation.launch || lane.attempt != observation.attempt || lane.end.signal != signal) continue;
    if (found.valid()) return {};
    found = LaneId{i};
  }
  return found;
}

Observation observationOf(const Draft& draft, std::uint32_t source, std::uint32_t index) {
  const FailureFact& fact = draft.scans[source].failures[index];
  const Verdict verdict = judge(draft, fact);
  Observation out;
  out.source = source;
  out.fact = index;
  out.findingClass = verdict.findingClass;
  out.prior = verdict.prior;
  out.severity = verdict.severity;
  out.line = verdict.line;
  const Draft::Owner owner = draft.ownerOf(source, fact.line, fact.writer);
  out.launch = owner.launch ? owner.launch : draft.run.sources[source].launch;
  out.attempt = owner.attempt ? owner.attempt : (out.launch ? std::optional<std::uint32_t>(0) : std::nullopt);
  out.when = whenOf(draft, source, fact, out.line);
  out.lane = owner.lane;
  if (!out.lane.valid() && fact.ofKernel) {
    const TiedLane tied = tieOfKernelLine(draft, source, fact, out.when, out.launch);
    out.lane = tied.lane;
    out.tie = tied.by;
  } else if (!out.lane.valid()) {
    out.lane = fact.kind == FailureFact::Kind::stackDump ? onlyLaneOfPid(draft, fact.pid, fact.host, out.when, out.launch) : laneOfPid(draft, source, fact);
  }
  if (!out.lane.valid() && fact.kind == FailureFact::Kind::crash) out.lane = laneThatCrashed(draft, out);
  if (out.lane.valid() && !fact.ofKernel && fact.kind != FailureFact::Kind::stackDump) out.when = clock::withinLife(draft.run.lanes[out.lane.value], out.when);
  if (!out.lane.valid() && fact.kind == FailureFact::Kind::signature && fact.namedRank >= 0 && out.launch) {   // a launcher or a peer names it
    out.lane = draft.run.laneOf(*out.launch, out.attempt.value_or(0), static_cast<model::Rank>(fact.namedRank)).value_or(LaneId());
  }
  if (out.lane.valid() && !fact.ofKernel && fact.kind != FailureFact::Kind::stackDump) out.when = clock::withinLife(draft.run.lanes[out.lane.value], out.when);
  const bool beside = fact.ofKernel || fact.kind == FailureFact::Kind::stackDump;
  if (beside && out.lane.valid() && !out.launch) {   // a file of the host or of a tool speaks of a rank of that launch
    out.launch = draft.run.lanes[out.lane.value].launch;
    out.attempt = draft.run.lanes[out.lane.value].attempt;
  }
  if (fact.test.valid()) out.test = draft.testIdOfName[source][fact.test.value];
  else if (fact.kind == FailureFact::Kind::testSection) out.test = testOfTitle(draft, out.lane, fact.sectionTitle);
  if (out.test.valid() && fact.inTest && fact.kind != FailureFact::Kind::testSection) {
    const model::TestRun* test = testOf(draft, out.lane, out.test, source, fact.line);
    out.expected = test && (test->word == TestWord::passed || test->word == TestWord::xfail) && test->errorLine == 0;
  }
  if (fact.kind == FailureFact::Kind::crash && out.prior == Prior::root && !out.test.valid() && out.lane.valid()) {
    // A process that crashed went down in the test that its other file left open.
    const std::span<const model::TestRun> tests = draft.testsOf(out.lane);
    if (!tests.empty() && tests.back().open()) {
      out.test = tests.back().test;
      const When& start = model::timesOf(draft.run, tests.back()).start;
      if (start.known() && out.when.basis == model::Basis::bounded && start.earliest > out.when.earliest && start.earliest <= out.when.latest) {
        out.when = When::between(start.earliest, out.when.latest, model::Basis::bounded);
      }
    }
  }
  if (fact.kind == FailureFact::Kind::testSection && !fact.sectionTitle.empty() && out.test.valid()) {
    // Printed when the session ended; it happened when the test got its verdict.
    const model::TestRun* test = testOf(draft, out.lane, out.test, source, fact.line);
    if (test && model::timesOf(draft.run, *test).end.known()) out.when = model::timesOf(draft.run, *test).end;
  }
  if (out.findingClass != FindingClass::cleanupWarning && isCleanup(draft, out, fact)) {
    out.findingClass = FindingClass::cleanupWarning;
    out.prior = Prior::noise;
  }
  return out;
}

// Warnings that every run prints, and the launcher's own summary of exits that its lines have told already.
bool isChatter(const Draft& draft, const Observation& observation, const FailureFact& fact) {
  if (observation.findingClass == FindingClass::warning && observation.prior == Prior::noise) return true;
  if (fact.exceptionType.ends_with("ChildFailedError") && observation.launch) {
    return std::any_of(draft.run.lanes.begin(), draft.run.lanes.end(),
                       [&](const model::Lane& lane) { return lane.launch == *observation.launch && lane.end.evidence.has_value(); });
  }
  return false;
}

// A worker process of a rank prints without the rank's name. Where the next report of the same shortage in that log is a rank's, and
// no other rank's follows, both are of that rank.
void adoptWorkers(Draft& draft, std::size_t from) {
  for (std::size_t i = draft.observations.size(); i-- > from;) {
    Observation& worker = draft.observations[i];
    const FailureFact& fact = draft.scans[worker.source].failures[worker.fact];
    if (worker.findingClass != FindingClass::hostOom || worker.lane.valid() || fact.ofKernel || fact.kind != FailureFact::Kind::signature) continue;
    LaneId rank;
    bool several = false;
    for (std::size_t j = i + 1; j < draft.observations.size(); ++j) {
      const Observation& other = draft.observations[j];
      if (other.findingClass != FindingClass::hostOom || !other.lane.valid() || other.launch != worker.launch || other.attempt != worker.attempt) continue;
      several = several || (rank.valid() && rank != other.lane);
      rank = other.lane;
    }
    if (rank.valid() && !several) worker.lane = rank;
  }
}

// NCCL's result and its "Last error:" go on on lines of their own, behind the message that they belong to and without its head.
enum class Continues { no, result, lastError };
Continues continues(const Draft& draft, const Observation& before, const Observation& observation) {
  constexpr std::uint32_t kReach = 3;
  const FailureFact& fact = draft.scans[observation.source].failures[observation.fact];
  if (fact.kind != FailureFact::Kind::signature || before.source != observation.source || fact.line <= before.line || fact.line - before.line > kReach) return Continues::no;
  const FailureFact& head = draft.scans[before.source].failures[before.fact];
  if (observation.lane.valid() && (head.writer != fact.writer || observation.lane != before.lane)) return Continues::no;
  if (fact.text.starts_with("nccl") && fact.text.find("Error: ") < 24) return Continues::result;
  const model::SourceText* text = draft.run.sources[observation.source].text.get();
  constexpr std::size_t kLooked = 200;
  return text && text->lineText(fact.line - 1, kLooked).ends_with("Last error:") ? Continues::lastError : Continues::no;
}

}  // namespace

void observe(model::Draft& draft) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> told;   // (lane, test) whose failure a log explains
  for (std::uint32_t source = 0; source < draft.scans.size(); ++source) {
    if (model::isReport(draft, source)) continue;
    const std::size_t from = draft.observations.size();
    for (std::uint32_t i = 0; i < draft.scans[source].failures.size(); ++i) {
      const FailureFact& fact = draft.scans[source].failures[i];
      if (draft.isCopy(source, fact.line, fact.writer)) continue;
      Observation observation = observationOf(draft, source, i);
      if (isChatter(draft, observation, fact)) continue;
      if (draft.observations.size() > from) {
        const Observation& before = draft.observations.back();
        const Continues how = continues(draft, before, observation);
        if (how == Continues::lastError) continue;   // it repeats why
        if (how == Continues::result && !observation.lane.valid()) observation.lane = before.lane;
      }
      if (fact.kind == FailureFact::Kind::testSection && observation.test.valid()) told.insert({observation.lane.value, observation.test.value});
      draft.observations.push_back(observation);
    }
    adoptWorkers(draft, from);
  }
  for (std::uint32_t source = 0; source < draft.scans.size(); ++source) {
    if (!model::isReport(draft, source) || !draft.laneOfSource[source].valid()) continue;
    for (std::uint32_t i = 0; i < draft.scans[source].failures.size(); ++i) {
      const Observation observation = observationOf(draft, source, i);
      if (!told.count({observation.lane.value, observation.test.value})) draft.observations.push_back(observation);
    }
  }
}

}  // namespace lanescope::diagnose
