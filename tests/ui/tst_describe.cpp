// SPDX-License-Identifier: Apache-2.0
// What hovering says of a lane: which rank it is, and how that is known.
#include "tests/support/log_folder.h"
#include "ui/timeline/describe.h"
#include "ui/timeline/run_index.h"

#include <QtTest>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

class DescribeTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void aRankInItsGroupIsNoRankOfTheRun();
  void saysHowTheRankIsKnown();
};

namespace {

const std::string kTimeout = "Watchdog caught collective operation timeout: WorkNCCL(SeqNum=305, OpType=ALLREDUCE, NumelIn=1, NumelOut=1, "
                             "Timeout(ms)=600000) ran for 600381 milliseconds before timing out.";

QString hover(const model::Run& run, std::uint32_t lane) {
  return tooltipOf(run, describe(run, RunIndex(run), {Hit::What::lane, lane, {}}), 0);
}

}  // namespace

void DescribeTest::aRankInItsGroupIsNoRankOfTheRun() {
  test::LogFolder folder;
  folder.write("job.log", {test::runnerStamp("05:14:20") + "starting", test::c10Head(97, "05:14:22") + "[Rank 6] " + kTimeout,
                           test::c10Head(6, "05:14:23") + "[PG ID 2 PG GUID 9(tensor) Rank 6] " + kTimeout});
  const auto run = folder.load();
  QCOMPARE(run->lanes.size(), std::size_t{2});
  QCOMPARE(run->lanes[1].rank, 97U);
  const QString tip = hover(*run, 1);
  QVERIFY2(tip.contains("as its own lines state it; [Rank 6] in the line counts within its process group"_L1), qPrintable(tip));
  const QString same = hover(*run, 0);
  QVERIFY2(same.contains("as its own lines state it"_L1) && !same.contains("counts within"_L1), qPrintable(same));
}

void DescribeTest::saysHowTheRankIsKnown() {
  test::LogFolder folder;
  folder.writeRank("none_a1b2c3", 0, 0, {"hello"});
  folder.writeRank("none_a1b2c3", 0, 1, {"hello"});
  const auto run = folder.load();
  QCOMPARE(run->lanes.size(), std::size_t{2});
  QVERIFY2(hover(*run, 1).contains("the rank as the path of its files says"_L1), qPrintable(hover(*run, 1)));
}

}  // namespace lanescope::ui

QTEST_MAIN(lanescope::ui::DescribeTest)
#include "tst_describe.moc"
