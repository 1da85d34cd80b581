// SPDX-License-Identifier: Apache-2.0
#include "core/session/clocks.h"

#include "core/recognise/digits.h"

#include <algorithm>
#include <ctime>
#include <numeric>

namespace lanescope::session {
namespace {

using input::Member;
using recognise::LayerKind;
using recognise::ShownZone;
using recognise::TimeContext;
using recognise::TimeEvidence;
using YearFrom = TimeContext::YearFrom;
using ZoneFrom = TimeContext::ZoneFrom;

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kDay = 86'400 * kSecond;

// --- dates

struct Range {
  std::int64_t least = INT64_MAX, greatest = INT64_MIN;
  bool any() const noexcept { return least <= greatest; }
  void widen(std::int64_t from, std::int64_t to) noexcept {
    least = std::min(least, from);
    greatest = std::max(greatest, to);
  }
};

struct Dates {
  Range heads, text;
  std::optional<std::int64_t> name;
  std::int64_t file = 0;                         // the latest date of a file; 0: none is plausible
};

Dates datesOf(const std::vector<Member>& members, const std::vector<TimeEvidence>& evidence) {
  constexpr std::int64_t kPlausible = 1'000'000'000 * kSecond;   // 2001: dates of archives may be zero
  Dates dates;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (evidence[i].anyYear()) dates.heads.widen(evidence[i].leastNs, evidence[i].greatestNs);
    if (evidence[i].anyTextYear()) dates.text.widen(evidence[i].textLeastNs, evidence[i].textGreatestNs);
    const auto named = dateInName(members[i].path);
    if (named && (!dates.name || *named > *dates.name)) dates.name = named;
    const std::int64_t modified = members[i].modifiedNs.value_or(0);
    if (modified > kPlausible) dates.file = std::max(dates.file, modified);
  }
  return dates;
}

// A text may mention any date; the run's own is the latest, where that is not in the files' future.
std::int64_t ofText(const Range& text, std::int64_t file) { return file > 0 && text.greatest > file + kDay ? text.least : text.greatest; }

void setDate(const Member& member, const TimeEvidence& own, const Dates& run, TimeContext& context) {
  context.yearFrom = YearFrom::source;
  if (own.anyYear()) context.referenceNs = std::midpoint(own.leastNs, own.greatestNs);
  else if (run.heads.any()) context.referenceNs = std::midpoint(run.heads.least, run.heads.greatest);
  else if (own.anyTextYear()) context.referenceNs = ofText({own.textLeastNs, own.textGreatestNs}, run.file);
  else if (run.text.any()) context.referenceNs = ofText(run.text, run.file);
  else if (run.name) {
    context.yearFrom = YearFrom::name;
    context.referenceNs = dateInName(member.path).value_or(*run.name);
  } else {
    context.yearFrom = run.file > 0 ? YearFrom::file : YearFrom::assumed;
    context.referenceNs = run.file > 0 ? run.file : static_cast<std::int64_t>(std::time(nullptr)) * kSecond;
  }
  // Of times of day, the first stands near the first date that the source itself states.
  if (own.firstTimeOfDayNs < 0) return;
  const std::int64_t first = own.anyYear() ? own.leastNs : own.anyTextYear() ? ofText({own.textLeastNs, own.textGreatestNs}, run.file) : INT64_MAX;
  if (first != INT64_MAX) context.referenceNs = first;
  // A clock that begins near zero counts from the start of the job, unless the source was written at midnight indeed.
  constexpr std::int64_t kFirstMinute = 60 * kSecond, kNear = 600 * kSecond;
  const std::int64_t ofDay = first == INT64_MAX ? kDay / 2 : ((first % kDay) + kDay) % kDay;
  context.elapsedTimes = own.firstTimeOfDayNs < kFirstMinute && ofDay > kNear && ofDay < kDay - kNear;
}

// --- zones

// What the source's own lines show: the zone that most of them show, and the loggers that print another.
void setShownZone(const TimeEvidence& own, TimeContext& context) {
  std::array<std::optional<ShownZone>, static_cast<std::size_t>(LayerKind::count_)> shown;
  const ShownZone* most = nullptr;
  for (std::size_t kind = 0; kind < shown.size(); ++kind) {
    shown[kind] = recognise::shownZone(own.votes[kind]);
    if (shown[kind] && (!most || shown[kind]->lines > most->lines)) most = &*shown[kind];
  }
  if (!most) return;
  context.zone = most->zone;
  context.zoneFrom = ZoneFrom::joined;
  context.zoneLines = 0;
  for (std::size_t kind = 0; kind < shown.size(); ++kind) {
    if (!shown[kind]) continue;
    context.zoneLines += shown[kind]->lines;
    if (!(shown[kind]->zone == context.zone)) context.otherLoggers[static_cast<LayerKind>(kind)] = shown[kind]->zone;
  }
}

// Folders that both paths have in common.
std::size_t commonFolders(std::string_view a, std::string_view b) {
  std::size_t folders = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()) && a[i] == b[i]; ++i) folders += a[i] == '/' ? 1 : 0;
  return folders;
}

