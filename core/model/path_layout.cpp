// SPDX-License-Identifier: Apache-2.0
#include "core/model/path_layout.h"

#include "core/recognise/text_fields.h"

#include <vector>

namespace lanescope::model {
namespace {

using recognise::take;
using recognise::takeNumber;

constexpr std::uint32_t kMaxAttempts = 1'000;    // a larger number is no attempt's

std::vector<std::string_view> parts(std::string_view path) {
  std::vector<std::string_view> out;
  while (!path.empty()) {
    out.push_back(recognise::takeUntil(path, "/"));
    if (!path.empty()) path.remove_prefix(1);
  }
  return out;
}

std::optional<std::uint32_t> wholeNumber(std::string_view text) {
  const auto number = takeNumber<std::uint32_t>(text);
  return text.empty() ? number : std::nullopt;
}

Stream streamOf(std::string_view name) {
  if (name.find("stdout") != std::string_view::npos || name.ends_with(".out")) return Stream::out;
  if (name.find("stderr") != std::string_view::npos || name.ends_with(".err")) return Stream::err;
  return Stream::unknown;
}

bool torchrunTree(std::string_view path, PathLayout& out) {
  const auto names = parts(path);
  if (names.size() < 3) return false;
  const std::string_view file = names.back();
  std::string_view attempt = names[names.size() - 3];
  const auto local = wholeNumber(names[names.size() - 2]);
  if (!local || !take(attempt, "attempt_") || !(file.starts_with("stdout") || file.starts_with("stderr"))) return false;
  const auto number = wholeNumber(attempt);
  if (!number || *number >= kMaxAttempts || *local >= kMaxRanks) return false;
  out.layout = Layout::torchrun;
  out.stream = streamOf(file);
  out.attempt = number;
  out.localRank = local;
  const std::size_t tail = file.size() + names[names.size() - 2].size() + names[names.size() - 3].size() + 3;
  out.directory = std::string(path.substr(0, path.size() > tail ? path.size() - tail : 0));
  return true;
}

// "20261105031502_rank5.log", "rank_5.log", "rank-5.out", "log_5.txt"
bool rankInName(std::string_view path, PathLayout& out) {
  const auto slash = path.rfind('/');
  std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  for (const std::string_view word : {"rank", "log_"}) {
    const auto at = name.rfind(word);
    if (at == std::string_view::npos || (at > 0 && recognise::isWordChar(name[at - 1]) && name[at - 1] != '_')) continue;
    std::string_view rest = name.substr(at + word.size());
    if (!take(rest, "_")) take(rest, "-");
    const auto number = takeNumber<std::uint32_t>(rest);
    if (!number || *number >= kMaxRanks || (!rest.empty() && rest.front() != '.' && rest.front() != '_')) continue;
    out.globalRank = number;
    out.stream = streamOf(name) == Stream::unknown ? Stream::both : streamOf(name);
    out.directory = slash == std::string_view::npos ? std::string() : std::string(path.substr(0, slash));
    return true;
  }
  return false;
}

}  // namespace

PathLayout layoutOfPath(std::string_view path) {
  PathLayout out;
  if (torchrunTree(path, out) || rankInName(path, out)) return out;
  out.stream = Stream::both;
  return out;
}

}  // namespace lanescope::model
