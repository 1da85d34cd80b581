// SPDX-License-Identifier: Apache-2.0
// A finding: events that are one fact to a person, with its role, its evidence and why.
#pragma once

#include "core/model/event.h"

namespace lanescope::model {

// Names are those of the report contract (toString): cuda-error, gpu-oom, ...
enum class FindingClass : std::uint8_t {
  cudaError, gpuOom, eccXid, ncclError, ncclTimeout, hang, ncclNetwork, desync, monitoredBarrier, store, glooError,
  assertion, pythonException, testFailure, segfault, abort, hostOom, killed, preempted, timeLimit, cancelled, checkpoint,
  data, nan, setup, launcherExit, restart, ncclWarning, cleanupWarning, warning
};
const char* toString(FindingClass findingClass) noexcept;
std::optional<FindingClass> findingClassFrom(std::string_view name) noexcept;

enum class Role : std::uint8_t { firstFailure, initiating, cascade, teardown, noise, context };
const char* toString(Role role) noexcept;        // first-failure, initiating, ...

struct CudaError { std::optional<int> code; std::string text; };
struct LimitOwner { std::string kind; std::string text; };      // kind: process-group|nccl|test|ci-step|scheduler|launcher|store|unknown
struct Collective {
  std::string op, api;
  std::optional<std::uint64_t> seq;
  std::string group, groupDesc;
  std::optional<std::uint32_t> groupSize;
  std::optional<std::uint64_t> numelIn, numelOut;
};
struct StackFrame {
  std::string file;
  std::uint32_t line = 0;
  std::string function, code;
  bool user = false;                             // the user's code, not a library's
};

// Empty or nullopt: does not apply (the report leaves the key out).
struct Attributes {
  std::optional<CudaError> cudaError;
  std::optional<std::int64_t> timeoutMs, ranMs;
  When waitingSince;
  std::optional<LimitOwner> limitOwner;
  std::optional<Collective> collective;
  std::optional<std::uint64_t> lastEnqueued, lastCompleted;
  std::string missingBasis;                      // of missing_ranks: monitored-barrier|desync-report|lower-enqueued|no-report|
                                                 // other-operation|communicator
  std::string operationText, operationBasis;     // basis: stack|message
  std::string ncclErrorName, ncclErrorText, ncclLastError;
  std::string test, testPhase;                   // phase: setup|call|teardown
  std::string exceptionType, exceptionMessage;
  std::vector<StackFrame> stack;                 // outermost call first
  std::optional<int> exitCode;
  std::string signal, exitBy;
  std::string tiedBy;                            // what says that a kernel's line speaks of these ranks: "pid 4021"
  std::string ncclVersion, sourceLocation;
  std::vector<std::string> hypotheses;
  std::optional<LoopProgress> progress;          // of the training, as last told before it
};

struct ByRank {
  Rank rank = 0;
  When time;
  std::string op;
  std::optional<std::uint64_t> seq;
  std::string group;
  std::optional<std::int64_t> ranMs;
  std::optional<std::uint64_t> lastEnqueued, lastCompleted;
  Evidence evidence;
};

struct Who { std::string host; std::optional<std::uint32_t> localRank, device, pid; };

struct ExcerptLine { std::uint32_t line = 0; std::string text; std::uint32_t omitted = 0; };   // omitted > 0: a gap

// A rule of the diagnosis that was asked about a finding, and whether it applied. Those behind the one that decided were not asked.
enum class Rule : std::uint8_t {
  // whether it may be the first failure
  startNote, startMild, startPassed, startExpected, startDown, startHeard, startStopped,
  // what puts it before or behind the first failure
  orderLaunch, orderTime, orderStrength, orderLine, orderClass, orderPlace,
  // its role
  roleUser, roleFirst, roleSetAside, roleExpected, roleRestart, roleCleanup, rolePassed, roleNoFailure, roleNote, roleWarning, roleEnd, roleEffect,
  roleSameProcess, roleUndecided, roleIndependent, roleFirstOfAttempt, roleOtherAttempt
};
struct RuleTrace { Rule rule = Rule::roleFirst; bool applies = false; };
// A signature that its lines match: its id, prior and why as its file says.
struct MatchedSignature { std::string id, prior, why; std::uint32_t lines = 0; };

struct Finding {
  std::string id;                                // "f1" ...
  FindingClass findingClass = FindingClass::warning;
  Role role = Role::context;
  std::optional<std::uint32_t> launch, attempt;
  std::vector<Rank> ranks;                       // where observed, sorted
  std::uint32_t count = 1;                       // observations
  std::vector<std::string> hosts;
  std::vector<Who> who;
  When time;
  std::string title;                             // one sentence
  std::string why;                               // why it has this role
  std::string fingerprint;                       // 16 hex digits
  std::vector<std::string> causedBy, orderUndecidedWith;
  std::vector<Rank> stalledRanks, missingRanks, suspectRanks;
  std::string suspectBasis;                      // empty: null
  std::vector<ExcerptLine> excerpt;
  SourceId excerptSource;
  Attributes attributes;
  std::vector<ByRank> byRank;
  std::vector<Evidence> evidence;                // the line to show first; at most 20
  std::string identity;                          // what makes its observations one fact, and the fingerprint
  std::vector<MatchedSignature> signatures;
  std::vector<RuleTrace> rules;                  // in the order in which they were asked
};

}  // namespace lanescope::model
