// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sample_runs.h"
#include "ui/timeline/idle_folds.h"
#include "ui/export/picture.h"
#include "ui/export/picture_scene.h"

#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace lanescope;
using namespace lanescope::ui;
using namespace Qt::StringLiterals;

namespace {

model::Run runNamed(const QString& name) {
  if (name == "passed"_L1) return test::passedRun();
  if (name == "no job log"_L1) return test::failedRunWithoutJobLog();
  model::Run run = test::recoveredRun();
  if (name == "long texts"_L1) {
    run.findings[0].title = std::string(40, 'x') + " " + std::string(300, 'y') + " with many words after it, more than one line can hold";
    run.findings[0].attributes.test = "tests/" + std::string(400, 'z') + "::test[a-b]";
    run.environment.image = "registry.example/" + std::string(200, 'i');
    run.sources[run.findings[0].evidence[0].source.value].path = "logs.zip/" + std::string(120, 'p') + "/attempt_0/5/stdout.log";
    for (int i = 0; i < 9; ++i) run.notEstablished.push_back({"Whether " + std::string(60, 'q') + " matters", {}, {}});
  }
  return run;
}

QStringList textsOf(const DrawList& list) {
  QStringList texts;
  for (const DrawList::Entry& entry : list.ordered()) {
    if (entry.kind == DrawList::Kind::text) texts << list.textAt(entry).text;
  }
  return texts;
}

}  // namespace

class PictureTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void textIsLargeEnoughInsideAndApart_data();
  void textIsLargeEnoughInsideAndApart();
  void saysWhatAnIssueNeeds();
  void numbersOnMarksAreThoseOfTheList();
  void pngHasItsSizeAndText();
  void svgCarriesTheSameText();
  void heightIsUsedByLanes();
  void idleTimeIsFolded();
  void timeWindow();
  void refusals_data();
  void refusals();
};

void PictureTest::textIsLargeEnoughInsideAndApart_data() {
  QTest::addColumn<QString>("run");
  for (const char* name : {"recovered", "passed", "no job log", "long texts"}) QTest::newRow(name) << QString::fromLatin1(name);
}

void PictureTest::textIsLargeEnoughInsideAndApart() {
  QFETCH(QString, run);
  const PictureScene scene = pictureScene(runNamed(run), {});
  QVERIFY(scene.list.smallestText() >= kPictureText);
  const QRectF card = QRectF(QPointF(), scene.size).adjusted(8, 8, -8, -8);
  std::vector<std::pair<QRectF, QString>> boxes;
  for (const DrawList::Entry& entry : scene.list.ordered()) {
    if (entry.kind != DrawList::Kind::text || scene.list.textAt(entry).text.isEmpty()) continue;
    // Ascent and descent leave room that letters of neighbouring lines may share.
    const QRectF box = scene.list.bounds(entry);
    QVERIFY2(card.contains(box), qPrintable(scene.list.textAt(entry).text));
    const QRectF letters = box.adjusted(0, 4, 0, -4);
    for (const auto& [other, text] : boxes) {
      QVERIFY2(!other.intersects(letters), qPrintable(text + u" / "_s + scene.list.textAt(entry).text));
    }
    boxes.emplace_back(letters, scene.list.textAt(entry).text);
  }
  QVERIFY(boxes.size() > 20);
}

void PictureTest::saysWhatAnIssueNeeds() {
  PictureRequest request;
  request.version = "9.8.7";
  const QString all = textsOf(pictureScene(test::recoveredRun(), request).list).join(u'\n');
  for (const QString& part : {u"Ranks 5, 7: CUDA failure 999"_s, u"test_case_14"_s, u"job mesh_unit"_s, u"commit e0d451b7c2"_s, u"NCCL 2.31.2"_s,
                              u"8 ranks on task-1"_s, u"outcome: recovered (1 restart)"_s, u"UTC"_s, u"2026-03-14"_s, u"T+"_s, u"rank 5"_s,
                              u"launch 1 · failed"_s, u"folded"_s, u"First failure"_s, u"stdout.log:"_s, u"Not established"_s, u"known wait"_s,
                              u"first failure"_s, u"rank ended"_s, u"Lanescope 9.8.7"_s, u"8 of 8 ranks read"_s, u"times UTC"_s}) {
    QVERIFY2(all.contains(part), qPrintable(part));
  }
  QVERIFY(!all.contains("test failed"_L1) || all.contains("tests passed"_L1));
  const QString passed = textsOf(pictureScene(test::passedRun(), request).list).join(u'\n');
  for (const QString& part : {u"first failure"_s, u"known wait"_s, u"time-out"_s}) QVERIFY2(!passed.contains(part), qPrintable(part));
}

void PictureTest::numbersOnMarksAreThoseOfTheList() {
  const PictureScene scene = pictureScene(test::recoveredRun(), {});
  QStringList numbers;
  for (const DrawList::Entry& entry : scene.list.ordered()) {
    if (entry.kind == DrawList::Kind::text && entry.layer == Layer::callout) numbers << scene.list.textAt(entry).text;
  }
  numbers.sort();
  QCOMPARE(numbers, (QStringList{u"1"_s, u"1"_s, u"2"_s, u"2"_s, u"3"_s, u"3"_s, u"4"_s, u"4"_s, u"5"_s, u"5"_s}));
}

