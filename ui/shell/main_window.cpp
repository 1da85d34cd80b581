// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/main_window.h"

#include "core/session/kept_overrides.h"
#include "ui/compare/compare_header.h"
#include "ui/compare/difference_panel.h"
#include "ui/compare/paired_pane.h"
#include "ui/compare/paired_text_pane.h"
#include "ui/logview/log_pane.h"
#include "ui/models/keymap.h"
#include "ui/models/path_names.h"
#include "ui/models/rank_table_model.h"
#include "ui/models/tests_model.h"
#include "ui/models/words.h"
#include "ui/panels/findings_panel.h"
#include "ui/panels/incident_panel.h"
#include "ui/panels/inspector_panel.h"
#include "ui/panels/notes_panel.h"
#include "ui/panels/outline_panel.h"
#include "ui/panels/sources_panel.h"
#include "ui/panels/strips.h"
#include "ui/panels/table_panel.h"
#include "ui/panels/verdict_strip.h"
#include "ui/panels/zone_button.h"
#include "ui/search/search_panel.h"
#include "ui/shell/dock.h"
#include "ui/shell/drop_target.h"
#include "ui/shell/focus_line.h"
#include "ui/shell/keys_sheet.h"
#include "ui/shell/page_stack.h"
#include "ui/shell/shortcut_sheet.h"
#include "ui/shell/start_page.h"
#include "ui/shell/view_steps.h"
#include "ui/theme/shapes.h"
#include "ui/timeline/timeline_pane.h"

#include <QAction>
#include <QApplication>
#include <QDateTime>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QMimeData>
#include <QPointer>
#include <QScreen>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabBar>
#include <QTimer>
#include <QUndoStack>

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr QSize kDefaultSize(1440, 900);
constexpr QSize kSmallestSize(960, 600);

QStringList toPaths(const session::Request& request) {
  QStringList paths;
  for (const std::string& path : request.paths) paths << toQt(path);
  return paths;
}

QStringList localPaths(const QMimeData* data) {
  QStringList paths;
  for (const QUrl& url : data->urls()) {
    if (url.isLocalFile()) paths << url.toLocalFile();
  }
  return paths;
}

}  // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent),
      m_state(new ViewState(this)),
      m_controller(new SessionController(this)),
      m_undo(new QUndoStack(this)),
      m_overrides(new OverrideStore(m_state, m_undo, this)) {
  m_keeper.setMaxThreadCount(1);
  setWindowTitle(tr("Lanescope"));
  setWindowIcon(shapeIcon({Shape::diamond, Theme::of(ThemeKind::light).firstFailure, Qt::white}));
  setAcceptDrops(true);
  setMinimumSize(kSmallestSize);
  // Never larger than the screen: not every one has a window manager that would see to it.
  const QScreen* screen = QGuiApplication::primaryScreen();
  resize(screen ? kDefaultSize.boundedTo(screen->availableSize()) : kDefaultSize);
  makePanes();
  makeDocks();
  makeAdditions();
  makeComparison();
  makeActions();
  makeCompareActions();
  makeAddedActions();
  makeViewActions();
  makePalette();
  makeKeys();
  makeTop();
  makeStatusBar();
  m_keys = new KeysSheet(this);
  m_shortcuts = new ShortcutSheet(&Keymap::inForce(), this);
  connect(m_keys, &KeysSheet::changeRequested, action("keys.change"), &QAction::trigger);
  m_drop = new DropTarget(this);
  m_focusLine = new FocusLine(this);

  m_controller->setPreparation([runs = m_timeline->view()->preparedRuns()](const auto& run, const std::stop_token& stop) { runs->prepare(run, stop); });
  connect(m_controller, &SessionController::opened, this, &MainWindow::onOpened);
  connect(m_controller, &SessionController::reopened, this, [this] {
    m_openedAtMs = QDateTime::currentMSecsSinceEpoch();
    m_loading->begin(pathNames(toPaths(m_controller->request())));
  });
  connect(m_overrides, &OverrideStore::changed, this, &MainWindow::onOverridesChanged);
  connect(m_overrides, &OverrideStore::refused, this, [this](const base::Error& error) { m_notices->add(error); });
  connect(m_controller, &SessionController::progressed, m_loading, &LoadingStrip::show);
  connect(m_controller, &SessionController::runArrived, this, &MainWindow::onRun);
  connect(m_controller, &SessionController::finished, this, &MainWindow::onFinished);
  connect(m_controller, &SessionController::cancelled, this,
          [this] {
            onEnded(m_controller->isRereading() ? tr("Reading was stopped. What was set shows when the run is read again.")
                                                : tr("Reading was stopped. What was read so far is shown."));
          });
  connect(m_controller, &SessionController::failed, this, [this](const base::Error& error) {
    onEnded({});
    m_notices->add(error);
  });
  connect(m_loading, &LoadingStrip::cancelRequested, this, [this] {
    m_controller->cancel();
    m_comparison->cancel();
  });
  connect(m_state, &ViewState::runChanged, this, &MainWindow::updateActions);
  connect(m_state, &ViewState::runChanged, this, &MainWindow::updateStatus);
  connect(m_state, &ViewState::selectionChanged, this, [this] { updateCursor({}); });
  updateActions();
}

