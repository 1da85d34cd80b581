// SPDX-License-Identifier: Apache-2.0
// What leaves the log text: lines with their provenance, bare, and as evidence.
#include "tests/ui/log_fixture.h"

using namespace lanescope;
using namespace lanescope::ui;

namespace {

using test::runOf;
using Fixture = test::LogFixture;

}  // namespace

class TestLogCopy : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void evidenceIsMarkdownWithoutSecrets();
  void redactedRunsAreCopiedRedacted();
  void copyHasProvenance();
  void copyOfSeveralFiles();
  void copyOfSeveralRanks();
};

void TestLogCopy::evidenceIsMarkdownWithoutSecrets() {
  Fixture f;
  f.showSource(runOf({"before", "token ghp_abcdefghijklmnopqrstuvwxyz0123456789 ``` @octocat #12", "after"}));
  f.click(1);
  const QString block = f.view->evidenceText();
  QVERIFY2(block.contains(QStringLiteral("odd.log:2")), qPrintable(block));
  QVERIFY2(!block.contains(QStringLiteral("ghp_abc")), qPrintable(block));
  QVERIFY2(block.contains(QStringLiteral("````")), qPrintable(block));      // a fence longer than the line's
  QVERIFY(!block.contains(QStringLiteral("before")));
}

void TestLogCopy::redactedRunsAreCopiedRedacted() {
  model::Run run = *runOf({"host gpu-node-17 is up"});
  run.sources[0].rewrite = std::make_shared<const model::LineRewrite>([](std::string_view) { return std::string("host host-1 is up"); });
  Fixture f;
  f.showSource(test::shared(std::move(run)));
  QCOMPARE(f.view->rowText(0), QStringLiteral("host host-1 is up"));
  f.click(0);
  QCOMPARE(f.view->copyText(false), QStringLiteral("host host-1 is up\n"));
  QVERIFY(!f.view->evidenceText().contains(QStringLiteral("gpu-node")));
}

void TestLogCopy::copyHasProvenance() {
  Fixture f;
  const auto run = test::shared(test::recoveredRun());
  f.show(run, {});
  f.state.showAnswer();
  const model::Evidence& evidence = run->findings[0].evidence.front();
  const QStringList lines = f.view->copyText(true).split(QLatin1Char('\n'));
  const QString place =
      QStringLiteral("%1:%2").arg(QString::fromStdString(run->source(evidence.source).path)).arg(evidence.line);
  for (const QString& part :
       {QString::fromStdString(run->name), place, QStringLiteral("rank 5"), QStringLiteral("2026-03-14 09:09:20")}) {
    QVERIFY2(lines[0].contains(part), qPrintable(lines[0]));
  }
  QCOMPARE(lines[1], QString::fromStdString(evidence.text));
  QCOMPARE(f.view->copyText(false).trimmed(), QString::fromStdString(evidence.text));
}

void TestLogCopy::copyOfSeveralFiles() {
  Fixture f;
  f.show(test::shared(test::recoveredRun()), {model::LaneId{5}, {}});
  QTest::keyClick(f.view, Qt::Key_End);
  QTest::keyClick(f.view, Qt::Key_Home, Qt::ShiftModifier);
  const QString block = f.view->copyText(true);
  QVERIFY(block.contains(QStringLiteral("/stdout.log:1-")));
  QVERIFY(block.contains(QStringLiteral("/stderr.log:1")));
  QCOMPARE(f.view->copyText(false).count(QLatin1Char('\n')), static_cast<int>(f.view->rowCount()));
}

// The lines of a merged log are of those whom their heads name, also where they are no events.
void TestLogCopy::copyOfSeveralRanks() {
  test::RunBuilder builder("merged", "merged.zip");
  builder.run().name = "the run";
  builder.addLane(0, "d", 3);
  builder.addLane(0, "d", 5);
  const model::SourceId source = builder.addSource("job.log", model::Layout::other, model::Stream::both);
  builder.addLine(source, "[rank5]: one", test::stamped("09:07:00.250"));
  builder.addLine(source, "[rank3]: two");
  builder.addLine(source, "nobody's");
  model::Stretch stretch;
  stretch.lastLine = 3;
  for (const model::Rank rank : {3u, 5u}) {
    stretch.ranks.emplace_back();
    stretch.ranks.back().writer.global = static_cast<std::int32_t>(rank);
    stretch.ranks.back().rank = rank;
  }
  builder.run().sources[source.value].stretches = {stretch};
  Fixture f;
  f.show(test::shared(builder.finish()), {{}, source});
  QTest::keyClick(f.view, Qt::Key_End);
  QTest::keyClick(f.view, Qt::Key_Home, Qt::ShiftModifier);
  QCOMPARE(f.view->copyText(true), QStringLiteral("the run · job.log:1-3 · ranks 3, 5 · 2026-03-14 09:07:00.250Z (stamped)\n[rank5]: one\n[rank3]: two\nnobody's\n"));
  QCOMPARE(f.view->copyText(false), QStringLiteral("[rank5]: one\n[rank3]: two\nnobody's\n"));
}

QTEST_MAIN(TestLogCopy)
#include "tst_log_copy.moc"
