// SPDX-License-Identifier: Apache-2.0
// The many ways in which programs, launchers and runners tell of a failure, and what only looks like one. Small invented logs, one file each.
#include "core/model/ranks_text.h"
#include "tests/support/log_folder.h"
#include "tests/support/said_words.h"

#include <QtTest>

using namespace lanescope;
using lanescope::test::LogFolder;
using lanescope::test::qs;

class TestToldFailures : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void logs_data();
  void logs();
  void oneGpuIsOneFinding();
  void stopsOfUnknownRanks();
  void whatALineSupposes();
};

void TestToldFailures::logs_data() {
  QTest::addColumn<QStringList>("lines");
  QTest::addColumn<QString>("outcome");
  QTest::addColumn<QString>("first");            // class, ranks and line of the first failure; empty: there is none
  const auto row = [](const char* name, const QStringList& lines, const char* outcome, const char* first = "") { QTest::newRow(name) << lines << QString::fromLatin1(outcome) << QString::fromLatin1(first); };

  // Tracebacks
  row("behind a logger's words", {"2026-01-02 03:04:05,100 - train - ERROR - step failed: Traceback (most recent call last):", "  File \"/w/t.py\", line 9, in step", "    f()", "ValueError: bad quant config"}, "failed", "python-exception  4");
  row("a sentence about a traceback", {"2026-01-02 03:04:05,100 - train - ERROR - set X=1 to see the Traceback (most recent call last):", "step 1", "rank0 done"}, "unknown");
  row("each line with its head",
      {"(EngineCore_DP0 pid=77) ERROR 11-11 09:00:31 [core.py:708] Traceback (most recent call last):", "(EngineCore_DP0 pid=77) ERROR 11-11 09:00:31 [core.py:708]   File \"/v/core.py\", line 700, in run",
       "(EngineCore_DP0 pid=77) ERROR 11-11 09:00:31 [core.py:708]     x()", "(EngineCore_DP0 pid=77) ERROR 11-11 09:00:31 [core.py:708] ValueError: bad quant config",
       "(APIServer pid=1) Traceback (most recent call last):", "(APIServer pid=1)   File \"/v/api.py\", line 9, in main", "(APIServer pid=1)     y()",
       "(APIServer pid=1) RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {}"},
      "failed", "python-exception  4");
  row("a member of an exception group",
      {"[rank1]:   + Exception Group Traceback (most recent call last):", "[rank1]:   |   File \"/w/t.py\", line 50, in <module>", "[rank1]:   |     run()", "[rank1]:   | ExceptionGroup: unhandled errors (1 sub-exception)",
       "[rank1]:   +-+---------------- 1 ----------------", "[rank1]:     | Traceback (most recent call last):", "[rank1]:     |   File \"/w/t.py\", line 20, in fetch", "[rank1]:     |     raise ValueError(1)",
       "[rank1]:     | ValueError: bad topology file", "[rank1]:     +------------------------------------"},
      "failed", "python-exception 1 9");
  row("in a box",
      {QString::fromUtf8("[rank2]: ╭────── Traceback (most recent call last) ──────╮"), QString::fromUtf8("[rank2]: │ /w/t.py:88 in main                           │"), QString::fromUtf8("[rank2]: │ ❱ 88 │   loss = step(b)                      │"),
       QString::fromUtf8("[rank2]: ╰──────────────────────────────────────────────╯"), "[rank2]: ZeroDivisionError: integer division or modulo by zero"},
      "failed", "python-exception 2 5");
  row("loguru's calls", {"[rank1]: Traceback (most recent call last):", "[rank1]: ", "[rank1]: > File \"/w/t.py\", line 50, in <module>", "[rank1]:     main()", QString::fromUtf8("[rank1]:     └ <function main at 0x7f>"), "[rank1]: KeyError: 'k'"}, "failed", "python-exception 1 6");
  row("in the launcher's block",
      {"E0303 12:00:02.259000 7 torch/distributed/elastic/multiprocessing/api.py:882] failed (exitcode: 1) local_rank: 3 (pid: 13) of binary: /usr/bin/python3", "============================================================", "t.py FAILED",
       "Root Cause (first observed failure):", "[0]:", "  time      : 2026-03-03_12:00:01", "  host      : cod", "  rank      : 3 (local_rank: 3)", "  exitcode  : 1 (pid: 13)", "  error_file: <N/A>", "  traceback : Traceback (most recent call last):",
       "    File \"/w/t.py\", line 50, in main", "      raise ValueError(\"bad\")", "  ValueError: bad topology file", "============================================================"},
      "failed", "python-exception 3 14");
  row("without a header", {"[rank0]:   File \"/w/t.py\", line 3", "[rank0]:     def f(", "[rank0]: SyntaxError: '(' was never closed"}, "failed", "python-exception 0 3");

  // What a program got over
  row("a warned-of retry", {"2026-01-02 03:04:05,100 WARNING Retrying (Retry(total=2)) after connection broken by 'ReadTimeoutError(\"Read timed out.\")'", "step 2"}, "unknown");
  row("memory that a smaller batch needs", {"[default0]:2026-01-02 03:04:05,100 WARNING CUDA out of memory. Tried to allocate 2.00 GiB. Retrying with batch size 4", "[default0]:step 2", "[default0]:[after training is done] datetime: 2026-01-02 03:05:00"}, "passed");
  row("the same as an error", {"2026-01-02 03:04:05,100 ERROR CUDA out of memory. Tried to allocate 2.00 GiB.", "step 2"}, "failed", "gpu-oom  1");
  row("a traceback before the end of the training", {"[rank0]: Traceback (most recent call last):", "[rank0]:   File \"/w/t.py\", line 3, in load", "[rank0]:     f()", "[rank0]: OSError: lost", "[rank0]: will try again", "[rank0]: [after training is done] datetime: 2026-01-02 03:05:00"}, "passed");

  row("a training without ranks", {" [2026-08-20 21:04:00.500000] iteration      50/     50 | consumed samples: 1280 |", "[after training is done] datetime: 2026-08-20 21:04:02 ", "saving checkpoint at iteration      50 to /ckpt in torch_dist format"}, "passed");

  // Runners
  const QString stamp = QStringLiteral("2026-01-02T03:04:05.0000000Z ");
  row("an error of the runner", {stamp + "##[group]Run make", stamp + "##[endgroup]", stamp + "ok", stamp + "##[error]The process '/usr/bin/docker' failed with exit code 137", stamp + "Cleaning up orphan processes"}, "failed", "launcher-exit  4");
  row("a lost runner", {stamp + "##[group]Run make", stamp + "##[endgroup]", stamp + "ok", stamp + "##[error]The self-hosted runner: gpu-7 lost communication with the server. Verify the machine is running."}, "failed", "killed  4");
  row("a log to its end", {stamp + "##[group]Run make", stamp + "##[endgroup]", stamp + "ok", stamp + "Cleaning up orphan processes"}, "passed");
  row("gitlab", {"section_start:1767322996:build_script", "ok", "section_end:1767322999:build_script", "Job succeeded"}, "passed");

  // Shells and launchers
  row("a shell's child", {"step 1", "/opt/entry.sh: line 31:  3981 Killed                  ray start --head", "Did not finish."}, "failed", "killed  2");
  row("mpirun and a signal", {"[1,0]<stdout>:iter 1", "[1,3]<stdout>:iter 1", "mpirun noticed that process rank 3 with PID 8123 on node n7 exited on signal 11 (Segmentation fault)."}, "failed", "segfault 3 3");
  row("MPI_Abort", {"[1,0]<stdout>:ok", "[1,2]<stdout>:ok", "MPI_ABORT was invoked on rank 2 in communicator MPI_COMM_WORLD", "with errorcode 17."}, "failed", "launcher-exit 2 3");
  row("a task that Slurm names", {"0: step 1", "1: step 1", "2: step 1", "0: step 2", "1: step 2", "srun: error: node-a07: task 2: Out Of Memory"}, "failed", "host-oom 2 6");
  row("a worker that vLLM names", {"(Worker_TP0 pid=50) INFO 10-10 01:00:10 [runner.py:2602] Starting", "(EngineCore_DP0 pid=40) ERROR 10-10 01:05:00 [multiproc_executor.py:154] Worker proc VllmWorker-3 died unexpectedly, shutting down executor."}, "failed", "killed 3 2");
  row("a device's memory in XLA", {"jax.errors.JaxRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying to allocate 8589934592 bytes."}, "failed", "gpu-oom  1");
  row("pure virtual", {"[rank0]: step 1", "[rank0]: pure virtual method called", "[rank0]: terminate called without an active exception"}, "failed", "abort 0 2");
}

