// SPDX-License-Identifier: Apache-2.0
// From observations to what is said of them: the line to show, evidence, attributes, ranks, title.
#include "core/clock/host_clocks.h"
#include "core/clock/line_time.h"
#include "core/clock/place.h"
#include "core/diagnose/kernel_lines.h"
#include "core/diagnose/one_fact.h"
#include "core/diagnose/wait_reports.h"
#include "core/diagnose/wording.h"
#include "core/recognise/text_fields.h"

#include <algorithm>
#include <map>

namespace lanescope::diagnose {

using model::Draft;
using model::Finding;
using model::FindingClass;
using model::Observation;
using model::When;
using recognise::FailureFact;
using FactKind = FailureFact::Kind;
namespace {

constexpr std::size_t kMaxEvidence = 20;         // contract: EVIDENCE list of a finding
constexpr std::size_t kMaxExcerpt = 40;

// The line to show first: one that states more (a section with its traceback before a bare line), a rank's own file before a
// shared one, then the earliest.
int weight(const Draft& draft, const Observation& observation) {
  const FailureFact& fact = factOf(draft, observation);
  int weight = 0;
  if (fact.frames.empty()) weight += 4;
  if (!draft.laneOfSource[observation.source].valid()) weight += 2;
  if (observation.findingClass == FindingClass::hostOom) weight = 0;   // whoever met it first
  if (signatureId(draft, fact) == "pytest-timeout-banner") weight += 8;   // a rule above what states it
  if (observation.findingClass == FindingClass::ncclTimeout) weight = fact.work && fact.kind == FailureFact::Kind::signature ? 0 : 3;
  return weight;
}

}  // namespace

std::uint32_t lineToShow(const Draft& draft, const Group& group) {
  std::uint32_t best = group.observations.front();
  for (const std::uint32_t i : group.observations) {
    if (weight(draft, draft.observations[i]) < weight(draft, draft.observations[best])) best = i;
  }
  // A traceback repeats what the same stream said before it. (A test's section only tells late what happened earlier.)
  const Observation& shown = draft.observations[best];
  if (factOf(draft, shown).kind != FactKind::exception) return best;
  std::uint32_t first = best;
  for (const std::uint32_t i : group.observations) {
    const Observation& other = draft.observations[i];
    const bool sameWriter = other.lane == shown.lane && (other.lane.valid() || factOf(draft, other).writer == factOf(draft, shown).writer);
    const bool before = other.source == shown.source && sameWriter && other.line < draft.observations[first].line;
    if (before && factOf(draft, other).kind == FactKind::signature) first = i;
  }
  return first;
}

// "NCCL WARN Error: corrupted comm object detected", "Warning: WARNING: destroy_process_group() was not called ..": what it says.
std::string_view cleanupText(const FailureFact& fact) {
  std::string_view text = fact.text;
  for (const std::string_view lead : {"Warning: ", "WARNING: ", "Error: "}) {
    if (text.starts_with(lead)) text.remove_prefix(lead.size());
  }
  for (const std::string_view stop : {" (function ", ", which ", ". "}) text = text.substr(0, text.find(stop));
  return text.substr(0, 90);
}

namespace {

model::Evidence evidenceOf(const Draft& draft, const Observation& observation, std::uint32_t line) {
  model::Evidence evidence = draft.evidenceAt(observation.source, line, draft.rankOf(observation.lane));
  // A section is printed when the session ends: the line's own time is another than its test's.
  const bool late = factOf(draft, observation).kind == FactKind::testSection;
  evidence.time = late ? clock::whenOf(draft.run.sources[observation.source], line) : observation.when;
  return evidence;
}

void addEvidence(const Draft& draft, Group& group) {
  Finding& finding = group.finding;
  const std::uint32_t first = lineToShow(draft, group);
  std::vector<std::uint32_t> order{first};
  std::set<std::uint32_t> lanes{draft.observations[first].lane.value};
  for (const std::uint32_t i : group.observations) {
    if (lanes.insert(draft.observations[i].lane.value).second) order.push_back(i);
  }
  for (const std::uint32_t i : group.observations) order.push_back(i);
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  for (const std::uint32_t i : order) {
    const Observation& observation = draft.observations[i];
    if (finding.evidence.size() >= kMaxEvidence) break;
    if (seen.insert({observation.source, observation.line}).second) finding.evidence.push_back(evidenceOf(draft, observation, observation.line));
  }
}

bool userFile(const std::string& file) {
  return file.find("/bin/") == std::string::npos && file.find("-packages/") == std::string::npos && file.find("<frozen") == std::string::npos && file.find("/lib/python") == std::string::npos &&
         file.find("torch/") != 0;
}

void addStack(const FailureFact& fact, model::Attributes& attributes) {
  for (const recognise::Frame& frame : fact.frames) {
    attributes.stack.push_back({frame.file, frame.line, frame.function, frame.code, userFile(frame.file)});
  }
  attributes.operationText = operationIn(attributes.stack);
  if (!attributes.operationText.empty()) attributes.operationBasis = "stack";
}

void addExcerpt(const Draft& draft, const Observation& observation, Finding& finding) {
  const FailureFact& fact = factOf(draft, observation);
  if (fact.lastLine <= fact.firstLine) return;
  finding.excerptSource = model::SourceId{observation.source};
  const std::uint32_t count = fact.lastLine - fact.firstLine + 1;
  const auto add = [&](std::uint32_t line) {
    finding.excerpt.push_back({line, draft.run.sources[observation.source].text->lineText(line, 500), 0});
  };
  const std::uint32_t head = count <= kMaxExcerpt ? count : static_cast<std::uint32_t>(kMaxExcerpt) / 2;
  for (std::uint32_t i = 0; i < head; ++i) add(fact.firstLine + i);
  if (head == count) return;
  const std::uint32_t tail = static_cast<std::uint32_t>(kMaxExcerpt) - head;
  finding.excerpt.push_back({0, {}, count - head - tail});
  for (std::uint32_t i = 0; i < tail; ++i) add(fact.lastLine - tail + 1 + i);
}

// The owner of a limit is named only where the log shows it; the defaults are said to be equal to it, no more.
// Defaults: torch/csrc/distributed/c10d (kProcessGroupDefaultTimeout 30 min, kProcessGroupNCCLDefaultTimeout 10 min).
model::LimitOwner limitOwner(std::int64_t timeoutMs) {
  if (timeoutMs == 1'800'000) return {"process-group", "1,800 s equals the default limit of a process group"};
  if (timeoutMs == 600'000) return {"process-group", "600 s equals the default limit of an NCCL process group"};
  return {"unknown", "the log does not say who set the limit of " + secondsText(static_cast<double>(timeoutMs) / 1000.0)};
}

void addTimeout(const FailureFact& fact, const Observation& observation, model::Attributes& a) {
  if (fact.work) {
    const recognise::WorkInfo& work = *fact.work;
    if (!a.timeoutMs) a.timeoutMs = work.timeoutMs;
    if (!a.ranMs || (work.ranMs && *work.ranMs > *a.ranMs)) a.ranMs = work.ranMs;
    if (!a.collective) a.collective = model::Collective{work.op, {}, work.seq, {}, {}, std::nullopt, work.numelIn, work.numelOut};
    if (work.ranMs && fact.moment.from == recognise::Moment::From::inner) {
      const When start = clock::waitStart(observation.when, *work.ranMs);
      if (!a.waitingSince.known() || start.utc < a.waitingSince.utc) a.waitingSince = start;
    }
  }
  if (fact.group && a.collective && a.collective->group.empty()) {
    a.collective->group = fact.group->id;
    a.collective->groupDesc = fact.group->description;
  }
  // "stuck for 480 seconds": the heartbeat monitor's own limit.
  if (!a.timeoutMs) {
    const auto seconds = recognise::numberBehind<std::uint32_t>(fact.text, "got stuck for ");
    if (seconds) {
      a.timeoutMs = std::int64_t{*seconds} * 1'000;
      a.limitOwner = model::LimitOwner{"nccl", "limit of the process group's heartbeat monitor"};
    }
  }
  if (a.timeoutMs && !a.limitOwner) a.limitOwner = limitOwner(*a.timeoutMs);
}

// The limit that a signature's line states, and whose it is.
void addLimit(const Draft& draft, const FailureFact& fact, model::Attributes& a) {
  for (const std::uint32_t index : fact.signatures) {
    const recognise::Signature& signature = draft.signatures->all()[index];
    if (signature.limitOwner.empty() || a.limitOwner) continue;
    a.limitOwner = model::LimitOwner{signature.limitOwner, signature.limitText};
    if (!a.timeoutMs) a.timeoutMs = fact.limitMs;
  }
}

// What a line only supposes is kept apart from what it states.
void noteHypothesis(const FailureFact& fact, model::Attributes& a) {
  constexpr std::size_t kMost = 3;
  for (const std::string* text : {&fact.text, &fact.exceptionMessage}) {
    std::string supposed = hypothesisIn(*text);
    const bool known = supposed.empty() || a.hypotheses.size() >= kMost || std::find(a.hypotheses.begin(), a.hypotheses.end(), supposed) != a.hypotheses.end();
    if (!known) a.hypotheses.push_back(std::move(supposed));
  }
}

void addAttributes(const Draft& draft, Group& group) {
  model::Attributes& a = group.finding.attributes;
  const std::uint32_t shown = lineToShow(draft, group);
  std::vector<std::uint32_t> order{shown};
  order.insert(order.end(), group.observations.begin(), group.observations.end());
  for (const std::uint32_t i : order) {
    const Observation& observation = draft.observations[i];
    const FailureFact& fact = factOf(draft, observation);
    if (!a.cudaError && !fact.cudaText.empty()) a.cudaError = model::CudaError{fact.cudaCode, fact.cudaText};
    if (a.cudaError && !a.cudaError->code && fact.cudaText == a.cudaError->text) a.cudaError->code = fact.cudaCode;
    if (a.ncclErrorName.empty()) {
      a.ncclErrorName = fact.ncclErrorName;
      a.ncclErrorText = fact.ncclErrorText;
    }
    if (a.ncclLastError.empty()) a.ncclLastError = fact.ncclLastError;
    if (a.ncclVersion.empty()) a.ncclVersion = fact.ncclVersion;
    if (a.exceptionType.empty()) {
      a.exceptionType = fact.exceptionType;
      a.exceptionMessage = fact.exceptionMessage.substr(0, 1'000);
    }
    if (a.stack.empty() && !fact.frames.empty()) addStack(fact, a);
    if (a.sourceLocation.empty()) a.sourceLocation = fact.sourceLocation;
    if (a.test.empty() && observation.test.valid()) a.test = draft.run.testNames[observation.test.value];
    if (fact.kind == FailureFact::Kind::testSection && a.testPhase.empty() && observation.test.valid() && fact.phase < recognise::TestPhase::collect) {
      a.testPhase = fact.phase == recognise::TestPhase::teardown ? "teardown" : fact.phase == recognise::TestPhase::setup ? "setup" : "call";
    }
    if (fact.kind == FailureFact::Kind::crash && observation.lane.valid() && a.signal.empty()) {
      const model::LaneEnd& end = draft.run.lanes[observation.lane.value].end;
      if (end.kind == model::EndKind::crashed) a.signal = end.signal;
    }
    if (a.tiedBy.empty()) a.tiedBy = tieText(observation.tie, fact, observation.lane.valid() ? draft.run.lanes[observation.lane.value].host : std::string());
    noteHypothesis(fact, a);
    if (!a.lastEnqueued) a.lastEnqueued = fact.lastEnqueued;
    if (!a.lastCompleted) a.lastCompleted = fact.lastCompleted;
    if (group.finding.findingClass == FindingClass::ncclTimeout) addTimeout(fact, observation, a);
    addLimit(draft, fact, a);
  }
}

// The group that timed out, where only the rank's next line names it, and how many ranks it has.
void addGroup(const Draft& draft, Group& group) {
  auto& collective = group.finding.attributes.collective;
  if (!collective || !collective->seq) return;
  const std::vector<WaitReport> reports = waitReports(draft, group);
  const auto own = std::find_if(reports.begin(), reports.end(), [&](const WaitReport& report) {
    return report.seq == *collective->seq && report.op == collective->op && !report.group.empty() && (collective->group.empty() || collective->group == report.group);
  });
  if (own == reports.end()) return;
  collective->group = own->group;
  if (own->groupText != own->group) collective->groupDesc = own->groupText;
  std::vector<const WaitReport*> ofGroup;
  for (const WaitReport& report : reports) {
    if (report.group == own->group) ofGroup.push_back(&report);
  }
  const GroupMembers members = membersOf(draft, group, ofGroup);
  if (members.whole) collective->groupSize = static_cast<std::uint32_t>(members.ranks.size());
}

void addByRank(const Draft& draft, Group& group) {
  std::map<model::Rank, model::ByRank> rows;
  std::vector<std::uint32_t> all = group.observations;
  all.insert(all.end(), group.hearers.begin(), group.hearers.end());
  for (const std::uint32_t i : all) {
    const Observation& observation = draft.observations[i];
    const auto rank = draft.rankOf(observation.lane);
    if (!rank) continue;
    const FailureFact& fact = factOf(draft, observation);
    const auto entry = rows.try_emplace(*rank);
    model::ByRank& row = entry.first->second;
    if (entry.second) {
      row.rank = *rank;
      row.time = observation.when;
      row.evidence = evidenceOf(draft, observation, observation.line);
    }
    if (fact.work) {
      if (row.op.empty()) row.op = fact.work->op;
      if (!row.seq) row.seq = fact.work->seq;
      if (!row.ranMs) row.ranMs = fact.work->ranMs;
    }
    if (fact.group && row.group.empty()) row.group = fact.group->description.empty() ? fact.group->id : fact.group->description;
    if (!row.lastEnqueued) row.lastEnqueued = fact.lastEnqueued;
    if (!row.lastCompleted) row.lastCompleted = fact.lastCompleted;
  }
  for (const WaitReport& report : waitReports(draft, group)) {
    const auto row = rows.find(report.rank);
    if (row != rows.end() && row->second.seq == report.seq && row->second.group.empty()) row->second.group = report.groupText;
  }
  for (auto& row : rows) group.finding.byRank.push_back(std::move(row.second));
}

// Where ranks of several hosts with different clocks failed alike, and one of them certainly before all others: its own failure stands first.
void readWhoFailedFirst(const Draft& draft, Group& group) {
  Finding& finding = group.finding;
  const Observation& front = draft.observations[group.observations.front()];
  const auto rank = draft.rankOf(front.lane);
  if (isEffect(finding.findingClass) || !rank || finding.ranks.size() < 2) return;
  const When first = orderOf(draft, front);
  bool shifted = false;
  for (const std::uint32_t i : group.observations) {
    const Observation& other = draft.observations[i];
    shifted = shifted || draft.run.sources[other.source].clock.offsetRange.has_value();
    if (draft.rankOf(other.lane) != rank && !model::certainlyBefore(first, orderOf(draft, other))) return;
  }
  if (!shifted) return;                          // on one clock the ranks' times show it
  finding.suspectRanks = {*rank};
  finding.suspectBasis = "own-failure-first";
}

std::string cleanupTitle(const FailureFact& fact, const Finding& finding) {
  std::string title = "Cleanup warning \"" + std::string(cleanupText(fact)) + "\"";
  return finding.ranks.empty() ? title : title + " on " + model::ranksPhrase(finding.ranks);
}

// Where the processes were when their stacks were dumped.
std::string stacksTitle(const FailureFact& fact, const Finding& finding) {
  const std::string whose = finding.ranks.empty() ? "" : " of " + model::ranksPhrase(finding.ranks);
  return "Stacks dumped" + whose + ": in " + fact.text.substr(0, 160);
}

Stated statedBy(const Draft& draft, const FailureFact& fact, FindingClass findingClass) {
  const auto& all = draft.signatures->all();
  if (fact.signature != UINT32_MAX) return {fact.text, all[fact.signature].literal, all[fact.signature].why};
  // A block's own line may hold what made the class.
  const auto own = std::find_if(fact.signatures.begin(), fact.signatures.end(), [&](std::uint32_t i) { return all[i].findingClass == model::toString(findingClass); });
  return own == fact.signatures.end() ? Stated{fact.text, {}, {}} : Stated{fact.text, all[*own].literal, all[*own].why};
}

// A kernel's line that names a rank's process or GPU is a basis to suspect that rank.
void suspectByKernel(const Draft& draft, Group& group) {
  Finding& finding = group.finding;
  if (finding.findingClass != FindingClass::eccXid && finding.findingClass != FindingClass::hostOom) return;
  const bool named = std::any_of(group.observations.begin(), group.observations.end(), [&](std::uint32_t i) {
    return draft.observations[i].tie == model::KernelTie::pid || draft.observations[i].tie == model::KernelTie::bus;
  });
  if (!named || !finding.suspectRanks.empty()) return;
  finding.suspectRanks = finding.ranks;
  finding.suspectBasis = "kernel-line";
}

void addSignatures(const Draft& draft, Group& group) {
  std::map<std::uint32_t, std::uint32_t> lines;
  for (const std::uint32_t i : group.observations) {
    for (const std::uint32_t signature : factOf(draft, draft.observations[i]).signatures) ++lines[signature];
  }
  for (const auto& entry : lines) {
    const recognise::Signature& signature = draft.signatures->all()[entry.first];
    group.finding.signatures.push_back({signature.id, recognise::toString(signature.prior), signature.why, entry.second});
  }
}

// Where every copy of an exception says whose it was, it was theirs, whoever printed it.
void nameRanks(const Draft& draft, Group& group) {
  std::set<model::Rank> named;
  for (const std::uint32_t i : group.observations) {
    const std::int32_t rank = factOf(draft, draft.observations[i]).namedRank;
    if (rank < 0 || static_cast<std::uint32_t>(rank) >= model::kMaxRanks) return;
    named.insert(static_cast<model::Rank>(rank));
  }
  group.finding.ranks.assign(named.begin(), named.end());
}

// The time of the earliest observation. What the same rank printed of the same failure elsewhere narrows it, where both can be true.
When earliestOf(const Draft& draft, const Group& group) {
  constexpr std::int64_t kMomentNs = 1'000'000'000;
  const Observation& front = draft.observations[group.observations.front()];
  When when = front.when;
  const auto isMoment = [](const When& w) { return w.earliest != When::kOpenEarly && w.latest != When::kOpenLate && w.latest - w.earliest <= kMomentNs; };
  if (!when.known() || isMoment(when) || !front.lane.valid()) return when;
  for (const std::uint32_t i : group.observations) {
    const Observation& other = draft.observations[i];
    const bool apart = model::certainlyBefore(when, other.when) || model::certainlyBefore(other.when, when);
    if (other.lane != front.lane || !isMoment(other.when) || apart || factOf(draft, other).kind == FactKind::testSection) continue;
    return other.when;
  }
  return when;
}

}  // namespace

void complete(const Draft& draft, Group& group) {
  std::stable_sort(group.observations.begin(), group.observations.end(), [&](std::uint32_t a, std::uint32_t b) { return earlier(draft, a, b); });
  Finding& finding = group.finding;
  std::set<model::Rank> ranks;
  std::set<std::string> hosts;
  group.expected = true;
  for (const std::uint32_t i : group.observations) {
    const Observation& observation = draft.observations[i];
    if (const auto rank = draft.rankOf(observation.lane)) {
      ranks.insert(*rank);
      const std::string& host = draft.run.lanes[observation.lane.value].host;
      if (!host.empty()) hosts.insert(host);
    } else {
      const FailureFact& fact = factOf(draft, observation);
      if (fact.ofKernel && !fact.host.empty()) hosts.insert(fact.host);
      if (fact.pid >= 0 && finding.who.size() < kMaxEvidence) {
        finding.who.push_back({fact.host, std::nullopt, fact.device >= 0 ? std::optional<std::uint32_t>(static_cast<std::uint32_t>(fact.device)) : std::nullopt,
                               static_cast<std::uint32_t>(fact.pid)});
      }
    }
    group.expected = group.expected && observation.expected;
  }
  finding.ranks.assign(ranks.begin(), ranks.end());
  finding.hosts.assign(hosts.begin(), hosts.end());
  const std::vector<model::Rank> tellers = finding.ranks;
  nameRanks(draft, group);
  finding.count = 0;
  for (const std::uint32_t i : group.observations) finding.count += factOf(draft, draft.observations[i]).count;
  group.when = finding.time = earliestOf(draft, group);
  group.order = clock::onFirstClock(draft.run.sources[draft.observations[group.observations.front()].source], group.when);
  readWhoFailedFirst(draft, group);
  addAttributes(draft, group);
  addGroup(draft, group);
  addEvidence(draft, group);
  addByRank(draft, group);
  readNamedRanks(draft, group.observations, finding);
  addExcerpt(draft, draft.observations[lineToShow(draft, group)], finding);
  const bool watchdog = std::any_of(group.observations.begin(), group.observations.end(), [&](std::uint32_t i) {
    return draft.observations[i].findingClass != FindingClass::abort;
  });
  if (finding.findingClass == FindingClass::monitoredBarrier && !finding.attributes.collective) finding.attributes.collective = model::Collective{"monitoredBarrier", {}, {}, {}, {}, {}, {}, {}};
  if (finding.findingClass == FindingClass::abort && watchdog) finding.title = "The watchdog took down " + (finding.ranks.empty() ? std::string("a process") : model::ranksPhrase(finding.ranks));
  else if (group.heard) finding.title = "A peer's time-out reached " + model::ranksPhrase(finding.ranks);
  else if (const FailureFact& shown = factOf(draft, draft.observations[lineToShow(draft, group)]); shown.kind == FailureFact::Kind::stackDump) finding.title = stacksTitle(shown, finding);
  else if (finding.findingClass == FindingClass::cleanupWarning) finding.title = cleanupTitle(factOf(draft, draft.observations[lineToShow(draft, group)]), finding);
  else finding.title = titleOf(finding, statedBy(draft, factOf(draft, draft.observations[lineToShow(draft, group)]), finding.findingClass));
  if (tellers != finding.ranks) finding.title += ", told by " + model::ranksPhrase(tellers);
  suspectByKernel(draft, group);
  if (!finding.attributes.tiedBy.empty()) finding.title += ", tied by " + finding.attributes.tiedBy;
  addSignatures(draft, group);
  finding.identity = fingerprintText(draft, group);
  finding.fingerprint = fingerprintOf(finding.identity);
}

}  // namespace lanescope::diagnose
