// SPDX-License-Identifier: Apache-2.0
#include "core/compare/comparison.h"

#include <algorithm>

namespace lanescope::compare {

const char* toString(PhaseKind kind) noexcept {
  switch (kind) {
    case PhaseKind::step: return "step";
    case PhaseKind::launch: return "launch";
    case PhaseKind::attempt: return "attempt";
    case PhaseKind::session: return "session";
    case PhaseKind::test: return "test";
    case PhaseKind::iteration: return "iteration";
    case PhaseKind::teardown: return "teardown";
  }
  return "";
}

const char* toString(Match match) noexcept {
  switch (match) {
    case Match::equal: return "equal";
    case Match::sequence: return "sequence";
    case Match::onlyInRun: return "only-in-run";
    case Match::onlyInBaseline: return "only-in-baseline";
  }
  return "";
}

const char* toString(MessageKind kind) noexcept {
  switch (kind) {
    case MessageKind::onlyInRun: return "only-in-run";
    case MessageKind::onlyInBaseline: return "only-in-baseline";
    case MessageKind::count: return "count";
    case MessageKind::ranks: return "ranks";
    case MessageKind::value: return "value";
    case MessageKind::order: return "order";
  }
  return "";
}

const char* toString(Fold fold) noexcept {
  switch (fold) {
    case Fold::none: break;
    case Fold::afterFailure: return "after-failure";
    case Fold::teardown: return "teardown";
    case Fold::notReached: return "not-reached";
    case Fold::ignored: return "ignored";
  }
  return "";
}

const char* toString(DivergenceKind kind) noexcept {
  switch (kind) {
    case DivergenceKind::message: return "message";
    case DivergenceKind::test: return "test";
    case DivergenceKind::order: return "order";
    case DivergenceKind::duration: return "duration";
    case DivergenceKind::end: return "end";
    case DivergenceKind::environment: return "environment";
  }
  return "";
}

bool Comparison::differs() const noexcept {
  return !ends.empty() || std::any_of(messages.begin(), messages.end(), [](const Message& message) { return !message.weak && message.fold != Fold::ignored; }) ||
         std::any_of(tests.begin(), tests.end(), [](const TestDifference& test) { return !test.weak && !test.ignored; });
}

}  // namespace lanescope::compare
