// SPDX-License-Identifier: Apache-2.0
// The words of the report contract for each enumeration.
#include "core/model/run.h"

#include <array>
#include <cstddef>

namespace lanescope::model {
namespace {

template <class Enum, std::size_t N>
const char* nameOf(Enum value, const std::array<const char*, N>& names) noexcept {
  const auto index = static_cast<std::size_t>(value);
  return index < N ? names[index] : "unknown";
}

constexpr std::array kFindingClasses = {
    "cuda-error", "gpu-oom", "ecc-xid", "nccl-error", "nccl-timeout", "hang", "nccl-network", "desync", "monitored-barrier",
    "store", "gloo-error", "assertion", "python-exception", "test-failure", "segfault", "abort", "host-oom", "killed",
    "preempted", "time-limit", "cancelled", "checkpoint", "data", "nan", "setup", "launcher-exit", "restart", "nccl-warning",
    "cleanup-warning", "warning"};

}  // namespace

const char* toString(Basis basis) noexcept {
  static constexpr std::array names = {"stamped", "joined", "derived", "bounded", "aligned", "file", "none"};
  return nameOf(basis, names);
}

const char* toString(Layout layout) noexcept {
  static constexpr std::array names = {"torchrun", "job-log", "nccl", "merged", "slurm", "ray", "journal", "junit", "other"};
  return nameOf(layout, names);
}

const char* toString(LaunchOutcome outcome) noexcept {
  static constexpr std::array names = {"passed", "failed", "empty", "cancelled", "running", "unknown"};
  return nameOf(outcome, names);
}

const char* toString(EndKind kind) noexcept {
  static constexpr std::array names = {"exited", "killed", "crashed", "stopped", "open", "no-data"};
  return nameOf(kind, names);
}

const char* toString(EventKind kind) noexcept {
  static constexpr std::array names = {
      "job-start", "job-end", "step-start", "step-end", "launch-start", "launch-end", "attempt-start", "process-start",
      "process-end", "session-start", "session-end", "test-start", "test-end", "iteration", "checkpoint-start",
      "checkpoint-end", "wait-start", "timeout", "error", "warning", "exit", "signal", "restart", "nccl-init", "nccl-abort",
      "milestone", "note"};
  return nameOf(kind, names);
}

const char* toString(EventSeverity severity) noexcept {
  static constexpr std::array names = {"none", "info", "warning", "error", "fatal"};
  return nameOf(severity, names);
}

const char* toString(TestOutcome outcome) noexcept {
  static constexpr std::array names = {"passed", "skipped", "xfailed", "xpassed", "failed", "error", "stalled", "interrupted", "absent"};
  return nameOf(outcome, names);
}

const char* toString(FindingClass findingClass) noexcept { return nameOf(findingClass, kFindingClasses); }

std::optional<FindingClass> findingClassFrom(std::string_view name) noexcept {
  for (std::size_t i = 0; i < kFindingClasses.size(); ++i) {
    if (name == kFindingClasses[i]) return static_cast<FindingClass>(i);
  }
  return std::nullopt;
}

const char* toString(Role role) noexcept {
  static constexpr std::array names = {"first-failure", "initiating", "cascade", "teardown", "noise", "context"};
  return nameOf(role, names);
}

const char* toString(RunOutcome outcome) noexcept {
  static constexpr std::array names = {"passed", "failed", "recovered", "cancelled", "unknown"};
  return nameOf(outcome, names);
}

const char* toString(MilestoneKind kind) noexcept {
  static constexpr std::array names = {"job-start", "image-pull", "image-ready", "launch-start", "collected", "first-failure",
                                       "timeout", "launch-end", "restart", "summary", "job-end"};
  return nameOf(kind, names);
}

}  // namespace lanescope::model
