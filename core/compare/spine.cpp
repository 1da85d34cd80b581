// SPDX-License-Identifier: Apache-2.0
#include "core/compare/spine.h"

#include "core/compare/mask.h"

#include <algorithm>
#include <map>

namespace lanescope::compare {
namespace {

using model::When;

constexpr std::uint32_t kMostIterations = 100;   // of an attempt

// Widens [start, end] by a time that is known.
void widen(Phase& phase, const When& start, const When& end) {
  if (start.known() && (!phase.start.known() || start.utc < phase.start.utc)) phase.start = start;
  if (end.known() && (!phase.end.known() || end.utc > phase.end.utc)) phase.end = end;
}

void addSteps(const model::Run& run, Spine& spine) {
  Masked masked;
  for (const model::Phase& step : run.phases) {
    Phase phase;
    phase.kind = PhaseKind::step;
    mask(step.name, {}, masked);
    phase.key = masked.text.empty() ? step.name : masked.text;
    phase.start = step.start;
    phase.end = step.end;
    spine.push_back(std::move(phase));
  }
}

Phase phaseOf(PhaseKind kind, std::string key, std::uint32_t launch, std::optional<std::uint32_t> attempt = std::nullopt) {
  Phase phase;
  phase.kind = kind;
  phase.key = std::move(key);
  phase.launch = launch;
  phase.attempt = attempt;
  return phase;
}

void addSession(const model::Run& run, const model::Launch& launch, const model::Attempt& attempt, Spine& spine) {
  Phase session = phaseOf(PhaseKind::session, "tests", launch.index, attempt.index);
  for (const model::Event& event : run.events) {
    if (!event.lane.valid()) continue;
    const model::Lane& lane = run.lanes[event.lane.value];
    if (lane.launch != launch.index || lane.attempt != attempt.index) continue;
    if (event.kind == model::EventKind::sessionStart) widen(session, event.when(), {});
    if (event.kind == model::EventKind::sessionEnd) widen(session, {}, event.when());
  }
  if (session.start.known() || session.end.known()) spine.push_back(std::move(session));
}

void addTests(const model::Run& run, const model::Launch& launch, const model::Attempt& attempt, Spine& spine) {
  std::map<std::uint32_t, Phase> tests;          // by id
  std::vector<std::uint32_t> order;
  for (std::size_t i = 0; i < run.lanes.size() && i < run.testRuns.size(); ++i) {
    if (run.lanes[i].launch != launch.index || run.lanes[i].attempt != attempt.index) continue;
    for (const model::TestRun& test : run.testRuns[i]) {
      const auto known = tests.try_emplace(test.test.value);
      if (known.second) {
        known.first->second = phaseOf(PhaseKind::test, run.testNames[test.test.value], launch.index, attempt.index);
        order.push_back(test.test.value);
      }
      const model::TestTimes& times = model::timesOf(run, test);
      widen(known.first->second, times.start, times.end);
    }
  }
  for (const std::uint32_t test : order) spine.push_back(std::move(tests[test]));
}

// Round numbers, so that two runs have the same ones.
void addIterations(const model::Run& run, const model::Launch& launch, const model::Attempt& attempt, Spine& spine) {
  const std::vector<model::Iteration>* told = nullptr;
  for (std::size_t i = 0; i < run.lanes.size() && i < run.iterations.size(); ++i) {
    if (run.lanes[i].launch != launch.index || run.lanes[i].attempt != attempt.index || run.iterations[i].empty()) continue;
    if (!told || run.iterations[i].size() > told->size()) told = &run.iterations[i];
  }
  if (!told) return;
  std::uint32_t most = 0;
  for (const model::Iteration& iteration : *told) most = std::max(most, iteration.number);
  std::uint32_t step = 1;
  while (most / step > kMostIterations && step < 1'000'000'000) step *= 10;
  for (const model::Iteration& iteration : *told) {
    if (iteration.number % step != 0) continue;
    const std::string epoch = iteration.epoch == 0xFFFF ? std::string() : "epoch " + std::to_string(iteration.epoch) + ", ";
    Phase phase = phaseOf(PhaseKind::iteration, epoch + (iteration.step ? "step " : "iteration ") + std::to_string(iteration.number), launch.index, attempt.index);
    phase.start = iteration.when();
    spine.push_back(std::move(phase));
    if (spine.size() > 1'000'000) return;
  }
}

void addTeardown(const model::Launch& launch, const model::Attempt& attempt, Spine& spine) {
  const auto session = std::find_if(spine.rbegin(), spine.rend(), [&](const Phase& phase) { return phase.kind == PhaseKind::session && phase.launch == launch.index && phase.attempt == attempt.index; });
  if (session == spine.rend() || !session->end.known()) return;
  Phase teardown = phaseOf(PhaseKind::teardown, "teardown", launch.index, attempt.index);
  teardown.start = session->end;
  teardown.end = attempt.end.known() ? attempt.end : launch.end;
  if (teardown.end.known()) spine.push_back(std::move(teardown));
}

// Those of which there is anything; an earlier one may have left nothing.
std::vector<model::Attempt> attemptsOf(const model::Run& run, const model::Launch& launch) {
  std::vector<model::Attempt> attempts;
  std::copy_if(launch.attempts.begin(), launch.attempts.end(), std::back_inserter(attempts), [&](const model::Attempt& attempt) {
    return std::any_of(run.lanes.begin(), run.lanes.end(), [&](const model::Lane& lane) { return lane.launch == launch.index && lane.attempt == attempt.index; });
  });
  if (attempts.empty()) attempts = launch.attempts;
  if (attempts.empty()) attempts.emplace_back();
  return attempts;
}

// ---- alignment

// What tells two keys apart that are not the same thing: all but numbers.
std::string loose(const Phase& phase) {
  Masked masked;
  mask(phase.key, {}, masked);
  std::string key = masked.text.empty() ? phase.key : masked.text;
  key.erase(std::remove_if(key.begin(), key.end(), [](char c) { return c >= '0' && c <= '9'; }), key.end());
  return key;
}

using Indices = std::vector<std::uint32_t>;


class Aligner {
 public:
  explicit Aligner(Alignment& alignment) : m_all(alignment), m_ofRun(alignment.run.size()), m_ofBaseline(alignment.baseline.size()) {}

  void align() {
    level(indicesOf(m_all.run, PhaseKind::step), indicesOf(m_all.baseline, PhaseKind::step));
    const Indices launches = indicesOf(m_all.run, PhaseKind::launch), baselines = indicesOf(m_all.baseline, PhaseKind::launch);
    level(launches, baselines);
    const Indices ours = left(launches, m_ofRun), theirs = left(baselines, m_ofBaseline);
    if (ours.size() == 1 && theirs.size() == 1) pair(ours.front(), theirs.front(), Match::sequence);   // whatever they are called
    for (const std::uint32_t i : launches) {
      if (!m_ofRun[i].other) continue;
      const std::optional<std::uint32_t> own = m_all.run[i].launch, other = m_all.baseline[*m_ofRun[i].other].launch;
      alignAttempts(own, other);
    }
    list();
  }

 private:
  struct Found {
    std::optional<std::uint32_t> other;
    Match match = Match::equal;
  };

  static Indices indicesOf(const Spine& spine, PhaseKind kind) {
    Indices found;
    for (std::uint32_t i = 0; i < spine.size(); ++i) {
      if (spine[i].kind == kind) found.push_back(i);
    }
    return found;
  }

  void pair(std::uint32_t run, std::uint32_t baseline, Match match) {
    m_ofRun[run] = {baseline, match};
    m_ofBaseline[baseline] = {run, match};
  }

  // Groups of children, by launch and attempt, made once.
  const std::map<std::pair<std::uint32_t, std::uint32_t>, std::map<PhaseKind, Indices>>& children(const Spine& spine, bool ofRun) {
    auto& groups = ofRun ? m_childrenOfRun : m_childrenOfBaseline;
    if (groups.empty()) {
      for (std::uint32_t i = 0; i < spine.size(); ++i) {
        if (spine[i].launch && spine[i].attempt) groups[{*spine[i].launch, *spine[i].attempt}][spine[i].kind].push_back(i);
      }
    }
    return groups;
  }

  using Groups = std::map<std::pair<std::uint32_t, std::uint32_t>, std::map<PhaseKind, Indices>>;

  // The only attempt of a launch; end where it has several.
  static Groups::const_iterator soleAttempt(const Groups& groups, std::uint32_t launch) {
    const auto first = groups.lower_bound({launch, 0});
    const bool alone = first != groups.end() && first->first.first == launch && (std::next(first) == groups.end() || std::next(first)->first.first != launch);
    return alone ? first : groups.end();
  }

  void alignAttempts(std::optional<std::uint32_t> own, std::optional<std::uint32_t> other) {
    const auto& ours = children(m_all.run, true);
    const auto& theirs = children(m_all.baseline, false);
    for (auto group = ours.lower_bound({*own, 0}); group != ours.end() && group->first.first == *own; ++group) {
      auto counterpart = theirs.find({*other, group->first.second});
      // One attempt on each side is the same one, whatever its number.
      if (counterpart == theirs.end() && soleAttempt(ours, *own) == group) counterpart = soleAttempt(theirs, *other);
      if (counterpart == theirs.end()) continue;
      for (const auto& [kind, indices] : group->second) {
        const auto same = counterpart->second.find(kind);
        if (same != counterpart->second.end()) level(indices, same->second);
      }
    }
  }

  void level(const Indices& run, const Indices& baseline) {
    std::map<std::string_view, Indices> known;
    for (const std::uint32_t i : baseline) known[m_all.baseline[i].key].push_back(i);
    std::map<std::string_view, std::size_t> used;
    for (const std::uint32_t i : run) {
      const auto found = known.find(m_all.run[i].key);
      if (found == known.end()) continue;
      std::size_t& next = used[m_all.run[i].key];
      if (next < found->second.size()) pair(i, found->second[next++], Match::equal);
    }
    sequence(left(run, m_ofRun), left(baseline, m_ofBaseline));
  }

  static Indices left(const Indices& indices, const std::vector<Found>& found) {
    Indices rest;
    std::copy_if(indices.begin(), indices.end(), std::back_inserter(rest), [&found](std::uint32_t i) { return !found[i].other; });
    return rest;
  }

  // Longest common subsequence of what has no counterpart yet.
  void sequence(const Indices& run, const Indices& baseline) {
    constexpr std::size_t kMostCells = 4'000'000;
    if (run.empty() || baseline.empty() || run.size() * baseline.size() > kMostCells) return;
    std::vector<std::string> ours, theirs;
    for (const std::uint32_t i : run) ours.push_back(loose(m_all.run[i]));
    for (const std::uint32_t i : baseline) theirs.push_back(loose(m_all.baseline[i]));
    const std::size_t width = baseline.size() + 1;
    std::vector<std::uint32_t> best((run.size() + 1) * width, 0);
    for (std::size_t i = run.size(); i-- > 0;) {
      for (std::size_t k = baseline.size(); k-- > 0;) {
        best[i * width + k] = ours[i] == theirs[k] ? best[(i + 1) * width + k + 1] + 1 : std::max(best[(i + 1) * width + k], best[i * width + k + 1]);
      }
    }
    for (std::size_t i = 0, k = 0; i < run.size() && k < baseline.size();) {
      if (ours[i] == theirs[k]) pair(run[i++], baseline[k++], Match::sequence);
      else if (best[(i + 1) * width + k] >= best[i * width + k + 1]) ++i;
      else ++k;
    }
  }

  // In the order of the run; what only the baseline has follows what it follows there.
  void list() {
    std::uint32_t next = 0;
    const auto baselineUpTo = [&](std::uint32_t end) {
      for (; next < end; ++next) {
        if (!m_ofBaseline[next].other) m_all.pairs.push_back({Match::onlyInBaseline, std::nullopt, next});
      }
    };
    for (std::uint32_t i = 0; i < m_ofRun.size(); ++i) {
      if (m_ofRun[i].other) baselineUpTo(*m_ofRun[i].other);
      m_all.pairs.push_back({m_ofRun[i].other ? m_ofRun[i].match : Match::onlyInRun, i, m_ofRun[i].other});
    }
    baselineUpTo(static_cast<std::uint32_t>(m_ofBaseline.size()));
  }

  Alignment& m_all;
  std::vector<Found> m_ofRun, m_ofBaseline;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::map<PhaseKind, Indices>> m_childrenOfRun, m_childrenOfBaseline;
};

}  // namespace

std::string launchKey(const model::Launch& launch) { return launch.name.empty() ? "launch" : launch.name; }

Spine spineOf(const model::Run& run) {
  Spine spine;
  addSteps(run, spine);
  for (const model::Launch& launch : run.launches) {
    Phase phase = phaseOf(PhaseKind::launch, launchKey(launch), launch.index);
    phase.start = launch.start;
    phase.end = launch.end;
    spine.push_back(std::move(phase));
    for (const model::Attempt& attempt : attemptsOf(run, launch)) {
      Phase start = phaseOf(PhaseKind::attempt, "attempt " + std::to_string(attempt.index + 1), launch.index, attempt.index);
      start.start = attempt.start;
      start.end = attempt.end;
      spine.push_back(std::move(start));
      addSession(run, launch, attempt, spine);
      addTests(run, launch, attempt, spine);
      addIterations(run, launch, attempt, spine);
      addTeardown(launch, attempt, spine);
    }
  }
  return spine;
}

Alignment alignSpines(Spine run, Spine baseline) {
  Alignment alignment;
  alignment.run = std::move(run);
  alignment.baseline = std::move(baseline);
  Aligner(alignment).align();
  return alignment;
}

LaunchPairs::LaunchPairs(const Alignment& alignment) {
  for (const PhasePair& pair : alignment.pairs) {
    if (!pair.run || !pair.baseline) continue;
    const Phase& run = alignment.run[*pair.run];
    const Phase& baseline = alignment.baseline[*pair.baseline];
    if (run.kind == PhaseKind::launch) m_launches.push_back({*run.launch, *baseline.launch});
    if (run.kind == PhaseKind::attempt) m_attempts.push_back({*run.launch, *run.attempt, *baseline.launch, *baseline.attempt});
  }
}

std::optional<std::uint32_t> LaunchPairs::ofRun(std::uint32_t launch) const noexcept {
  for (const Pair& pair : m_launches) {
    if (pair.run == launch) return pair.baseline;
  }
  return std::nullopt;
}

std::optional<std::uint32_t> LaunchPairs::ofBaseline(std::uint32_t launch) const noexcept {
  for (const Pair& pair : m_launches) {
    if (pair.baseline == launch) return pair.run;
  }
  return std::nullopt;
}

std::optional<std::uint32_t> LaunchPairs::attemptOfRun(std::uint32_t launch, std::uint32_t attempt) const noexcept {
  for (const AttemptPair& pair : m_attempts) {
    if (pair.runLaunch == launch && pair.run == attempt) return pair.baseline;
  }
  return std::nullopt;
}

std::optional<std::uint32_t> LaunchPairs::attemptOfBaseline(std::uint32_t launch, std::uint32_t attempt) const noexcept {
  for (const AttemptPair& pair : m_attempts) {
    if (pair.baselineLaunch == launch && pair.baseline == attempt) return pair.run;
  }
  return std::nullopt;
}

}  // namespace lanescope::compare
