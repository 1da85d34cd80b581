// SPDX-License-Identifier: Apache-2.0
// What a step of the view is called behind "Undo".
#include "ui/models/words.h"
#include "ui/shell/view_steps.h"

#include "core/model/ranks_text.h"
#include "ui/models/view_state.h"

#include <algorithm>
#include <iterator>

namespace lanescope::ui {

namespace {

using Lanes = std::vector<session::KeptLane>;

// Those of `a` that are not in `b`.
template <class List>
List without(const List& a, const List& b) {
  List rest;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rest));
  return rest;
}

QString lanesText(const Lanes& lanes) {
  constexpr std::size_t kFew = 3;
  std::vector<model::Rank> ranks;
  for (const session::KeptLane& lane : lanes) ranks.push_back(lane.rank);
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return ranks.size() <= kFew ? toQt(model::ranksText(ranks)) : ViewSteps::tr("%1 lanes").arg(countText(lanes.size()));
}

QString groupingText(const std::string& grouping) {
  if (grouping == "host") return ViewSteps::tr("group lanes by host");
  if (grouping == "behaviour") return ViewSteps::tr("group lanes by behaviour");
  return grouping == "none" ? ViewSteps::tr("lanes without groups") : ViewSteps::tr("group lanes by launch");
}

QString orderText(const std::string& order) {
  if (order == "first_failure") return ViewSteps::tr("sort lanes by first failure");
  if (order == "last_line") return ViewSteps::tr("sort lanes by last line");
  return order == "severity" ? ViewSteps::tr("sort lanes by severity") : ViewSteps::tr("sort lanes by rank");
}

QString hidingText(const session::KeptRows& before, const session::KeptRows& after) {
  const bool showsAll = after.hidden.empty() && after.ranks.empty() && !after.onlyTroubled;
  if (showsAll) return ViewSteps::tr("show all lanes");
  if (const Lanes hidden = without(after.hidden, before.hidden); !hidden.empty()) return ViewSteps::tr("hide %1").arg(lanesText(hidden));
  if (const Lanes shown = without(before.hidden, after.hidden); !shown.empty()) return ViewSteps::tr("show %1").arg(lanesText(shown));
  if (after.onlyTroubled != before.onlyTroubled) return after.onlyTroubled ? ViewSteps::tr("only lanes that failed or stopped") : ViewSteps::tr("also lanes that passed");
  return after.ranks.empty() ? ViewSteps::tr("show all ranks") : ViewSteps::tr("only ranks %1").arg(toQt(after.ranks));
}

QString pinText(const session::KeptRows& before, const session::KeptRows& after) {
  const Lanes pinned = without(after.pinned, before.pinned);
  return pinned.empty() ? ViewSteps::tr("let %1 scroll").arg(lanesText(without(before.pinned, after.pinned))) : ViewSteps::tr("pin %1").arg(lanesText(pinned));
}

QString launchText(const session::KeptRows& before, const session::KeptRows& after) {
  const auto closed = without(after.closed, before.closed), opened = without(before.closed, after.closed);
  if (closed.size() + opened.size() > 1) return ViewSteps::tr("open or close launches");
  return closed.empty() ? ViewSteps::tr("open launch %1").arg(opened.front() + 1) : ViewSteps::tr("close launch %1").arg(closed.front() + 1);
}

QString rowsText(const session::KeptRows& before, const session::KeptRows& after) {
  if (after.hidden != before.hidden || after.ranks != before.ranks || after.onlyTroubled != before.onlyTroubled) return hidingText(before, after);
  if (after.pinned != before.pinned) return pinText(before, after);
  if (after.grouping != before.grouping) return groupingText(after.grouping);
  if (after.order != before.order) return orderText(after.order);
  if (after.closed != before.closed) return launchText(before, after);
  if (after.closedGroups != before.closedGroups) return after.closedGroups.size() > before.closedGroups.size() ? ViewSteps::tr("close the group") : ViewSteps::tr("open the group");
  if (after.foldsIdle != before.foldsIdle) return after.foldsIdle ? ViewSteps::tr("fold idle time") : ViewSteps::tr("show idle time");
  if (after.hidesFollowers != before.hidesFollowers) return after.hidesFollowers ? ViewSteps::tr("hide what followed") : ViewSteps::tr("show what followed");
  if (after.minor != before.minor) return after.minor == "hidden" ? ViewSteps::tr("hide minor marks") : ViewSteps::tr("show minor marks");
  return after.opened.size() > before.opened.size() ? ViewSteps::tr("show lanes one by one") : ViewSteps::tr("lanes that behave alike in one row");
}

}  // namespace

QString stepText(const ViewLook& before, const ViewLook& after) {
  if (after.rows != before.rows) return rowsText(before.rows, after.rows);
  if (after.onlyHits != before.onlyHits) return after.onlyHits ? ViewSteps::tr("hide lines that do not match") : ViewSteps::tr("show lines that do not match");
  if (after.onlyHitLanes != before.onlyHitLanes) return after.onlyHitLanes ? ViewSteps::tr("hide lanes without a match") : ViewSteps::tr("show lanes without a match");
  return after.zero ? ViewSteps::tr("count T+ from %1").arg(timeText(model::When::at(*after.zero))) : ViewSteps::tr("count T+ from the start");
}

}  // namespace lanescope::ui
