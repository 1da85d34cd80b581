// SPDX-License-Identifier: Apache-2.0
#include "core/session/kept_look.h"

#include "core/model/ranks_text.h"
#include "core/session/kept_json.h"
#include "core/session/stable_names.h"
#include "core/text/clean.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace lanescope::session {
namespace {

using Json = SideFile::Json;

constexpr std::size_t kMostEntries = 10'000;

// "0-2,5": what parseRanks() reads, unlike the words for people.
std::string typedRanks(const std::vector<model::Rank>& ranks) {
  std::string text;
  for (std::size_t i = 0; i < ranks.size();) {
    std::size_t last = i;
    while (last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1) ++last;
    text += (text.empty() ? "" : ",") + std::to_string(ranks[i]);
    if (last > i) text += '-' + std::to_string(ranks[last]);
    i = last + 1;
  }
  return text;
}

// A launch and an attempt share an entry: of 1,024 hidden lanes there is one line to read.
std::vector<KeptLane> readLanes(const Json& list) {
  std::vector<KeptLane> lanes;
  if (list.size() > kMostEntries) return lanes;
  for (const Json& entry : list) {
    const auto launch = entry.is_object() ? numberAt(entry, "launch") : std::nullopt;
    const auto ranks = launch ? model::parseRanks(textAt(entry, "ranks").value_or("")) : std::nullopt;
    if (!ranks) continue;
    for (const model::Rank rank : *ranks) lanes.push_back({*launch, numberAt(entry, "attempt").value_or(0), rank});
  }
  std::sort(lanes.begin(), lanes.end());
  lanes.erase(std::unique(lanes.begin(), lanes.end()), lanes.end());
  return lanes;
}

Json writtenLanes(const std::vector<KeptLane>& lanes) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<model::Rank>> byStart;
  for (const KeptLane& lane : lanes) byStart[{lane.launch, lane.attempt}].push_back(lane.rank);
  Json list = Json::array();
  for (const auto& start : byStart) {
    Json entry = {{"launch", start.first.first}, {"ranks", typedRanks(start.second)}};
    if (start.first.second > 0) entry["attempt"] = start.first.second;
    list.push_back(std::move(entry));
  }
  return list;
}

std::vector<std::uint32_t> readNumbers(const Json& list) {
  std::vector<std::uint32_t> numbers;
  if (list.size() > kMostEntries) return numbers;
  for (const Json& value : list) {
    if (const auto number = numberOf(value)) numbers.push_back(*number);
  }
  return numbers;
}

std::vector<std::string> readTexts(const Json& list) {
  std::vector<std::string> texts;
  if (list.size() > kMostEntries) return texts;
  for (const Json& value : list) {
    if (value.is_string()) texts.push_back(value.get<std::string>());
  }
  return texts;
}

}  // namespace

KeptRows readRows(const Json& rows) {
  KeptRows kept;
  kept.grouping = textAt(rows, "group").value_or("");
  kept.order = textAt(rows, "sort").value_or("");
  kept.folding = textAt(rows, "alike").value_or("");
  kept.ranks = textAt(rows, "ranks").value_or("");
  kept.onlyTroubled = flagAt(rows, "only_troubled");
  kept.hidden = readLanes(listAt(rows, "hidden"));
  kept.pinned = readLanes(listAt(rows, "pinned"));
  kept.opened = readLanes(listAt(rows, "opened"));
  kept.closed = readNumbers(listAt(rows, "closed"));
  kept.closedGroups = readTexts(listAt(rows, "closed_groups"));
  kept.foldsIdle = flagAt(rows, "folds_idle");
  kept.hidesFollowers = flagAt(rows, "hides_followers");
  kept.minor = textAt(rows, "minor_marks").value_or("");
  return kept;
}

void writeRows(const KeptRows& kept, Json& rows) {
  setOrErase(rows, "group", kept.grouping);
  setOrErase(rows, "sort", kept.order);
  setOrErase(rows, "alike", kept.folding);
  setOrErase(rows, "ranks", kept.ranks);
  setOrErase(rows, "only_troubled", kept.onlyTroubled);
  setOrErase(rows, "hidden", writtenLanes(kept.hidden));
  setOrErase(rows, "pinned", writtenLanes(kept.pinned));
  setOrErase(rows, "opened", writtenLanes(kept.opened));
  setOrErase(rows, "closed", kept.closed);
  setOrErase(rows, "closed_groups", kept.closedGroups);
  setOrErase(rows, "folds_idle", kept.foldsIdle);
  setOrErase(rows, "hides_followers", kept.hidesFollowers);
  setOrErase(rows, "minor_marks", kept.minor);
}

KeptText readText(const Json& text, const model::Run& run) {
  KeptText kept;
  kept.everything = flagAt(text, "everything");
  kept.lanes = readLanes(listAt(text, "lanes"));
  if (const auto source = textAt(text, "source")) kept.source = StableNames(run).pathOf(*source);
  kept.columns = textAt(text, "columns");
  kept.wrap = flagAt(text, "wrap");
  kept.colours = flagAt(text, "colours");
  kept.folding = flagAt(text, "folding");
  return kept;
}

void writeText(const KeptText& kept, const model::Run& run, Json& text) {
  setOrErase(text, "everything", kept.everything);
  setOrErase(text, "lanes", writtenLanes(kept.lanes));
  setOrErase(text, "source", kept.source.empty() ? std::string() : text::toUtf8(StableNames(run).of(kept.source)));
  // No column at all is a choice too.
  if (kept.columns) text["columns"] = *kept.columns;
  else text.erase("columns");
  setOrErase(text, "wrap", kept.wrap);
  setOrErase(text, "colours", kept.colours);
  setOrErase(text, "folding", kept.folding);
}

}  // namespace lanescope::session
