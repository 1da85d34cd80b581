// SPDX-License-Identifier: Apache-2.0
// How far the training had come: the iterations of each rank, and what had been told of it when a failure happened.
#include "core/clock/line_time.h"
#include "core/diagnose/steps.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace lanescope::diagnose {
namespace {

using model::Draft;
using model::Iteration;
using model::LaneId;
using model::LoopProgress;
using recognise::ProgressFact;
using recognise::ProgressSeries;
using recognise::SourceScan;

// One way in which a loop is told of: a writer's bars, or its lines, or those of them that name one rank.
struct Telling {
  std::uint16_t writer = 0;
  recognise::ProgressShape shape = recognise::ProgressShape::line;
  std::int32_t rank = -1;
  bool operator<(const Telling& other) const { return std::tie(writer, shape, rank) < std::tie(other.writer, other.shape, other.rank); }
};

// The facts of one telling, in order of lines, and whose they are.
struct Loop {
  std::uint32_t source = 0;
  std::vector<ProgressFact> facts;
  std::optional<std::uint32_t> launch;
  LaneId lane;
};

Iteration rowOf(const ProgressFact& fact, const ProgressSeries& series, std::uint32_t source, const model::When& when) {
  const model::Event event = model::makeEvent(when, model::EventKind::iteration, model::EventSeverity::info, {model::SourceId{source}, fact.line}, {});
  Iteration row;
  row.utc = event.utc;
  row.beforeMs = event.beforeMs;
  row.afterMs = event.afterMs;
  row.source = event.source;
  row.line = fact.line;
  row.number = fact.number;
  if (series.epoch >= 0 && series.epoch < 0xFFFF) row.epoch = static_cast<std::uint16_t>(series.epoch);
  row.basis = event.basis;
  row.step = !series.iteration;
  return row;
}

LoopProgress progressOf(const ProgressFact& fact, const ProgressSeries& series) {
  LoopProgress progress;
  progress.unit = series.iteration ? "iteration" : "step";
  progress.last = fact.number;
  if (series.total > 0) progress.total = series.total;
  if (series.epoch >= 0) progress.epoch = static_cast<std::uint32_t>(series.epoch);
  return progress;
}

// A lane's part of one telling: a log that several attempts share is cut where the lane changes.
void addLoops(const Draft& draft, std::uint32_t source, const Telling& telling, std::vector<ProgressFact> facts, std::vector<Loop>& loops) {
  std::stable_sort(facts.begin(), facts.end(), [](const ProgressFact& a, const ProgressFact& b) { return a.line < b.line; });
  for (const ProgressFact& fact : facts) {
    Draft::Owner owner = draft.ownerOf(source, fact.line, telling.writer);
    if (!owner.launch) owner.launch = draft.run.sources[source].launch;
    if (!owner.launch && draft.run.launches.size() == 1) owner.launch = 0;   // a loop above the launcher's own first line
    if (!owner.lane.valid() && telling.rank >= 0 && owner.launch) {
      owner.lane = draft.run.laneOf(*owner.launch, owner.attempt.value_or(0), static_cast<model::Rank>(telling.rank)).value_or(LaneId{});
    }
    // What a launcher's tee copies stands in the rank's own file too.
    const bool copy = !draft.laneOfSource[source].valid() && owner.lane.valid() && !draft.run.lanes[owner.lane.value].sources.empty();
    if (copy) continue;
    const bool same = !loops.empty() && loops.back().source == source && loops.back().lane == owner.lane && loops.back().launch == owner.launch && &fact != &facts.front();
    if (!same) loops.push_back({source, {}, owner.launch, owner.lane});
    loops.back().facts.push_back(fact);
  }
}

std::vector<Loop> loopsOf(const Draft& draft) {
  std::vector<Loop> loops;
  for (std::uint32_t source = 0; source < draft.scans.size(); ++source) {
    const SourceScan& scan = draft.scans[source];
    std::map<Telling, std::vector<ProgressFact>> tellings;
    for (std::size_t i = 0; i < scan.progress.size(); ++i) {
      const ProgressSeries& series = scan.progressSeries[scan.progress[i].series];
      tellings[{series.writer, series.shape, series.rank}].push_back(scan.progress[i]);
    }
    for (auto& telling : tellings) addLoops(draft, source, telling.first, std::move(telling.second), loops);
  }
  return loops;
}

std::vector<Iteration> rowsOf(const Draft& draft, const Loop& loop) {
  std::vector<std::uint32_t> lines;
  for (const ProgressFact& fact : loop.facts) lines.push_back(fact.line);
  const std::vector<model::When> times = clock::whenOfLines(draft.run.sources[loop.source], lines);
  std::vector<Iteration> rows;
  rows.reserve(lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    rows.push_back(rowOf(loop.facts[i], draft.scans[loop.source].progressSeries[loop.facts[i].series], loop.source, times[i]));
  }
  return rows;
}

bool further(const LoopProgress& a, const LoopProgress& b) {
  return std::make_pair(a.epoch.value_or(0), a.last) > std::make_pair(b.epoch.value_or(0), b.last);
}

// Of the last attempt in which any rank told of its progress.
void progressOfLaunches(Draft& draft) {
  std::map<std::uint32_t, std::uint32_t> attempts;
  for (const model::Lane& lane : draft.run.lanes) {
    if (!lane.progress) continue;
    std::optional<LoopProgress>& best = draft.run.launches[lane.launch].progress;
    const auto known = attempts.try_emplace(lane.launch, lane.attempt);
    if (known.first->second < lane.attempt || !best) best = lane.progress;
    else if (further(*lane.progress, *best)) best = lane.progress;
    known.first->second = lane.attempt;
  }
}

// The last row that is known to be earlier: above the line in its own file, else by time.
const Iteration* lastBefore(const std::vector<Iteration>& rows, const model::Finding& finding) {
  const model::Evidence& evidence = finding.evidence.front();
  const Iteration* found = nullptr;
  for (const Iteration& row : rows) {
    const bool before = row.source == evidence.source ? row.line < evidence.line : model::certainlyBefore(row.when(), finding.time);
    if (before) found = &row;
  }
  return found;
}

LoopProgress progressAt(const Iteration& row, const std::optional<LoopProgress>& last) {
  LoopProgress progress;
  progress.unit = row.step ? "step" : "iteration";
  progress.last = row.number;
  if (last) progress.total = last->total;
  if (row.epoch != 0xFFFF) progress.epoch = row.epoch;
  return progress;
}

bool isOf(const model::Lane& lane, const model::Finding& finding) {
  return finding.launch && lane.launch == *finding.launch && lane.attempt == finding.attempt.value_or(0);
}

using LooseRows = std::map<std::optional<std::uint32_t>, std::vector<Iteration>>;

// Its own ranks' progress, else that of whichever rank of its attempt tells of it.
std::optional<LoopProgress> progressBefore(const Draft& draft, const LooseRows& loose, const model::Finding& finding) {
  for (const bool own : {true, false}) {
    std::optional<LoopProgress> best;
    for (std::uint32_t i = 0; i < draft.run.lanes.size(); ++i) {
      const model::Lane& lane = draft.run.lanes[i];
      const bool observed = std::binary_search(finding.ranks.begin(), finding.ranks.end(), lane.rank);
      if (!isOf(lane, finding) || (own && !observed)) continue;
      const Iteration* row = lastBefore(draft.run.iterations[i], finding);
      if (!row) continue;
      const LoopProgress progress = progressAt(*row, lane.progress);
      if (!best || further(progress, *best)) best = progress;
    }
    if (best) return best;
  }
  const auto rows = loose.find(finding.launch);
  const Iteration* row = rows == loose.end() ? nullptr : lastBefore(rows->second, finding);
  if (!row) return std::nullopt;
  return progressAt(*row, finding.launch ? draft.run.launches[*finding.launch].progress : std::nullopt);
}

}  // namespace

