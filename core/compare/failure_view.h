// SPDX-License-Identifier: Apache-2.0
// Where the first failure of a run stands, as seen from other lines, and how far the run came. Internal to core/compare.
#pragma once

#include "core/compare/find_messages.h"

#include <map>

namespace lanescope::compare {

class FailureView {
 public:
  explicit FailureView(const Sides& sides);

  // The finding that states this line, or in whose excerpt it stands; nullopt where none does.
  std::optional<std::uint32_t> findingAt(model::LineRef line) const;
  bool isStated(model::LineRef line) const { return m_findings.count(line) > 0; }
  bool isFirstFailure(std::uint32_t finding) const noexcept { return m_run.firstFailure == finding; }
  // Whether a line of the run was printed behind the first failure, as far as that can be told.
  bool isAfter(model::LineRef line, Owner owner) const;
  // Whether the run came as far as this line of the baseline. True where it ended well.
  bool reached(std::uint32_t scope, Owner baselineOwner, model::LineRef line) const;

 private:
  void addExcerpt(std::uint32_t finding);
  void measureReach(const Sides& sides);

  const model::Run& m_run;
  const Scopes& m_scopes;
  std::map<model::LineRef, std::uint32_t> m_findings;
  struct Excerpt { std::uint32_t source = 0, first = 0, last = 0, finding = 0; };
  std::vector<Excerpt> m_excerpts;
  std::map<std::uint32_t, std::uint32_t> m_failed;   // by source: first line of the first failure
  std::map<std::pair<Owner, std::uint32_t>, std::uint32_t> m_reach;   // (owner, source) of the baseline -> line
};

}  // namespace lanescope::compare
