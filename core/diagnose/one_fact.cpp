// SPDX-License-Identifier: Apache-2.0
#include "core/diagnose/one_fact.h"

#include "core/clock/host_clocks.h"
#include "core/diagnose/wording.h"

namespace lanescope::diagnose {

using model::Draft;
using model::Finding;
using model::FindingClass;
using model::Observation;
using model::When;
using recognise::FailureFact;
using FactKind = FailureFact::Kind;

const FailureFact& factOf(const Draft& draft, const Observation& observation) {
  return draft.scans[observation.source].failures[observation.fact];
}

const std::string& signatureId(const Draft& draft, const FailureFact& fact) {
  static const std::string kNone;
  return fact.signature == UINT32_MAX ? kNone : draft.signatures->all()[fact.signature].id;
}

bool reportsTimeout(const FailureFact& fact) {
  return fact.work || fact.text.find("got stuck for") != std::string::npos || fact.text.find("Heartbeat monitor timed out") != std::string::npos;
}

bool takesProcessDown(const Draft& draft, const Observation& observation, const FailureFact& fact) {
  if (observation.findingClass != FindingClass::ncclError && observation.findingClass != FindingClass::abort && observation.findingClass != FindingClass::ncclTimeout) return false;
  const std::string& id = signatureId(draft, fact);
  return observation.prior == recognise::Prior::teardown || id == "watchdog-terminated" || observation.findingClass == FindingClass::abort;
}

std::string identityOf(const Draft& draft, const Observation& observation) {
  const FailureFact& fact = factOf(draft, observation);
  const std::string name = model::toString(observation.findingClass);
  if (takesProcessDown(draft, observation, fact)) return "abort";
  switch (observation.findingClass) {
    case FindingClass::hang:
      if (signatureId(draft, fact).starts_with("pytest-timeout")) return name + "|pytest-timeout";   // its banner and what it raises
      break;
    case FindingClass::eccXid:
      // The driver tells of one GPU in several lines.
      if (fact.cudaText.empty() && !fact.busId.empty() && (observation.prior == recognise::Prior::root || observation.prior == recognise::Prior::confirmation)) return name + "|bus|" + fact.busId;
      if (fact.cudaText.empty()) break;
      return name + '|' + normalised(fact.cudaText);
    case FindingClass::cudaError: return name + '|' + (fact.cudaCode ? std::to_string(*fact.cudaCode) : normalised(fact.cudaText));
    case FindingClass::ncclTimeout:
    case FindingClass::desync:
    case FindingClass::monitoredBarrier: return name;
    case FindingClass::cleanupWarning: return observation.prior == recognise::Prior::noise ? name : name + '|' + signatureId(draft, fact);
    case FindingClass::abort:
    case FindingClass::segfault: return name;
    case FindingClass::gpuOom: return name;
    default: break;
  }
  // The kernel tells of one kill in several lines; a worker process and the rank that started it tell of one shortage.
  if (observation.findingClass == FindingClass::hostOom && !fact.ofKernel) return name;
  if (observation.findingClass == FindingClass::hostOom) return name + "|kernel|" + (fact.pid >= 0 ? std::to_string(fact.pid) : std::string());
  if (!fact.exceptionType.empty()) {
    const auto lf = fact.exceptionMessage.find('\n');
    return name + '|' + fact.exceptionType + '|' + normalised(fact.exceptionMessage.substr(0, lf));
  }
  if (fact.signature != UINT32_MAX) return name + '|' + signatureId(draft, fact);
  return name + '|' + normalised(fact.text);
}

std::string groupKey(const Draft& draft, const Observation& observation) {
  const auto part = [](const std::optional<std::uint32_t>& n) { return n ? std::to_string(*n) : std::string("-"); };
  std::string key = part(observation.launch) + '|' + part(observation.attempt) + '|' + (observation.expected ? "x|" : "|") + identityOf(draft, observation);
  // A failure of another test is another fact; the wave of a hang is one whatever test its ranks were in.
  if (takesProcessDown(draft, observation, factOf(draft, observation))) return key;
  if (!isEffect(observation.findingClass) && observation.test.valid() && observation.findingClass != FindingClass::cleanupWarning) {
    key += '|' + std::to_string(observation.test.value);
  }
  return key;
}

std::string announcedBy(const Draft& draft, const Observation& observation) {
  const FailureFact& fact = factOf(draft, observation);
  std::string text = std::to_string(observation.source) + '|' + std::to_string(observation.lane.value) + '|' + model::toString(observation.findingClass) + '|';
  for (const std::uint32_t index : fact.signatures) {
    if (draft.signatures->all()[index].findingClass == model::toString(observation.findingClass)) return text + draft.signatures->all()[index].id;
  }
  return {};
}

static std::string laneIdentity(const Draft& draft, const Observation& observation) { return std::to_string(observation.lane.value) + '|' + identityOf(draft, observation); }

std::map<std::string, std::vector<std::uint32_t>> testedByLane(const Draft& draft) {
  std::map<std::string, std::vector<std::uint32_t>> out;
  for (std::uint32_t i = 0; i < draft.observations.size(); ++i) {
    const Observation& observation = draft.observations[i];
    if (observation.lane.valid() && observation.test.valid() && !isEffect(observation.findingClass)) out[laneIdentity(draft, observation)].push_back(i);
  }
  return out;
}

std::string keyInItsTest(const Draft& draft, const Observation& observation, const std::map<std::string, std::vector<std::uint32_t>>& inTests) {
  const std::string key = groupKey(draft, observation);
  if (observation.test.valid() || !observation.lane.valid() || inTests.empty()) return key;
  const auto known = inTests.find(laneIdentity(draft, observation));
  if (known == inTests.end()) return key;
  for (const std::uint32_t i : known->second) {
    const Observation& other = draft.observations[i];
    const bool apart = model::certainlyBefore(other.when, observation.when) || model::certainlyBefore(observation.when, other.when);
    if (!apart && other.expected == observation.expected) return groupKey(draft, other);
  }
  return key;
}

When orderOf(const Draft& draft, const Observation& observation) {
  return clock::onFirstClock(draft.run.sources[observation.source], observation.when);
}

bool earlier(const Draft& draft, std::uint32_t a, std::uint32_t b) {
  const Observation& x = draft.observations[a];
  const Observation& y = draft.observations[b];
  const When whenX = orderOf(draft, x), whenY = orderOf(draft, y);
  if (whenX.known() != whenY.known()) return whenX.known();
  if (whenX.known() && whenX.earliest != whenY.earliest) return whenX.earliest < whenY.earliest;
  if (x.source != y.source) return x.source < y.source;
  return x.line < y.line;
}

}  // namespace lanescope::diagnose
