// SPDX-License-Identifier: Apache-2.0
#include "core/model/ranks_text.h"
#include "core/report/rank_table.h"

#include "core/report/text_layout.h"
#include "core/report/time_text.h"
#include "core/text/clean.h"

#include <fmt/format.h>
#include <algorithm>
#include <map>
#include <iterator>

namespace lanescope::report {

using namespace model;

namespace {

std::string launchHead(const Launch& launch) {
  std::string text = fmt::format("launch {}", launch.index + 1);
  if (!launch.name.empty()) text += " " + launch.name;
  text += fmt::format(": {}", toString(launch.outcome));
  if (launch.start.known()) text += ", " + whenText(launch.start);
  if (launch.end.known()) text += " to " + whenText(launch.end);
  if (launch.start.known() && launch.end.known())
    text += fmt::format(" ({})", durationText(static_cast<double>(launch.end.utc - launch.start.utc) / 1e9));
  if (launch.exit.code) text += fmt::format(", exit code {}", *launch.exit.code);
  if (!launch.exit.signal.empty()) text += ", " + launch.exit.signal;
  if (launch.exit.firstExitRank) text += fmt::format(", rank {} exited first", *launch.exit.firstExitRank);
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

// To the second, so that the table fits; the JSON report is exact.
std::string secondText(const When& when) { return when.known() ? clockText(when.utc).substr(0, 8) : ""; }

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

std::vector<const Lane*> lanesOf(const Run& run, std::uint32_t launch) {
  std::vector<const Lane*> lanes;
  for (const Lane& lane : run.lanes) {
    if (lane.launch == launch) lanes.push_back(&lane);
  }
  return lanes;
}

// Ranks that share a text, in order of their lowest rank.
struct RankGroup {
  std::string key, text;  // text: the lowest rank's
  std::vector<Rank> ranks;
};

std::string asItIs(const std::string& text) { return text; }

// Numbers masked: ranks, pids and times differ in what every rank prints.
std::string withoutNumbers(const std::string& text) {
  std::string key;
  for (const char c : text) {
    const bool digit = c >= '0' && c <= '9';
    if (!digit)
      key += c;
    else if (key.empty() || key.back() != '#')
      key += '#';
  }
  return key;
}

template <class TextOf>
std::vector<RankGroup> groupRanks(const std::vector<const Lane*>& lanes, TextOf textOf,
                                  std::string (*keyOf)(const std::string&) = asItIs) {
  std::vector<RankGroup> groups;
  for (const Lane* lane : lanes) {
    const std::string text = textOf(*lane);
    if (text.empty()) continue;
    const std::string key = keyOf(text);
    const auto group = std::find_if(groups.begin(), groups.end(), [&key](const RankGroup& item) { return item.key == key; });
    if (group == groups.end())
      groups.push_back({key, text, {lane->rank}});
    else if (group->ranks.back() != lane->rank)
      group->ranks.push_back(lane->rank);
  }
  return groups;
}

std::string lastLinePlace(const Run& run, const Lane& lane) {
  if (!lane.lastLine) return {};
  const std::string& path = run.source(lane.lastLine->source).path;
  return fmt::format("{}:{}", path.substr(path.rfind('/') + 1), lane.lastLine->line);
}

// One row of the table; ranks with equal other cells may share it.
struct RankRow {
  std::vector<Rank> ranks;
  std::string gpu, pid;  // of a single rank
  std::vector<std::string> cells;
};

// Up to this many lanes each has its own row; beyond, those that ended alike share one and the others stand out.
constexpr std::size_t kMostSingleRows = 32;

std::vector<RankRow> rowsOf(const Run& run, const std::vector<const Lane*>& lanes, bool withAttempt, bool withHost) {
  constexpr std::size_t kCollectiveCells = 24;
  std::vector<RankRow> rows;
  std::map<std::vector<std::string>, std::size_t> known;
  for (const Lane* lane : lanes) {
    std::vector<std::string> cells = {withAttempt ? std::to_string(lane->attempt + 1) : "",
                                      withHost ? fit(lane->host, 12) : "",
                                      lastLinePlace(run, *lane),
                                      secondText(lane->last),
                                      fit(collectiveText(*lane), kCollectiveCells),
                                      endText(lane->end),
                                      secondText(lane->end.time)};
    const auto entry = known.try_emplace(cells, rows.size());
    if (entry.second || lanes.size() <= kMostSingleRows) {
      rows.push_back({{lane->rank}, optionalNumber(lane->device), optionalNumber(lane->pid), std::move(cells)});
    } else {
      RankRow& alike = rows[entry.first->second];
      alike.ranks.push_back(lane->rank);
      alike.gpu = alike.pid = "";
    }
  }
  return rows;
}

void appendEachRank(std::string& out, const Run& run, const std::vector<const Lane*>& lanes) {
  const bool manyAttempts = std::any_of(lanes.begin(), lanes.end(), [](const Lane* lane) { return lane->attempt > 0; });
  const bool oneHost =
      std::all_of(lanes.begin(), lanes.end(), [&lanes](const Lane* lane) { return lane->host == lanes.front()->host; });
  if (oneHost && !lanes.front()->host.empty()) out += fmt::format("    host    {}\n", lanes.front()->host);
  Table table({"rank", "gpu", "pid", "attempt", "host", "last line", "at (UTC)", "enq/done", "ended", "at (UTC)"});
  for (RankRow& row : rowsOf(run, lanes, manyAttempts, !oneHost)) {
    std::vector<std::string> cells = {model::rankList(row.ranks, SIZE_MAX), row.gpu, row.pid};
    std::move(row.cells.begin(), row.cells.end(), std::back_inserter(cells));
    table.add(std::move(cells));
  }
  table.appendTo(out, "    ");
  const auto lastText = [](const Lane& lane) { return lane.lastLine ? text::display(lane.lastLine->text) : std::string(); };
  for (const RankGroup& group : groupRanks(lanes, lastText, withoutNumbers)) {
    const std::string whose = group.ranks.size() > 1 ? fmt::format(" (rank {}'s, the others' alike)", group.ranks.front()) : "";
    out += fmt::format("    {} printed last{}:\n      {}\n", model::ranksText(group.ranks), whose, fit(group.text, kTextWidth - 6));
  }
  const auto progress = [](const Lane& lane) { return lane.progress ? progressText(*lane.progress) : std::string(); };
  for (const RankGroup& group : groupRanks(lanes, progress)) {
    out += fmt::format("    last told of by {}: {}\n", model::ranksText(group.ranks), group.text);
  }
  for (const RankGroup& group : groupRanks(lanes, [](const Lane& lane) { return lane.test; })) {
    out += fmt::format("    open at the end on {}:\n      {}\n", model::ranksText(group.ranks), group.text);
  }
}

void appendFolded(std::string& out, const std::vector<const Lane*>& lanes) {
  for (const RankGroup& group : groupRanks(lanes, [](const Lane& lane) { return endText(lane.end); })) {
    appendWrapped(out, "    ", fmt::format("{}: {}", model::ranksText(group.ranks), group.text));
  }
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

struct CountGroup {
  std::string text;
  std::vector<Rank> ranks;
  double least = 0, most = 0;  // seconds, where stated
  bool timed = false;
};

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

}  // namespace

void appendRanks(std::string& out, const Run& run) {
  if (run.launches.empty()) return;
  out += "\nLAUNCHES AND RANKS\n";
  for (const Launch& launch : run.launches) {
    appendWrapped(out, "  ", launchHead(launch));
    if (!launch.directory.empty()) out += fmt::format("    logs    {}\n", launch.directory);
    const std::vector<const Lane*> lanes = lanesOf(run, launch.index);
    const bool quiet = launch.outcome == LaunchOutcome::passed || launch.outcome == LaunchOutcome::empty;
    if (lanes.empty())
      out += "    no rank's output was read\n";
    else if (quiet)
      appendFolded(out, lanes);
    else
      appendEachRank(out, run, lanes);
  }
}

void appendCounts(std::string& out, const Run& run) {
  const bool any =
      std::any_of(run.launches.begin(), run.launches.end(), [](const Launch& launch) { return launch.tests.has_value(); });
  if (!any) return;
  out += "\nTESTS (as each rank's final line says)\n";
  for (const Launch& launch : run.launches) {
    if (!launch.tests) continue;
    appendWrapped(out, fmt::format("  launch {}  ", launch.index + 1), collectionText(*launch.tests));
    for (const CountGroup& group : groupCounts(*launch.tests)) {
      std::string seconds;
      if (group.timed)
        seconds = group.least == group.most ? fmt::format(" in {:.2f} s", group.least)
                                            : fmt::format(" in {:.2f} to {:.2f} s", group.least, group.most);
      appendWrapped(out, "    ", fmt::format("{}: {}{}", model::ranksText(group.ranks), group.text, seconds));
    }
  }
  for (const TestReport& test : run.tests) {
    out += fmt::format("  {}\n", test.id);
    std::string ranks;
    const auto add = [&ranks](const std::vector<Rank>& list, const char* what) {
      if (!list.empty()) ranks += fmt::format("{}{} on {}", ranks.empty() ? "" : ", ", what, model::rankList(list));
    };
    add(test.failedRanks, "failed");
    add(test.errorRanks, "error");
    add(test.stalledRanks, "stalled");
    std::string others;
    for (const OtherLaunch& other : test.otherLaunches)
      others += fmt::format("; launch {}: {} on {}", other.launch + 1, toString(other.outcome), model::rankList(other.ranks));
    appendWrapped(out, "    ",
                  fmt::format("launch {}: {}{}", test.launch + 1, ranks.empty() ? toString(test.outcome) : ranks, others));
  }
}

}  // namespace lanescope::report
