// SPDX-License-Identifier: Apache-2.0
#include "core/session/kept_view.h"

#include "core/base/kept_file.h"
#include "core/report/time_text.h"
#include "core/session/kept_notes.h"
#include "core/session/stable_names.h"
#include "core/text/clean.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <string_view>

namespace lanescope::session {
namespace {

using Json = SideFile::Json;

constexpr const char* kSection = "view";
constexpr const char* kSchema = "lanescope.view/1";
constexpr std::uintmax_t kMostBytes = 16 << 20;
constexpr std::size_t kGlance = 4096;
constexpr std::size_t kMostRows = 10'000;
constexpr std::size_t kMostSearches = 20;

std::optional<std::int64_t> timeAt(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_string()) return std::nullopt;
  const std::string& text = found->get_ref<const std::string&>();
  return text.size() > 10 && text[10] == 'T' ? report::parseTime(text, 0) : std::nullopt;
}

std::optional<std::uint32_t> numberOf(const Json& value) {
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  return value.get<std::uint32_t>();
}

std::optional<std::uint32_t> numberAt(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() ? std::nullopt : numberOf(*found);
}

std::string textAt(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() || !found->is_string() ? std::string() : found->get<std::string>();
}

const Json& objectAt(const Json& object, const char* key) {
  static const Json kNothing = Json::object();
  const auto found = object.find(key);
  return found == object.end() || !found->is_object() ? kNothing : *found;
}

bool flagAt(const Json& object, const char* key, bool otherwise) {
  const auto found = object.find(key);
  return found == object.end() || !found->is_boolean() ? otherwise : found->get<bool>();
}

void readFilters(const Json& filters, KeptView& view) {
  view.hidesLines = flagAt(filters, "hide_lines", false);
  view.hidesLanes = flagAt(filters, "hide_lanes", false);
  view.kinds = textAt(filters, "kinds");
  const auto searches = filters.find("searches");
  if (searches == filters.end() || !searches->is_array() || searches->size() > kMostSearches) return;
  for (const Json& each : *searches) {
    if (!each.is_object() || textAt(each, "text").empty()) continue;
    view.searches.push_back({textAt(each, "text"), flagAt(each, "regex", true), flagAt(each, "case", false), flagAt(each, "word", false), textAt(each, "scope")});
  }
}

Json writeFilters(const KeptView& view) {
  Json filters = Json::object(), searches = Json::array();
  for (const KeptSearch& each : view.searches) {
    searches.push_back({{"text", text::toUtf8(each.text)}, {"regex", each.regex}, {"case", each.matchCase}, {"word", each.wholeWord}, {"scope", each.scope}});
  }
  if (!searches.empty()) filters["searches"] = searches;
  if (view.hidesLines) filters["hide_lines"] = true;
  if (view.hidesLanes) filters["hide_lanes"] = true;
  if (!view.kinds.empty()) filters["kinds"] = view.kinds;
  return filters;
}

KeptView viewFrom(const Json& json, const model::Run& run) {
  KeptView view;
  const Json& range = objectAt(json, "range");
  const auto from = timeAt(range, "from"), to = timeAt(range, "to");
  if (from && to && *from < *to) view.range = {*from, *to};
  view.zero = timeAt(json, "zero");
  const Json& rows = objectAt(json, "rows");
  if (const auto closed = rows.find("closed"); closed != rows.end() && closed->is_array() && closed->size() <= kMostRows) {
    for (const Json& launch : *closed) {
      if (const auto number = numberOf(launch)) view.closed.push_back(*number);
    }
  }
  const Json& selection = objectAt(json, "selection");
  view.source = StableNames(run).pathOf(textAt(selection, "source"));
  view.line = view.source.empty() ? 0 : numberAt(selection, "line").value_or(0);
  view.launch = numberAt(selection, "launch");
  view.attempt = numberAt(selection, "attempt");
  view.rank = numberAt(selection, "rank");
  view.time = timeAt(selection, "time");
  readFilters(objectAt(json, "filters"), view);
  return view;
}

void setOrErase(Json& object, const char* key, const Json& value) {
  if (value.empty()) object.erase(key);
  else object[key] = value;
}

// Keys of other versions stay in `json`.
void writeView(const KeptView& view, const model::Run& run, Json& json) {
  if (!json.is_object()) json = Json::object();
  Json range = Json::object(), selection = Json::object();
  if (view.range) range = {{"from", report::isoTime((*view.range)[0])}, {"to", report::isoTime((*view.range)[1])}};
  setOrErase(json, "range", range);
  Json rows = objectAt(json, "rows");
  setOrErase(rows, "closed", view.closed);
  setOrErase(json, "rows", rows);
  json.erase("zero");
  if (view.zero) json["zero"] = report::isoTime(*view.zero);
  if (view.line > 0) {
    selection["source"] = text::toUtf8(StableNames(run).of(view.source));
    selection["line"] = view.line;
  }
  const auto number = [&selection](const char* key, const std::optional<std::uint32_t>& value) {
    if (value) selection[key] = *value;
  };
  number("launch", view.launch);
  number("attempt", view.attempt);
  number("rank", view.rank);
  if (view.time) selection["time"] = report::isoTime(*view.time);
  setOrErase(json, "selection", selection);
  setOrErase(json, "filters", writeFilters(view));
}

base::Error unusable(const std::string& path, const std::string& why) { return {base::ErrorCode::corrupt, "the view cannot be used: " + why, path, {}}; }

}  // namespace

