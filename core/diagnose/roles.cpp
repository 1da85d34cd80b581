// SPDX-License-Identifier: Apache-2.0
// Roles: the first failure is the earliest observation, in the attempt that failed first, that something went wrong. What only
// saw an effect of it is a cascade, what followed from stopping is teardown.
#include "core/clock/host_clocks.h"
#include "core/diagnose/steps.h"
#include "core/diagnose/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace lanescope::diagnose {
namespace {

using model::certainlyBefore;
using model::Draft;
using model::Finding;
using model::FindingClass;
using model::LaunchOutcome;
using model::Role;
using model::Rule;
using model::RunOutcome;
using recognise::Prior;
using recognise::Severity;

const model::When& orderOf(const Group& group) { return group.order; }

// What only the launcher tells of is ordered by the clock of its line's host.
void orderOnOneClock(const Draft& draft, std::vector<Group>& groups) {
  for (Group& group : groups) {
    const bool has = !group.finding.evidence.empty() && group.finding.evidence.front().source.valid();
    if (!group.order.known()) group.order = has ? clock::onFirstClock(draft.run.source(group.finding.evidence.front().source), group.when) : group.when;
  }
}

// "; the clock of its host is 30.8 to 31.2 s ahead, which is accounted for", where it is off.
std::string offsetPhrase(const Draft& draft, const Finding& finding) {
  const model::Source& source = draft.run.source(finding.evidence.front().source);
  const model::SourceClock& clock = source.clock;
  if (!clock.offsetRange) return {};
  const bool ahead = clock.offsetSeconds > 0;
  const double from = ahead ? (*clock.offsetRange)[0] : -(*clock.offsetRange)[1], to = ahead ? (*clock.offsetRange)[1] : -(*clock.offsetRange)[0];
  return fmt::format("; the clock of {} is {:.1f} to {:.1f} s {} the first host's, which this order takes into account",
                     source.host.empty() ? "the host of " + source.path : source.host, from, to, ahead ? "ahead of" : "behind");
}

// Two hosts of which nothing tells how their clocks stand to each other.
std::string uncomparedPhrase(const Draft& draft, const Finding& a, const Finding& b) {
  const model::Source& x = draft.run.source(a.evidence.front().source);
  const model::Source& y = draft.run.source(b.evidence.front().source);
  const auto hostOf = [](const Finding& finding, const model::Source& source) { return finding.hosts.size() == 1 ? finding.hosts.front() : source.host; };
  const std::string hostX = hostOf(a, x), hostY = hostOf(b, y);
  if (hostX.empty() || hostY.empty() || hostX == hostY || x.clock.offsetRange || y.clock.offsetRange) return {};
  return fmt::format("; the clocks of {} and {} are taken to agree, which no line shows", hostX, hostY);
}

// "; rank 3 had enqueued less than the others waited for": what shows who did not join a collective, or that nobody is shown missing.
std::string missingPhrase(const Draft& draft, const Group& group) {
  const Finding& finding = group.finding;
  if (finding.findingClass != FindingClass::ncclTimeout) return {};
  const std::string& basis = finding.attributes.missingBasis;
  const std::string ranks = model::ranksPhrase(finding.missingRanks);
  if (basis == "lower-enqueued") return fmt::format("; {} had not enqueued that operation, as the numbers of the same group say", ranks);
  if (basis == "no-report") return fmt::format("; {} printed no time-out of it", ranks);
  if (basis == "other-operation") return fmt::format("; {} waited in an operation of another group", ranks);
  if (basis == "communicator") return fmt::format("; {} had not begun the communicator that it needs", ranks);
  return allReported(draft, group) ? "; every rank of the group reported it, so that none is shown missing" : std::string();
}

// The title as a name of the finding inside a sentence.
std::string shortTitle(const Finding& finding) {
  constexpr std::size_t kMost = 70;
  if (finding.title.size() <= kMost) return finding.title;
  std::size_t cut = finding.title.rfind(' ', kMost);
  if (cut == std::string::npos || cut < kMost / 2) cut = kMost;
  while (cut > 0 && (static_cast<unsigned char>(finding.title[cut]) & 0xC0) == 0x80) --cut;
  return finding.title.substr(0, cut) + "\xE2\x80\xA6";
}

bool isNote(FindingClass c) {
  return c == FindingClass::cleanupWarning || c == FindingClass::ncclWarning || c == FindingClass::warning || c == FindingClass::restart;
}

// A launch or attempt that failed; what happened in others is judged apart.
bool inFailedAttempt(const Draft& draft, const Finding& finding) {
  if (!finding.launch) return true;              // of the job itself
  const model::Launch& launch = draft.run.launches[*finding.launch];
  if (launch.outcome == LaunchOutcome::passed || launch.outcome == LaunchOutcome::empty) {
    return launch.attempts.size() > 1 && finding.attempt && *finding.attempt + 1 < launch.attempts.size();
  }
  return true;
}

// What the runner said of the end, where it said more than a status.
std::string endedWith(std::string_view line) {
  constexpr std::string_view kTag = "##[error]";
  const auto at = line.find(kTag);
  if (at == std::string_view::npos) return "The job ended with a failure that no other line explains";
  constexpr std::size_t kMost = 130;
  std::string said(line.substr(at + kTag.size()));
  if (said.size() > kMost) said.resize(said.rfind(' ', kMost) == std::string::npos ? kMost : said.rfind(' ', kMost));
  return "The CI runner reported: '" + said + "'";
}

// Whether the rank's training tells of a further step behind the line, in the same source.
bool wentOn(const Draft& draft, const model::Observation& observation) {
  if (observation.lane.value >= draft.run.iterations.size()) return false;
  const auto& rows = draft.run.iterations[observation.lane.value];
  constexpr std::ptrdiff_t kLooked = 64;         // the last ones tell
  const auto begin = rows.end() - std::min(kLooked, rows.end() - rows.begin());
  return std::any_of(begin, rows.end(), [&](const model::Iteration& row) { return row.source.value == observation.source && row.line > observation.line; });
}

class RoleAssigner {
 public:
  RoleAssigner(Draft& draft, std::vector<Group>& groups) : m_draft(draft), m_groups(groups) {
    for (const model::TestRun* test : draft.unpassed) {
      const std::uint32_t line = test->verdictLine ? test->verdictLine : test->errorLine;
      if (line != 0) m_verdicts.try_emplace({test->lane.value, test->test.value}, Verdict{test->source.value, line, m_verdicts.size()});
    }
  }

