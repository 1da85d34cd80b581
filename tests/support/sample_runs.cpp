// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sample_runs.h"

#include "tests/support/run_builder.h"

#include <array>

namespace lanescope::test {

using namespace model;

namespace {

constexpr Rank kRanks = 8;
constexpr int kTests = 20;
constexpr int kFailingTest = 14;
constexpr std::int64_t kSecond = 1'000'000'000;

When later(const When& when, double seconds) {
  return When::at(when.utc + static_cast<std::int64_t>(seconds * kSecond), 0, when.basis);
}

bool isFailing(Rank rank) { return rank == 5 || rank == 7; }

// The shared parts of the sample runs, added one after the other in time order.
class SampleRun {
 public:
  explicit SampleRun(bool withJobLog) : m_builder("mesh_unit · 4711", "unit-logs.zip") {
    Run& run = m_builder.run();
    run.worldSize = kRanks;
    run.worldSizeBasis = "stated";
    run.hosts = {"task-1"};
    run.coverage.ranksExpected = kRanks;
    run.coverage.ranksSeen = kRanks;
    run.environment.testCase = "mesh_unit";
    run.environment.image = "registry.example/unit_ci:41b0";
    run.environment.ncclVersion = "2.31.2";
    run.environment.pythonVersion = "3.12.3";
    run.environment.commit = "e0d451b7c2";
    run.clock.assumptions = {"stamps without a zone are UTC"};
    if (withJobLog) m_jobLog = m_builder.addSource("job-log.txt", Layout::jobLog, Stream::both);
    m_ncclLog = m_builder.addSource("unit-logs.zip/nccl_debug.log", Layout::nccl, Stream::both);
    Source& nccl = run.sources[m_ncclLog.value];
    nccl.damagedBytes = 1200;
    nccl.layers = {"nccl"};
    run.coverage.notes = {"unit-logs.zip/nccl_debug.log: damaged by 8 writers; absence of a line proves nothing"};
  }

  RunBuilder& builder() { return m_builder; }
  Run& run() { return m_builder.run(); }

  std::optional<LineRef> jobLine(std::string_view text, std::string_view time, EventKind kind = EventKind::milestone) {
    if (!m_jobLog) return {};
    const LineRef line = m_builder.addLine(*m_jobLog, text, stamped(time), LineClass::lifecycle);
    m_builder.addEvent(kind, stamped(time), line);
    return line;
  }

  void milestone(MilestoneKind kind, std::string_view text, std::string_view time, EventKind event = EventKind::milestone,
                 std::optional<std::uint32_t> launch = {}) {
    const std::optional<LineRef> line = jobLine(text, time, event);
    if (line) run().milestones.push_back({kind, stamped(time), launch, std::string(text), {m_builder.evidence(*line)}});
  }

  Launch& startLaunch(std::string name, std::string directory, std::string_view start, std::string_view end) {
    Launch launch;
    launch.index = static_cast<std::uint32_t>(run().launches.size());
    launch.name = std::move(name);
    launch.command = "torchrun --nproc-per-node 8 -m pytest tests/unit";
    launch.directory = "unit-logs.zip/" + directory;
    launch.start = stamped(start);
    launch.end = stamped(end);
    launch.worldSize = kRanks;
    launch.hosts = {"task-1"};
    milestone(MilestoneKind::launchStart, "+ " + launch.command, start, EventKind::launchStart, launch.index);
    Attempt attempt;
    attempt.start = launch.start;
    attempt.end = launch.end;
    launch.attempts.push_back(attempt);
    run().launches.push_back(std::move(launch));
    for (Rank rank = 0; rank < kRanks; ++rank) {
      const LaneId lane = m_builder.addLane(run().launches.back().index, directory, rank);
      const When first = later(stamped(start), 2);
      const LineRef line = m_builder.addLine(
          out(lane), "============================= test session starts ==============================", first);
      m_builder.addEvent(EventKind::processStart, first, line, lane);
    }
    return run().launches.back();
  }

  // Tests [0, count) of ten seconds each, on every rank of the last launch.
  void passTests(std::string_view firstStart, int count) {
    for (const LaneId lane : lanes()) {
      for (int i = 0; i < count; ++i) {
        const When begin = later(joined(firstStart), 10.0 * i);
        m_builder.addTest(lane, sampleTest(i), begin, later(begin, 10), TestOutcome::passed);
      }
    }
  }

