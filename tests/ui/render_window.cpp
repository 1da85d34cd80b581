// SPDX-License-Identifier: Apache-2.0
// Opens paths in the window, waits until the run is shown, and writes the window as a PNG: to look at, not a test.
//
//   render_window OUT.png WIDTHxHEIGHT light|dark [--dock=NAME] [PATH...]        no path: the start page
#include "ui/shell/main_window.h"

#include <QApplication>
#include <QDockWidget>
#include <QSignalSpy>
#include <QTest>

#include <cstdio>

using namespace lanescope::ui;

namespace {

constexpr int kPatienceMs = 60'000;

int usage() {
  std::fputs("usage: render_window OUT.png WIDTHxHEIGHT light|dark [--dock=NAME] [PATH...]\n", stderr);
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
  const QString option = QStringLiteral("--dock=");
  const QString dock = paths.value(0).startsWith(option) ? paths.takeFirst().mid(option.size()) : QString();
  if (!paths.isEmpty()) {
    window.openPaths(paths);
    if (!shown.wait(kPatienceMs)) std::fputs("the run did not open\n", stderr);
  }
  if (QDockWidget* front = dock.isEmpty() ? nullptr : window.dock(qPrintable(dock))) front->raise();
  QTest::qWait(100);  // layouts and queued paints
  return window.grab().save(arguments[1]) ? 0 : 1;
}
