// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/size_lines.h"
#include "core/recognise/torchrun_parser.h"

#include <QtTest>

using namespace lanescope::recognise;

class TestSizeLines : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void stated_data();
  void stated();
  void globalRank_data();
  void globalRank();
  void shown_data();
  void shown();
};

void TestSizeLines::stated_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<int>("size");   // -1: none
  const auto row = [](const char* line, int size) { QTest::newRow(line) << line << size; };
  row("world_size: 8", 8);
  row("initialized: world_size=16 rank=3 local_rank=3", 16);
  row("using world size: 64, data-parallel size: 8", 64);
  row("  world_size ...................................... 32", 32);
  row("  global_world_sizes=[8, 8, 8, 8]", 8);
  row("dist_world_size=24", 24);
  row("All distributed processes registered. Starting with 4 processes", 4);
  row("Initializing distributed: GLOBAL_RANK: 0, MEMBER: 1/4", 4);
  row("Num processes: 6", 6);
  row("ProcessGroupNCCL initialization options: size: 12, global rank: 3, TIMEOUT(ms): 600000", 12);
  row("job_env: JobEnvironment(job_id=7, global_rank=3(8))", 8);
  row("rank 3 of 8 on host", 8);
  row("  group_world_size=2", -1);
  row("tp_world_size=2", -1);
  row("world_size: $WORLD_SIZE", -1);
  row("Starting with 4 GPUs", -1);
  row("rank 9 of 8", -1);
  row("frank 3 of 8", -1);
  row("rank 3 of 8th", -1);
  row("world_size=8x", -1);
  row("", -1);
}

void TestSizeLines::stated() {
  QFETCH(QString, line);
  QFETCH(int, size);
  const auto found = statedWorldSize(line.toStdString());
  QCOMPARE(found ? static_cast<int>(*found) : -1, size);
}

void TestSizeLines::globalRank_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<int>("rank");                 // -1: none
  const auto row = [](const char* line, int rank) { QTest::newRow(line) << line << rank; };
  row("| distributed init (rank 9): env://", 9);
  row("job_env: JobEnvironment(job_id=7, local_rank=1(4), global_rank=3(8))", 3);
  row("tensor parallel init (rank 1)", -1);
  row("distributed init (rank 9", -1);
  row("distributed init (rank -1)", -1);
  row("distributed init (rank 99999999)", -1);
  row("rank 3 of 8", -1);                        // of any group
  row("my_global_rank=3(8)", -1);
}

void TestSizeLines::globalRank() {
  QFETCH(QString, line);
  QFETCH(int, rank);
  const auto found = statedGlobalRank(line.toStdString());
  QCOMPARE(found ? static_cast<int>(*found) : -1, rank);
}

void TestSizeLines::shown_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<QString>("command");
  const auto row = [](const char* line, const char* command) { QTest::newRow(line) << line << command; };
  row("torchrun --nproc_per_node=4 train.py", "torchrun --nproc_per_node=4 train.py");
  row("$ torchrun --nproc-per-node 4 train.py", "torchrun --nproc-per-node 4 train.py");
  row("  python3 -m torch.distributed.run --nproc_per_node 8 train.py", "python3 -m torch.distributed.run --nproc_per_node 8 train.py");
  row("use torchrun --nproc_per_node=4 instead", "");
  row("echo torchrun --nproc_per_node=4", "");
  row("torchrun train.py", "");
  row("python train.py --nproc_per_node=4", "");
}

void TestSizeLines::shown() {
  QFETCH(QString, line);
  const std::string text = line.toStdString();
  const std::string_view command = shownCommand(text);
  QTEST(QString::fromUtf8(command.data(), static_cast<qsizetype>(command.size())), "command");
}

QTEST_GUILESS_MAIN(TestSizeLines)
#include "tst_size_lines.moc"
