// SPDX-License-Identifier: Apache-2.0
// How large the largest communicator and process group of each process is, so far. A process makes many; of them, only the largest says
// which rank it is, and lines that tell of a smaller one by the hundred thousand need not be read.
#pragma once

#include "core/recognise/source_scan.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope::recognise {

class ProcessSizes {
 public:
  explicit ProcessSizes(SourceScan& scan) : m_scan(scan) {}

  // An initialisation that NCCL tells of; `beginsLine`: nothing stands before it, so that its host's name is whole.
  void addInit(NcclFact fact, bool beginsLine);
  // A process group that the message states, if it does.
  void addGroup(std::string_view message);

  // The line, heads and all, tells of a communicator not larger than one that its process has completed.
  bool isKnownInit(std::string_view raw) const;
  // The line tells of a process group not larger than another of the same rank.
  bool isKnownGroup(std::string_view raw) const;

 private:
  struct Communicator { std::int32_t ranks = -1; bool complete = false; };
  struct ByProcess {
    using is_transparent = void;
    template <class A, class B>
    bool operator()(const A& a, const B& b) const { return a.second != b.second ? a.second < b.second : std::string_view(a.first) < std::string_view(b.first); }
  };

  SourceScan& m_scan;
  std::set<std::string, std::less<>> m_hosts;    // that began a line
  std::map<std::pair<std::string, std::int32_t>, Communicator, ByProcess> m_largest;   // by (host, pid)
  std::vector<std::int32_t> m_groupSizes;        // by global rank: its largest process group; -1: none stated
};

// "host:pid:tid [dev] NCCL INFO ..": the process that printed the line. False where it does not begin so.
bool takeNcclProcess(std::string_view& line, std::string_view& host, std::int32_t& pid);

}  // namespace lanescope::recognise