  void endLaunch(LaunchOutcome outcome) {
    Launch& launch = run().launches.back();
    launch.outcome = launch.attempts.back().outcome = outcome;
    launch.exit.code = outcome == LaunchOutcome::failed ? 1 : 0;
    if (outcome == LaunchOutcome::failed) launch.exit.firstExitRank = 5;
    launch.attempts.back().exit = launch.exit;
    for (const LaneId id : lanes()) {
      Lane& lane = run().lanes[id.value];
      const bool passed = outcome != LaunchOutcome::failed;
      if (passed) {
        const LineRef line = m_builder.addLine(out(id), summary(outcome), later(launch.end, -3), LineClass::testPass);
        m_builder.addEvent(EventKind::sessionEnd, later(launch.end, -3), line, id);
        lane.end = {EndKind::exited, 0, {}, "itself", later(launch.end, -2), {}};
        lane.lastLine = m_builder.evidence(line, lane.rank);
      }
      lane.first = later(launch.start, 2);
      lane.last = lane.lastLine ? lane.lastLine->time : lane.first;
    }
  }

  void count(std::uint32_t selected, std::uint32_t deselected, bool complete) {
    LaunchTests tests;
    tests.collected = selected + deselected;
    tests.deselected = deselected;
    tests.collectionSkipped = 0;
    tests.selected = selected;
    for (Rank rank = 0; rank < kRanks; ++rank) {
      RankCounts counts;
      counts.rank = rank;
      if (complete) {
        counts.complete = true;
        counts.collected = tests.collected;
        counts.selected = selected;
        counts.deselected = deselected;
        counts.passed = selected;
        counts.skipped = counts.failed = counts.errors = 0;
        counts.seconds = 200.0 + 0.25 * rank;
      }
      tests.ranks.push_back(counts);
    }
    run().launches.back().tests = tests;
  }

  std::vector<LaneId> lanes() {
    std::vector<LaneId> ids;
    for (std::uint32_t i = 0; i < run().lanes.size(); ++i) {
      if (run().lanes[i].launch == run().launches.back().index) ids.push_back({i});
    }
    return ids;
  }
  SourceId out(LaneId lane) { return run().lanes[lane.value].sources[0]; }
  SourceId err(LaneId lane) { return run().lanes[lane.value].sources[1]; }
  SourceId ncclLog() const { return m_ncclLog; }

  void failLaunch();
  void passLaunch(std::string_view start, std::string_view firstTest, std::string_view end,
                  std::optional<std::uint32_t> retryOf);

 private:
  static std::string summary(LaunchOutcome outcome) {
    return outcome == LaunchOutcome::empty ? "===================== 0 selected, 20 deselected in 14.54s ======================"
                                           : "============= 20 passed, 2 deselected in 200.25s (0:03:20) =============";
  }
  void add(FindingClass findingClass, Role role, std::string title, std::string why, const When& time);
  void cudaFailure(LaneId lane, Finding& finding);
  void timeout(LaneId lane, Finding& finding);
  void stopRank(LaneId lane, Finding& finding);

