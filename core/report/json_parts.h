// SPDX-License-Identifier: Apache-2.0
// The parts of the report contract as ordered JSON: keys in contract order, all of them present, null or [] where nothing
// is known. Pure functions; strings come out as valid UTF-8 without NULs. Internal to core/report (json.hpp is heavy).
#pragma once

#include "core/model/run.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace lanescope::report {

using Json = nlohmann::ordered_json;

// Valid UTF-8 without NULs.
Json jsonString(std::string_view text);
// The same, null where empty.
Json jsonOrNull(std::string_view text);
// An ISO time, null where unknown.
Json jsonTime(const model::When& when);
// [from, to], null where unknown or open at an end.
Json jsonTimeRange(const model::When& when);
// Seconds with at most 3 decimals.
Json jsonSeconds(double seconds);
Json jsonList(const std::vector<std::string>& texts);

template <class T>
Json jsonOrNull(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

// Applies `toJson` to each item.
template <class T, class Function>
Json jsonEach(const std::vector<T>& items, Function toJson) {
  Json list = Json::array();
  for (const T& item : items) list.push_back(toJson(item));
  return list;
}

// "s1" for index 0.
std::string sourceId(model::SourceId id);

Json jsonEvidence(const model::Run& run, const model::Evidence& evidence);
Json jsonEvidence(const model::Run& run, const std::vector<model::Evidence>& evidence);
Json jsonSources(const model::Run& run);
Json jsonSkipped(const model::Run& run);
Json jsonClock(const model::Run& run);
Json jsonOverrides(const model::Run& run);
Json jsonFinding(const model::Run& run, const model::Finding& finding);
Json jsonProgress(const std::optional<model::LoopProgress>& progress);
Json jsonLaunch(const model::Launch& launch);
Json jsonEnd(const model::LaneEnd& end);
Json jsonLane(const model::Run& run, const model::Lane& lane);
Json jsonTest(const model::TestReport& test);

// The text of a finished document: two blanks of indent, a final newline.
std::string dump(const Json& document);

}  // namespace lanescope::report
