// SPDX-License-Identifier: Apache-2.0
// Opens paths in the window, waits until the run is shown, and writes the window as a PNG: to look at, not a test.
//
//   render_window OUT.png WIDTHxHEIGHT light|dark [--dock=NAME] [--next=N] [--by-rank] [--do=COMMAND] [--type=TEXT] [PATH...] [--baseline PATH...]
//
// No path: the start page. --next walks to the N-th difference further on. --do runs a command of the window, --type writes where the
// keyboard is then. -reverse: from right to left.
#include "ui/compare/difference_panel.h"
#include "ui/compare/paired_pane.h"
#include "ui/shell/main_window.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QSignalSpy>
#include <QTest>

#include <cstdio>

using namespace lanescope::ui;

namespace {

constexpr int kPatienceMs = 60'000;

int usage() {
  std::fputs("usage: render_window OUT.png WIDTHxHEIGHT light|dark [--dock=NAME] [--next=N] [--by-rank] [--do=COMMAND] [--type=TEXT] [PATH...] [--baseline PATH...]\n", stderr);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  const QStringList arguments = QApplication::arguments();
  if (arguments.size() < 4) return usage();
  const QStringList size = arguments[2].split(QLatin1Char('x'));
  if (size.size() != 2) return usage();
  applyTheme(application, arguments[3] == QLatin1String("dark") ? ThemeKind::dark : ThemeKind::light);
  MainWindow window;
  window.resize(size[0].toInt(), size[1].toInt());
  window.show();
  QSignalSpy shown(&window, &MainWindow::runShown);
  QStringList paths = arguments.mid(4);
  QString dock, command, text;
  int next = 0;
  bool byRank = false;
  while (paths.value(0).startsWith(QLatin1String("--")) && paths.front() != QLatin1String("--baseline")) {
    const QString option = paths.takeFirst();
    if (option.startsWith(QLatin1String("--dock="))) dock = option.section(QLatin1Char('='), 1);
    if (option.startsWith(QLatin1String("--next="))) next = option.section(QLatin1Char('='), 1).toInt();
    if (option.startsWith(QLatin1String("--do="))) command = option.section(QLatin1Char('='), 1);
    if (option.startsWith(QLatin1String("--type="))) text = option.section(QLatin1Char('='), 1);
    if (option == QLatin1String("--by-rank")) byRank = true;
  }
  const auto at = paths.indexOf(QLatin1String("--baseline"));
  const QStringList baseline = at < 0 ? QStringList() : paths.mid(at + 1);
  if (at >= 0) paths = paths.mid(0, at);
  if (!paths.isEmpty()) {
    window.openPaths(paths);
    if (!shown.wait(kPatienceMs)) std::fputs("the run did not open\n", stderr);
  }
  if (!baseline.isEmpty()) {
    QSignalSpy compared(&window, &MainWindow::compared);
    window.comparePaths(baseline);
    if (!compared.wait(kPatienceMs)) std::fputs("the runs were not compared\n", stderr);
    if (byRank) window.pairedTimelines()->view()->setOrder(PairOrder::interleaved);
    for (int i = 0; i < next; ++i) window.differences()->walk(1);
    QTest::qWait(500);  // both texts are laid beside each other meanwhile
  }
  if (QDockWidget* front = dock.isEmpty() ? nullptr : window.dock(qPrintable(dock))) front->raise();
  if (QAction* action = command.isEmpty() ? nullptr : window.action(qPrintable(command))) action->trigger();
  if (QWidget* focus = QApplication::focusWidget(); focus && !text.isEmpty()) QTest::keyClicks(focus, text);
  QTest::qWait(100);  // layouts and queued paints
  return window.grab().save(arguments[1]) ? 0 : 1;
}
