// SPDX-License-Identifier: Apache-2.0
// How srun and DeepSpeed's launcher say that processes ended, line by line and in small invented runs.
#include "core/model/ranks_text.h"
#include "core/recognise/launcher_exits.h"
#include "tests/support/log_folder.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::model;
using lanescope::test::LogFolder;
using lanescope::test::qs;
using recognise::deepspeedCommand;
using recognise::statedExits;

namespace {

using RunPtr = std::shared_ptr<const Run>;

// "0 exited 1, 1 stopped SIGTERM, 2 open"
QString endsOf(const RunPtr& run) {
  QStringList out;
  for (const Lane& lane : run->lanes) {
    QString text = QString::number(lane.rank) + ' ' + QString::fromLatin1(toString(lane.end.kind));
    if (lane.end.code) text += ' ' + QString::number(*lane.end.code);
    if (!lane.end.signal.empty()) text += ' ' + qs(lane.end.signal);
    out << text;
  }
  return out.join(QStringLiteral(", "));
}

}  // namespace

class TestLauncherExits : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void lines_data();
  void lines();
  void commands();
  void tasksOfSrun();
  void tasksThatAreLaunchers();
  void deepspeed();
  void ranksThatOnlyNameThemselves();
};

void TestLauncherExits::lines_data() {
  QTest::addColumn<QString>("expected");         // "tasks|local rank|code|signal"; empty: no such line
  const auto row = [](const char* line, const char* expected) { QTest::newRow(line) << QString::fromLatin1(expected); };
  row("srun: error: node-a07: task 3: Exited with exit code 1", "3|-1|1|");
  row("srun: error: node-[a07-a09]: tasks 0-2,4: Terminated", "0,1,2,4|-1||SIGTERM");
  row("srun: error: node-a07: task 5: Segmentation fault (core dumped)", "5|-1||SIGSEGV");
  row("srun: error: node-a07: task 5: Out Of Memory", "5|-1||SIGKILL");
  row("srun: error: node-a07: tasks 4-2: Killed", "");
  row("srun: error: node-a07: tasks 0-99999999: Killed", "");
  row("srun: error: node-a07: tasks 2,2: Killed", "");
  row("srun: error: node-a07: task x: Killed", "");
  row("srun: error: node-a07: task 3: Exited with exit code", "");
  row("srun: error: Unable to create step for job 4711: Invalid account", "");
  row("['/usr/bin/python', '-u', 'train.py', '--local_rank=7', '--x=1'] exits with return code = -6", "|7||SIGABRT");
  row("['/usr/bin/python', '-u', 'train.py', '--local_rank=1'] exits with return code = 1", "|1|1|");
  row("['/usr/bin/python', '-u', 'train.py'] exits with return code = 1", "");
  row("it exits with return code = 1", "");
}

void TestLauncherExits::lines() {
  QFETCH(QString, expected);
  const auto exits = statedExits(QTest::currentDataTag());
  QCOMPARE(exits.has_value(), !expected.isEmpty());
  if (!exits) return;
  QStringList tasks;
  for (const std::int32_t task : exits->tasks) tasks << QString::number(task);
  const QString code = exits->exitCode ? QString::number(*exits->exitCode) : QString();
  QCOMPARE(QStringList({tasks.join(','), QString::number(exits->localRank), code, qs(exits->signal)}).join('|'), expected);
}

void TestLauncherExits::commands() {
  QCOMPARE(qs(deepspeedCommand("cmd = /usr/bin/python3 -u -m deepspeed.launcher.launch --world_info=e30= train.py")),
           QStringLiteral("/usr/bin/python3 -u -m deepspeed.launcher.launch --world_info=e30= train.py"));
  QVERIFY(deepspeedCommand("cmd = ls").empty());
  QVERIFY(deepspeedCommand("see deepspeed.launcher.launch").empty());
}

