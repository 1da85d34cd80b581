// SPDX-License-Identifier: Apache-2.0
// The timeline of a run: rulers, job row and labels stay in place, lanes scroll under them. Shows and changes a ViewState:
// range, selection. GUI thread only.
#pragma once

#include "ui/timeline/describe.h"
#include "ui/timeline/header_scene.h"

#include <QAbstractScrollArea>
#include <QPixmap>

#include <memory>
#include <optional>

namespace lanescope::ui {

class TimelineView : public QAbstractScrollArea {
  Q_OBJECT
 public:
  explicit TimelineView(ViewState* state, QWidget* parent = nullptr);
  ~TimelineView() override;

  static constexpr int kLabelWidth = 112;

  void setCollapsed(std::uint32_t launch, bool collapsed);
  bool isCollapsed(std::uint32_t launch) const { return m_collapsed.count(launch) > 0; }
  // What is drawn at a point of the viewport.
  std::optional<Hit> hitAt(QPoint position) const;
  // The moment under a column of the viewport.
  std::int64_t timeAt(int x) const;
  std::optional<TimeRange> chosenRange() const { return m_chosen; }
  const LaneLayout& layoutOfRows() const { return m_layout; }
  // Replaces all ticks of that kind; each must say the kind.
  void setTicks(TimelineTick::Kind kind, std::vector<TimelineTick> ticks);
  const TickLists& ticks() const { return m_ticks; }
  QSize sizeHint() const override;
  // Height at which no lane has to scroll.
  int wholeHeight() const;

 public Q_SLOTS:
  void fitSelection();                           // the selected finding, test or lane
  void zoomBy(double factor);                    // > 1: closer, around the pointer or the middle

 Q_SIGNALS:
  // "19:38:45Z ± 3.5 s · rank 5 · launch 1", empty where the pointer is outside the lanes.
  void cursorMoved(const QString& readout);
  // A tick was clicked: number `index` of the list of that kind.
  void tickActivated(TimelineTick::Kind kind, std::uint32_t index);

 protected:
  bool viewportEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  enum class Drag { none, press, choose, pan };

  void onRun();
  void onSelection();
  void rebuildLayout();
  void rebuildScenes();
  void invalidate();                             // scenes are made again at the next paint
  TimeAxis axis() const;
  int axisWidth() const;
  QRect lanesArea() const;
  Description describeHit(const Hit& hit) const;
  QString describeAt(QPoint position) const;
  void revealRow(std::size_t row);
  void revealLane(model::LaneId lane);
  void click(QPoint position);
  void activate(const Hit& hit);
  void moveFocus(int steps);
  void activateFocusedRow();
  void walkEvents(int direction);
  void zoomAt(int x, double factor);
  void panBy(double fraction);
  void panTo(int x);
  void zoomToChosen();
  bool handleKey(int key);
  void paintContent(QPainter& painter) const;
  void paintOverlay(QPainter& painter) const;
  void paintChosen(QPainter& painter) const;
  void paintCrosshair(QPainter& painter) const;
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
  SceneStyle m_style;
  DrawList m_headerScene, m_headerLabels, m_lanes, m_labels;
  QPixmap m_content;                             // everything but the overlay
  bool m_stale = true;
  std::optional<QPoint> m_pointer;
  std::optional<TimeRange> m_chosen;
  std::optional<std::size_t> m_focusRow;
  Drag m_drag = Drag::none;
  QPoint m_pressed;
  TimeRange m_rangeAtPress;
};

}  // namespace lanescope::ui