  RunBuilder m_builder;
  std::optional<SourceId> m_jobLog;
  SourceId m_ncclLog;
};

void SampleRun::add(FindingClass findingClass, Role role, std::string title, std::string why, const When& time) {
  Finding finding;
  finding.id = "f" + std::to_string(run().findings.size() + 1);
  finding.findingClass = findingClass;
  finding.role = role;
  finding.launch = run().launches.empty() ? 0 : run().launches.back().index;
  finding.attempt = 0;
  finding.hosts = {"task-1"};
  finding.title = std::move(title);
  finding.why = std::move(why);
  finding.fingerprint = "00000000000000f" + std::to_string(run().findings.size() + 1);
  finding.time = time;
  run().findings.push_back(std::move(finding));
}

void SampleRun::cudaFailure(LaneId lane, Finding& finding) {
  const Rank rank = run().lanes[lane.value].rank;
  const When when = finding.time;
  const LineRef head = m_builder.addLine(
      out(lane), "[rank " + std::to_string(rank) + "] " + sampleTest(kFailingTest) + " (call)", when, LineClass::testFail);
  m_builder.addLine(
      out(lane),
      "E   torch.distributed.DistBackendError: NCCL error in: NCCLUtils.cpp:92, unhandled cuda error, NCCL version 2.31.2",
      when, LineClass::error);
  const LineRef fact = m_builder.addLine(out(lane), "E   Cuda failure 999 'unknown error'", when, LineClass::error);
  const std::size_t event = m_builder.addEvent(EventKind::error, when, fact, lane, EventSeverity::fatal);
  run().events[event].finding = 0;
  finding.ranks.push_back(rank);
  finding.evidence.push_back(m_builder.evidence(fact, rank));
  finding.byRank.push_back({rank, when, "ALLGATHER", 4120, "default_pg", {}, {}, {}, m_builder.evidence(fact, rank)});
  if (finding.excerpt.empty()) {
    finding.excerptSource = out(lane);
    finding.excerpt = {
        {head.line, m_builder.evidence(head).text, 0}, {0, {}, 1}, {fact.line, m_builder.evidence(fact).text, 0}};
  }
}

void SampleRun::timeout(LaneId lane, Finding& finding) {
  const Rank rank = run().lanes[lane.value].rank;
  const When when = stamped(rank == 5 ? "09:39:27.003" : "09:39:27.043");
  const LineRef line = m_builder.addLine(
      err(lane),
      "[rank" + std::to_string(rank) + "]:[E314 09:39:27.003000000 ProcessGroupNCCL.cpp:688] [Rank " + std::to_string(rank) +
          "] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=4127, OpType=ALLREDUCE, NumelIn=1, NumelOut=1, "
          "Timeout(ms)=1800000) ran for 1800008 milliseconds before timing out.",
      when, LineClass::error);
  const std::size_t event = m_builder.addEvent(EventKind::timeout, when, line, lane, EventSeverity::error);
  run().events[event].finding = 1;
  Interval wait;
  wait.begin = When::at(when.utc - 1'800'008'000'000, 1'000'000, Basis::derived);
  wait.end = when;
  wait.lane = lane;
  wait.kind = IntervalKind::wait;
  wait.test = m_builder.testId(sampleTest(kFailingTest));
  wait.finding = 1;
  wait.line = line;
  wait.label = "waiting 1,800 s · ALLREDUCE 4127";
  finding.attributes.waitingSince = wait.begin;
  run().intervals.push_back(std::move(wait));
  finding.ranks.push_back(rank);
  finding.evidence.push_back(m_builder.evidence(line, rank));
  finding.byRank.push_back(
      {rank, when, "ALLREDUCE", 4127, "default_pg", 1'800'008, 4127, 4126, m_builder.evidence(line, rank)});
}

void SampleRun::stopRank(LaneId id, Finding& finding) {
  Lane& lane = run().lanes[id.value];
  const bool aborted = isFailing(lane.rank);
  const When when = joined(aborted ? "09:39:30" : "09:39:31");
  const std::string text = aborted ? "Fatal Python error: Aborted" : "Current thread (most recent call first):";
  const LineRef line = m_builder.addLine(err(id), text, when, LineClass::fatal);
  run().events[m_builder.addEvent(EventKind::signal, when, line, id, EventSeverity::fatal)].finding = 2;
  lane.end = {aborted ? EndKind::crashed : EndKind::stopped, {},   aborted ? "SIGABRT" : "SIGTERM",
              aborted ? "itself" : "torchrun agent",         when, m_builder.evidence(line, lane.rank)};
  lane.lastLine = m_builder.evidence(line, lane.rank);
  lane.test = sampleTest(kFailingTest);
  if (aborted) lane.collectives = {{"default_pg", 4127, 4126}};
  finding.ranks.push_back(lane.rank);
  finding.evidence.push_back(m_builder.evidence(line, lane.rank));
  if (aborted) return;
  Interval silence;
  silence.begin = joined("09:09:20");
  silence.end = when;
  silence.lane = id;
  silence.kind = IntervalKind::silence;
  silence.test = m_builder.testId(sampleTest(kFailingTest));
  silence.line = line;
  silence.label = "inside the test, no line for 30 m 11 s";
  run().intervals.push_back(std::move(silence));
}

void SampleRun::failLaunch() {
  startLaunch("production", "1/none_ab12cd34", "09:06:00", "09:40:00");
  passTests("09:07:00", kFailingTest);
  const When failure = bounded("09:09:20", "09:09:27");
  add(FindingClass::cudaError, Role::firstFailure, "CUDA failure 999 'unknown error' in all_gather on ranks 5, 7",
      "the earliest failure printed by a rank of the launch that failed", failure);
  add(FindingClass::ncclTimeout, Role::cascade, "Teardown barrier of ranks 5, 7 timed out after 1,800 s",
      "it began after the CUDA failure of the same ranks", stamped("09:39:27.003"));
  add(FindingClass::abort, Role::teardown, "SIGABRT on ranks 5, 7; the agent stopped the other six",
      "the watchdog and the launcher end the processes", joined("09:39:30"));
  std::vector<Finding>& findings = run().findings;
  for (const LaneId lane : lanes()) {
    const bool failing = isFailing(run().lanes[lane.value].rank);
    m_builder.addTest(lane, sampleTest(kFailingTest), failing ? bounded("09:09:20", "09:09:21") : joined("09:09:20"),
                      failing ? failure : stamped("09:39:31"), failing ? TestOutcome::failed : TestOutcome::stalled);
    if (failing) cudaFailure(lane, findings[0]);
    if (failing) timeout(lane, findings[1]);
    stopRank(lane, findings[2]);
  }
  Attributes& cuda = findings[0].attributes;
  cuda.cudaError = CudaError{999, "unknown error"};
  cuda.operationText = "all_gather";
  cuda.operationBasis = "stack";
  cuda.test = sampleTest(kFailingTest);
  cuda.testPhase = "call";
  cuda.exceptionType = "torch.distributed.DistBackendError";
  cuda.exceptionMessage = "NCCL error in: NCCLUtils.cpp:92, unhandled cuda error, NCCL version 2.31.2";
  cuda.stack = {{"tests/unit/parallel/test_mesh.py", 88, "test_case_14", "layer(x)", true},
                {"mesh/mappings.py", 150, "_gather", "all_gather(out, x)", true}};
  cuda.ncclVersion = "2.31.2";
  Attributes& barrier = findings[1].attributes;
  barrier.timeoutMs = 1'800'000;
  barrier.ranMs = 1'800'008;
  barrier.limitOwner = LimitOwner{"process-group", "equals the default of the process group"};
  barrier.collective = Collective{"ALLREDUCE", "barrier", 4127, "default_pg", "", kRanks, 1, 1};
  barrier.lastEnqueued = 4127;
  barrier.lastCompleted = 4126;
  barrier.test = sampleTest(kFailingTest);
  barrier.testPhase = "teardown";
  findings[0].count = findings[1].count = 2;
  findings[2].count = kRanks;
  findings[1].causedBy = {"f1"};
  findings[1].stalledRanks = findings[0].stalledRanks = {0, 1, 2, 3, 4, 6};
  findings[2].attributes.signal = "SIGABRT";
  endLaunch(LaunchOutcome::failed);
  count(kTests, 2, false);

  TestReport test;
  test.id = sampleTest(kFailingTest);
  test.failedRanks = {5, 7};
  test.stalledRanks = {0, 1, 2, 3, 4, 6};
  test.phase = "call";
  test.start = joined("09:09:20");
  test.end = failure;
  run().tests.push_back(test);
  run().milestones.push_back({MilestoneKind::firstFailure, failure, 0, "CUDA failure 999 on ranks 5, 7", findings[0].evidence});
  run().milestones.push_back(
      {MilestoneKind::timeout, findings[1].time, 0, "1,800 s timed out on ranks 5, 7", findings[1].evidence});
  run().firstFailure = 0;
  run().outcome = RunOutcome::failed;
  run().outcomeEvidence = findings[0].evidence;
  run().candidates = {{"f1", findings[0].why, true}, {"f2", findings[1].why, true}};
  run().notEstablished = {{"What caused CUDA failure 999 on ranks 5, 7 is not in this log", {"f1"}, findings[0].evidence},
                          {"Which of ranks 5 and 7 failed first: both lie in the same range", {"f1"}, {}}};
  run().checked = {{"Xid, ECC or kernel lines", 0, static_cast<std::uint32_t>(run().sources.size())}};
  milestone(MilestoneKind::launchEnd, "torch.distributed.elastic.multiprocessing.errors.ChildFailedError:", "09:40:00",
            EventKind::launchEnd, 0);
}

void SampleRun::passLaunch(std::string_view start, std::string_view firstTest, std::string_view end,
                           std::optional<std::uint32_t> retryOf) {
  startLaunch("production", "1/none_ef56ab78", start, end).retryOf = retryOf;
  passTests(firstTest, kTests);
  count(kTests, 2, true);
  endLaunch(LaunchOutcome::passed);
  milestone(MilestoneKind::summary, "[default0]:============= 20 passed, 2 deselected in 200.25s (0:03:20) =============", end,
            EventKind::launchEnd, run().launches.back().index);
}

}  // namespace

std::string sampleTest(int number) {
  return "tests/unit/parallel/test_mesh.py::TestMesh::test_case_" + std::string(number < 10 ? "0" : "") +
         std::to_string(number) + "[hybrid]";
}

Run recoveredRun() {
  SampleRun sample(true);
  RunBuilder& builder = sample.builder();
  sample.milestone(MilestoneKind::jobStart, "Current runner version: '2.328.0'", "09:00:00", EventKind::jobStart);
  sample.milestone(MilestoneKind::imageReady, "Status: Downloaded newer image for registry.example/unit_ci:41b0", "09:05:10");
  sample.failLaunch();
  Run& run = builder.run();

  const std::string_view restartTime = "09:40:40";
  const LineRef restartLine = *sample.jobLine("Attempt 1 failed, restarting the workload", restartTime, EventKind::restart);
  const Evidence restartEvidence = builder.evidence(restartLine);
  Finding restart;
  restart.id = "f4";
  restart.findingClass = FindingClass::restart;
  restart.title = "The wrapper restarted the workload";
  restart.why = "what the job did next";
  restart.fingerprint = "00000000000000f4";
  restart.time = stamped(restartTime);
  restart.evidence = {restartEvidence};
  run.findings.push_back(restart);
  run.milestones.push_back({MilestoneKind::restart, restart.time, {}, "restart", {restartEvidence}});
  run.restarts = {{restart.time, "wrapper", "attempt 1 failed", {restartEvidence}}};
  run.recoveries = 1;
  run.outcome = RunOutcome::recovered;

  sample.passLaunch("09:41:00", "09:42:00", "09:46:00", 0);
  run.tests[0].otherLaunches = {{1, 0, TestOutcome::passed, {0, 1, 2, 3, 4, 5, 6, 7}}};
  Finding warnings;
  warnings.id = "f5";
  warnings.findingClass = FindingClass::cleanupWarning;
  warnings.role = Role::noise;
  warnings.launch = 1;
  warnings.attempt = 0;
  warnings.title = "3 cleanup warnings on ranks 2, 3, 6";
  warnings.why = "printed after the tests of a launch that passed";
  warnings.fingerprint = "00000000000000f5";
  warnings.time = When::at(at("09:45:50"), kSecond);
  warnings.count = 3;
  for (const Rank rank : {2u, 3u, 6u}) {
    const LineRef line =
        builder.addLine(sample.ncclLog(),
                        "[2026-03-14 09:45:50] task-1:80" + std::to_string(rank) + ":90" + std::to_string(rank) + " [" +
                            std::to_string(rank) + "] misc/argcheck.cc:41 (Check) NCCL WARN Corrupted comm object detected",
                        warnings.time, LineClass::warning);
    const std::size_t event =
        builder.addEvent(EventKind::warning, warnings.time, line, sample.lanes()[rank], EventSeverity::warning);
    run.events[event].finding = 4;
    warnings.ranks.push_back(rank);
    warnings.evidence.push_back(builder.evidence(line, rank));
  }
  run.findings.push_back(warnings);
  run.notEstablished.push_back({"Whether the cleanup warnings of launch 2 are related", {"f5"}, {}});

  sample.startLaunch("experimental", "1/none_00ff00ff", "09:46:10", "09:46:40");
  sample.count(0, 22, false);
  sample.endLaunch(LaunchOutcome::empty);
  sample.milestone(MilestoneKind::jobEnd, "Cleaning up orphan processes", "09:47:10", EventKind::jobEnd);
  return builder.finish();
}

Run passedRun() {
  SampleRun sample(true);
  sample.milestone(MilestoneKind::jobStart, "Current runner version: '2.328.0'", "09:00:00", EventKind::jobStart);
  sample.passLaunch("09:41:00", "09:42:00", "09:46:00", {});
  sample.run().outcome = RunOutcome::passed;
  sample.milestone(MilestoneKind::jobEnd, "Cleaning up orphan processes", "09:47:10", EventKind::jobEnd);
  return sample.builder().finish();
}

Run failedRunWithoutJobLog() {
  SampleRun sample(false);
  sample.failLaunch();
  Run run = sample.builder().finish();
  run.coverage.notes.insert(run.coverage.notes.begin(), "job log missing: order of launches from their own stamps");
  return run;
}

}  // namespace lanescope::test
