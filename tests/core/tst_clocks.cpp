// SPDX-License-Identifier: Apache-2.0
// Small invented runs whose stamps lack a zone, a year or a day, and hosts whose clocks differ.
#include "core/clock/host_clocks.h"
#include "core/clock/line_time.h"
#include "core/report/json_report.h"
#include "core/report/sources_report.h"
#include "core/session/clocks.h"
#include "core/session/zone.h"
#include "tests/support/log_folder.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::model;
using lanescope::test::LogFolder;
using lanescope::test::ns;
using lanescope::test::qs;

namespace {

using RunPtr = std::shared_ptr<const Run>;
using Lines = std::vector<std::string>;

QString iso(std::int64_t unixNs) { return qs(recognise::formatIso(unixNs).view()); }

const Source& sourceNamed(const RunPtr& run, const std::string& part) {
  for (const Source& source : run->sources) {
    if (source.path.find(part) != std::string::npos) return source;
  }
  qFatal("no source %s", part.c_str());
}

QString timeOf(const RunPtr& run, const std::string& source, const std::string& part) {
  const Source& found = sourceNamed(run, source);
  for (std::uint32_t line = 1; line <= found.text->lineCount(); ++line) {
    if (found.text->lineText(line).find(part) == std::string::npos) continue;
    const When when = clock::whenOf(found, line);
    return when.known() ? iso(when.utc) : QStringLiteral("none");
  }
  return QStringLiteral("no such line");
}

bool assumes(const RunPtr& run, const std::string& part) {
  return std::any_of(run->clock.assumptions.begin(), run->clock.assumptions.end(), [&](const std::string& said) { return said.find(part) != std::string::npos; });
}

bool notes(const RunPtr& run, const std::string& part) {
  return std::any_of(run->coverage.notes.begin(), run->coverage.notes.end(), [&](const std::string& said) { return said.find(part) != std::string::npos; });
}

RunPtr loadWithZone(const LogFolder& folder, const std::string& zone) {
  auto request = folder.request();
  request.zone = zone;
  const auto run = folder.tryLoad(request);
  if (!run) qFatal("%s", base::describe(run.error()).c_str());
  return *run;
}

std::string clockOf(int seconds) {
  char text[16];
  std::snprintf(text, sizeof text, "%02d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
  return text;
}

const std::string kTimeout = "[Rank 1] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=9, OpType=ALLREDUCE, NumelIn=1, NumelOut=1, "
                             "Timeout(ms)=600000) ran for 600008 milliseconds before timing out.";

// The log of one of two nodes, whose clock is `ahead` seconds off. Its second rank fails `failsAt` seconds after ten o'clock.
Lines nodeLog(int node, int ahead, int failsAt) {
  const int base = 10 * 3600 + ahead;
  const std::string head = "I0814 " + clockOf(base + node) + ".500000 4100 torch/distributed/elastic/agent/server/api.py:525] [default] ";
  Lines lines{head + "Starting workers on node " + std::to_string(node), head + "Rendezvous complete for workers. Result:",
              head + "  global_world_sizes=[4, 4]"};
  for (int step = 1; step <= 12; ++step) {
    for (int local = 0; local < 2; ++local) {
      lines.push_back("[default" + std::to_string(local) + "]:2026-08-14 " + clockOf(base + 10 * step) + "," + std::to_string(100 + 70 * node) +
                      " INFO rank=" + std::to_string(2 * node + local) + " step=" + std::to_string(step) + " done");
    }
  }
  const std::string rank = std::to_string(2 * node + 1);
  lines.push_back("[default1]:2026-08-14 " + clockOf(base + failsAt) + ",500 ERROR rank=" + rank + " giving up");
  for (const char* text : {"Traceback (most recent call last):", "  File \"/opt/app/t.py\", line 3, in f", "    g()"}) lines.push_back("[default1]:[rank" + rank + "]: " + text);
  lines.push_back("[default1]:[rank" + rank + "]: OSError: [Errno 5] Input/output error");
  lines.push_back("E0814 " + clockOf(base + failsAt + 2) + ".000000 4100 torch/distributed/elastic/multiprocessing/api.py:882] failed (exitcode: 1) local_rank: 1 (pid: " +
                  std::to_string(4140 + node) + ") of binary: /usr/bin/python3");
  return lines;
}

}  // namespace

class TestClocks : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void localTimeBehindCiStamps();
  void zoneShownInTheMiddleOnly();
  void zoneOfTheNearestSource();
  void utcThatIsShown();
  void loggersOfDifferentZones();
  void userZoneWins();
  void namedZoneOverItsChange();
  void localTimeChangesBehindCiStamps();
  void localTimePutBackWithoutAZone();
  void noPutBackInSummer();
  void newYear();
  void yearFromNames_data();
  void yearFromNames();
  void namedDates_data();
  void namedDates();
  void timesOfDay();
  void elapsedTimes();
  void timesOfDayFromTheRun();
  void statedTimesPlaceLines();
  void sectionsPlaceLines();
  void launchesEndInTime();
  void aLaunchOfOneStamp();
  void linesThatGoBack();
  void linesReadLate();
  void hostsApart_data();
  void hostsApart();
  void hostsOfOneClock();
  void lateStartIsNoClock();
  void threadsAndBlocks();
  void sourcesText();
};

