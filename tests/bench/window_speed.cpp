// SPDX-License-Identifier: Apache-2.0
// How the whole window answers on a large run, at 1920x1080: until the first lanes are shown, how long the GUI thread is away while the run
// comes in pieces, from a key to the picture that answers it for every key of the timeline, the frames of a scripted pan and zoom, and
// searches: typed, from Enter to the first hits that are painted, and ended.
//
//   window_speed PATH...                           a run that is read
//   window_speed --made LANES ITEMS tests|events   one that is made
//
// Prints one JSON object. With $LANESCOPE_SLOW=MS every event that takes the GUI thread longer is told on standard error.
#include "tests/support/event_loop_watch.h"
#include "tests/support/large_runs.h"
#include "ui/panels/row_list_view.h"
#include "ui/search/search_box.h"
#include "ui/search/search_panel.h"
#include "ui/shell/main_window.h"
#include "ui/timeline/timeline_pane.h"

#include <sys/resource.h>
#include <QApplication>
#include <QTest>

#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>
#include <thread>

using namespace lanescope;
using Clock = std::chrono::steady_clock;

namespace {

constexpr int kPatienceMs = 300'000;
constexpr int kNoPaintMs = 60;                   // a key that changes nothing shows nothing

double msSince(Clock::time_point start) { return std::chrono::duration<double, std::milli>(Clock::now() - start).count(); }

// Sleeps until there is one, at most until the watch's timer: a thread that polls takes a core from those that read.
void waitForEvents() { QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents); }

// Tells which events took long.
class Application : public QApplication {
 public:
  using QApplication::QApplication;
  bool notify(QObject* receiver, QEvent* event) override {
    if (m_slowMs <= 0 || m_inside) return QApplication::notify(receiver, event);
    m_inside = true;
    // The receiver may be gone afterwards.
    const std::string what = std::to_string(event->type()) + " of " + receiver->metaObject()->className() + " " + receiver->objectName().toStdString();
    const Clock::time_point start = Clock::now();
    const double cpu = test::threadMs();
    const bool taken = QApplication::notify(receiver, event);
    if (msSince(start) > m_slowMs) std::fprintf(stderr, "%s: event %s: %.1f ms, %.1f of CPU\n", stage, what.c_str(), msSince(start), test::threadMs() - cpu);
    m_inside = false;
    return taken;
  }
  const char* stage = "";

 private:
  const int m_slowMs = qEnvironmentVariableIntValue("LANESCOPE_SLOW");
  bool m_inside = false;
};

class PaintWatch : public QObject {
 public:
  using QObject::QObject;
  int paints = 0;
  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() == QEvent::Paint) ++paints;
    return false;
  }
};

struct Spread { double median = 0, p95 = 0, worst = 0; };

Spread spreadOf(std::vector<double> times) {
  if (times.empty()) return {};
  std::sort(times.begin(), times.end());
  return {times[times.size() / 2], times[times.size() * 95 / 100], times.back()};
}

void tell(const char* name, double value) { std::printf("\"%s\": %.1f, ", name, value); }

class Walk {
 public:
  explicit Walk(ui::MainWindow& window) : m_window(window), m_view(*window.timeline()->view()) { m_view.viewport()->installEventFilter(&m_paints); }

  void open(const QStringList& arguments);
  void unfold();
  void keys();
  void panAndZoom();
  void search();
  void find(const char* name, const QString& text);
  void endSearch();

 private:
  void bring(const std::vector<std::shared_ptr<const model::Run>>& pieces);
  void stage(const char* name);
  void endStage();
  bool untilPainted(int before, int patienceMs);
  void press(int key, Qt::KeyboardModifiers modifiers = {});

  ui::MainWindow& m_window;
  ui::TimelineView& m_view;
  test::EventLoopWatch m_watch;
  PaintWatch m_paints;
  std::vector<double> m_handled, m_answers;
  const char* m_stage = "";
};

void Walk::stage(const char* name) {
  m_stage = name;
  static_cast<Application*>(qApp)->stage = name;
  m_watch.restart();
}

void Walk::endStage() {
  const auto longest = m_watch.restart();
  std::printf("\"%s_longest_gap_ms\": %.1f, \"%s_longest_gap_cpu_ms\": %.1f, ", m_stage, longest.wallMs, m_stage, longest.cpuMs);
}

// Until the timeline shows what it should, after at least one paint.
bool Walk::untilPainted(int before, int patienceMs) {
  const Clock::time_point start = Clock::now();
  while (msSince(start) < patienceMs) {
    if (m_paints.paints > before && m_view.isUpToDate()) return true;
    waitForEvents();
  }
  return false;
}

std::shared_ptr<const model::Run> made(const QStringList& arguments, double part) {
  return std::make_shared<const model::Run>(test::largeRun(arguments[1].toUInt(), arguments[2].toUInt(), arguments[3] == QLatin1String("tests") ? test::LargeKind::tests : test::LargeKind::events, part));
}

