// SPDX-License-Identifier: Apache-2.0
#include "core/session/run_settings.h"

#include "core/session/zone.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <utility>

namespace lanescope::session {
namespace {

using model::Override;

std::optional<std::uint32_t> numberOf(const std::string& text) {
  std::uint32_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || last != end) return std::nullopt;
  return number;
}

// A statement whose value is known to make sense.
void apply(const Override& said, std::size_t index, model::SourceSettings& settings) {
  if (said.what == "rank") settings.rank = numberOf(said.value);
  if (said.what == "launch") {
    settings.launch = numberOf(said.value);
    settings.launchSaid = index;
  }
  if (said.what == "zone") settings.zone = said.value;
  if (said.what == "format") settings.readAs = model::readAsOf(said.value).value_or(model::ReadAs::asFound);
}

// Members by their path and by their name in the run; a name that several have means none of them.
class MemberNames {
 public:
  explicit MemberNames(const input::InputSet& inputs) {
    for (std::size_t i = 0; i < inputs.members.size(); ++i) {
      const std::string& path = inputs.members[i].path;
      m_paths.emplace(path, i);
      const auto entry = m_names.emplace(model::nameInRun(inputs.inputs, path), i);
      if (!entry.second) entry.first->second = kSeveral;
    }
  }
  // The index of the member, or why there is none.
  std::pair<std::size_t, const char*> find(const std::string& name) const {
    const auto path = m_paths.find(name);
    if (path != m_paths.end()) return {path->second, nullptr};
    const auto entry = m_names.find(name);
    if (entry == m_names.end()) return renamed(name);
    if (entry->second == kSeveral) return {0, "several sources of the run have this name"};
    return {entry->second, nullptr};
  }

 private:
  // A plain file has no name but its own: where there is one, it is the one that was renamed.
  std::pair<std::size_t, const char*> renamed(const std::string& name) const {
    const auto isPlain = [](const auto& entry) { return entry.first.find('/') == std::string::npos; };
    if (name.find('/') != std::string::npos || std::count_if(m_paths.begin(), m_paths.end(), isPlain) != 1) return {0, "no source of the run has this name"};
    return {std::find_if(m_paths.begin(), m_paths.end(), isPlain)->second, nullptr};
  }