void TestClocks::localTimeBehindCiStamps() {
  LogFolder folder;
  folder.write("job.txt", {"2026-01-02T03:00:00.1000000Z hello", "2026-01-02T03:00:09.3000000Z W0102 12:00:09.250000 3999 torch/distributed/run.py:1] start",
                           "2026-01-02T03:10:00.7000000Z W0102 12:10:00.250000 3999 torch/distributed/run.py:1] end",
                           "2026-01-02T03:10:02.0000000Z bye"});
  folder.writeRank("none_a", 0, 1, {"plain"}, {"[rank1]:[E102 12:05:00.123456789 ProcessGroupNCCL.cpp:1] NCCL error in: x"});
  const RunPtr run = folder.load();
  QCOMPARE(timeOf(run, "stderr", "NCCL error"), QStringLiteral("2026-01-02T03:05:00Z"));
  const SourceClock& clock = sourceNamed(run, "stderr").clock;
  QCOMPARE(qs(clock.zone), QStringLiteral("+09:00"));
  QCOMPARE(qs(clock.zoneFrom), QStringLiteral("joined"));
  QCOMPARE(run->clock.first.utc, ns("2026-01-02T03:00:00.1Z"));
  QCOMPARE(run->clock.last.utc, ns("2026-01-02T03:10:02Z"));
  QVERIFY(assumes(run, "local time at +09:00: 2 lines of"));
  QVERIFY(!assumes(run, "read as UTC"));
}

