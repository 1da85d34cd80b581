// SPDX-License-Identifier: Apache-2.0
#include "ui/export/svg_writer.h"

#include <QTest>
#include <QXmlStreamReader>

using namespace lanescope::ui;
using namespace Qt::StringLiterals;

namespace {

struct Parsed {
  QStringList elements, texts;
  QString title, description, error;
};

Parsed parse(const QByteArray& svg) {
  Parsed parsed;
  QXmlStreamReader reader(svg);
  while (!reader.atEnd()) {
    if (reader.readNext() != QXmlStreamReader::StartElement) continue;
    const QString name = reader.name().toString();
    parsed.elements << name;
    if (name == "title"_L1) parsed.title = reader.readElementText();
    else if (name == "desc"_L1) parsed.description = reader.readElementText();
    else if (name == "text"_L1) parsed.texts << reader.readElementText();
  }
  if (reader.hasError()) parsed.error = reader.errorString();
  return parsed;
}

}  // namespace

class SvgWriterTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void textSurvives_data();
  void textSurvives();
  void everyKindIsWritten();
  void barsOfOneColourAreOneElement();
  void statesItsSize();
};

void SvgWriterTest::textSurvives_data() {
  QTest::addColumn<QString>("given");
  QTest::addColumn<QString>("read");
  QTest::newRow("plain") << u"rank 5"_s << u"rank 5"_s;
  QTest::newRow("markup") << u"a < b && \"c\" </text><script>alert(1)</script>"_s << u"a < b && \"c\" </text><script>alert(1)</script>"_s;
  QTest::newRow("control") << u"bell\u0007 escape\u001b[31m"_s << u"bell\uFFFD escape\uFFFD[31m"_s;
  QTest::newRow("other scripts") << u"naïve 集合通信"_s << u"naïve 集合通信"_s;
}

void SvgWriterTest::textSurvives() {
  QFETCH(QString, given);
  QFETCH(QString, read);
  DrawList list;
  list.text(Layer::label, QRectF(10, 10, 200, 20), Qt::AlignLeft, given, {22, true, true}, Qt::black);
  const Parsed parsed = parse(writeSvg(list, {QSizeF(300, 100), 1, Qt::white, given, given}));
  QVERIFY2(parsed.error.isEmpty(), qPrintable(parsed.error));
  QCOMPARE(parsed.texts, QStringList{read});
  QCOMPARE(parsed.title, read);
  QCOMPARE(parsed.description, read);
  QVERIFY(!parsed.elements.contains(u"script"_s));
}

void SvgWriterTest::everyKindIsWritten() {
  DrawList list;
  const QRectF box(10, 10, 50, 20);
  list.rect(Layer::bar, {box, Qt::red, Qt::black, 3});
  list.line(Layer::line, {{{0, 0}, {10, 10}}, Qt::red, 1, true});
  for (const HatchKind kind : {HatchKind::diagonal, HatchKind::dots, HatchKind::cross}) list.hatch(Layer::pattern, {box, kind, Qt::blue, Qt::white});
  list.hatch(Layer::pattern, {box.translated(0, 40), HatchKind::dots, Qt::blue, Qt::white});
  list.mark(Layer::mark, {{Shape::diamond, Qt::red, Qt::white, false, true}, {20, 20}, 12});
  list.mark(Layer::mark, {{Shape::triangle, Qt::red, Qt::white, true, false}, {20, 20}, 12});
  list.verticalText(Layer::label, box, u"folded"_s, {}, Qt::black);
  const QByteArray svg = writeSvg(list, {QSizeF(100, 100), 1, Qt::white, {}, {}});
  const Parsed parsed = parse(svg);
  QVERIFY2(parsed.error.isEmpty(), qPrintable(parsed.error));
  QCOMPARE(parsed.elements.count(u"pattern"_s), 3);          // equal hatches share one
  QCOMPARE(parsed.elements.count(u"polyline"_s), 1);
  QVERIFY(svg.contains("rotate(-90"));
  QVERIFY(!svg.contains("href"));
}

void SvgWriterTest::barsOfOneColourAreOneElement() {
  DrawList list;
  for (int i = 0; i < 100; ++i) list.rect(Layer::bar, {QRectF(i * 3, 0, 2, 10), Qt::green, {}, 0});
  const Parsed parsed = parse(writeSvg(list, {QSizeF(300, 100), 1, Qt::white, {}, {}}));
  QCOMPARE(parsed.elements.count(u"path"_s), 1);
}

void SvgWriterTest::statesItsSize() {
  const QByteArray svg = writeSvg({}, {QSizeF(300, 100), 2, Qt::white, {}, {}});
  QVERIFY(svg.contains("width=\"600\" height=\"200\" viewBox=\"0 0 300 100\""));
}

QTEST_MAIN(SvgWriterTest)
#include "tst_svg_writer.moc"
