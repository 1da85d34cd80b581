// SPDX-License-Identifier: Apache-2.0
// How the log text of all ranks behaves: the longest time for which the event loop stood still in each step, painting included.
//
//   text_speed PATH...      prints one JSON object a step
#include "core/session/session.h"
#include "tests/support/event_loop_watch.h"
#include "ui/logview/log_pane.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QScrollBar>
#include <QTest>

#include <cstdio>
#include <fstream>
#include <functional>

using namespace lanescope;
using namespace lanescope::ui;

namespace {

constexpr int kPatienceMs = 120'000;

double residentMb() {
  std::ifstream status("/proc/self/statm");
  std::size_t pages = 0, resident = 0;
  status >> pages >> resident;
  return static_cast<double>(resident) * 4096 / 1e6;
}

// Runs steps to their ends and tells for how long no key would have been answered.
class Steps {
 public:
  explicit Steps(LogPane& pane) : m_pane(pane) {}
  void run(const char* name, const std::function<void()>& begin, const std::function<bool()>& isDone = [] { return true; }) {
    QElapsedTimer whole;
    whole.start();
    m_watch.restart();
    begin();
    const bool done = QTest::qWaitFor(isDone, kPatienceMs);
    m_pane.repaint();
    QTest::qWait(10);
    const test::EventLoopWatch::Gap gap = m_watch.restart();
    std::printf("{\"step\": \"%s\", \"done\": %s, \"ms\": %lld, \"gap_ms\": %.1f, \"gap_cpu_ms\": %.1f, \"resident_mb\": %.0f, \"rows\": %zu}\n", name, done ? "true" : "false", static_cast<long long>(whole.elapsed()),
                gap.wallMs, gap.cpuMs, residentMb(), m_pane.view()->rowCount());
    std::fflush(stdout);
  }

 private:
  LogPane& m_pane;
  test::EventLoopWatch m_watch;
};

}  // namespace

int main(int argc, char** argv) {
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  applyTheme(application, ThemeKind::light);
  session::Request request;
  request.paths.assign(argv + 1, argv + argc);
  request.sideFile = false;
  base::Progress progress;
  const auto run = session::load(request, progress, {});
  if (!run) {
    std::fprintf(stderr, "text_speed: %s\n", base::describe(run.error()).c_str());
    return 2;
  }
  ViewState state;
  SearchState search(&state);
  LogPane pane(&state, &search);
  LogView* const view = pane.view();
  pane.resize(1200, 700);
  pane.show();
  QScrollBar* const bar = view->verticalScrollBar();
  const auto find = [&](const char* text) {
    SearchQuery query;
    query.text = QString::fromLatin1(text);
    search.start(query);
  };
  const auto searched = [&] { return !search.isRunning(); };
  const auto paintOften = [&](int times, const std::function<void()>& move) {
    for (int i = 0; i < times; ++i) {
      move();
      pane.repaint();
      QCoreApplication::processEvents();
    }
  };
  Steps steps(pane);
  steps.run("open", [&] { state.setRun(*run, true); });
  steps.run("all ranks by time", [&] { view->showEverything(); }, [&] { return !view->isMerging(); });
  steps.run("to the end", [&] { QTest::keyClick(view, Qt::Key_End); });
  steps.run("to the middle", [&] { bar->setValue(bar->maximum() / 2); });
  // Where a line of a hundred megabytes stands in the middle it is on screen now.
  steps.run("in the middle, wrapped", [&] { view->setWrap(true), pane.repaint(); });
  steps.run("in the middle, 20 pages", [&] { paintOften(20, [&] { bar->triggerAction(QAbstractSlider::SliderPageStepAdd); }); });
  view->setWrap(false);
  bar->setValue(bar->maximum() / 2);
  steps.run("100 pages", [&] { paintOften(100, [&] { bar->triggerAction(QAbstractSlider::SliderPageStepAdd); }); });
  steps.run("50 lines by key", [&] { paintOften(50, [&] { QTest::keyClick(view, Qt::Key_Down); }); });
  steps.run("wrap", [&] { view->setWrap(true); });
  steps.run("wrapped, to the start", [&] { QTest::keyClick(view, Qt::Key_Home); });
  steps.run("wrapped, to the end", [&] { QTest::keyClick(view, Qt::Key_End); });
  steps.run("wrapped, 100 pages up", [&] { paintOften(100, [&] { bar->triggerAction(QAbstractSlider::SliderPageStepSub); }); });
  steps.run("no wrap", [&] { view->setWrap(false); });
  steps.run("next warning", [&] { view->goToWarning(1); });
  steps.run("warnings only", [&] { view->setKinds(LineKinds::warnings); }, [&] { return view->rowCount() < view->lineCount(); });
  steps.run("every line", [&] { view->showAllLines(); }, [&] { return view->rowCount() == view->lineCount(); });
  steps.run("search, few hits", [&] { find("Watchdog"); }, searched);
  steps.run("next hit", [&] { view->nextHit(); });
  steps.run("search, every line", [&] { find("."); }, searched);
  steps.run("hide lines, all match", [&] { view->setOnlyHits(true); }, [&] { return view->rowCount() == view->hitCount(); });
  steps.run("no search", [&] { view->showAllLines(), search.clear(); });
  steps.run("fold", [&] { view->setFolding(true); }, [&] { return view->foldCount() > 0; });
  return 0;
}