void followProgress(model::Draft& draft) {
  model::Run& run = draft.run;
  run.iterations.assign(run.lanes.size(), {});
  // Where a rank tells of its loop in several ways (a bar and lines, in one file or in two), the one with most to say is its progress.
  std::map<std::uint32_t, const Loop*> ofLane;
  std::map<std::uint32_t, const Loop*> looseOf;  // by source
  const std::vector<Loop> loops = loopsOf(draft);
  for (const Loop& loop : loops) {
    const Loop*& best = loop.lane.valid() ? ofLane[loop.lane.value] : looseOf[loop.source];
    if (!best || loop.facts.size() > best->facts.size()) best = &loop;
  }
  const auto lastOf = [&draft](const Loop& loop) { return progressOf(loop.facts.back(), draft.scans[loop.source].progressSeries[loop.facts.back().series]); };
  for (const auto& entry : ofLane) {
    run.iterations[entry.first] = rowsOf(draft, *entry.second);
    run.lanes[entry.first].progress = lastOf(*entry.second);
  }
  progressOfLaunches(draft);
  for (const auto& entry : looseOf) {
    const Loop& loop = *entry.second;
    for (const Iteration& row : rowsOf(draft, loop)) draft.looseIterations.push_back({loop.launch, row});
    if (loop.launch && !run.launches[*loop.launch].progress) run.launches[*loop.launch].progress = lastOf(loop);
  }
}

void noteProgress(model::Draft& draft) {
  LooseRows loose;
  for (const Draft::LooseIteration& iteration : draft.looseIterations) loose[iteration.launch].push_back(iteration.row);
  for (model::Finding& finding : draft.run.findings) {
    const bool failure = finding.role == model::Role::firstFailure || finding.role == model::Role::initiating;
    if (failure && !finding.evidence.empty()) finding.attributes.progress = progressBefore(draft, loose, finding);
  }
}

}  // namespace lanescope::diagnose
