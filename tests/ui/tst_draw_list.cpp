// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/draw_list.h"
#include "ui/timeline/painter.h"

#include <QImage>
#include <QPainter>
#include <QTest>

#include <random>

using namespace lanescope;
using namespace lanescope::ui;
using namespace Qt::StringLiterals;

class DrawListTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void namesInBarsAreNeverNonsense();
  void whatIsDrawnCanBeHit();
  void theTopmostIsHit();
  void thinThingsCanBeHitBesideThem();
  void appendMovesEverything();
  void smallestTextIsRecorded();
  void hatchLinesStayInside();
  void replayPaintsWhatItIsGiven();
  void wrappingKeepsEveryCharacter();
  void evenLinesAndWholeParts();
  void pathsAreCutAtComponents();
  void labelsAreCutAtTheirSeparators();
};

void DrawListTest::whatIsDrawnCanBeHit() {
  std::mt19937 random(3);
  const auto upTo = [&](int most) { return static_cast<double>(random() % static_cast<unsigned>(most)); };
  for (std::uint32_t round = 0; round < 200; ++round) {
    const Hit hit{Hit::What::event, round, {}};
    const QRectF box(upTo(500), upTo(500), 1 + upTo(60), 1 + upTo(30));
    DrawList list;
    switch (round % 5) {
      case 0: list.rect(Layer::bar, {box, Qt::red, {}, 0}, hit); break;
      case 1: list.hatch(Layer::pattern, {box, HatchKind::dots, Qt::red, Qt::white}, hit); break;
      case 2: list.mark(Layer::mark, {{Shape::diamond, Qt::red, Qt::white, false, true}, box.center(), 12}, hit); break;
      case 3: list.text(Layer::label, box, Qt::AlignLeft, u"rank 5"_s, {}, Qt::black, hit); break;
      case 4: list.line(Layer::line, {{box.topLeft(), box.bottomRight()}, Qt::red, 2, false}, hit); break;
    }
    const DrawList::Entry entry = list.ordered().front();
    const QRectF bounds = list.bounds(entry);
    for (int i = 0; i < 20; ++i) {
      const double along = upTo(1000) / 1000;
      QPointF point(bounds.left() + bounds.width() * upTo(1000) / 1000, bounds.top() + bounds.height() * upTo(1000) / 1000);
      if (entry.kind == DrawList::Kind::line) point = box.topLeft() + (box.bottomRight() - box.topLeft()) * along;
      QVERIFY(list.hitAt(point) == std::optional(hit));
    }
    QVERIFY(!list.hitAt({bounds.right() + 20, bounds.bottom() + 20}));
  }
}

void DrawListTest::theTopmostIsHit() {
  const QRectF box(0, 0, 100, 20);
  const Hit bar{Hit::What::interval, 1, {}}, mark{Hit::What::event, 2, {}}, later{Hit::What::interval, 3, {}};
  DrawList list;
  list.mark(Layer::mark, {{Shape::square, Qt::red, {}, false, false}, {50, 10}, 12}, mark);
  list.rect(Layer::bar, {box, Qt::green, {}, 0}, bar);
  QVERIFY(list.hitAt({50, 10}) == std::optional(mark));
  QVERIFY(list.hitAt({10, 10}) == std::optional(bar));
  list.rect(Layer::bar, {box, Qt::green, {}, 0}, later);
  QVERIFY(list.hitAt({10, 10}) == std::optional(later));
  list.rect(Layer::label, {box, Qt::white, {}, 0});          // without a payload: what is below it is found
  QVERIFY(list.hitAt({50, 10}) == std::optional(mark));
}

void DrawListTest::thinThingsCanBeHitBesideThem() {
  const Hit hit{Hit::What::finding, 0, {}};
  DrawList list;
  list.line(Layer::line, {{{50, 0}, {50, 100}}, Qt::red, 1, false}, hit);
  QVERIFY(list.hitAt({53, 40}) == std::optional(hit));
  QVERIFY(!list.hitAt({58, 40}));
}

void DrawListTest::appendMovesEverything() {
  DrawList part;
  part.rect(Layer::bar, {QRectF(0, 0, 10, 10), Qt::red, {}, 0}, {Hit::What::lane, 0, {}});
  part.line(Layer::line, {{{0, 0}, {10, 10}}, Qt::red, 1, false});
  part.hatch(Layer::pattern, {QRectF(0, 0, 10, 10), HatchKind::cross, Qt::red, {}});
  part.mark(Layer::mark, {{Shape::dot, Qt::red, {}, false, false}, {5, 5}, 10});
  part.text(Layer::label, QRectF(0, 0, 10, 10), Qt::AlignLeft, u"x"_s, {}, Qt::black);
  DrawList whole;
  whole.append(part, {100, 200});
  const auto before = part.ordered(), after = whole.ordered();
  QCOMPARE(after.size(), std::size_t{5});
  for (std::size_t i = 0; i < 5; ++i) QCOMPARE(whole.bounds(after[i]), part.bounds(before[i]).translated(100, 200));
  QVERIFY(whole.hitAt({105, 205}));
  QCOMPARE(whole.smallestText(), part.smallestText());
}

void DrawListTest::smallestTextIsRecorded() {
  DrawList list;
  QCOMPARE(list.smallestText(), 0);
  list.text(Layer::label, {}, Qt::AlignLeft, u"a"_s, {22, false, false}, Qt::black);
  list.verticalText(Layer::label, {}, u"b"_s, {18, false, false}, Qt::black);
  QCOMPARE(list.smallestText(), 18);
}

