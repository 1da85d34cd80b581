// SPDX-License-Identifier: Apache-2.0
// Two timelines on one axis: lanes of the run and of the baseline, each with its own clock on its strip, above them the time from the
// moment at which both are laid over each other. Draws what the timeline of one run draws. GUI thread only; its frames are made beside it.
#pragma once

#include "ui/compare/compare_state.h"
#include "ui/compare/paired_frame.h"
#include "ui/timeline/lanes_view.h"
#include "ui/timeline/prepared_run.h"

#include <array>
#include <memory>

namespace lanescope::ui {

class PairedView : public LanesView {
  Q_OBJECT
 public:
  explicit PairedView(CompareState* state, QWidget* parent = nullptr);
  // Where both runs are prepared before they are shown; else it is done here.
  void setPreparedRuns(std::shared_ptr<PreparedRuns> runs) { m_preparedRuns = std::move(runs); }
  ~PairedView() override;

  PairOrder order() const { return m_order; }
  void setOrder(PairOrder order);
  // The launches of the chosen difference, or all of them.
  bool showsAllLaunches() const { return m_all; }
  void setAllLaunches(bool all);

  using Place = PairedFrame::Place;
  std::optional<Place> placeAt(QPoint position) const;      // what is drawn, or about to be, at a point of the viewport
  int xOf(Side side, std::int64_t ns) const;                // the column of a moment of one run, in the viewport
  std::int64_t timeAt(Side side, int x) const { return timeOn(axis(side), x); }
  QRect rowRect(Side side, model::Rank rank) const;         // in the viewport; empty where the rank is not shown
  const PairedLayout& layoutOfRows() const { return *m_layout; }
  QSize sizeHint() const override { return {900, 280}; }

 Q_SIGNALS:
  void pinned();                                            // K was pressed on something that has a time

 protected:
  void paintEvent(QPaintEvent* event) override;
  TimeAxis axis() const override { return axis(Side::run); }
  FrameMaker::Make frameToMake() const override;
  QRect lanesArea() const override;
  int rulerBottom() const override;
  void rebuildLayout() override;
  void click(QPoint position) override;
  bool pointsAt(QPoint position) override;
  QString tooltipAt(QPoint position) override;
  QString readoutAt(QPoint position) override;
  QString momentText(int x) const override;
  void moveFocus(int steps) override;
  void walkEvents(int direction) override;

 private:
  struct Focus { Side side = Side::run; std::size_t row = 0; };

  void addCommands();                            // paired_input.cpp
  void onResult();
  bool pairs() const { return m_runs[0] && m_runs[1]; }
  bool hasMany() const;
  PairedFrameSide frameSide(Side side) const;
  void paintOverlay(QPainter& painter) const;
  QString bandText(Side side) const;
  int headHeight() const;
  TimeAxis axis(Side side) const;
  void activate(const Place& place);
  void revealFocus();
  void followLines();
  void pinSelection();
  void updateAccessible();
  ViewState* state(Side side) const { return m_state->side(side); }
  ViewState* runState() const { return m_state->side(Side::run); }

  CompareState* m_state;
  std::array<std::shared_ptr<const model::Run>, 2> m_runs;  // by Side; null while nothing is compared
  std::shared_ptr<PreparedRuns> m_preparedRuns = std::make_shared<PreparedRuns>();
  std::array<std::shared_ptr<const RunIndex>, 2> m_indexes;
  std::array<std::optional<std::uint32_t>, 2> m_launches;
  std::shared_ptr<const PairedLayout> m_layout = std::make_shared<const PairedLayout>();
  PairOrder m_order = PairOrder::stacked;
  bool m_all = false;
  std::optional<Focus> m_focus;
};

}  // namespace lanescope::ui
