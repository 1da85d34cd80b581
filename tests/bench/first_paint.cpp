// SPDX-License-Identifier: Apache-2.0
// When the window is painted for the first time, and what it keeps in memory once the run is shown.
//
//   first_paint [PATH...]      prints one JSON object. Times count from $LANESCOPE_STARTED (ns of the monotonic clock) where it is set.
#include "ui/shell/main_window.h"

#include <sys/resource.h>
#include <QApplication>
#include <QSignalSpy>

#include <chrono>
#include <cstdio>

using namespace lanescope::ui;
using Clock = std::chrono::steady_clock;

namespace {

constexpr int kPatienceMs = 120'000;

// Takes the time of the first paint of anything.
class PaintWatch : public QObject {
 public:
  Clock::time_point first;
  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() == QEvent::Paint && first == Clock::time_point()) first = Clock::now();
    return false;
  }
};

Clock::time_point started() {
  bool set = false;
  const qint64 ns = qEnvironmentVariable("LANESCOPE_STARTED").toLongLong(&set);
  return set ? Clock::time_point(std::chrono::nanoseconds(ns)) : Clock::now();
}

}  // namespace

int main(int argc, char** argv) {
  const Clock::time_point start = started();
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  applyTheme(application, ThemeKind::light);
  PaintWatch watch;
  application.installEventFilter(&watch);
  MainWindow window;
  window.resize(1'280, 720);
  window.show();
  QSignalSpy shown(&window, &MainWindow::runShown);
  const QStringList paths = QApplication::arguments().mid(1);
  if (!paths.isEmpty()) window.openPaths(paths);
  while (watch.first == Clock::time_point()) QApplication::processEvents(QEventLoop::WaitForMoreEvents);
  const double first = std::chrono::duration<double, std::milli>(watch.first - start).count();
  const bool opened = paths.isEmpty() || shown.wait(kPatienceMs);
  QApplication::processEvents();
  const double all = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("{\"first_paint_ms\": %.1f, \"shown_ms\": %.1f, \"peak_bytes\": %lld}\n", first, all, static_cast<long long>(usage.ru_maxrss) * 1024);
  return opened ? 0 : 1;
}
