// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/launcher_exits.h"

#include "core/recognise/text_fields.h"
#include "core/recognise/torchrun_parser.h"

#include <array>
#include <utility>

namespace lanescope::recognise {
namespace {

constexpr std::int32_t kMostTasks = 65'536;

// How Slurm words the signals (strsignal) that end tasks.
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kSignalWords = {{{"Killed", "SIGKILL"},
                                                                                        {"Out Of Memory", "SIGKILL"},
                                                                                        {"Terminated", "SIGTERM"},
                                                                                        {"Aborted", "SIGABRT"},
                                                                                        {"Segmentation fault", "SIGSEGV"},
                                                                                        {"Bus error", "SIGBUS"},
                                                                                        {"Interrupt", "SIGINT"},
                                                                                        {"Floating point exception", "SIGFPE"}}};

// "0-2,4"; false where it is no such list.
bool readTasks(std::string_view list, std::vector<std::int32_t>& tasks) {
  while (!list.empty()) {
    const auto first = takeNumber<std::int32_t>(list);
    if (!first || *first < 0) return false;
    std::int32_t last = *first;
    if (take(list, "-")) {
      const auto end = takeNumber<std::int32_t>(list);
      if (!end || *end < *first) return false;
      last = *end;
    }
    if (last >= kMostTasks || (!tasks.empty() && *first <= tasks.back())) return false;
    for (std::int32_t task = *first; task <= last; ++task) tasks.push_back(task);
    if (!list.empty() && !take(list, ",")) return false;
  }
  return !tasks.empty();
}

bool readStatus(std::string_view text, StatedExits& out) {
  if (take(text, "Exited with exit code ")) {
    out.exitCode = takeNumber<int>(text);
    return out.exitCode && *out.exitCode >= 0;
  }
  for (const auto& word : kSignalWords) {
    if (text.starts_with(word.first)) out.signal = word.second;
  }
  return !out.signal.empty();
}

std::optional<StatedExits> ofSrun(std::string_view text) {
  if (!take(text, "srun: error: ")) return std::nullopt;
  takeUntil(text, " ");                          // the hosts
  if (!take(text, " task ") && !take(text, " tasks ")) return std::nullopt;
  StatedExits out;
  const std::string_view list = takeUntil(text, ":");
  if (!take(text, ": ") || !readTasks(list, out.tasks) || !readStatus(text, out)) return std::nullopt;
  return out;
}

std::optional<StatedExits> ofDeepspeed(std::string_view text) {
  constexpr std::string_view kWords = "] exits with return code = ";
  const auto at = text.find(kWords);
  if (at == std::string_view::npos || !text.starts_with("[")) return std::nullopt;
  const auto rank = numberBehind<std::int32_t>(text.substr(0, at), "--local_rank=");
  const auto code = numberBehind<int>(text.substr(at), kWords);
  if (!rank || *rank < 0 || !code) return std::nullopt;
  StatedExits out;
  out.localRank = *rank;
  if (*code >= 0) out.exitCode = code;
  else out.signal = signalName(-*code);
  return out.exitCode || !out.signal.empty() ? std::optional<StatedExits>(std::move(out)) : std::nullopt;
}

// Open MPI's orterun and prterun, and MPI_Abort().
std::optional<StatedExits> ofMpi(std::string_view text) {
  StatedExits out;
  if (const auto rank = numberBehind<std::int32_t>(text, "noticed that process rank ")) {
    const auto signal = numberBehind<int>(text, " exited on signal ");
    if (!signal || *rank < 0) return std::nullopt;
    out.rank = *rank;
    out.signal = signalName(*signal);
    return out.signal.empty() ? std::nullopt : std::optional<StatedExits>(std::move(out));
  }
  const auto rank = numberBehind<std::int32_t>(text, "MPI_ABORT was invoked on rank ");
  if (!rank || *rank < 0) return std::nullopt;
  out.rank = *rank;
  out.exitCode = numberBehind<int>(text, "with errorcode ").value_or(1);   // it may stand on the next line
  return out;
}

}  // namespace

std::int32_t mpiProcessNamed(std::string_view message) noexcept {
  std::string_view text = trimmed(message);
  if (!take(text, "Process name: [[")) return -1;
  const auto rank = numberBehind<std::int32_t>(text, "],");
  return rank && *rank >= 0 && *rank < kMostTasks ? *rank : -1;
}

std::optional<StatedExits> mpiExit(std::string_view message, std::int32_t rank) {
  std::string_view text = trimmed(message);
  if (!take(text, "Exit code:")) return std::nullopt;
  text = trimmed(text);
  StatedExits out;
  out.rank = rank;
  out.exitCode = takeNumber<int>(text);
  return out.exitCode && *out.exitCode >= 0 ? std::optional<StatedExits>(std::move(out)) : std::nullopt;
}

std::optional<StatedExits> statedExits(std::string_view message) {
  const std::string_view text = trimmed(message);
  if (auto exits = ofSrun(text)) return exits;
  if (auto exits = ofMpi(text)) return exits;
  return ofDeepspeed(text);
}

std::string_view deepspeedCommand(std::string_view message) noexcept {
  std::string_view text = trimmed(message);
  if (!take(text, "cmd = ") || text.find("deepspeed.launcher.launch") == std::string_view::npos) return {};
  return text;
}

}  // namespace lanescope::recognise
