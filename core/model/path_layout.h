// SPDX-License-Identifier: Apache-2.0
// What a file's path says about who wrote it.
#pragma once

#include "core/model/source.h"

#include <optional>
#include <string>
#include <string_view>

namespace lanescope::model {

struct PathLayout {
  Layout layout = Layout::other;
  Stream stream = Stream::unknown;
  std::string directory;                         // log folder of the launch, as a prefix of the path, without attempt
  std::optional<std::uint32_t> attempt;
  std::optional<std::uint32_t> localRank;        // torchrun's folder
  std::optional<Rank> globalRank;                // from names that state it
};

// torchrun: DIR/attempt_A/L/{stdout,stderr}.log (torch/distributed/elastic/multiprocessing/api.py); DeepSpeed: STAMP_rankN.log;
// and the common rank_N.log, rank-N.out, log_N.txt, rankN.err.
PathLayout layoutOfPath(std::string_view path);

}  // namespace lanescope::model
