// SPDX-License-Identifier: Apache-2.0
#include "core/session/kept_overrides.h"

#include "core/session/stable_names.h"
#include "core/text/clean.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace lanescope::session {
namespace {

using Json = SideFile::Json;
using model::Override;

constexpr const char* kSection = "overrides";
constexpr std::size_t kShownBytes = 80;

std::string textOf(const Json& entry, const char* key) {
  const auto found = entry.find(key);
  if (found == entry.end() || found->is_null()) return {};
  return found->is_string() ? found->get<std::string>() : found->dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool isReadable(const Json& entry) {
  const auto isText = [&entry](const char* key) { return entry.contains(key) && entry[key].is_string(); };
  const bool source =
      !entry.is_object() || !entry.contains("source") || entry["source"].is_null() || entry["source"].is_string();
  return entry.is_object() && source && isText("what") && entry.contains("value");
}

// Numbers as numbers: people read the file.
Json valueOf(const Override& said) {
  const bool digits =
      !said.value.empty() && said.value.size() < 10 && said.value.find_first_not_of("0123456789") == std::string::npos;
  if ((said.what == "rank" || said.what == "launch") && digits) return std::stoul(said.value);
  return text::toUtf8(said.value);
}

}  // namespace

model::Overrides readOverrides(const SideFile& file) {
  model::Overrides said;
  const Json* section = file.section(kSection);
  if (!section) return said;
  const Json list = section->is_array() ? *section : Json::array({*section});
  for (const Json& entry : list) {
    Override one;
    one.file = file.shown();
    if (isReadable(entry)) {
      one.source = textOf(entry, "source");
      one.what = textOf(entry, "what");
      one.value = textOf(entry, "value");
    } else {
      one.what = model::kUnreadOverride;
      one.value = text::display(entry.dump(-1, ' ', false, Json::error_handler_t::replace), kShownBytes);
    }
    said.push_back(std::move(one));
  }
  return said;
}

void writeOverrides(const model::Overrides& said, const model::Run& run, SideFile& file) {
  const StableNames names(run);
  std::map<std::pair<std::string, std::string>, Json> before;  // by name and what
  Json list = Json::array();
  const bool keepUnread =
      std::any_of(said.begin(), said.end(), [](const Override& one) { return one.what == model::kUnreadOverride; });
  if (const Json* section = file.section(kSection)) {
    const Json old = section->is_array() ? *section : Json::array({*section});
    for (const Json& entry : old) {
      if (isReadable(entry))
        before[{textOf(entry, "source"), textOf(entry, "what")}] = entry;
      else if (keepUnread)
        list.push_back(entry);
    }
  }
  for (const Override& one : said) {
    if (one.fromCommandLine || one.what == model::kUnreadOverride) continue;
    const std::string name = one.source.empty() ? std::string() : names.of(one.source);
    Json entry = Json::object();
    for (const std::string& known : {name, one.source}) {
      const auto old = before.find({known, one.what});
      if (old != before.end()) entry = old->second;
    }
    if (!name.empty()) entry["source"] = text::toUtf8(name);
    entry["what"] = text::toUtf8(one.what);
    entry["value"] = valueOf(one);
    list.push_back(std::move(entry));
  }
  file.setSection(kSection, list);
}

base::Result<std::string> keepOverrides(const std::vector<std::string>& paths, const model::Run& run,
                                        const model::Overrides& said) {
  const auto file = SideFile::change(paths.empty() ? std::string() : paths.front(), run.id, [&](SideFile& kept) { writeOverrides(said, run, kept); });
  if (!file) return tl::make_unexpected(file.error());
  return file->shown();
}

}  // namespace lanescope::session
