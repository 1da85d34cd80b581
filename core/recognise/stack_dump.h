// SPDX-License-Identifier: Apache-2.0
// Stacks that were dumped while a process ran or as it died. Frames are printed newest first, without a time or a rank.
//   CPython faulthandler (Python/traceback.c, Modules/faulthandler.c; 3.8 to 3.13):
//     Fatal Python error: Segmentation fault          or   Timeout (0:05:00)!          or neither (a dump on a signal)
//     Current thread 0x00007f91a4a55b80 (most recent call first):
//       File "/opt/x.py", line 982 in run
//   py-spy dump (src/dump.rs of py-spy 0.3 and 0.4):
//     Process 4021: python train.py
//     Python v3.12.3 (/usr/bin/python3.12)
//     Thread 4021 (idle): "MainThread"
//         recv (torch/distributed/distributed_c10d.py:2501)
#pragma once

#include "core/recognise/source_scan.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanescope::recognise {

class StackDumpReader {
 public:
  enum class Kind : std::uint8_t { fatal, timeout, request, pySpy };
  enum class Step : std::uint8_t { taken, ended };

  // Whether `message` (heads peeled) is the first line of a dump.
  static bool begins(std::string_view message) noexcept;
  void begin(std::string_view message, std::uint32_t number);
  // ended: the dump is over and `message` does not belong to it.
  Step feed(std::string_view message, std::uint32_t number);

  Kind kind() const noexcept { return m_kind; }
  std::int32_t pid() const noexcept { return m_pid; }              // of py-spy's head, else -1
  std::uint32_t firstLine() const noexcept { return m_firstLine; }
  std::uint32_t lastLine() const noexcept { return m_lastLine; }

  struct Thread {
    std::string name;                            // py-spy's; empty where there is none
    bool current = false;                        // the one that the fault hit
    std::vector<Frame> frames;                   // newest call first, at most 200
    std::uint32_t newestLine = 0;                // of the log, where the newest frame stands
  };
  // The thread that says where the process was: the one of the fault, else the main one; nullptr where no frame was printed.
  const Thread* leading() const noexcept;

 private:
  void addThread(std::string_view message);
  bool addFrame(std::string_view message, std::uint32_t number);
  Kind m_kind = Kind::request;
  std::int32_t m_pid = -1;
  std::uint32_t m_firstLine = 0, m_lastLine = 0, m_blankLines = 0;
  std::vector<Thread> m_threads;
};

}  // namespace lanescope::recognise