  void run() {
    const bool failed = m_draft.run.outcome == RunOutcome::failed || m_draft.run.outcome == RunOutcome::recovered || m_draft.run.outcome == RunOutcome::cancelled;
    if (failed) chooseFirst();
    m_tool = m_first;
    obeyUser();
    for (std::size_t i = 0; i < m_groups.size(); ++i) {
      traceStart(m_groups[i]);
      assign(i);
    }
    if (m_first != kNone) listCandidates();
  }

 private:
  static constexpr std::size_t kNone = SIZE_MAX;
  struct Verdict {
    std::uint32_t source, line;
    std::size_t order;                           // among those of one line
  };

  const Verdict* verdictOf(std::uint32_t index) const {
    const model::Observation& observation = m_draft.observations[index];
    const bool section = m_draft.scans[observation.source].failures[observation.fact].kind == recognise::FailureFact::Kind::testSection;
    if (!section || !observation.lane.valid() || !observation.test.valid()) return nullptr;
    const auto known = m_verdicts.find({observation.lane.value, observation.test.value});
    return known == m_verdicts.end() ? nullptr : &known->second;
  }

  bool canStart(const Group& group) const {
    if (group.expected || isNote(group.finding.findingClass)) return false;
    if (severityOf(m_draft, group) < Severity::error) return false;
    return inFailedAttempt(m_draft, group.finding);
  }

