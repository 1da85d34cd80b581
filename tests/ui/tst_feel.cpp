// SPDX-License-Identifier: Apache-2.0
// What the window is like to live with: the start page, docks that stay where they were put, languages that are not English and run from
// right to left, and a theme that follows the system.
#include "tests/ui/overlaps.h"
#include "tests/ui/window.h"
#include "ui/logview/log_pane.h"
#include "ui/models/keymap.h"
#include "ui/models/path_names.h"
#include "ui/panels/outline_panel.h"
#include "ui/search/search_box.h"
#include "ui/shell/keys_sheet.h"
#include "ui/shell/palette_model.h"
#include "ui/shell/quick_popup.h"
#include "ui/shell/recent_list.h"
#include "ui/shell/sample_run.h"
#include "ui/shell/shortcut_sheet.h"
#include "ui/shell/start_page.h"
#include "ui/shell/system_theme.h"
#include "ui/shell/top_bar.h"
#include "ui/timeline/timeline_pane.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QDir>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QListView>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTranslator>
#include <QWheelEvent>

using namespace lanescope;
using namespace lanescope::ui;

namespace {

constexpr QChar kMark = u'\u27E6';

// Every string that is translated shows it.
class Marking : public QTranslator {
 public:
  bool isEmpty() const override { return false; }
  QString translate(const char*, const char* source, const char*, int) const override { return kMark + QString::fromUtf8(source) + QChar(u'\u27E7'); }
};

class Installed {
 public:
  explicit Installed(QTranslator* translator) : m_translator(translator) { QCoreApplication::installTranslator(translator); }
  ~Installed() { QCoreApplication::removeTranslator(m_translator); }

 private:
  QTranslator* m_translator;
};

// Words that no translator has seen. Names of things stay what they are.
bool isPlain(const QString& text) {
  static const QRegularExpression word(QStringLiteral("[a-z]{3}"));
  static const QStringList names{QStringLiteral("Lanescope"), QStringLiteral("regex")};
  return !text.contains(kMark) && text.contains(word) && !names.contains(text);
}

QStringList textsOf(const QWidget* widget) {
  QStringList texts{widget->toolTip(), widget->accessibleName()};
  if (const auto* label = qobject_cast<const QLabel*>(widget)) texts << label->text();
  if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) texts << button->text();
  if (const auto* field = qobject_cast<const QLineEdit*>(widget)) texts << field->placeholderText();
  if (const auto* dock = qobject_cast<const QDockWidget*>(widget)) texts << dock->windowTitle();
  if (const auto* box = qobject_cast<const QComboBox*>(widget)) {
    for (int i = 0; i < box->count(); ++i) texts << box->itemText(i);
  }
  if (const auto* header = qobject_cast<const QHeaderView*>(widget); header && header->model()) {
    for (int i = 0; i < header->count(); ++i) texts << header->model()->headerData(i, header->orientation()).toString();
  }
  return texts;
}

QStringList plainTexts(const QWidget* window) {
  QStringList found;
  for (const QWidget* widget : window->findChildren<QWidget*>()) {
    for (const QString& text : textsOf(widget)) {
      if (isPlain(text)) found << QLatin1String(widget->metaObject()->className()) + QStringLiteral(": ") + text;
    }
  }
  for (const QAction* action : window->findChildren<QAction*>()) {
    if (isPlain(action->text())) found << QStringLiteral("action: ") + action->text();
  }
  found.removeDuplicates();
  return found;
}

}  // namespace

class TestFeel : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void cleanup() { QApplication::setLayoutDirection(Qt::LeftToRight); }
  void recentRunsAreListed();
  void recentRunsByKeyboard();
  void recentRunsAreFoundFromAnywhere();
  void theSampleOpens();
  void docksStayWhereTheyWerePut();
  void everyStringIsTranslated();
  void fromRightToLeft();
  void followsTheSystem();
  void lettersOfTheLogGrow();
  void theThreeJobsAreOneClickAway();
  void theBoxHearsTheKeysThatWereChosen();
  void narrowWindowsHaveMenusAndABoxToWriteIn_data();
  void narrowWindowsHaveMenusAndABoxToWriteIn();
};

