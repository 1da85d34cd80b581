// SPDX-License-Identifier: Apache-2.0
#include "core/model/path_layout.h"
#include "tests/support/scanned.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::model;
using lanescope::test::qs;

Q_DECLARE_METATYPE(lanescope::model::Layout)
Q_DECLARE_METATYPE(lanescope::model::Stream)

namespace {

int number(const std::optional<std::uint32_t>& value) { return value ? static_cast<int>(*value) : -1; }

}  // namespace

class TestPathLayout : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void layouts_data();
  void layouts();
  void siblings_data();
  void siblings();
};

void TestPathLayout::layouts_data() {
  QTest::addColumn<QString>("path");
  QTest::addColumn<Layout>("layout");
  QTest::addColumn<Stream>("stream");
  QTest::addColumn<QString>("directory");
  QTest::addColumn<int>("attempt");  // -1: none
  QTest::addColumn<int>("localRank");
  QTest::addColumn<int>("globalRank");
  const auto row = [](const char* path, Layout layout, Stream stream, const char* directory, int attempt, int local,
                      int global) {
    QTest::newRow(path) << path << layout << stream << directory << attempt << local << global;
  };
  const auto torchrun = [&](const char* path, Stream stream, const char* directory, int attempt, int local) {
    row(path, Layout::torchrun, stream, directory, attempt, local, -1);
  };
  torchrun("logs.zip/1/none_ab12cd34/attempt_0/5/stderr.log", Stream::err, "logs.zip/1/none_ab12cd34", 0, 5);
  torchrun("logs.zip/1/none_ab12cd34/attempt_2/0/stdout.log", Stream::out, "logs.zip/1/none_ab12cd34", 2, 0);
  torchrun("run/none_a_b/attempt_10/127/stdout.log", Stream::out, "run/none_a_b", 10, 127);
  torchrun("x/attempt_0/3/error.json", Stream::err, "x", 0, 3);
  torchrun("attempt_0/3/stderr.log", Stream::err, "", 0, 3);
  torchrun("x/attempt_0/3/stdout.log.gz", Stream::out, "x", 0, 3);
  const auto rank = [&](const char* path, Stream stream, const char* directory, int global) {
    row(path, Layout::other, stream, directory, -1, -1, global);
  };
  rank("logs/20261105031502_rank5.log", Stream::both, "logs", 5);
  rank("logs/rank_5.log", Stream::both, "logs", 5);
  rank("logs/rank-12.out", Stream::out, "logs", 12);
  rank("logs/rank7.err", Stream::err, "logs", 7);
  rank("rank0.log", Stream::both, "", 0);
  rank("logs/log_3.txt", Stream::both, "logs", 3);
  rank("logs/rank_5_stdout.log", Stream::out, "logs", 5);
  rank("a/b/worker_rank31.log", Stream::both, "a/b", 31);
  rank("out/rank5/train.log", Stream::both, "out", 5);
  rank("out/1/rank.12/stderr", Stream::err, "out/1", 12);
  row("out/attempt_1/rank_3.log", Layout::other, Stream::both, "out", 1, -1, 3);
  row("out/local_rank_3.log", Layout::other, Stream::both, "out", -1, 3, -1);
  const auto other = [&](const char* path) { row(path, Layout::other, Stream::both, "", -1, -1, -1); };
  other("logs.zip/nccl_debug.log");
  other("job.txt");
  other("logs/0_unit tests - latest.txt");
  other("logs/attempt_0/stdout.log");
  other("logs/attempt_x/3/stdout.log");
  other("logs/attempt_0/three/stdout.log");
  other("logs/frank5.log");
  other("logs/rank.log");
  other("logs/ranking_5_best.log");
  other("logs/rank5x.log");
  other("catalog_3.txt");
  other("logs/rank99999999999999.log");
  other("logs/rank4000000000.log");
  other("logs/attempt_4000000000/0/stdout.log");
  other("");
  other("/");
}

// Files beside each other: number of each, "r" for a rank, "n" for a node.
void TestPathLayout::siblings_data() {
  QTest::addColumn<QStringList>("paths");
  QTest::addColumn<QStringList>("numbers");
  QTest::addColumn<bool>("ofSeveral");
  const auto row = [](const char* name, QStringList paths, QStringList numbers, bool ofSeveral = false) { QTest::newRow(name) << paths << numbers << ofSeveral; };
  row("Slurm's tasks", {"s/pre_4711_0.out", "s/pre_4711_1.out", "s/pre_4711_2.out"}, {"r0", "r1", "r2"});
  row("Slurm's tasks, both streams", {"s/pre_4711_0.out", "s/pre_4711_1.out", "s/pre_4711_0.err", "s/pre_4711_1.err"}, {"r0", "r1", "r0", "r1"});
  row("one task a node", {"s/pre_4711_0.out", "s/pre_4711_1.out"}, {"n0", "n1"}, true);
  row("tasks behind host names", {"s/alder_0.out", "s/alder_1.out", "s/birch_2.out", "s/birch_3.out"}, {"r0", "r1", "r2", "r3"});
  row("role and replica", {"x/trainer/0/stdout.log", "x/trainer/1/stdout.log"}, {"r0", "r1"});
  row("a rank is missing", {"w-0.log", "w-1.log", "w-3.log"}, {"r0", "r1", "r3"});
  row("nodes", {"node-0/run.log", "node-1/run.log"}, {"n0", "n1"}, true);
  row("ranks below nodes", {"node-0/rank_0.log", "node-1/rank_0.log"}, {"n0r0", "n1r0"});
  row("two jobs", {"s/pre_4711_0.out", "s/pre_4712_0.out"}, {"", ""});
  row("steps", {"job/1_Set up job.txt", "job/2_Run.txt"}, {"", ""});
  row("parts", {"part_0.log", "part_1.log"}, {"", ""});
  row("runs", {"run-0.log", "run-1.log"}, {"", ""});
  row("from 1", {"a_1.log", "a_2.log"}, {"", ""});
  row("process ids", {"w-4021.log", "w-4022.log"}, {"", ""});
  row("rotated", {"train.log.0", "train.log.1"}, {"", ""});
  row("days", {"2026-01-00.log", "2026-01-30.log"}, {"", ""});
  row("one alone", {"pre_0.log"}, {""});
}

void TestPathLayout::siblings() {
  QFETCH(QStringList, paths);
  QFETCH(bool, ofSeveral);
  std::vector<std::string> names;
  for (const QString& path : paths) names.push_back(path.toStdString());
  std::vector<NamedMember> members;
  for (const std::string& name : names) members.push_back({name, ofSeveral});
  QStringList found;
  for (const PathLayout& layout : layoutsOf(members)) {
    QString text = layout.node ? QStringLiteral("n%1").arg(*layout.node) : QString();
    if (layout.globalRank) text += QStringLiteral("r%1").arg(*layout.globalRank);
    found << text;
  }
  QTEST(found, "numbers");
}

void TestPathLayout::layouts() {
  QFETCH(QString, path);
  const std::string name = path.toStdString();
  const PathLayout found = layoutsOf({{name, false}}).front();
  QTEST(found.layout, "layout");
  QTEST(found.stream, "stream");
  QTEST(qs(found.directory), "directory");
  QTEST(number(found.attempt), "attempt");
  QTEST(number(found.localRank), "localRank");
  QTEST(number(found.globalRank), "globalRank");
}

QTEST_GUILESS_MAIN(TestPathLayout)
#include "tst_path_layout.moc"