  // Launches are one after the other: the first that failed holds the first failure.
  std::uint32_t launchOrder(const Group& group) const {
    if (!group.finding.launch) return UINT32_MAX;
    return *group.finding.launch * 1'000 + group.finding.attempt.value_or(0);
  }

  // A failure of no launch that is known to be earlier than what the launch shows: a process that its log names by no rank.
  bool startsOutside(const Group& a, const Group& b) const {
    if (a.finding.launch || !b.finding.launch || !isStrong(a)) return false;
    // An effect that is not known to be earlier does not stand before what broke.
    return certainlyBefore(orderOf(a), orderOf(b)) || (!isStrong(b) && !certainlyBefore(orderOf(b), orderOf(a)));
  }

  // Whether a stands before b as the first failure, and which rule says so.
  struct Order { bool before; Rule by; };
  Order compare(const Group& a, const Group& b) const {
    if (startsOutside(a, b)) return {true, Rule::orderTime};
    if (startsOutside(b, a)) return {false, Rule::orderTime};
    if (launchOrder(a) != launchOrder(b)) return {launchOrder(a) < launchOrder(b), Rule::orderLaunch};
    const bool strongA = isStrong(a), strongB = isStrong(b);
    const bool held = strongA != strongB && sameHold(a, b);
    if (!held && certainlyBefore(orderOf(a), orderOf(b))) return {true, Rule::orderTime};
    if (!held && certainlyBefore(orderOf(b), orderOf(a))) return {false, Rule::orderTime};
    if (strongA != strongB) return {strongA, Rule::orderStrength};
    if (const int order = orderOfVerdicts(a, b); order != 0) return {order < 0, Rule::orderLine};
    const int sa = specificity(a.finding.findingClass), sb = specificity(b.finding.findingClass);
    if (sa != sb) return {sa < sb, Rule::orderClass};
    return {standsBefore(a, b), Rule::orderPlace};
  }
  // Ties: by the best single value of their times, then by place, which proves nothing.
  static bool standsBefore(const Group& a, const Group& b) {
    if (a.when.known() != b.when.known()) return a.when.known();
    if (a.when.known() && orderOf(a).utc != orderOf(b).utc) return orderOf(a).utc < orderOf(b).utc;
    const model::Evidence& ea = a.finding.evidence.front();
    const model::Evidence& eb = b.finding.evidence.front();
    return ea.source != eb.source ? ea.source.value < eb.source.value : ea.line < eb.line;
  }
  bool before(const Group& a, const Group& b) const { return compare(a, b).before; }
  // Where two tests of one rank failed, its file says which came first, whatever the times: < 0 a's, > 0 b's, 0 not known.
  int orderOfVerdicts(const Group& a, const Group& b) const {
    for (const std::uint32_t i : a.observations) {
      const Verdict* own = verdictOf(i);
      if (!own) continue;
      for (const std::uint32_t j : b.observations) {
        const Verdict* other = verdictOf(j);
        if (!other || m_draft.observations[i].lane != m_draft.observations[j].lane || own->source != other->source) continue;
        if (own->line != other->line) return own->line < other->line ? -1 : 1;
        return own->order == other->order ? 0 : own->order < other->order ? -1 : 1;
      }
      return 0;
    }
    return orderOfLines(a, b);
  }
  // What one rank printed to one stream stands there in the order of printing, unless a runner told it later (a test's section).
  int orderOfLines(const Group& a, const Group& b) const {
    if (a.observations.empty() || b.observations.empty()) return 0;
    const model::Observation& x = m_draft.observations[a.observations.front()];
    const model::Observation& y = m_draft.observations[b.observations.front()];
    const auto told = [&](const model::Observation& o) { return m_draft.scans[o.source].failures[o.fact].kind == recognise::FailureFact::Kind::testSection; };
    if (!x.lane.valid() || x.lane != y.lane || x.source != y.source || x.line == y.line || told(x) || told(y)) return 0;
    return x.line < y.line ? -1 : 1;
  }
  // Names what broke rather than what others saw of it.
  bool isStrong(const Group& group) const { return !isEffect(group.finding.findingClass) && priorOf(m_draft, group) == Prior::root; }
  // Buffered text may come out a little after the effect that it explains (a traceback printed while the process goes down).
  bool sameHold(const Group& a, const Group& b) const {
    constexpr std::int64_t kHoldNs = 10'000'000'000;
    return std::llabs(orderOf(a).utc - orderOf(b).utc) <= kHoldNs;
  }