void TestFeel::initTestCase() {
  QStandardPaths::setTestModeEnabled(true);
  applyTheme(*qApp, ThemeKind::light);
}

void TestFeel::recentRunsAreListed() {
  QTemporaryDir folder;
  RecentList list;
  list.setRuns({{folder.path()}, {folder.filePath(QStringLiteral("gone.zip"))}});
  QCOMPARE(list.count(), 2);
  QTRY_VERIFY(list.isMissing(1));
  QVERIFY(!list.isMissing(0));
  QVERIFY(!list.entry(1)->accessibleDescription().isEmpty());
}

void TestFeel::recentRunsByKeyboard() {
  Settings::clearRecent();
  Settings::addRecent({QStringLiteral("/b.zip")});
  Settings::addRecent({QStringLiteral("/a.zip")});
  MainWindow window;
  window.show();
  QVERIFY(QTest::qWaitForWindowActive(&window));
  auto* list = window.findChild<RecentList*>();
  QCOMPARE(list->count(), 2);
  list->entry(0)->setFocus();
  QTest::keyClick(list->entry(0), Qt::Key_Down);
  QVERIFY(list->entry(1)->hasFocus());
  QTest::keyClick(list->entry(1), Qt::Key_Delete);
  QCOMPARE(Settings::recent(), QList<QStringList>{{QStringLiteral("/a.zip")}});
  QCOMPARE(list->count(), 1);
  QVERIFY(list->entry(0)->hasFocus());
  QSignalSpy chosen(list, &RecentList::runChosen);
  QTest::keyClick(list->entry(0), Qt::Key_Return);
  QCOMPARE(chosen.count(), 1);
  Settings::clearRecent();
}

void TestFeel::recentRunsAreFoundFromAnywhere() {
  Settings::clearRecent();
  Settings::addRecent({QStringLiteral("some/../logs/")});
  Settings::addRecent({});
  QCOMPARE(Settings::recent(), QList<QStringList>{{QDir::current().filePath(QStringLiteral("logs"))}});
  QCOMPARE(pathNames({QStringLiteral("/a/logs/"), QStringLiteral("/b/job.txt"), QStringLiteral("/")}), QStringLiteral("logs + job.txt + /"));
  Settings::clearRecent();
}

