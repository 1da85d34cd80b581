// SPDX-License-Identifier: Apache-2.0
// What a project does not want to be told about: rules in a file that can be committed.
//
//   {"schema": "lanescope.ignore/1", "templates": ["NCCL INFO Channel *"], "files": ["core.*"], "tests": ["tests/flaky/*"]}
//
// `*` stands for any text. A rule for templates may be a line as printed: what varies in it is masked first.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanescope::compare {

struct IgnoreList {
  std::vector<std::string> templates, files, tests;
  bool empty() const noexcept { return templates.empty() && files.empty() && tests.empty(); }
};

inline constexpr std::size_t kMostRules = 10'000, kMostRuleBytes = 4'096;

// ErrorCode::corrupt, with what is wrong, where the text is no such list. Unknown keys are left alone.
base::Result<IgnoreList> readIgnoreList(std::string_view json, const std::string& where);
std::string writeIgnoreList(const IgnoreList& list);

// Whether `text` is the pattern, in which `*` stands for any text. O(pattern x text), never exponential.
bool matchesRule(std::string_view pattern, std::string_view text) noexcept;

}  // namespace lanescope::compare
