// SPDX-License-Identifier: Apache-2.0
// Visits every text of a Run and of a Comparison. Each type is taken apart whole, by a structured binding: a member that is added later
// does not compile until it is named here, so that no text can be forgotten. Internal to core/report.
#pragma once

#include "core/compare/comparison.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace lanescope::report {

// `Change` has text(std::string&), named(const std::string& name, std::string& value) and source(model::Source&), which is called before
// the source's members.
template <class Change>
class EachText {
 public:
  explicit EachText(Change& change) : m_change(change) {}

  template <class... Parts>
  void operator()(Parts&... parts) { (visit(parts), ...); }

 private:
  template <class T>
  void visit(T& value) {
    // Numbers, enumerations, times and rows of them: no text.
    if constexpr (!std::is_trivially_copyable_v<T>) members(value);
  }

  void visit(std::string& text) { m_change.text(text); }
  template <class T>
  void visit(std::optional<T>& value) {
    if (value) visit(*value);
  }
  template <class T>
  void visit(std::vector<T>& values) {
    if constexpr (!std::is_trivially_copyable_v<T>) {
      for (T& value : values) visit(value);
    }
  }
  void visit(std::map<std::string, std::string>& values) {
    for (auto& [name, value] : values) m_change.named(name, value);
  }
  // The lines themselves: Source::rewrite changes them as they are read.
  void visit(std::shared_ptr<const model::SourceText>&) {}
  void visit(std::shared_ptr<const model::LineRewrite>&) {}

  void members(base::Error& it) { auto& [a, b, c, d] = it; (*this)(a, b, c, d); }
  void members(input::Input& it) { auto& [a, b, c, d, e] = it; (*this)(a, b, c, d, e); }
  void members(input::Skipped& it) { auto& [a, b, c, d] = it; (*this)(a, b, c, d); }
  void members(model::Override& it) { auto& [a, b, c, d, e, f] = it; (*this)(a, b, c, d, e, f); }

  void members(model::Note& it) { auto& [a, b, c, d, e, f, g, h, i, j] = it; (*this)(a, b, c, d, e, f, g, h, i, j); }
  void members(model::SeenBefore& it) { auto& [a, b, c, d, e, f, g, h] = it; (*this)(a, b, c, d, e, f, g, h); }

