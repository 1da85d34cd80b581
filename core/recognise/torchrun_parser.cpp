// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/torchrun_parser.h"

#include "core/recognise/text_fields.h"

#include <array>

namespace lanescope::recognise {
namespace {

constexpr std::size_t kMaxListed = 65'536;        // ranks of one node
constexpr std::uint32_t kMaxBlockLines = 4'000;  // 1,024 entries of a failure block; a block that never closes ends there

constexpr std::array<std::string_view, 32> kSignals = {
    "", "SIGHUP", "SIGINT", "SIGQUIT", "SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS", "SIGFPE", "SIGKILL", "SIGUSR1", "SIGSEGV",
    "SIGUSR2", "SIGPIPE", "SIGALRM", "SIGTERM", "SIGSTKFLT", "SIGCHLD", "SIGCONT", "SIGSTOP", "SIGTSTP", "SIGTTIN", "SIGTTOU",
    "SIGURG", "SIGXCPU", "SIGXFSZ", "SIGVTALRM", "SIGPROF", "SIGWINCH", "SIGIO", "SIGPWR", "SIGSYS"};

// "15", "Signals.SIGTERM", "SIGTERM" -> "SIGTERM"
std::string signalFrom(std::string_view text) {
  take(text, "Signals.");
  if (text.starts_with("SIG")) return std::string(takeUntil(text, " ,.)"));
  const auto number = takeNumber<int>(text);
  return number ? signalName(*number) : std::string();
}

bool isAgentFile(std::string_view file) noexcept {
  return file.find("torch/distributed/elastic") != std::string_view::npos || file.find("torch/distributed/run.py") != std::string_view::npos ||
         file.find("torch/distributed/launcher") != std::string_view::npos;
}

// The agent's heads before torch 2.3; true where `text` starts with one, which it loses. The time of the second is a layer.
//   WARNING:torch.distributed.elastic.multiprocessing.api:Sending process ...                      (to 2.0)
//   [2026-01-02 03:04:05,123] torch.distributed.elastic.multiprocessing.api: [WARNING] Sending ... (2.1 and 2.2)
bool takeOldHead(std::string_view& text) {
  std::string_view rest = text;
  const std::string_view level = takeUntil(rest, ":");
  const bool levelFirst = level == "DEBUG" || level == "INFO" || level == "WARNING" || level == "ERROR" || level == "CRITICAL";
  if (levelFirst) take(rest, ":");
  else rest = text;
  const std::string_view logger = takeUntil(rest, ": ");
  if (!logger.starts_with("torch.distributed.elastic") && logger != "torch.distributed.run" && !logger.starts_with("torch.distributed.launcher")) return false;
  if (!take(rest, ":")) return false;
  if (!levelFirst) {
    if (!take(rest, " [")) return false;
    takeUntil(rest, "]");
    if (!take(rest, "] ")) return false;
  }
  text = rest;
  return true;
}

// "  key       : value" of the failure block.
std::optional<std::string_view> blockValue(std::string_view text, std::string_view key) noexcept {
  if (!take(text, key)) return std::nullopt;
  text = trimmed(text);
  if (!take(text, ":")) return std::nullopt;
  return trimmed(text);
}

// "2026-01-02_03:04:05"
Moment blockTime(std::string_view value, const TimeContext& context) {
  std::string iso(value);
  if (iso.size() > 10 && iso[10] == '_') iso[10] = 'T';
  std::size_t used = 0;
  const auto stamp = parseIso(iso, used);
  if (!stamp) return {};
  return {context.resolve(*stamp, LayerKind::torchPython), stamp->resolutionNs, Moment::From::inner};
}

constexpr std::array<std::string_view, 7> kLaunchers = {"torch.distributed.run", "torch.distributed.launch", "torchrun", "ft_launcher",
                                                        "deepspeed ", "accelerate launch", "mpirun "};

}  // namespace

std::string signalName(int number) {
  return number > 0 && number < static_cast<int>(kSignals.size()) ? std::string(kSignals[static_cast<std::size_t>(number)]) : std::string();
}

namespace {

// `command` where it starts a launcher; empty where it does not.
std::string_view startsLauncher(std::string_view command) noexcept {
  std::size_t at = std::string_view::npos;
  for (const std::string_view launcher : kLaunchers) at = std::min(at, command.find(launcher));
  if (at == std::string_view::npos) return {};
  // As an argument of something else it is quoted, assigned, or printed.
  const std::string_view before = command.substr(0, at);
  if (before.find_first_of("'\"(`$") != std::string_view::npos) return {};
  std::string_view rest = command;
  const std::string_view first = takeUntil(rest, " ");
  if (first.find('=') != std::string_view::npos && before.find(' ') == std::string_view::npos) return {};
  for (const std::string_view word : {"echo", "local", "eval", "printf", "[", "[[", "cat", "grep", "export", "which", "command", "pip", "pkill", "kill", "test", "export", "declare", "run_test_cmd"}) {
    if (first == word) return {};
  }
  return command;
}

}  // namespace

std::string_view launcherCommand(std::string_view traced) noexcept {
  if (!traced.starts_with("+")) return {};
  const auto begin = traced.find_first_not_of('+');
  if (begin == std::string_view::npos || traced[begin] != ' ') return {};
  return startsLauncher(trimmed(traced.substr(begin)));
}

std::string_view shownCommand(std::string_view line) noexcept {
  if (line.find("--nproc") == std::string_view::npos) return {};
  std::string_view command = trimmed(line);
  if (!take(command, "$ ")) take(command, "# ");
  const std::string_view first = command.substr(0, command.find(' '));
  const bool starts = first.ends_with("torchrun") || first.find("python") != std::string_view::npos || first == "srun" || first == "exec";
  return starts ? startsLauncher(command) : std::string_view();
}

namespace {

// "[4, 5, 6, 7]"
std::vector<std::int32_t> numberList(std::string_view text) {
  std::vector<std::int32_t> out;
  if (!take(text, "[")) return out;
  while (out.size() < kMaxListed) {
    const auto number = takeNumber<std::int32_t>(text);
    if (!number) break;
    out.push_back(*number);
    if (!take(text, ", ") && !take(text, ",")) break;
  }
  return out;
}

}  // namespace

LauncherFact& TorchrunParser::add(LauncherFact::Kind kind, std::uint32_t line, const Moment& moment) {
  LauncherFact fact;
  fact.kind = kind;
  fact.line = line;
  fact.writer = m_writer;
  fact.moment = moment;
  m_scan->launcher.push_back(std::move(fact));
  return m_scan->launcher.back();
}

bool TorchrunParser::feedAgent(std::string_view text, bool ownFile, std::uint32_t line, const Moment& moment) {
  std::string_view rest = trimmed(text);
  using Kind = LauncherFact::Kind;
  for (const std::string_view start : {"Sending process ", "Closing process "}) {
    std::string_view tail = rest;
    if (!take(tail, start)) continue;
    LauncherFact& fact = add(Kind::sendSignal, line, moment);
    fact.pid = takeNumber<std::int32_t>(tail).value_or(-1);
    if (take(tail, " closing signal ") || take(tail, " via signal ")) fact.signal = signalFrom(tail);
    return true;
  }
  if (take(rest, "Unable to shutdown process ")) {
    LauncherFact& fact = add(Kind::forceKill, line, moment);
    fact.pid = takeNumber<std::int32_t>(rest).value_or(-1);
    const auto via = rest.rfind(" via ");
    if (via != std::string_view::npos) fact.signal = signalFrom(rest.substr(via + 5));
    return true;
  }
  if (take(rest, "failed (exitcode: ")) {
    LauncherFact& fact = add(Kind::workerFailed, line, moment);
    fact.exitCode = takeNumber<int>(rest);
    if (fact.exitCode && *fact.exitCode < 0) fact.signal = signalName(-*fact.exitCode);
    fact.localRank = numberBehind<std::int32_t>(rest, "local_rank: ").value_or(-1);
    fact.pid = numberBehind<std::int32_t>(rest, "pid: ").value_or(-1);
    return true;
  }
  if (rest.find("Worker group FAILED") != std::string_view::npos || rest.find("will restart worker group") != std::string_view::npos) {
    add(Kind::groupRestart, line, moment).text = std::string(rest.substr(0, 300));
    return true;
  }
  if (rest.starts_with("Received ") && rest.find("death signal") != std::string_view::npos) {
    add(Kind::deathSignal, line, moment).signal = signalFrom(rest.substr(9));
    return true;
  }
  if (rest.find("worker group finished") != std::string_view::npos || rest.find("worker group successfully finished") != std::string_view::npos || rest.find("exiting with SUCCEEDED") != std::string_view::npos) {
    add(Kind::finished, line, moment).text = std::string(rest.substr(0, 300));
    return true;
  }
  if (ownFile) {
    feedWorkerGroup(rest, line);
    // Its first own line; a run of banner lines counts once.
    const bool again = !m_scan->launcher.empty() && m_scan->launcher.back().kind == Kind::banner && line - m_scan->launcher.back().line <= 4;
    if (again) m_scan->launcher.back().text.clear();
    else add(Kind::banner, line, moment);
    return true;
  }
  return false;
}

void TorchrunParser::feedWorkerGroup(std::string_view text, std::uint32_t line) {
  std::vector<WorkerGroupFact>& groups = m_scan->workerGroups;
  if (text.find("Rendezvous complete for workers") != std::string_view::npos) {
    WorkerGroupFact fact;
    fact.line = line;
    fact.writer = m_writer;
    groups.push_back(std::move(fact));
    return;
  }
  if (groups.empty() || groups.back().writer != m_writer) return;
  WorkerGroupFact& group = groups.back();
  if (take(text, "group_rank=")) group.groupRank = takeNumber<std::int32_t>(text).value_or(-1);
  else if (take(text, "group_world_size=")) group.groupSize = takeNumber<std::int32_t>(text).value_or(-1);
  else if (take(text, "local_ranks=")) group.localRanks = numberList(text);
  else if (take(text, "global_ranks=")) group.globalRanks = numberList(text);
}

bool TorchrunParser::feedBlock(std::string_view text, std::uint32_t line, const Moment& moment) {
  text = trimmed(text);
  if (text == "Failures:" || text.starts_with("Root Cause (first observed failure)")) {
    m_block = text == "Failures:" ? Block::failures : Block::rootCause;
    m_blockLines = 0;
    m_entry = m_scan->launcher.size();
    return true;
  }
  if (m_block == Block::none) return false;
  if (++m_blockLines > kMaxBlockLines || text.starts_with("======")) {
    m_block = Block::none;
    return true;
  }
  if (text.starts_with("[") && text.ends_with("]:")) {
    m_entry = m_scan->launcher.size();
    add(LauncherFact::Kind::blockEntry, line, moment).rootCause = m_block == Block::rootCause;
    return true;
  }
  if (m_entry >= m_scan->launcher.size()) return true;
  LauncherFact& entry = m_scan->launcher[m_entry];
  if (const auto time = blockValue(text, "time")) entry.stated = blockTime(*time, *m_context);
  if (const auto host = blockValue(text, "host")) entry.host = std::string(*host);
  if (auto rank = blockValue(text, "rank")) {
    entry.rank = takeNumber<std::int32_t>(*rank).value_or(-1);
    entry.localRank = numberBehind<std::int32_t>(*rank, "local_rank: ").value_or(-1);
  }
  if (auto code = blockValue(text, "exitcode")) {
    entry.line = line;                           // the line that states the exit
    entry.exitCode = takeNumber<int>(*code);
    entry.pid = numberBehind<std::int32_t>(*code, "pid: ").value_or(-1);
    if (entry.exitCode && *entry.exitCode < 0) entry.signal = signalName(-*entry.exitCode);
  }
  if (const auto traceback = blockValue(text, "traceback")) entry.text = std::string(traceback->substr(0, 300));
  return true;
}

bool TorchrunParser::feedTrace(std::string_view text, std::uint32_t line, const Moment& moment) {
  if (!text.starts_with("+")) return false;
  const std::string_view command = launcherCommand(text);
  if (!command.empty()) {
    add(LauncherFact::Kind::command, line, moment).text = std::string(command.substr(0, 4'000));
    m_launchOpen = true;
    return true;
  }
  std::string_view rest = text.substr(text.find_first_not_of('+') == std::string_view::npos ? text.size() : text.find_first_not_of('+'));
  rest = trimmed(rest);
  const std::string_view name = takeUntil(rest, "= ");
  if (m_launchOpen && take(rest, "=")) {
    for (const std::string_view known : {"rc", "ret", "status", "code", "exit_code", "EXIT_CODE", "RC", "result"}) {
      if (name != known) continue;
      const auto code = takeNumber<int>(rest);
      if (!code || !trimmed(rest).empty()) break;
      add(LauncherFact::Kind::commandStatus, line, moment).exitCode = code;
      m_launchOpen = false;
      break;
    }
  }
  return true;
}

// "launcher.py:512 Sending process ..": nvidia-resiliency-ext's ft_launcher, which is made of torchrun's code, behind its own head.
static bool takeFtHead(std::string_view& message) {
  std::string_view rest = message;
  if (!take(rest, "launcher.py:") || !takeNumber<std::uint32_t>(rest) || !take(rest, " ")) return false;
  message = rest;
  return true;
}

bool TorchrunParser::feed(const Piece& piece, std::uint32_t line, const Moment& moment) {
  if (const Layer* head = piece.find(LayerKind::torchPython)) {
    const std::size_t before = m_scan->launcher.size();
    const bool own = isAgentFile(head->file);
    if (feedAgent(piece.message, own, line, moment)) {
      for (std::size_t i = before; own && i < m_scan->launcher.size(); ++i) m_scan->launcher[i].agentPid = head->pid;
      return true;
    }
  }
  const std::string_view text = trimmed(piece.message);
  std::string_view message = text;
  if (takeOldHead(message) || takeFtHead(message)) return feedAgent(message, true, line, moment);
  if (feedTrace(text, line, moment)) return true;
  return feedBlock(piece.message, line, moment);
}

}  // namespace lanescope::recognise
