// SPDX-License-Identifier: Apache-2.0
// What had to be assumed to place stamps, and what of it the log itself shows: one sentence for each kind, whatever the number of sources.
#include "core/clock/place.h"

#include "core/base/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace lanescope::clock {
namespace {

using model::Draft;
using model::Source;
using model::SourceClock;
using recognise::SourceScan;

// "a.log", "a.log and 3 more sources"
std::string namesOf(const Draft& draft, const std::vector<std::uint32_t>& sources) {
  std::string text = draft.run.sources[sources.front()].path;
  if (sources.size() > 1) text += " and " + base::counted(sources.size() - 1, "more source");
  return text;
}

void add(Draft& draft, std::string sentence) { draft.run.clock.assumptions.push_back(std::move(sentence)); }

// Sources in which stamps without a zone stand, at line starts or behind a CI stamp.
bool hasLocalStamps(const SourceScan& scan) {
  return scan.zonelessStamps > 0 || std::any_of(scan.evidence.votes.begin(), scan.evidence.votes.end(), [](const auto& votes) { return !votes.empty(); });
}

void sayZones(Draft& draft) {
  bool assumed = false, user = false;
  struct Shown { std::vector<std::uint32_t> by; std::uint32_t lines = 0; bool used = false; };
  std::map<std::string, Shown> shown;            // by zone
  for (std::uint32_t i = 0; i < draft.run.sources.size(); ++i) {
    const SourceScan& scan = draft.scans[i];
    const recognise::TimeContext& context = draft.contexts[i];
    if (!hasLocalStamps(scan)) continue;
    using ZoneFrom = recognise::TimeContext::ZoneFrom;
    assumed = assumed || (context.zoneFrom == ZoneFrom::assumed && scan.zonelessStamps > 0);
    user = user || context.zoneFrom == ZoneFrom::user;
    if (context.zoneFrom != ZoneFrom::joined) continue;
    Shown& zone = shown[model::zoneText(context.zone, scan)];
    zone.used = true;
    if (context.zoneLines == 0) continue;
    zone.by.push_back(i);
    zone.lines += context.zoneLines;
  }
  const bool others = assumed || !shown.empty();
  if (user) add(draft, others ? "stamps of some sources are read in the zone that the user gave" : "stamps without a zone are read in the zone that the user gave");
  if (assumed) add(draft, user ? "other stamps without a zone are read as UTC" : "stamps without a zone are read as UTC");
  for (const auto& entry : shown) {
    if (entry.second.by.empty()) continue;
    add(draft, fmt::format("stamps without a zone are {}{}: {} of {} also {} the time of reading, in UTC", entry.first == "UTC" ? "" : "local time at ",
                           entry.first, base::counted(entry.second.lines, "line"), namesOf(draft, entry.second.by), entry.second.lines == 1 ? "carries" : "carry"));
  }
}

void sayDates(Draft& draft) {
  bool from[4] = {}, dayFrom[4] = {};            // by TimeContext::YearFrom
  std::vector<std::uint32_t> elapsed, putBack;
  for (std::uint32_t i = 0; i < draft.run.sources.size(); ++i) {
    const SourceScan& scan = draft.scans[i];
    const auto how = static_cast<std::size_t>(draft.contexts[i].yearFrom);
    from[how] = from[how] || scan.yearlessStamps > 0;
    dayFrom[how] = dayFrom[how] || scan.datelessStamps > 0;
    if (draft.contexts[i].elapsedTimes) elapsed.push_back(i);
    if (scan.clockPutBack > 0) putBack.push_back(i);
  }
  using YearFrom = recognise::TimeContext::YearFrom;
  const auto is = [](const bool* flags, YearFrom how) { return flags[static_cast<std::size_t>(how)]; };
  if (is(from, YearFrom::assumed)) add(draft, "no line states a year: the present one is taken");
  if (is(from, YearFrom::file)) add(draft, "no line states a year: the latest that fits the files' dates is taken");
  if (is(from, YearFrom::name)) add(draft, "no line states a year: that of the date in the names of files or folders is taken");
  if (is(from, YearFrom::source)) add(draft, "stamps without a year have that of the run's other stamps");
  if (is(dayFrom, YearFrom::source)) add(draft, "times of day without a date have that of the run's other stamps, and go on over midnight");
  if (is(dayFrom, YearFrom::name)) add(draft, "no line states a date: times of day have that in the names of files or folders, and go on over midnight");
  if (is(dayFrom, YearFrom::file) || is(dayFrom, YearFrom::assumed)) {
    add(draft, "no line states a date: times of day have the latest that fits the files' dates, and go on over midnight");
  }
  if (!elapsed.empty()) add(draft, namesOf(draft, elapsed) + ": times of day begin at zero: they count from a start that is not known, and place nothing");
  for (const std::uint32_t i : putBack) {
    add(draft, fmt::format("{}: from line {} on local time repeats an hour, as where daylight saving ends: these lines are read one hour later",
                           draft.run.sources[i].path, draft.scans[i].clockPutBack));
  }
}

}  // namespace

void sayAssumptions(Draft& draft) {
  sayZones(draft);
  sayDates(draft);
}

}  // namespace lanescope::clock