  // Whom the agent stopped it stopped for a reason: the stop itself is the last thing to call a first failure.
  static bool isAgentsStop(const Group& group) {
    return group.finding.findingClass == FindingClass::launcherExit && group.finding.attributes.exitBy == "torchrun agent";
  }

  // Notes the answer for whoever wants to know why, and returns it.
  static bool ask(Finding& finding, Rule rule, bool applies) {
    finding.rules.push_back({rule, applies});
    return applies;
  }

  // Why it may or may not be the first failure, and what orders it against the one that is.
  void traceStart(Group& group) const {
    Finding& finding = group.finding;
    const Prior prior = priorOf(m_draft, group);
    bool out = ask(finding, Rule::startExpected, group.expected);
    out = out || ask(finding, Rule::startNote, isNote(finding.findingClass));
    out = out || ask(finding, Rule::startMild, severityOf(m_draft, group) < Severity::error);
    out = out || ask(finding, Rule::startPassed, !inFailedAttempt(m_draft, finding));
    out = out || ask(finding, Rule::startDown, prior == Prior::teardown || prior == Prior::noise);
    out = out || ask(finding, Rule::startHeard, group.heard);
    out = out || ask(finding, Rule::startStopped, isAgentsStop(group));
    if (out || m_first == kNone || &group == &m_groups[m_first]) return;
    const Order order = compare(group, m_groups[m_first]);
    ask(finding, order.by, order.before);
  }

  // What the user says is first, where it is one of the findings of a run that has a first failure.
  void obeyUser() {
    for (model::Override& said : m_draft.run.overrides) {
      if (said.what != model::kFirstFailureOverride || !said.problem.empty()) continue;
      const auto at = said.value.find('@');
      const std::string fingerprint = said.value.substr(0, at);
      std::size_t chosen = kNone;
      for (std::size_t i = 0; i < m_groups.size(); ++i) {
        const Finding& finding = m_groups[i].finding;
        const std::string place = fmt::format("@{}.{}", finding.launch.value_or(0), finding.attempt.value_or(0));
        if (finding.fingerprint != fingerprint || (at != std::string::npos && said.value.substr(at) != place)) continue;
        if (chosen == kNone || before(m_groups[i], m_groups[chosen])) chosen = i;
      }
      if (m_first == kNone) said.problem = "the run has no first failure";
      else if (chosen == kNone) said.problem = "no finding of the run has this fingerprint";
      else m_first = chosen;
      m_byUser = m_byUser || said.problem.empty();
    }
  }

  // The training of every rank that raised it went on in the same file: it was caught.
  bool wasSurvived(const Group& group) const {
    if (group.observations.empty()) return false;
    return std::all_of(group.observations.begin(), group.observations.end(), [&](std::uint32_t i) {
      const model::Observation& observation = m_draft.observations[i];
      const recognise::FailureFact& fact = m_draft.scans[observation.source].failures[observation.fact];
      const bool mayBeCaught = fact.kind == recognise::FailureFact::Kind::exception || fact.kind == recognise::FailureFact::Kind::signature;
      return mayBeCaught && observation.lane.valid() && wentOn(m_draft, observation);
    });
  }

