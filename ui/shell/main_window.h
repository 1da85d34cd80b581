// SPDX-License-Identifier: Apache-2.0
// The window: puts the panes together, opens runs in the background, and owns what they share. Panes never call each other.
#pragma once

#include "core/session/kept_view.h"
#include "ui/compare/comparison_controller.h"
#include "ui/models/override_store.h"
#include "ui/models/session_controller.h"
#include "ui/models/view_state.h"
#include "ui/shell/settings.h"

#include <QHash>
#include <QMainWindow>
#include <QSet>
#include <QThreadPool>

#include <functional>

class QDockWidget;
class QLabel;
class QMenu;
class QMenuBar;
class QStackedWidget;
class QUndoStack;

namespace lanescope::ui {

class CompareHeader;
class CompareState;
class DifferencePanel;
class DropTarget;
class ExportSheet;
struct ExportSubject;
class FindingsPanel;
class FocusLine;
class IncidentPanel;
class InspectorPanel;
class KeysSheet;
class KnownStore;
class LaneFinderModel;
class LoadingStrip;
class LogPane;
class NoteStore;
class NotesPanel;
class NoticeStrip;
class OutlinePanel;
class PairedPane;
class PairedTextPane;
class PaletteModel;
class QuickPopup;
class SearchBox;
class SearchPanel;
class SearchState;
class ShortcutSheet;
class SourcesPanel;
class StartPage;
class SystemTheme;
class TablePanel;
class TimelinePane;
class VerdictStrip;
struct ViewLook;
class ViewSteps;
class ZoneButton;

class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  explicit MainWindow(QWidget* parent = nullptr);
  ~MainWindow() override;

  void open(session::Request request);
  void openPaths(const QStringList& paths);  // one run
  void addPaths(const QStringList& paths);   // the present run's paths and these, read anew
  // Sets other runs of the same job beside the present one, as soon as that is read; each request is one run.
  void compareWith(std::vector<session::Request> baselines);
  void comparePaths(const QStringList& paths);   // one baseline
  void setCompareOptions(CompareOptions options) { m_comparison->setOptions(std::move(options)); }
  void closeComparison();
  bool isComparing() const { return m_comparing; }
  // Writes the comparison on a pool thread, in the format that the name asks for; `exported` or a notice follows.
  void exportComparisonTo(const QString& path);
  // Writes a picture of the visible range or a report, as the name asks for, on a pool thread; `exported` or a notice follows.
  void exportTo(const QString& path);
  void openExportSheet();
  ExportSheet* exportSheet() const { return m_export; }    // null until it was opened once
  // Range, zero and selection of a picture that this program made, where it shows the present run; else a notice says why not.
  // False where the file carries no view: it is then opened like any other.
  bool showViewOf(const QString& picture);
  void setTheme(ThemeChoice choice);
  void follow(SystemTheme* system);              // where the theme is the system's
  // Shows the run as the file says (`lanescope.view/1`), as soon as it is read; a notice where it is a view of another one.
  void openView(const QString& path);
  void saveViewAs(const QString& path);
  session::KeptView presentView() const;         // of a complete run
  // Geometry and docks as they were left; else sensible ones. Windows made for tests and pictures do not call it.
  void restoreLayout();

  ViewState* state() const { return m_state; }
  SessionController* controller() const { return m_controller; }
  QAction* action(const char* id) const;
  NoticeStrip* notices() const { return m_notices; }
  VerdictStrip* verdict() const { return m_verdict; }
  LoadingStrip* loading() const { return m_loading; }
  LogPane* text() const { return m_text; }
  SearchState* search() const { return m_search; }
  SearchBox* searchBox() const { return m_searchBox; }
  SearchPanel* searchPanel() const { return m_searchPanel; }
  FindingsPanel* findings() const { return m_findings; }
  TimelinePane* timeline() const { return m_timeline; }
  SourcesPanel* sources() const { return m_sources; }
  ZoneButton* zone() const { return m_zone; }
  OverrideStore* overrides() const { return m_overrides; }
  IncidentPanel* incident() const { return m_incident; }
  NotesPanel* notes() const { return m_notes; }
  NoteStore* noteStore() const { return m_noteStore; }
  KnownStore* known() const { return m_known; }
  CompareState* comparison() const { return m_compare; }
  ComparisonController* comparisonController() const { return m_comparison; }
  CompareHeader* compareHeader() const { return m_header; }
  DifferencePanel* differences() const { return m_differences; }
  PairedPane* pairedTimelines() const { return m_paired; }
  PairedTextPane* pairedTexts() const { return m_pairedTexts; }
  ShortcutSheet* shortcuts() const { return m_shortcuts; }
  QuickPopup* palette() const { return m_palette; }
  QuickPopup* laneFinder() const { return m_laneFinder; }
  QMenuBar* menus() const { return m_menus; }
  bool showsStartPage() const;
  QDockWidget* dock(const char* objectName) const;

