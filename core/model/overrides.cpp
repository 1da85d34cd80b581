// SPDX-License-Identifier: Apache-2.0
#include "core/model/overrides.h"

#include <algorithm>
#include <array>

namespace lanescope::model {
namespace {

constexpr std::array<std::string_view, 5> kReadAs = {"as-found", "rank", "carrier", "nccl", "none"};

}  // namespace

const char* toString(ReadAs readAs) noexcept { return kReadAs[static_cast<std::size_t>(readAs)].data(); }

std::optional<ReadAs> readAsOf(std::string_view word) noexcept {
  const auto found = std::find(kReadAs.begin(), kReadAs.end(), word);
  if (found == kReadAs.end()) return std::nullopt;
  return static_cast<ReadAs>(found - kReadAs.begin());
}

PathLayout withSettings(PathLayout path, const SourceSettings& settings) {
  if (settings.readAs == ReadAs::carrier || settings.readAs == ReadAs::nccl) {
    path = {};
    path.stream = Stream::both;
  }
  // A local rank stays: it is what the launcher's tee calls this file.
  if (settings.rank && settings.readAs != ReadAs::carrier) {
    path.globalRank = settings.rank;
    path.fromSiblings = false;
  }
  return path;
}

std::string nameInRun(const std::vector<input::Input>& inputs, const std::string& path) {
  std::size_t longest = 0;
  for (const input::Input& input : inputs) {
    const std::size_t size = input.path.size();
    if (path.size() > size + 1 && path[size] == '/' && path.compare(0, size, input.path) == 0)
      longest = std::max(longest, size + 1);
  }
  if (longest > 0) return path.substr(longest);
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

}  // namespace lanescope::model
