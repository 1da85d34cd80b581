// SPDX-License-Identifier: Apache-2.0
#include "core/report/view_json.h"

#include "core/report/json_parts.h"
#include "core/report/time_text.h"

#include <charconv>

namespace lanescope::report {

namespace {

constexpr const char* kSchema = "lanescope.view/1";

Json timeOrNull(const std::optional<std::int64_t>& ns) { return ns ? Json(isoTime(*ns)) : Json(nullptr); }

std::string textAt(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

// "s12", counted from 1 as in reports.
std::optional<model::SourceId> sourceOf(const std::string& id) {
  std::uint32_t number = 0;
  const char* const end = id.data() + id.size();
  if (id.size() < 2 || id.front() != 's') return std::nullopt;
  const auto [last, error] = std::from_chars(id.data() + 1, end, number);
  if (error != std::errc() || last != end || number == 0) return std::nullopt;
  return model::SourceId{number - 1};
}

}  // namespace

std::string writeView(const View& view) {
  const bool ranged = view.fromNs && view.toNs;
  Json selection = nullptr;
  if (!view.finding.empty() || view.line) {
    selection = {{"finding", jsonOrNull(view.finding)},
                 {"source_id", view.line ? Json(sourceId(view.line->source)) : Json(nullptr)},
                 {"line", view.line ? Json(view.line->line) : Json(nullptr)}};
  }
  const Json json = {{"schema", kSchema},
                     {"run", jsonString(view.run)},
                     {"range", ranged ? Json({{"from", isoTime(*view.fromNs)}, {"to", isoTime(*view.toNs)}}) : Json(nullptr)},
                     {"rows", Json::object()},
                     {"filters", Json::array()},
                     {"zero", timeOrNull(view.zeroNs)},
                     {"selection", selection}};
  return json.dump();
}

base::Result<View> readView(std::string_view json) {
  const Json object = Json::parse(json, nullptr, false);
  if (!object.is_object()) return base::fail(base::ErrorCode::corrupt, "this is no view");
  if (textAt(object, "schema") != kSchema) return base::fail(base::ErrorCode::unsupported, "a view of a kind that this version does not know");
  View view;
  view.run = textAt(object, "run");
  if (view.run.empty()) return base::fail(base::ErrorCode::corrupt, "a view that does not name its run");
  const auto range = object.find("range");
  if (range != object.end() && range->is_object()) {
    view.fromNs = parseTime(textAt(*range, "from"), 0);
    view.toNs = parseTime(textAt(*range, "to"), 0);
    if (!view.fromNs || !view.toNs || *view.fromNs >= *view.toNs) view.fromNs = view.toNs = std::nullopt;
  }
  view.zeroNs = parseTime(textAt(object, "zero"), 0);
  const auto selection = object.find("selection");
  if (selection == object.end() || !selection->is_object()) return view;
  view.finding = textAt(*selection, "finding");
  const auto line = selection->find("line");
  const auto source = sourceOf(textAt(*selection, "source_id"));
  if (source && line != selection->end() && line->is_number_unsigned() && *line <= UINT32_MAX) view.line = model::LineRef{*source, line->get<std::uint32_t>()};
  return view;
}

}  // namespace lanescope::report
