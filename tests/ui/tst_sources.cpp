// SPDX-License-Identifier: Apache-2.0
// The table of sources in a real window over real files: what is set in it changes the run, is kept beside it, and can be
// undone.
#include "ui/logview/log_pane.h"
#include "ui/models/current_theme.h"
#include "ui/panels/sources_panel.h"
#include "ui/panels/strips.h"
#include "ui/panels/zone_button.h"
#include "ui/shell/main_window.h"
#include "ui/timeline/timeline_pane.h"

#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStyleOptionComboBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

using namespace lanescope;
using namespace lanescope::ui;

namespace {

constexpr int kPatienceMs = 20'000;

// Three ranks' files, one that says nothing of its rank, and an empty one.
class Folder {
 public:
  Folder() {
    for (int rank = 0; rank < 3; ++rank) write(QStringLiteral("rank_%1.log").arg(rank), "2026-01-02 12:00:00,000 INFO hello\n");
    QByteArray lines;
    for (int i = 0; i < 200; ++i) lines += "2026-01-02 12:00:01,000 INFO line " + QByteArray::number(i) + '\n';
    write(QStringLiteral("worker.log"), lines);
    write(QStringLiteral("nothing.log"), {});
  }
  void write(const QString& name, const QByteArray& bytes) {
    QFile file(m_folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("cannot write %s", qPrintable(name));
  }
  QString path() const { return m_folder.path(); }
  QString source(const QString& name) const { return QDir(path()).dirName() + QLatin1Char('/') + name; }
  // The statements in the side file; empty where there is none.
  QJsonArray kept() const {
    const QDir side(m_folder.filePath(QStringLiteral(".lanescope")));
    const QStringList names = side.entryList(QDir::Files);
    QFile file(side.filePath(names.value(0)));
    if (names.size() != 1 || !file.open(QIODevice::ReadOnly)) return {};
    return QJsonDocument::fromJson(file.readAll()).object()[QLatin1String("overrides")].toArray();
  }

 private:
  QTemporaryDir m_folder;
};

struct Shown {
  MainWindow window;
  QSignalSpy shown{&window, &MainWindow::runShown};
  explicit Shown(const Folder& folder) {
    window.resize(1280, 720);
    window.show();
    window.openPaths({folder.path()});
    if (!shown.wait(kPatienceMs)) qFatal("the run did not open");
    window.dock("sources")->raise();
    QTest::qWait(20);
  }
  SourcesPanel* panel() const { return window.sources(); }
  QTreeView* view() const { return panel()->view(); }
  QModelIndex cell(const QString& source, int column) const { return panel()->indexOf(source, column); }
  // The editor of a cell, opened by the keyboard.
  template <class Editor>
  Editor* edit(const QString& source, int column) const {
    view()->setFocus();
    view()->setCurrentIndex(cell(source, column));
    QTest::keyClick(view(), Qt::Key_F2);
    return view()->findChild<Editor*>();
  }
  bool isReadAgain() { return shown.count() > 0 ? (shown.clear(), true) : shown.wait(kPatienceMs) && (shown.clear(), true); }
  bool hasLane(model::Rank rank) const { return window.state()->run()->laneOf(0, 0, rank).has_value(); }
};

}  // namespace

class TestSources : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void listsWhatWasReadAndWhatWasSkipped();
  void aRankMakesALane();
  void placesSurvive();
  void leavingOutAndTakingBack();
  void theMenuHoldsForAllRows();
  void aWrongZoneIsSaid();
  void theZoneOfTheRun();
  void theFilterFinds();
  void returnOpensTheText();
  void aBrokenSideFileIsSaid();
  void closingWithAnOpenEditor();
  void editorsShowTheirTextWhole();
  void everyCellIsWideEnough_data();
  void everyCellIsWideEnough();
};

void TestSources::initTestCase() { applyTheme(*qApp, ThemeKind::light); }