MainWindow::~MainWindow() {
  // Children die after this object's members: none may call back then. An editor that is still open tells what it holds when it dies,
  // so it does while what it tells is there.
  disconnect(m_undo, nullptr, this, nullptr);
  disconnect(m_overrides, nullptr, this, nullptr);
  delete m_focusLine;                            // it looks at a window that is whole
  delete m_sources;
  delete m_notes;
}

void MainWindow::makePanes() {
  m_start = new StartPage(this);
  m_timeline = new TimelinePane(m_state, this);
  m_centre = new PageStack(this);
  m_centre->addWidget(m_start);
  m_centre->addWidget(m_timeline);
  setCentralWidget(m_centre);
  m_search = new SearchState(m_state, this);
  m_text = new LogPane(m_state, m_search, this);
  m_searchPanel = new SearchPanel(m_search, this);
  m_outline = new OutlinePanel(m_state, this);
  m_findings = new FindingsPanel(m_state, this);
  m_inspector = new InspectorPanel(m_state, this);
  m_ranks =
      new TablePanel(m_state, new RankTableModel(m_state), tr("Ranks"), tr("No rank was recognised in what was read."), this);
  m_tests = new TablePanel(m_state, new TestsModel(m_state), tr("Tests that did not pass"),
                           tr("Every test that was recognised passed or was skipped on all its ranks."), this);
  m_sources = new SourcesPanel(m_state, m_overrides, this);
  m_zone = new ZoneButton(m_state, m_overrides, this);
  m_tests->setTextElideMode(Qt::ElideMiddle);  // the ends of node ids tell more than their middles
  connect(m_start, &StartPage::openRequested, this, [this] { chooseFiles(false); });
  connect(m_start, &StartPage::openFolderRequested, this, &MainWindow::chooseFolder);
  connect(m_start, &StartPage::runChosen, this, &MainWindow::openPaths);
  connect(m_start, &StartPage::removeRequested, this, [this](const QStringList& paths) {
    Settings::removeRecent(paths);
    fillRecent();
  });
  connect(m_timeline->view(), &TimelineView::cursorMoved, this, &MainWindow::updateCursor);
  connect(m_findings, &FindingsPanel::openRequested, this, [this] { m_text->view()->setFocus(); });
  connect(m_sources, &SourcesPanel::openRequested, this, [this] {
    dock("text")->show();
    dock("text")->raise();
    m_text->view()->setFocus();
  });
  connect(m_text->view(), &LogView::showInTimelineRequested, this, [this] {
    m_timeline->view()->setFocus();
    m_timeline->view()->fitSelection();
  });
}