  void chooseFirst() {
    for (const bool strict : {true, false}) {
      for (std::size_t i = 0; i < m_groups.size(); ++i) {
        if (!canStart(m_groups[i])) continue;
        const Prior prior = priorOf(m_draft, m_groups[i]);
        // Who only heard of a time-out dumps what it knows: that is no failure of its own.
        if (strict && wasSurvived(m_groups[i])) continue;
        if (strict && (prior == Prior::teardown || prior == Prior::noise || m_groups[i].heard || isAgentsStop(m_groups[i]))) continue;
        if (m_first == kNone || before(m_groups[i], m_groups[m_first])) m_first = i;
      }
      if (m_first != kNone) return;
    }
    // Nothing but notes: the earliest trace that the work went wrong, whatever it is.
    for (std::size_t i = 0; i < m_groups.size(); ++i) {
      if (m_groups[i].expected || m_groups[i].finding.findingClass == FindingClass::restart || severityOf(m_draft, m_groups[i]) < Severity::warning) continue;
      if (m_first == kNone || before(m_groups[i], m_groups[m_first])) m_first = i;
    }
    if (m_first == kNone) m_first = fallback();
  }

  // A run that failed with no line that says why: its outcome's own line is the observation.
  std::size_t fallback() {
    if (m_draft.run.outcomeEvidence.empty()) return kNone;
    Group group;
    group.finding.findingClass = FindingClass::launcherExit;
    group.finding.evidence = {m_draft.run.outcomeEvidence.front()};
    group.finding.title = endedWith(m_draft.run.outcomeEvidence.front().text);
    group.finding.fingerprint = fingerprintOf("launcher-exit|unexplained");
    group.when = group.order = group.finding.time = m_draft.run.outcomeEvidence.front().time;
    m_groups.push_back(std::move(group));
    return m_groups.size() - 1;
  }

  void assign(std::size_t index) {
    Group& group = m_groups[index];
    Finding& finding = group.finding;
    if (index == m_first) {
      finding.role = Role::firstFailure;
      ask(finding, Rule::roleUser, m_byUser);
      if (!m_byUser) ask(finding, Rule::roleFirst, true);
      finding.why = m_byUser ? "the user's own choice" : whyFirst(group);
      return;
    }
    if (m_byUser && ask(finding, Rule::roleSetAside, index == m_tool)) return set(finding, Role::initiating, "first by what the log shows; the user has chosen another");
    if (ask(finding, Rule::roleExpected, group.expected)) return set(finding, Role::noise, "a test printed it and passed");
    if (ask(finding, Rule::roleRestart, finding.findingClass == FindingClass::restart)) return set(finding, Role::context, "it says what was done next, not why");
    if (ask(finding, Rule::roleCleanup, finding.findingClass == FindingClass::cleanupWarning)) {
      const bool passed = finding.launch && m_draft.run.launches[*finding.launch].outcome == LaunchOutcome::passed;
      return set(finding, Role::noise, passed ? "printed by a launch that passed; the log shows no relation to a failure"
                                              : "printed while processes end; the log shows no relation to a failure");
    }
    if (ask(finding, Rule::rolePassed, !inFailedAttempt(m_draft, finding))) return set(finding, Role::noise, "its launch passed");
    if (ask(finding, Rule::roleNoFailure, m_first == kNone)) return set(finding, severityOf(m_draft, group) >= Severity::error ? Role::noise : Role::context, noFailureWhy());
    const Group& first = m_groups[m_first];
    if (launchOrder(group) != launchOrder(first) && group.finding.launch) return assignElsewhere(index);
    assignAfter(group, first);
  }

  void assignElsewhere(std::size_t index) {
    // The same judgement inside its own attempt, without the title of the run's first failure.
    Group& group = m_groups[index];
    for (std::size_t i = 0; i < m_groups.size(); ++i) {
      if (i == index || launchOrder(m_groups[i]) != launchOrder(group) || !canStart(m_groups[i])) continue;
      if (before(m_groups[i], group)) return assignAfter(group, m_groups[i]);
    }
    if (ask(group.finding, Rule::roleFirstOfAttempt, canStart(group) && priorOf(m_draft, group) != Prior::noise)) {
      return set(group.finding, Role::initiating, "the earliest failure of its own attempt");
    }
    ask(group.finding, Rule::roleOtherAttempt, true);
    set(group.finding, Role::context, "of another attempt than the first failure");
  }

