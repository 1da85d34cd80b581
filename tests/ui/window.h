// SPDX-License-Identifier: Apache-2.0
// A window with a run in it that was made by hand, as if a session had brought it.
#pragma once

#include "tests/support/sample_runs.h"
#include "ui/shell/main_window.h"

#include <QTest>

namespace lanescope::test {

inline void feed(ui::MainWindow& window, std::shared_ptr<const model::Run> run) {
  ui::SessionController* const controller = window.controller();
  Q_EMIT controller->opened();
  Q_EMIT controller->runArrived(run);
  if (run->complete) Q_EMIT controller->finished();
  QTest::qWait(20);
}

}  // namespace lanescope::test