void MainWindow::makeDocks() {
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
  for (const Qt::DockWidgetArea side : {Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea}) setTabPosition(side, QTabWidget::North);
  setDockOptions(AllowNestedDocks | AllowTabbedDocks);
  addDockWidget(nearSide(), makeDock(QStringLiteral("outline"), tr("Outline"), m_outline, Caption::none, this));
  addDockWidget(farSide(),
                makeDock(QStringLiteral("findings"), tr("What happened"), m_findings, Caption::shown, this));
  addDockWidget(farSide(),
                makeDock(QStringLiteral("inspector"), tr("Inspector"), m_inspector, Caption::shown, this));
  QDockWidget* text = makeDock(QStringLiteral("text"), tr("Log text"), m_text, Caption::none, this);
  addDockWidget(Qt::BottomDockWidgetArea, text);
  makeSearch();                                  // beside the text: what is in tabs cannot be split
  for (QDockWidget* table : {makeDock(QStringLiteral("ranks"), tr("Ranks"), m_ranks, Caption::shown, this),
                             makeDock(QStringLiteral("tests"), tr("Tests"), m_tests, Caption::shown, this),
                             makeDock(QStringLiteral("sources"), tr("Sources"), m_sources, Caption::shown, this)}) {
    addDockWidget(Qt::BottomDockWidgetArea, table);
    tabifyDockWidget(text, table);
  }
  text->raise();
  m_outline->setMinimumWidth(210);
  m_findings->setMinimumSize(250, 160);
  m_inspector->setMinimumSize(250, 100);
  m_text->setMinimumHeight(120);
  connect(m_outline, &OutlinePanel::testsRequested, this, [this] { dock("tests")->raise(); });
  for (QDockWidget* each : findChildren<QDockWidget*>()) each->hide();
}

// Docks belong to a run: the start page stands alone.
void MainWindow::showDocks() {
  if (!showsStartPage()) return;
  m_centre->setCurrentWidget(m_timeline);
  const bool low = height() < kLowWindow;
  if (low) {
    // Out of its place first: else the tab bar of the split stays behind.
    removeDockWidget(dock("inspector"));
    tabifyDockWidget(dock("incident"), dock("inspector"));
  }
  for (QDockWidget* each : findChildren<QDockWidget*>()) each->setVisible(!isCompareDock(each) && each != dock("search"));
  dock("text")->raise();
  dock("findings")->raise();
  resizeDocks({dock("outline"), dock("findings")}, {width() / 10 + 78, width() / 10 + 160}, Qt::Horizontal);
  resizeDocks({dock("text")}, {height() * (low ? 23 : 34) / 100}, Qt::Vertical);
  if (!low) resizeDocks({dock("findings"), dock("inspector")}, {62, 38}, Qt::Vertical);
  if (m_savedDocks.isEmpty()) return;
  restoreState(m_savedDocks);
  for (QDockWidget* each : findChildren<QDockWidget*>()) {
    if (isCompareDock(each) || each == dock("search")) each->hide();
  }
}

bool MainWindow::showsStartPage() const { return m_centre->currentWidget() == m_start; }

QDockWidget* MainWindow::dock(const char* objectName) const { return findChild<QDockWidget*>(QLatin1String(objectName)); }

void MainWindow::restoreLayout() {
  m_remembers = true;
  restoreTextOptions();
  Keymap::inForce().setChanges(Settings::keys());
  LanesView::setShiftDrag(Settings::shiftDragPans() ? LanesView::ShiftDrag::pan : LanesView::ShiftDrag::measure);
  m_recentCommands = Settings::recentCommands();
  restoreGeometry(Settings::geometry());
  m_savedDocks = Settings::docks();
}

void MainWindow::closeEvent(QCloseEvent* event) {
  keepView();
  if (m_remembers) Settings::setWindow(saveGeometry(), showsStartPage() ? QByteArray() : m_comparing ? m_singleDocks : saveState());
  QMainWindow::closeEvent(event);
}

