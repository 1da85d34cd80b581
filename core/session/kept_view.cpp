// SPDX-License-Identifier: Apache-2.0
#include "core/session/kept_view.h"

#include "core/base/json_text.h"
#include "core/base/kept_file.h"
#include "core/report/time_text.h"
#include "core/session/kept_json.h"
#include "core/session/kept_notes.h"
#include "core/session/stable_names.h"
#include "core/text/clean.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace lanescope::session {
namespace {

using Json = SideFile::Json;

constexpr const char* kSection = "view";
constexpr const char* kSchema = "lanescope.view/1";
constexpr std::uintmax_t kMostBytes = 16 << 20;
constexpr std::size_t kGlance = 4096;
constexpr std::size_t kMostSearches = 20;

void readFilters(const Json& filters, KeptView& view) {
  view.hidesLines = flagAt(filters, "hide_lines");
  view.hidesLanes = flagAt(filters, "hide_lanes");
  view.kinds = textAt(filters, "kinds").value_or("");
  const Json& searches = listAt(filters, "searches");
  if (searches.size() > kMostSearches) return;
  for (const Json& each : searches) {
    const std::string text = each.is_object() ? textAt(each, "text").value_or("") : std::string();
    if (text.empty()) continue;
    const bool regex = each.find("regex") == each.end() || flagAt(each, "regex");
    view.searches.push_back({text, regex, flagAt(each, "case"), flagAt(each, "word"), textAt(each, "scope").value_or("")});
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
  view.rows = readRows(objectAt(json, "rows"));
  view.text = readText(objectAt(json, "text"), run);
  const Json& selection = objectAt(json, "selection");
  view.source = StableNames(run).pathOf(textAt(selection, "source").value_or(""));
  view.line = view.source.empty() ? 0 : numberAt(selection, "line").value_or(0);
  view.launch = numberAt(selection, "launch");
  view.attempt = numberAt(selection, "attempt");
  view.rank = numberAt(selection, "rank");
  view.time = timeAt(selection, "time");
  readFilters(objectAt(json, "filters"), view);
  view.layout = textAt(json, "layout").value_or("");
  return view;
}

Json writtenSelection(const KeptView& view, const model::Run& run) {
  Json selection = Json::object();
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
  return selection;
}

// Keys of other versions stay in `json`.
void writeView(const KeptView& view, const model::Run& run, Json& json) {
  if (!json.is_object()) json = Json::object();
  Json range = Json::object(), rows = objectAt(json, "rows"), text = objectAt(json, "text");
  if (view.range) range = {{"from", report::isoTime((*view.range)[0])}, {"to", report::isoTime((*view.range)[1])}};
  writeRows(view.rows, rows);
  writeText(view.text, run, text);
  setOrErase(json, "range", range);
  setOrErase(json, "zero", view.zero ? report::isoTime(*view.zero) : std::string());
  setOrErase(json, "rows", rows);
  setOrErase(json, "text", text);
  setOrErase(json, "selection", writtenSelection(view, run));
  setOrErase(json, "filters", writeFilters(view));
  setOrErase(json, "layout", view.layout);
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

std::vector<std::string> withoutViews(const std::vector<std::string>& paths) {
  std::vector<std::string> others;
  std::copy_if(paths.begin(), paths.end(), std::back_inserter(others), [](const std::string& path) { return !isViewFile(path); });
  return others.empty() ? paths : others;
}

base::Result<SharedView> readViewFile(const std::string& path, const model::Run& run) {
  const auto text = base::readJsonText(path, kMostBytes);
  if (!text) return tl::make_unexpected(unusable(path, text.error().what));
  const Json json = Json::parse(*text, nullptr, false);
  if (!json.is_object()) return tl::make_unexpected(unusable(path, "it is no JSON object"));
  if (textAt(json, "schema").value_or("") != kSchema) return tl::make_unexpected(unusable(path, "this version reads " + std::string(kSchema)));
  SharedView shared;
  shared.run = textAt(json, "run").value_or("");
  if (shared.run != run.id) return tl::make_unexpected(unusable(path, "it is of another run, whose files have the id " + shared.run + ", not " + run.id));
  shared.view = viewFrom(json, run);
  if (const auto notes = json.find("notes"); notes != json.end()) shared.notes = placedNotes(run, readNotes(*notes));
  shared.firstFailure = textAt(json, "first_failure").value_or("");
  return shared;
}

base::Result<void> writeViewFile(const std::string& path, const model::Run& run, const SharedView& shared) {
  Json json = {{"schema", kSchema}, {"run", run.id}};
  KeptView view = shared.view;
  view.layout.clear();                           // of this desk, not of the run
  writeView(view, run, json);
  Json notes = Json::array();
  writeNotes(shared.notes, run, notes);
  if (!notes.empty()) json["notes"] = notes;
  if (!shared.firstFailure.empty()) json["first_failure"] = shared.firstFailure;
  if (base::replaceFile(path, json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n')) return {};
  return base::fail(base::ErrorCode::io, std::string("the view cannot be written: ") + std::strerror(errno), path, "choose another file");
}

}  // namespace lanescope::session
