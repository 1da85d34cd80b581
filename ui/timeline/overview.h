// SPDX-License-Identifier: Apache-2.0
// The whole run in one strip: how much was written when, the worst of each pixel, launches as tints with the starts of their phases,
// notes, hits, and the visible window, which can be dragged and resized. GUI thread only.
#pragma once

#include "ui/timeline/phase_band.h"
#include "ui/timeline/prepared_run.h"
#include "ui/timeline/time_axis.h"
#include "ui/timeline/timeline_ticks.h"

#include <QPixmap>
#include <QWidget>

#include <memory>

namespace lanescope::ui {

class Overview : public QWidget {
  Q_OBJECT
 public:
  // Stands below an axis that begins behind `labelWidth` and ends `edgeWidth` before the right. Where nobody has `prepared` the runs that
  // are shown, it does so beside the GUI thread.
  Overview(ViewState* state, QString label, int labelWidth, int edgeWidth, std::shared_ptr<PreparedRuns> prepared, QWidget* parent = nullptr);
  static constexpr int kHeight = 32;             // of which the strip takes 24
  QSize sizeHint() const override { return {400, kHeight}; }
  void setTicks(std::vector<TimelineTick> ticks);
  void setPreparedRuns(std::shared_ptr<PreparedRuns> prepared) { m_preparedRuns = std::move(prepared); }
  ViewState* state() const { return m_state; }
  void setLabel(const QString& label);
  void setBand(std::shared_ptr<const PhaseBand> band);

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
  void onRun();
  void forget();
  void rebuild();
  void paintLaunches(QPainter& painter, const TimeAxis& mapping) const;
  void paintProfile(QPainter& painter, const TimeAxis& mapping) const;
  void paintPhases(QPainter& painter, const TimeAxis& mapping) const;
  void paintTicks(QPainter& painter, const TimeAxis& mapping) const;
  void paintNotes(QPainter& painter, const TimeAxis& mapping) const;
  double xOf(const TimeAxis& mapping, std::int64_t ns) const;
  std::optional<std::uint32_t> noteAt(QPoint position) const;

  ViewState* m_state;
  QString m_label;
  int m_labelWidth, m_edgeWidth;
  std::shared_ptr<PreparedRuns> m_preparedRuns;
  std::shared_ptr<const PreparedRun> m_prepared; // nullptr: not yet
  QPixmap m_content;
  std::vector<TimelineTick> m_ticks;
  std::shared_ptr<const PhaseBand> m_band;
  Grip m_grip = Grip::none;
  std::int64_t m_pressedAt = 0;
  TimeRange m_rangeAtPress;
};

}  // namespace lanescope::ui
