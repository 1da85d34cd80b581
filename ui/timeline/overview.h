// SPDX-License-Identifier: Apache-2.0
// The whole run in one strip: how much was written when, the worst of each pixel, launches as tints, and the visible
// window, which can be dragged and resized. GUI thread only.
#pragma once

#include "ui/timeline/prepared_run.h"
#include "ui/timeline/time_axis.h"
#include "ui/timeline/timeline_scene.h"

#include <QPixmap>
#include <QWidget>

#include <memory>

namespace lanescope::ui {

class Overview : public QWidget {
  Q_OBJECT
 public:
  explicit Overview(ViewState* state, int labelWidth, QWidget* parent = nullptr);
  static constexpr int kHeight = 34;
  QSize sizeHint() const override { return {400, kHeight}; }
  void setTicks(TimelineTick::Kind kind, std::vector<TimelineTick> ticks);
  // Where the runs that are shown are prepared; else it prepares them itself.
  void setPreparedRuns(std::shared_ptr<PreparedRuns> runs) { m_preparedRuns = std::move(runs); }

 Q_SIGNALS:
  void tickActivated(TimelineTick::Kind kind, std::uint32_t index);   // a note was clicked

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void changeEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override; // the arrows move the window
  bool event(QEvent* event) override;            // tooltips

 private:
  enum class Grip { none, left, right, whole, fresh };

  QRect strip() const;
  TimeAxis axis() const;
  QRectF window() const;                         // the visible range, in widget coordinates
  std::int64_t timeAt(int x) const;
  Grip gripAt(int x) const;
  void drag(int x);
  void forget();
  void rebuild();
  void paintDensity(QPainter& painter, const TimeAxis& mapping) const;
  void paintTicks(QPainter& painter, const TimeAxis& mapping) const;
  std::optional<std::uint32_t> noteAt(QPoint position) const;

  ViewState* m_state;
  int m_labelWidth;
  std::shared_ptr<PreparedRuns> m_preparedRuns = std::make_shared<PreparedRuns>();
  QPixmap m_content;
  TickLists m_ticks;
  Grip m_grip = Grip::none;
  std::int64_t m_pressedAt = 0;
  TimeRange m_rangeAtPress;
};

}  // namespace lanescope::ui
