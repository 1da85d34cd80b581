// SPDX-License-Identifier: Apache-2.0
#include "core/session/kept_json.h"

#include "core/report/time_text.h"

#include <nlohmann/json.hpp>

#include <limits>

namespace lanescope::session {

using Json = SideFile::Json;

std::optional<std::uint32_t> numberOf(const Json& value) {
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  return value.get<std::uint32_t>();
}

std::optional<std::uint32_t> numberAt(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() ? std::nullopt : numberOf(*found);
}

std::optional<std::string> textAt(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_string()) return std::nullopt;
  return found->get<std::string>();
}

bool flagAt(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_boolean() && found->get<bool>();
}

std::optional<std::int64_t> timeAt(const Json& object, const char* key) {
  const auto text = textAt(object, key);
  return text && text->size() > 10 && (*text)[10] == 'T' ? report::parseTime(*text, 0) : std::nullopt;
}

const Json& objectAt(const Json& object, const char* key) {
  static const Json kNothing = Json::object();
  const auto found = object.find(key);
  return found == object.end() || !found->is_object() ? kNothing : *found;
}

const Json& listAt(const Json& object, const char* key) {
  static const Json kNothing = Json::array();
  const auto found = object.find(key);
  return found == object.end() || !found->is_array() ? kNothing : *found;
}

void setOrErase(Json& object, const char* key, const Json& value) {
  const bool nothing = value.is_string() ? value.get_ref<const std::string&>().empty() : value.is_boolean() ? !value.get<bool>() : value.empty();
  if (nothing) object.erase(key);
  else object[key] = value;
}

}  // namespace lanescope::session
