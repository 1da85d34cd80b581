// SPDX-License-Identifier: Apache-2.0
// The timeline of a run: rulers, job row and labels stay in place, lanes scroll under them. Shows and changes a ViewState:
// range, selection. GUI thread only.
#pragma once

#include "ui/timeline/area_counts.h"
#include "ui/timeline/header_scene.h"
#include "ui/timeline/lanes_view.h"

#include <memory>
#include <optional>

namespace lanescope::ui {

class TimelineView : public LanesView {
  Q_OBJECT
 public:
  explicit TimelineView(ViewState* state, QWidget* parent = nullptr);
  ~TimelineView() override;

  void setCollapsed(std::uint32_t launch, bool collapsed);
  bool isCollapsed(std::uint32_t launch) const { return m_collapsed.count(launch) > 0; }
  // What is drawn at a point of the viewport.
  std::optional<Hit> hitAt(QPoint position) const;
  // What happened in the area chosen by dragging across lanes.
  std::optional<AreaCounts> area() const { return m_chosen ? m_area : std::nullopt; }
  const LaneLayout& layoutOfRows() const { return m_layout; }
  // Replaces all ticks of that kind; each must say the kind.
  void setTicks(TimelineTick::Kind kind, std::vector<TimelineTick> ticks);
  const TickLists& ticks() const { return m_ticks; }
  QSize sizeHint() const override;
  // Height at which no lane has to scroll.
  int wholeHeight() const;

 public Q_SLOTS:
  void fitSelection();                           // the selected finding, test or lane
  void setZeroHere();                            // T+ counts from the selected moment; again: from where the job began

 Q_SIGNALS:
  void lineWanted();                             // Return on something that has a line: the selection names it
  // A tick was clicked: number `index` of the list of that kind.
  void tickActivated(TimelineTick::Kind kind, std::uint32_t index);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void showEvent(QShowEvent* event) override;
  TimeAxis axis() const override;
  QRect lanesArea() const override;
  int rulerBottom() const override { return m_header.relativeTop(); }
  void rebuildLayout() override;
  void click(QPoint position) override;
  void doubleClick(QPoint position) override;
  bool pointsAt(QPoint position) override;
  QString tooltipAt(QPoint position) override;
  QString readoutAt(QPoint position) override;   // "19:38:45Z ± 3.5 s · rank 5 · launch 1"
  QString momentText(int x) const override;
  void moveFocus(int steps) override;
  void walkEvents(int direction) override;
  void dragged(QPoint from, QPoint to) override;
  std::int64_t snapped(QPoint position) const override;
  bool handleKey(int key) override;

 private:
  void onRun();
  void onSelection();
  void rebuildScenes();
  Description describeHit(const Hit& hit) const;
  void revealRow(std::size_t row);
  void revealLane(model::LaneId lane);
  void activate(const Hit& hit);
  void activateFocusedRow();
  void paintContent(QPainter& painter) const;
  void paintOverlay(QPainter& painter) const;
  void paintArea(QPainter& painter) const;
  void paintSelectedMoment(QPainter& painter) const;
  int layoutY(int y) const;                      // of the viewport, in the layout
  void paintEmpty(QPainter& painter) const;
  void updateAccessible();

  ViewState* m_state;
  std::shared_ptr<const model::Run> m_run;
  std::unique_ptr<RunIndex> m_index;
  std::set<std::uint32_t> m_collapsed;
  std::set<std::uint32_t> m_moved;               // launches that the user opened or closed
  LaneLayout m_layout;
  TickLists m_ticks;
  HeaderGeometry m_header;
  DrawList m_headerScene, m_headerLabels, m_lanes, m_labels;
  std::optional<std::size_t> m_focusRow;
  LaneLayout::Slice m_areaRows;
  std::optional<AreaCounts> m_area;
};

}  // namespace lanescope::ui
