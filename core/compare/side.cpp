// SPDX-License-Identifier: Apache-2.0
#include "core/compare/side.h"

#include "core/compare/message_reader.h"

#include <algorithm>
#include <set>

namespace lanescope::compare {
namespace {

bool endedWell(const model::Launch& launch) {
  return launch.outcome == model::LaunchOutcome::passed || launch.outcome == model::LaunchOutcome::empty || launch.outcome == model::LaunchOutcome::unknown;
}

std::vector<model::Rank> ranksIn(const Side& side, const std::vector<std::uint32_t>& scopes, std::uint32_t scope) {
  std::vector<model::Rank> ranks;
  for (Owner owner = 0; owner < side.run->lanes.size(); ++owner) {
    if (scopes[owner] == scope && side.digest.linesOf[owner] > 0) ranks.push_back(side.rankOfLane[owner]);
  }
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return ranks;
}

}  // namespace

bool pairByLocalRank(const Side& run, Side& baseline, const LaunchPairs& pairs) {
  bool any = false;
  for (const model::Launch& launch : run.run->launches) {
    const auto other = pairs.ofRun(launch.index);
    if (!other) continue;
    std::map<std::uint32_t, std::vector<model::Rank>> ours;   // by local rank
    std::set<model::Rank> ranks;
    for (const model::Lane& lane : run.run->lanes) {
      if (lane.launch != launch.index) continue;
      ranks.insert(lane.rank);
      if (lane.localRank) ours[*lane.localRank].push_back(lane.rank);
    }
    std::vector<std::pair<Owner, model::Rank>> renamed;
    bool apart = true;
    for (Owner i = 0; i < baseline.run->lanes.size(); ++i) {
      const model::Lane& lane = baseline.run->lanes[i];
      if (lane.launch != *other) continue;
      apart = apart && ranks.count(lane.rank) == 0;
      const auto same = lane.localRank ? ours.find(*lane.localRank) : ours.end();
      if (same != ours.end() && std::set<model::Rank>(same->second.begin(), same->second.end()).size() == 1) renamed.emplace_back(i, same->second.front());
    }
    if (!apart) continue;
    for (const auto& [owner, rank] : renamed) baseline.rankOfLane[owner] = rank;
    any = any || !renamed.empty();
  }
  return any;
}

Scopes scopesOf(const Side& run, const Side& baseline, const LaunchPairs& pairs) {
  Scopes scopes;
  const Owners ours = run.owners(), theirs = baseline.owners();
  scopes.ofRun.assign(ours.count(), kApart);
  scopes.ofBaseline.assign(theirs.count(), kApart);
  scopes.ofRun[ours.job()] = scopes.ofBaseline[theirs.job()] = 0;
  scopes.runEnded.push_back(run.run->outcome == model::RunOutcome::passed || run.run->outcome == model::RunOutcome::unknown);
  scopes.baselineEnded.push_back(baseline.run->outcome == model::RunOutcome::passed || baseline.run->outcome == model::RunOutcome::unknown);
  for (const model::Launch& launch : run.run->launches) {
    const auto other = pairs.ofRun(launch.index);
    if (!other) continue;
    const std::uint32_t scope = scopes.count++;
    scopes.ofRun[ours.launcher(launch.index)] = scopes.ofBaseline[theirs.launcher(*other)] = scope;
    for (Owner lane = 0; lane < run.run->lanes.size(); ++lane) {
      if (run.run->lanes[lane].launch == launch.index && pairs.attemptOfRun(launch.index, run.run->lanes[lane].attempt)) scopes.ofRun[lane] = scope;
    }
    for (Owner lane = 0; lane < baseline.run->lanes.size(); ++lane) {
      if (baseline.run->lanes[lane].launch == *other && pairs.attemptOfBaseline(*other, baseline.run->lanes[lane].attempt)) scopes.ofBaseline[lane] = scope;
    }
    scopes.runEnded.push_back(endedWell(launch));
    scopes.baselineEnded.push_back(endedWell(baseline.run->launches[*other]));
  }
  for (std::uint32_t scope = 0; scope < scopes.count; ++scope) {
    const std::vector<model::Rank> a = ranksIn(run, scopes.ofRun, scope), b = ranksIn(baseline, scopes.ofBaseline, scope);
    std::vector<model::Rank> both;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    scopes.ranks.push_back(std::move(both));
  }
  return scopes;
}

struct TemplateReader::Source {
  Source(const model::Run& run, model::SourceId id) : lines(*run.source(id).text->bytes, run.source(id).text->lines), messages(run, id) {}
  text::LineReader lines;
  MessageReader messages;
};

TemplateReader::TemplateReader(const Side& side) : m_side(side) {}
TemplateReader::~TemplateReader() = default;

Shown TemplateReader::show(model::LineRef line, std::uint64_t hash) {
  std::unique_ptr<Source>& source = m_sources[line.source.value];
  if (!source) source = std::make_unique<Source>(*m_side.run, line.source);
  Shown shown;
  Masked masked;
  const auto take = [&](std::string_view message, const MessageReader::From&) {
    if (!shown.text.empty()) return;
    mask(message, m_side.names, masked);
    if (templateHash(masked.text) != hash) return;
    shown.message = message.substr(0, kMaxMasked);
    shown.text = masked.text;
  };
  // A line that was put together from several ends with one of the next.
  constexpr std::uint32_t kMostParts = 64;
  const std::uint32_t count = m_side.run->source(line.source).text->lineCount();
  const std::uint32_t last = source->messages.joinsLines() ? std::min(count, line.line + kMostParts) : line.line;
  for (std::uint32_t number = line.line; number <= last && shown.text.empty(); ++number) source->messages.line(source->lines.line(number), number, take);
  source->messages.finish(take);
  return shown;
}

}  // namespace lanescope::compare