  void assignAfter(Group& group, const Group& first) {
    Finding& finding = group.finding;
    const Prior prior = priorOf(m_draft, group);
    if (ask(finding, Rule::roleNote, isNote(finding.findingClass) && group.observations.empty())) return set(finding, Role::context, "it says how far the ranks had come, not why");
    // What the user has put first may stand behind what the log shows.
    const auto link = [&] {
      if (!m_byUser || !certainlyBefore(orderOf(group), orderOf(first))) m_links.push_back({&group, &first});
    };
    if (ask(finding, Rule::roleWarning, severityOf(m_draft, group) < Severity::error || prior == Prior::noise)) {
      return set(finding, isNote(finding.findingClass) && prior != Prior::teardown ? Role::context : Role::noise, "a warning, not a failure");
    }
    if (ask(finding, Rule::roleEnd, finding.findingClass == FindingClass::launcherExit || finding.findingClass == FindingClass::abort || prior == Prior::teardown)) {
      link();
      return set(finding, Role::teardown, finding.findingClass == FindingClass::launcherExit ? "processes ended after the failure" : "printed while a process went down");
    }
    const bool undecided = !certainlyBefore(orderOf(first), orderOf(group)) && !certainlyBefore(orderOf(group), orderOf(first)) && orderOfVerdicts(first, group) == 0;
    if (ask(finding, Rule::roleEffect, isEffect(finding.findingClass) || prior == Prior::cascade)) {
      link();
      return set(finding, Role::cascade, whyCascade(group, first));
    }
    if (ask(finding, Rule::roleSameProcess, sameProcesses(group, first) && !undecided && isTied(finding, first.finding))) {
      link();
      return set(finding, Role::cascade, "a later error of a process that had failed already");
    }
    if (ask(finding, Rule::roleUndecided, undecided)) {
      m_undecided.push_back({&group, &first});
      return set(finding, Role::initiating, "its order against the first failure is undecided: their times overlap");
    }
    ask(finding, Rule::roleIndependent, true);
    set(finding, Role::initiating, fmt::format("a failure of {} that is not the earliest", finding.ranks.empty() ? "the job" : model::ranksPhrase(finding.ranks)));
  }

  // All ranks of `group` are ranks on which the first failure was seen.
  static bool sameProcesses(const Group& group, const Group& first) {
    const auto& own = group.finding.ranks;
    return !own.empty() && std::includes(first.finding.ranks.begin(), first.finding.ranks.end(), own.begin(), own.end());
  }

  // What a process that failed prints later belongs to that failure, unless it stands in another test. Then only an error that stays
  // with the process ties them: CUDA's and NCCL's come back with every later call.
  static bool isTied(const Finding& later, const Finding& first) {
    if (later.attributes.test.empty() || later.attributes.test == first.attributes.test) return true;
    const auto stays = [](const Finding& finding) {
      return finding.attributes.cudaError.has_value() || !finding.attributes.ncclErrorName.empty() || finding.findingClass == FindingClass::cudaError ||
             finding.findingClass == FindingClass::ncclError || finding.findingClass == FindingClass::eccXid;
    };
    return stays(first) && stays(later);
  }

