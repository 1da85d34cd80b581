// SPDX-License-Identifier: Apache-2.0
// The ordered phases of a run, and which of them are the same in two runs.
#pragma once

#include "core/compare/comparison.h"

namespace lanescope::compare {

Spine spineOf(const model::Run& run);

// The name of a launch for people and as a key: "production", "launch" where it has none.
std::string launchKey(const model::Launch& launch);

// Equal keys pair up, repeated ones in order; of what is left, phases whose keys differ in numbers only, where the order of both allows
// it. Children of launches and attempts that have no counterpart are not paired.
Alignment alignSpines(Spine run, Spine baseline);

// Which launches and attempts are compared with each other.
class LaunchPairs {
 public:
  explicit LaunchPairs(const Alignment& alignment);
  // The baseline's launch for one of the run; nullopt where only the run has it.
  std::optional<std::uint32_t> ofRun(std::uint32_t launch) const noexcept;
  std::optional<std::uint32_t> ofBaseline(std::uint32_t launch) const noexcept;
  // The same for attempts.
  std::optional<std::uint32_t> attemptOfRun(std::uint32_t launch, std::uint32_t attempt) const noexcept;
  std::optional<std::uint32_t> attemptOfBaseline(std::uint32_t launch, std::uint32_t attempt) const noexcept;

 private:
  struct Pair { std::uint32_t run = 0, baseline = 0; };
  struct AttemptPair { std::uint32_t runLaunch = 0, run = 0, baselineLaunch = 0, baseline = 0; };
  std::vector<Pair> m_launches;
  std::vector<AttemptPair> m_attempts;
};

}  // namespace lanescope::compare
