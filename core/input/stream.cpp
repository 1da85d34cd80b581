// SPDX-License-Identifier: Apache-2.0
#include "core/input/stream.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lanescope::input {
namespace {

// Calls visit(part) for each part between slashes.
template <class Visit>
void forEachPart(std::string_view name, Visit visit) {
  while (true) {
    const std::size_t slash = name.find('/');
    visit(name.substr(0, slash));
    if (slash == std::string_view::npos) return;
    name.remove_prefix(slash + 1);
  }
}

}  // namespace

Stream readyStream(std::string name, std::shared_ptr<const ByteSource> source, std::optional<std::int64_t> modifiedNs,
                   std::optional<base::Error> damage) {
  Stream stream;
  stream.name = std::move(name);
  stream.bytes = source->size();
  stream.modifiedNs = modifiedNs;
  stream.open = [source = std::move(source), damage = std::move(damage)](const std::stop_token&) {
    return OpenedStream{source, damage, std::nullopt, false};
  };
  return stream;
}

std::string normalName(std::string_view name) {
  std::string out;
  out.reserve(name.size());
  forEachPart(name, [&](std::string_view part) {
    if (part.empty() || part == ".") return;
    if (!out.empty()) out += '/';
    out += part;
  });
  return out;
}

bool isNeverSource(std::string_view name) noexcept {
  static constexpr std::array<std::string_view, 6> kFolders = {".lanescope", ".git", ".hg", ".svn", ".jj", ".bzr"};
  bool found = false;
  forEachPart(name,
              [&](std::string_view part) { found |= std::find(kFolders.begin(), kFolders.end(), part) != kFolders.end(); });
  return found;
}

}  // namespace lanescope::input
