// SPDX-License-Identifier: Apache-2.0
#include "core/report/rank_table.h"

#include "core/model/ranks_text.h"
#include "core/report/rank_rows.h"
#include "core/report/text_layout.h"
#include "core/report/time_text.h"
#include "core/text/clean.h"

#include <fmt/format.h>
#include <algorithm>
#include <iterator>

namespace lanescope::report {

using namespace model;

namespace {

// Ranks that share a text, in order of their lowest rank.
struct RankGroup {
  std::string key, text;  // text: the lowest rank's
  std::vector<Rank> ranks;
};

std::string asItIs(const std::string& text) { return text; }

// Numbers masked: ranks, pids and times differ in what every rank prints. Those of a test's name tell one test from another.
std::string withoutNumbers(const std::string& text) {
  std::string key;
  std::size_t wordEnd = 0, test = 0;             // of the word at hand: where it ends, where a test's name begins in it
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (at >= wordEnd) {
      wordEnd = std::min(text.find(' ', at), text.size() - 1) + 1;
      const std::size_t joint = std::string_view(text).substr(0, wordEnd).find("::", at);
      const std::size_t head = joint == std::string_view::npos ? joint : text.rfind("]:", joint);   // "[default1]:tests/a.py::test_b"
      test = joint == std::string_view::npos ? wordEnd : head == std::string_view::npos || head < at ? at : head + 2;
    }
    const bool digit = c >= '0' && c <= '9';
    if (!digit || at >= test)
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

// As wide as the text allows; the JSON report is whole.
std::string fitted(std::size_t column, const std::string& cell) {
  constexpr std::size_t kHost = 1, kCollectives = 4, kHostCells = 12, kCollectiveCells = 24;
  return column == kHost ? fit(cell, kHostCells) : column == kCollectives ? fit(cell, kCollectiveCells) : cell;
}

void appendEachRank(std::string& out, const Run& run, const std::vector<const Lane*>& lanes) {
  if (onOneHost(lanes) && !lanes.front()->host.empty()) out += fmt::format("    host    {}\n", lanes.front()->host);
  std::vector<std::string> heading = {"rank", "gpu", "pid"};
  heading.insert(heading.end(), kRankColumns.begin(), kRankColumns.end());
  Table table(std::move(heading));
  for (const RankRow& row : rankRows(run, lanes)) {
    std::vector<std::string> cells = {model::rankList(row.ranks, SIZE_MAX), row.gpu, row.pid};
    for (std::size_t column = 0; column < row.cells.size(); ++column) cells.push_back(fitted(column, row.cells[column]));
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

void appendLanes(std::string& out, const Run& run, const std::vector<const Lane*>& lanes, LaunchOutcome outcome) {
  const bool quiet = outcome == LaunchOutcome::passed || outcome == LaunchOutcome::empty;
  if (quiet)
    appendFolded(out, lanes);
  else
    appendEachRank(out, run, lanes);
}

void appendAttempt(std::string& out, const Run& run, const Attempt& attempt, const std::vector<const Lane*>& ofLaunch) {
  std::string head = fmt::format("attempt {}: {}", attempt.index + 1, toString(attempt.outcome));
  if (attempt.start.known()) head += ", " + whenText(attempt.start);
  if (attempt.end.known()) head += " to " + whenText(attempt.end);
  if (attempt.start.known() && attempt.end.known()) head += fmt::format(" ({})", lengthText(attempt.start, attempt.end));
  appendWrapped(out, "    ", head + firstExitText(attempt.exit));
  std::vector<const Lane*> lanes;
  std::copy_if(ofLaunch.begin(), ofLaunch.end(), std::back_inserter(lanes), [&](const Lane* lane) { return lane->attempt == attempt.index; });
  if (lanes.empty())
    out += "    no rank's output was read\n";
  else
    appendLanes(out, run, lanes, attempt.outcome);
}

}  // namespace

void appendRanks(std::string& out, const Run& run) {
  if (run.launches.empty()) return;
  out += "\nLAUNCHES AND RANKS\n";
  for (const Launch& launch : run.launches) {
    appendWrapped(out, "  ", launchHead(launch));
    if (!launch.directory.empty()) out += fmt::format("    logs    {}\n", launch.directory);
    const std::vector<const Lane*> lanes = lanesOf(run, launch.index);
    if (lanes.empty()) out += "    no rank's output was read\n";
    else if (launch.attempts.size() < 2) appendLanes(out, run, lanes, launch.outcome);
    else
      for (const Attempt& attempt : launch.attempts) appendAttempt(out, run, attempt, lanes);
  }
}

// Ranks whose output ends inside the test.
std::vector<Rank> ranksInside(const Run& run, const TestReport& test) {
  std::vector<Rank> ranks;
  for (const Lane& lane : run.lanes) {
    if (lane.launch == test.launch && lane.attempt == test.attempt && lane.test == test.id) ranks.push_back(lane.rank);
  }
  std::sort(ranks.begin(), ranks.end());
  return ranks;
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
      const std::string seconds = group.timed ? " in " + secondsText(group) : "";
      appendWrapped(out, "    ", fmt::format("{}: {}{}", model::ranksText(group.ranks), group.text, seconds));
    }
  }
  for (const TestReport& test : run.tests) {
    out += fmt::format("  {}\n", test.id);
    std::string ranks;
    const auto add = [&ranks](const std::vector<Rank>& list, const char* what) {
      if (!list.empty()) ranks += fmt::format("{}{} on {}", ranks.empty() ? "" : ", ", what, model::ranksText(list));
    };
    add(test.failedRanks, "failed");
    add(test.errorRanks, "error");
    add(test.stalledRanks, "stalled");
    if (ranks.empty()) add(ranksInside(run, test), toString(test.outcome));
    std::string others;
    for (const OtherLaunch& other : test.otherLaunches)
      others += fmt::format("; launch {}: {} on {}", other.launch + 1, toString(other.outcome), model::ranksText(other.ranks));
    appendWrapped(out, "    ",
                  fmt::format("launch {}: {}{}", test.launch + 1, ranks.empty() ? toString(test.outcome) : ranks, others));
  }
}

}  // namespace lanescope::report
