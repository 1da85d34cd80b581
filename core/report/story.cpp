// SPDX-License-Identifier: Apache-2.0
#include "core/report/story.h"

#include <fmt/format.h>
#include <algorithm>

namespace lanescope::report {

using namespace model;

namespace {

// Where a finding tells the same, its milestone adds nothing.
bool toldByFinding(const Run& run, const Milestone& milestone) {
  const bool sameKind = milestone.kind == MilestoneKind::firstFailure || milestone.kind == MilestoneKind::timeout ||
                        milestone.kind == MilestoneKind::restart;
  if (!sameKind || milestone.evidence.empty()) return false;
  const Evidence& line = milestone.evidence.front();
  return std::any_of(run.findings.begin(), run.findings.end(), [&line](const Finding& finding) {
    return std::any_of(finding.evidence.begin(), finding.evidence.end(), [&line](const Evidence& evidence) {
      return evidence.source == line.source && evidence.line == line.line;
    });
  });
}

}  // namespace

std::vector<Step> storyOf(const Run& run) {
  std::vector<Step> steps;
  for (const Milestone& milestone : run.milestones) {
    if (!toldByFinding(run, milestone)) steps.push_back({milestone.time, nullptr, &milestone});
  }
  for (const Finding& finding : run.findings) steps.push_back({finding.time, &finding, nullptr});
  std::stable_sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) {
    if (a.time.known() != b.time.known()) return a.time.known();
    return a.time.known() && a.time.utc < b.time.utc;
  });
  return steps;
}

std::string launchNote(const Run& run, const Finding& finding) {
  return finding.launch && run.launches.size() > 1 ? fmt::format(" (launch {})", *finding.launch + 1) : "";
}

std::string basisText(Basis basis) {
  switch (basis) {
    case Basis::stamped:
      return "stamped: the line carries it";
    case Basis::joined:
      return "joined: the same line stands stamped in another source";
    case Basis::derived:
      return "derived from a stated duration";
    case Basis::bounded:
      return "bounded by stamped neighbours of the same writer";
    case Basis::aligned:
      return "aligned: peers ran the same test then";
    case Basis::file:
      return "from the file's modification time";
    case Basis::none:
      break;
  }
  return "not known";
}

}  // namespace lanescope::report
