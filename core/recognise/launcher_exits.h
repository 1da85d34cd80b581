// SPDX-License-Identifier: Apache-2.0
// How the launchers that are not torchrun start their processes and say how these ended: srun, and DeepSpeed's launcher.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::recognise {

// What one line says of the ends of processes.
struct StatedExits {
  std::vector<std::int32_t> tasks;               // srun: task ids, increasing, at most 65,536; else empty
  std::int32_t localRank = -1;                   // DeepSpeed
  std::optional<int> exitCode;                   // >= 0
  std::string signal;                            // "SIGKILL"; empty where none ended it
};
//   srun: error: node-[a07-a09]: tasks 0-2,4: Exited with exit code 1
//   srun: error: node-a07: task 3: Segmentation fault (core dumped)
//   ['/usr/bin/python', '-u', 'train.py', '--local_rank=7'] exits with return code = -6
// nullopt where the message (behind its heads) is none of these.
std::optional<StatedExits> statedExits(std::string_view message);

// The command of `cmd = python -u -m deepspeed.launcher.launch ..`, with which DeepSpeed's runner starts a node; empty elsewhere.
std::string_view deepspeedCommand(std::string_view message) noexcept;

}  // namespace lanescope::recognise
