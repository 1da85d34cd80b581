// SPDX-License-Identifier: Apache-2.0
#include "core/session/run_builder.h"

#include "core/clock/place.h"
#include "core/diagnose/diagnose.h"
#include "core/session/kept_notes.h"

namespace lanescope::session {

std::shared_ptr<model::Run> buildRun(const input::InputSet& inputs, const std::vector<ReadMember>& members,
                                           const RunFacts& facts, bool complete) {
  model::Draft draft;
  draft.signatures = &facts.signatures;
  model::Run& run = draft.run;
  run.id = inputs.contentId;
  run.inputs = inputs.inputs;
  run.skipped = inputs.skipped;
  run.overrides = facts.overrides;
  run.sideFileError = facts.sideFileError;
  run.complete = complete;
  draft.last = complete;
  for (const ReadMember& read : members) {
    model::Source source;
    source.path = read.member->path;
    source.input = read.member->input;
    source.byteCount = read.member->bytes;
    source.text = read.text;
    run.sources.push_back(std::move(source));
    draft.scans.push_back(read.scan);
    draft.testRows.push_back(read.tests);
    draft.glances.push_back(read.glance);
    draft.contexts.push_back(read.context);
    draft.paths.push_back(read.path);
    draft.settings.push_back(read.settings);
  }
  model::describeSources(draft);
  model::findSegments(draft);
  model::joinDirectories(draft);
  model::placeRanks(draft);
  model::makeLanes(draft);
  model::decideWorldSizes(draft);
  model::readProcesses(draft);
  model::collectTests(draft);
  model::decideEnds(draft);
  model::describeJob(draft);
  model::keepStretches(draft);
  clock::placeInTime(draft);
  if (complete) diagnose::diagnose(draft);
  else diagnose::outline(draft);
  run.notes = placedNotes(run, facts.notes);
  return std::make_shared<model::Run>(std::move(run));
}

}  // namespace lanescope::session
