// SPDX-License-Identifier: Apache-2.0
// What a launcher and the shell around it print about the processes they run: the agent's lines, the ChildFailedError block,
// and the shell's trace of the launch and of its exit status.
// Source: torch/distributed/elastic (multiprocessing/api.py, errors/__init__.py, agent/server/api.py), torch/distributed/run.py.
#pragma once

#include "core/recognise/source_scan.h"
#include "core/recognise/time_context.h"

#include <string_view>

namespace lanescope::recognise {

class TorchrunParser {
 public:
  TorchrunParser(SourceScan& scan, std::uint16_t writer, const TimeContext& context) : m_scan(&scan), m_writer(writer), m_context(&context) {}

  // True where the piece was a launcher's or a trace line.
  bool feed(const Piece& piece, std::uint32_t line, const Moment& moment);
  // Inside the ChildFailedError block every line is needed.
  bool wantsMore() const noexcept { return m_block != Block::none; }
  // The rank of the entry of that block that is being read, -1 outside.
  std::int32_t rankOfBlock() const noexcept { return m_block != Block::none && m_entry < m_scan->launcher.size() ? m_scan->launcher[m_entry].rank : -1; }

 private:
  enum class Block { none, failures, rootCause };
  // `ownFile`: the head names a file of the launcher's own.
  bool feedAgent(std::string_view text, bool ownFile, std::uint32_t line, const Moment& moment);
  void feedWorkerGroup(std::string_view text, std::uint32_t line);
  bool feedBlock(std::string_view text, std::uint32_t line, const Moment& moment);
  bool feedTrace(std::string_view text, std::uint32_t line, const Moment& moment);
  LauncherFact& add(LauncherFact::Kind kind, std::uint32_t line, const Moment& moment);

  SourceScan* m_scan;
  std::uint16_t m_writer;
  const TimeContext* m_context;
  Block m_block = Block::none;
  std::uint32_t m_blockLines = 0;
  std::size_t m_entry = 0;                       // index into m_scan->launcher of the entry being read, behind its end: none
  bool m_launchOpen = false;                     // a launch command was traced and its status has not been
};

// "SIGABRT" for 6; empty for what is no signal of Linux.
std::string signalName(int number);
// The command behind a shell trace's pluses ("++ torchrun ...") where it starts a launcher; empty where it does not.
std::string_view launcherCommand(std::string_view traced) noexcept;
// The same of a line that is such a command, as a script or a prompt shows it ("$ torchrun ..."): it may not have run.
std::string_view shownCommand(std::string_view line) noexcept;

}  // namespace lanescope::recognise
