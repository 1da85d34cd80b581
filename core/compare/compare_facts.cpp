// SPDX-License-Identifier: Apache-2.0
#include "core/compare/facts.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace lanescope::compare {
namespace {

using model::When;

constexpr double kLeastSeconds = 2, kLeastShare = 0.25;
constexpr std::size_t kMostDurations = 200;

double width(const When& when) {
  return when.earliest == When::kOpenEarly || when.latest == When::kOpenLate ? 0 : static_cast<double>(when.latest - when.earliest) / 1e9;
}

// nullopt where it is not known, or less well than what would count as a difference.
std::optional<double> secondsOf(const Phase& phase) {
  if (!phase.start.known() || !phase.end.known()) return std::nullopt;
  const bool rough = phase.start.basis > model::Basis::bounded || phase.end.basis > model::Basis::bounded;
  const double seconds = static_cast<double>(phase.end.utc - phase.start.utc) / 1e9;
  if (rough || seconds <= 0 || width(phase.start) + width(phase.end) > std::max(kLeastSeconds, kLeastShare * seconds)) return std::nullopt;
  return seconds;
}

// Ends that mean nothing: it went on, nothing is known, or all was well.
bool isQuiet(const model::LaneEnd& end) {
  return end.kind == model::EndKind::open || end.kind == model::EndKind::noData || (end.kind == model::EndKind::exited && end.code.value_or(0) == 0);
}
bool sameEnd(const model::LaneEnd& a, const model::LaneEnd& b) {
  if (isQuiet(a) && isQuiet(b)) return true;
  return a.kind == b.kind && a.code == b.code && a.signal == b.signal;
}

using Values = std::vector<std::pair<std::string, std::string>>;

Values valuesOf(const model::Run& run) {
  const model::Environment& e = run.environment;
  Values values = {{"test_case", e.testCase},         {"bucket", e.bucket},           {"platform", e.platform},          {"runner", e.runner},
                   {"node", e.node},                  {"commit", e.commit},           {"merge_head", e.mergeHead},       {"merge_base", e.mergeBase},
                   {"image", e.image},                {"image_digest", e.imageDigest}, {"gpu_model", e.gpuModel},         {"driver_version", e.driverVersion},
                   {"cuda_version", e.cudaVersion},   {"nccl_version", e.ncclVersion}, {"torch_version", e.torchVersion}, {"python_version", e.pythonVersion},
                   {"os", e.os},                      {"command", e.command},          {"test_selection", e.testSelection}};
  values.emplace_back("world_size", run.worldSize ? std::to_string(*run.worldSize) : "");
  std::string hosts;
  for (const std::string& host : run.hosts) hosts += (hosts.empty() ? "" : ", ") + host;
  values.emplace_back("hosts", hosts);
  return values;
}

std::string masked(const std::string& text, const RunNames& names) {
  Masked out;
  mask(text, names, out);
  return out.text;
}

bool isContainer(std::string_view part) {
  static constexpr std::string_view kEnds[] = {".zip", ".tar", ".tar.gz", ".tgz", ".tar.xz", ".tar.zst", ".tar.bz2", ".7z"};
  return std::any_of(std::begin(kEnds), std::end(kEnds), [part](std::string_view end) { return part.ends_with(end); });
}

// A file's name in every run of the job: without the containers, with the launch in place of the launcher's random folder.
std::string nameOf(const Side& side, const model::Source& source) {
  std::string path = source.path;
  const input::Input& input = side.run->inputs[source.input];
  if (input.kind != input::InputKind::file && path.starts_with(input.path + '/')) path.erase(0, input.path.size() + 1);
  std::string name;
  Masked masked;
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    const std::string part = path.substr(at, end - at);
    if (end < path.size() && isContainer(part)) {
      at = end + 1;
      continue;
    }
    const auto launch = std::find_if(side.run->launches.begin(), side.run->launches.end(), [&part](const model::Launch& one) {
      return !one.directory.empty() && one.directory.substr(one.directory.rfind('/') + 1) == part;
    });
    if (launch != side.run->launches.end()) {
      name += launchKey(*launch);
    } else if (part.find_first_not_of("0123456789") == std::string::npos) {
      name += part;
    } else {
      mask(part, side.names, masked);
      name += masked.text.empty() ? part : masked.text;
    }
    if (end < path.size()) name += '/';
    at = end + 1;
  }
  return name;
}

std::multimap<std::string, std::string> filesOf(const Side& side) {
  std::multimap<std::string, std::string> files;
  for (const model::Source& source : side.run->sources) files.emplace(nameOf(side, source), source.path);
  return files;
}

void addFiles(const std::multimap<std::string, std::string>& from, const std::multimap<std::string, std::string>& other, bool inRun, std::vector<FileDifference>& out) {
  for (auto file = from.begin(); file != from.end();) {
    const auto end = from.upper_bound(file->first);
    auto same = static_cast<std::ptrdiff_t>(other.count(file->first));
    for (; file != end; ++file) {
      if (same-- <= 0) out.push_back({file->second, inRun, false});
    }
  }
}

}  // namespace