void TestSources::listsWhatWasReadAndWhatWasSkipped() {
  const Folder folder;
  const Shown shown(folder);
  QCOMPARE(shown.view()->model()->rowCount(), 2);
  QCOMPARE(shown.cell(folder.source(QStringLiteral("worker.log")), SourcesModel::RankColumn).data().toString(),
           QStringLiteral("–"));
  QCOMPARE(shown.cell(folder.source(QStringLiteral("nothing.log")), SourcesModel::FormatColumn).data().toString(),
           QStringLiteral("empty"));
  QVERIFY(shown.view()->isExpanded(shown.view()->model()->index(1, 0)));
}

void TestSources::aRankMakesALane() {
  const Folder folder;
  const QString worker = folder.source(QStringLiteral("worker.log"));
  {
    Shown shown(folder);
    shown.shown.clear();
    QVERIFY(!shown.hasLane(3));
    auto* spin = shown.edit<QSpinBox>(worker, SourcesModel::RankColumn);
    QVERIFY(spin);
    spin->setValue(3);
    QTest::keyClick(spin, Qt::Key_Return);
    QTRY_VERIFY(shown.cell(worker, SourcesModel::RankColumn).data(SourcesModel::SetByUserRole).toBool());
    QVERIFY(shown.isReadAgain());
    QVERIFY(shown.hasLane(3));
    QTRY_COMPARE(folder.kept().size(), 1);
    QCOMPARE(folder.kept()[0].toObject()[QLatin1String("source")].toString(), QStringLiteral("worker.log"));
    QCOMPARE(folder.kept()[0].toObject()[QLatin1String("value")].toInt(), 3);

    shown.window.action("edit.undo")->trigger();
    QVERIFY(shown.isReadAgain());
    QVERIFY(!shown.hasLane(3));
    QTRY_COMPARE(folder.kept().size(), 0);
    shown.window.action("edit.redo")->trigger();
    QVERIFY(shown.isReadAgain());
    QVERIFY(shown.hasLane(3));
    QTRY_COMPARE(folder.kept().size(), 1);
  }
  const Shown again(folder);
  QVERIFY(again.hasLane(3));
  const QModelIndex rank = again.cell(worker, SourcesModel::RankColumn);
  QCOMPARE(rank.data().toString(), QStringLiteral("3"));
  QVERIFY(rank.data(Qt::ToolTipRole).toString().contains(QStringLiteral("set by you")));
  QVERIFY(!again.window.action("edit.undo")->isEnabled());
}

void TestSources::placesSurvive() {
  const Folder folder;
  Shown shown(folder);
  shown.shown.clear();
  ViewState* state = shown.window.state();
  const QString worker = folder.source(QStringLiteral("worker.log"));
  shown.window.dock("text")->raise();
  state->selectLine({model::SourceId{3}, 150});
  QTest::qWait(20);
  const TimeRange range{state->span().begin, state->span().begin + 500'000'000};
  state->setRange(range);
  const TimeRange before = state->range();
  const int top = shown.window.text()->view()->verticalScrollBar()->value();
  QVERIFY(top > 0);
  QSignalSpy partial(shown.window.controller(), &SessionController::runArrived);
  shown.window.overrides()->set(QStringLiteral("rank"), {worker.toStdString()}, "rank", "7");
  QVERIFY(state->run());  // shown until the new one is there
  QVERIFY(shown.isReadAgain());
  QCOMPARE(partial.count(), 1);
  QCOMPARE(*state->selection().line, (model::LineRef{model::SourceId{3}, 150}));
  QCOMPARE(state->range(), before);
  QCOMPARE(shown.window.text()->view()->verticalScrollBar()->value(), top);
}

void TestSources::leavingOutAndTakingBack() {
  const Folder folder;
  Shown shown(folder);
  shown.shown.clear();
  const QString worker = folder.source(QStringLiteral("worker.log"));
  auto* box = shown.edit<QComboBox>(worker, SourcesModel::FormatColumn);
  QVERIFY(box);
  box->setCurrentIndex(box->findData(QStringLiteral("none")));
  QTest::keyClick(box, Qt::Key_Return);
  QVERIFY(shown.isReadAgain());
  QCOMPARE(shown.window.state()->run()->sources.size(), std::size_t{3});
  QModelIndex cell = shown.cell(worker, SourcesModel::FormatColumn);
  QCOMPARE(cell.parent().row(), 1);
  QCOMPARE(shown.view()->currentIndex().data(SourcesModel::SourceRole).toString(), worker);
  shown.view()->model()->setData(cell, QString(), Qt::EditRole);
  QVERIFY(shown.isReadAgain());
  QCOMPARE(shown.window.state()->run()->sources.size(), std::size_t{4});
  QTRY_VERIFY(!QDir(folder.path() + QStringLiteral("/.lanescope")).exists());
}

