// SPDX-License-Identifier: Apache-2.0
// Two timelines on one axis: lanes of the run and of the baseline, each with its own clock on its strip, above them the time from the
// moment at which both are laid over each other. Draws what the timeline of one run draws. GUI thread only.
#pragma once

#include "ui/compare/compare_state.h"
#include "ui/compare/paired_layout.h"
#include "ui/timeline/timeline_scene.h"

#include <QAbstractScrollArea>
#include <QPixmap>

#include <array>
#include <memory>

namespace lanescope::ui {

class PairedView : public QAbstractScrollArea {
  Q_OBJECT
 public:
  explicit PairedView(CompareState* state, QWidget* parent = nullptr);
  ~PairedView() override;

  PairOrder order() const { return m_order; }
  void setOrder(PairOrder order);
  // The launches of the chosen difference, or all of them.
  bool showsAllLaunches() const { return m_all; }
  void setAllLaunches(bool all);

  struct Place { Side side; Hit hit; };
  std::optional<Place> placeAt(QPoint position);            // what is drawn, or about to be, at a point of the viewport
  int xOf(Side side, std::int64_t ns) const;                // the column of a moment of one run, in the viewport
  std::int64_t timeAt(Side side, int x) const;
  QRect rowRect(Side side, model::Rank rank) const;         // in the viewport; empty where the rank is not shown
  const PairedLayout& layoutOfRows() const { return m_layout; }
  QSize sizeHint() const override { return {900, 280}; }

 Q_SIGNALS:
  // "A 19:38:45Z · B 16:15:19Z · +3s", empty where the pointer is outside the lanes.
  void cursorMoved(const QString& readout);
  void pinned();                                            // K was pressed on something that has a time

 protected:
  bool viewportEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
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
  struct Focus { Side side = Side::run; std::size_t row = 0; };

  void onResult();
  void rebuildLayout();
  void rebuildScenes();
  void invalidate();
  void paintContent(QPainter& painter) const;
  void paintRuler(QPainter& painter) const;
  void paintBand(QPainter& painter, Side side, int top) const;
  void paintSide(QPainter& painter, Side side) const;
  void paintOverlay(QPainter& painter) const;
  void paintCrosshair(QPainter& painter) const;
  QString bandText(Side side) const;
  int headHeight() const;
  int axisWidth() const;
  QRect lanesArea() const;
  TimeAxis axis(Side side) const;
  void click(QPoint position);
  void activate(const Place& place);
  void moveFocus(int steps);
  void walkEvents(int direction);
  void revealFocus();
  void followLines();
  void pinSelection();
  void zoomToChosen();
  bool handleKey(int key);
  QString readoutAt(int x) const;
  void updateAccessible();
  ViewState* state(Side side) const { return m_state->side(side); }
  ViewState* runState() const { return m_state->side(Side::run); }

  CompareState* m_state;
  std::array<std::shared_ptr<const model::Run>, 2> m_runs;  // by Side; null while nothing is compared
  std::array<std::unique_ptr<RunIndex>, 2> m_indexes;
  std::array<DrawList, 2> m_lanes, m_labels;
  std::array<std::optional<std::uint32_t>, 2> m_launches;
  PairedLayout m_layout;
  PairOrder m_order = PairOrder::stacked;
  SceneStyle m_style;
  QPixmap m_content;
  bool m_all = false;
  bool m_stale = true;
  std::optional<QPoint> m_pointer;
  std::optional<TimeRange> m_chosen;             // on the run's clock
  std::optional<Focus> m_focus;
  Drag m_drag = Drag::none;
  QPoint m_pressed;
  TimeRange m_rangeAtPress;
};

}  // namespace lanescope::ui
