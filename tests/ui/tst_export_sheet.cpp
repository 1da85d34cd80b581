// SPDX-License-Identifier: Apache-2.0
// The export sheet and the other ways out of the window: what is previewed is what leaves, and a picture brings its view back.
#include "tests/support/sample_runs.h"
#include "tests/ui/window.h"
#include "ui/export/export_preview.h"
#include "ui/export/export_sheet.h"
#include "ui/export/png_text.h"
#include "ui/panels/strips.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QMimeData>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QUrl>

using namespace lanescope;
using namespace lanescope::ui;
using namespace Qt::StringLiterals;

namespace {

constexpr int kPatienceMs = 30'000;

model::Run sampleRun() {
  model::Run run = test::recoveredRun();
  run.coverage.notes.push_back("asked alice.w@example.org on task-1 with ghp_Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MGFi");
  return run;
}

struct Opened {
  Opened() {
    window.resize(1280, 800);
    window.show();
    test::feed(window, test::shared(sampleRun()));
  }
  ExportSheet& sheet() {
    if (window.exportSheet() == nullptr) window.action("file.export")->trigger();
    return *window.exportSheet();
  }
  // Until the preview shows what was chosen.
  bool settle() { return QTest::qWaitFor([this] { return !sheet().isBusy() && !sheet().bytes().isEmpty(); }, kPatienceMs); }
  QComboBox* box(const QString& name) {
    for (QComboBox* each : sheet().findChildren<QComboBox*>()) {
      if (each->accessibleName() == name) return each;
    }
    return nullptr;
  }
  MainWindow window;
};

// Of the clipboard; it may hold nothing.
bool clipboardHas(bool picture, bool text) {
  const QMimeData* const held = QGuiApplication::clipboard()->mimeData();
  return held && held->hasImage() == picture && held->hasText() == text;
}

}  // namespace

class ExportSheetTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeKind::light); }
  void previewIsWhatLeaves();
  void presetsAndThemes();
  void formats_data();
  void formats();
  void redactionIsListedAndHolds();
  void followsTheWindow();
  void picturesCanBeDragged();
  void clipboardTakesBoth();
  void aPictureBringsItsViewBack();
  void aPictureOfAnotherRunSaysSo();
  void controlsHaveNames();
  void refusals();
};

void ExportSheetTest::previewIsWhatLeaves() {
  Opened opened;
  QVERIFY(!opened.sheet().isModal());
  QVERIFY(opened.settle());
  const QImage shown = opened.sheet().preview()->image();
  QCOMPARE(shown.width(), 1720);
  QVERIFY2(opened.sheet().sizeText().startsWith(u"1,720 × "_s) && opened.sheet().sizeText().endsWith(" kB"_L1), qPrintable(opened.sheet().sizeText()));
  const QTemporaryDir folder;
  QSignalSpy saved(&opened.sheet(), &ExportSheet::saved);
  opened.sheet().saveTo(folder.filePath(u"p.png"_s));
  QVERIFY(saved.wait(kPatienceMs));
  QCOMPARE(QImage(folder.filePath(u"p.png"_s)).size(), shown.size());
  if (qEnvironmentVariableIsSet("LANESCOPE_KEEP_PICTURES")) opened.sheet().grab().save(qEnvironmentVariable("LANESCOPE_KEEP_PICTURES") + u"/sheet.png"_s);
}

void ExportSheetTest::presetsAndThemes() {
  Opened opened;
  QVERIFY(opened.settle());
  opened.box(u"Size"_s)->setCurrentIndex(1);
  opened.box(u"Theme"_s)->setCurrentIndex(1);
  QVERIFY(opened.settle());
  QCOMPARE(opened.sheet().preview()->image().size(), QSize(1920, 1080));
  QCOMPARE(opened.sheet().preview()->image().pixelColor(2, 2), Theme::of(ThemeKind::dark).base);
  opened.box(u"Size"_s)->setCurrentIndex(3);
  QVERIFY(opened.settle());
  QCOMPARE(opened.sheet().preview()->image().size(), QSize(1720, 1050));
}

