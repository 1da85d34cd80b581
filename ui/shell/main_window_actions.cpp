// SPDX-License-Identifier: Apache-2.0
// Actions and menus of the main window, from the table of commands.
#include "ui/compare/compare_header.h"
#include "ui/compare/compare_state.h"
#include "ui/logview/log_pane.h"
#include "ui/models/added.h"
#include "ui/models/keymap.h"
#include "ui/models/path_names.h"
#include "ui/models/words.h"
#include "ui/panels/strips.h"
#include "ui/panels/verdict_strip.h"
#include "ui/panels/zone_button.h"
#include "ui/search/search_box.h"
#include "ui/shell/keys_sheet.h"
#include "ui/shell/main_window.h"
#include "ui/shell/sample_run.h"
#include "ui/shell/shortcut_sheet.h"
#include "ui/shell/start_page.h"
#include "ui/shell/system_theme.h"
#include "ui/shell/text_sheet.h"
#include "ui/shell/top_bar.h"

#include <QActionGroup>
#include <QApplication>
#include <QDockWidget>
#include <QFileDialog>
#include <QMenuBar>
#include <QUndoStack>
#include <QVBoxLayout>

namespace lanescope::ui {

namespace {

constexpr QSize kAbout(460, 190);
}  // namespace

QAction* MainWindow::addCommand(const char* id, std::function<void()> run, QWidget* owner) {
  const Command& entry = command(id);
  auto* action = new QAction(commandText(entry), this);
  action->setShortcuts(Keymap::inForce().keys(QLatin1String(id)));
  action->setShortcutContext(owner == nullptr ? Qt::WindowShortcut : Qt::WidgetWithChildrenShortcut);
  connect(action, &QAction::triggered, this, run);
  (owner == nullptr ? this : owner)->addAction(action);
  m_actions.insert(QLatin1String(id), action);
  return action;
}

QAction* MainWindow::action(const char* id) const { return m_actions.value(QLatin1String(id)); }

void MainWindow::makeActions() {
  addCommand("file.open", [this] { chooseFiles(false); });
  addCommand("file.openFolder", [this] { chooseFolder(); });
  addCommand("file.add", [this] { chooseFiles(true); });
  makeExportActions();
  addCommand("file.quit", [this] { close(); });
  addCommand("edit.undo", [this] { m_undo->undo(); });
  addCommand("edit.redo", [this] { m_undo->redo(); });
  const auto name = [this](const char* id, const QString& step) {
    const QString text = commandText(command(id));
    action(id)->setText(step.isEmpty() ? text : tr("%1: %2").arg(text, step));
  };
  connect(m_undo, &QUndoStack::undoTextChanged, this, [name](const QString& step) { name("edit.undo", step); });
  connect(m_undo, &QUndoStack::redoTextChanged, this, [name](const QString& step) { name("edit.redo", step); });
  connect(m_undo, &QUndoStack::canUndoChanged, action("edit.undo"), &QAction::setEnabled);
  connect(m_undo, &QUndoStack::canRedoChanged, action("edit.redo"), &QAction::setEnabled);
  for (const char* id : {"edit.undo", "edit.redo"}) action(id)->setEnabled(false);
  addCommand("go.answer", [this] {
    if (m_compare->result()) m_compare->showAnswer();
    else m_state->showAnswer();
  });
  addCommand("go.all", [this] { m_state->showAll(); });
  addCommand("go.next", [this] { walkFindings(1); });
  addCommand("go.previous", [this] { walkFindings(-1); });
  addCommand("find.open", [this] { openSearch(); });
  addCommand("find.here", [this] { openSearchHere(); });
  makeTimelineActions();
  addCommand("pane.next", [this] { walkPanes(1); });
  addCommand("pane.previous", [this] { walkPanes(-1); });
  addCommand("help.keys", [this] {
    if (m_keys->isVisible()) m_keys->hide();
    else m_keys->open();
  });
  addCommand("keys.change", [this] {
    m_keys->hide();
    m_shortcuts->open();
  });
  addCommand("help.sample", [this] { openPaths(samplePaths()); })->setEnabled(!samplePaths().isEmpty());
  addCommand("help.about", [this] { showAbout(); });
  addCommand(
      "text.copyBare", [this] { m_text->view()->copy(false); }, m_text);
  addCommand(
      "text.copyEvidence", [this] { m_text->view()->copyEvidence(); }, m_text);
  addCommand(
      "text.wrap", [this] { m_text->view()->setWrap(!m_text->view()->wraps()); }, m_text);
  addCommand("text.everything", [this] {
    LogView* const text = m_text->view();
    if (text->showsEverything()) text->showScope();
    else text->showEverything();
  });
}

void MainWindow::updateActions() {
  const auto run = m_state->run();
  const bool complete = run && run->complete;
  for (const char* id : {"file.export", "file.copyBoth", "file.copyPicture", "file.copyText"}) action(id)->setEnabled(complete);
  action("file.add")->setEnabled(run != nullptr);
  action("go.answer")->setEnabled(complete && (run->firstFailure || m_compare->result()));
  action("go.all")->setEnabled(run != nullptr);
  for (const char* id : {"find.open", "find.here"}) action(id)->setEnabled(run != nullptr);
  m_searchBox->setEnabled(run != nullptr);
  for (const char* id : {"lanes.find", "timeline.lanes"}) action(id)->setEnabled(run != nullptr && !m_comparing);
  action("text.everything")->setEnabled(run != nullptr && !m_comparing);
  for (const char* id : {"file.compare", "file.compareFolder"}) action(id)->setEnabled(run != nullptr);
  action("compare.close")->setEnabled(m_comparing);
  for (const char* id : {"compare.next", "compare.previous", "compare.swap", "compare.copy", "compare.copyAll", "compare.export", "compare.ignore"})
    action(id)->setEnabled(m_compare->result() != nullptr);
  updateAddedActions();
  for (const char* id : {"go.next", "go.previous"}) action(id)->setEnabled(complete && !run->findings.empty());
}

void MainWindow::makeMenus() {
  QMenu* file = menuBar()->addMenu(tr("&File"));
  file->addActions({action("file.open"), action("file.openFolder"), action("file.add")});
  m_recent = file->addMenu(tr("Recent"));
  file->addSeparator();
  m_compareMenu = file->addMenu(tr("Compare with"));
  connect(m_compareMenu, &QMenu::aboutToShow, this, &MainWindow::fillCompareMenu);
  m_compareMenu->addActions({action("file.compare"), action("file.compareFolder")});
  file->addSeparator();
  file->addActions({action("file.export"), action("file.copyBoth"), action("file.copyPicture"), action("file.copyText")});
  file->addSeparator();
  file->addAction(action("file.quit"));

  QMenu* edit = menuBar()->addMenu(tr("&Edit"));
  edit->addActions({action("edit.undo"), action("edit.redo")});
  edit->addSeparator();
  edit->addMenu(m_zone->choices());
  addMenus(file, edit);

  QMenu* view = menuBar()->addMenu(tr("&View"));
  view->addActions({action("go.answer"), action("go.all"), action("go.back"), action("go.forward"), action("go.next"), action("go.previous"), action("find.open"), action("find.here"), action("text.everything")});
  view->addActions({action("lanes.find"), action("timeline.lanes")});
  view->addSeparator();
  for (const char* name : {"outline", "findings", "incident", "inspector", "text", "search", "ranks", "tests", "sources", "notes"})
    view->addAction(dock(name)->toggleViewAction());
  view->addAction(action("panel.bottom"));
  view->addSeparator();
  addShiftDragMenu(view);
  QMenu* theme = view->addMenu(tr("Theme"));
  auto* group = new QActionGroup(this);
  const auto addTheme = [&](const QString& text, ThemeChoice choice) {
    QAction* made = theme->addAction(text, this, [this, choice] { setTheme(choice); });
    made->setCheckable(true);
    made->setChecked(Settings::theme() == choice);
    group->addAction(made);
  };
  addTheme(tr("As the system"), ThemeChoice::system);
  addTheme(tr("Light"), ThemeChoice::light);
  addTheme(tr("Dark"), ThemeChoice::dark);

  QMenu* compare = menuBar()->addMenu(tr("&Compare"));
  compare->addActions({action("file.compare"), action("file.compareFolder")});
  compare->addSeparator();
  compare->addActions({action("compare.next"), action("compare.previous"), action("compare.swap")});
  compare->addSeparator();
  compare->addActions({action("compare.copy"), action("compare.copyAll"), action("compare.export"), action("compare.ignore")});
  compare->addSeparator();
  compare->addAction(action("compare.close"));

  QMenu* help = menuBar()->addMenu(tr("&Help"));
  help->addActions({action("palette.open"), action("help.keys"), action("keys.change"), action("help.sample"), action("help.about")});
  fillRecent();
}

QWidget* MainWindow::makeBar() {
  m_menus = menuBar();
  auto* bar = new TopBar(m_menus, m_searchBox, this);
  bar->addButton(tr("Open…"), action("file.open"));
  bar->addButton(tr("Compare…"), action("file.compare"));
  bar->addButton(tr("Export…"), action("file.export"));
  const LogView* const text = m_text->view();
  const auto tell = [bar, text] { bar->setTextScale(static_cast<double>(text->textSize()) / LogView::kTextSize); };
  connect(text, &LogView::optionsChanged, bar, tell);
  tell();
  return bar;
}

// Menu bar, notices, verdict and progress stand above the docks, over the whole width.
void MainWindow::makeTop() {
  auto* top = new QWidget(this);
  auto* layout = new QVBoxLayout(top);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  makeMenus();
  m_notices = new NoticeStrip(top);
  // The strip shows itself whenever there is a run: what a comparison hides is its place.
  m_verdictPlace = new QWidget(top);
  m_verdict = new VerdictStrip(m_state, m_verdictPlace);
  auto* place = new QVBoxLayout(m_verdictPlace);
  place->setContentsMargins(0, 0, 0, 0);
  place->addWidget(m_verdict);
  m_header = new CompareHeader(m_compare, top);
  m_header->hide();
  m_loading = new LoadingStrip(top);
  layout->addWidget(makeBar());
  layout->addWidget(m_verdictPlace);
  layout->addWidget(m_header);
  layout->addWidget(m_notices);
  layout->addWidget(m_loading);
  setMenuWidget(top);
}

void MainWindow::fillRecent() {
  m_start->setRecent(Settings::recent());
  m_recent->clear();
  for (const QStringList& paths : Settings::recent()) {
    QAction* entry = m_recent->addAction(pathNames(paths), this, [this, paths] { openPaths(paths); });
    entry->setToolTip(paths.join(QLatin1Char('\n')));
  }
  m_recent->setToolTipsVisible(true);
  if (m_recent->isEmpty()) {
    m_recent->addAction(tr("Nothing was opened before"))->setEnabled(false);
    return;
  }
  m_recent->addSeparator();
  m_recent->addAction(tr("Forget these"), this, [this] {
    Settings::clearRecent();
    fillRecent();
  });
}

void MainWindow::setTheme(ThemeChoice choice) {
  if (m_remembers) Settings::setTheme(choice);
  m_theme = choice;
  applyTheme(*qApp, choice == ThemeChoice::system && m_system ? m_system->kind() : Settings::kindOf(choice));
}

void MainWindow::follow(SystemTheme* system) {
  m_system = system;
  connect(system, &SystemTheme::changed, this, [this] {
    if (m_theme == ThemeChoice::system) setTheme(m_theme);
  });
}

void MainWindow::chooseFiles(bool adding) {
  auto* dialog = new QFileDialog(this, adding ? tr("Add to this run") : tr("Open"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFiles);
  dialog->setNameFilters(
      {tr("Artifacts and logs (*.zip *.tar *.gz *.tgz *.xz *.zst *.bz2 *.7z *.log *.txt *.out *.err *.json *.jsonl *.xml)"),
       tr("All files (*)")});
  connect(dialog, &QFileDialog::filesSelected, this,
          [this, adding](const QStringList& paths) { adding ? addPaths(paths) : openPaths(paths); });
  dialog->open();
}

void MainWindow::chooseFolder() {
  auto* dialog = new QFileDialog(this, tr("Open folder"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::Directory);
  dialog->setOption(QFileDialog::ShowDirsOnly);
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) { openPaths({path}); });
  dialog->open();
}

void MainWindow::showAbout() {
  const QString name = tr("Lanescope %1").arg(QCoreApplication::applicationVersion()).trimmed();
  new TextSheet(name, tr("Timeline and log viewer for multi-rank GPU jobs.\nApache License 2.0. It makes no network connection."), kAbout, this);
}

}  // namespace lanescope::ui
