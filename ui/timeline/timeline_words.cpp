// SPDX-License-Identifier: Apache-2.0
// What the things on the timeline of a run are, in words.
#include "ui/models/notes_text.h"
#include "ui/models/words.h"
#include "ui/timeline/timeline_view.h"

#include <algorithm>
#include <set>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

Description TimelineView::describeHit(const Hit& hit) const {
  Description d;
  switch (hit.what) {
    case Hit::What::searchHit: return hit.index < m_ticks->size() ? describe(*m_run, m_ticks->at(hit.index)) : d;
    case Hit::What::group: {
      const Row& row = m_layout->rows()[hit.index];
      std::vector<model::Rank> ranks = row.alike;
      ranks.push_back(row.rank);
      std::sort(ranks.begin(), ranks.end());
      d.what = row.kind == Row::Kind::group ? groupText(*m_run, row) : tr("%1 ranks that behave alike").arg(countText(ranks.size()));
      d.where = row.kind == Row::Kind::group ? countedText(row.members, tr("1 rank"), tr("%1 ranks")) : ranksText(ranks);
      return d;
    }
    case Hit::What::tickBox:
      d.what = tr("tick this lane");
      d.where = tr("to pin, hide, read, count or search several together");
      return d;
    case Hit::What::missing:
      d.what = tr("rank %1: no file, and no line of another's names it").arg(m_layout->rows()[hit.index].rank);
      d.where = tr("launch %1").arg(m_layout->rows()[hit.index].launch + 1);
      return d;
    case Hit::What::fold: {
      const TimeAxis mapping = axis();
      if (hit.index >= mapping.segments().size()) return d;
      const TimeAxis::Segment& segment = mapping.segments()[hit.index];
      if (!segment.folded) {
        d.what = tr("nothing happens on any lane for long");
        d.where = tr("a click folds that time; I folds it and shows it again");
        return d;
      }
      d.what = foldText(*m_run, *m_index, {segment.begin, segment.end});
      d.where = tr("a click shows idle time again");
      d.time = model::When::at(segment.begin);
      return d;
    }
    case Hit::What::bandPhase: {
      const BandPhase& phase = m_band->at(hit.index);
      d.what = toQt(phase.name) + u" · "_s + durationText(static_cast<double>(phase.extent.length()) / 1e9);
      if (phase.launch) d.where = tr("launch %1").arg(*phase.launch + 1);
      d.time = model::When::at(phase.extent.begin);
      return d;
    }
    case Hit::What::cluster: return describeCluster(hit);
    default: return describe(*m_run, *m_index, hit);
  }
}

// "×1,023 · CUDA failure 999, and 2 kinds more"
Description TimelineView::describeCluster(const Hit& hit) const {
  Description d = describe(*m_run, *m_index, hit);
  const TimelineFrame* now = frame(-1);
  if (now == nullptr) return d;
  const std::vector<std::uint32_t> members = now->membersOf(hit);
  const std::vector<MarkGroup> groups = markGroups(*m_run, *m_index, members, hit.index);
  d.what = QChar(0xD7) + countText(members.size()) + u" \u00B7 "_s + d.what;
  if (groups.size() > 1) d.what += u", "_s + countedText(groups.size() - 1, tr("and 1 kind more"), tr("and %1 kinds more"));
  std::set<model::Rank> ranks;
  for (const std::uint32_t event : members) {
    if (m_index->event(*m_run, event).lane.valid()) ranks.insert(m_run->lanes[m_index->event(*m_run, event).lane.value].rank);
  }
  if (ranks.size() > 1) d.where = ranksText({ranks.begin(), ranks.end()});
  return d;
}

QString TimelineView::tooltipAt(QPoint position) {
  const auto hit = m_run ? hitAt(position) : std::nullopt;
  if (hit && hit->what == Hit::What::note) return noteTip(*m_state, hit->index);
  return hit ? tooltipOf(*m_run, describeHit(*hit), m_state->zero()) : QString();
}

}  // namespace lanescope::ui