void MainWindow::makeStatusBar() {
  m_counts = new QLabel(this);
  m_cursor = new QLabel(this);
  for (QLabel* label : {m_counts, m_cursor}) {
    label->setFont(uiFont(11));
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setTextFormat(Qt::PlainText);
  }
  m_counts->setContentsMargins(12, 0, 12, 0);
  m_cursor->setContentsMargins(12, 0, 12, 0);
  m_counts->setMinimumWidth(1);
  statusBar()->setSizeGripEnabled(false);
  statusBar()->addWidget(m_counts, 1);
  statusBar()->addPermanentWidget(m_zone);
  statusBar()->addPermanentWidget(m_cursor);
  updateStatus();
  updateCursor({});
}

// --- opening

void MainWindow::openPaths(const QStringList& paths) {
  if (paths.isEmpty() || (paths.size() == 1 && showViewOf(paths.front()))) return;
  session::Request request;
  for (const QString& path : paths) request.paths.push_back(path.toStdString());
  open(std::move(request));
}

void MainWindow::addPaths(const QStringList& paths) {
  session::Request request = m_controller->request();
  request.overrides.reset();                     // they are of another run: what is kept for the new one counts
  for (const QString& path : paths) request.paths.push_back(path.toStdString());
  open(std::move(request));
}

void MainWindow::open(session::Request request) {
  QString view;
  const auto isView = [&view](const std::string& path) {
    if (!session::isViewFile(path)) return false;
    view = toQt(path);
    return true;
  };
  request.paths.erase(std::remove_if(request.paths.begin(), request.paths.end(), isView), request.paths.end());
  // A view alone is of the run that is shown.
  if (request.paths.empty()) return openView(view);
  request.known = request.known || request.sideFile;
  m_controller->open(std::move(request));
  m_viewPath = view;
}

void MainWindow::onOpened() {
  keepView();
  const QStringList paths = toPaths(m_controller->request());
  m_fresh = true;
  m_openedAtMs = QDateTime::currentMSecsSinceEpoch();
  m_readMs = 0;
  m_notices->clear();
  m_waiting.clear();
  closeComparison();
  m_loading->begin(pathNames(paths));
  setWindowTitle(tr("%1 – Lanescope").arg(pathNames(paths)));
  m_steps->pause();
  m_state->setRun(nullptr, true);
}

void MainWindow::keep(const std::vector<std::string>& paths, const model::Overrides& said) {
  m_keeper.start([window = QPointer<MainWindow>(this), paths, said, run = m_state->run()] {
    const auto kept = session::keepOverrides(paths, *run, said);
    if (kept) return;
    const auto say = [window, error = kept.error()] {
      if (!window.isNull()) window->m_notices->add(error);
    };
    QMetaObject::invokeMethod(QCoreApplication::instance(), say, Qt::QueuedConnection);
  });
}

// What the user says of the run holds at once: it is read again with it, and kept beside it meanwhile.
void MainWindow::onOverridesChanged() {
  session::Request request = m_controller->request();
  request.overrides = m_overrides->all();
  request.zone.clear();                          // among them, where the command line gave one
  // Without the side file nothing is known of what it keeps: nothing is kept then either.
  if (request.sideFile) keep(request.paths, m_overrides->all());
  m_controller->reopen(std::move(request));
}

void MainWindow::sayWhatDoesNotApply(const model::Run& run) {
  if (run.sideFileError) m_notices->add(*run.sideFileError);
  if (run.knownError) m_notices->add(*run.knownError);
  for (const model::Override& said : run.overrides) {
    if (said.problem.empty()) continue;
    m_notices->add(base::Error{base::ErrorCode::invalidArgument, "a setting does not apply: " + said.problem, said.source, "reset it in the table of sources"});
  }
}