// Those that show nothing are read as the nearest that does; of equally near ones, as the one with most lines.
void spreadZones(const std::vector<Member>& members, std::vector<TimeContext>& contexts) {
  std::vector<std::size_t> showing;
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    if (contexts[i].zoneFrom == ZoneFrom::joined) showing.push_back(i);
  }
  // Many sources of one zone are the rule: then any of them will do.
  const bool oneZone = !showing.empty() && std::all_of(showing.begin(), showing.end(), [&](std::size_t i) { return contexts[i].zone == contexts[showing[0]].zone; });
  constexpr std::size_t kMostCompared = 64;
  const std::size_t compared = oneZone ? 1 : std::min(showing.size(), kMostCompared);
  showing.erase(showing.begin() + static_cast<std::ptrdiff_t>(compared), showing.end());
  for (std::size_t i = 0; i < contexts.size() && !showing.empty(); ++i) {
    if (contexts[i].zoneFrom != ZoneFrom::assumed) continue;
    const auto nearer = [&](std::size_t a, std::size_t b) {
      const std::size_t x = commonFolders(members[i].path, members[a].path), y = commonFolders(members[i].path, members[b].path);
      return x != y ? x < y : contexts[a].zoneLines < contexts[b].zoneLines;
    };
    const TimeContext& nearest = contexts[*std::max_element(showing.begin(), showing.end(), nearer)];
    contexts[i].zone = nearest.zone;
    contexts[i].otherLoggers = nearest.otherLoggers;
    contexts[i].zoneFrom = ZoneFrom::joined;
    contexts[i].zoneLines = 0;                   // none of its own
  }
}

}  // namespace

std::optional<std::int64_t> dateInName(std::string_view path) {
  using recognise::countDigits;
  using recognise::digitsAt;
  using recognise::isDigit;
  constexpr std::int64_t kFirstYear = 2010, kLastYear = 2060;
  std::optional<std::int64_t> found;
  for (std::size_t at = 0; at + 8 <= path.size(); ++at) {
    if (!isDigit(path[at]) || (at > 0 && isDigit(path[at - 1]))) continue;
    const std::size_t digits = countDigits(path, at, 16);
    const std::int64_t year = digits >= 4 ? digitsAt(path, at, 4) : 0;
    std::int64_t month = 0, day = 0;
    if (digits == 8 || digits == 12 || digits == 14) {
      month = digitsAt(path, at + 4, 2);
      day = digitsAt(path, at + 6, 2);
    } else if (digits == 4 && at + 10 <= path.size() && (path[at + 4] == '-' || path[at + 4] == '_') && path[at + 7] == path[at + 4] &&
               countDigits(path, at + 5, 2) == 2 && countDigits(path, at + 8, 3) == 2) {
      month = digitsAt(path, at + 5, 2);
      day = digitsAt(path, at + 8, 2);
    } else if (digits == 10) {
      const std::int64_t ns = digitsAt(path, at, 10) * kSecond;
      const int secondsYear = recognise::yearOf(ns);
      if (secondsYear >= kFirstYear && secondsYear <= kLastYear) found = ns;
      continue;
    }
    if (year < kFirstYear || year > kLastYear || month < 1 || month > 12 || day < 1 || day > 31) continue;
    // The middle of the day: what is read with it is at most half a day away.
    found = recognise::daysFromCivil(static_cast<int>(year), static_cast<int>(month), static_cast<int>(day)) * kDay + kDay / 2;
  }
  return found;
}

std::vector<TimeContext> clocksOf(const std::vector<Member>& members, const std::vector<TimeEvidence>& evidence, const std::vector<std::optional<recognise::ZoneOffsets>>& userZones) {
  const Dates dates = datesOf(members, evidence);
  std::vector<TimeContext> contexts(members.size());
  for (std::size_t i = 0; i < members.size(); ++i) {
    setDate(members[i], evidence[i], dates, contexts[i]);
    if (userZones[i]) {
      contexts[i].zone = *userZones[i];
      contexts[i].zoneFrom = ZoneFrom::user;
    } else {
      setShownZone(evidence[i], contexts[i]);
    }
  }
  spreadZones(members, contexts);
  return contexts;
}

}  // namespace lanescope::session