void TestFeel::theSampleOpens() {
  MainWindow window;
  window.show();
  QVERIFY(!samplePaths().isEmpty());
  QSignalSpy shown(&window, &MainWindow::runShown);
  window.action("help.sample")->trigger();
  QVERIFY(shown.wait(30'000));
  QVERIFY(window.state()->run()->firstFailure);
}

void TestFeel::docksStayWhereTheyWerePut() {
  {
    MainWindow window;
    window.restoreLayout();
    window.resize(1280, 720);
    window.show();
    test::feed(window, test::shared(test::recoveredRun()));
    window.addDockWidget(Qt::RightDockWidgetArea, window.dock("outline"));
    window.dock("findings")->hide();
    window.close();
  }
  MainWindow again;
  again.restoreLayout();
  again.show();
  test::feed(again, test::shared(test::recoveredRun()));
  QCOMPARE(again.size(), QSize(1280, 720));
  QCOMPARE(again.dockWidgetArea(again.dock("outline")), Qt::RightDockWidgetArea);
  QVERIFY(!again.dock("findings")->isVisible());
  QVERIFY(again.dock("text")->isVisible());
}

void TestFeel::everyStringIsTranslated() {
  Marking translator;
  const Installed installed(&translator);
  MainWindow window;
  window.show();
  QCOMPARE(plainTexts(&window).join(QLatin1Char('\n')), QString());
  window.action("help.keys")->trigger();
  window.action("keys.change")->trigger();
  window.action("palette.open")->trigger();
  for (int row = 0; row < window.palette()->list()->model()->rowCount(); ++row) {
    const QModelIndex index = window.palette()->list()->model()->index(row, 0);
    QVERIFY2(!isPlain(index.data().toString()), qPrintable(index.data().toString()));
    QVERIFY2(!isPlain(index.data(QuickModel::DetailRole).toString()), qPrintable(index.data(QuickModel::DetailRole).toString()));
  }
  QCOMPARE(plainTexts(&window).join(QLatin1Char('\n')), QString());
}

void TestFeel::fromRightToLeft() {
  QApplication::setLayoutDirection(Qt::RightToLeft);
  MainWindow window;
  window.resize(1280, 720);
  window.show();
  test::feed(window, test::shared(test::recoveredRun()));
  QTest::qWait(50);
  const QRect timeline = window.centralWidget()->geometry();
  QVERIFY(window.dock("outline")->geometry().left() > timeline.center().x());
  QVERIFY(window.dock("findings")->geometry().right() < timeline.center().x());
  const TimelineView* view = window.timeline()->view();
  QVERIFY(view->timeAt(400) < view->timeAt(600));
  QCOMPARE(test::overlaps(window).join(QLatin1Char('\n')), QString());
  QVERIFY(!window.grab().isNull());
  window.action("palette.open")->trigger();
  QVERIFY(window.rect().contains(window.palette()->geometry()));
}

void TestFeel::followsTheSystem() {
  SystemTheme system;
  MainWindow window;
  window.follow(&system);
  window.setTheme(ThemeChoice::system);
  system.setScheme(1);
  QCOMPARE(Theme::systemKind(), ThemeKind::dark);
  system.setScheme(0);                           // says nothing
  QCOMPARE(Theme::systemKind(), ThemeKind::dark);
  system.setScheme(2);
  QCOMPARE(Theme::systemKind(), ThemeKind::light);
  window.setTheme(ThemeChoice::light);           // chosen: the system has no say
  system.setScheme(1);
  QCOMPARE(Theme::systemKind(), ThemeKind::light);
}

void TestFeel::lettersOfTheLogGrow() {
  MainWindow window;
  window.restoreLayout();                        // and keeps what is changed from here on
  window.resize(1280, 720);
  window.show();
  QVERIFY(QTest::qWaitForWindowActive(&window));
  test::feed(window, test::shared(test::recoveredRun()));
  LogView* const text = window.text()->view();
  text->setTextSize(LogView::kTextSize);
  text->goToRow(1);
  const int height = text->rowRect(1).height();
  const QPoint middle = text->viewport()->rect().center();
  const auto wheel = [&](int eighths) {
    QWheelEvent turned(middle, text->viewport()->mapToGlobal(middle), {}, {0, eighths}, Qt::NoButton, Qt::ControlModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(text->viewport(), &turned);
  };
  wheel(240);
  QCOMPARE(text->textSize(), LogView::kTextSize + 2);
  QVERIFY(text->rowRect(1).height() > height);   // still on screen
  QVERIFY(window.findChild<TopBar*>()->textScale().contains(QStringLiteral("117")));
  wheel(-60);                                    // half a notch, and the other half
  QCOMPARE(text->textSize(), LogView::kTextSize + 2);
  wheel(-60);
  QCOMPARE(text->textSize(), LogView::kTextSize + 1);
  QTest::keyClick(text, Qt::Key_Minus, Qt::ControlModifier);
  QCOMPARE(text->textSize(), LogView::kTextSize);
  QTest::keyClick(text, Qt::Key_Plus, Qt::ControlModifier | Qt::ShiftModifier);
  QCOMPARE(text->textSize(), LogView::kTextSize + 1);
  QCOMPARE(Settings::textOptions().size, LogView::kTextSize + 1);
  text->setTextSize(1000);
  QCOMPARE(text->textSize(), LogView::kMostTextSize);
  QVERIFY(!window.grab().isNull());
  text->setTextSize(LogView::kTextSize);
}

void TestFeel::theThreeJobsAreOneClickAway() {
  MainWindow window;
  window.resize(1280, 720);
  window.show();
  auto* const bar = window.findChild<TopBar*>();
  const auto button = [bar](const char* text) -> QToolButton* {
    for (auto* each : bar->findChildren<QToolButton*>()) {
      if (each->text() == QString::fromUtf8(text)) return each;
    }
    return nullptr;
  };
  QVERIFY(button("Open…")->isEnabled());
  QVERIFY(!button("Compare…")->isEnabled());
  QVERIFY(!button("Export…")->isEnabled());
  test::feed(window, test::shared(test::recoveredRun()));
  QVERIFY(button("Compare…")->isEnabled());
  QVERIFY(button("Export…")->isEnabled());
  QVERIFY(button("Export…")->toolTip().contains(QStringLiteral("Ctrl+E")));
  QSignalSpy exported(window.action("file.export"), &QAction::triggered);
  QTest::mouseClick(button("Export…"), Qt::LeftButton);
  QCOMPARE(exported.count(), 1);
  QCOMPARE(test::overlaps(window).join(QLatin1Char('\n')), QString());
}

void TestFeel::narrowWindowsHaveMenusAndABoxToWriteIn_data() {
  QTest::addColumn<bool>("mirrored");
  QTest::addColumn<int>("width");
  for (const bool mirrored : {false, true}) {
    for (const int width : {960, 1000, 1050, 1280, 2560}) QTest::addRow("%d%s", width, mirrored ? " mirrored" : "") << mirrored << width;
  }
}

void TestFeel::narrowWindowsHaveMenusAndABoxToWriteIn() {
  QFETCH(bool, mirrored);
  QFETCH(int, width);
  QApplication::setLayoutDirection(mirrored ? Qt::RightToLeft : Qt::LeftToRight);
  MainWindow window;
  window.resize(width, 720);
  window.show();
  QTest::qWait(20);
  const auto* menus = window.findChild<QMenuBar*>();
  for (const QAction* menu : menus->actions()) {
    const QRect place = menus->actionGeometry(const_cast<QAction*>(menu));
    QVERIFY2(!place.isEmpty() && menus->rect().contains(place), qPrintable(menu->text()));
  }
  const QLineEdit* field = window.findChild<SearchBox*>()->field();
  const QMargins taken = field->textMargins();
  QVERIFY(field->width() - taken.left() - taken.right() >= 140);
  int parts = 0;
  for (const QWidget* part : field->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
    if (!part->isVisible()) continue;
    ++parts;
    QVERIFY(field->rect().contains(part->geometry()));
    QVERIFY(mirrored ? part->geometry().right() < taken.left() : part->geometry().left() >= field->width() - taken.right() - 1);
  }
  if (width >= 1280) QCOMPARE(parts, 5);
  QCOMPARE(test::overlaps(window).join(QLatin1Char('\n')), QString());
}

void TestFeel::theBoxHearsTheKeysThatWereChosen() {
  MainWindow window;
  window.show();
  QVERIFY(QTest::qWaitForWindowActive(&window));
  test::feed(window, test::shared(test::recoveredRun()));
  auto* const box = window.findChild<SearchBox*>();
  box->open();
  Keymap::inForce().remove(QStringLiteral("box.word"), QKeySequence(Qt::ALT | Qt::Key_W));
  Keymap::inForce().add(QStringLiteral("box.word"), QKeySequence(Qt::CTRL | Qt::Key_J));
  QTest::keyClick(box->field(), Qt::Key_W, Qt::AltModifier);
  QVERIFY(!box->typed().wholeWord);
  QTest::keyClick(box->field(), Qt::Key_J, Qt::ControlModifier);
  QVERIFY(box->typed().wholeWord);
  Keymap::inForce().resetAll();
}

QTEST_MAIN(TestFeel)
#include "tst_feel.moc"
