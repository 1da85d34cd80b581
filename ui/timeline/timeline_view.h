// SPDX-License-Identifier: Apache-2.0
// The timeline of a run: rulers, job row, phases, pinned lanes and labels stay in place, the other lanes scroll under them. Shows and
// changes a ViewState: range, selection. GUI thread only; its frames are made on a thread beside it.
#pragma once

#include "ui/timeline/area_counts.h"
#include "ui/timeline/lane_words.h"
#include "ui/timeline/lanes_view.h"
#include "ui/timeline/mark_list.h"
#include "ui/timeline/prepared_run.h"
#include "ui/timeline/timeline_frame.h"

#include <memory>
#include <optional>

class QMenu;

namespace lanescope::ui {

class TimelineView : public LanesView {
  Q_OBJECT
 public:
  static constexpr int kEdgeWidth = 40;          // of the column that says the state of each lane

  explicit TimelineView(ViewState* state, QWidget* parent = nullptr);
  ~TimelineView() override;

  void setCollapsed(std::uint32_t launch, bool collapsed);
  bool isCollapsed(std::uint32_t launch) const { return m_collapsed.count(launch) > 0; }
  // Which lanes, in what order, under which headings. Stays when another run is opened, but for the lanes that are named one by one.
  const LaneArrangement& arrangement() const { return m_arrangement; }
  void setArrangement(LaneArrangement arrangement);
  // Beside the arrangement, and not a part of it: only lanes in which a search found something; nullopt: all.
  void setLanesWithHits(std::optional<std::set<LaneKey>> lanes);
  bool showsOnlyHits() const { return m_withHits.has_value(); }
  bool hidesLanes() const { return m_arrangement.hides() || showsOnlyHits(); }
  std::size_t hiddenLanes() const { return m_layout->hiddenCount(); }
  std::size_t allLanes() const { return m_layout->allCount(); }
  // Long stretches in which nothing happens on any lane become a narrow strip.
  bool foldsIdleTime() const { return m_foldsIdle; }
  void setFoldsIdleTime(bool folds);
  // All of that at once, for a view that is kept or a step that is taken back.
  TimelineLook look() const { return {m_arrangement, m_collapsed, m_closedGroups, m_foldsIdle}; }
  void setLook(TimelineLook look);

  // What is drawn at a point of the viewport.
  std::optional<Hit> hitAt(QPoint position) const;
  // What happened in the area chosen by dragging across lanes.
  std::optional<AreaCounts> area() const { return m_chosen ? m_area : std::nullopt; }
  // Its lane, where it is of one alone.
  std::optional<model::LaneId> areaLane() const { return m_chosen ? m_areaLane : std::nullopt; }
  const LaneLayout& layoutOfRows() const { return *m_layout; }
  int headerHeight() const { return m_header.height(); }
  QRect rowRect(std::size_t row) const;          // in the viewport, whether it is in view or not
  std::optional<std::size_t> focusedRow() const { return m_focusRow; }
  // Selects the lane and shows it, whatever kept it from view: a filter, a closed launch or group, a band.
  void goToLane(model::LaneId lane);
  void focusRow(std::size_t row);                // as the arrow keys do: a lane is selected
  void activateFocusedRow();                     // as Return does
  // What a screen reader says of a row, and of what is marked on it, in the order of time.
  QString rowCell(std::size_t row, LaneColumn column) const;
  QString rowName(std::size_t row) const;
  QString rowDescription(std::size_t row) const;
  // Lanes that the user ticked to do something with them together: pin, hide, read, count, search. Only those that have a row.
  const std::set<LaneKey>& tickedLanes() const { return m_ticked; }
  void setTickedLanes(std::set<LaneKey> lanes);
  std::vector<model::LaneId> tickedLaneIds() const;          // in order
  void setTicks(std::vector<TimelineTick> ticks);
  const TickList& ticks() const { return *m_ticks; }
  // Where whoever brings a Run may prepare it before it is set.
  const std::shared_ptr<PreparedRuns>& preparedRuns() const { return m_preparedRuns; }
  QSize sizeHint() const override;
  // Height at which no lane has to scroll.
  int wholeHeight() const;

