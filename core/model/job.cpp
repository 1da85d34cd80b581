// SPDX-License-Identifier: Apache-2.0
// The job around the launches: who, where, what software; CI steps; attempts of its wrapper.
#include "core/model/draft.h"

#include "core/recognise/text_fields.h"

#include <algorithm>
#include <set>

namespace lanescope::model {
namespace {

using recognise::behind;
using recognise::CiFact;
using recognise::take;
using recognise::takeUntil;

void setOnce(std::string& target, std::string_view value) {
  if (target.empty()) target = std::string(value);
}

// "logs-<test case>-<run id>-<suffix>": the run id is a long number between dashes.
void readArtifactName(std::string_view name, Identity& identity, Environment& environment) {
  const auto slash = name.rfind('/');
  if (slash != std::string_view::npos) name.remove_prefix(slash + 1);
  for (const std::string_view ending : {".zip", ".tar.gz", ".tar", ".tgz"}) {
    if (name.ends_with(ending)) name.remove_suffix(ending.size());
  }
  std::size_t at = 0;
  while ((at = name.find('-', at)) != std::string_view::npos) {
    std::size_t end = ++at;
    while (end < name.size() && recognise::isDigit(name[end])) ++end;
    if (end - at < 9 || (end < name.size() && name[end] != '-')) continue;
    setOnce(identity.artifact, name);
    setOnce(identity.runId, name.substr(at, end - at));
    std::string_view testCase = name.substr(0, at - 1);
    take(testCase, "logs-");
    setOnce(environment.testCase, testCase);
    return;
  }
}

// "tests/unit_tests/distributed/x/**/*.py - latest"
void readJobName(std::string_view name, Run& run) {
  setOnce(run.identity.job, name);
  const auto dash = name.rfind(" - ");
  const std::string_view bucket = name.substr(0, dash);
  if (bucket.find('/') != std::string_view::npos) setOnce(run.environment.bucket, bucket);
  if (dash != std::string_view::npos) setOnce(run.environment.platform, name.substr(dash + 3));
}

void readFact(const CiFact& fact, Run& run) {
  Environment& env = run.environment;
  using Kind = CiFact::Kind;
  switch (fact.kind) {
    case Kind::jobName: readJobName(fact.text, run); break;
    case Kind::runner: setOnce(env.runner, fact.text); break;
    case Kind::node: setOnce(env.node, fact.text); break;
    case Kind::checkoutRef: setOnce(env.commit, fact.text); break;
    case Kind::os: env.os += (env.os.empty() ? "" : " ") + fact.text; break;
    case Kind::imageReady: setOnce(env.image, fact.text); break;
    case Kind::imageDigest: setOnce(env.imageDigest, fact.text); break;
    case Kind::artifact: readArtifactName(fact.text, run.identity, env); break;
    case Kind::headAt: {
      // "<short> Merge <head> into <base>"
      std::string_view text = fact.text;
      const std::string_view commit = takeUntil(text, " ");
      setOnce(env.commit, commit);
      if (auto merge = behind(text, "Merge ")) {
        const std::string_view head = takeUntil(*merge, " ");
        if (take(*merge, " into ") && head.size() >= 7) {
          setOnce(env.mergeHead, head);
          setOnce(env.mergeBase, takeUntil(*merge, " "));
        }
      }
      break;
    }
    default: break;
  }
}

// Groups that hold no step of ours (the runner's own listing) are steps all the same: they are what the log shows.
void readPhases(const Draft& draft, std::uint32_t source, Run& run) {
  bool open = false;
  for (const CiFact& fact : draft.scans[source].ci) {
    if (fact.kind != CiFact::Kind::groupStart && fact.kind != CiFact::Kind::groupEnd) continue;
    if (open && fact.moment.known()) run.phases.back().end = whenOf(fact.moment);
    open = false;
    if (fact.kind != CiFact::Kind::groupStart) continue;
    std::string_view name = fact.text;
    // A step's group ends with its echo; what it prints follows until the next group.
    take(name, "Run ");
    run.phases.push_back({std::string(name.substr(0, 120)), whenOf(fact.moment), {}});
    open = true;
  }
}

void readRestarts(const Draft& draft, std::uint32_t source, Run& run) {
  for (const CiFact& fact : draft.scans[source].ci) {
    if (fact.kind != CiFact::Kind::restart) continue;
    Restart restart;
    restart.time = whenOf(fact.moment);
    restart.by = "wrapper";
    restart.reason = "the wrapper detected a phrase that it retries on";
    restart.evidence.push_back(draft.evidenceAt(source, fact.line));
    run.restarts.push_back(std::move(restart));
  }
  for (const recognise::LauncherFact& fact : draft.scans[source].launcher) {
    if (fact.kind != recognise::LauncherFact::Kind::groupRestart) continue;
    Restart restart;
    restart.time = whenOf(fact.moment);
    restart.by = "torchrun";
    restart.reason = "a worker failed and restarts were left";
    restart.evidence.push_back(draft.evidenceAt(source, fact.line));
    run.restarts.push_back(std::move(restart));
  }
}

void readVersions(const Draft& draft, Run& run) {
  for (std::size_t i = 0; i < draft.scans.size(); ++i) {
    const recognise::SourceScan& scan = draft.scans[i];
    for (const recognise::VersionFact& fact : scan.versions) {
      if (fact.kind == recognise::VersionFact::Kind::python) setOnce(run.environment.pythonVersion, fact.text);
    }
    for (const recognise::FailureFact& fact : scan.failures) {
      if (!fact.ncclVersion.empty()) setOnce(run.environment.ncclVersion, fact.ncclVersion);
    }
    for (const recognise::NcclFact& fact : scan.nccl) {
      if (!fact.version.empty()) setOnce(run.environment.ncclVersion, fact.version);
    }
  }
  for (const Launch& launch : run.launches) setOnce(run.environment.command, launch.command);
}

// Decision 2: the test case or job name of the log and the run id, else the artifact's name, else what was opened.
void nameRun(Run& run) {
  const std::string& what = !run.environment.testCase.empty() ? run.environment.testCase : run.identity.job;
  if (!what.empty()) {
    run.name = what + (run.identity.runId.empty() ? "" : " \xC2\xB7 " + run.identity.runId);
  } else if (!run.identity.artifact.empty()) {
    run.name = run.identity.artifact;
  } else if (!run.inputs.empty()) {
    run.name = run.inputs.front().path;
  }
}

}  // namespace

void describeJob(Draft& draft) {
  Run& run = draft.run;
  for (std::uint32_t source = 0; source < draft.scans.size(); ++source) {
    for (const CiFact& fact : draft.scans[source].ci) readFact(fact, run);
    readPhases(draft, source, run);
    readRestarts(draft, source, run);
  }
  for (const input::Input& input : run.inputs) {
    if (input.kind != input::InputKind::file && input.kind != input::InputKind::directory) readArtifactName(input.path, run.identity, run.environment);
  }
  for (const Source& source : run.sources) readArtifactName(source.path.substr(0, source.path.find('/')), run.identity, run.environment);
  readVersions(draft, run);
  std::set<std::string> hosts;
  for (const Lane& lane : run.lanes) {
    if (!lane.host.empty()) hosts.insert(lane.host);
  }
  run.hosts.assign(hosts.begin(), hosts.end());
  std::stable_sort(run.restarts.begin(), run.restarts.end(), [](const Restart& a, const Restart& b) { return a.time.utc < b.time.utc; });
  nameRun(run);
}

}  // namespace lanescope::model
