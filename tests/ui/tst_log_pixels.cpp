// SPDX-License-Identifier: Apache-2.0
// The log text as it is drawn: grounds lie under the letters they are of, however far to the right and however large those are.
#include "tests/ui/log_fixture.h"
#include "ui/models/current_theme.h"

#include <QScrollBar>
#include <QTest>

using namespace lanescope;
using namespace lanescope::ui;

class TestLogPixels : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeKind::light); }
  void hitsLieUnderTheirLetters_data();
  void hitsLieUnderTheirLetters();
  void columnsGiveWayToTheText();
  void aHitIsScrolledTo();
};

void TestLogPixels::hitsLieUnderTheirLetters_data() {
  QTest::addColumn<int>("size");
  for (const int size : {8, 11, 12, 13, 17}) QTest::addRow("%d px", size) << size;
}

void TestLogPixels::hitsLieUnderTheirLetters() {
  QFETCH(int, size);
  test::RunBuilder builder("far", "far.zip");
  const model::SourceId source = builder.addSource("far.log", model::Layout::other, model::Stream::both);
  builder.addLine(source, std::string(60, ' ') + "HHHH");   // nothing else has letters on this row
  builder.addLine(source, "");
  test::LogFixture f;
  LogView* const view = f.view;
  LogColumns none;
  none.shown.fill(false);
  view->setColumns(none);
  view->setTextSize(size);
  f.showSource(test::shared(builder.finish()));
  f.pane.resize(1400, 300);
  view->goToRow(1);                              // so that the other row has no ground of its own
  f.find(QStringLiteral("HHHH"));
  QTRY_COMPARE(view->hitCount(), std::size_t{1});
  const QRect row = view->rowRect(0);
  const QImage drawn = view->viewport()->grab(row).toImage();
  int inkFrom = -1, inkTo = -1, groundFrom = -1, groundTo = -1;
  constexpr int kMargin = 16;                    // stripe and mark of the hit
  for (int x = kMargin; x < drawn.width(); ++x) {
    for (int y = 3; y < drawn.height() - 3; ++y) {
      const QColor pixel = drawn.pixelColor(x, y);
      if (pixel.lightness() < 110) {
        if (inkFrom < 0) inkFrom = x;
        inkTo = x;
      } else if (pixel != currentTheme().base && pixel.saturation() > 40) {
        if (groundFrom < 0) groundFrom = x;
        groundTo = x;
      }
    }
  }
  QVERIFY(inkFrom > 0 && groundFrom > 0);
  const double letter = QFontMetricsF(monoFont(size)).horizontalAdvance(QLatin1Char('H'));
  QVERIFY2(inkFrom >= groundFrom - 1 && inkFrom <= groundFrom + letter, qPrintable(QStringLiteral("letters from %1, ground from %2").arg(inkFrom).arg(groundFrom)));
  QVERIFY2(inkTo <= groundTo + 1 && inkTo >= groundTo - letter, qPrintable(QStringLiteral("letters to %1, ground to %2").arg(inkTo).arg(groundTo)));
}

// Letters begin further to the left in a narrow view than in a wide one, and come back to where they were.
void TestLogPixels::columnsGiveWayToTheText() {
  test::LogFixture f;
  LogView* const view = f.view;
  f.state.setRun(test::shared(test::recoveredRun()), true);
  const auto textLeft = [&](int width) {
    f.pane.resize(width, 300);
    f.pane.show();
    QTest::qWait(20);
    return view->textLeft();
  };
  const int wide = textLeft(1200), narrow = textLeft(400), again = textLeft(1200);
  QVERIFY(narrow < wide && narrow <= 0.6 * 400);
  QCOMPARE(again, wide);
}

// Far to the right of a line, and back at its beginning.
void TestLogPixels::aHitIsScrolledTo() {
  test::RunBuilder builder("wide", "wide.zip");
  const model::SourceId source = builder.addSource("wide.log", model::Layout::other, model::Stream::both);
  builder.addLine(source, std::string(3000, 'a') + "needle" + std::string(500, 'b'));
  builder.addLine(source, "needle at once");
  test::LogFixture f;
  LogView* const view = f.view;
  f.showSource(test::shared(builder.finish()));
  f.pane.resize(600, 300);
  f.find(QStringLiteral("needle"));
  QTRY_COMPARE(view->hitCount(), std::size_t{2});
  view->goToFirstHit(1);
  const double letter = QFontMetricsF(monoFont(view->textSize())).horizontalAdvance(QLatin1Char('a'));
  const int left = view->horizontalScrollBar()->value(), room = view->viewport()->width() - view->textLeft();
  QVERIFY(left <= 3000 * letter && 3006 * letter <= left + room);
  view->nextHit();
  QCOMPARE(view->horizontalScrollBar()->value(), 0);
}

QTEST_MAIN(TestLogPixels)
#include "tst_log_pixels.moc"
