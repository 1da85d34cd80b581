// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/time_evidence.h"

#include <algorithm>

namespace lanescope::recognise {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kQuarter = 900 * kSecond;
// The runner's clock and the writer's may differ a little even on one host.
constexpr std::int64_t kSlack = 5 * kSecond;
constexpr std::int64_t kClose = 60 * kSecond;
// A single line shows an offset only where it is this near to a whole quarter.
constexpr std::int64_t kVeryClose = 2 * kSecond;
constexpr std::int32_t kWestmost = -12 * 4, kEastmost = 14 * 4;   // offsets in use
constexpr std::int64_t kHalfHour = 1800 * kSecond;

std::int64_t floorDiv(std::int64_t a, std::int64_t b) noexcept { return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0); }

ZoneVote& voteFor(std::vector<ZoneVote>& votes, std::int32_t quarters) {
  auto it = std::lower_bound(votes.begin(), votes.end(), quarters, [](const ZoneVote& vote, std::int32_t q) { return vote.quarters < q; });
  if (it == votes.end() || it->quarters != quarters) it = votes.insert(it, ZoneVote{quarters, 0, 0, INT64_MAX, INT64_MAX, INT64_MIN});
  return *it;
}

bool isShown(const ZoneVote& vote) noexcept { return vote.close >= vote.late && (vote.close > 1 || (vote.close == 1 && vote.leastDelayNs < kVeryClose)); }

// Where local time changes between the last line of `before` and the first of `after`: clocks are put at whole half hours.
std::int64_t changeBetween(const ZoneVote& before, const ZoneVote& after) noexcept {
  const std::int64_t whole = floorDiv(after.firstNs, kHalfHour) * kHalfHour;
  return whole > before.lastNs ? whole : after.firstNs;
}

bool isClockChange(const ZoneVote& before, const ZoneVote& after) noexcept {
  const std::int32_t step = after.quarters > before.quarters ? after.quarters - before.quarters : before.quarters - after.quarters;
  return (step == 2 || step == 4) && before.close > 1 && after.close > 1 && before.lastNs < after.firstNs;
}

}  // namespace

void TimeEvidence::noteYear(std::int64_t ns) noexcept {
  leastNs = std::min(leastNs, ns);
  greatestNs = std::max(greatestNs, ns);
}

void TimeEvidence::noteTextYear(std::int64_t ns) noexcept {
  textLeastNs = std::min(textLeastNs, ns);
  textGreatestNs = std::max(textGreatestNs, ns);
}

void TimeEvidence::notePair(std::int64_t outerNs, const QuickHead& head, std::uint32_t line) {
  std::int64_t local = head.innerNs;
  if (!head.innerHasYear) {
    Stamp inner;
    inner.ns = head.innerNs;
    const int year = yearOf(outerNs);
    const auto far = [outerNs](std::int64_t ns) { return ns < outerNs ? outerNs - ns : ns - outerNs; };
    local = withYear(inner, year);
    for (const int other : {year - 1, year + 1}) {
      if (const std::int64_t ns = withYear(inner, other); far(ns) < far(local)) local = ns;
    }
  }
  const std::int64_t ahead = floorDiv(outerNs - local + kSlack, kQuarter);
  if (-ahead < kWestmost || -ahead > kEastmost) return;   // no zone: an old line that is told again
  const std::int64_t delay = outerNs - local - ahead * kQuarter;
  ZoneVote& vote = voteFor(votes[static_cast<std::size_t>(head.innerKind)], static_cast<std::int32_t>(-ahead));
  if (delay <= kClose) {
    ++vote.close;
    vote.leastDelayNs = std::min(vote.leastDelayNs, delay);
    vote.firstNs = std::min(vote.firstNs, outerNs);
    vote.lastNs = std::max(vote.lastNs, outerNs);
    return;
  }
  ++vote.late;
  if (lateLines++ == 0 || line < firstLateLine) firstLateLine = line;
  mostLateNs = std::max(mostLateNs, delay);
}

void TimeEvidence::add(const TimeEvidence& other, std::uint32_t linesBefore) {
  leastNs = std::min(leastNs, other.leastNs);
  greatestNs = std::max(greatestNs, other.greatestNs);
  textLeastNs = std::min(textLeastNs, other.textLeastNs);
  textGreatestNs = std::max(textGreatestNs, other.textGreatestNs);
  if (firstTimeOfDayNs < 0) firstTimeOfDayNs = other.firstTimeOfDayNs;
  for (std::size_t kind = 0; kind < votes.size(); ++kind) {
    for (const ZoneVote& from : other.votes[kind]) {
      ZoneVote& vote = voteFor(votes[kind], from.quarters);
      vote.close += from.close;
      vote.late += from.late;
      vote.leastDelayNs = std::min(vote.leastDelayNs, from.leastDelayNs);
      vote.firstNs = std::min(vote.firstNs, from.firstNs);
      vote.lastNs = std::max(vote.lastNs, from.lastNs);
    }
  }
  if (other.lateLines > 0 && lateLines == 0) firstLateLine = linesBefore + other.firstLateLine;
  lateLines += other.lateLines;
  mostLateNs = std::max(mostLateNs, other.mostLateNs);
}

std::optional<ShownZone> shownZone(const std::vector<ZoneVote>& votes) {
  const auto most = std::max_element(votes.begin(), votes.end(), [](const ZoneVote& a, const ZoneVote& b) { return a.close < b.close; });
  if (most == votes.end() || !isShown(*most)) return std::nullopt;
  const ZoneVote* change = nullptr;              // the other offset of a clock that was put forward or back
  for (const ZoneVote& vote : votes) {
    if (isClockChange(*most, vote) || isClockChange(vote, *most)) change = &vote;
  }
  // Lines that would have been read before they were written speak against it; those with a smaller offset were read very late.
  std::uint32_t against = 0;
  for (const ZoneVote& vote : votes) against += vote.quarters > most->quarters && &vote != change ? vote.close + vote.late : 0;
  constexpr std::uint32_t kMostAgainst = 10;     // one of so many: a line that quotes another clock
  if (against * kMostAgainst > most->close) return std::nullopt;
  constexpr std::int32_t kQuarterSeconds = 900;
  if (!change) return ShownZone{ZoneOffsets(most->quarters * kQuarterSeconds), most->close};
  const ZoneVote& before = most->lastNs < change->firstNs ? *most : *change;
  const ZoneVote& after = &before == change ? *most : *change;
  return ShownZone{ZoneOffsets(before.quarters * kQuarterSeconds, {{changeBetween(before, after), after.quarters * kQuarterSeconds}}), before.close + after.close};
}

}  // namespace lanescope::recognise