void MainWindow::onRun(const std::shared_ptr<const model::Run>& run) {
  showDocks();
  // What follows from a Run and painting it are two turns of the event loop: a key waits for one of them.
  setUpdatesEnabled(false);
  QTimer::singleShot(0, this, [this] { setUpdatesEnabled(true); });
  m_steps->pause();                              // what the run changes nobody has asked for
  m_state->setRun(run, std::exchange(m_fresh, false));
}

void MainWindow::onFinished() {
  m_readMs = QDateTime::currentMSecsSinceEpoch() - m_openedAtMs;
  m_loading->end();
  const auto run = m_state->run();
  setWindowTitle(tr("%1 – Lanescope").arg(toQt(run->name)));
  for (const input::Input& input : run->inputs) {
    if (input.error) m_notices->add(*input.error);
  }
  sayWhatDoesNotApply(*run);
  if (m_remembers) Settings::addRecent(toPaths(m_controller->request()));
  fillRecent();
  updateStatus();
  updateActions();
  if (!m_controller->isRereading()) m_timeline->view()->setFocus();
  restoreView();
  m_steps->begin();
  m_comparison->setRun(run, m_controller->request());
  if (!m_waiting.empty()) m_comparison->open(std::exchange(m_waiting, {}));
  Q_EMIT runShown();
}

void MainWindow::onEnded(const QString& sentence) {
  m_loading->end();
  if (m_state->run() == nullptr) {
    m_centre->setCurrentWidget(m_start);
    for (QDockWidget* each : findChildren<QDockWidget*>()) each->hide();
    setWindowTitle(tr("Lanescope"));
    fillRecent();
  } else if (!sentence.isEmpty()) {
    m_notices->add(sentence);
  }
  updateActions();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (localPaths(event->mimeData()).isEmpty()) return;
  event->acceptProposedAction();
  m_start->setDropping(true);
  if (m_state->run()) m_drop->open(event->position().toPoint());
}

void MainWindow::dragMoveEvent(QDragMoveEvent* event) {
  m_drop->move(event->position().toPoint());
  event->acceptProposedAction();
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent*) {
  m_start->setDropping(false);
  m_drop->hide();
}

// With a run open, the right half compares with it. With Shift what is dropped is added to the present run.
void MainWindow::dropEvent(QDropEvent* event) {
  m_start->setDropping(false);
  m_drop->hide();
  const QStringList paths = localPaths(event->mimeData());
  if (paths.isEmpty()) return;
  event->acceptProposedAction();
  // A picture is no run to compare with, wherever it is dropped.
  if (paths.size() == 1 && showViewOf(paths.front())) return;
  if (event->modifiers().testFlag(Qt::ShiftModifier) && m_state->run())
    addPaths(paths);
  else if (m_state->run() && m_drop->comparesAt(event->position().toPoint()))
    comparePaths(paths);
  else
    openPaths(paths);
}

// --- what the status bar says

void MainWindow::updateStatus() {
  const auto run = m_state->run();
  if (run == nullptr) {
    m_counts->setText(tr("No run is open"));
    return;
  }
  std::uint64_t lines = 0;
  QStringList bases;
  for (int i = 0; i < model::kBasisCount; ++i) {
    const std::uint64_t count = run->clock.lines[static_cast<std::size_t>(i)];
    lines += count;
    if (count > 0)
      bases << QStringLiteral("%1 %2").arg(countText(count),
                                           i == static_cast<int>(model::Basis::none)
                                               ? tr("without time")
                                               : QLatin1String(model::toString(static_cast<model::Basis>(i))));
  }
  QString text = countedText(lines, tr("1 line"), tr("%1 lines")) +
                 countedText(run->sources.size(), tr(" in 1 source"), tr(" in %1 sources"));
  if (!bases.isEmpty()) text += QStringLiteral(" · ") + bases.join(QStringLiteral(", "));
  if (m_readMs > 0) text += QStringLiteral(" · ") + tr("read in %1").arg(durationText(static_cast<double>(m_readMs) / 1000));
  m_counts->setText(text);
  m_counts->setToolTip(text);
}

