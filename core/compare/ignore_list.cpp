// SPDX-License-Identifier: Apache-2.0
#include "core/compare/ignore_list.h"

#include "core/text/clean.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace lanescope::compare {
namespace {

using Json = nlohmann::ordered_json;
constexpr const char* kSchema = "lanescope.ignore/1";

tl::unexpected<base::Error> wrong(std::string what, const std::string& where) {
  return base::fail(base::ErrorCode::corrupt, std::move(what), where, R"(an ignore list is {"schema": "lanescope.ignore/1", "templates": ["..."], "files": [], "tests": []})");
}

base::Result<void> readRules(const Json& document, const char* key, std::vector<std::string>& rules, const std::string& where) {
  const auto found = document.find(key);
  if (found == document.end()) return {};
  if (!found->is_array() || found->size() > kMostRules) return wrong(std::string("'") + key + "' is no list of rules", where);
  for (const Json& rule : *found) {
    if (!rule.is_string()) return wrong(std::string("a rule in '") + key + "' is no text", where);
    std::string text = rule.get<std::string>();
    if (text.size() > kMostRuleBytes) return wrong(std::string("a rule in '") + key + "' is too long", where);
    if (!text.empty()) rules.push_back(std::move(text));
  }
  return {};
}

Json rulesOf(const std::vector<std::string>& rules) {
  Json list = Json::array();
  for (const std::string& rule : rules) list.push_back(text::toUtf8(rule));
  return list;
}

}  // namespace

base::Result<IgnoreList> readIgnoreList(std::string_view json, const std::string& where) {
  const Json document = Json::parse(json, nullptr, false);
  if (!document.is_object()) return wrong("not a JSON object", where);
  const auto schema = document.find("schema");
  if (schema == document.end() || *schema != kSchema) return wrong("not an ignore list of this version", where);
  IgnoreList list;
  for (const auto& [key, rules] : {std::pair{"templates", &list.templates}, {"files", &list.files}, {"tests", &list.tests}}) {
    if (const auto read = readRules(document, key, *rules, where); !read) return tl::make_unexpected(read.error());
  }
  return list;
}

std::string writeIgnoreList(const IgnoreList& list) {
  return Json{{"schema", kSchema}, {"templates", rulesOf(list.templates)}, {"files", rulesOf(list.files)}, {"tests", rulesOf(list.tests)}}.dump(2) + '\n';
}

bool matchesRule(std::string_view pattern, std::string_view text) noexcept {
  std::size_t at = 0, in = 0, star = std::string_view::npos, behind = 0;
  while (in < text.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      behind = in;
    } else if (at < pattern.size() && pattern[at] == text[in]) {
      ++at;
      ++in;
    } else if (star != std::string_view::npos) {
      at = star + 1;
      in = ++behind;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', at) == std::string_view::npos;
}

}  // namespace lanescope::compare