void PictureTest::pngHasItsSizeAndText() {
  const QTemporaryDir folder;
  for (const int width : {1720, 860, 3440}) {
    PictureRequest request;
    request.outputPath = folder.filePath(u"p.png"_s).toStdString();
    request.width = width;
    request.theme = width == 860 ? ThemeKind::dark : ThemeKind::light;
    QVERIFY(exportPicture(test::recoveredRun(), request));
    const QImage image(folder.filePath(u"p.png"_s));
    QCOMPARE(image.width(), width);
    QVERIFY(image.height() > width / 2 && image.height() <= width);
    QVERIFY(image.text(u"Title"_s).startsWith("Ranks 5, 7"_L1));
    QVERIFY(image.text(u"Software"_s).startsWith("Lanescope"_L1));
    QCOMPARE(image.pixelColor(2, 2), Theme::of(request.theme).base);
    QVERIFY(QFileInfo(folder.filePath(u"p.png"_s)).size() < 2'000'000);
  }
}

void PictureTest::svgCarriesTheSameText() {
  const QTemporaryDir folder;
  PictureRequest request;
  request.outputPath = folder.filePath(u"p.SVG"_s).toStdString();
  QVERIFY(exportPicture(test::recoveredRun(), request));
  QFile file(folder.filePath(u"p.SVG"_s));
  QVERIFY(file.open(QIODevice::ReadOnly));
  QXmlStreamReader reader(&file);
  QStringList texts;
  int elements = 0;
  while (!reader.atEnd()) {
    if (reader.readNext() != QXmlStreamReader::StartElement) continue;
    ++elements;
    if (reader.name() == u"text") texts << reader.readElementText();
  }
  QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
  QStringList drawn = textsOf(pictureScene(test::recoveredRun(), request).list);
  drawn.removeAll(QString());
  QCOMPARE(texts, drawn);
  QVERIFY(elements < 2'000);
}

void PictureTest::heightIsUsedByLanes() {
  const double needed = pictureScene(test::recoveredRun(), {}).size.height();
  PictureRequest request;
  request.height = static_cast<int>(needed) + 100;
  QCOMPARE(pictureScene(test::recoveredRun(), request).size.height(), needed + 100);
  request.height = 100;                                      // never so low that something is cut
  QCOMPARE(pictureScene(test::recoveredRun(), request).size.height(), needed);
}

void PictureTest::idleTimeIsFolded() {
  const model::Run run = test::recoveredRun();
  const RunIndex index(run);
  const auto folds = idleFolds(run, index, {run.launches[0].start.utc, run.launches[1].end.utc});
  QCOMPARE(folds.size(), std::size_t{1});
  const std::int64_t minute = 60'000'000'000;
  QVERIFY(folds[0].length() > 28 * minute && folds[0].length() < 30 * minute);
  for (const model::Event& event : run.events) QVERIFY(event.utc <= folds[0].begin || event.utc >= folds[0].end);
  QCOMPARE(foldText(run, index, folds[0]).section(u": "_s, 1), u"5, 7 waiting, 6 ranks silent"_s);
  QVERIFY(idleFolds(run, index, {run.launches[1].start.utc, run.launches[1].end.utc}).empty());
}

void PictureTest::timeWindow() {
  PictureRequest request;
  const model::Run run = test::recoveredRun();
  request.fromNs = run.launches[1].start.utc;
  request.toNs = run.launches[1].end.utc;
  const QString all = textsOf(pictureScene(run, request).list).join(u'\n');
  QVERIFY(!all.contains("folded"_L1));
  QVERIFY(all.contains("09:43Z"_L1));
  QVERIFY(!all.contains("09:10Z"_L1));
}

void PictureTest::refusals_data() {
  QTest::addColumn<QString>("path");
  QTest::addColumn<int>("width");
  QTest::addColumn<int>("code");
  QTest::newRow("kind") << u"p.jpg"_s << 1720 << static_cast<int>(base::ErrorCode::unsupported);
  QTest::newRow("no kind") << u"p"_s << 1720 << static_cast<int>(base::ErrorCode::unsupported);
  QTest::newRow("too narrow") << u"p.png"_s << 100 << static_cast<int>(base::ErrorCode::invalidArgument);
  QTest::newRow("too wide") << u"p.png"_s << 100'000 << static_cast<int>(base::ErrorCode::invalidArgument);
  QTest::newRow("no folder") << u"nowhere/p.png"_s << 1720 << static_cast<int>(base::ErrorCode::io);
}

void PictureTest::refusals() {
  QFETCH(QString, path);
  QFETCH(int, width);
  QFETCH(int, code);
  const QTemporaryDir folder;
  PictureRequest request;
  request.outputPath = folder.filePath(path).toStdString();
  request.width = width;
  const auto written = exportPicture(test::recoveredRun(), request);
  QVERIFY(!written);
  QCOMPARE(static_cast<int>(written.error().code), code);
  QVERIFY(QDir(folder.path()).isEmpty());
}

QTEST_MAIN(PictureTest)
#include "tst_picture.moc"
