// SPDX-License-Identifier: Apache-2.0
#include "core/input/input_names.h"

#include "core/base/utf8.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <set>
#include <system_error>

namespace lanescope::input {
namespace {

namespace fs = std::filesystem;

// The parts of the absolute path, from the root; not empty.
std::vector<std::string> partsOf(const std::string& given) {
  std::error_code error;
  fs::path path = fs::absolute(given, error);
  if (error) path = given;
  std::vector<std::string> parts;
  for (const fs::path& part : path.lexically_normal().relative_path()) {
    if (!part.empty()) parts.push_back(part.string());
  }
  if (parts.empty()) parts.push_back("/");
  return parts;
}

std::string lastParts(const std::vector<std::string>& parts, std::size_t count) {
  std::string joined;
  for (std::size_t i = parts.size() - std::min(count, parts.size()); i < parts.size(); ++i) {
    if (!joined.empty()) joined += '/';
    joined += parts[i];
  }
  return base::nameText(joined);
}

}  // namespace

std::vector<std::string> inputNames(const std::vector<std::string>& paths) {
  std::vector<std::vector<std::string>> parts;
  for (const std::string& path : paths) parts.push_back(partsOf(path));

  std::map<std::string, std::vector<std::size_t>> equal;  // base name -> who has it
  for (std::size_t i = 0; i < parts.size(); ++i) equal[lastParts(parts[i], 1)].push_back(i);

  std::vector<std::string> names(paths.size());
  for (const auto& [name, group] : equal) {
    std::set<std::vector<std::string>> different;
    std::size_t longest = 1;
    for (const std::size_t i : group) {
      different.insert(parts[i]);
      longest = std::max(longest, parts[i].size());
    }
    for (std::size_t count = 1; count <= longest; ++count) {
      std::set<std::string> told;
      for (const std::size_t i : group) told.insert(names[i] = lastParts(parts[i], count));
      if (told.size() == different.size()) break;
    }
  }
  return names;
}

}  // namespace lanescope::input