  void members(model::Evidence& it) { auto& [a, b, c, d, e] = it; (*this)(a, b, c, d, e); }
  void members(model::SourceClock& it) { auto& [a, b, c, d, e, f, g, h] = it; (*this)(a, b, c, d, e, f, g, h); }
  void members(model::Stretch& it) { auto& [a, b, c, d, e, f, g, h] = it; (*this)(a, b, c, d, e, f, g, h); }
  void members(model::Source& it) {
    m_change.source(it);
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z] = it;
    (*this)(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z);
  }
  void members(model::ExitStatus& it) { auto& [a, b, c, d] = it; (*this)(a, b, c, d); }
  void members(model::Attempt& it) { auto& [a, b, c, d, e] = it; (*this)(a, b, c, d, e); }
  void members(model::LaunchTests& it) { auto& [a, b, c, d, e] = it; (*this)(a, b, c, d, e); }
  void members(model::LoopProgress& it) { auto& [a, b, c, d] = it; (*this)(a, b, c, d); }
  void members(model::Launch& it) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = it;
    (*this)(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
  }
  void members(model::LaneEnd& it) { auto& [a, b, c, d, e, f] = it; (*this)(a, b, c, d, e, f); }
  void members(model::CollectiveState& it) { auto& [a, b, c] = it; (*this)(a, b, c); }
  void members(model::Lane& it) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q] = it;
    (*this)(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q);
  }
  void members(model::Interval& it) { auto& [a, b, c, d, e, f, g, h, i, j] = it; (*this)(a, b, c, d, e, f, g, h, i, j); }

  void members(model::CudaError& it) { auto& [a, b] = it; (*this)(a, b); }
  void members(model::LimitOwner& it) { auto& [a, b] = it; (*this)(a, b); }
  void members(model::Collective& it) { auto& [a, b, c, d, e, f, g, h] = it; (*this)(a, b, c, d, e, f, g, h); }
  void members(model::StackFrame& it) { auto& [a, b, c, d, e] = it; (*this)(a, b, c, d, e); }
  void members(model::Attributes& it) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa] = it;
    (*this)(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa);
  }
  void members(model::ByRank& it) { auto& [a, b, c, d, e, f, g, h, i] = it; (*this)(a, b, c, d, e, f, g, h, i); }
  void members(model::Who& it) { auto& [a, b, c, d] = it; (*this)(a, b, c, d); }
  void members(model::ExcerptLine& it) { auto& [a, b, c] = it; (*this)(a, b, c); }
  void members(model::MatchedSignature& it) { auto& [a, b, c, d] = it; (*this)(a, b, c, d); }
  void members(model::Finding& it) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa] = it;
    (*this)(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa);
  }

  void members(model::Identity& it) { auto& [a, b, c, d, e, f, g, h] = it; (*this)(a, b, c, d, e, f, g, h); }
  void members(model::Environment& it) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t] = it;
    (*this)(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t);
  }
  void members(model::Phase& it) { auto& [a, b, c] = it; (*this)(a, b, c); }
  void members(model::Milestone& it) { auto& [a, b, c, d, e] = it; (*this)(a, b, c, d, e); }
  void members(model::OtherLaunch& it) { auto& [a, b, c, d] = it; (*this)(a, b, c, d); }
  void members(model::TestReport& it) { auto& [a, b, c, d, e, f, g, h, i, j, k] = it; (*this)(a, b, c, d, e, f, g, h, i, j, k); }
  void members(model::HostLane& it) { auto& [a, b] = it; (*this)(a, b); }
  void members(model::Candidate& it) { auto& [a, b, c] = it; (*this)(a, b, c); }
  void members(model::Restart& it) { auto& [a, b, c, d] = it; (*this)(a, b, c, d); }
  void members(model::NotEstablished& it) { auto& [a, b, c] = it; (*this)(a, b, c); }
  void members(model::Checked& it) { auto& [a, b, c] = it; (*this)(a, b, c); }
  void members(model::Conflict& it) { auto& [a, b, c] = it; (*this)(a, b, c); }
  void members(model::Coverage& it) { auto& [a, b, c, d, e, f] = it; (*this)(a, b, c, d, e, f); }
  void members(model::RunClock& it) { auto& [a, b, c, d, e, f] = it; (*this)(a, b, c, d, e, f); }
  void members(model::Run& it) {
    auto& [id, name, complete, inputs, skipped, sources, identity, outcome, outcomeEvidence, worldSize, worldSizeBasis, hosts, clock, environment, phases, milestones, launches,
           lanes, testNames, tests, testRuns, testTimes, iterations, events, intervals, hostLanes, findings, firstFailure, firstFailureTool, firstFailureByUser, candidates, recoveries, restarts, notEstablished, checked, coverage,
           overrides, sideFileError, notes, seenBefore, knownError] = it;
    // Hosts and sources first: replacements are numbered in this order.
    (*this)(hosts, id, name, complete, inputs, skipped, sources, identity, outcome, outcomeEvidence, worldSize, worldSizeBasis, clock, environment, phases, milestones, launches,
            lanes, testNames, tests, testRuns, testTimes, iterations, events, intervals, hostLanes, findings, firstFailure, firstFailureTool, firstFailureByUser, candidates, recoveries, restarts, notEstablished, checked, coverage,
            overrides, sideFileError, notes, seenBefore, knownError);
  }

  void members(compare::Phase& it) { auto& [a, b, c, d, e, f] = it; (*this)(a, b, c, d, e, f); }
  void members(compare::Alignment& it) { auto& [a, b, c, d, e] = it; (*this)(a, b, c, d, e); }
  void members(compare::Value& it) { auto& [a, b] = it; (*this)(a, b); }
  void members(compare::Message& it) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w] = it;
    (*this)(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w);
  }
  void members(compare::TestDifference& it) { auto& [a, b, c, d, e, f, g, h, i, j] = it; (*this)(a, b, c, d, e, f, g, h, i, j); }
  void members(compare::DurationDifference& it) { auto& [a, b, c, d] = it; (*this)(a, b, c, d); }
  void members(compare::EndDifference& it) { auto& [a, b, c, d, e] = it; (*this)(a, b, c, d, e); }
  void members(compare::EnvironmentDifference& it) {
    auto& [key, run, baseline] = it;
    if (run) m_change.named(key, *run);
    if (baseline) m_change.named(key, *baseline);
    (*this)(key);
  }
  void members(compare::Block& it) { auto& [a, b, c, d, e, f] = it; (*this)(a, b, c, d, e, f); }
  void members(compare::FileDifference& it) { auto& [a, b, c] = it; (*this)(a, b, c); }
  void members(compare::ChangedFile& it) { auto& [a, b, c, d] = it; (*this)(a, b, c, d); }
  void members(compare::Changes& it) { auto& [a, b, c, d, e] = it; (*this)(a, b, c, d, e); }
  void members(compare::IgnoredRule& it) { auto& [a, b] = it; (*this)(a, b); }
  void members(compare::BaselineInfo& it) { auto& [a, b, c, d] = it; (*this)(a, b, c, d); }
  void members(compare::Divergence& it) { auto& [a, b, c, d, e, f, g, h, i, j] = it; (*this)(a, b, c, d, e, f, g, h, i, j); }
  void members(compare::Comparison& it) {
    auto& [partial, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = it;
    (*this)(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
  }

  Change& m_change;
};

}  // namespace lanescope::report