// As a session does: one after the other, each prepared on this thread.
void Walk::bring(const std::vector<std::shared_ptr<const model::Run>>& pieces) {
  for (const auto& run : pieces) {
    m_view.preparedRuns()->prepare(run, {});
    QMetaObject::invokeMethod(m_window.controller(), [this, run] {
      Q_EMIT m_window.controller()->runArrived(run);
      if (run->complete) Q_EMIT m_window.controller()->finished();
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
}

void Walk::open(const QStringList& arguments) {
  std::vector<std::shared_ptr<const model::Run>> pieces;
  const bool isMade = arguments.front() == QLatin1String("--made");
  for (const double part : {0.05, 0.3, 0.6, 1.0}) {
    if (isMade) pieces.push_back(made(arguments, part));
  }
  stage("open");
  const Clock::time_point start = Clock::now();
  std::optional<double> firstLanes;
  bool complete = false;
  QObject::connect(m_window.controller(), &ui::SessionController::runArrived, &m_paints, [start](const std::shared_ptr<const model::Run>& run) {
    if (qEnvironmentVariableIsSet("LANESCOPE_SLOW")) std::fprintf(stderr, "open: a run of %zu lanes came after %.0f ms\n", run->lanes.size(), msSince(start));
  });
  QObject::connect(&m_window, &ui::MainWindow::runShown, &m_paints, [&complete] { complete = true; });
  std::jthread reader;
  if (isMade) {
    Q_EMIT m_window.controller()->opened();
    reader = std::jthread([this, &pieces] { bring(pieces); });
  } else {
    m_window.openPaths(arguments);
  }
  while (!complete && msSince(start) < kPatienceMs) {
    waitForEvents();
    if (!firstLanes && m_view.layoutOfRows().laneCount() > 0 && m_view.isUpToDate()) firstLanes = msSince(start);
  }
  tell("complete_ms", msSince(start));
  const int before = m_paints.paints;
  m_view.viewport()->update();
  untilPainted(before, kPatienceMs);
  tell("first_lanes_ms", firstLanes.value_or(msSince(start)));
  tell("settled_ms", msSince(start));
  // What is made in the background comes to an end here, and its results are shown.
  for (const Clock::time_point idle = Clock::now(); msSince(idle) < 3'000;) waitForEvents();
  endStage();
}

// A row for each lane, however alike they are: what takes longest.
void Walk::unfold() {
  stage("unfold");
  ui::LaneArrangement arrangement = m_view.arrangement();
  arrangement.folding = ui::LaneFolding::off;
  const int before = m_paints.paints;
  m_view.setArrangement(arrangement);
  untilPainted(before, kPatienceMs);
  endStage();
  tell("rows", static_cast<double>(m_view.layoutOfRows().laneCount()));
}

void Walk::press(int key, Qt::KeyboardModifiers modifiers) {
  const int before = m_paints.paints;
  const Clock::time_point start = Clock::now();
  QTest::keyClick(&m_view, static_cast<Qt::Key>(key), modifiers);
  m_handled.push_back(msSince(start));
  if (untilPainted(before, m_paints.paints > before || !m_view.isUpToDate() ? kPatienceMs : kNoPaintMs)) m_answers.push_back(msSince(start));
}

void Walk::keys() {
  stage("keys");
  m_view.setFocus();
  const std::pair<int, Qt::KeyboardModifiers> all[] = {
      {Qt::Key_W, {}}, {Qt::Key_W, {}}, {Qt::Key_W, {}}, {Qt::Key_D, {}}, {Qt::Key_A, {}}, {Qt::Key_S, {}}, {Qt::Key_F, {}}, {Qt::Key_Home, {}}, {Qt::Key_E, {}},
      {Qt::Key_E, Qt::ShiftModifier}, {Qt::Key_Down, {}}, {Qt::Key_Down, {}}, {Qt::Key_Up, {}}, {Qt::Key_Period, {}}, {Qt::Key_Period, {}}, {Qt::Key_Comma, {}},
      {Qt::Key_K, {}}, {Qt::Key_Right, Qt::ControlModifier}, {Qt::Key_Left, Qt::ControlModifier}, {Qt::Key_P, {}}, {Qt::Key_P, {}}, {Qt::Key_H, {}}, {Qt::Key_H, Qt::ShiftModifier},
      {Qt::Key_G, {}}, {Qt::Key_G, {}}, {Qt::Key_G, {}}, {Qt::Key_G, {}}, {Qt::Key_O, {}}, {Qt::Key_O, {}}, {Qt::Key_O, {}}, {Qt::Key_O, {}}, {Qt::Key_U, {}},
      {Qt::Key_U, {}}, {Qt::Key_I, {}}, {Qt::Key_I, {}}, {Qt::Key_Z, {}}, {Qt::Key_0, {}}};
  for (int round = 0; round < 3; ++round) {
    for (const auto& [key, modifiers] : all) {
      if (qEnvironmentVariableIsSet("LANESCOPE_SLOW")) std::fprintf(stderr, "key %s\n", qPrintable(QKeySequence(key).toString()));
      press(key, modifiers);
    }
  }
  endStage();
  const Spread handled = spreadOf(m_handled), answers = spreadOf(m_answers);
  tell("key_handled_worst_ms", handled.worst);
  tell("key_to_paint_p95_ms", answers.p95);
  tell("key_to_paint_worst_ms", answers.worst);
  tell("keys_that_painted", static_cast<double>(m_answers.size()));
}

// As fast as the window can: a step when the last one stands.
void Walk::panAndZoom() {
  stage("walk");
  std::vector<double> paints, cpu, frames;
  for (const ui::TimeRange& range : test::scriptedViews(m_window.state()->span())) {
    const int before = m_paints.paints;
    const Clock::time_point start = Clock::now();
    const double used = test::threadMs();
    m_window.state()->setRange(range);
    while (m_paints.paints == before && msSince(start) < kPatienceMs) waitForEvents();
    paints.push_back(msSince(start));
    cpu.push_back(test::threadMs() - used);
    untilPainted(before, kPatienceMs);
    frames.push_back(msSince(start));
  }
  endStage();
  const Spread paint = spreadOf(std::move(paints)), own = spreadOf(std::move(cpu)), frame = spreadOf(std::move(frames));
  tell("paint_median_ms", paint.median);
  tell("paint_p95_ms", paint.p95);
  tell("paint_worst_ms", paint.worst);
  tell("paint_cpu_p95_ms", own.p95);
  tell("paint_cpu_worst_ms", own.worst);
  tell("frame_p95_ms", frame.p95);
  tell("frame_worst_ms", frame.worst);
}

void Walk::search() {
  stage("search");
  m_window.action("find.open")->trigger();
  QWidget* const box = QApplication::focusWidget();
  if (box != nullptr) {
    for (const char letter : std::string_view("NCCL WARN")) {
      QTest::keyClick(box, letter);
      QApplication::processEvents();
    }
    QTest::keyClick(box, Qt::Key_Return);
  }
  for (const Clock::time_point start = Clock::now(); (m_window.search()->isRunning() || msSince(start) < 500) && msSince(start) < kPatienceMs;) waitForEvents();
  endStage();
}

// Enter on a text that is there as a whole: until hits are painted in the list, and all are there.
void Walk::find(const char* name, const QString& text) {
  stage(name);
  m_window.action("find.open")->trigger();
  QWidget* const box = QApplication::focusWidget();
  PaintWatch list;
  m_window.searchPanel()->list()->viewport()->installEventFilter(&list);
  QTest::keyClicks(box, text);
  QTest::keyClick(box, Qt::Key_Return);
  const Clock::time_point start = Clock::now();
  std::optional<double> first;
  std::uint64_t shown = 0;
  int grown = 0;
  int paints = list.paints;
  while (m_window.search()->isRunning() || (!first && msSince(start) < 1'000)) {   // a run that was made has no text
    waitForEvents();
    const std::uint64_t total = m_window.search()->hits().total();
    if (list.paints > paints && total > 0 && !first) first = msSince(start);
    if (total == 0) paints = list.paints;        // of an empty list
    grown += total > std::exchange(shown, total) ? 1 : 0;
  }
  const std::string prefix = name;
  tell((prefix + "_first_painted_ms").c_str(), first.value_or(-1));
  tell((prefix + "_done_ms").c_str(), msSince(start));
  tell((prefix + "_count_grew").c_str(), grown);
  tell((prefix + "_hits").c_str(), static_cast<double>(shown));
  endStage();
}

// A search that takes long is ended as the button does.
void Walk::endSearch() {
  m_window.searchBox()->searchFor({QStringLiteral("[0-9]+:[0-9]+.*[a-z]{3} *$")});
  for (const Clock::time_point start = Clock::now(); msSince(start) < 60;) waitForEvents();
  stage("end_search");
  const bool ran = m_window.search()->isRunning();
  const Clock::time_point start = Clock::now();
  m_window.search()->cancel();
  tell("end_search_ms", ran ? msSince(start) : -1);
  QApplication::processEvents();
  endStage();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: window_speed PATH... | --made LANES ITEMS tests|events\n");
    return 2;
  }
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  Application application(argc, argv);
  ui::applyTheme(application, ui::ThemeKind::light);
  ui::MainWindow window;
  window.resize(1'920, 1'080);
  window.show();
  if (!QTest::qWaitForWindowActive(&window)) return 1;
  std::printf("{");
  Walk walk(window);
  walk.open(QApplication::arguments().mid(1));
  walk.unfold();
  walk.keys();
  walk.panAndZoom();
  walk.search();
  walk.find("find_literal", QStringLiteral("NCCL WARN .* (failed|status=[0-9]+)"));
  walk.find("find_class", QStringLiteral("[0-9][0-9]:[0-9][0-9]:[0-9][0-9]\\.[0-9]{3}[02468]"));
  walk.endSearch();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("\"peak_mb\": %.0f}\n", static_cast<double>(usage.ru_maxrss) / 1024);
  return 0;
}
