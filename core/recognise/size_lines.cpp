// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/size_lines.h"

#include "core/recognise/text_fields.h"

#include <array>

namespace lanescope::recognise {
namespace {

// A number stands between the two, and the word before is not part of a longer one (group_world_size).
struct Shape { std::string_view before, after; };
constexpr std::array<Shape, 16> kShapes = {{{"world_size: ", ""},
                                            {"world_size=", ""},
                                            {"in world size ", ""},                    // vLLM: rank 2 in world size 4 is assigned as ..
                                            {"world size: ", ""},
                                            {"world size ", ""},
                                            {"WORLD_SIZE=", ""},
                                            {"WORLD_SIZE: ", ""},
                                            {"dist_world_size=", ""},
                                            {"global_world_sizes=[", ""},
                                            {"\"world_size\": ", ""},
                                            {"Starting with ", " processes"},          // Lightning: All distributed processes registered. ..
                                            {"Num processes: ", ""},                   // Accelerate
                                            {"num_processes: ", ""},
                                            {"initialization options: size: ", ", "},  // ProcessGroupNCCL
                                            {"world_size.", ""},                       // Megatron: world_size ........ 8
                                            {"world_size .", ""}}};

std::optional<std::int64_t> behind(std::string_view message, std::size_t at, const Shape& shape) noexcept {
  if (at > 0 && isWord(message[at - 1]) && isWord(shape.before.front())) return std::nullopt;
  std::string_view rest = message.substr(at + shape.before.size());
  while (shape.before.back() == '.' && (rest.starts_with(".") || rest.starts_with(" "))) rest.remove_prefix(1);
  const auto number = takeNumber<std::int64_t>(rest);
  if (!number || !rest.starts_with(shape.after) || (!rest.empty() && isWord(rest.front()))) return std::nullopt;
  return number;
}

// submitit's "global_rank=3(8)", Lightning's "GLOBAL_RANK: 0, MEMBER: 1/4", "rank 3 of 8".
std::optional<std::int64_t> besideARank(std::string_view message) noexcept {
  struct Pair { std::string_view before, between; };
  constexpr std::array<Pair, 4> kPairs = {{{"global_rank=", "("}, {"MEMBER: ", "/"}, {"rank ", " of "}, {"Rank ", " of "}}};
  for (const Pair& pair : kPairs) {
    const auto at = message.find(pair.before);
    if (at == std::string_view::npos || (at > 0 && isWord(message[at - 1]))) continue;
    std::string_view rest = message.substr(at + pair.before.size());
    const auto rank = takeNumber<std::int64_t>(rest);
    if (!rank || !take(rest, pair.between)) continue;
    const auto size = takeNumber<std::int64_t>(rest);
    if (size && *size >= *rank && (rest.empty() || !isWord(rest.front()))) return size;
  }
  return std::nullopt;
}

struct RankShape { std::string_view before, after; };
constexpr std::array<RankShape, 3> kRankShapes = {{{"rank ", " in world size "}, {"rank ", " of "}, {"global_rank=", ""}}};

}  // namespace

std::optional<std::int64_t> statedOwnRank(std::string_view message) noexcept {
  const auto size = statedWorldSize(message);
  if (!size) return std::nullopt;
  for (const RankShape& shape : kRankShapes) {
    const auto at = message.find(shape.before);
    if (at == std::string_view::npos || (at > 0 && isWord(message[at - 1]))) continue;
    std::string_view rest = message.substr(at + shape.before.size());
    const auto rank = takeNumber<std::int64_t>(rest);
    if (rank && *rank < *size && rest.starts_with(shape.after)) return rank;
  }
  // "world_size=4 rank=2 local_rank=2"
  const auto rank = numberBehind<std::int64_t>(message, " rank=");
  return rank && *rank < *size ? rank : std::nullopt;
}

std::optional<std::int64_t> statedGlobalRank(std::string_view message) noexcept {
  constexpr std::int64_t kMostRanks = 1'000'000;
  constexpr std::array<RankShape, 2> kShapesOfWorld = {{{"distributed init (rank ", ")"}, {"global_rank=", "("}}};
  for (const RankShape& shape : kShapesOfWorld) {
    const auto at = message.find(shape.before);
    if (at == std::string_view::npos || (at > 0 && isWord(message[at - 1]))) continue;
    std::string_view rest = message.substr(at + shape.before.size());
    const auto rank = takeNumber<std::int64_t>(rest);
    if (rank && *rank >= 0 && *rank < kMostRanks && rest.starts_with(shape.after)) return rank;
  }
  return std::nullopt;
}

std::optional<StatedGroup> statedGroup(std::string_view message) noexcept {
  constexpr std::string_view kWords = "ProcessGroupNCCL initialization options: size: ";
  const auto at = message.find(kWords);
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view rest = message.substr(at + kWords.size());
  const auto size = takeNumber<std::int32_t>(rest);
  if (!size || !take(rest, ", global rank: ")) return std::nullopt;
  const auto rank = takeNumber<std::int32_t>(rest);
  return rank && *rank >= 0 ? std::optional<StatedGroup>({*rank, *size}) : std::nullopt;
}

std::optional<std::int64_t> statedWorldSize(std::string_view message) noexcept {
  for (const Shape& shape : kShapes) {
    const auto at = message.find(shape.before);
    if (at == std::string_view::npos) continue;
    if (const auto size = behind(message, at, shape)) return size;
  }
  return besideARank(message);
}

const std::vector<std::string>& sizeLiterals() {
  static const std::vector<std::string> kLiterals = {"world_size", "world size", "WORLD_SIZE", "global_rank=", "distributed init (rank ", "Starting with ", "Num processes: ", "num_processes: ",
                                                     "initialization options: size: ", "MEMBER: ", "--nproc"};
  return kLiterals;
}

}  // namespace lanescope::recognise