  static constexpr std::size_t kSeveral = SIZE_MAX;
  std::map<std::string, std::size_t> m_paths, m_names;
};

// The index of each statement's member, kNoMember where it has none; problems are said in `said`.
constexpr std::size_t kNoMember = SIZE_MAX;
std::vector<std::size_t> findMembers(model::Overrides& said, const input::InputSet& inputs) {
  std::vector<std::size_t> memberOf(said.size(), kNoMember);
  if (said.empty()) return memberOf;
  const MemberNames names(inputs);
  for (std::size_t i = 0; i < said.size(); ++i) {
    Override& one = said[i];
    one.problem = problemOf(one).value_or("");
    if (one.source.empty()) continue;
    const auto [member, why] = names.find(one.source);
    if (why) {
      if (one.problem.empty()) one.problem = why;
      continue;
    }
    one.source = inputs.members[member].path;
    memberOf[i] = member;
  }
  return memberOf;
}

// Statements that a later one replaces.
void markReplaced(model::Overrides& said) {
  std::set<std::pair<std::string, std::string>> later;
  for (auto it = said.rbegin(); it != said.rend(); ++it) {
    if (!it->problem.empty()) continue;
    if (!later.emplace(it->source, it->what).second) it->problem = "it is said again further down";
  }
}

void leaveOut(const std::vector<model::SourceSettings>& settings, input::InputSet& inputs) {
  std::vector<input::Member> kept;
  for (std::size_t i = 0; i < inputs.members.size(); ++i) {
    input::Member& member = inputs.members[i];
    if (settings[i].readAs == model::ReadAs::nothing)
      inputs.skipped.push_back({member.path, member.bytes, input::SkipReason::leftOut, "set by you"});
    else
      kept.push_back(std::move(member));
  }
  inputs.members = std::move(kept);
}

std::string folderOf(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

// The longest folder that both are in.
std::string commonFolder(const std::string& a, const std::string& b) {
  std::size_t same = 0;
  for (std::size_t i = 0; i <= std::min(a.size(), b.size()); ++i) {
    const bool endA = i == a.size() || a[i] == '/', endB = i == b.size() || b[i] == '/';
    if (endA && endB) same = i;
    if (i == a.size() || i == b.size() || a[i] != b[i]) break;
  }
  return a.substr(0, same);
}

}  // namespace

bool isFindingId(std::string_view text) {
  return text.size() > 1 && text.size() < 10 && text.front() == 'f' && text.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

bool isFingerprint(std::string_view text) {
  constexpr std::size_t kDigits = 16;
  const std::string_view digits = text.substr(0, text.find('@'));
  const std::string_view place = text.substr(digits.size());
  return digits.size() == kDigits && digits.find_first_not_of("0123456789abcdef") == std::string_view::npos &&
         (place.empty() || place.find_first_not_of("0123456789.", 1) == std::string_view::npos);
}

std::optional<std::string> problemOf(const Override& said) {
  if (said.what == "zone") {
    const auto offset = zoneOffsets(said.value);
    if (said.value.empty() || !offset) return "'" + said.value + "' is no time zone: +09:00 or a name such as Asia/Tokyo";
    return std::nullopt;
  }
  if (said.what == model::kUnreadOverride) return "it cannot be read";
  if (said.what == model::kFirstFailureOverride) {
    if (!said.source.empty()) return said.what + " is a setting of the run, not of a source";
    if (isFindingId(said.value) || isFingerprint(said.value)) return std::nullopt;
    return "'" + said.value + "' is neither the id of a finding (f3) nor its fingerprint (16 hexadecimal digits)";
  }
  if (said.what != "rank" && said.what != "launch" && said.what != "format")
    return "this version knows no setting '" + said.what + "'";
  if (said.source.empty()) return said.what + " is a setting of a source, not of the run";
  if (said.what == "format") {
    if (model::readAsOf(said.value).value_or(model::ReadAs::asFound) != model::ReadAs::asFound) return std::nullopt;
    return "'" + said.value + "' is no format: rank, carrier, nccl or none";
  }
  const auto number = numberOf(said.value);
  if (number && *number < model::kMaxRanks) return std::nullopt;
  return said.what + " '" + said.value + "' is no number below " + std::to_string(model::kMaxRanks);
}

RunSettings settle(model::Overrides said, input::InputSet& inputs) {
  RunSettings settings;
  settings.said = std::move(said);
  const std::vector<std::size_t> memberOf = findMembers(settings.said, inputs);
  markReplaced(settings.said);
  std::vector<model::SourceSettings> members(inputs.members.size());
  std::map<std::string, recognise::ZoneOffsets> offsets;
  const auto offsetsOf = [&offsets](const std::string& zone) {
    const auto entry = offsets.try_emplace(zone);
    if (entry.second) entry.first->second = zoneOffsets(zone).value_or(recognise::ZoneOffsets());
    return entry.first->second;
  };
  for (std::size_t i = 0; i < settings.said.size(); ++i) {
    const Override& one = settings.said[i];
    if (!one.problem.empty()) continue;
    if (one.source.empty() && one.what == "zone")
      settings.zone = one.value;
    else if (memberOf[i] != kNoMember)
      apply(one, i, members[memberOf[i]]);
  }
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (members[i].zone.empty()) members[i].zone = settings.zone;
    if (!members[i].zone.empty()) members[i].zoneOffsets = offsetsOf(members[i].zone);
    if (members[i].readAs != model::ReadAs::nothing) settings.members.push_back(members[i]);
  }
  leaveOut(members, inputs);
  return settings;
}

std::vector<model::PathLayout> settledPaths(RunSettings& settings, const std::vector<input::Member>& members,
                                            std::vector<model::PathLayout> found) {
  std::set<std::string> rankFolders;  // that hold files whose names tell their ranks
  std::optional<std::string> shared;  // the folder of all files of which only the user says so
  for (std::size_t i = 0; i < members.size(); ++i) {
    settings.members[i].rankInPath = found[i].ofOneRank();
    if (found[i].ofOneRank()) rankFolders.insert(found[i].directory);
    found[i] = model::withSettings(std::move(found[i]), settings.members[i]);
    if (settings.members[i].rankInPath || !found[i].globalRank) continue;
    const std::string folder = folderOf(members[i].path);
    shared = shared ? commonFolder(*shared, folder) : folder;
  }
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (settings.members[i].rankInPath || !found[i].globalRank) continue;
    const std::string folder = folderOf(members[i].path);
    found[i].directory = rankFolders.count(folder) > 0 ? folder : *shared;
  }
  return found;
}

}  // namespace lanescope::session