 public Q_SLOTS:
  void fitSelection();                           // the selected finding, test or lane
  void setZeroHere();                            // T+ counts from the selected moment; again: from where the job began
  void walkPhases(int direction);                // to the start of the next step, launch, test or iteration worth a step at this zoom
  void tickLane();                               // the one with the focus, or no longer
  void untickLanes();
  void showOnlyTicked();
  void readTicked();
  void chooseSpan();                             // the stretch of time that what is selected takes, on its lane
  void pinLane();                                // the ticked ones, else the selected one; or lets them go
  void hideLane();
  void showAllLanes();
  void showOnlyTroubled(bool only);
  void nextGrouping();
  void listMarks();                              // what the selected mark stands for
  void toggleFollowers();                        // marks of what followed from another failure
  void toggleMinorMarks();                       // other warnings, notes, starts
  void nextOrder();

 Q_SIGNALS:
  void lineWanted();                             // Return on something that has a line: the selection names it
  void arrangementChanged();                     // also how many lanes it hides
  void tickedChanged();
  void textWanted(const std::vector<lanescope::model::LaneId>& lanes);   // of these, by time
  void allLanesWanted();                         // those without a hit too
  void bandChanged(std::shared_ptr<const lanescope::ui::PhaseBand> band);
  void tickActivated(std::uint32_t index);       // one was clicked: its number in the list

 protected:
  void paintEvent(QPaintEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  int edgeWidth() const override { return kEdgeWidth; }
  TimeAxis axis() const override;
  FrameMaker::Make frameToMake() const override;
  QRect lanesArea() const override;
  int rulerBottom() const override { return m_header.relativeTop(); }
  void rebuildLayout() override;
  void click(QPoint position) override;
  bool chooseLanes(QPoint position, Qt::KeyboardModifiers keys) override;
  bool stepOut() override;
  void doubleClick(QPoint position) override;
  bool pointsAt(QPoint position) override;
  QString tooltipAt(QPoint position) override;
  QString readoutAt(QPoint position) override;   // "19:38:45Z ± 3.5 s · rank 5 · launch 1"
  QString momentText(int x) const override;
  void moveFocus(int steps) override;
  void walkEvents(int direction) override;
  void dragged(QPoint from, QPoint to) override;
  std::int64_t snapped(QPoint position) const override;
  void pointedAt(std::optional<QPoint> position) override;

 private:
  void addCommands();                            // timeline_input.cpp
  void onRun();
  void onSelection();
  void makeBand();
  void setBand(std::shared_ptr<const PhaseBand> band);
  FrameRequest frameRequest() const;
  const TimelineFrame* frame(int patienceMs) const;   // nullptr: not yet made
  Description describeHit(const Hit& hit) const;
  void revealRow(std::size_t row);
  void revealLane(model::LaneId lane);
  void activate(const Hit& hit);
  void openMarks(const Hit& cluster, QPoint global);
  Description describeCluster(const Hit& hit) const;
  void toggleGroup(std::size_t row);
  const Row* rowUnder(int y) const;              // of the viewport; nullptr: none
  void toggleTick(std::size_t row);
  void tickUpTo(std::size_t row);
  void dropLostTicks();
  void showArea(model::LaneId lane);
  std::set<LaneKey> meantLanes() const;          // the ticked ones, else that with the focus
  int layoutY(int y) const;                      // of the viewport, in the layout
  void paintOverlay(QPainter& painter) const;
  void paintArea(QPainter& painter) const;
  void paintHovered(QPainter& painter) const;
  void paintSelectedMoment(QPainter& painter) const;
  void paintEmpty(QPainter& painter) const;
  void updateAccessible();

  ViewState* m_state;
  std::shared_ptr<PreparedRuns> m_preparedRuns = std::make_shared<PreparedRuns>();
  std::shared_ptr<const PreparedRun> m_prepared;
  std::shared_ptr<const model::Run> m_run;
  std::shared_ptr<const RunIndex> m_index;       // m_prepared's
  std::shared_ptr<const PhaseBand> m_band;
  std::set<std::uint32_t> m_collapsed;
  std::set<std::uint32_t> m_moved;               // launches that the user opened or closed
  std::set<std::string> m_closedGroups;
  LaneArrangement m_arrangement;
  std::set<LaneKey> m_ticked;
  std::optional<LaneKey> m_tickedLast;           // from where Shift+click goes on
  std::optional<std::set<LaneKey>> m_withHits;
  bool m_foldsIdle = false;
  std::shared_ptr<const LaneLayout> m_layout;
  std::shared_ptr<const TickList> m_ticks;
  HeaderGeometry m_header;
  std::optional<std::size_t> m_focusRow;
  LaneLayout::Slice m_areaRows;
  std::optional<AreaCounts> m_area;
  std::optional<model::LaneId> m_areaLane;
  MarkList* m_marks = nullptr;                   // made when it is needed first
};

}  // namespace lanescope::ui