void ExportSheetTest::formats_data() {
  QTest::addColumn<int>("format");
  QTest::addColumn<QByteArray>("holds");
  const auto row = [](const char* name, ExportFormat format, const char* holds) { QTest::newRow(name) << static_cast<int>(format) << QByteArray(holds); };
  row("svg", ExportFormat::svg, "<svg ");
  row("pdf", ExportFormat::pdf, "%PDF-");
  row("markdown", ExportFormat::markdown, "**First failure:**");
  row("html", ExportFormat::html, "src=\"data:image/png;base64,");
  row("brief", ExportFormat::brief, "CUDA failure 999");
  row("json", ExportFormat::json, "lanescope.report/1");
}

void ExportSheetTest::formats() {
  QFETCH(int, format);
  QFETCH(QByteArray, holds);
  Opened opened;
  opened.sheet().setFormat(static_cast<ExportFormat>(format));
  QVERIFY(opened.settle());
  QVERIFY(opened.sheet().bytes().contains(holds));
  QVERIFY(!opened.sheet().sizeText().isEmpty());
}

void ExportSheetTest::redactionIsListedAndHolds() {
  Opened opened;
  opened.sheet().setFormat(ExportFormat::json);
  QVERIFY(opened.settle());
  QVERIFY(!opened.sheet().bytes().contains("alice.w@example.org") && !opened.sheet().bytes().contains("ghp_"));
  QVERIFY(opened.sheet().bytes().contains("task-1"));
  const QString listed = opened.sheet().replacements().join(u'\n');
  QVERIFY2(listed.contains(u"alice.w@example.org → email-1"_s), qPrintable(listed));
  QVERIFY2(listed.contains(u"ghp_… (36 characters) → secret-1"_s) && !listed.contains("Zm9vYmFy"_L1), qPrintable(listed));
  for (QCheckBox* each : opened.sheet().findChildren<QCheckBox*>()) each->setChecked(!each->isChecked());
  QVERIFY(opened.settle());
  QVERIFY(opened.sheet().bytes().contains("alice.w@") && opened.sheet().bytes().contains("ghp_"));
  QVERIFY(!opened.sheet().bytes().contains("task-1") && opened.sheet().bytes().contains("host-1"));
  QVERIFY(opened.sheet().replacements().join(u'\n').contains(u"task-1 → host-1"_s));
}

void ExportSheetTest::followsTheWindow() {
  Opened opened;
  QVERIFY(opened.settle());
  const QByteArray before = opened.sheet().bytes();
  const model::Run& run = *opened.window.state()->run();
  opened.window.state()->setRange({run.launches[1].start.utc, run.launches[1].end.utc});
  QVERIFY(opened.settle());
  QVERIFY(opened.sheet().bytes() != before);
  opened.box(u"Time"_s)->setCurrentIndex(1);
  QVERIFY(opened.settle());
  const QByteArray whole = opened.sheet().bytes();
  opened.window.state()->showAnswer();
  QVERIFY(opened.settle());
  QCOMPARE(opened.sheet().preview()->image(), QImage::fromData(whole));
}

void ExportSheetTest::picturesCanBeDragged() {
  Opened opened;
  QVERIFY(opened.settle());
  const std::unique_ptr<QMimeData> data(opened.sheet().preview()->dragged());
  QVERIFY(data->hasImage());
  QCOMPARE(data->urls().size(), 1);
  QVERIFY(!viewInPng(data->urls().front().toLocalFile()).isEmpty());
}