 Q_SIGNALS:
  void runShown();  // the complete run stands in all panes
  void exported(const QString& path);
  void compared();  // what differs stands in all panes

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragMoveEvent(QDragMoveEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;
  void closeEvent(QCloseEvent* event) override;

 private:
  static constexpr int kLowWindow = 820;         // below this height panes have no more than they need, and two share a place

  void makePanes();
  void makeDocks();
  // Of the window, in the direction of reading: Qt mirrors no docks.
  Qt::DockWidgetArea nearSide() const { return isRightToLeft() ? Qt::RightDockWidgetArea : Qt::LeftDockWidgetArea; }
  Qt::DockWidgetArea farSide() const { return isRightToLeft() ? Qt::LeftDockWidgetArea : Qt::RightDockWidgetArea; }
  void makeActions();
  void makeMenus();
  void makeTop();
  QWidget* makeBar();
  void makeStatusBar();
  // What the user adds to a run: main_window_added.cpp.
  void makeAdditions();                          // panes, docks and what keeps them
  void makeAddedActions();
  void updateAddedActions();
  void addMenus(QMenu* file, QMenu* edit);
  void fillFirstFailureMenu();
  void chooseFirstFailure(std::uint32_t finding);   // by its index
  void walkCandidates();
  void note(bool withText);
  void writeNote(std::uint32_t index);
  void walkNotes(int steps);
  void removeNote();
  void nameFailure();
  void showFindingMenu(QWidget* list, QPoint at);
  void onNotesChanged();
  std::optional<std::uint32_t> selectedFinding() const;
  void makeViewActions();                        // main_window_view.cpp
  void showLook(const ViewLook& look);
  session::KeptText presentText() const;
  void applyText(const session::KeptText& text);
  void applyView(const session::KeptView& view);
  void keepView();                               // beside the run, where the user has moved something
  void restoreView();
  void makeComparison();                         // panes, docks and what drives them
  void makeCompareActions();
  void makeTimelineActions();
  void addShiftDragMenu(QMenu* view);
  void showShiftDragTip();
  void toggleBottomPanel();
  void makePalette();                            // main_window_palette.cpp
  void openPalette();
  void runFromPalette(int row);
  QString whyNot(const QString& id) const;
  void goToFoundLane(int row);
  void makeKeys();                               // main_window_keys.cpp
  void followKeymap();
  void makeSearch();                             // main_window_search.cpp
  void openSearch();
  void openSearchHere();
  void showHits();
  void closeSearch();
  void walkHits(int direction);
  void goToOtherHits(int direction);
  void sayWentRound(int direction);
  void numberHits();
  void hideLanesWithoutHits();
  void addFilters(session::KeptView& view) const;
  void applyFilters(const session::KeptView& view);
  void restoreTextOptions();
  void keepTextOptions();
  void onBaseline(const std::shared_ptr<const model::Run>& baseline);
  void onCompared(const std::shared_ptr<const compare::Comparison>& comparison);
  void endComparing();                           // nothing is read or compared any more
  void showComparison();
  void leaveComparison();                        // back to the panes of one run
  void chooseBaseline(bool folder);
  void fillCompareMenu();
  void copyComparison(bool all);
  void chooseComparisonFile();
  void ignoreDifference();
  bool isCompareDock(const QDockWidget* dock) const;
  QAction* addCommand(const char* id, std::function<void()> run, QWidget* owner = nullptr);
  void fillRecent();
  void chooseFiles(bool adding);
  void chooseFolder();
  void makeExportActions();
  ExportSubject exportSubject() const;
  void copyForIssue(bool picture, bool text);
  void showAbout();

  void onOpened();
  void onOverridesChanged();
  void keep(const std::vector<std::string>& paths, const model::Overrides& said);
  void sayWhatDoesNotApply(const model::Run& run);
  void onRun(const std::shared_ptr<const model::Run>& run);
  void onFinished();
  void onEnded(const QString& sentence);
  void showDocks();
  void updateActions();
  void updateStatus();
  void updateCursor(const QString& readout);
  void walkFindings(int steps);
  void walkPanes(int steps);
  void stepOut();

  ViewState* m_state;
  SessionController* m_controller;
  QUndoStack* m_undo;
  ViewSteps* m_steps = nullptr;
  OverrideStore* m_overrides;
  QThreadPool m_keeper;      // one thread: what is kept last is what was said last
  NoteStore* m_noteStore = nullptr;
  KnownStore* m_known = nullptr;
  IncidentPanel* m_incident = nullptr;
  NotesPanel* m_notes = nullptr;
  QMenu* m_firstMenu = nullptr;
  std::optional<session::KeptView> m_shownView;  // as the run came up: kept beside it where it has changed
  std::shared_ptr<model::Notes> m_keptNotes = std::make_shared<model::Notes>();   // as they were kept last; of the keeper's thread
  std::vector<std::string> m_keptPaths;          // of the run shown, once the next one is being opened
  QString m_viewPath;                            // to apply when the run is read
  QStackedWidget* m_centre = nullptr;
  StartPage* m_start = nullptr;
  TimelinePane* m_timeline = nullptr;
  LogPane* m_text = nullptr;
  SearchState* m_search = nullptr;
  SearchBox* m_searchBox = nullptr;
  SearchPanel* m_searchPanel = nullptr;
  OutlinePanel* m_outline = nullptr;
  FindingsPanel* m_findings = nullptr;
  InspectorPanel* m_inspector = nullptr;
  TablePanel* m_ranks = nullptr;
  TablePanel* m_tests = nullptr;
  SourcesPanel* m_sources = nullptr;
  VerdictStrip* m_verdict = nullptr;
  LoadingStrip* m_loading = nullptr;
  NoticeStrip* m_notices = nullptr;
  KeysSheet* m_keys = nullptr;
  ShortcutSheet* m_shortcuts = nullptr;
  PaletteModel* m_paletteModel = nullptr;
  QuickPopup* m_palette = nullptr;
  LaneFinderModel* m_laneModel = nullptr;
  QuickPopup* m_laneFinder = nullptr;
  QStringList m_recentCommands;                  // the last one first
  ComparisonController* m_comparison = nullptr;
  ViewState* m_otherState = nullptr;             // of the baseline
  CompareState* m_compare = nullptr;
  CompareHeader* m_header = nullptr;
  PairedPane* m_paired = nullptr;
  DifferencePanel* m_differences = nullptr;
  PairedTextPane* m_pairedTexts = nullptr;
  DropTarget* m_drop = nullptr;
  FocusLine* m_focusLine = nullptr;
  ExportSheet* m_export = nullptr;
  QWidget* m_verdictPlace = nullptr;
  QMenu* m_compareMenu = nullptr;
  std::vector<session::Request> m_waiting;       // baselines to open when the run is read
  QByteArray m_singleDocks;                      // as they were before the comparison
  bool m_comparing = false;
  SystemTheme* m_system = nullptr;
  ThemeChoice m_theme = Settings::theme();
  QMenuBar* m_menus = nullptr;                   // inside the menu widget, where QMainWindow::menuBar() does not look
  QMenu* m_recent = nullptr;
  ZoneButton* m_zone = nullptr;
  QLabel* m_counts = nullptr;
  QLabel* m_cursor = nullptr;
  QHash<QString, QAction*> m_actions;
  QByteArray m_savedDocks;
  qint64 m_openedAtMs = 0;
  qint64 m_readMs = 0;
  bool m_fresh = false;      // the next run is the first of its session
  QList<QDockWidget*> m_bottomPanel;             // hidden together
  QDockWidget* m_bottomFront = nullptr;
  QSet<QString> m_tipsShown;
  bool m_remembers = false;  // layout is kept when the window closes
};

}  // namespace lanescope::ui
