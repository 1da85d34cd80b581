// SPDX-License-Identifier: Apache-2.0
// A run as comparing sees it: its templates, and which of its writers have a counterpart. Internal to core/compare.
#pragma once

#include "core/compare/digest.h"
#include "core/compare/spine.h"

#include <map>
#include <memory>

namespace lanescope::compare {

inline constexpr std::uint32_t kApart = 0xFFFFFFFF;

struct Side {
  const model::Run* run = nullptr;
  RunNames names;
  Digest digest;

  Owners owners() const { return Owners(*run); }
  std::vector<model::Rank> rankOfLane;           // as the run's ranks are counted, see pairByLocalRank()
  std::optional<model::Rank> rankOf(Owner owner) const {
    return owners().isLane(owner) ? std::optional<model::Rank>(rankOfLane[owner]) : std::nullopt;
  }
  const model::Launch* launchOf(Owner owner) const {
    const auto launch = owners().launchOf(*run, owner);
    return launch ? &run->launches[*launch] : nullptr;
  }
  model::LineClass classOf(model::LineRef line) const { return run->source(line.source).text->lineClass(line.line); }
};

// For each owner of the run and of one baseline: the part of the job in which both are compared (0: the job itself, 1..: launches), or
// kApart where the other run has no such launch or attempt.
struct Scopes {
  std::vector<std::uint32_t> ofRun, ofBaseline;  // by owner
  std::uint32_t count = 1;
  // By scope: ranks that printed something in both, sorted.
  std::vector<std::vector<model::Rank>> ranks;
  // By scope: whether that launch of the run (of the baseline) came to a good end.
  std::vector<bool> runEnded, baselineEnded;
};
Scopes scopesOf(const Side& run, const Side& baseline, const LaunchPairs& pairs);

// Where no rank of a launch is in both runs, because one of the logs does not state which ranks it shows, those of the baseline count as
// the run's with the same local rank. Returns whether that was needed.
bool pairByLocalRank(const Side& run, Side& baseline, const LaunchPairs& pairs);

// Reads templates again where they first stand.
struct Shown { std::string message, text; };     // as printed, and its template; empty where it cannot be found
class TemplateReader {
 public:
  explicit TemplateReader(const Side& side);
  ~TemplateReader();
  // The message in `line` whose template is `hash`.
  Shown show(model::LineRef line, std::uint64_t hash);

 private:
  struct Source;
  const Side& m_side;
  std::map<std::uint32_t, std::unique_ptr<Source>> m_sources;
};

}  // namespace lanescope::compare
