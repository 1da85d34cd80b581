// SPDX-License-Identifier: Apache-2.0
// Clicks and keys of the two timelines: what moves one moves both.
#include "ui/compare/paired_view.h"

#include "ui/timeline/describe.h"
#include "ui/timeline/moves.h"

#include <QScrollBar>

#include <algorithm>

namespace lanescope::ui {

void PairedView::click(QPoint position) {
  const auto place = placeAt(position);
  if (!place) return;
  const int y = position.y() - headHeight() + verticalScrollBar()->value();
  const LaneLayout& lanes = m_layout->lanes[static_cast<std::size_t>(place->side)];
  if (const Row* row = lanes.rowAt(y)) m_focus = Focus{place->side, static_cast<std::size_t>(row - lanes.rows().data())};
  if (place->hit.what == Hit::What::lane && position.x() >= kLabelWidth) {
    // A click on an empty place of a lane is a moment on it.
    Selection selection;
    selection.lane = place->hit.lane;
    selection.time = model::When::at(timeAt(place->side, position.x()));
    return state(place->side)->select(selection);
  }
  activate(*place);
}

void PairedView::activate(const Place& place) {
  const std::size_t i = static_cast<std::size_t>(place.side);
  const Hit::What what = place.hit.what;
  if (!m_runs[i] || what == Hit::What::launch || what == Hit::What::group || what == Hit::What::missing) return;
  if (place.hit.what == Hit::What::finding) return state(place.side)->selectFinding(place.hit.index);
  state(place.side)->select(selectionOf(*m_runs[i], *m_indexes[i], describe(*m_runs[i], *m_indexes[i], place.hit), place.hit));
}

// Through all lanes as they stand above each other.
void PairedView::moveFocus(int steps) {
  struct At { int top; Focus focus; };
  std::vector<At> all;
  for (const Side side : {Side::run, Side::baseline}) {
    const auto& rows = m_layout->lanes[static_cast<std::size_t>(side)].rows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].kind == Row::Kind::lane && !rows[i].lanes.empty()) all.push_back({rows[i].top, {side, i}});
    }
  }
  if (all.empty()) return;
  std::sort(all.begin(), all.end(), [](const At& a, const At& b) { return a.top < b.top; });
  const auto is = [this](const At& at) { return m_focus && at.focus.side == m_focus->side && at.focus.row == m_focus->row; };
  const auto found = std::find_if(all.begin(), all.end(), is);
  const int last = static_cast<int>(all.size()) - 1;
  const int from = found == all.end() ? (steps > 0 ? -1 : last + 1) : static_cast<int>(found - all.begin());
  m_focus = all[static_cast<std::size_t>(std::clamp(from + steps, 0, last))].focus;
  revealFocus();
  const Row& row = m_layout->lanes[static_cast<std::size_t>(m_focus->side)].rows()[m_focus->row];
  Selection selection;
  selection.lane = row.lanes.front();
  selection.time = state(m_focus->side)->selection().time;
  state(m_focus->side)->select(selection);
}

void PairedView::walkEvents(int direction) {
  if (!m_focus) return;
  const std::size_t i = static_cast<std::size_t>(m_focus->side);
  const Selection selection = state(m_focus->side)->selection();
  if (!m_runs[i] || !selection.lane) return;
  const std::int64_t from = selection.time.known() ? selection.time.utc : state(m_focus->side)->range().begin;
  const auto target = nextMark(*m_runs[i], *m_indexes[i], *selection.lane, {from, selection.line}, direction);
  if (target) activate({m_focus->side, *target});
}

// The selected moment of the run whose lane was chosen last.
void PairedView::pinSelection() {
  const Side side = m_focus ? m_focus->side : Side::run;
  const model::When& time = state(side)->selection().time;
  if (!m_state->result() || !time.known()) return;
  m_state->pin(side, time.utc);
  Q_EMIT pinned();
}

void PairedView::addCommands() {
  commands()->add("timeline.fit", [this] { m_state->showAnswer(); });
  commands()->add("timeline.zero", [this] { pinSelection(); });
}

}  // namespace lanescope::ui
