// SPDX-License-Identifier: Apache-2.0
// Two runs of one job, invented: one that ends well, and one that stops.
#pragma once

#include "tests/support/log_folder.h"

#include <cstdio>

namespace lanescope::test {

inline constexpr int kTrainingRanks = 4, kTrainingSteps = 30, kTrainingFailsAt = 20;

inline std::string trainingStamp(int hour, int second) {
  char text[64];
  std::snprintf(text, sizeof text, "2026-01-02 %02d:%02d:%02d,000 INFO ", hour, second / 60, second % 60);
  return text;
}

// Four ranks of a training loop. The failing one prints a warning on rank 1, an error on rank 2, and stops there; the other one ends well two hours earlier.
inline void writeTraining(LogFolder& folder, bool fails) {
  const int hour = fails ? 12 : 10;
  for (int rank = 0; rank < kTrainingRanks; ++rank) {
    std::vector<std::string> out, err;
    out.push_back(trainingStamp(hour, 0) + "host task-" + (fails ? "31" : "17") + " joins the group");
    if (fails && rank == 1) out.push_back(trainingStamp(hour, 1) + "WARNING the shard of this worker is missing, it starts anew");
    const int last = fails && rank == 2 ? kTrainingFailsAt : kTrainingSteps;
    for (int step = 1; step <= last; ++step) out.push_back(trainingStamp(hour, 2 * step) + "step " + std::to_string(step) + " of the schedule is done, worker is well");
    if (fails && rank == 2) err.push_back("RuntimeError: CUDA error: an illegal memory access was encountered");
    else out.push_back(trainingStamp(hour, 2 * kTrainingSteps + 1) + "all steps of the schedule are done, goodbye");
    folder.writeRank("launch_x", 0, rank, out, err);
  }
}

}  // namespace lanescope::test
