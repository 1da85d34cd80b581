// SPDX-License-Identifier: Apache-2.0
// A comparison, or one difference of it, as text for elsewhere: what core/report writes.
#pragma once

#include "core/base/result.h"
#include "ui/compare/compare_state.h"

#include <string>

namespace lanescope::ui {

enum class ComparisonFormat : std::uint8_t { markdown, json, html, text };
// By the ending of a file's name; nullopt for others.
std::optional<ComparisonFormat> comparisonFormatOf(const QString& path);

// Keeps what it needs alive: any thread may write from it.
struct ComparisonSource {
  CompareState::Result result;
  std::shared_ptr<const model::Run> run;
  std::vector<std::shared_ptr<const model::Run>> baselines;
  std::string version;                           // of the tool
};
// Empty (no result) while nothing is compared.
ComparisonSource sourceOf(const CompareState& state);
// The same with one difference alone; what was compared, and with what, stays in it.
ComparisonSource only(const ComparisonSource& source, const Difference& difference);

std::string write(const ComparisonSource& source, ComparisonFormat format);
// Appears whole or not at all.
base::Result<void> writeFile(const ComparisonSource& source, const QString& path);

}  // namespace lanescope::ui