void TestSources::theMenuHoldsForAllRows() {
  const Folder folder;
  Shown shown(folder);
  shown.shown.clear();
  QTreeView* view = shown.view();
  view->setFocus();
  view->setCurrentIndex(shown.cell(folder.source(QStringLiteral("rank_0.log")), SourcesModel::ZoneColumn));
  QTest::keyClick(view, Qt::Key_Down, Qt::ShiftModifier);
  QCOMPARE(view->selectionModel()->selectedRows().size(), 2);
  Q_EMIT view->customContextMenuRequested(view->visualRect(view->currentIndex()).center());
  auto* menu = shown.panel()->findChild<QMenu*>();
  QVERIFY(menu && menu->isVisible());
  QAction* zone = nullptr;
  for (QMenu* sub : menu->findChildren<QMenu*>()) {
    for (QAction* action : sub->actions()) {
      if (action->text() == QStringLiteral("+09:00")) zone = action;
    }
  }
  QVERIFY(zone);
  zone->trigger();
  menu->close();
  QVERIFY(shown.isReadAgain());
  QCOMPARE(shown.window.overrides()->all().size(), std::size_t{2});
  QCOMPARE(shown.window.state()->run()->sources[1].clock.zone, std::string("+09:00"));
  QCOMPARE(shown.window.state()->run()->sources[2].clock.zone, std::string("assumed UTC"));
}

void TestSources::aWrongZoneIsSaid() {
  const Folder folder;
  const Shown shown(folder);
  auto* box = shown.edit<QComboBox>(folder.source(QStringLiteral("worker.log")), SourcesModel::ZoneColumn);
  QVERIFY(box && box->isEditable());
  box->setEditText(QStringLiteral("Moon/Sea"));
  QTest::keyClick(box, Qt::Key_Return);
  QTRY_COMPARE(shown.window.notices()->sentences().size(), 1);
  QVERIFY(shown.window.notices()->sentences().front().contains(QStringLiteral("Moon/Sea")));
  QVERIFY(shown.window.overrides()->all().empty());
}

