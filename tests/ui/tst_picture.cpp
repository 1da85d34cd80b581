// SPDX-License-Identifier: Apache-2.0
#include "core/report/redact.h"
#include "core/report/view_json.h"
#include "tests/support/run_builder.h"
#include "tests/support/sample_runs.h"
#include "ui/timeline/idle_folds.h"
#include "ui/export/picture.h"
#include "ui/export/picture_scene.h"
#include "ui/export/png_text.h"

#include <QFile>
#include <QImage>
#include <QProcess>
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

report::Provenance sampleProvenance() {
  return {"9.8.7", "abcdef0123", {{"logs.zip", 4'711, std::string(64, 'a'), false}}, report::RedactKinds::leaving(), 1'773'500'000'000'000'000};
}

// Many ranks on hosts of eight, all of which pass except that one meets a failure.
model::Run wideRun(std::uint32_t ranks, int oddEvery) {
  test::RunBuilder builder("wide", "wide.zip");
  builder.run().complete = true;
  builder.run().launches.resize(1);
  model::Launch& launch = builder.run().launches.front();
  launch.start = test::stamped("09:00:00");
  launch.end = test::stamped("10:00:00");
  launch.outcome = model::LaunchOutcome::failed;
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    const model::LaneId lane = builder.addLane(0, "none_x", rank);
    builder.run().lanes[lane.value].host = "node-" + std::to_string(rank / 8);
    const bool odd = oddEvery > 0 && rank % static_cast<std::uint32_t>(oddEvery) == 3;
    for (int test = 0; test < 5; ++test) {
      const std::string hour = "09:" + std::to_string(10 + test * 8);
      builder.addTest(lane, test::sampleTest(test), test::stamped(hour + ":00"), test::stamped(hour + ":30"), odd && test == static_cast<int>(rank % 5) ? model::TestOutcome::failed : model::TestOutcome::passed);
    }
  }
  for (std::uint32_t host = 0; host * 8 < ranks; ++host) builder.run().hosts.push_back("node-" + std::to_string(host));
  builder.run().worldSize = ranks;
  builder.run().coverage.ranksSeen = ranks;
  builder.run().coverage.ranksExpected = ranks;
  builder.run().outcome = model::RunOutcome::failed;
  return builder.finish();
}

QByteArray pdfText(const QString& path) {
  QProcess process;
  process.start(u"pdftotext"_s, {u"-layout"_s, path, u"-"_s});
  return process.waitForStarted() && process.waitForFinished() ? process.readAllStandardOutput() : QByteArray();
}

QByteArray contentOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
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
  void pngCarriesTheView();
  void pdfIsTextOnOnePage();
  void svgCarriesTheSameText();
  void sizesAreKept_data();
  void sizesAreKept();
  void anyNumberOfLanesIsReadable_data();
  void anyNumberOfLanesIsReadable();
  void nothingRedactedSurvives();
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
  request.provenance = sampleProvenance();
  const QString all = textsOf(pictureScene(test::recoveredRun(), request).list).join(u'\n');
  for (const QString& part : {u"Ranks 5, 7: CUDA failure 999"_s, u"test_case_14"_s, u"job mesh_unit"_s, u"commit e0d451b7c2"_s, u"NCCL 2.31.2"_s,
                              u"8 ranks on task-1"_s, u"outcome: recovered (1 restart)"_s, u"UTC"_s, u"2026-03-14"_s, u"T+"_s, u"rank 5"_s,
                              u"launch 1 · failed"_s, u"folded"_s, u"First failure"_s, u"stdout.log:"_s, u"Not established"_s, u"known wait"_s,
                              u"first failure"_s, u"rank ended"_s, u"Lanescope 9.8.7 (abcdef0123)"_s, u"8 of 8 ranks read"_s, u"times UTC"_s, u"logs.zip SHA-256 aaaaaaaaaaaa…"_s, u"made 2026-03-14T14:53:20Z"_s,
                              u"redacted where found: emails, secrets"_s, u"waiting since"_s, u"passed"_s, u"are not drawn"_s}) {
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
    QVERIFY(image.height() > width / 2 && image.height() <= width * 1600 / 1720 + 1);
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

void PictureTest::pngCarriesTheView() {
  const QTemporaryDir folder;
  PictureRequest request;
  request.outputPath = folder.filePath(u"p.png"_s).toStdString();
  const model::Run run = test::recoveredRun();
  const report::View view{run.id, run.launches[0].start.utc, run.launches[1].end.utc + 1, run.launches[0].start.utc, "f1", model::LineRef{model::SourceId{3}, 14}};
  request.view = report::writeView(view);
  QVERIFY(exportPicture(run, request));
  const QString path = folder.filePath(u"p.png"_s);
  QCOMPARE(viewInPng(path), QByteArray::fromStdString(request.view));
  QCOMPARE(QImage(path).text(QString::fromLatin1(kViewKey)), QString::fromStdString(request.view));   // the sum is right: a reader takes the chunk
  const auto read = report::readView(viewInPng(path).toStdString());
  QVERIFY(read && *read == view);
  for (const char* bad : {"", "{}", "[1]", R"({"schema":"lanescope.view/1"})", R"({"schema":"lanescope.view/9","run":"x"})", R"({"schema":"lanescope.view/1","run":7})"}) QVERIFY2(!report::readView(bad), bad);
  const auto odd = report::readView(R"({"schema":"lanescope.view/1","run":"x","range":{"from":"2026-03-14T09:00:00Z","to":5},"zero":{},"selection":{"source_id":"s0","line":-4}})");
  QVERIFY(odd && !odd->fromNs && !odd->line && !odd->zeroNs);
  QVERIFY(viewInPng(folder.filePath(u"missing.png"_s)).isEmpty());
  QFile(path).resize(60);
  QVERIFY(viewInPng(path).isEmpty());
}

void PictureTest::pdfIsTextOnOnePage() {
  const QTemporaryDir folder;
  PictureRequest request;
  request.outputPath = folder.filePath(u"p.pdf"_s).toStdString();
  QVERIFY(exportPicture(test::recoveredRun(), request));
  const QByteArray bytes = contentOf(folder.filePath(u"p.pdf"_s));
  QVERIFY(bytes.startsWith("%PDF-") && bytes.size() < 1'000'000);
  QVERIFY(bytes.contains("/FontFile2"));                     // embedded
  QVERIFY(!bytes.contains("/Subtype /Image"));               // nothing became pixels
  QCOMPARE(bytes.count("/Type /Page\n"), 1);
  const QByteArray text = pdfText(folder.filePath(u"p.pdf"_s));
  if (text.isEmpty()) QSKIP("pdftotext is not there");
  for (const char* part : {"Ranks 5, 7: CUDA failure 999", "09:39:27", "T+", "First failure:", "Not established", "rank 5"}) QVERIFY2(text.contains(part), part);
}

void PictureTest::sizesAreKept_data() {
  QTest::addColumn<int>("width");
  QTest::addColumn<int>("height");
  QTest::newRow("slide") << 1920 << 1080;
  QTest::newRow("print") << 3508 << 2480;
  QTest::newRow("high") << 800 << 3000;
  QTest::newRow("low") << 1720 << 400;
  QTest::newRow("small") << 400 << 400;
}

void PictureTest::sizesAreKept() {
  QFETCH(int, width);
  QFETCH(int, height);
  PictureRequest request;
  request.width = width;
  request.height = height;
  for (const char* name : {"recovered", "passed", "long texts"}) {
    const PictureScene scene = pictureScene(runNamed(QString::fromLatin1(name)), request);
    QCOMPARE(pictureImage(scene).size(), QSize(width, height));
    const QRectF card = QRectF(QPointF(), scene.size);
    for (const DrawList::Entry& entry : scene.list.ordered()) QVERIFY(entry.kind != DrawList::Kind::text || card.contains(scene.list.bounds(entry)));
  }
}

void PictureTest::anyNumberOfLanesIsReadable_data() {
  QTest::addColumn<int>("ranks");
  QTest::addColumn<int>("oddEvery");
  for (const int ranks : {1, 2, 16, 17, 64, 256, 1024}) QTest::addRow("%d alike", ranks) << ranks << 0;
  QTest::newRow("1024, every 100th fails") << 1024 << 100;
  QTest::newRow("1024, every 4th fails") << 1024 << 4;
  QTest::newRow("64, every 2nd fails") << 64 << 2;
}

void PictureTest::anyNumberOfLanesIsReadable() {
  QFETCH(int, ranks);
  QFETCH(int, oddEvery);
  const model::Run run = wideRun(static_cast<std::uint32_t>(ranks), oddEvery);
  const QTemporaryDir folder;
  PictureRequest request;
  request.outputPath = folder.filePath(u"p.svg"_s).toStdString();
  const PictureScene scene = pictureScene(run, request);
  QVERIFY(scene.size.height() <= 1600);
  QVERIFY(scene.list.smallestText() >= kPictureText);
  QVERIFY(exportPicture(run, request));
  QVERIFY(contentOf(folder.filePath(u"p.svg"_s)).count('<') < 40'000);   // opening and closing ones
  if (qEnvironmentVariableIsSet("LANESCOPE_KEEP_PICTURES")) pictureImage(scene).save(qEnvironmentVariable("LANESCOPE_KEEP_PICTURES") + u"/%1-%2.png"_s.arg(ranks).arg(oddEvery));
}

void PictureTest::nothingRedactedSurvives() {
  model::Run run = test::recoveredRun();
  const QByteArray host = "gpu-node-17", mail = "alice.w@example.org", user = "alicew", secret = "ghp_Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MGFi", ip = "10.20.30.40";
  const std::string all = (host + " " + mail + " /home/" + user + "/x " + secret + " " + ip).toStdString();
  run.hosts = {host.toStdString()};
  for (model::Lane& lane : run.lanes) lane.host = host.toStdString();
  run.findings[0].attributes.test = all;
  for (model::Finding& finding : run.findings) finding.title += " " + all;
  run.notEstablished.push_back({all, {}, {}});
  run.clock.assumptions.push_back(all);
  run.coverage.notes.push_back(all);
  run.identity.artifact = run.environment.image = run.environment.testCase = all;
  run.inputs.front().path = all;
  const auto redactor = std::make_shared<report::Redactor>(report::RedactKinds::all());
  report::learn(run, *redactor);
  const auto shown = report::redacted(run, redactor);
  const QTemporaryDir folder;
  for (const QString& name : {u"p.png"_s, u"p.svg"_s, u"p.pdf"_s}) {
    PictureRequest request;
    const QString path = folder.filePath(name);
    request.outputPath = path.toStdString();
    request.view = report::writeView({shown->id, {}, {}, {}, "f1", {}});
    request.provenance = sampleProvenance();
    request.provenance.inputs = report::hashedInputs(run, *shown, false);
    QVERIFY(exportPicture(*shown, request));
    QByteArray bytes = contentOf(path);
    QVERIFY(!bytes.isEmpty());
    if (name.endsWith("pdf"_L1)) bytes += pdfText(path);
    for (const QByteArray& original : {host, mail, user, secret, ip}) {
      const qsizetype at = bytes.indexOf(original);
      QVERIFY2(at < 0, (name.toUtf8() + " holds " + bytes.mid(std::max<qsizetype>(at - 40, 0), 100)).constData());
    }
  }
  QVERIFY(contentOf(folder.filePath(u"p.svg"_s)).contains("host-1"));
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
