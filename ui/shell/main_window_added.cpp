// SPDX-License-Identifier: Apache-2.0
// What the user adds to a run: the choice of the first failure, notes, what is known of a failure.
#include "ui/shell/main_window.h"

#include "core/report/explain.h"
#include "core/session/kept_notes.h"
#include "ui/models/current_theme.h"
#include "ui/models/finding_look.h"
#include "ui/models/known_store.h"
#include "ui/models/note_store.h"
#include "ui/models/notes_text.h"
#include "ui/models/words.h"
#include "ui/logview/log_pane.h"
#include "ui/panels/findings_panel.h"
#include "ui/panels/incident_panel.h"
#include "ui/panels/notes_panel.h"
#include "ui/panels/strips.h"
#include "ui/shell/dock.h"
#include "ui/shell/known_sheet.h"
#include "ui/shell/text_sheet.h"
#include "ui/timeline/timeline_pane.h"

#include <QApplication>
#include <QCoreApplication>
#include <QDockWidget>
#include <QMenu>
#include <QPointer>
#include <QUndoStack>

#include <algorithm>
#include <array>

namespace lanescope::ui {

namespace {

constexpr QSize kExplanation(860, 560);
constexpr std::uint32_t kNumberedKeys = 9;
constexpr std::size_t kMostMarked = 200;         // lines at once
constexpr qsizetype kMenuText = 70;

QString shortened(const QString& text) { return text.size() > kMenuText ? text.left(kMenuText - 1) + QStringLiteral("…") : text; }

// The command that makes this finding the first failure.
const char* chooseId(std::uint32_t finding) {
  constexpr std::array<const char*, kNumberedKeys> ids = {"first.choose.1", "first.choose.2", "first.choose.3", "first.choose.4", "first.choose.5",
                                                          "first.choose.6", "first.choose.7", "first.choose.8", "first.choose.9"};
  return ids[finding];
}

// As an entry of the menu: "2  CUDA failure 999 on ranks 5 and 7". Without a run: as in the table of commands.
void nameChoice(QAction* entry, const model::Run* run, std::uint32_t index) {
  entry->setEnabled(run != nullptr);
  entry->setCheckable(true);
  entry->setChecked(run && run->firstFailure == index);
  if (run == nullptr) {
    entry->setIcon({});
    return entry->setText(commandText(command(chooseId(index))));
  }
  const model::Finding& finding = run->findings[index];
  QString text = QStringLiteral("%1  %2").arg(index + 1).arg(shortened(toQt(finding.title)));
  if (run->firstFailureTool == index) text += MainWindow::tr("  (by the log)");
  entry->setIcon(shapeIcon(findingLook(finding.role, finding.findingClass, currentTheme())));
  entry->setText(text.replace(QLatin1Char('&'), QLatin1String("&&")));
}

}  // namespace

void MainWindow::makeAdditions() {
  m_noteStore = new NoteStore(m_state, m_undo, this);
  m_known = new KnownStore(m_state, this);
  m_incident = new IncidentPanel(m_state, this);
  m_notes = new NotesPanel(m_state, m_noteStore, this);
  QDockWidget* incident = makeDock(QStringLiteral("incident"), tr("Incident"), m_incident, Caption::shown, this);
  addDockWidget(farSide(), incident);
  tabifyDockWidget(dock("findings"), incident);
  QDockWidget* notes = makeDock(QStringLiteral("notes"), tr("Notes"), m_notes, Caption::shown, this);
  addDockWidget(Qt::BottomDockWidgetArea, notes);
  tabifyDockWidget(dock("sources"), notes);
  m_incident->setMinimumSize(250, 160);
  for (QDockWidget* each : {incident, notes}) each->hide();
  connect(m_noteStore, &NoteStore::changed, this, &MainWindow::onNotesChanged);
  connect(m_state, &ViewState::notesChanged, this, &MainWindow::updateAddedActions);
  connect(m_state, &ViewState::selectionChanged, this, &MainWindow::updateAddedActions);
  connect(m_state, &ViewState::seenBeforeChanged, this, &MainWindow::updateAddedActions);
  connect(m_known, &KnownStore::refused, this, [this](const base::Error& error) { m_notices->add(error); });
  connect(this, &MainWindow::runShown, m_known, &KnownStore::keepSightings);
  connect(m_incident, &IncidentPanel::openRequested, this, [this] { m_text->view()->setFocus(); });
  for (QAbstractItemView* list : {static_cast<QAbstractItemView*>(m_incident), static_cast<QAbstractItemView*>(m_findings)}) {
    list->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(list, &QWidget::customContextMenuRequested, this, [this, list](QPoint at) { showFindingMenu(list, at); });
  }
}

void MainWindow::makeAddedActions() {
  for (std::uint32_t i = 0; i < kNumberedKeys; ++i) addCommand(chooseId(i), [this, i] { chooseFirstFailure(i); });
  addCommand("first.candidate", [this] { walkCandidates(); });
  addCommand("first.tool", [this] { m_overrides->set(tr("first failure as by the log"), {std::string()}, model::kFirstFailureOverride, {}); });
  addCommand("note.mark", [this] { note(false); });
  addCommand("note.write", [this] { note(true); });
  addCommand("note.previous", [this] { walkNotes(-1); });
  addCommand("note.next", [this] { walkNotes(1); });
  addCommand("note.remove", [this] { removeNote(); });
  addCommand("known.name", [this] { nameFailure(); });
  addCommand("known.forget", [this] {
    if (const auto finding = selectedFinding()) m_known->forget(*finding);
  });
}

void MainWindow::addMenus(QMenu* file, QMenu* edit) {
  QAction* const quit = action("file.quit");
  file->insertActions(quit, {action("view.open"), action("view.save")});
  file->insertSeparator(quit);
  edit->addSeparator();
  edit->addActions({action("note.mark"), action("note.write"), action("note.remove"), action("note.previous"), action("note.next")});
  edit->addSeparator();
  m_firstMenu = edit->addMenu(tr("First failure"));
  edit->addActions({action("known.name"), action("known.forget")});
  connect(m_state, &ViewState::runChanged, this, &MainWindow::fillFirstFailureMenu);
  fillFirstFailureMenu();
}

void MainWindow::updateAddedActions() {
  if (action("view.open") == nullptr) return;    // while the window is being made
  const auto run = m_state->run();
  const bool complete = run && run->complete;
  const auto finding = selectedFinding();
  const bool known = complete && finding && m_state->seenBefore(run->findings[*finding]) != nullptr;
  action("first.candidate")->setEnabled(complete && !run->candidates.empty());
  action("first.tool")->setEnabled(complete && run->firstFailureByUser);
  action("note.mark")->setEnabled(complete && m_noteStore->noteOfSelection().has_value());
  action("note.write")->setEnabled(complete);
  for (const char* id : {"note.previous", "note.next"}) action(id)->setEnabled(complete && !m_state->notes().empty());
  action("note.remove")->setEnabled(complete && !m_state->notes().empty());
  action("known.name")->setEnabled(complete && finding);
  action("known.forget")->setEnabled(known);
  for (const char* id : {"view.open", "view.save"}) action(id)->setEnabled(complete);
}

// --- the first failure

std::optional<std::uint32_t> MainWindow::selectedFinding() const {
  const auto run = m_state->run();
  const auto finding = m_state->selection().finding;
  return run && run->complete && finding && *finding < run->findings.size() ? finding : std::nullopt;
}

// The findings by their numbers, the one that counts checked; of many those with a key, and the chosen one.
void MainWindow::fillFirstFailureMenu() {
  m_firstMenu->clear();
  for (std::uint32_t i = 0; i < kNumberedKeys; ++i) nameChoice(action(chooseId(i)), nullptr, i);
  const auto run = m_state->run();
  const bool choosable = run && run->complete && run->firstFailure;
  m_firstMenu->setEnabled(choosable);
  if (!choosable) return;
  for (std::uint32_t i = 0; i < run->findings.size(); ++i) {
    if (i >= kNumberedKeys && run->firstFailure != i) continue;
    QAction* entry = i < kNumberedKeys ? action(chooseId(i)) : m_firstMenu->addAction(QString(), this, [this, i] { chooseFirstFailure(i); });
    nameChoice(entry, run.get(), i);
    m_firstMenu->addAction(entry);
  }
  m_firstMenu->addSeparator();
  m_firstMenu->addAction(action("first.tool"));
}

// What the log shows anyway is no choice.
void MainWindow::chooseFirstFailure(std::uint32_t index) {
  const auto run = m_state->run();
  if (!run || !run->complete || !run->firstFailure || index >= run->findings.size()) return;
  const bool asByLog = run->firstFailureTool == index;
  const QString step = asByLog ? tr("first failure as by the log") : tr("finding %1 as the first failure").arg(index + 1);
  m_overrides->set(step, {std::string()}, model::kFirstFailureOverride, asByLog ? std::string() : firstFailureValue(run->findings[index]));
  // Its check marks; not now, while one of its entries may be what called.
  QMetaObject::invokeMethod(this, &MainWindow::fillFirstFailureMenu, Qt::QueuedConnection);
}

void MainWindow::walkCandidates() {
  const auto run = m_state->run();
  if (!run || run->candidates.empty()) return;
  std::vector<std::uint32_t> rows;
  for (const model::Candidate& candidate : run->candidates) {
    const auto found = std::find_if(run->findings.begin(), run->findings.end(), [&](const model::Finding& finding) { return finding.id == candidate.id; });
    if (found != run->findings.end()) rows.push_back(static_cast<std::uint32_t>(found - run->findings.begin()));
  }
  if (rows.empty()) return;
  const auto selected = m_state->selection().finding;
  const auto at = selected ? std::find(rows.begin(), rows.end(), *selected) : rows.end();
  const std::uint32_t next = at == rows.end() || at + 1 == rows.end() ? rows.front() : *(at + 1);
  m_state->selectFinding(next);
}

void MainWindow::showFindingMenu(QWidget* list, QPoint at) {
  auto* view = qobject_cast<QAbstractItemView*>(list);
  const QModelIndex index = view->indexAt(at).isValid() ? view->indexAt(at) : view->currentIndex();
  const auto run = m_state->run();
  if (!index.isValid() || !run || !run->complete) return;
  const auto finding = static_cast<std::uint32_t>(index.row());
  m_state->selectFinding(finding);
  auto* menu = new QMenu(list);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(tr("Go to the line"), this, [this] { m_text->view()->setFocus(); });
  menu->addSeparator();
  if (run->firstFailureByUser && run->firstFailure == finding) {
    menu->addAction(tr("No longer the first failure: as by the log"), action("first.tool"), &QAction::trigger);
  } else {
    QAction* choose = menu->addAction(tr("Mark as the first failure"), this, [this, finding] { chooseFirstFailure(finding); });
    choose->setEnabled(run->firstFailure.has_value() && run->firstFailure != finding);
  }
  menu->addSeparator();
  menu->addActions({action("known.name"), action("known.forget")});
  menu->addSeparator();
  menu->addAction(tr("Why it has this role…"), this, [this, run, finding] { new TextSheet(tr("Finding %1").arg(finding + 1), toQt(report::explainFinding(*run, run->findings[finding])), kExplanation, this); });
  menu->popup(view->viewport()->mapToGlobal(at));
}

// --- known failures

void MainWindow::nameFailure() {
  const auto finding = selectedFinding();
  if (!finding) return;
  const model::Finding& named = m_state->run()->findings[*finding];
  const model::SeenBefore* seen = m_state->seenBefore(named);
  auto* sheet = new KnownSheet(toQt(named.title), seen ? toQt(seen->note) : QString(), seen ? toQt(seen->url) : QString(), this);
  connect(sheet, &KnownSheet::said, m_known, [this, index = *finding, run = m_state->run()](const QString& note, const QString& url) {
    if (m_state->run() == run) m_known->name(index, note, url);
  });
}

// --- notes

void MainWindow::note(bool withText) {
  // Several lines are marked together; a text is said of one place.
  const auto lines = m_text->view()->chosenLines(kMostMarked);
  const auto& selected = m_state->selection().line;
  const bool areSelected = selected && std::find(lines.begin(), lines.end(), *selected) != lines.end();
  if (!withText && areSelected && lines.size() > 1) return m_noteStore->markLines(lines);
  const TimelineView& timeline = *m_timeline->view();
  const auto span = timeline.chosenRange() ? timeline.chosenRange() : timeline.measuredRange();
  const auto lane = timeline.chosenRange() ? timeline.areaLane() : m_state->selection().lane;
  auto made = withText && span ? m_noteStore->noteOfSpan(*span, lane) : m_noteStore->noteOfSelection();
  if (!made && withText && m_noteStore->isChangeable()) made = model::Note();   // nothing is selected: of the run
  if (!made) return;
  const std::size_t before = m_state->notes().size();
  const auto index = m_noteStore->add(*made);
  if (!index) return;
  if (withText) return writeNote(*index);
  // A second M takes a bare mark away again.
  if (m_state->notes().size() == before && m_state->notes()[*index].text.empty()) m_noteStore->remove(*index);
}

// Whoever wrote it goes on where it was begun, which the list of notes may have covered.
void MainWindow::writeNote(std::uint32_t index) {
  const QPointer<QWidget> from = QApplication::focusWidget();
  const bool wasReading = !dock("text")->visibleRegion().isEmpty();
  dock("notes")->show();
  dock("notes")->raise();
  m_notes->editText(index);
  const auto back = [this, from, wasReading] {
    if (wasReading) dock("text")->raise();
    if (!from || from->window() != this) return;
    for (QWidget* each = from; each != nullptr; each = each->parentWidget()) {
      if (auto* const dock = qobject_cast<QDockWidget*>(each)) dock->raise();
    }
    from->setFocus();
  };
  connect(m_notes, &NotesPanel::textClosed, this, back, Qt::SingleShotConnection);
}

void MainWindow::walkNotes(int steps) {
  const model::Notes& notes = m_state->notes();
  if (notes.empty()) return;
  const int count = static_cast<int>(notes.size());
  if (const auto at = m_notes->current()) return m_notes->go(static_cast<std::uint32_t>((static_cast<int>(*at) + steps + count) % count));
  // From where the selection stands in time.
  const model::When& time = m_state->selection().time;
  const auto after = std::find_if(notes.begin(), notes.end(), [&time](const model::Note& note) { return time.known() && (!note.time.known() || note.time.utc > time.utc); });
  const int next = static_cast<int>(after - notes.begin());
  m_notes->go(static_cast<std::uint32_t>(steps > 0 ? next % count : (next - 1 + count) % count));
}

void MainWindow::removeNote() {
  if (const auto at = m_notes->current()) m_noteStore->remove(*at);
}

void MainWindow::onNotesChanged() {
  const session::Request& request = m_controller->request();
  if (!request.sideFile || request.paths.empty()) return;
  m_keeper.start([window = QPointer<MainWindow>(this), paths = request.paths, before = m_keptNotes, notes = m_state->notes(), run = m_state->run()] {
    const auto kept = session::keepNotes(paths, *run, *before, notes);
    if (kept) {
      *before = notes;
      return;
    }
    const auto say = [window, error = kept.error()] {
      if (!window.isNull()) window->m_notices->add(error);
    };
    QMetaObject::invokeMethod(QCoreApplication::instance(), say, Qt::QueuedConnection);
  });
}

}  // namespace lanescope::ui
