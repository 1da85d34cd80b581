// SPDX-License-Identifier: Apache-2.0
// Lines that state how many ranks a run has.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::recognise {

// The world size that the message states; nullopt where it states none. Sources: torch (env and logger texts), Megatron-LM's arguments,
// DeepSpeed's launcher, Lightning's fabric, Accelerate's state, submitit, ProcessGroupNCCL's options.
std::optional<std::int64_t> statedWorldSize(std::string_view message) noexcept;

// The global rank that the message says its own process has, beside the world size.
std::optional<std::int64_t> statedOwnRank(std::string_view message) noexcept;

// The same in words that only the global rank stands behind, with or without the world size: "distributed init (rank 9): env://" (DETR and
// what descends from it), submitit's "global_rank=9(16)".
std::optional<std::int64_t> statedGlobalRank(std::string_view message) noexcept;

// torch prints one for every process group of every rank: "ProcessGroupNCCL initialization options: size: 8, global rank: 3, ..".
struct StatedGroup {
  std::int32_t rank = 0;                         // global, 0 ..
  std::int32_t size = 0;
};
std::optional<StatedGroup> statedGroup(std::string_view message) noexcept;

// The literals that such lines hold.
const std::vector<std::string>& sizeLiterals();

}  // namespace lanescope::recognise