std::optional<KeptView> keptView(const SideFile& file, const model::Run& run) {
  const Json* section = file.section(kSection);
  if (!section || !section->is_object()) return std::nullopt;
  return viewFrom(*section, run);
}

std::optional<KeptView> keptViewOf(const std::vector<std::string>& paths, const model::Run& run) {
  if (paths.empty()) return std::nullopt;
  const auto file = SideFile::open(paths.front(), run.id);
  return file ? keptView(*file, run) : std::nullopt;
}

base::Result<void> keepView(const std::vector<std::string>& paths, const model::Run& run, const std::optional<KeptView>& view) {
  if (paths.empty()) return {};
  const auto file = SideFile::change(paths.front(), run.id, [&](SideFile& kept) {
    Json json = kept.section(kSection) ? *kept.section(kSection) : Json::object();
    if (view) writeView(*view, run, json);
    kept.setSection(kSection, view ? json : Json());
  });
  return file ? base::Result<void>() : tl::make_unexpected(file.error());
}

bool isViewFile(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  std::ifstream file(path, std::ios::binary);
  std::string bytes(kGlance, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  const auto first = bytes.find_first_not_of(" \t\r\n");
  return first != std::string::npos && bytes[first] == '{' && bytes.find('"' + std::string(kSchema) + '"') != std::string::npos;
}

base::Result<SharedView> readViewFile(const std::string& path, const model::Run& run) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  std::ifstream file(path, std::ios::binary);
  if (error || !file) return tl::make_unexpected(unusable(path, "it cannot be read"));
  if (size > kMostBytes) return tl::make_unexpected(unusable(path, "it is larger than 16 MB"));
  std::ostringstream bytes;
  bytes << file.rdbuf();
  const Json json = Json::parse(bytes.str(), nullptr, false);
  if (!json.is_object()) return tl::make_unexpected(unusable(path, "it is no JSON object"));
  if (textAt(json, "schema") != kSchema) return tl::make_unexpected(unusable(path, "this version reads " + std::string(kSchema)));
  SharedView shared;
  shared.run = textAt(json, "run");
  if (shared.run != run.id) return tl::make_unexpected(unusable(path, "it is of another run, whose files have the id " + shared.run + ", not " + run.id));
  shared.view = viewFrom(json, run);
  if (const auto notes = json.find("notes"); notes != json.end()) shared.notes = placedNotes(run, readNotes(*notes));
  shared.firstFailure = textAt(json, "first_failure");
  return shared;
}

base::Result<void> writeViewFile(const std::string& path, const model::Run& run, const SharedView& shared) {
  Json json = {{"schema", kSchema}, {"run", run.id}};
  writeView(shared.view, run, json);
  Json notes = Json::array();
  writeNotes(shared.notes, run, notes);
  if (!notes.empty()) json["notes"] = notes;
  if (!shared.firstFailure.empty()) json["first_failure"] = shared.firstFailure;
  if (base::replaceFile(path, json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n')) return {};
  return base::fail(base::ErrorCode::io, std::string("the view cannot be written: ") + std::strerror(errno), path, "choose another file");
}

}  // namespace lanescope::session