// Under the pointer, else the selection.
void MainWindow::updateCursor(const QString& readout) {
  QString text = readout;
  const Selection& selection = m_state->selection();
  if (text.isEmpty() && m_state->run() && selection.time.known()) {
    text = QStringList{timeText(selection.time), errorText(selection.time)}.join(QLatin1Char(' ')).trimmed();
    if (selection.lane) text += QStringLiteral(" · ") + laneText(*m_state->run(), *selection.lane);
  }
  const Keymap::Keys keys = Keymap::inForce().keys(QStringLiteral("help.keys"));
  QStringList parts;
  if (!text.isEmpty()) parts << tr("cursor %1").arg(text);
  if (!keys.isEmpty()) parts << tr("%1 keys").arg(keys.front().toString(QKeySequence::NativeText));
  m_cursor->setText(parts.join(QStringLiteral(" · ")));
}

// --- walking

void MainWindow::walkFindings(int steps) {
  const auto run = m_state->run();
  if (run == nullptr || !run->complete || run->findings.empty()) return;
  const int count = static_cast<int>(run->findings.size());
  const auto at = m_state->selection().finding;
  const int next = at ? (static_cast<int>(*at) + steps + count) % count : (steps > 0 ? 0 : count - 1);
  m_state->selectFinding(static_cast<std::uint32_t>(next));
}

void MainWindow::walkPanes(int steps) {
  QList<QWidget*> panes;
  for (QWidget* pane :
       {static_cast<QWidget*>(m_timeline->view()), static_cast<QWidget*>(m_text->view()), static_cast<QWidget*>(m_searchPanel), static_cast<QWidget*>(m_ranks),
        static_cast<QWidget*>(m_tests), static_cast<QWidget*>(m_sources), static_cast<QWidget*>(m_notes), static_cast<QWidget*>(m_incident), static_cast<QWidget*>(m_findings),
        static_cast<QWidget*>(m_inspector), static_cast<QWidget*>(m_outline), static_cast<QWidget*>(m_paired->view()),
        static_cast<QWidget*>(m_differences), static_cast<QWidget*>(m_pairedTexts->view())}) {
    // Docks behind a tab stand outside the window.
    const bool inside = pane->isVisible() && rect().intersects(QRect(pane->mapTo(this, QPoint()), pane->size()));
    if (inside) panes << pane;
  }
  if (panes.isEmpty()) return;
  qsizetype at = -1;
  for (qsizetype i = 0; i < panes.size(); ++i) {
    if (panes[i]->hasFocus() || panes[i]->isAncestorOf(QApplication::focusWidget())) at = i;
  }
  const qsizetype next = at < 0 ? 0 : (at + steps + panes.size()) % panes.size();
  panes[next]->setFocus(Qt::TabFocusReason);
}

// Tabs of docks stay where all their docks are closed: nothing to be reached by Tab.
bool MainWindow::event(QEvent* event) {
  const bool handled = QMainWindow::event(event);
  if (event->type() == QEvent::LayoutRequest) {
    for (QTabBar* tabs : findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) tabs->setFocusPolicy(tabs->count() > 0 ? Qt::TabFocus : Qt::NoFocus);
  }
  return handled;
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
  // Not a shortcut: a pane that has something to close takes the key first.
  if (event->key() == Qt::Key_Escape) return stepOut();
  QMainWindow::keyPressEvent(event);
}

void MainWindow::stepOut() {
  if (m_keys->isVisible()) return m_keys->hide();
  if (m_shortcuts->isVisible()) return m_shortcuts->hide();
  if (dock("search")->isVisible() || m_search->isActive()) return closeSearch();
  QWidget* const timeline = m_comparing ? static_cast<QWidget*>(m_paired->view()) : m_timeline->view();
  if (!timeline->hasFocus()) return timeline->setFocus();
  m_state->showAll();
}

}  // namespace lanescope::ui
