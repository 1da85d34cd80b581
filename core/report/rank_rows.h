// SPDX-License-Identifier: Apache-2.0
// What reports and pictures say of launches, ranks and counts of tests, before it is laid out.
#pragma once

#include "core/model/run.h"

#include <array>
#include <string>
#include <vector>

namespace lanescope::report {

// "launch 1 production: failed, 19:31:33 Z to 20:09:24 Z (37 m 51 s), exit code 1, rank 5 exited first"
std::string launchHead(const model::Launch& launch);
// "37 m 51 s"; where nothing tells when it began "at least 37 m 51 s", or "length not known".
std::string lengthText(const model::When& from, const model::When& to);
// ", rank 5 exited first", ", the launcher names rank 5 first" where the times do not show it; "" where neither.
std::string firstExitText(const model::ExitStatus& exit);
// "SIGABRT by itself", "exited 0", "open": a signal says more than the kind of end it makes.
std::string endText(const model::LaneEnd& end);

std::vector<const model::Lane*> lanesOf(const model::Run& run, std::uint32_t launch);
bool onOneHost(const std::vector<const model::Lane*>& lanes);

// Columns behind rank, gpu and pid.
inline constexpr std::array kRankColumns = {"attempt", "host", "last line", "at (UTC)", "enq/done", "ended", "at (UTC)"};
// One row of the table; ranks with equal other cells may share it.
struct RankRow {
  std::vector<model::Rank> ranks;
  std::string gpu, pid;                          // of a single rank
  std::vector<std::string> cells;                // of kRankColumns; empty where a column says nothing
};
// Of the lanes of one launch. Few lanes have a row each; of many, those that ended alike share one and the others stand out.
std::vector<RankRow> rankRows(const model::Run& run, const std::vector<const model::Lane*>& lanes);

// "236 passed, 5 skipped, 7 deselected"
std::string countsText(const model::RankCounts& counts);
// Ranks with equal counts.
struct CountGroup {
  std::string text;
  std::vector<model::Rank> ranks;
  double least = 0, most = 0;                    // seconds, where stated
  bool timed = false;
};
std::vector<CountGroup> groupCounts(const model::LaunchTests& tests);
// "503.95 to 504.64 s", "" where none states them.
std::string secondsText(const CountGroup& group);
// "236 passed, 5 skipped, 7 deselected on ranks 0–7 in 503.95 to 504.64 s"; "" where no test was counted.
std::string launchCounts(const model::Launch& launch);
// "launch 2 (production)"
std::string launchName(const model::Launch& launch);
// "247 collected, 7 deselected, 240 selected"
std::string collectionText(const model::LaunchTests& tests);

}  // namespace lanescope::report
