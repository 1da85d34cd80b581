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
  const auto other = [&](const char* path) { row(path, Layout::other, Stream::both, "", -1, -1, -1); };
  other("logs.zip/nccl_debug.log");
  other("job.txt");
  other("logs/0_unit tests - latest.txt");
  other("logs/attempt_0/stdout.log");
  other("logs/attempt_x/3/stdout.log");
  other("logs/attempt_0/three/stdout.log");
  other("logs/attempt_0/3/error.json");
  other("logs/frank5.log");
  other("logs/rank.log");
  other("logs/ranking_5_best.log");
  other("logs/rank5x.log");
  other("rank5/train.log");
  other("catalog_3.txt");
  other("logs/rank99999999999999.log");
  other("logs/rank4000000000.log");
  other("logs/attempt_4000000000/0/stdout.log");
  other("");
  other("/");
}

void TestPathLayout::layouts() {
  QFETCH(QString, path);
  const PathLayout found = layoutOfPath(path.toStdString());
  QTEST(found.layout, "layout");
  QTEST(found.stream, "stream");
  QTEST(qs(found.directory), "directory");
  QTEST(number(found.attempt), "attempt");
  QTEST(number(found.localRank), "localRank");
  QTEST(number(found.globalRank), "globalRank");
}

QTEST_GUILESS_MAIN(TestPathLayout)
#include "tst_path_layout.moc"