void TestSources::theZoneOfTheRun() {
  const Folder folder;
  Shown shown(folder);
  shown.shown.clear();
  ZoneButton* button = shown.window.zone();
  QVERIFY(button->isVisible());
  QCOMPARE(button->text(), QStringLiteral("Zone: UTC, assumed"));
  const auto before = shown.window.state()->run()->clock.first.utc;
  for (QAction* action : button->choices()->actions()) {
    if (action->text() == QStringLiteral("+02:00")) action->trigger();
  }
  QVERIFY(shown.isReadAgain());
  QCOMPARE(button->text(), QStringLiteral("Zone: +02:00, set by you"));
  QCOMPARE(before - shown.window.state()->run()->clock.first.utc, qint64{2} * 3600 * 1'000'000'000);
  QTRY_COMPARE(folder.kept().size(), 1);
}

void TestSources::theFilterFinds() {
  const Folder folder;
  const Shown shown(folder);
  const auto rows = [&shown] {
    int count = 0;
    const QAbstractItemModel* model = shown.view()->model();
    for (int group = 0; group < model->rowCount(); ++group) count += model->rowCount(model->index(group, 0));
    return count;
  };
  QCOMPARE(rows(), 5);
  shown.panel()->filter()->setText(QStringLiteral("worker"));
  QCOMPARE(rows(), 1);
  shown.panel()->filter()->setText(QStringLiteral("empty"));
  QCOMPARE(rows(), 1);
  QCOMPARE(shown.view()->model()->rowCount(), 1);
  shown.panel()->filter()->setText(QStringLiteral("no such thing"));
  QCOMPARE(rows(), 0);
}

void TestSources::returnOpensTheText() {
  const Folder folder;
  const Shown shown(folder);
  shown.view()->setFocus();
  shown.view()->setCurrentIndex(shown.cell(folder.source(QStringLiteral("worker.log")), SourcesModel::PathColumn));
  QTest::keyClick(shown.view(), Qt::Key_Return);
  QCOMPARE(shown.window.state()->textScope().source, std::optional<model::SourceId>(model::SourceId{3}));
  QVERIFY(shown.window.text()->view()->isVisible());
}

void TestSources::aBrokenSideFileIsSaid() {
  Folder folder;
  QString name;
  {
    const Shown shown(folder);
    name = QStringLiteral(".lanescope/%1.json").arg(QString::fromStdString(shown.window.state()->run()->id));
  }
  QVERIFY(QDir(folder.path()).mkdir(QStringLiteral(".lanescope")));
  folder.write(name, "not JSON");
  const Shown shown(folder);
  QCOMPARE(shown.window.notices()->sentences().size(), 1);
  QVERIFY(shown.window.notices()->sentences().front().contains(QStringLiteral("side file")));
  QCOMPARE(shown.window.state()->run()->sources.size(), std::size_t{4});
}

void TestSources::closingWithAnOpenEditor() {
  const Folder folder;
  for (const bool closed : {false, true}) {
    Shown shown(folder);
    auto* spin = shown.edit<QSpinBox>(folder.source(QStringLiteral("worker.log")), SourcesModel::RankColumn);
    QVERIFY(spin);
    spin->setValue(5);
    if (closed) shown.window.close();
  }
}

void TestSources::editorsShowTheirTextWhole() {
  const Folder folder;
  const Shown shown(folder);
  const QString worker = folder.source(QStringLiteral("worker.log"));
  const int height = QFontMetrics(uiFont(12)).height();
  const auto* spin = shown.edit<QSpinBox>(worker, SourcesModel::RankColumn);
  QVERIFY(spin && spin->findChild<QLineEdit*>()->contentsRect().height() >= height);
  QVERIFY(!spin->accessibleName().isEmpty());
  for (const int column : {SourcesModel::FormatColumn, SourcesModel::LaunchColumn, SourcesModel::ZoneColumn}) {
    const auto* box = shown.edit<QComboBox>(worker, column);
    QVERIFY(box);
    QStyleOptionComboBox option;
    option.initFrom(box);
    option.editable = box->isEditable();
    const QRect field = box->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, box);
    QVERIFY2(field.height() >= height,
             qPrintable(QStringLiteral("column %1: %2 of %3").arg(column).arg(field.height()).arg(height)));
    QVERIFY2(field.width() >= QFontMetrics(uiFont(12)).horizontalAdvance(box->itemText(1)), qPrintable(box->itemText(1)));
  }
}

void TestSources::everyCellIsWideEnough_data() {
  QTest::addColumn<QSize>("size");
  QTest::newRow("small") << QSize(1280, 720);
  QTest::newRow("large") << QSize(2560, 1440);
}

// Whatever is not a path is shown whole, a pencil beside it included.
void TestSources::everyCellIsWideEnough() {
  QFETCH(QSize, size);
  const Folder folder;
  Shown shown(folder);
  shown.shown.clear();
  shown.window.resize(size);
  const std::string worker = folder.source(QStringLiteral("worker.log")).toStdString();
  shown.window.overrides()->set({}, {worker}, "rank", "999999");
  shown.window.overrides()->set({}, {worker}, "zone", "+09:00");
  shown.window.overrides()->set({}, {worker}, "format", "rank");
  QVERIFY(shown.isReadAgain());
  const QFontMetrics metrics(uiFont(12));
  constexpr int kAround = 16, kPencil = 14;
  for (int column = SourcesModel::FormatColumn; column < SourcesModel::ColumnCount; ++column) {
    const QModelIndex cell = shown.cell(QString::fromStdString(worker), column);
    const int pencil = cell.data(SourcesModel::SetByUserRole).toBool() ? kPencil : 0;
    const int needed = metrics.horizontalAdvance(cell.data().toString()) + kAround + pencil;
    QVERIFY2(needed <= shown.view()->columnWidth(column), qPrintable(QStringLiteral("%1 needs %2").arg(column).arg(needed)));
  }
}

QTEST_MAIN(TestSources)
#include "tst_sources.moc"
