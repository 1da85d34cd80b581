// SPDX-License-Identifier: Apache-2.0
// Windows on runs that nobody makes on purpose: names without end, no times at all.
#include "core/report/added_text.h"
#include "tests/ui/shown_run.h"
#include "ui/models/outline_model.h"
#include "ui/panels/inspector_panel.h"
#include "ui/theme/clipped_text.h"
#include "ui/timeline/header_scene.h"

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
  void noLineCarriesATime();
  void theDateIsThatOfTheFirstTick();
  void notesAreCleaned();
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

// What the header and its labels say, as drawn.
QString headerTexts(const model::Run& run, TimeRange span) {
  const RunIndex index(run);
  SceneStyle style;
  style.theme = &Theme::of(ThemeKind::light);
  const LaneLayout layout;
  const TimeAxis axis(span, 800);
  const SceneInput input{run, index, layout, axis, style, {}, {}};
  return headerLabelsScene(input, {}, 130).dump() + headerScene(input, {}, span.begin).dump();
}

void TestOddRuns::noLineCarriesATime() {
  LogFolder folder;
  folder.write("p.log", {"tests/x.py::test_a FAILED [100%]"});
  ShownRun shown(folder);
  QVERIFY(!hasTimes(shown.run()));
  const QString texts = headerTexts(shown.run(), {0, 1'000'000});
  QVERIFY2(texts.contains(QStringLiteral("no line carries a time")) && !texts.contains(QStringLiteral("UTC")) && !texts.contains(QStringLiteral("1970")), qPrintable(texts));
  const OutlineModel outline(shown.state());
  QStringList said;
  for (int row = 0; row < outline.rowCount(); ++row) said << outline.index(row, 0).data().toString();
  QVERIFY(said.contains(QStringLiteral("no line carries a time")));
  QVERIFY(said.filter(QStringLiteral("clock")).isEmpty());
}

void TestOddRuns::theDateIsThatOfTheFirstTick() {
  LogFolder folder;
  folder.write("p.log", {"2026-01-01T00:00:00Z tests/x.py::test_a PASSED", "2026-01-01T00:01:00Z tests/x.py::test_b PASSED"});
  ShownRun shown(folder);
  const TimeRange span = shown.state()->span();
  const QString texts = headerTexts(shown.run(), {span.begin - span.length() / 40, span.end});
  QVERIFY2(texts.contains(QStringLiteral("2026-01-01")) && !texts.contains(QStringLiteral("2025-12-31")), qPrintable(texts));
}

void TestOddRuns::notesAreCleaned() {
  model::Note note;
  note.text = "a\x1B[31mred\x1B[0m\tb \xE2\x80\xAE" "c\x07";
  QCOMPARE(QString::fromStdString(report::noteText(note)), QString::fromUtf8("ared b \xEF\xBF\xBD" "c\xE2\x90\x87"));
}

QTEST_MAIN(TestOddRuns)
#include "tst_odd_runs.moc"