// Far from both ends of a large log: found when it has been read, which then is done once more.
void TestClocks::zoneShownInTheMiddleOnly() {
  LogFolder folder;
  const std::string plain = "2026-01-02T03:00:00.1000000Z " + std::string(200, 'x') + "\n";
  std::string bytes;
  for (int i = 0; i < 2'000; ++i) bytes += plain;
  bytes += "2026-01-02T03:00:09.3000000Z W0102 12:00:09.250000 3999 torch/distributed/run.py:1] start\n";
  bytes += "2026-01-02T03:00:09.9000000Z [rank0]:[E102 12:00:09.123456789 ProcessGroupNCCL.cpp:1] " + kTimeout + "\n";
  for (int i = 0; i < 2'000; ++i) bytes += plain;
  folder.writeBytes("job.txt", bytes);
  folder.writeRank("none_a", 0, 1, {"plain"}, {"[rank1]:[E102 12:00:08.123456789 ProcessGroupNCCL.cpp:1] " + kTimeout});
  const RunPtr run = folder.load();
  QCOMPARE(timeOf(run, "stderr", "Watchdog"), QStringLiteral("2026-01-02T03:00:08Z"));
  QVERIFY(!run->findings.empty());
  QCOMPARE(iso(run->findings.front().time.utc), QStringLiteral("2026-01-02T03:00:08Z"));
}

void TestClocks::zoneOfTheNearestSource() {
  LogFolder folder;
  folder.write("a/job.txt", {"2026-01-02T03:00:09.3000000Z W0102 12:00:09.250000 9 torch/a.py:1] x", "2026-01-02T03:10:00.7000000Z W0102 12:10:00.250000 9 torch/a.py:1] y"});
  folder.write("b/job.txt", {"2026-01-02T03:00:09.3000000Z W0101 22:00:09.250000 9 torch/a.py:1] x", "2026-01-02T03:10:00.7000000Z W0101 22:10:00.250000 9 torch/a.py:1] y"});
  folder.write("a/worker.log", {"2026-01-02 12:05:00,250 INFO one"});
  folder.write("b/worker.log", {"2026-01-01 22:05:00,250 INFO two"});
  const RunPtr run = folder.load();
  QCOMPARE(timeOf(run, "a/worker", "one"), QStringLiteral("2026-01-02T03:05:00.25Z"));
  QCOMPARE(timeOf(run, "b/worker", "two"), QStringLiteral("2026-01-02T03:05:00.25Z"));
}

void TestClocks::utcThatIsShown() {
  LogFolder folder;
  folder.write("job.txt", {"2026-01-02T03:00:09.3000000Z W0102 03:00:09.250000 9 torch/a.py:1] x", "2026-01-02T03:10:00.7000000Z W0102 03:10:00.250000 9 torch/a.py:1] y"});
  const RunPtr run = folder.load();
  QVERIFY(assumes(run, "stamps without a zone are UTC: 2 lines"));
  QVERIFY(!assumes(run, "read as UTC"));
}

void TestClocks::loggersOfDifferentZones() {
  LogFolder folder;
  folder.write("job.txt", {"2026-01-02T03:00:09.3000000Z W0102 12:00:09.250000 9 torch/a.py:1] x", "2026-01-02T03:10:00.7000000Z W0102 12:10:00.250000 9 torch/a.py:1] y",
                           "2026-01-02T03:10:01.7000000Z W0102 12:10:01.250000 9 torch/a.py:1] z", "2026-01-02T03:10:02.7000000Z 2026-01-02 03:10:02,250 INFO u",
                           "2026-01-02T03:10:03.7000000Z 2026-01-02 03:10:03,250 INFO v"});
  folder.write("worker.log", {"2026-01-02 03:05:00,250 INFO one", "W0102 12:05:01.250000 9 torch/a.py:1] two"});
  const RunPtr run = folder.load();
  QCOMPARE(timeOf(run, "worker", "one"), QStringLiteral("2026-01-02T03:05:00.25Z"));
  QCOMPARE(timeOf(run, "worker", "two"), QStringLiteral("2026-01-02T03:05:01.25Z"));
}

void TestClocks::userZoneWins() {
  LogFolder folder;
  folder.write("job.txt", {"2026-01-02T03:00:09.3000000Z W0102 12:00:09.250000 9 torch/a.py:1] x", "2026-01-02T03:10:00.7000000Z W0102 12:10:00.250000 9 torch/a.py:1] y"});
  folder.write("worker.log", {"2026-01-02 12:05:00,250 INFO one"});
  const RunPtr run = loadWithZone(folder, "+05:30");
  QCOMPARE(timeOf(run, "worker", "one"), QStringLiteral("2026-01-02T06:35:00.25Z"));
  QVERIFY(assumes(run, "in the zone that the user gave"));
}

void TestClocks::namedZoneOverItsChange() {
  LogFolder folder;
  folder.write("run.log", {"2026-10-25 01:50:00,000 INFO a", "2026-10-25 02:50:00,000 INFO b", "2026-10-25 02:05:00,000 INFO c", "2026-10-25 02:55:00,000 INFO d",
                           "2026-10-25 03:05:00,000 INFO e"});
  folder.write("spring.log", {"2026-03-29 01:59:59,000 INFO f", "2026-03-29 03:00:01,000 INFO g"});
  const RunPtr run = loadWithZone(folder, "Europe/Berlin");
  QCOMPARE(timeOf(run, "run.log", " a"), QStringLiteral("2026-10-24T23:50:00Z"));
  QCOMPARE(timeOf(run, "run.log", " b"), QStringLiteral("2026-10-25T00:50:00Z"));
  QCOMPARE(timeOf(run, "run.log", " c"), QStringLiteral("2026-10-25T01:05:00Z"));
  QCOMPARE(timeOf(run, "run.log", " d"), QStringLiteral("2026-10-25T01:55:00Z"));
  QCOMPARE(timeOf(run, "run.log", " e"), QStringLiteral("2026-10-25T02:05:00Z"));
  QCOMPARE(timeOf(run, "spring.log", " f"), QStringLiteral("2026-03-29T00:59:59Z"));
  QCOMPARE(timeOf(run, "spring.log", " g"), QStringLiteral("2026-03-29T01:00:01Z"));
  QCOMPARE(qs(sourceNamed(run, "run.log").clock.zone), QStringLiteral("+02:00, then +01:00"));
}

void TestClocks::localTimeChangesBehindCiStamps() {
  LogFolder folder;
  folder.write("job.txt", {"2026-11-01T05:30:00.5000000Z W1101 01:30:00.250000 9 torch/a.py:1] a", "2026-11-01T05:50:00.5000000Z W1101 01:50:00.250000 9 torch/a.py:1] b",
                           "2026-11-01T06:10:00.5000000Z W1101 01:10:00.250000 9 torch/a.py:1] c", "2026-11-01T06:40:00.5000000Z W1101 01:40:00.250000 9 torch/a.py:1] d"});
  folder.write("worker.log", {"2026-11-01 01:20:00,250 INFO one", "2026-11-01 01:55:00,250 INFO two", "2026-11-01 01:20:00,250 INFO three", "2026-11-01 02:20:00,250 INFO four"});
  const RunPtr run = folder.load();
  QCOMPARE(timeOf(run, "worker", "one"), QStringLiteral("2026-11-01T05:20:00.25Z"));
  QCOMPARE(timeOf(run, "worker", "two"), QStringLiteral("2026-11-01T05:55:00.25Z"));
  QCOMPARE(timeOf(run, "worker", "three"), QStringLiteral("2026-11-01T06:20:00.25Z"));
  QCOMPARE(timeOf(run, "worker", "four"), QStringLiteral("2026-11-01T07:20:00.25Z"));
  QVERIFY(assumes(run, "local time at -04:00, then -05:00"));
}

void TestClocks::localTimePutBackWithoutAZone() {
  LogFolder folder;
  folder.write("run.log", {"2026-11-01 01:58:00,000 INFO a", "2026-11-01 01:59:50,000 INFO b", "2026-11-01 01:00:10,000 INFO c",
                           "[rank1]:[E1101 01:20:00.123456789 ProcessGroupNCCL.cpp:1] " + kTimeout, "2026-11-01 02:30:00,000 INFO e"});
  const RunPtr run = folder.load();
  QCOMPARE(timeOf(run, "run.log", " b"), QStringLiteral("2026-11-01T01:59:50Z"));
  QCOMPARE(timeOf(run, "run.log", " c"), QStringLiteral("2026-11-01T02:00:10Z"));
  QCOMPARE(timeOf(run, "run.log", "Watchdog"), QStringLiteral("2026-11-01T02:20:00Z"));
  QCOMPARE(timeOf(run, "run.log", "INFO e"), QStringLiteral("2026-11-01T03:30:00Z"));
  QVERIFY(assumes(run, "from line 3 on local time repeats an hour"));
  QVERIFY(!notes(run, "earlier time"));
  QVERIFY(!run->findings.empty());
  QCOMPARE(iso(run->findings.front().time.utc), QStringLiteral("2026-11-01T02:20:00Z"));
}

void TestClocks::noPutBackInSummer() {
  LogFolder folder;
  folder.write("run.log", {"2026-07-05 01:59:50,000 INFO b", "2026-07-05 01:00:10,000 INFO c"});
  const RunPtr run = folder.load();
  QCOMPARE(timeOf(run, "run.log", " c"), QStringLiteral("2026-07-05T01:00:10Z"));
  QVERIFY(notes(run, "1 line carries an earlier time than the one before (line 2, 3,580 s)"));
}

void TestClocks::newYear() {
  LogFolder folder;
  folder.write("launcher.log", {"2025-12-31 23:50:00,000 INFO launch", "2026-01-01 00:20:00,000 INFO end"});
  folder.write("node.log", {"W1231 23:59:58.000000 9 torch/a.py:1] a", "[rank1]:[E101 00:00:03.123456789 ProcessGroupNCCL.cpp:1] NCCL error in: x",
                            "W0101 00:10:00.000000 9 torch/a.py:1] b"});
  const RunPtr run = folder.load();
  QCOMPARE(timeOf(run, "node", "] a"), QStringLiteral("2025-12-31T23:59:58Z"));
  QCOMPARE(timeOf(run, "node", "NCCL"), QStringLiteral("2026-01-01T00:00:03Z"));
  QCOMPARE(timeOf(run, "node", "] b"), QStringLiteral("2026-01-01T00:10:00Z"));
  QCOMPARE(qs(sourceNamed(run, "node").clock.yearFrom), QStringLiteral("source"));
  QVERIFY(!notes(run, "earlier time"));
}

void TestClocks::yearFromNames_data() {
  QTest::addColumn<QString>("path");
  QTest::newRow("a file") << "train-20230705.log";
  QTest::newRow("a folder") << "runs_2023-07-05/train.log";
  QTest::newRow("a time behind it") << "2023_07_05-0304/train.log";
  QTest::newRow("unix seconds") << "exp_1688526245/train.log";
}

void TestClocks::yearFromNames() {
  QFETCH(QString, path);
  LogFolder folder;
  folder.write(path.toStdString(), {"W0705 03:04:05.000000 9 torch/a.py:1] a"});
  const RunPtr run = folder.load();
  QCOMPARE(timeOf(run, "train", "] a"), QStringLiteral("2023-07-05T03:04:05Z"));
  QCOMPARE(qs(sourceNamed(run, "train").clock.yearFrom), QStringLiteral("name"));
  QVERIFY(assumes(run, "no line states a year: that of the date in the names of files or folders is taken"));
}

void TestClocks::namedDates_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("date");
  QTest::newRow("digits") << "logs-20260102-1" << "2026-01-02T12:00:00Z";
  QTest::newRow("with a time") << "20260102030405.log" << "2026-01-02T12:00:00Z";
  QTest::newRow("dashes") << "2026-01-02T03.log" << "2026-01-02T12:00:00Z";
  QTest::newRow("no month") << "logs-20261302" << "";
  QTest::newRow("a job's number") << "slurm-4471902.out" << "";
  QTest::newRow("eleven digits") << "logs-29730011842" << "";
  QTest::newRow("a version") << "torch-2026-1-2" << "";
  QTest::newRow("another century") << "x-19990102" << "";
}

void TestClocks::namedDates() {
  QFETCH(QString, name);
  QFETCH(QString, date);
  const auto found = session::dateInName(name.toStdString());
  QCOMPARE(found ? iso(*found) : QString(), date);
}

void TestClocks::timesOfDay() {
  LogFolder folder;
  folder.write("train.log", {"22:10:00.250 step 1", "23:59:59.900 step 2", "00:00:01.100 step 3", "[00:30:00] step 4", "00:40:00.000 [rank1]:[E315 00:40:00.123456789 ProcessGroupNCCL.cpp:1] NCCL error in: x",
                             "done at 2026-03-15 00:40:01.5", "12:00:00.000 much later", "23:00:00.000 later", "07:00:00.000 the day after"});
  const RunPtr run = folder.load();
  QCOMPARE(timeOf(run, "train", "step 1"), QStringLiteral("2026-03-14T22:10:00.25Z"));
  QCOMPARE(timeOf(run, "train", "step 3"), QStringLiteral("2026-03-15T00:00:01.1Z"));
  QCOMPARE(timeOf(run, "train", "step 4"), QStringLiteral("2026-03-15T00:30:00Z"));
  QCOMPARE(timeOf(run, "train", "NCCL"), QStringLiteral("2026-03-15T00:40:00Z"));
  QCOMPARE(timeOf(run, "train", "much later"), QStringLiteral("2026-03-15T12:00:00Z"));
  QCOMPARE(timeOf(run, "train", "the day after"), QStringLiteral("2026-03-16T07:00:00Z"));
  QVERIFY(assumes(run, "times of day without a date have that of the run's other stamps"));
}

void TestClocks::elapsedTimes() {
  LogFolder folder;
  folder.write("train.log", {"started 2026-03-15 09:40:01", "[00:00:00] step 1", "[00:00:31] step 2", "[00:01:02] step 3"});
  const RunPtr run = folder.load();
  QCOMPARE(timeOf(run, "train", "step 2"), QStringLiteral("none"));
  QVERIFY(assumes(run, "they count from a start that is not known"));
}

void TestClocks::timesOfDayFromTheRun() {
  LogFolder folder;
  folder.write("a.log", {"2026-03-15 23:40:00,000 INFO begin", "2026-03-16 00:40:00,000 INFO end"});
  folder.write("b.log", {"23:50:00 one", "00:10:00 two"});
  const RunPtr run = folder.load();
  QCOMPARE(timeOf(run, "b.log", "one"), QStringLiteral("2026-03-15T23:50:00Z"));
  QCOMPARE(timeOf(run, "b.log", "two"), QStringLiteral("2026-03-16T00:10:00Z"));
}

void TestClocks::statedTimesPlaceLines() {
  LogFolder folder;
  folder.write("slurm-17.out", {"Fri Jan  2 03:00:00 UTC 2026", "hello", "[rank1]:[E102 03:10:00.123456789 ProcessGroupNCCL.cpp:1] NCCL error in: x",
                                "slurmstepd: error: *** STEP 17.0 ON n1 CANCELLED AT 2026-01-02T03:11:00 DUE TO TIME LIMIT ***", "Job finished at Fri Jan  2 03:12:00 UTC 2026"});
  const RunPtr run = folder.load();
  QCOMPARE(iso(run->clock.first.utc), QStringLiteral("2026-01-02T03:00:00Z"));
  QCOMPARE(iso(run->clock.last.utc), QStringLiteral("2026-01-02T03:12:00Z"));
  QCOMPARE(timeOf(run, "slurm", "CANCELLED"), QStringLiteral("2026-01-02T03:11:00Z"));
  QCOMPARE(timeOf(run, "slurm", "NCCL"), QStringLiteral("2026-01-02T03:10:00Z"));
}

// GitLab's trace without stamps: its sections bound what stands between them.
void TestClocks::sectionsPlaceLines() {
  LogFolder folder;
  folder.write("trace.log", {"section_start:1767322800:step_script\r\033[0K\033[0K\033[36;1mExecuting\033[0;m", "tests/test_x.py::test_a PASSED", "tests/test_x.py::test_b FAILED",
                             "section_end:1767322860:step_script\r\033[0K\033[31;1mERROR: Job failed: exit code 1"});
  const RunPtr run = folder.load();
  QCOMPARE(timeOf(run, "trace", "section_start"), QStringLiteral("2026-01-02T03:00:00Z"));
  const Source& source = sourceNamed(run, "trace");
  const When when = clock::whenOf(source, 3);
  QVERIFY(when.basis == Basis::bounded);
  QCOMPARE(iso(when.earliest), QStringLiteral("2026-01-02T03:00:00Z"));
  QVERIFY(when.latest >= source.last.utc);
}

// Pods' lines may stand one pod after the other: a launch ends with the last of them in time.
void TestClocks::launchesEndInTime() {
  LogFolder folder;
  folder.write("pods.log", {"[pod/t-0/main] 2026-01-02T03:00:00.000000001Z [rank0]: a", "[pod/t-0/main] 2026-01-02T03:10:00.000000001Z [rank0]: b",
                            "[pod/t-1/main] 2026-01-02T02:59:59.000000001Z [rank1]: c", "[pod/t-1/main] 2026-01-02T03:00:30.000000001Z [rank1]: d"});
  const RunPtr run = folder.load();
  QCOMPARE(run->launches.size(), std::size_t{1});
  const Launch& launch = run->launches.front();
  QCOMPARE(iso(launch.start.utc), QStringLiteral("2026-01-02T02:59:59Z"));
  QCOMPARE(iso(launch.end.utc), QStringLiteral("2026-01-02T03:10:00Z"));
  QCOMPARE(launch.evidence.back().line, std::uint32_t{2});
}

// One stamp in whole seconds is all there is: it does not end before it begins.
void TestClocks::aLaunchOfOneStamp() {
  LogFolder folder;
  folder.write("1/none_ab12cd34/attempt_0/0/stderr.log", {"[rank0]:[W821 20:19:05.100200300 ProcessGroupNCCL.cpp:1] Warning: destroy_process_group() was not called"});
  folder.write("1/none_ab12cd34/attempt_0/0/stdout.log", {"tests/test_x.py::test_a PASSED"});
  const RunPtr run = folder.load();
  QCOMPARE(run->launches.size(), std::size_t{1});
  const Launch& launch = run->launches.front();
  QVERIFY(launch.start.known() && launch.end.known());
  QVERIFY(launch.start.utc <= launch.end.utc);
  QCOMPARE(launch.start.earliest, When::kOpenEarly);
}

void TestClocks::linesThatGoBack() {
  LogFolder folder;
  folder.write("run.log", {"2026-01-02 03:00:10,000 INFO a", "2026-01-02 03:00:09,000 INFO b", "2026-01-02 03:00:30,000 INFO c", "2026-01-02 02:59:59,000 INFO d"});
  const RunPtr run = folder.load();
  QCOMPARE(timeOf(run, "run.log", " d"), QStringLiteral("2026-01-02T02:59:59Z"));
  QVERIFY(notes(run, "run.log: 1 line carries an earlier time than the one before (line 4, 31 s); the order of the file is kept"));
}

void TestClocks::linesReadLate() {
  LogFolder folder;
  folder.write("job.txt", {"2026-01-02T03:00:09.3000000Z 2026-01-02 03:00:09,250 INFO a", "2026-01-02T03:00:10.3000000Z 2026-01-02 03:00:10,250 INFO b",
                           "2026-01-02T03:06:00.0000000Z 2026-01-02 03:01:00,000 INFO c", "2026-01-02T03:06:00.0000000Z 2026-01-02 03:02:00,000 INFO d"});
  QVERIFY(notes(folder.load(), "2 lines were read up to 300 s after they were written (first: line 3)"));
}

void TestClocks::hostsApart_data() {
  QTest::addColumn<int>("ahead");
  QTest::addColumn<int>("secondFails");          // seconds after ten, on one clock; the first node's rank fails at 150
  QTest::addColumn<int>("firstRank");
  QTest::newRow("31 s ahead, failed 6 s earlier") << 31 << 144 << 3;
  QTest::newRow("31 s ahead, failed 6 s later") << 31 << 156 << 1;
  QTest::newRow("31 s behind, failed 6 s later") << -31 << 156 << 1;
  QTest::newRow("3 h ahead, failed 6 s earlier") << 3 * 3600 << 144 << 3;
}

void TestClocks::hostsApart() {
  QFETCH(int, ahead);
  QFETCH(int, secondFails);
  QFETCH(int, firstRank);
  LogFolder folder;
  folder.write("alpha.log", nodeLog(0, 0, 150));
  folder.write("beta.log", nodeLog(1, ahead, secondFails));
  const RunPtr run = folder.load();
  const SourceClock& clock = sourceNamed(run, "beta").clock;
  QVERIFY(clock.offsetRange);
  QVERIFY(std::abs(clock.offsetSeconds - ahead) < 1);
  QVERIFY((*clock.offsetRange)[0] <= ahead + 0.1 && ahead - 0.1 <= (*clock.offsetRange)[1]);
  QVERIFY(!sourceNamed(run, "alpha").clock.offsetRange);
  QVERIFY(notes(run, "the clock of the host of "));
  QCOMPARE(notes(run, "as much as another time zone"), ahead == 3 * 3600);
  // Stamped lines keep their stamps.
  QCOMPARE(timeOf(run, "beta.log", "giving up"), iso(ns("2026-08-14T10:00:00.5Z") + std::int64_t{ahead + secondFails} * 1'000'000'000));
  QVERIFY(run->firstFailure);
  if (ahead == 3 * 3600) return;                 // launches hours apart are told apart
  const Finding& first = run->findings[*run->firstFailure];
  QCOMPARE(qs(first.suspectBasis), QStringLiteral("own-failure-first"));
  QCOMPARE(first.suspectRanks.front(), static_cast<Rank>(firstRank));
  const std::string shown = run->source(first.evidence.front().source).path;
  QVERIFY(shown.find(firstRank == 3 ? "beta" : "alpha") != std::string::npos);
  if (firstRank == 3) QVERIFY(qs(first.why).contains(QStringLiteral("which this order takes into account")));
}

void TestClocks::hostsOfOneClock() {
  LogFolder folder;
  folder.write("alpha.log", nodeLog(0, 0, 150));
  folder.write("beta.log", nodeLog(1, 0, 156));
  const RunPtr run = folder.load();
  for (const Source& source : run->sources) QVERIFY(!source.clock.offsetRange);
  QVERIFY(!notes(run, "the clock of"));
}

// One host prints the same lines later for a while, and then in step: its clock is right.
void TestClocks::lateStartIsNoClock() {
  LogFolder folder;
  folder.write("alpha.log", nodeLog(0, 0, 150));
  Lines beta = nodeLog(1, 0, 156);
  Lines late;
  for (int i = 0; i < 4; ++i) late.push_back("2026-08-14 09:58:" + std::to_string(10 + i) + ",000 INFO preparing part " + std::to_string(i));
  Lines later;
  for (int i = 0; i < 4; ++i) later.push_back("2026-08-14 09:58:" + std::to_string(50 + i) + ",000 INFO preparing part " + std::to_string(i));
  Lines alpha = nodeLog(0, 0, 150);
  alpha.insert(alpha.begin(), late.begin(), late.end());
  beta.insert(beta.begin(), later.begin(), later.end());
  folder.write("alpha.log", alpha);
  folder.write("beta.log", beta);
  const RunPtr run = folder.load();
  for (const Source& source : run->sources) QVERIFY(!source.clock.offsetRange);
}

// Items, threads and their order change nothing where the meaning of a stamp depends on the lines before it.
void TestClocks::threadsAndBlocks() {
  LogFolder folder;
  Lines lines{"started 2026-03-14 22:00:00"};
  for (int i = 0; i < 200; ++i) lines.push_back(clockOf((22 * 3600 + i * 400) % 86'400) + ".000 step " + std::to_string(i));
  folder.write("train.log", lines);
  folder.write("local.log", {"2026-11-01 01:58:00,000 INFO a", "2026-11-01 01:59:50,000 INFO b", "2026-11-01 01:00:10,000 INFO c", "2026-11-01T02:10:00Z d", "2026-11-01 01:30:00,000 INFO e"});
  const std::string expected = report::writeSourcesJson(*folder.load());
  for (const std::uint64_t block : {1u, 50u, 1'000u}) {
    for (const unsigned threads : {1u, 3u}) {
      auto request = folder.request();
      request.blockBytes = block;
      request.threads = threads;
      const auto run = folder.tryLoad(request);
      QVERIFY(run);
      QCOMPARE(qs(report::writeSourcesJson(**run)), qs(expected));
      QCOMPARE(timeOf(*run, "train", "step 199"), QStringLiteral("2026-03-15T20:06:40Z"));
    }
  }
}

void TestClocks::sourcesText() {
  LogFolder folder;
  folder.write("job.txt", {"2026-01-02T03:00:09.3000000Z W0102 12:00:09.250000 9 torch/a.py:1] x", "2026-01-02T03:10:00.7000000Z W0102 12:10:00.250000 9 torch/a.py:1] y"});
  folder.write("alpha.log", nodeLog(0, 0, 150));
  folder.write("beta.log", nodeLog(1, 31, 144));
  folder.write("train-20260814.log", {"10:05:00 one", "10:06:00 two", "10:05:30 three", "plain"});
  const std::string text = report::writeSourcesText(*folder.load());
  for (const char* line : {"31.1 s ahead", "+09:00", "2 of its lines"}) QVERIFY2(text.find(line) != std::string::npos, text.c_str());
  for (const QString& line : qs(text).split(QLatin1Char('\n'))) QVERIFY2(line.size() <= 100, qPrintable(line));
}

QTEST_GUILESS_MAIN(TestClocks)
#include "tst_clocks.moc"