std::vector<DurationDifference> compareDurations(const std::vector<Alignment>& alignments) {
  std::vector<DurationDifference> out;
  const Alignment& first = alignments.front();
  // What the further baselines took, by phase of the run.
  std::map<std::uint32_t, std::pair<double, double>> spread;
  for (const Alignment& alignment : alignments) {
    for (const PhasePair& pair : alignment.pairs) {
      if (!pair.run || !pair.baseline) continue;
      const auto seconds = secondsOf(alignment.baseline[*pair.baseline]);
      if (!seconds) continue;
      const auto known = spread.try_emplace(*pair.run, *seconds, *seconds);
      known.first->second = {std::min(known.first->second.first, *seconds), std::max(known.first->second.second, *seconds)};
    }
  }
  for (const PhasePair& pair : first.pairs) {
    if (!pair.run || !pair.baseline) continue;
    const Phase& phase = first.run[*pair.run];
    const auto run = secondsOf(phase), baseline = secondsOf(first.baseline[*pair.baseline]);
    if (!run || !baseline || phase.kind == PhaseKind::attempt) continue;
    const double least = spread[*pair.run].first, most = spread[*pair.run].second;
    const double noise = std::max(kLeastSeconds, kLeastShare * (*run > most ? most : least));
    if (*run <= most + noise && *run >= least - noise) continue;
    std::string name = phase.key;
    if (phase.kind == PhaseKind::session || phase.kind == PhaseKind::teardown) {
      const auto launch = std::find_if(first.run.begin(), first.run.end(), [&phase](const Phase& one) { return one.kind == PhaseKind::launch && one.launch == phase.launch; });
      if (launch != first.run.end()) name = launch->key + ", " + name;
    }
    out.push_back({name, phase.kind, *run, *baseline});
  }
  std::stable_sort(out.begin(), out.end(), [](const DurationDifference& a, const DurationDifference& b) {
    return std::abs(a.runSeconds - a.baselineSeconds) > std::abs(b.runSeconds - b.baselineSeconds);
  });
  if (out.size() > kMostDurations) out.resize(kMostDurations);
  return out;
}

std::vector<EndDifference> compareEnds(const model::Run& run, const model::Run& baseline, const LaunchPairs& pairs) {
  std::vector<EndDifference> out;
  for (const model::Lane& lane : run.lanes) {
    const auto launch = pairs.ofRun(lane.launch);
    const auto attempt = pairs.attemptOfRun(lane.launch, lane.attempt);
    const auto other = launch && attempt ? baseline.laneOf(*launch, *attempt, lane.rank) : std::nullopt;
    if (!other || sameEnd(lane.end, baseline.lanes[other->value].end)) continue;
    const model::LaneEnd& theirs = baseline.lanes[other->value].end;
    const auto same = std::find_if(out.begin(), out.end(), [&](const EndDifference& end) {
      return end.launch == lane.launch && end.attempt == lane.attempt && end.run.kind == lane.end.kind && end.run.code == lane.end.code && end.run.signal == lane.end.signal &&
             end.run.by == lane.end.by && end.baseline.kind == theirs.kind && end.baseline.code == theirs.code && end.baseline.signal == theirs.signal;
    });
    if (same != out.end()) same->ranks.push_back(lane.rank);
    else out.push_back({{lane.rank}, lane.launch, lane.attempt, lane.end, theirs});
  }
  return out;
}

std::vector<EnvironmentDifference> compareEnvironments(const model::Run& run, const model::Run& baseline) {
  std::vector<EnvironmentDifference> out;
  const RunNames names = namesOf({&run, &baseline});
  const Values ours = valuesOf(run), theirs = valuesOf(baseline);
  for (std::size_t i = 0; i < ours.size(); ++i) {
    // What one of the logs does not say is no difference.
    if (ours[i].second.empty() || theirs[i].second.empty() || ours[i].second == theirs[i].second) continue;
    // A command holds ports and folders that are others each time.
    if (ours[i].first == "command" && masked(ours[i].second, names) == masked(theirs[i].second, names)) continue;
    out.push_back({ours[i].first, ours[i].second, theirs[i].second});
  }
  const auto &a = run.environment.variables, &b = baseline.environment.variables;
  if (a.empty() || b.empty()) return out;        // not printed
  for (const auto& [name, value] : a) {
    const auto other = b.find(name);
    if (other == b.end()) out.push_back({"variables." + name, value, std::nullopt});
    else if (other->second != value) out.push_back({"variables." + name, value, other->second});
  }
  for (const auto& [name, value] : b) {
    if (a.count(name) == 0) out.push_back({"variables." + name, std::nullopt, value});
  }
  return out;
}

std::vector<FileDifference> compareFiles(const Side& run, const Side& baseline) {
  const auto ours = filesOf(run), theirs = filesOf(baseline);
  std::vector<FileDifference> out;
  addFiles(ours, theirs, true, out);
  addFiles(theirs, ours, false, out);
  if (ours.size() == 1 && theirs.size() == 1) out.clear();   // each is the log, whatever it is called
  return out;
}

}  // namespace lanescope::compare
