// SPDX-License-Identifier: Apache-2.0
// What the paths of a run's members say about who wrote them.
#pragma once

#include "core/model/source.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::model {

struct PathLayout {
  Layout layout = Layout::other;
  Stream stream = Stream::unknown;
  std::string directory;                         // log folder of the launch, as a prefix of the path, without attempt; of a file of several
                                                 // ranks that names its attempt: the path without the number
  std::optional<std::uint32_t> attempt;          // attempt_1, x_cycle1.log
  std::optional<std::uint32_t> node;             // the number that the path gives to the node: node-1/.., replica_1/..
  std::optional<std::uint32_t> localRank;        // torchrun's folder, local_rank_1.log
  std::optional<Rank> globalRank;                // rank_5.log, log_5.txt, or a file's number among files that differ by nothing else
  bool fromSiblings = false;                     // the last
  bool ofOneRank() const noexcept { return localRank.has_value() || globalRank.has_value(); }
};

// A member, and whether its first and last lines show several ranks or a launcher: such a file is a node's, whatever its number.
struct NamedMember {
  std::string_view path;
  bool ofSeveral = false;
};

// One layout for each member. torchrun: DIR/attempt_A/L/{stdout.log,stderr.log,error.json} (torch/distributed/elastic/multiprocessing/api.py); DeepSpeed:
// STAMP_rankN.log; rank_N.log, rank.N/stdout (Open MPI), log_N.txt, node-0/.., base_cycleN.log (ft_launcher); and numbers that only differ
// between files of one folder and count from 0 (Slurm's name_%j_%t.out, TorchX' role/N/stdout.log).
std::vector<PathLayout> layoutsOf(const std::vector<NamedMember>& members);

}  // namespace lanescope::model