void TestToldFailures::logs() {
  QFETCH(QStringList, lines);
  QFETCH(QString, outcome);
  QFETCH(QString, first);
  std::vector<std::string> log;
  for (const QString& line : lines) log.push_back(line.toStdString());
  LogFolder folder;
  folder.write("all.log", log);
  const auto run = folder.load();
  QString said;
  if (run->firstFailure) {
    const model::Finding& finding = run->findings[*run->firstFailure];
    QStringList ranks;
    for (const model::Rank rank : finding.ranks) ranks.push_back(QString::number(rank));
    said = QStringLiteral("%1 %2 %3").arg(QString::fromLatin1(model::toString(finding.findingClass)), ranks.join(',')).arg(finding.evidence.front().line);
  }
  QCOMPARE(said, first);
  QCOMPARE(QString::fromLatin1(model::toString(run->outcome)), outcome);
  for (const QString& sentence : test::sentences(*run)) QVERIFY2(test::forbiddenWord(sentence).isEmpty(), qPrintable(sentence));
  if (run->outcome != model::RunOutcome::unknown && !run->firstFailure) QVERIFY(!run->outcomeEvidence.empty());
}

// Two lines of the driver about one GPU.
void TestToldFailures::oneGpuIsOneFinding() {
  LogFolder folder;
  folder.write("dmesg.txt", {"[Fri Jan  2 03:04:05 2026] NVRM: Xid (PCI:0000:3b:00): 79, pid=4021, name=python3, GPU has fallen off the bus.", "[Fri Jan  2 03:04:05 2026] NVRM: GPU 0000:3b:00.0: GPU has fallen off the bus.",
                             "[Fri Jan  2 03:04:06 2026] NVRM: Xid (PCI:0000:5e:00): 79, pid=4022, name=python3, GPU has fallen off the bus."});
  const auto run = folder.load();
  QCOMPARE(run->findings.size(), 2u);
  QCOMPARE(run->findings[0].count, 2u);
  QCOMPARE(run->findings[0].fingerprint, run->findings[1].fingerprint);   // the same failure on another GPU
}

