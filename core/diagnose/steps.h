// SPDX-License-Identifier: Apache-2.0
// The steps of a diagnosis, private to this folder. Each reads what those before it wrote.
#pragma once

#include "core/diagnose/diagnose.h"

#include <set>
#include <string>
#include <vector>

namespace lanescope::diagnose {

// A finding while it is made: its observations, indices into Draft::observations, earliest first.
struct Group {
  model::Finding finding;
  std::vector<std::uint32_t> observations;
  model::When when;                              // earliest among them
  model::When order;                             // the same on the clock of the first host: for comparing, never for showing
  std::vector<std::uint32_t> hearers;            // ranks that only heard of the time-out: their numbers, not their report
  bool heard = false;                            // nobody's own report of the time-out was read
  bool expected = false;                         // every observation was printed by a test that passed
};

// What kind of fact a class is: something that broke, or what others saw of it.
bool isEffect(model::FindingClass findingClass) noexcept;
// Lower is more specific (contract rule 11).
int specificity(model::FindingClass findingClass) noexcept;

// The strongest prior and the worst severity of what was observed.
recognise::Prior priorOf(const model::Draft& draft, const Group& group);
recognise::Severity severityOf(const model::Draft& draft, const Group& group);

// Ranks that a report names as not having joined ("Rank 3 failed to pass monitoredBarrier", a desync report): missing and suspected
// on that basis. The line that names them becomes the one to show.
void readNamedRanks(const model::Draft& draft, const std::vector<std::uint32_t>& observations, model::Finding& finding);
// One wave of time-outs: where ranks of one process group stand at different numbers, operations or sizes, it is a desync.
void compareCollectives(const model::Draft& draft, Group& wave);
// Members of the groups that timed out which are shown not to have joined: by lower numbers, by silence while they lived or after
// they had ended, or by waiting elsewhere.
void findMissing(const model::Draft& draft, Group& wave);
// Every member of the one group that timed out reports the same operation.
bool allReported(const model::Draft& draft, const Group& wave);

void followProgress(model::Draft& draft);        // run.iterations, how far each rank and launch came
void observe(model::Draft& draft);               // failures of all sources -> observations
std::vector<Group> group(model::Draft& draft);   // observations -> findings without roles
void addLauncherFindings(model::Draft& draft, std::vector<Group>& groups);   // exits, kills, restarts, limits of the CI
void addCommunicatorFindings(model::Draft& draft, std::vector<Group>& groups);   // initialisations that did not end
void addDifferingCounts(model::Draft& draft, std::vector<Group>& groups);        // final test counts that disagree between ranks
void reportTests(model::Draft& draft);           // run.tests
// Something that went wrong, as its lines say: no note, nothing that a test expected, nothing printed while going down.
bool isOwnFailure(const model::Draft& draft, const Group& group);
// Launches whose only end is what their processes say of it pass, unless something went wrong that they did not survive: what they said.
std::vector<model::Evidence> believeClosingWords(model::Draft& draft, const std::vector<Group>& groups);
void decideOutcome(model::Draft& draft, const std::vector<Group>& groups);   // run.outcome and its evidence
void assignRoles(model::Draft& draft, std::vector<Group>& groups);           // roles, why, first failure, candidates
void describeGaps(model::Draft& draft);          // coverage, not_established, checked
void noteProgress(model::Draft& draft);          // how far the training was when each failure happened
void tellStory(model::Draft& draft);             // milestones
void addSilences(model::Draft& draft);           // intervals in which a lane is suspected to wait, after those of known waits
void fillTimeline(model::Draft& draft);          // events, intervals

// Sets what the earlier steps left open: times of evidence, sorted order, ids, links by id.
void finish(model::Draft& draft, std::vector<Group> groups);

}  // namespace lanescope::diagnose
