// SPDX-License-Identifier: Apache-2.0
// The lives of NCCL communicators in one source: SourceScan::communicators.
#pragma once

#include "core/recognise/source_scan.h"

#include <map>
#include <string>
#include <tuple>

namespace lanescope::recognise {

class CommunicatorFollower {
 public:
  explicit CommunicatorFollower(SourceScan& scan) : m_scan(scan) {}

  // The message of an NCCL line of process `pid` on `host`; anything else than a step of a communicator's life is passed over.
  void read(std::string_view host, std::int32_t pid, std::string_view message, std::uint32_t line);
  // No communicator has begun whose further steps are of interest.
  bool idle() const noexcept { return m_living.empty(); }

 private:
  SourceScan& m_scan;
  // (host, pid, address) -> the last communicator that began there: addresses are used again.
  std::map<std::tuple<std::string, std::int32_t, std::uint64_t>, std::uint32_t> m_living;
};

}  // namespace lanescope::recognise