// The agent names processes; which ranks they were no line says.
void TestToldFailures::stopsOfUnknownRanks() {
  LogFolder folder;
  folder.write("node.log", {"[rank0]: step 1", "W0303 12:00:02.259000 7 torch/distributed/elastic/multiprocessing/api.py:1010] Sending process 910 closing signal SIGTERM",
                            "W0303 12:00:02.259000 7 torch/distributed/elastic/multiprocessing/api.py:1010] Sending process 911 closing signal SIGTERM", "[rank0]: Traceback (most recent call last):", "[rank0]:   File \"/w/t.py\", line 3, in load",
                            "[rank0]:     f()", "[rank0]: OSError: lost"});
  const auto run = folder.load();
  const auto stop = std::find_if(run->findings.begin(), run->findings.end(), [](const model::Finding& finding) { return finding.title.find("whose ranks are not known") != std::string::npos; });
  QVERIFY(stop != run->findings.end());
  QVERIFY(stop->title.find("SIGTERM to 2 processes (910, 911)") != std::string::npos);
  QCOMPARE(stop->who.size(), 2u);
  QVERIFY(stop->ranks.empty());
}

// What a message only supposes is no reason.
void TestToldFailures::whatALineSupposes() {
  LogFolder folder;
  folder.write("all.log", {"[rank3]: Traceback (most recent call last):", "[rank3]:   File \"/x/train.py\", line 9, in <module>", "[rank3]:     next(it)",
                           "[rank3]: RuntimeError: DataLoader worker (pid 9107) is killed by signal: Bus error. It is possible that dataloader's workers are out of shared memory. Please try to raise your shared memory limit."});
  const auto run = folder.load();
  const model::Finding& first = run->findings[run->firstFailure.value()];
  QCOMPARE(first.attributes.hypotheses.size(), 1u);
  QVERIFY(first.title.find("ran out") == std::string::npos);
  QVERIFY(std::any_of(run->notEstablished.begin(), run->notEstablished.end(), [](const model::NotEstablished& gap) { return gap.text.find("It is possible that") != std::string::npos; }));
}

QTEST_APPLESS_MAIN(TestToldFailures)
#include "tst_told_failures.moc"
