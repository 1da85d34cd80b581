// SPDX-License-Identifier: Apache-2.0
#include "app/settings_change.h"

#include "app/suggest.h"
#include "core/session/run_settings.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <string_view>

namespace lanescope::app {

using base::Result;
using model::Override;
using model::Overrides;

namespace {

constexpr std::array<const char*, 5> kWords = {"rank", "launch", "zone", "format", model::kFirstFailureOverride};
constexpr const char* kExample = "for example --set 'logs/a.log:rank=3' or --set zone=+09:00";

tl::unexpected<base::Error> wrong(std::string what, std::string tryThis) {
  return base::fail(base::ErrorCode::invalidArgument, std::move(what), {}, std::move(tryThis));
}

bool isWord(std::string_view text) { return std::find(kWords.begin(), kWords.end(), text) != kWords.end(); }

// Whether `text` begins with "rank=" or another word of a setting.
bool beginsSetting(std::string_view text) {
  const auto equals = text.find('=');
  return equals != std::string_view::npos && isWord(text.substr(0, equals));
}

// Where "word=value" begins: behind the last colon in front of one, or at the start.
std::optional<std::size_t> settingsBegin(std::string_view text) {
  for (auto colon = text.rfind(':'); colon != std::string_view::npos && colon > 0; colon = text.rfind(':', colon - 1)) {
    if (beginsSetting(text.substr(colon + 1))) return colon + 1;
  }
  return beginsSetting(text) ? std::optional<std::size_t>(0) : std::nullopt;
}

Result<void> addSetting(const std::string& whole, const std::string& source, std::string_view setting, Overrides& out) {
  const auto equals = setting.find('=');
  const std::string what(setting.substr(0, equals));
  if (equals == std::string_view::npos || !isWord(what))
    return wrong(fmt::format("'{}' in '{}' is no setting", setting, whole), "rank=, launch=, zone=, format= or first-failure=");
  Override said;
  said.source = source;
  said.what = what;
  said.value = std::string(setting.substr(equals + 1));
  if (const auto problem = session::problemOf(said)) return wrong(fmt::format("--set {}: {}", whole, *problem), kExample);
  if (what == "launch" && said.value == "0") return wrong(fmt::format("--set {}: launches count from 1", whole), kExample);
  out.push_back(std::move(said));
  return {};
}

Result<void> addSettings(const std::string& text, Overrides& out) {
  const auto begin = settingsBegin(text);
  if (!begin) return wrong(fmt::format("'{}' sets nothing", text), kExample);
  const std::string source = *begin == 0 ? std::string() : text.substr(0, *begin - 1);
  std::string_view rest = std::string_view(text).substr(*begin);
  while (true) {
    const auto comma = rest.find(',');
    if (const auto added = addSetting(text, source, rest.substr(0, comma), out); !added) return added;
    if (comma == std::string_view::npos) return {};
    rest.remove_prefix(comma + 1);
  }
}

SettingsChange::Cleared clearedBy(const std::string& text) {
  if (text == "zone" || text == model::kFirstFailureOverride) return {{}, text};
  const auto colon = text.rfind(':');
  if (colon != std::string::npos && colon > 0 && isWord(std::string_view(text).substr(colon + 1)))
    return {text.substr(0, colon), text.substr(colon + 1)};
  return {text, {}};
}

std::vector<std::string> sourcePaths(const model::Run& run) {
  std::vector<std::string> paths;
  for (const model::Source& source : run.sources) paths.push_back(source.path);
  for (const input::Skipped& skipped : run.skipped) {
    if (skipped.reason == input::SkipReason::leftOut) paths.push_back(skipped.path);
  }
  return paths;
}

template <class Accept>
std::vector<std::string> those(const std::vector<std::string>& paths, const Accept& accept) {
  std::vector<std::string> out;
  std::copy_if(paths.begin(), paths.end(), std::back_inserter(out), accept);
  return out;
}

// A path, a name in the run, a folder of either, or the end of one path.
Result<std::vector<std::string>> sourcesNamed(const model::Run& run, std::string name) {
  while (name.size() > 1 && name.back() == '/') name.pop_back();
  const std::vector<std::string> paths = sourcePaths(run);
  const auto inRun = [&run](const std::string& path) { return model::nameInRun(run.inputs, path); };
  const std::string folder = name + '/';
  std::vector<std::string> found = those(paths, [&](const std::string& path) { return path == name; });
  if (found.empty()) found = those(paths, [&](const std::string& path) { return inRun(path) == name; });
  if (found.empty())
    found = those(paths, [&](const std::string& path) { return path.starts_with(folder) || inRun(path).starts_with(folder); });
  if (!found.empty()) return found;
  found = those(paths, [&](const std::string& path) { return path.ends_with('/' + name); });
  if (found.size() == 1) return found;
  if (found.size() > 1)
    return wrong(fmt::format("{} sources end with '{}'", found.size(), name),
                 fmt::format("give more of the path, as in '{}'", found.front()));
  std::vector<std::string> names;
  for (const std::string& path : paths) names.push_back(inRun(path));
  const std::string nearest = closest(name, names);
  return wrong(fmt::format("no source of the run is called '{}'", name),
               nearest.empty() ? "lanescope sources PATH lists them" : fmt::format("did you mean '{}'?", nearest));
}

// From the number that people see to the one that is kept.
Result<std::string> keptLaunch(const model::Run& run, const std::string& value) {
  std::size_t shown = 0;
  std::from_chars(value.data(), value.data() + value.size(), shown);  // was checked to be a number, and not 0
  const std::size_t count = run.launches.size();
  if (shown <= count) return std::to_string(run.launches[shown - 1].found);
  if (shown > count + 1)
    return wrong(fmt::format("the run has {} {}", count, count == 1 ? "launch" : "launches"),
                 fmt::format("launch={} is a new one", count + 1));
  std::uint32_t next = 0;
  for (const model::Launch& launch : run.launches) next = std::max(next, launch.found + 1);
  return std::to_string(next);
}

// From the id that this version gives a finding to what stays when the run is read again.
Result<std::string> keptFinding(const model::Run& run, const std::string& value) {
  const auto byId = std::find_if(run.findings.begin(), run.findings.end(), [&](const model::Finding& finding) { return finding.id == value; });
  if (byId != run.findings.end()) return fmt::format("{}@{}.{}", byId->fingerprint, byId->launch.value_or(0), byId->attempt.value_or(0));
  const std::string fingerprint = value.substr(0, value.find('@'));
  const bool known = std::any_of(run.findings.begin(), run.findings.end(), [&](const model::Finding& finding) { return finding.fingerprint == fingerprint; });
  if (known) return value;
  return wrong(fmt::format("the run has no finding '{}'", value), run.findings.empty() ? "it has none" : fmt::format("its findings are f1 to f{}", run.findings.size()));
}

}  // namespace

Result<SettingsChange> parseSettings(const std::vector<std::string>& set, const std::vector<std::string>& cleared) {
  SettingsChange change;
  for (const std::string& text : cleared) {
    if (text == "all")
      change.clearAll = true;
    else
      change.cleared.push_back(clearedBy(text));
  }
  for (const std::string& text : set) {
    if (const auto added = addSettings(text, change.set); !added) return tl::make_unexpected(added.error());
  }
  return change;
}

Result<Overrides> changed(const model::Run& run, Overrides before, const SettingsChange& change) {
  if (change.clearAll) before.clear();
  const auto drop = [&before](const std::vector<std::string>& sources, const std::string& what) {
    const std::set<std::string> those(sources.begin(), sources.end());
    const auto meant = [&](const Override& said) {
      return those.count(said.source) > 0 && (what.empty() || said.what == what);
    };
    const std::size_t size = before.size();
    before.erase(std::remove_if(before.begin(), before.end(), meant), before.end());
    return before.size() < size;
  };
  for (const SettingsChange::Cleared& cleared : change.cleared) {
    // As it was given first: it may name no source any more.
    if (drop({cleared.source}, cleared.what) || cleared.source.empty()) continue;
    const auto sources = sourcesNamed(run, cleared.source);
    if (!sources) return tl::make_unexpected(sources.error());
    drop(*sources, cleared.what);
  }
  for (Override said : change.set) {
    if (said.what == "launch") {
      auto launch = keptLaunch(run, said.value);
      if (!launch) return tl::make_unexpected(launch.error());
      said.value = *std::move(launch);
    }
    if (said.what == model::kFirstFailureOverride) {
      auto finding = keptFinding(run, said.value);
      if (!finding) return tl::make_unexpected(finding.error());
      said.value = *std::move(finding);
    }
    std::vector<std::string> sources{said.source};
    if (!said.source.empty()) {
      auto named = sourcesNamed(run, said.source);
      if (!named) return tl::make_unexpected(named.error());
      sources = *std::move(named);
    }
    drop(sources, said.what);
    for (const std::string& source : sources) {
      said.source = source;
      before.push_back(said);
    }
  }
  return before;
}

}  // namespace lanescope::app
