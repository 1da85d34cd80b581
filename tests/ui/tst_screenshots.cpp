// SPDX-License-Identifier: Apache-2.0
// Pictures of the window for a person to look at, in tests/screenshots of the build: every state in both themes at the smallest and the
// largest size. What is asserted is that something is drawn and that nothing is cut off in a label that has no tooltip.
//
// The scale of a process is fixed: the tests run this program with QT_SCALE_FACTOR 1, 1.5 and 2.
#include "tests/ui/shown_run.h"
#include "tests/ui/training_runs.h"
#include "tests/ui/window.h"
#include "ui/compare/paired_text_pane.h"
#include "ui/models/note_store.h"
#include "ui/search/search_panel.h"

#include <QAction>
#include <QApplication>
#include <QSettings>
#include <QDir>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>

using namespace lanescope;
using namespace lanescope::ui;
using lanescope::test::kPatienceMs;
using lanescope::test::LogFolder;
using lanescope::test::qs;

namespace {

constexpr int kManyRanks = 1024;

QString folderOfPictures() { return qEnvironmentVariable("LANESCOPE_SCREENSHOTS", QDir::currentPath() + QStringLiteral("/screenshots")); }

// Each rank does the same, but for one that fails and stops early.
void writeManyRanks(LogFolder& folder) {
  for (int rank = 0; rank < kManyRanks; ++rank) {
    std::vector<std::string> out;
    for (int step = 0; step < 20; ++step) {
      char stamp[16];
      std::snprintf(stamp, sizeof stamp, "03:%02d:%02d", 4 + step / 10, step * 6 % 60);
      out.push_back(test::runnerStamp(stamp) + "step " + std::to_string(step) + " of the schedule is done");
      if (rank == 417 && step == 12) out.push_back(test::runnerStamp(stamp) + "RuntimeError: CUDA error: an illegal memory access was encountered");
      if (rank == 417 && step == 12) break;
    }
    folder.writeRank("launch_x", 0, rank, out);
  }
}

// A label that shows less than it says, and does not say it elsewhere.
QStringList cutLabels(const QWidget& window) {
  QStringList cut;
  for (const QLabel* label : window.findChildren<QLabel*>()) {
    if (!label->isVisible() || label->wordWrap() || label->text().isEmpty() || label->textFormat() == Qt::RichText || !label->toolTip().isEmpty()) continue;
    if (label->fontMetrics().horizontalAdvance(label->text()) > label->contentsRect().width() + 1) cut << label->text();
  }
  return cut;
}

}  // namespace

class TestScreenshots : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void looks_data();
  void looks();

 private:
  void show(MainWindow& window, const QString& state);
  std::unique_ptr<LogFolder> m_incident, m_many, m_failing, m_passing, m_plain;
  QTemporaryDir m_home;
};

void TestScreenshots::initTestCase() {
  qputenv("XDG_DATA_HOME", m_home.path().toUtf8());
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_home.path());
  QVERIFY(QDir().mkpath(folderOfPictures()));
  for (auto* folder : {&m_incident, &m_many, &m_failing, &m_passing, &m_plain}) *folder = std::make_unique<LogFolder>();
  test::writeIncident(*m_incident);
  writeManyRanks(*m_many);
  test::writeTraining(*m_failing, true);
  test::writeTraining(*m_passing, false);
  m_plain->write("build.log", {"configure: all is well", "make: nothing to be done"});
}

void TestScreenshots::looks_data() {
  QTest::addColumn<QString>("state");
  QTest::addColumn<QSize>("size");
  QTest::addColumn<ThemeKind>("kind");
  for (const char* state : {"start", "incident", "search", "notes", "lanes", "compare", "many", "no-ranks"}) {
    for (const QSize size : {QSize(1280, 720), QSize(2560, 1440)}) {
      if (size.width() > 1280 && qApp->devicePixelRatio() > 1) continue;   // larger than any screen
      for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
        QTest::addRow("%s-%dx%d-%s", state, size.width(), size.height(), kind == ThemeKind::light ? "light" : "dark") << QString::fromLatin1(state) << size << kind;
      }
    }
  }
}

void TestScreenshots::show(MainWindow& window, const QString& state) {
  if (state == QLatin1String("start")) return;
  const auto open = [&window](const LogFolder& folder) {
    QSignalSpy shown(&window, &MainWindow::runShown);
    window.openPaths({qs(folder.path())});
    QVERIFY(shown.wait(kPatienceMs));
  };
  open(state == QLatin1String("many") ? *m_many : state == QLatin1String("compare") ? *m_failing : state == QLatin1String("no-ranks") ? *m_plain : *m_incident);
  if (state == QLatin1String("search")) {
    window.action("find.open")->trigger();
    SearchQuery query;
    query.text = QStringLiteral("FAILED|error");
    window.search()->start(query);
    QTRY_VERIFY_WITH_TIMEOUT(!window.search()->isRunning(), kPatienceMs);
  } else if (state == QLatin1String("notes")) {
    window.action("note.mark")->trigger();
    model::Note note;
    note.text = "of the run as a whole";
    window.noteStore()->add(note);
    window.dock("notes")->raise();
  } else if (state == QLatin1String("lanes")) {
    window.action("timeline.lanes")->trigger();
  } else if (state == QLatin1String("compare")) {
    QSignalSpy compared(&window, &MainWindow::compared);
    window.comparePaths({qs(m_passing->path())});
    QVERIFY(compared.wait(kPatienceMs));
    QTRY_VERIFY(window.pairedTexts()->view()->text() != nullptr && !window.pairedTexts()->view()->isAligning());
  }
}

void TestScreenshots::looks() {
  QFETCH(QString, state);
  QFETCH(QSize, size);
  QFETCH(ThemeKind, kind);
  applyTheme(*qApp, kind);
  MainWindow window;
  window.resize(size);
  window.show();
  show(window, state);
  if (QTest::currentTestFailed()) return;
  QTest::qWait(150);                             // layouts and queued paints, which may take longer where much else runs
  QTRY_COMPARE_WITH_TIMEOUT(cutLabels(window), QStringList(), kPatienceMs);
  const QImage picture = window.grab().toImage();
  QCOMPARE(picture.size(), (QSizeF(window.size()) * window.devicePixelRatioF()).toSize());
  const QString scale = QString::number(window.devicePixelRatioF());
  QVERIFY(picture.save(QStringLiteral("%1/%2-%3x.png").arg(folderOfPictures(), QLatin1String(QTest::currentDataTag()), scale)));
  QVERIFY(picture.pixelColor(5, picture.height() / 2) != picture.pixelColor(picture.width() / 2, 8) || picture != picture.mirrored(true, false));
}

QTEST_MAIN(TestScreenshots)
#include "tst_screenshots.moc"
