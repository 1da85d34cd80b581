// SPDX-License-Identifier: Apache-2.0
// How a run is looked at, as a whole: kept beside the run, written into a file for others, and changed in steps that can be undone.
#include "ui/logview/log_pane.h"
#include "ui/models/search_state.h"
#include "ui/models/note_store.h"
#include "ui/models/words.h"
#include "ui/panels/strips.h"
#include "ui/shell/kept_rows.h"
#include "ui/shell/main_window.h"
#include "ui/shell/view_steps.h"
#include "ui/timeline/timeline_pane.h"

#include <QFileDialog>
#include <QScopedValueRollback>
#include <QStatusBar>

#include <algorithm>
#include <utility>

namespace lanescope::ui {

namespace {

constexpr int kMessageMs = 5000;

std::optional<model::SourceId> sourceAt(const model::Run& run, const std::string& path) {
  const auto found = std::find_if(run.sources.begin(), run.sources.end(), [&path](const model::Source& each) { return each.path == path; });
  if (path.empty() || found == run.sources.end()) return {};
  return model::SourceId{static_cast<std::uint32_t>(found - run.sources.begin())};
}

session::KeptLane keptLane(const model::Run& run, model::LaneId id) {
  const model::Lane& lane = run.lanes[id.value];
  return {lane.launch, lane.attempt, lane.rank};
}

std::vector<model::LaneId> lanesOf(const model::Run& run, const std::vector<session::KeptLane>& kept) {
  std::vector<model::LaneId> lanes;
  for (const session::KeptLane& each : kept) {
    if (const auto lane = run.laneOf(each.launch, each.attempt, each.rank)) lanes.push_back(*lane);
  }
  return lanes;
}

void keepSelection(const model::Run& run, const Selection& selection, session::KeptView& view) {
  if (selection.line) {
    view.source = run.source(selection.line->source).path;
    view.line = selection.line->line;
    return;
  }
  if (selection.lane) {
    const session::KeptLane lane = keptLane(run, *selection.lane);
    view.launch = lane.launch;
    view.attempt = lane.attempt;
    view.rank = lane.rank;
  }
  if (selection.time.known()) view.time = selection.time.utc;
}

void restoreSelection(const session::KeptView& view, ViewState& state) {
  const model::Run& run = *state.run();
  const auto source = sourceAt(run, view.source);
  if (view.line > 0 && source && run.source(*source).text && view.line <= run.source(*source).text->lineCount()) return state.selectLine({*source, view.line});
  if (!view.rank && !view.time) return;
  Selection selection;
  if (view.launch && view.rank) selection.lane = run.laneOf(*view.launch, view.attempt.value_or(0), *view.rank);
  if (view.time) selection.time = model::When::at(*view.time);
  state.select(selection);
}

}  // namespace

void MainWindow::makeViewActions() {
  addCommand("view.save", [this] {
    auto* dialog = new QFileDialog(this, tr("Save view"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("Views of a run (*.view.json)")});
    dialog->selectFile(QStringLiteral("run.view.json"));
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::saveViewAs);
    dialog->open();
  });
  addCommand("view.open", [this] {
    auto* dialog = new QFileDialog(this, tr("Open view"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Views of a run (*.view.json *.json)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::openView);
    dialog->open();
  });
  const auto present = [this] { return ViewLook{keptRows(m_timeline->view()->look()), m_state->zero(), m_search->hidesLines(), m_search->hidesLanes()}; };
  m_steps = new ViewSteps(m_undo, present, [this](const ViewLook& look) { showLook(look); }, this);
  connect(m_timeline->view(), &TimelineView::arrangementChanged, m_steps, &ViewSteps::note);
  connect(m_state, &ViewState::zeroChanged, m_steps, &ViewSteps::note);
  connect(m_search, &SearchState::hidingChanged, m_steps, &ViewSteps::note);
}

void MainWindow::showLook(const ViewLook& look) {
  m_timeline->view()->setLook(lookOf(look.rows));
  if (look.zero) m_state->setZero(*look.zero);
  m_search->setHidesLines(look.onlyHits);
  m_search->setHidesLanes(look.onlyHitLanes);
}

// --- what is kept

session::KeptView MainWindow::presentView() const {
  session::KeptView view;
  const auto run = m_state->run();
  view.range = {m_state->range().begin, m_state->range().end};
  view.zero = m_state->zero();
  view.rows = keptRows(m_timeline->view()->look());
  view.text = presentText();
  addFilters(view);
  keepSelection(*run, m_state->selection(), view);
  if (m_remembers) view.layout = (m_comparing ? m_singleDocks : saveState()).toBase64().toStdString();
  return view;
}

session::KeptText MainWindow::presentText() const {
  const model::Run& run = *m_state->run();
  const LogView& shown = *m_text->view();
  session::KeptText text;
  text.everything = shown.showsEverything();
  for (const model::LaneId lane : shown.lanes()) text.lanes.push_back(keptLane(run, lane));
  std::sort(text.lanes.begin(), text.lanes.end());
  if (const auto source = m_state->textScope().source; source && text.lanes.empty() && !text.everything) text.source = run.source(*source).path;
  text.columns = shown.columns().toText().toStdString();
  text.wrap = shown.wraps();
  text.colours = shown.showsColours();
  text.folding = shown.folds();
  return text;
}

void MainWindow::applyText(const session::KeptText& kept) {
  // Of this run: how texts are shown otherwise stays as it is.
  const QScopedValueRollback remembers(m_remembers, false);
  LogView* const shown = m_text->view();
  if (kept.columns) {
    shown->setColumns(LogColumns::fromText(QString::fromStdString(*kept.columns)));
    shown->setWrap(kept.wrap);
    shown->setColours(kept.colours);
    shown->setFolding(kept.folding);
  }
  const model::Run& run = *m_state->run();
  if (kept.everything) return shown->showEverything();
  if (auto lanes = lanesOf(run, kept.lanes); !lanes.empty()) return shown->showLanes(std::move(lanes));
  shown->showScope();
  if (const auto source = sourceAt(run, kept.source)) m_state->setTextScope({{}, source});
}

void MainWindow::applyView(const session::KeptView& view) {
  m_timeline->view()->setLook(lookOf(view.rows));
  if (view.zero) m_state->setZero(*view.zero);
  restoreSelection(view, *m_state);
  applyText(view.text);
  applyFilters(view);
  if (view.range) m_state->setRange({(*view.range)[0], (*view.range)[1]});
  if (!view.layout.empty()) restoreState(QByteArray::fromBase64(QByteArray::fromStdString(view.layout)));
}

// The window as it was left, and then a view that was opened with the run.
void MainWindow::restoreView() {
  const session::Request& request = m_controller->request();
  if (m_controller->isRereading() || request.paths.empty()) return;
  m_keptNotes = std::make_shared<model::Notes>(m_state->notes());
  m_shownView = presentView();
  m_shownView->layout.clear();                   // where panes stand is kept only beside something else
  m_keptPaths = request.sideFile ? request.paths : std::vector<std::string>();
  if (request.sideFile && m_remembers) {
    if (const auto kept = session::keptViewOf(request.paths, *m_state->run())) {
      applyView(*kept);
      m_shownView = presentView();
    }
  }
  if (!m_viewPath.isEmpty()) openView(std::exchange(m_viewPath, {}));
}

void MainWindow::keepView() {
  const auto run = m_state->run();
  const auto shown = std::exchange(m_shownView, {});
  // Only what somebody has moved: looking at a run leaves nothing beside it.
  if (!m_remembers || !shown || !run || !run->complete || m_keptPaths.empty()) return;
  const session::KeptView now = presentView();
  session::KeptView compared = now;
  if (shown->layout.empty()) compared.layout.clear();
  if (compared == *shown) return;
  m_keeper.start([paths = std::exchange(m_keptPaths, {}), run, now] { static_cast<void>(session::keepView(paths, *run, now)); });
}

// --- a file for others

void MainWindow::openView(const QString& path) {
  const auto run = m_state->run();
  if (path.isEmpty()) return;
  if (!run || !run->complete) {
    if (m_controller->isReading()) m_viewPath = path;
    else m_notices->add(tr("A view shows a run that is open: open the artifact that it was made of together with it."));
    return;
  }
  const auto shared = session::readViewFile(path.toStdString(), *run);
  if (!shared) return m_notices->add(shared.error());
  m_steps->asOne(tr("open view"), [&] { applyView(shared->view); });
  m_noteStore->addAll(shared->notes);
  if (shared->firstFailure.empty()) return;
  const auto finding = std::find_if(run->findings.begin(), run->findings.end(), [&](const model::Finding& each) { return firstFailureValue(each) == shared->firstFailure; });
  if (finding != run->findings.end()) chooseFirstFailure(static_cast<std::uint32_t>(finding - run->findings.begin()));
}

void MainWindow::saveViewAs(const QString& path) {
  const auto run = m_state->run();
  if (!run || !run->complete) return;
  session::SharedView shared{run->id, presentView(), m_state->notes(), {}};
  if (run->firstFailureByUser && run->firstFailure) shared.firstFailure = firstFailureValue(run->findings[*run->firstFailure]);
  const auto written = session::writeViewFile(path.toStdString(), *run, shared);
  if (!written) return m_notices->add(written.error());
  statusBar()->showMessage(tr("View written: %1").arg(path), kMessageMs);
}

}  // namespace lanescope::ui
