// SPDX-License-Identifier: Apache-2.0
// What the panes of a comparison share and nothing else: the two runs with what is selected in each, the result, how their clocks are laid
// over each other, and the difference that is looked at. Visible ranges are coupled: who moves one moves both. GUI thread only.
#pragma once

#include "ui/compare/difference.h"
#include "ui/compare/time_alignment.h"
#include "ui/models/view_state.h"

#include <array>

namespace lanescope::ui {

class CompareState : public QObject {
  Q_OBJECT
 public:
  using Result = std::shared_ptr<const compare::Comparison>;
  // `opened` shows the run of the window, `other` what was opened beside it. Which of them is the run of the comparison, the result says.
  CompareState(ViewState* opened, ViewState* other, QObject* parent = nullptr);

  ViewState* side(Side side) const { return (side == Side::run) != m_swapped ? m_opened : m_other; }
  Side sideOf(const ViewState* state) const { return state == side(Side::run) ? Side::run : Side::baseline; }
  bool isSwapped() const { return m_swapped; }
  const Result& result() const { return m_result; }   // null: nothing is compared (yet)
  // Of the same pair again (a rule was added, the run was read anew) alignment and difference stay where they still exist.
  // `baselines` are those of the result; the first one is shown.
  void setResult(Result result, std::vector<std::shared_ptr<const model::Run>> baselines, bool swapped);
  const std::vector<std::shared_ptr<const model::Run>>& baselines() const { return m_baselines; }
  void clear();

  const TimeAlignment& alignment() const { return m_alignment; }
  bool canAlign(AlignBy by) const;
  void align(AlignBy by);
  // K: this moment of one run; with one of the other, both are laid over each other. Returns whether both are there.
  bool pin(Side side, std::int64_t ns);
  std::optional<std::int64_t> pinned(Side side) const { return m_pins[static_cast<std::size_t>(side)]; }
  // A moment of one run on the run's clock.
  std::int64_t onAxis(Side side, std::int64_t ns) const { return side == Side::run ? ns : ns + m_alignment.offsetNs; }

  const std::optional<Difference>& current() const { return m_current; }
  void choose(const Difference& difference);     // its place in both timelines and both texts
  // A line that the user chose in one of the runs: its rank is shown in both.
  void chooseLine(Side side, model::LineRef line);

  // What the two texts show: lines that belong side by side. Where one is not known the other leads.
  struct Lines {
    std::array<std::optional<model::LineRef>, 2> line;      // by Side
    std::array<std::optional<model::LaneId>, 2> lane;
  };
  const Lines& lines() const { return m_lines; }

  std::optional<std::uint32_t> launch(Side side) const;     // whose lanes are shown; nullopt: all
  void showAnswer();                             // the first divergence, with what is around it

 Q_SIGNALS:
  void resultChanged();
  void alignmentChanged();
  void currentChanged();
  void linesChanged();

 private:
  void couple(ViewState* moved, ViewState* follows, std::int64_t shift);
  void onSelection(ViewState* state);
  void applyAlignment(TimeAlignment alignment);
  void place(Side side, const DifferencePlace& place);
  void setLines(Lines lines);
  void fillCounterparts(Lines& lines) const;
  TimeRange answerRange() const;
  std::string nearOf() const;

  ViewState* m_opened;
  ViewState* m_other;
  Result m_result;
  std::vector<std::shared_ptr<const model::Run>> m_baselines;
  TimeAlignment m_alignment;
  std::array<std::optional<std::int64_t>, 2> m_pins;
  std::optional<Difference> m_current;
  Lines m_lines;
  bool m_swapped = false;
  bool m_moving = false;                         // while this object itself changes the two states
};

}  // namespace lanescope::ui