void ExportSheetTest::clipboardTakesBoth() {
  Opened opened;
  QGuiApplication::clipboard()->clear();
  opened.window.action("file.copyBoth")->trigger();
  QTRY_VERIFY_WITH_TIMEOUT(clipboardHas(true, true), kPatienceMs);
  QVERIFY(QGuiApplication::clipboard()->text().startsWith("## Ranks 5, 7"_L1));
  QVERIFY(!QGuiApplication::clipboard()->text().contains("alice.w"_L1));
  QCOMPARE(QGuiApplication::clipboard()->image().width(), 1720);
  opened.window.action("file.copyText")->trigger();
  QTRY_VERIFY_WITH_TIMEOUT(clipboardHas(false, true), kPatienceMs);
  opened.window.action("file.copyPicture")->trigger();
  QTRY_VERIFY_WITH_TIMEOUT(clipboardHas(true, false), kPatienceMs);
}

void ExportSheetTest::aPictureBringsItsViewBack() {
  Opened opened;
  const QTemporaryDir folder;
  const QString path = folder.filePath(u"view.png"_s);
  const model::Run& run = *opened.window.state()->run();
  opened.window.state()->selectFinding(1);
  opened.window.state()->setZero(run.launches[0].start.utc);
  opened.window.state()->setRange({run.launches[0].start.utc, run.launches[0].end.utc});
  const TimeRange range = opened.window.state()->range();
  const Selection selection = opened.window.state()->selection();
  QSignalSpy exported(&opened.window, &MainWindow::exported);
  opened.window.exportTo(path);
  QVERIFY(exported.wait(kPatienceMs));
  opened.window.state()->selectFinding(0);
  opened.window.state()->setZero(run.launches[1].start.utc);
  opened.window.state()->showAll();
  opened.window.openPaths({path});
  QCOMPARE(opened.window.state()->range(), range);
  QCOMPARE(opened.window.state()->zero(), run.launches[0].start.utc);
  QCOMPARE(opened.window.state()->selection().line, selection.line);
  QVERIFY(opened.window.notices()->sentences().isEmpty());
}

void ExportSheetTest::aPictureOfAnotherRunSaysSo() {
  const QTemporaryDir folder;
  const QString path = folder.filePath(u"view.png"_s), plain = folder.filePath(u"plain.png"_s);
  {
    Opened opened;
    QSignalSpy exported(&opened.window, &MainWindow::exported);
    opened.window.exportTo(path);
    QVERIFY(exported.wait(kPatienceMs));
  }
  MainWindow window;
  QVERIFY(window.showViewOf(path));
  QVERIFY(window.notices()->sentences().join(u' ').contains("holds a view and no logs (Ranks 5, 7"_L1));
  model::Run other = test::passedRun();
  other.id = "ffffffffffffffff";
  test::feed(window, test::shared(other));
  const TimeRange range = window.state()->range();
  QVERIFY(window.showViewOf(path));
  QVERIFY(window.notices()->sentences().join(u' ').contains("shows another run than the one that is open"_L1));
  QCOMPARE(window.state()->range(), range);
  QImage(8, 8, QImage::Format_RGB32).save(plain);
  QVERIFY(!window.showViewOf(plain));
  QVERIFY(!window.showViewOf(folder.filePath(u"missing.png"_s)));
}

void ExportSheetTest::controlsHaveNames() {
  Opened opened;
  for (const QComboBox* each : opened.sheet().findChildren<QComboBox*>()) QVERIFY(!each->accessibleName().isEmpty());
  for (const QWidget* each : {static_cast<QWidget*>(opened.sheet().preview()), static_cast<QWidget*>(opened.sheet().findChild<QTextBrowser*>())}) QVERIFY(!each->accessibleName().isEmpty());
}

void ExportSheetTest::refusals() {
  Opened opened;
  QSignalSpy refused(&opened.sheet(), &ExportSheet::refused);
  opened.sheet().saveTo(u"/no/such/folder/p.png"_s);
  QVERIFY(refused.wait(kPatienceMs));
  opened.sheet().saveTo(u"p.jpg"_s);
  QVERIFY(refused.wait(kPatienceMs));
  QCOMPARE(opened.window.notices()->sentences().size(), 2);
}

QTEST_MAIN(ExportSheetTest)
#include "tst_export_sheet.moc"
