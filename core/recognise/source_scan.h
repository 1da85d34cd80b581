// SPDX-License-Identifier: Apache-2.0
// What reading one source gives: its line columns and the facts recognised in it. Facts are observations as printed; which
// launch, lane or time they belong to is decided later, over all sources. Plain data; strings are UTF-8.
#pragma once

#include "core/base/block_list.h"
#include "core/recognise/layers.h"
#include "core/recognise/progress_lines.h"
#include "core/recognise/time_evidence.h"
#include "core/text/line_index.h"
#include "core/text/string_pool.h"

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::recognise {

// A writer inside a source: a rank behind a launcher's tee, a rank that names itself, a task's own shell, or the job.
// Numbers as printed; -1 where none.
struct WriterKey {
  std::int32_t node = -1;     // task index (`task-1/0` -> 0), or that of a label behind which a launcher runs (`3: [default0]:` -> 3)
  std::int32_t local = -1;    // [default5]: -> 5
  std::int32_t global = -1;   // [rank5]: -> 5, or the label or tag of a launcher with a task for each rank; only where no tee header stands
  std::int32_t origin = -1;   // index in SourceScan::origins, only where no global rank stands
  bool operator==(const WriterKey&) const = default;
  bool isRank() const noexcept { return local >= 0 || global >= 0; }
  // Whose local ranks count from 0: a task's, an origin's, or (-1) those of the source.
  static constexpr std::int32_t kFirstOrigin = 1 << 30;
  std::int32_t place() const noexcept { return node >= 0 ? node : origin >= 0 && origin < kFirstOrigin ? kFirstOrigin + origin : -1; }
};
// First and last line of those that begin with the same numbers: (node, local rank), or a global rank alone.
using TeeLines = std::map<std::pair<std::int32_t, std::int32_t>, std::pair<std::uint32_t, std::uint32_t>>;
using RankLines = std::map<std::int32_t, std::pair<std::uint32_t, std::uint32_t>>;

// Where a writer's process runs, as the prefixes of its lines say from `line` on.
struct WriterProcess {
  std::uint32_t line = 0;
  std::int32_t pid = -1;                         // -1: not stated
  std::string host;                              // name or address; empty: not stated
};

struct Writer {
  WriterKey key;
  std::int32_t statedGlobal = -1;                // a [rankN]: behind this writer's tee header, or in its file: the first
  std::uint32_t statedLine = 0;                  // where
  std::int32_t otherGlobal = -1;                 // another one that it states, which one process cannot
  std::uint32_t otherLine = 0;
  std::uint32_t firstLine = 0, lastLine = 0;     // 1-based
  std::vector<WriterProcess> processes;          // one after the other, at most kMostProcesses
  static constexpr std::size_t kMostProcesses = 64;
  bool isRank() const noexcept { return key.isRank() || statedGlobal >= 0; }
};

// The time a line carries. Inner: when the event happened, as its writer printed it. Outer: when a CI runner read it.
struct Moment {
  std::int64_t ns = 0;                           // unix ns, true UTC as far as the context knows
  std::int64_t widthNs = 0;                      // the event lies in [ns, ns + widthNs]
  enum class From : std::uint8_t { nothing, inner, outer } from = From::nothing;
  bool known() const noexcept { return from != From::nothing; }
};

enum class TestWord : std::uint8_t { none, passed, failed, skipped, error, xfail, xpass };

enum class TestPhase : std::uint8_t { call, setup, teardown, collect, unknown };   // collect: of a file, before any of its tests

// One test of one writer, from its start to its verdict.
struct TestRow {
  std::uint32_t startLine = 0;
  std::uint32_t verdictLine = 0;                 // 0: none was printed
  text::StringId name;                           // of SourceScan::names
  std::uint16_t writer = 0;
  TestWord word = TestWord::none;
  bool interrupted : 1 = false;                  // another test began before its verdict
  bool error : 1 = false;                        // it has an ERROR, see SourceScan::testErrors
  bool rerun : 1 = false;                        // it failed and was run again before its verdict
};
static_assert(sizeof(TestRow) == 16, "a fifth of the lines of a test log may be one");

// An ERROR in the setup or teardown of a test, or while a file of tests was collected.
struct TestError {
  std::size_t row = 0;                           // index into SourceScan::tests
  std::uint32_t line = 0;
  TestPhase phase = TestPhase::setup;
};

struct SessionFact {
  // counted: verdicts of tests without a name, of a session that printed no end. stopped: it gave up before its tests were done.
  enum class Kind : std::uint8_t { start, collected, end, counted, stopped } kind = Kind::start;
  std::uint32_t line = 0;
  std::uint16_t writer = 0;
  Moment moment;
  std::optional<std::uint32_t> collected, deselected, skippedAtCollection, selected;                              // collected
  std::optional<std::uint32_t> passed, failed, skipped, errors, xfailed, xpassed, deselectedAtEnd, reruns;        // end, counted
  std::optional<double> seconds;                                                                                  // end
};

// What a report in the JUnit form adds to its tests.
struct ReportedSuite {
  std::uint32_t line = 0;
  Moment start;
  std::optional<double> seconds;                 // of all its tests and what lies between them
  std::size_t firstRow = 0, rows = 0;            // of SourceScan::tests
};
struct Reported {
  bool isReport = false;                         // the source is such a report
  bool cut = false;                              // it ends in the middle
  std::vector<float> seconds;                    // of each test; < 0: not stated
  std::vector<ReportedSuite> suites;
};

struct Frame {
  std::string file;
  std::uint32_t line = 0;
  std::string function, code;
};

// A WorkNCCL(...) as printed.
struct WorkInfo {
  std::optional<std::uint64_t> seq, numelIn, numelOut;
  std::string op;
  std::optional<std::int64_t> timeoutMs, ranMs;
};
struct GroupInfo {
  std::string id, description;                   // [PG ID 0 PG GUID 0(default_pg) Rank 5]: "0", "default_pg"
  std::int32_t rankInGroup = -1;                 // never a global rank
};

// Something that went wrong, or might have: a signature's line, an exception, a failed test's section.
struct FailureFact {
  std::uint32_t line = 0;                        // the line that states the fact
  std::uint32_t firstLine = 0, lastLine = 0;     // of the block it stands in
  std::uint16_t writer = 0;
  Moment moment;
  enum class Kind : std::uint8_t { signature, exception, testSection, crash, stackDump } kind = Kind::signature;
  std::uint32_t signature = UINT32_MAX;          // index into the set, of the most specific line
  std::vector<std::uint32_t> signatures;         // all that matched anywhere in the block ...
  std::vector<std::uint32_t> signatureLines;     // ... and the line of each
  std::string text;                              // message of the line, cut at 2,000 bytes
  text::StringId test;                           // open then, or named by the section
  TestPhase phase = TestPhase::call;
  bool inTest = false;                           // `test` was open
  bool afterSessionEnd = false;                  // after pytest's final line
  std::string exceptionType, exceptionMessage;   // of the first block of a chain
  std::string outerExceptionType;                // of the last block of a chain
  std::vector<Frame> frames;                     // outermost call first
  std::optional<int> cudaCode;
  std::string cudaText;
  std::uint32_t cudaLine = 0;                    // where the CUDA text stands
  std::string ncclErrorName, ncclErrorText, ncclLastError, ncclVersion;
  std::optional<WorkInfo> work;
  std::optional<GroupInfo> group;
  std::optional<std::uint64_t> lastEnqueued, lastCompleted;
  std::optional<std::uint64_t> statusSeq;        // the work that the watchdog speaks of beside them
  std::optional<std::int64_t> limitMs;           // the limit that it ran up to, where a signature's capture states it
  std::int32_t namedRank = -1;                   // "(RANK 3)" behind a traceback's header: whose it was, whoever prints it
  std::string sourceLocation;                    // file:line of the logger's head
  std::int32_t pid = -1, device = -1;            // from the head of the line, or named in it
  bool ofKernel = false;                         // a kernel's line: `pid` is the host's, which is another inside a container
  std::string busId;                             // "0000:3b:00", where the line names a GPU by its place on the bus
  std::string host;                              // from the heads of the line: NCCL's, a host's prefix, a tag of mpirun
  Severity head = Severity::none;                // the level that the line's own head states
  std::uint32_t count = 1;                       // Ray's "[repeated 7x across cluster]" stands for so many like it
  std::string sectionTitle;                      // "TestX.test_y" of a section under "=== FAILURES ===", where `test` is not known
};

struct LauncherFact {
  enum class Kind : std::uint8_t {
    command,        // a traced or echoed command that starts a launcher; text = the command
    banner,         // the launcher's own first line
    sendSignal,     // "Sending process P closing signal S"
    forceKill,      // "Unable to shutdown process P via .., forcefully exiting via .."
    taskExit,       // srun: how a task ended; `rank` is the task's number, which is a node's where each task is a launcher
    workerFailed,   // "failed (exitcode: N) local_rank: R (pid: P)"
    blockEntry,     // one entry of the ChildFailedError block
    groupRestart,   // "Worker group FAILED. k/n attempts left"
    commandStatus,  // "+ rc=N" after the launch
    deathSignal,    // "Received N death signal"
    finished        // "Local worker group finished (SUCCEEDED)" and the like
  } kind = Kind::command;
  std::uint32_t line = 0;
  std::uint16_t writer = 0;
  Moment moment;
  std::int32_t pid = -1, localRank = -1, rank = -1;
  std::int32_t agentPid = -1;                    // of the agent that printed it, where its head says so
  std::optional<int> exitCode;                   // < 0: a signal
  std::string signal, host, text;
  Moment stated;                                 // "time :" of a block entry
  bool rootCause = false;                        // block entry under "Root Cause"
};

// What the agent of one node prints when its workers start: "Rendezvous complete for workers. Result:" and the lines behind it.
struct WorkerGroupFact {
  std::uint32_t line = 0;
  std::uint16_t writer = 0;
  std::int32_t groupRank = -1, groupSize = -1;   // of the node among the nodes
  std::vector<std::int32_t> localRanks, globalRanks;
};

struct CiFact {
  enum class Kind : std::uint8_t {
    jobName, runner, node, checkoutRef, headAt, imagePull, imageDigest, imageReady, groupStart, groupEnd, error, exitCode,
    stepTimeout, cancelled, experiment, restart, jobStatus, artifact, excerptBegin, excerptEnd, phaseEcho, variable, os,
    orphanCleanup
  } kind = Kind::groupStart;
  std::uint32_t line = 0;
  Moment moment;
  std::string text;                              // name, ref, image, status...
  std::string extra;
  std::optional<std::int64_t> number;            // exit code, unix seconds, run id
};

struct NcclFact {
  std::string host;
  std::int32_t pid = -1, device = -1, rank = -1, nranks = -1;
  std::string busId, version;
  std::uint32_t line = 0;
  bool complete = false;                         // Init COMPLETE
};

// One rank of one NCCL communicator whose initialisation was seen to begin.
struct CommunicatorFact {
  std::uint64_t id = 0;                          // commId as printed, the same on all of its ranks
  std::int32_t rank = -1, nranks = -1;           // in the communicator
  std::int32_t pid = -1;
  std::uint32_t startLine = 0;
  std::uint32_t completeLine = 0, endLine = 0;   // 0: not seen
  bool aborted = false;                          // `endLine` says so, else destroyed
};

// What the iterations of one training loop have in common, as one writer tells of them.
struct ProgressSeries {
  std::uint16_t writer = 0;
  ProgressShape shape = ProgressShape::line;
  bool iteration = false;                        // called iterations, else steps
  std::uint32_t total = 0;                       // 0: not stated
  std::int32_t epoch = -1;                       // numbers count within it; -1: they do not
  std::int32_t rank = -1;                        // global, named in the line itself; -1: none is
};
// Another number than the series had before; a loop that paints the same one again adds nothing.
struct ProgressFact {
  std::uint32_t line = 0;
  std::uint32_t number = 0;
  std::uint32_t series = 0;                      // index into SourceScan::progressSeries
};
static_assert(sizeof(ProgressFact) == 12, "a training log may hold little else");

struct VersionFact {                             // "world_size: 8", "Python 3.12.3", or a launcher's command that is shown, not traced
  enum class Kind : std::uint8_t { worldSize, command, python } kind = Kind::worldSize;
  std::uint32_t line = 0;
  std::uint16_t writer = 0;
  std::string text;
  std::int64_t number = -1;
};

struct SourceScan {
  text::LineIndex index;
  LineForm form;                                 // with which its lines were read
  static constexpr std::uint16_t kNoTag = 0xFFFF;
  std::vector<std::uint16_t> tags;               // see model::SourceText
  std::vector<std::uint8_t> classes;             // values of model::LineClass
  std::vector<std::uint32_t> stampsMs;
  std::int64_t stampBaseNs = 0;
  std::int64_t firstStampNs = 0, lastStampNs = 0;   // least and greatest; only where stampedLines > 0
  std::int64_t firstStampWidthNs = 0, lastStampWidthNs = 0;
  std::int64_t widestStampNs = 0;                // the coarsest resolution among all stamps
  std::int64_t previousStampNs = INT64_MIN;      // of the last stamped line so far
  bool previousHasZone = false;
  std::uint32_t stampedLines = 0;
  std::uint32_t yearlessStamps = 0, zonelessStamps = 0, backwardStamps = 0;
  std::uint32_t datelessStamps = 0;              // times of day alone
  // Lines whose stamp lies more than a few seconds before that of the line before, the first of them and the largest step.
  std::uint32_t farBackStamps = 0, firstFarBack = 0;
  std::int64_t mostBackNs = 0;
  std::uint32_t clockPutBack = 0;                // the line from which local time without a stated zone repeats an hour; 0: none
  TimeEvidence evidence;
  std::uint64_t nulBytes = 0;
  std::array<std::uint32_t, static_cast<std::size_t>(LayerKind::count_)> layerLines{};   // pieces that carried each layer
  TeeLines teeLines;                             // of lines that start with a tee's header
  RankLines labelledLines;                       // of lines whose own rank stands before them: a label, a record's field, [rankN]
  bool cutShort = false;                         // bytes could not be read: the file shrank meanwhile, or reading failed

  text::StringPool names;                        // test node ids
  std::vector<std::string> origins;              // pods, services, hosts and actors (`WorkerDict 1188242`), as their prefixes name them
  std::vector<Writer> writers;                   // index = the facts' `writer`
  base::BlockList<TestRow> tests;                // in order of their starts
  std::vector<TestError> testErrors;             // in order of rows; of one row the last counts
  Reported reported;
  std::vector<SessionFact> sessions;
  std::deque<FailureFact> failures;              // large: never moved to grow
  std::vector<LauncherFact> launcher;
  std::vector<WorkerGroupFact> workerGroups;
  std::vector<CiFact> ci;
  std::vector<NcclFact> nccl;
  std::vector<CommunicatorFact> communicators;   // in order of their starts
  base::BlockList<ProgressFact> progress;        // of each writer in order of lines
  std::vector<ProgressSeries> progressSeries;
  std::vector<VersionFact> versions;
};

}  // namespace lanescope::recognise
