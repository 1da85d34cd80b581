// SPDX-License-Identifier: Apache-2.0
// A small incident in files, and a window that has opened it.
#pragma once

#include "tests/support/log_folder.h"
#include "ui/shell/main_window.h"
#include "ui/timeline/timeline_pane.h"

#include <QSignalSpy>
#include <QTest>

namespace lanescope::test {

inline constexpr int kPatienceMs = 20'000;

// Rank 1 fails in a test at :06 and rank 0 with something else at :09; the job ends with a failure.
inline void writeIncident(LogFolder& folder) {
  const auto at = [](const char* second) { return "2026-01-02T03:04:" + std::string(second) + ".5000000Z "; };
  folder.write("rank_0.log", {at("05") + "============================= test session starts ==============================", at("05") + "tests/test_a.py::test_one PASSED",
                              at("08") + "tests/test_a.py::test_two FAILED", at("09") + "E   ValueError: shapes do not match",
                              at("10") + "=========================== 1 failed, 1 passed in 1.00s ==========================="});
  folder.write("rank_1.log", {at("05") + "============================= test session starts ==============================", at("05") + "tests/test_a.py::test_one FAILED",
                              at("06") + "E   RuntimeError: CUDA error: an illegal memory access was encountered",
                              at("10") + "=========================== 1 failed in 1.00s ==========================="});
}

struct ShownRun {
  enum class Memory { none, ofUser };            // ofUser: as the program's window, which keeps views and layout
  ui::MainWindow window;
  QSignalSpy shown{&window, &ui::MainWindow::runShown};
  explicit ShownRun(const QStringList& paths, Memory memory = Memory::none) {
    window.resize(1280, 720);
    if (memory == Memory::ofUser) window.restoreLayout();
    window.show();
    window.openPaths(paths);
    if (!shown.wait(kPatienceMs)) qFatal("the run did not open");
    shown.clear();
    QTest::qWait(20);
  }
  explicit ShownRun(const LogFolder& folder, const QStringList& more = {}, Memory memory = Memory::none) : ShownRun(QStringList{qs(folder.path())} + more, memory) {}
  ui::ViewState* state() const { return window.state(); }
  ui::TimelineView* view() const { return window.timeline()->view(); }
  const model::Run& run() const { return *window.state()->run(); }
  bool isReadAgain() { return shown.count() > 0 ? (shown.clear(), true) : shown.wait(kPatienceMs) && (shown.clear(), true); }
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) { QTest::keyClick(view(), key, modifiers); }
};

}  // namespace lanescope::test
