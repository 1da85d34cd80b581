// SPDX-License-Identifier: Apache-2.0
// All that a timeline looks a Run up by, made on the thread that brings the Run: of ten million events it takes longer than the GUI thread
// may be away. Until it is there the Run before stays shown.
#pragma once

#include "ui/timeline/idle_folds.h"
#include "ui/timeline/lane_table.h"
#include "ui/timeline/phase_band.h"
#include "ui/timeline/run_density.h"
#include "ui/timeline/run_profile.h"

#include <memory>
#include <mutex>
#include <stop_token>
#include <vector>

namespace lanescope::ui {

// Immutable; any thread may read.
struct PreparedRun {
  // Where `stop` is requested it comes to an end early, and is of no use.
  explicit PreparedRun(std::shared_ptr<const model::Run> shown, const std::stop_token& stop = {});

  std::shared_ptr<const model::Run> run;
  RunIndex index;
  LaneTable table;
  IdleGaps gaps;
  RunDensity density;
  std::shared_ptr<const PhaseBand> band;         // nullptr where finding the phases takes longer than people want to wait
  RunProfile profile;
};

// Where the thread that brings a Run leaves what it made, and those who show it find it. Any thread.
class PreparedRuns {
 public:
  void prepare(const std::shared_ptr<const model::Run>& run, const std::stop_token& stop);
  // What was prepared of it, or what somebody still holds; where there is nothing, it is made now.
  std::shared_ptr<const PreparedRun> of(const std::shared_ptr<const model::Run>& run);

 private:
  std::shared_ptr<const PreparedRun> find(const model::Run& run);
  void add(const std::shared_ptr<const PreparedRun>& made);

  std::mutex m_mutex;
  std::vector<std::shared_ptr<const PreparedRun>> m_waiting;   // not yet asked for
  std::vector<std::weak_ptr<const PreparedRun>> m_made;
};

}  // namespace lanescope::ui