  std::string whyFirst(const Group& group) const {
    const Finding& finding = group.finding;
    std::string why = finding.launch ? fmt::format("the earliest failure of the first launch that failed") : std::string("the earliest failure in the log");
    const Group* next = nullptr;
    for (const Group& other : m_groups) {
      if (&other == &group || !canStart(other) || launchOrder(other) != launchOrder(group) || !certainlyBefore(orderOf(group), orderOf(other))) continue;
      if (!next || orderOf(other).utc < orderOf(*next).utc) next = &other;
    }
    if (next) {
      const double gap = static_cast<double>(orderOf(*next).earliest - orderOf(group).latest) / 1e9;
      const std::string least = gap < 1 ? "after it" : fmt::format("at least {} later", secondsText(std::floor(gap)));
      why += fmt::format("; what follows it (\"{}\") came {}", shortTitle(next->finding), least);
    }
    why += missingPhrase(m_draft, group);
    why += offsetPhrase(m_draft, finding);
    if (next && offsetPhrase(m_draft, finding).empty()) why += offsetPhrase(m_draft, next->finding);
    if (next) why += uncomparedPhrase(m_draft, finding, next->finding);
    return why;
  }

  std::string whyCascade(const Group& group, const Group& first) const {
    if (group.finding.findingClass == FindingClass::ncclTimeout) {
      std::string why = "whoever reports a time-out waited for others";
      if (certainlyBefore(orderOf(first), orderOf(group)) && group.finding.attributes.waitingSince.known()) {
        why += "; the wait began " + clockPhrase(group.finding.attributes.waitingSince);
      }
      return why + missingPhrase(m_draft, group);
    }
    return certainlyBefore(orderOf(first), orderOf(group)) ? "it reports an effect, after the first failure" : "it reports an effect";
  }

  const char* noFailureWhy() const { return m_draft.run.outcome == RunOutcome::passed ? "the run passed" : "the log does not show that the run failed"; }

  static void set(Finding& finding, Role role, std::string why) {
    finding.role = role;
    finding.why = std::move(why);
  }

  void listCandidates();

 public:
  struct Link { Group* from; const Group* to; };
  std::size_t first() const { return m_first; }
  std::size_t tool() const { return m_tool; }
  bool byUser() const { return m_byUser; }
  const std::vector<Link>& links() const { return m_links; }
  const std::vector<Link>& undecided() const { return m_undecided; }

 private:
  Draft& m_draft;
  std::vector<Group>& m_groups;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Verdict> m_verdicts;   // (lane, test) -> of its first failure
  std::size_t m_first = kNone, m_tool = kNone;   // the one that counts, and the one that the log shows
  bool m_byUser = false;
  std::vector<Link> m_links, m_undecided;
};

void RoleAssigner::listCandidates() {
  // Ids are given later: until then a candidate is known by its fingerprint and place, so groups are numbered here.
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < m_groups.size(); ++i) {
    if (i != m_first && canStart(m_groups[i]) && launchOrder(m_groups[i]) == launchOrder(m_groups[m_first])) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) { return before(m_groups[a], m_groups[b]); });
  order.insert(order.begin(), m_first);
  if (order.size() > 3) order.resize(3);
  for (const std::size_t i : order) {
    const bool certain = i == m_first ? m_undecided.empty() : certainlyBefore(orderOf(m_groups[m_first]), orderOf(m_groups[i]));
    m_draft.run.candidates.push_back({std::to_string(i), m_groups[i].finding.why, certain});
  }
}

}  // namespace

void assignRoles(model::Draft& draft, std::vector<Group>& groups) {
  orderOnOneClock(draft, groups);
  RoleAssigner assigner(draft, groups);
  assigner.run();
  const auto indexOf = [&](const Group* group) { return std::to_string(group - groups.data()); };
  for (const auto& link : assigner.links()) link.from->finding.causedBy.push_back(indexOf(link.to));
  for (const auto& link : assigner.undecided()) {
    link.from->finding.orderUndecidedWith.push_back(indexOf(link.to));
    groups[static_cast<std::size_t>(link.to - groups.data())].finding.orderUndecidedWith.push_back(indexOf(link.from));
  }
  if (assigner.first() != SIZE_MAX) draft.run.firstFailure = static_cast<std::uint32_t>(assigner.first());
  if (assigner.tool() != SIZE_MAX) draft.run.firstFailureTool = static_cast<std::uint32_t>(assigner.tool());
  draft.run.firstFailureByUser = assigner.byUser();
}

}  // namespace lanescope::diagnose
