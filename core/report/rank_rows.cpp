// SPDX-License-Identifier: Apache-2.0
#include "core/report/rank_rows.h"

#include "core/model/ranks_text.h"
#include "core/report/time_text.h"

#include <fmt/format.h>
#include <algorithm>
#include <map>

namespace lanescope::report {

using namespace model;

std::string lengthText(const When& from, const When& to) {
  const std::string length = durationText(static_cast<double>(to.utc - from.utc) / 1e9);
  if (from.earliest != When::kOpenEarly) return length;
  return to.utc > from.utc ? "at least " + length : "length not known";
}

std::string firstExitText(const ExitStatus& exit) {
  if (exit.firstExitRank) return fmt::format(", rank {} exited first", *exit.firstExitRank);
  return exit.namedRank ? fmt::format(", the launcher names rank {} first", *exit.namedRank) : "";
}

std::string launchHead(const Launch& launch) {
  std::string text = fmt::format("launch {}", launch.index + 1);
  if (!launch.name.empty()) text += " " + launch.name;
  text += fmt::format(": {}", toString(launch.outcome));
  if (launch.start.known()) text += ", " + whenText(launch.start);
  if (launch.end.known()) text += " to " + whenText(launch.end);
  if (launch.start.known() && launch.end.known()) text += fmt::format(" ({})", lengthText(launch.start, launch.end));
  if (launch.exit.code) text += fmt::format(", exit code {}", *launch.exit.code);
  if (!launch.exit.signal.empty()) text += ", " + launch.exit.signal;
  text += firstExitText(launch.exit);
  if (launch.progress) text += ", last told of " + progressText(*launch.progress);
  if (launch.retryOf) text += fmt::format(", runs launch {} again", *launch.retryOf + 1);
  return text;
}

// "SIGABRT by itself", "exited 0", "open": a signal says more than the kind of end it makes.
std::string endText(const LaneEnd& end) {
  std::string text = end.signal.empty() ? toString(end.kind) : end.signal;
  if (end.code) text += fmt::format(" {}", *end.code);
  if (!end.by.empty()) text += " by " + end.by;
  return text;
}

std::vector<const Lane*> lanesOf(const Run& run, std::uint32_t launch) {
  std::vector<const Lane*> lanes;
  for (const Lane& lane : run.lanes) {
    if (lane.launch == launch) lanes.push_back(&lane);
  }
  return lanes;
}

bool onOneHost(const std::vector<const Lane*>& lanes) {
  return std::all_of(lanes.begin(), lanes.end(), [&lanes](const Lane* lane) { return lane->host == lanes.front()->host; });
}

namespace {

// To the second, so that the table fits; the JSON report is exact. A bound is none of its ends: "≤ 09:09:27", "09:09:20–09:19:27".
std::string secondText(const When& when) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  if (!when.known()) return "";
  const bool openEarly = when.earliest == When::kOpenEarly, openLate = when.latest == When::kOpenLate;
  if (openEarly && openLate) return "";
  const auto text = [](std::int64_t ns) { return clockText(ns).substr(0, 8); };
  const std::int64_t latest = openLate ? 0 : when.latest + (kSecond - when.latest % kSecond) % kSecond;
  if (openEarly) return "\u2264 " + text(latest);
  if (openLate) return "\u2265 " + text(when.earliest);
  return when.latest - when.earliest <= kSecond ? text(when.utc) : text(when.earliest) + "\u2013" + text(latest);
}

std::string collectiveText(const Lane& lane) {
  std::string text;
  for (const CollectiveState& state : lane.collectives) {
    const auto number = [](const std::optional<std::uint64_t>& value) { return value ? std::to_string(*value) : "?"; };
    text += fmt::format("{}{}{}/{}", text.empty() ? "" : ", ", lane.collectives.size() > 1 ? state.group + " " : "",
                        number(state.lastEnqueued), number(state.lastCompleted));
  }
  return text;
}

std::string optionalNumber(const std::optional<std::uint32_t>& number) { return number ? std::to_string(*number) : ""; }

// As much of the paths' ends as tells the sources of the lanes' last lines apart: "stderr.log:40", "3/stderr.log:40".
class LastLinePlaces {
 public:
  LastLinePlaces(const Run& run, const std::vector<const Lane*>& lanes) : m_run(run) {
    std::map<std::string, SourceId> known;
    for (const Lane* lane : lanes) {
      if (!lane->lastLine) continue;
      const SourceId source = lane->lastLine->source;
      const auto entry = known.try_emplace(std::string(tail(source, 1)), source);
      if (entry.first->second != source) m_parts = 2;
    }
  }
  std::string file(const Lane& lane) const { return lane.lastLine ? fmt::format("{}:{}", tail(lane.lastLine->source, 1), lane.lastLine->line) : ""; }
  std::string of(const Lane& lane) const { return lane.lastLine ? fmt::format("{}:{}", tail(lane.lastLine->source, m_parts), lane.lastLine->line) : ""; }

