// SPDX-License-Identifier: Apache-2.0
// What the tests of the log text share: runs of plain lines, and the pane that shows them.
#pragma once

#include "tests/support/run_builder.h"
#include "tests/support/sample_runs.h"
#include "ui/logview/log_pane.h"

#include <QTest>

namespace lanescope::test {

// One source with `lines` lines "line 1", "line 2" ...; every hundredth also says "needle".
inline std::shared_ptr<const model::Run> longRun(int lines) {
  RunBuilder builder("long", "long.zip");
  const model::SourceId source = builder.addSource("long.log", model::Layout::other, model::Stream::both);
  for (int i = 1; i <= lines; ++i) builder.addLine(source, "line " + std::to_string(i) + (i % 100 == 0 ? " Needle" : ""));
  return shared(builder.finish());
}

inline std::shared_ptr<const model::Run> runOf(const std::vector<std::string>& lines) {
  RunBuilder builder("odd", "odd.zip");
  const model::SourceId source = builder.addSource("odd.log", model::Layout::other, model::Stream::both);
  for (const std::string& line : lines) builder.addLine(source, line);
  return shared(builder.finish());
}

// The pane of a log text with what it follows.
struct LogFixture {
  ui::ViewState state;
  ui::SearchState search{&state};
  ui::LogPane pane{&state, &search};
  ui::LogView* view = pane.view();
  void show(std::shared_ptr<const model::Run> run, ui::ViewState::TextScope scope) {
    state.setRun(std::move(run), true);
    state.setTextScope(scope);
    pane.resize(900, 400);
    pane.show();
    QVERIFY(QTest::qWaitForWindowExposed(&pane));
  }
  void showSource(std::shared_ptr<const model::Run> run) { show(std::move(run), {{}, model::SourceId{0}}); }
  void find(const QString& text) {
    ui::SearchQuery query;
    query.text = text;
    search.start(query);
    QTRY_VERIFY(!search.isRunning());
  }
  void click(std::size_t row, Qt::KeyboardModifiers modifiers = {}) {
    QTest::mouseClick(view->viewport(), Qt::LeftButton, modifiers, view->rowRect(row).center());
  }
};

}  // namespace lanescope::test
