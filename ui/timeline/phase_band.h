// SPDX-License-Identifier: Apache-2.0
// What the job was doing when: its steps and launches, and in them sessions, tests or iterations, for the band above the lanes and for
// walking from one to the next. Immutable; any thread may read.
#pragma once

#include "core/model/run.h"
#include "ui/models/view_state.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::ui {

struct BandPhase {
  enum class Kind : std::uint8_t { step, launch, session, test, iteration };
  Kind kind = Kind::step;
  std::string name, shortName;                   // a test's whole id and its last part
  TimeRange extent;
  std::optional<std::uint32_t> launch;
};

class PhaseBand {
 public:
  PhaseBand() = default;
  explicit PhaseBand(const model::Run& run);

  bool empty() const { return m_leaves.empty(); }
  const BandPhase& at(std::uint32_t index) const { return m_phases[index]; }
  // Those of the finest kind that a launch has (tests, else iterations, else sessions) which touch `window`, by start.
  std::vector<std::uint32_t> visible(TimeRange window) const;
  // The start of the next phase behind (direction > 0) or before `from`, of those that last `least` ns or more; launches always count.
  std::optional<std::uint32_t> next(std::int64_t from, int direction, std::int64_t least) const;
  QString title() const;                         // "tests", "iterations", ...

 private:
  void addLeaves(const model::Run& run);

  std::vector<BandPhase> m_phases;               // by start
  std::vector<std::uint32_t> m_leaves;           // of the finest kind, by start
  std::vector<std::int64_t> m_latestEnds;        // greatest end among the leaves up to and with this one
};

}  // namespace lanescope::ui
