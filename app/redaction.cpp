// SPDX-License-Identifier: Apache-2.0
#include "app/redaction.h"

#include "app/exit_status.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>

namespace lanescope::app {

using report::RedactKind;
using report::RedactKinds;
using report::Redactor;

namespace {

// What is made to be passed on.
bool leaves(const CommandLine& line) {
  constexpr std::array<std::string_view, 4> kFormats = {"markdown", "html", "github", "brief"};
  return line.command == Command::image || std::find(kFormats.begin(), kFormats.end(), line.format) != kFormats.end();
}

void tell(const Redactor& redactor) {
  for (const report::Redaction& entry : redactor.list()) {
    // Standard error of a CI job is public, too.
    const std::string original = entry.kind == RedactKind::secrets ? fmt::format("{} characters", entry.original.size()) : '\'' + entry.original + '\'';
    complain(fmt::format("{}: {} became {}, {} {}", toString(entry.kind), original, entry.replacement, entry.count, entry.count == 1 ? "time" : "times"));
  }
}

}  // namespace

RedactKinds redactKindsOf(const CommandLine& line) {
  RedactKinds kinds = leaves(line) ? RedactKinds::leaving() : RedactKinds();
  return kinds.set(line.redact).set(line.keep, false);
}

Writable writable(const CommandLine& line, std::shared_ptr<const model::Run> run, ComparedWith with) {
  const RedactKinds kinds = redactKindsOf(line);
  if (kinds.none()) return {std::move(run), std::move(with)};
  const auto redactor = std::make_shared<Redactor>(kinds);
  report::learn(*run, *redactor);
  for (const model::Run* baseline : with.baselines) report::learn(*baseline, *redactor);
  Writable out{report::redacted(*run, redactor), {}};
  for (const model::Run* baseline : with.baselines) {
    out.with.runs.push_back(report::redacted(*baseline, redactor));
    out.with.baselines.push_back(out.with.runs.back().get());
  }
  if (with.comparison) out.with.comparison = report::redacted(*with.comparison, *redactor);
  if (line.verbose) tell(*redactor);
  return out;
}

}  // namespace lanescope::app
