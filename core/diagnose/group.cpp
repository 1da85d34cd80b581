// SPDX-License-Identifier: Apache-2.0
// Observations that are one fact to a person become one finding: the same failure on several ranks, one wave of time-outs.
#include "core/diagnose/one_fact.h"
#include "core/diagnose/wording.h"

#include <algorithm>
#include <map>

namespace lanescope::diagnose {
namespace {

using model::Draft;
using model::FindingClass;
using model::Observation;
using model::When;
using recognise::FailureFact;
using FactKind = FailureFact::Kind;

// Processes that went down minutes apart did not go down together.
void splitTakeDowns(const Draft& draft, std::vector<Group>& groups) {
  constexpr std::int64_t kApartNs = 60'000'000'000;
  const std::size_t count = groups.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (groups[i].finding.findingClass != FindingClass::abort) continue;
    auto& own = groups[i].observations;
    std::stable_sort(own.begin(), own.end(), [&](std::uint32_t a, std::uint32_t b) { return earlier(draft, a, b); });
    std::vector<std::vector<std::uint32_t>> waves(1);
    std::int64_t latest = 0;
    for (const std::uint32_t index : own) {
      const When when = orderOf(draft, draft.observations[index]);
      const bool placed = when.known() && when.earliest != When::kOpenEarly && when.latest != When::kOpenLate;
      if (placed && !waves.back().empty() && latest != 0 && when.earliest - latest > kApartNs) waves.emplace_back();
      if (placed) latest = std::max(latest, when.latest);
      waves.back().push_back(index);
    }
    for (std::size_t wave = 1; wave < waves.size(); ++wave) {
      Group later;
      later.finding.findingClass = FindingClass::abort;
      later.finding.launch = groups[i].finding.launch;
      later.finding.attempt = groups[i].finding.attempt;
      later.observations = std::move(waves[wave]);
      groups.push_back(std::move(later));
    }
    groups[i].observations = std::move(waves.front());
  }
}

}  // namespace

std::vector<Group> group(model::Draft& draft) {
  std::vector<Group> groups;
  std::map<std::string, std::size_t> known;
  // Lanes that report a time-out of their own: what else they say of it belongs to that. Others only heard of it; their numbers
  // still tell how far they were.
  std::set<std::uint32_t> reporters;
  std::set<std::string> waves;
  for (const Observation& observation : draft.observations) {
    if (observation.findingClass != FindingClass::ncclTimeout || !reportsTimeout(factOf(draft, observation))) continue;
    reporters.insert(observation.lane.value);
    waves.insert(groupKey(draft, observation));
  }
  // "either an error or timeout": of a rank that timed out it tells how far that had come.
  for (Observation& observation : draft.observations) {
    const bool status = observation.findingClass == FindingClass::ncclError && factOf(draft, observation).statusSeq.has_value();
    if (status && reporters.count(observation.lane.value)) observation.findingClass = FindingClass::ncclTimeout;
  }
  const std::map<std::string, std::vector<std::uint32_t>> inTests = testedByLane(draft);
  std::map<std::string, std::string> announced;  // what a library's line said before the same was raised -> its key
  for (std::uint32_t i = 0; i < draft.observations.size(); ++i) {
    const Observation& observation = draft.observations[i];
    const FailureFact& fact = factOf(draft, observation);
    const bool down = takesProcessDown(draft, observation, fact);
    const bool heard = observation.findingClass == FindingClass::ncclTimeout && !down && !reportsTimeout(fact) && !reporters.count(observation.lane.value);
    std::string key = keyInItsTest(draft, observation, inTests);
    const bool ofWave = heard && waves.count(key) > 0;
    if (const std::string said = announcedBy(draft, observation); !said.empty()) {
      const bool raised = fact.kind == FactKind::exception || fact.kind == FactKind::testSection;
      const auto same = announced.find(said);
      if (fact.kind == FactKind::signature) announced.try_emplace(said, key);
      else if (raised && same != announced.end()) key = same->second;
    }
    const auto entry = known.try_emplace(key, groups.size());
    if (entry.second) {
      Group fresh;
      fresh.finding.findingClass = down ? FindingClass::abort : observation.findingClass;
      fresh.heard = heard && !ofWave;
      fresh.finding.launch = observation.launch;
      fresh.finding.attempt = observation.attempt;
      groups.push_back(std::move(fresh));
    }
    Group& target = groups[entry.first->second];
    (ofWave ? target.hearers : target.observations).push_back(i);
  }
  splitTakeDowns(draft, groups);
  for (Group& g : groups) complete(draft, g);
  // A desync report says who did not join; without one the time-outs themselves are compared.
  for (Group& g : groups) {
    if (g.finding.findingClass != FindingClass::ncclTimeout) continue;
    const bool reported = std::any_of(groups.begin(), groups.end(), [&](const Group& other) {
      return other.finding.findingClass == FindingClass::desync && other.finding.launch == g.finding.launch && other.finding.attempt == g.finding.attempt;
    });
    if (reported) continue;
    compareCollectives(draft, g);
    if (g.finding.findingClass == FindingClass::desync) g.finding.title = titleOf(g.finding);
    findMissing(draft, g);
  }
  return groups;
}

}  // namespace lanescope::diagnose