 private:
  std::string_view tail(SourceId source, int parts) const {
    const std::string_view path = m_run.source(source).path;
    std::size_t at = path.size();
    for (; parts > 0 && at != std::string_view::npos && at > 0; --parts) at = path.rfind('/', at - 1);
    return at == std::string_view::npos ? path : path.substr(at + 1);
  }

  const Run& m_run;
  int m_parts = 1;
};

// Up to this many lanes each has its own row; beyond, those that ended alike share one and the others stand out.
constexpr std::size_t kMostSingleRows = 32;

}  // namespace

std::vector<RankRow> rankRows(const Run& run, const std::vector<const Lane*>& lanes) {
  const bool withAttempt = std::any_of(lanes.begin(), lanes.end(), [](const Lane* lane) { return lane->attempt > 0; });
  constexpr std::size_t kPlaceCell = 2;          // of kRankColumns
  const LastLinePlaces places(run, lanes);
  const bool withHost = !onOneHost(lanes);
  std::vector<RankRow> rows;
  std::map<std::vector<std::string>, std::size_t> known;
  for (const Lane* lane : lanes) {
    std::vector<std::string> cells = {withAttempt ? std::to_string(lane->attempt + 1) : "",
                                      withHost ? lane->host : "",
                                      places.of(*lane),
                                      secondText(lane->last),
                                      collectiveText(*lane),
                                      endText(lane->end),
                                      secondText(lane->end.time)};
    // The folders of ranks tell them apart, not what happened to them.
    std::vector<std::string> key = cells;
    key[kPlaceCell] = places.file(*lane);
    const auto entry = known.try_emplace(std::move(key), rows.size());
    if (entry.second || lanes.size() <= kMostSingleRows) {
      rows.push_back({{lane->rank}, optionalNumber(lane->device), optionalNumber(lane->pid), std::move(cells)});
    } else {
      RankRow& alike = rows[entry.first->second];
      alike.ranks.push_back(lane->rank);
      if (alike.cells[kPlaceCell] != cells[kPlaceCell]) alike.cells[kPlaceCell] = places.file(*lane);
      alike.gpu = alike.pid = "";
    }
  }
  return rows;
}

std::string countsText(const RankCounts& counts) {
  std::string text;
  const auto add = [&text](const std::optional<std::uint32_t>& number, const char* what, bool evenZero) {
    if (number && (*number > 0 || evenZero)) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", *number, what);
  };
  add(counts.passed, "passed", true);
  add(counts.failed, "failed", false);
  add(counts.errors, "errors", false);
  add(counts.skipped, "skipped", false);
  add(counts.xfailed, "xfailed", false);
  add(counts.xpassed, "xpassed", false);
  add(counts.deselected, "deselected", false);
  if (!counts.complete) text += text.empty() ? "no final line" : ", no final line";
  return text;
}

std::vector<CountGroup> groupCounts(const LaunchTests& tests) {
  std::vector<CountGroup> groups;
  for (const RankCounts& counts : tests.ranks) {
    const std::string text = countsText(counts);
    auto group = std::find_if(groups.begin(), groups.end(), [&text](const CountGroup& item) { return item.text == text; });
    if (group == groups.end()) group = groups.insert(groups.end(), CountGroup{text, {}, 0, 0, false});
    group->ranks.push_back(counts.rank);
    if (!counts.seconds) continue;
    group->least = group->timed ? std::min(group->least, *counts.seconds) : *counts.seconds;
    group->most = group->timed ? std::max(group->most, *counts.seconds) : *counts.seconds;
    group->timed = true;
  }
  return groups;
}

std::string launchCounts(const Launch& launch) {
  if (!launch.tests) return {};
  std::string text;
  for (const CountGroup& group : groupCounts(*launch.tests)) {
    const std::string seconds = group.timed ? " in " + secondsText(group) : "";
    text += fmt::format("{}{} on {}{}", text.empty() ? "" : "; ", group.text, ranksText(group.ranks), seconds);
  }
  return text;
}

std::string launchName(const Launch& launch) {
  return launch.name.empty() ? fmt::format("launch {}", launch.index + 1) : fmt::format("launch {} ({})", launch.index + 1, launch.name);
}

std::string collectionText(const LaunchTests& tests) {
  std::string text;
  const auto add = [&text](const std::optional<std::uint32_t>& number, const char* what) {
    if (number) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", *number, what);
  };
  add(tests.collected, "collected");
  add(tests.deselected, "deselected");
  add(tests.collectionSkipped, "skipped at collection");
  add(tests.selected, "selected");
  return text;
}

std::string secondsText(const CountGroup& group) {
  if (!group.timed) return {};
  return group.least == group.most ? fmt::format("{:.2f} s", group.least) : fmt::format("{:.2f} to {:.2f} s", group.least, group.most);
}

}  // namespace lanescope::report