void DrawListTest::hatchLinesStayInside() {
  for (const QRectF& box : {QRectF(3, 5, 100, 16), QRectF(-7.5, 2, 3, 200), QRectF(0, 0, 8, 8)}) {
    for (const bool falling : {false, true}) {
      for (const QLineF& line : hatchLines(box, falling)) {
        for (const QPointF& end : {line.p1(), line.p2()}) {
          QVERIFY(box.adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(end));
        }
      }
    }
  }
}

void DrawListTest::replayPaintsWhatItIsGiven() {
  DrawList list;
  list.rect(Layer::label, {QRectF(4, 4, 8, 8), Qt::blue, {}, 0});
  list.rect(Layer::bar, {QRectF(0, 0, 20, 20), Qt::red, {}, 0});
  list.rect(Layer::bar, {QRectF(20, 0, 1, 20), Qt::green, {}, 0});
  QImage image(30, 20, QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter painter(&image);
  replay(painter, list, QRectF(0, 0, 30, 20));
  painter.end();
  QCOMPARE(image.pixelColor(1, 1), QColor(Qt::red));
  QCOMPARE(image.pixelColor(19, 19), QColor(Qt::red));
  QCOMPARE(image.pixelColor(5, 5), QColor(Qt::blue));        // the front layer, though added first
  QCOMPARE(image.pixelColor(20, 5), QColor(Qt::green));
  QCOMPARE(image.pixelColor(21, 5), QColor(Qt::white));
}

void DrawListTest::wrappingKeepsEveryCharacter() {
  const TextStyle style{22, false, false};
  const QString id = u"tests/unit_tests/distributed/test_adapter.py::TestAdapterHybrid::test_moe_with_independent_placements[no_shard-no_shard]"_s;
  const QStringList lines = wrapped(id, style, 500, 9);
  QCOMPARE(lines.join(QString()), id);
  for (const QString& line : lines) QVERIFY(textWidth(line, style) <= 500);
  const QStringList words = wrapped(u"one two three four five six seven eight nine ten"_s, style, 150, 20);
  QCOMPARE(words.join(u' '), u"one two three four five six seven eight nine ten"_s);
  const QStringList cut = wrapped(id, style, 300, 2);
  QCOMPARE(cut.size(), 2);
  QVERIFY(textWidth(cut.last(), style) <= 300);
  QVERIFY(wrapped(QString(), style, 300, 2).isEmpty());
}

void DrawListTest::evenLinesAndWholeParts() {
  const TextStyle style{22, false, false};
  const QString text = u"one two three four five six seven eight nine ten"_s;
  const double width = textWidth(u"one two three four five six seven eight nine"_s, style) + 1;
  const QStringList even = wrappedEvenly(text, style, width, 4);
  QCOMPARE(even.size(), 2);
  QCOMPARE(even.join(u' '), text);
  QVERIFY(textWidth(even[1], style) > width / 3);
  const QStringList parts{u"job mesh"_s, u"8 ranks on task-1"_s, u"outcome: recovered"_s};
  const QStringList lines = wrappedParts(parts, style, textWidth(u"job mesh · 8 ranks on task-1"_s, style) + 1, 3);
  QCOMPARE(lines, (QStringList{u"job mesh · 8 ranks on task-1"_s, u"outcome: recovered"_s}));
  QVERIFY(wrappedParts(parts, style, textWidth(u"8 ranks on task-1"_s, style) + 1, 2).last().endsWith(u'…'));
}

void DrawListTest::pathsAreCutAtComponents() {
  const TextStyle style{22, false, true};
  const QString path = u"logs.zip/1/none_ab12cd34/attempt_0/5/stderr.log:9"_s;
  const double half = textWidth(path, style) * 0.7;
  const QString cut = elidedPath(path, style, half);
  QVERIFY(textWidth(cut, style) <= half);
  QVERIFY(cut.startsWith(u"logs.zip/…/"_s));
  QVERIFY(cut.endsWith("5/stderr.log:9"_L1));
  QCOMPARE(elidedPath(path, style, 4000), path);
}

void DrawListTest::labelsAreCutAtTheirSeparators() {
  const TextStyle style{12, false, false};
  const QString label = u"waiting 1,800 s · ALLREDUCE 4127 · limit: process group"_s;
  QCOMPARE(fittingPart(label, style, 4000), label);
  QCOMPARE(fittingPart(label, style, textWidth(label, style) - 1), u"waiting 1,800 s · ALLREDUCE 4127"_s);
  QCOMPARE(fittingPart(label, style, textWidth(u"waiting 1,800 s"_s, style) + 1), u"waiting 1,800 s"_s);
  QVERIFY(fittingPart(label, style, 10).isEmpty());
}

// Whole, or a number that is whole, or a start one can tell it by; else nothing.
void DrawListTest::namesInBarsAreNeverNonsense() {
  const TextStyle style{11, false, false};
  for (const QString& name : {QStringLiteral("iteration 1400"), QStringLiteral("epoch 1 step 14"), QStringLiteral("test_reduce_scatter_coalesced[tp2-pp4-bf16]")}) {
    bool cut = false, left = false;
    for (int width = 0; width < 400; ++width) {
      const QString text = barText(name, style, width);
      QVERIFY(textWidth(text, style) <= width);
      left = left || text.isEmpty();
      if (text.isEmpty() || text == name) continue;
      cut = true;
      if (name.contains(QLatin1Char(' '))) QCOMPARE(text, name.section(QLatin1Char(' '), -1));
      else QVERIFY2(text.size() > 8 && name.startsWith(text.chopped(1)), qPrintable(text));
    }
    QVERIFY(cut && left);
    QCOMPARE(barText(name, style, 400), name);
  }
}

QTEST_MAIN(DrawListTest)
#include "tst_draw_list.moc"
