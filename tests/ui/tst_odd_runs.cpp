// SPDX-License-Identifier: Apache-2.0
// Windows on runs that nobody makes on purpose: names without end, no times at all.
#include "tests/ui/shown_run.h"
#include "ui/panels/inspector_panel.h"
#include "ui/theme/clipped_text.h"

#include <QTest>

#include <ctime>

using namespace lanescope;
using namespace lanescope::test;
using namespace lanescope::ui;

class TestOddRuns : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void textsAreClipped();
  void aNameWithoutEnd();
};

void TestOddRuns::textsAreClipped() {
  QCOMPARE(clippedText(QStringLiteral("short")), QStringLiteral("short"));
  QCOMPARE(clippedText(QStringLiteral("0123456789"), 8), QStringLiteral("012345…89"));
  const QString pair = QString::fromUtf8("\xF0\x9F\x98\x80");
  QCOMPARE(clippedText(pair.repeated(5), 6), pair.repeated(2) + QStringLiteral("…") + pair);
}

void TestOddRuns::aNameWithoutEnd() {
  constexpr double kMostSeconds = 5;             // with sanitizers too; it took 40 without a limit
  LogFolder folder;
  folder.write("p.log", {"tests/x.py::test_" + std::string(400'000, 'a') + " FAILED [100%]"});
  const std::clock_t begin = std::clock();
  ShownRun shown(folder);
  QVERIFY(!shown.run().findings.empty());
  shown.state()->selectFinding(0);
  auto* inspector = shown.window.findChild<InspectorPanel*>();
  QTRY_VERIFY(inspector->toPlainText().contains(QStringLiteral("test_aaa")));
  shown.window.grab();
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  QVERIFY2(seconds < kMostSeconds, qPrintable(QString::number(seconds)));
  QVERIFY2(inspector->toPlainText().size() < 2 * kMostShown, qPrintable(QString::number(inspector->toPlainText().size())));
}

QTEST_MAIN(TestOddRuns)
#include "tst_odd_runs.moc"
