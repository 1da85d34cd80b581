// SPDX-License-Identifier: Apache-2.0
// Progress of a long piece of work: written by workers, polled by whoever shows it. All members are thread safe.
#pragma once

#include <atomic>
#include <cstdint>

namespace lanescope::base {

struct Progress {
  std::atomic<std::uint64_t> bytesDone{0};
  std::atomic<std::uint64_t> bytesTotal{0};
  std::atomic<std::uint32_t> filesDone{0};
  std::atomic<std::uint32_t> filesTotal{0};
};

}  // namespace lanescope::base