void TestLauncherExits::tasksOfSrun() {
  LogFolder folder;
  folder.write("slurm-17.out", {"0: 2026-01-02 03:00:00,100 INFO hello", "1: 2026-01-02 03:00:00,100 INFO hello", "2: 2026-01-02 03:00:00,100 INFO hello",
                                "3: 2026-01-02 03:00:00,100 INFO hello", "0: step", "1: step", "2: Traceback (most recent call last):", "2:   File \"train.py\", line 3, in <module>",
                                "2: KeyError: 'lr'", "srun: error: n2: task 2: Exited with exit code 1", "srun: Terminating StepId=17.0",
                                "srun: error: n1: tasks 0-1,3: Terminated"});
  const RunPtr run = folder.load();
  QCOMPARE(endsOf(run), QStringLiteral("0 stopped SIGTERM, 1 stopped SIGTERM, 2 exited 1, 3 stopped SIGTERM"));
  QCOMPARE(run->launches.front().exit.firstExitRank, std::optional<Rank>(2));
  QVERIFY(run->launches.front().outcome == LaunchOutcome::failed);
  QCOMPARE(qs(toString(run->findings[*run->firstFailure].findingClass)), QStringLiteral("python-exception"));
}

// One launcher a node: task 1 is the second node, not rank 1.
void TestLauncherExits::tasksThatAreLaunchers() {
  LogFolder folder;
  folder.write("slurm-18.out", {"[default0]:hello", "[default1]:hello", "[default1]:[rank1]: Traceback (most recent call last):", "[default1]:[rank1]: ValueError: x",
                                "E0102 03:00:00.100000 140 torch/distributed/elastic/multiprocessing/api.py:874] failed (exitcode: 1) local_rank: 1 (pid: 210) of binary: /usr/bin/python3",
                                "srun: error: n1: task 0: Exited with exit code 9"});
  QCOMPARE(endsOf(folder.load()), QStringLiteral("0 open, 1 exited 1"));
}

void TestLauncherExits::deepspeed() {
  LogFolder folder;
  folder.write("ds.log", {"[2026-01-02 03:00:00,000] [INFO] [runner.py:568:main] cmd = /usr/bin/python3 -u -m deepspeed.launcher.launch --world_info=e30= train.py",
                          "[2026-01-02 03:00:02,001] [INFO] [launch.py:151:main] nnodes=1, num_local_procs=2, node_rank=0", "[rank0]: step", "[rank1]: Traceback (most recent call last):",
                          "[rank1]:   File \"train.py\", line 3, in <module>", "[rank1]: ValueError: bad shard",
                          "[2026-01-02 03:00:30,002] [INFO] [launch.py:319:sigkill_handler] Killing subprocess 5002",
                          "[2026-01-02 03:00:30,003] [ERROR] [launch.py:325:sigkill_handler] ['/usr/bin/python3', '-u', 'train.py', '--local_rank=1'] exits with return code = 1"});
  const RunPtr run = folder.load();
  QCOMPARE(run->launches.size(), std::size_t{1});
  QCOMPARE(qs(recognise::formatIso(run->launches.front().start.utc).view()), QStringLiteral("2026-01-02T03:00:00Z"));
  QVERIFY(run->launches.front().command.find("deepspeed.launcher.launch") != std::string::npos);
  QVERIFY(run->launches.front().outcome == LaunchOutcome::failed);
  QVERIFY(run->findings[*run->firstFailure].findingClass == FindingClass::pythonException);
}

// A rank that prints nothing but plain lines behind its own name is there, whatever passes its lines on.
void TestLauncherExits::ranksThatOnlyNameThemselves() {
  for (const std::string prefix : {"", "worker-0-1  | ", "[pod/t-0/main] "}) {
    LogFolder folder;
    folder.write("all.log", {prefix + "[rank0]: hello", prefix + "[rank2]: hello", prefix + "[rank1]: hello", prefix + "[rank0]: hello", prefix + "[rank2]: hello",
                             prefix + "[rank1]: Traceback (most recent call last):", prefix + "[rank1]: ValueError: bad shard", prefix + "[rank0]: bye"});
    const RunPtr run = folder.load();
    QCOMPARE(run->lanes.size(), std::size_t{3});
    QCOMPARE(run->lanes[2].lastLine->line, std::uint32_t{5});
    QCOMPARE(run->coverage.missingRanks.size(), std::size_t{0});
  }
}

QTEST_APPLESS_MAIN(TestLauncherExits)
#include "tst_launcher_exits.moc"
