// SPDX-License-Identifier: Apache-2.0
#include "core/compare/find_order.h"

#include "core/clock/line_time.h"

#include <algorithm>
#include <map>

namespace lanescope::compare {
namespace {

using model::LineRef;
using model::Rank;

constexpr std::size_t kLeastPeers = 3;           // fewer have no majority
constexpr std::size_t kMostSteps = 5'000;

// The lines of one template, by rank.
struct Step {
  std::uint64_t hash = 0;
  std::map<Rank, const Entry*> lines;
};

// What all of `ranks` print exactly once; nullopt else.
std::optional<Step> stepOf(const Side& side, std::span<const Entry> entries, const std::vector<std::uint32_t>& scopes, std::uint32_t scope, const std::vector<Rank>& ranks) {
  if (entries.size() < ranks.size()) return std::nullopt;
  Step step;
  step.hash = entries.front().hash;
  for (const Entry& entry : entries) {
    const auto rank = side.rankOf(entry.owner);
    if (!rank || scopes[entry.owner] != scope) continue;
    if (entry.count != 1 || !step.lines.emplace(*rank, &entry).second) return std::nullopt;
  }
  const bool all = std::all_of(ranks.begin(), ranks.end(), [&step](Rank rank) { return step.lines.count(rank) > 0; });
  return all ? std::optional<Step>(std::move(step)) : std::nullopt;
}

// Positions in `places` that do not belong to its longest increasing part.
std::vector<std::size_t> outOfOrder(const std::vector<LineRef>& places) {
  std::vector<std::size_t> tails, before(places.size(), places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto at = std::lower_bound(tails.begin(), tails.end(), i, [&places](std::size_t tail, std::size_t own) { return places[tail] < places[own]; });
    if (at != tails.begin()) before[i] = *std::prev(at);
    if (at == tails.end()) tails.push_back(i);
    else *at = i;
  }
  std::vector<bool> kept(places.size(), false);
  for (std::size_t i = tails.empty() ? places.size() : tails.back(); i < places.size(); i = before[i]) kept[i] = true;
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!kept[i]) out.push_back(i);
  }
  return out;
}

std::vector<LineRef> placesOf(const std::vector<Step>& steps, Rank rank) {
  std::vector<LineRef> places;
  for (const Step& step : steps) places.push_back(step.lines.at(rank)->first);
  return places;
}

class OrderFinder {
 public:
  explicit OrderFinder(const Sides& sides) : m_sides(sides) {}

  std::vector<Candidate> find() {
    for (std::uint32_t scope = 1; scope < m_sides.scopes.front().count; ++scope) {
      if (m_sides.scopes.front().ranks[scope].size() >= kLeastPeers) findIn(scope);
    }
    return std::move(m_found);
  }

 private:
  // Templates that qualify, in the order of the first baseline; `run` parallel to it.
  void collect(std::uint32_t scope, std::vector<Step>& run, std::vector<Step>& baseline) const {
    const Scopes& scopes = m_sides.scopes.front();
    const std::vector<Rank>& ranks = scopes.ranks[scope];
    const std::vector<Entry>& ours = m_sides.run.digest.entries;
    std::vector<std::pair<Step, Step>> steps;
    for (std::size_t i = 0; i < ours.size() && steps.size() < kMostSteps;) {
      std::size_t end = i;
      while (end < ours.size() && ours[end].hash == ours[i].hash) ++end;
      auto own = stepOf(m_sides.run, {ours.data() + i, end - i}, scopes.ofRun, scope, ranks);
      auto other = own ? stepOf(m_sides.baselines.front(), m_sides.baselines.front().digest.of(ours[i].hash), scopes.ofBaseline, scope, ranks) : std::nullopt;
      if (own && other) steps.emplace_back(*std::move(own), *std::move(other));
      i = end;
    }
    const Rank first = ranks.front();
    std::sort(steps.begin(), steps.end(), [first](const auto& a, const auto& b) { return a.second.lines.at(first)->first < b.second.lines.at(first)->first; });
    for (auto& [own, other] : steps) {
      run.push_back(std::move(own));
      baseline.push_back(std::move(other));
    }
  }

  static void keep(std::vector<Step>& steps, const std::vector<bool>& dropped) {
    std::vector<Step> kept;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (!dropped[i]) kept.push_back(std::move(steps[i]));
    }
    steps = std::move(kept);
  }

  // Those whose place is not the same on all ranks of the baseline prove nothing.
  static void dropUnsteady(const std::vector<Rank>& ranks, std::vector<Step>& run, std::vector<Step>& baseline) {
    std::vector<bool> dropped(baseline.size(), false);
    for (const Rank rank : ranks) {
      for (const std::size_t i : outOfOrder(placesOf(baseline, rank))) dropped[i] = true;
    }
    keep(run, dropped);
    keep(baseline, dropped);
  }

  void findIn(std::uint32_t scope) {
    const std::vector<Rank>& ranks = m_sides.scopes.front().ranks[scope];
    std::vector<Step> run, baseline;
    collect(scope, run, baseline);
    dropUnsteady(ranks, run, baseline);
    if (run.size() < 2) return;
    std::map<std::size_t, std::vector<Rank>> moved;   // by the first step that is out of order
    std::vector<std::size_t> ranksOf(run.size(), 0);
    for (const Rank rank : ranks) {
      const std::vector<std::size_t> out = outOfOrder(placesOf(run, rank));
      for (const std::size_t i : out) ++ranksOf[i];
      if (!out.empty()) moved[out.front()].push_back(rank);
    }
    for (const auto& [step, odd] : moved) {
      if (2 * ranksOf[step] < ranks.size()) add(scope, run[step], baseline[step], odd);
    }
  }

  void add(std::uint32_t scope, const Step& run, const Step& baseline, const std::vector<Rank>& odd) {
    Candidate candidate;
    candidate.scope = scope;
    const Entry& first = *run.lines.at(odd.front());
    candidate.owner = first.owner;
    candidate.line = first.first;
    Message& message = candidate.message;
    message.kind = MessageKind::order;
    message.hash = run.hash;
    message.few = true;
    message.ranksRun = odd;
    message.countRun = run.lines.size();
    message.countBaseline = baseline.lines.size();
    message.launch = m_sides.run.run->lanes[first.owner].launch;
    message.attempt = m_sides.run.run->lanes[first.owner].attempt;
    message.firstTime = clock::whenOf(m_sides.run.run->source(first.first.source), first.first.line);
    message.lineClass = m_sides.run.classOf(first.first);
    for (const Rank rank : odd) {
      if (message.inRun.size() >= kMostPlaces) break;
      message.inRun.push_back({run.lines.at(rank)->first, rank});
      message.inBaseline.push_back({baseline.lines.at(rank)->first, rank});
    }
    m_found.push_back(std::move(candidate));
  }

  const Sides& m_sides;
  std::vector<Candidate> m_found;
};

}  // namespace

std::vector<Candidate> findOrder(const Sides& sides) { return OrderFinder(sides).find(); }

}  // namespace lanescope::compare
