// SPDX-License-Identifier: Apache-2.0
#include "app/finding_named.h"

#include <fmt/format.h>
#include <algorithm>

namespace lanescope::app {

namespace {

base::Error noFinding(const model::Run& run, const std::string& name) {
  std::string what = name.empty() ? "the run has no first failure" : fmt::format("the run has no finding '{}'", name);
  std::string tryThis = run.findings.empty() ? "it has no findings" : fmt::format("its findings are f1 to f{}: lanescope report lists them", run.findings.size());
  return {base::ErrorCode::invalidArgument, std::move(what), {}, std::move(tryThis)};
}

}  // namespace

base::Result<const model::Finding*> findingNamed(const model::Run& run, const std::string& name) {
  if (name.empty() && run.firstFailure) return &run.findings[*run.firstFailure];
  const auto found = std::find_if(run.findings.begin(), run.findings.end(), [&](const model::Finding& finding) { return finding.id == name || finding.fingerprint == name; });
  if (name.empty() || found == run.findings.end()) return tl::make_unexpected(noFinding(run, name));
  return &*found;
}

}  // namespace lanescope::app
