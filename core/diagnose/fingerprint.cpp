// SPDX-License-Identifier: Apache-2.0
// What tells a failure from others of its kind, in every run alike.
#include "core/diagnose/one_fact.h"
#include "core/diagnose/wording.h"
#include "core/recognise/text_fields.h"

#include <algorithm>
#include <set>

namespace lanescope::diagnose {

using model::Draft;
using model::Finding;
using model::FindingClass;
using recognise::FailureFact;
using FactKind = FailureFact::Kind;
namespace {

// The innermost call of the user's own code: "train.py:step".
std::string userPlace(const Finding& finding) {
  const auto& stack = finding.attributes.stack;
  const auto frame = std::find_if(stack.rbegin(), stack.rend(), [](const model::StackFrame& call) { return call.user; });
  return frame == stack.rend() ? std::string() : frame->file.substr(frame->file.rfind('/') + 1) + ':' + frame->function;
}

// "79" of "NVRM: Xid (PCI:0000:3b:00): 79, ..".
std::string xidNumber(const FailureFact& fact) {
  const auto number = recognise::numberBehind<std::uint32_t>(fact.text, "): ");
  return number && fact.text.find("Xid (") != std::string::npos ? std::to_string(*number) : std::string();
}

// What tells two failures of one kind apart, where their class is all that made each of them one fact.
std::string particulars(const Draft& draft, const Group& group) {
  const Finding& finding = group.finding;
  const FailureFact& fact = factOf(draft, draft.observations[lineToShow(draft, group)]);
  switch (finding.findingClass) {
    case FindingClass::ncclTimeout:
    case FindingClass::desync: {
      std::set<std::string> operations;
      for (const model::ByRank& row : finding.byRank) {
        if (!row.op.empty() && row.ranMs) operations.insert(row.op);
      }
      std::string text;
      for (const std::string& operation : operations) text += '|' + operation;
      if (finding.attributes.timeoutMs) text += '|' + std::to_string(*finding.attributes.timeoutMs);
      return text + '|' + finding.attributes.testPhase;
    }
    case FindingClass::abort:
      if (takesProcessDown(draft, draft.observations[group.observations.front()], fact) && fact.kind != FactKind::crash) return "|watchdog";
      [[fallthrough]];
    case FindingClass::segfault:
    case FindingClass::hostOom:
    case FindingClass::gpuOom: return '|' + signatureId(draft, fact) + '|' + userPlace(finding);
    case FindingClass::eccXid: return '|' + signatureId(draft, fact) + '|' + xidNumber(fact);
    case FindingClass::cleanupWarning: return '|' + normalised(cleanupText(fact));
    default: return {};
  }
}

}  // namespace

std::string fingerprintText(const Draft& draft, const Group& group) {
  const Finding& finding = group.finding;
  std::string text = identityOf(draft, draft.observations[group.observations.front()]);
  if (const auto bus = text.find("|bus|"); bus != std::string::npos) text.resize(bus);   // the same on any GPU
  text += particulars(draft, group);
  if (!finding.attributes.test.empty() && !isEffect(finding.findingClass)) text += '|' + finding.attributes.test;
  for (const std::string& host : draft.run.hosts) {
    constexpr std::size_t kLeast = 3;            // a shorter name is a word
    for (auto at = text.find(host); host.size() >= kLeast && at != std::string::npos; at = text.find(host, at + 1)) text.replace(at, host.size(), "*");
  }
  return text;
}

}  // namespace lanescope::diagnose
