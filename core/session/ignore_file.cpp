// SPDX-License-Identifier: Apache-2.0
#include "core/session/ignore_file.h"

#include "core/base/json_text.h"

#include <filesystem>
#include <fstream>
#include <system_error>

namespace lanescope::session {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMostBytes = 16 << 20;

base::Result<compare::IgnoreList> read(const std::string& path) {
  const auto text = base::readJsonText(path, kMostBytes);
  if (!text) return base::fail(text.error().code, "the ignore list cannot be used: " + text.error().what, path, "give a file of rules, as the window writes it");
  return compare::readIgnoreList(*text, path);
}

}  // namespace

std::string ignorePath(const std::string& firstPath) {
  std::error_code error;
  const fs::path given(firstPath);
  const fs::path folder = fs::is_directory(given, error) ? given : given.parent_path();
  return (folder / ".lanescope" / "ignore.json").string();
}

base::Result<compare::IgnoreList> ignoreListOf(const std::vector<std::string>& paths, const std::string& file, bool beside) {
  if (!file.empty()) return read(file);
  std::error_code error;
  if (!beside || paths.empty() || !fs::exists(ignorePath(paths.front()), error)) return compare::IgnoreList();
  return read(ignorePath(paths.front()));
}

base::Result<void> keepIgnoreList(const std::string& path, const compare::IgnoreList& list) {
  const auto refused = [&path] { return base::fail(base::ErrorCode::io, "the ignore list cannot be written", path); };
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  const std::string temporary = path + ".new";
  {
    std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
    file << compare::writeIgnoreList(list);
    if (!file.flush()) return refused();
  }
  fs::rename(temporary, path, error);
  if (error) return refused();
  return {};
}

}  // namespace lanescope::session
