// SPDX-License-Identifier: Apache-2.0
// The window: puts the panes together, opens runs in the background, and owns what they share. Panes never call each other.
#pragma once

#include "ui/compare/comparison_controller.h"
#include "ui/models/override_store.h"
#include "ui/models/session_controller.h"
#include "ui/models/view_state.h"
#include "ui/shell/settings.h"

#include <QHash>
#include <QMainWindow>
#include <QThreadPool>

#include <functional>

class QDockWidget;
class QLabel;
class QMenu;
class QStackedWidget;
class QUndoStack;

namespace lanescope::ui {

class CompareHeader;
class CompareState;
class DifferencePanel;
class DropTarget;
class FindingsPanel;
class InspectorPanel;
class KeysSheet;
class LoadingStrip;
class LogPane;
class NoticeStrip;
class OutlinePanel;
class PairedPane;
class PairedTextPane;
class SourcesPanel;
class StartPage;
class TablePanel;
class TimelinePane;
class VerdictStrip;
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
  // Writes the picture of the visible range on a pool thread; `exported` or a notice follows.
  void exportTo(const QString& path);
  void setTheme(ThemeChoice choice);
  // Geometry and docks as they were left; else sensible ones. Windows made for tests and pictures do not call it.
  void restoreLayout();

  ViewState* state() const { return m_state; }
  SessionController* controller() const { return m_controller; }
  QAction* action(const char* id) const;
  NoticeStrip* notices() const { return m_notices; }
  VerdictStrip* verdict() const { return m_verdict; }
  LoadingStrip* loading() const { return m_loading; }
  LogPane* text() const { return m_text; }
  FindingsPanel* findings() const { return m_findings; }
  TimelinePane* timeline() const { return m_timeline; }
  SourcesPanel* sources() const { return m_sources; }
  ZoneButton* zone() const { return m_zone; }
  OverrideStore* overrides() const { return m_overrides; }
  CompareState* comparison() const { return m_compare; }
  ComparisonController* comparisonController() const { return m_comparison; }
  CompareHeader* compareHeader() const { return m_header; }
  DifferencePanel* differences() const { return m_differences; }
  PairedPane* pairedTimelines() const { return m_paired; }
  PairedTextPane* pairedTexts() const { return m_pairedTexts; }
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
  void closeEvent(QCloseEvent* event) override;

 private:
  void makePanes();
  void makeDocks();
  void makeActions();
  void makeMenus();
  void makeTop();
  void makeStatusBar();
  void makeComparison();                         // panes, docks and what drives them
  void makeCompareActions();
  void makeTimelineActions();
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
  void choosePicture();
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
  OverrideStore* m_overrides;
  QThreadPool m_keeper;      // one thread: what is kept last is what was said last
  QStackedWidget* m_centre = nullptr;
  StartPage* m_start = nullptr;
  TimelinePane* m_timeline = nullptr;
  LogPane* m_text = nullptr;
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
  ComparisonController* m_comparison = nullptr;
  ViewState* m_otherState = nullptr;             // of the baseline
  CompareState* m_compare = nullptr;
  CompareHeader* m_header = nullptr;
  PairedPane* m_paired = nullptr;
  DifferencePanel* m_differences = nullptr;
  PairedTextPane* m_pairedTexts = nullptr;
  DropTarget* m_drop = nullptr;
  QWidget* m_verdictPlace = nullptr;
  QMenu* m_compareMenu = nullptr;
  std::vector<session::Request> m_waiting;       // baselines to open when the run is read
  QByteArray m_singleDocks;                      // as they were before the comparison
  bool m_comparing = false;
  QMenu* m_recent = nullptr;
  ZoneButton* m_zone = nullptr;
  QLabel* m_counts = nullptr;
  QLabel* m_cursor = nullptr;
  QHash<QString, QAction*> m_actions;
  QByteArray m_savedDocks;
  qint64 m_openedAtMs = 0;
  qint64 m_readMs = 0;
  bool m_fresh = false;      // the next run is the first of its session
  bool m_remembers = false;  // layout is kept when the window closes
};

}  // namespace lanescope::ui
