// SPDX-License-Identifier: Apache-2.0
// What every timeline of lanes does alike: a column of labels, beside it one time axis, a frame that is made anew beside the GUI thread
// when it is stale, and mouse, wheel and keys that move the visible range, choose a stretch of it and measure it. Whoever derives draws the lanes and
// knows what a click means. GUI thread only.
#pragma once

#include "ui/models/pane_commands.h"
#include "ui/timeline/describe.h"
#include "ui/timeline/frame_maker.h"
#include "ui/timeline/time_axis.h"
#include "ui/timeline/timeline_scene.h"

#include <QAbstractScrollArea>

#include <optional>

namespace lanescope::ui {

class LanesView : public QAbstractScrollArea {
  Q_OBJECT
 public:
  static constexpr int kLabelWidth = 124;
  static constexpr int kLeftMargin = 8, kRightMargin = 12;   // of the axis, so that marks at its ends are whole

  // Chosen by dragging. Z zooms to it.
  std::optional<TimeRange> chosenRange() const { return m_chosen; }
  // What a drag with Shift does, on all timelines.
  enum class ShiftDrag { measure, pan };
  static ShiftDrag shiftDrag() { return s_shiftDrag; }
  static void setShiftDrag(ShiftDrag what) { s_shiftDrag = what; }
  // Measured by dragging with Shift, from and to where the pointer was.
  std::optional<TimeRange> measuredRange() const { return m_measured; }
  // The moment under a column of the viewport.
  std::int64_t timeAt(int x) const { return timeOn(axis(), x); }
  // Frames of many lanes that take longer than this show up later, and the last one is moved meanwhile. < 0: every paint waits for its frame.
  void setPatience(int ms) { m_patienceMs = ms; }
  // The last paint showed what there is to show, nothing moved meanwhile.
  bool isUpToDate() const { return !m_stale && !m_asked; }

 public Q_SLOTS:
  void zoomBy(double factor);                    // > 1: closer, around the pointer or the middle

 Q_SIGNALS:
  // What is under the pointer, for the status bar; empty where it is outside the lanes.
  void cursorMoved(const QString& readout);
  void shiftDragged();                           // whatever it did

 protected:
  // `axisState` owns the range that is shown and moved.
  LanesView(ViewState* axisState, QWidget* parent);

  static constexpr std::size_t kFewLanes = 64;
  enum class Drag { none, press, choose, measure, zoom, pan };

  virtual int edgeWidth() const { return 0; }    // of a column at the right, beyond the axis
  virtual TimeAxis axis() const = 0;
  virtual FrameMaker::Make frameToMake() const = 0;
  virtual QRect lanesArea() const = 0;           // in the viewport, with or without the labels
  virtual int rulerBottom() const = 0;           // the pointer's line begins here
  virtual void rebuildLayout() = 0;              // the size has changed
  virtual void click(QPoint position) = 0;
  virtual bool chooseLanes(QPoint /*position*/, Qt::KeyboardModifiers /*keys*/) { return false; }   // a click that was no click but chose lanes
  virtual void doubleClick(QPoint) {}
  virtual bool pointsAt(QPoint position) = 0;    // something other than an empty place of a lane
  virtual QString tooltipAt(QPoint position) = 0;
  virtual QString readoutAt(QPoint position) = 0;
  virtual QString momentText(int x) const = 0;   // beside the pointer's line
  virtual void moveFocus(int steps) = 0;         // through the rows
  virtual void walkEvents(int direction) = 0;    // along the lane
  virtual void dragged(QPoint /*from*/, QPoint /*to*/) {}    // while a stretch is chosen
  virtual std::int64_t snapped(QPoint position) const { return timeAt(position.x()); }   // where measuring begins and ends
  virtual void pointedAt(std::optional<QPoint> /*position*/) {}   // the pointer moved there without dragging, or left
  virtual bool stepOut();                        // Esc; true: something was let go

  std::int64_t timeOn(const TimeAxis& mapping, int x) const;
  double xOn(const TimeAxis& mapping, std::int64_t ns) const;   // in the viewport
  int columnAt(int x) const;                     // of the axis
  int axisWidth() const;
  TimeAxis axisOf(TimeRange range, const std::vector<TimeRange>& folds = {}) const;
  void invalidate();                             // the frame is made again at the next paint
  // The frame of what is shown now; nullptr where it is not made within `patienceMs` (< 0: however long that takes).
  const LaneFrame* currentFrame(int patienceMs) const;
  // Few lanes are made faster than a frame lasts. Of `many`, what is there is moved to where it belongs until the new frame is made:
  // what stands in `moving`, a part of the viewport behind the labels.
  void paintFrame(QPainter& painter, bool many, const QRect& moving) const;
  FramePlaces framePlaces() const;
  void clearDragged();
  void scrollTo(int top, int height, int margin);
  void paintLabel(QPainter& painter, QRectF box, const QString& text, const TextStyle& style) const;
  void paintChosen(QPainter& painter, const QRectF& area) const;
  void paintMeasured(QPainter& painter) const;
  void paintCrosshair(QPainter& painter) const;
  QString rangeText(TimeRange range) const;

  bool viewportEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

  PaneCommands* commands() const { return m_commands; }

  SceneStyle m_style;
  std::optional<QPoint> m_pointer;
  std::optional<TimeRange> m_chosen, m_measured;
  Drag m_drag = Drag::none;

 private:
  void zoomAt(int x, double factor);
  void panBy(double fraction);
  void zoomToChosen();
  void zoomToChosenOrNext();
  Drag dragFor(Qt::KeyboardModifiers keys) const;
  void startPan();
  void dragTo(QPoint position);
  void showCursor();
  void addCommands();

  mutable FrameMaker m_maker;
  mutable std::shared_ptr<const LaneFrame> m_frame;       // the last one made
  mutable bool m_stale = true;
  mutable bool m_asked = false;                  // m_maker makes what is wanted now
  int m_patienceMs = 8;
  ViewState* m_axisState;
  PaneCommands* m_commands;
  enum class Space { up, down, dragged };        // the key
  static ShiftDrag s_shiftDrag;
  Space m_space = Space::up;
  bool m_zoomsNext = false;                      // the next drag zooms
  bool m_shiftDragged = false;
  QPoint m_pressed;
  TimeRange m_rangeAtPress;
};

}  // namespace lanescope::ui
