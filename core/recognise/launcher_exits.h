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
  std::int32_t rank = -1;                        // mpirun
  std::optional<int> exitCode;                   // >= 0
  std::string signal;                            // "SIGKILL"; empty where none ended it
};
//   srun: error: node-[a07-a09]: tasks 0-2,4: Exited with exit code 1
//   srun: error: node-a07: task 3: Segmentation fault (core dumped)
//   ['/usr/bin/python', '-u', 'train.py', '--local_rank=7'] exits with return code = -6
//   mpirun noticed that process rank 3 with PID 8123 on node n7 exited on signal 11 (Segmentation fault).
//   MPI_ABORT was invoked on rank 2 in communicator MPI_COMM_WORLD with errorcode 17.
// nullopt where the message (behind its heads) is none of these.
std::optional<StatedExits> statedExits(std::string_view message);

// "Process name: [[22011,1],2]": the rank whose exit code mpirun states on the next line ("Exit code:    1"); -1 elsewhere.
std::int32_t mpiProcessNamed(std::string_view message) noexcept;
std::optional<StatedExits> mpiExit(std::string_view message, std::int32_t rank);

// The command of `cmd = python -u -m deepspeed.launcher.launch ..`, with which DeepSpeed's runner starts a node; empty elsewhere.
std::string_view deepspeedCommand(std::string_view message) noexcept;

}  // namespace lanescope::recognise
