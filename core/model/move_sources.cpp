// SPDX-License-Identifier: Apache-2.0
#include "core/model/launch_draft.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lanescope::model {
namespace {

constexpr std::uint32_t kMostNewLaunches = 1'000;

// For each source an index into the launches.
using Wanted = std::vector<std::optional<std::uint32_t>>;

class LaunchMover {
 public:
  LaunchMover(Draft& draft, std::vector<LaunchDraft>& launches) : m_draft(draft), m_launches(launches) {}

  void run() {
    for (std::uint32_t i = 0; i < m_launches.size(); ++i) m_launches[i].found = i;
    m_found = static_cast<std::uint32_t>(m_launches.size());
    Wanted wanted = wantedLaunches();
    if (m_found == 2) joinTheOnlyLaunch(wanted);
    if (std::none_of(wanted.begin(), wanted.end(), [](const auto& launch) { return launch.has_value(); })) return;
    moveFiles(wanted);
    moveSegments(wanted);
    const auto isEmpty = [](const LaunchDraft& launch) { return launch.segments.empty() && launch.directories.empty(); };
    m_launches.erase(std::remove_if(m_launches.begin(), m_launches.end(), isEmpty), m_launches.end());
  }

 private:
  // Numbers behind those that were found are launches of their own.
  Wanted wantedLaunches() {
    Wanted wanted(m_draft.run.sources.size());
    std::map<std::uint32_t, std::uint32_t> fresh;  // number -> index
    for (std::uint32_t source = 0; source < wanted.size(); ++source) {
      const std::optional<std::uint32_t>& said = m_draft.settings[source].launch;
      if (!said) continue;
      if (*said < m_found)
        wanted[source] = said;
      else if (*said - m_found < kMostNewLaunches)
        fresh.emplace(*said, 0);
      else
        m_draft.run.overrides[m_draft.settings[source].launchSaid].problem =
            "the run has " + std::to_string(m_found) + (m_found == 1 ? " launch" : " launches");
    }
    for (auto& launch : fresh) {
      launch.second = static_cast<std::uint32_t>(m_launches.size());
      m_launches.push_back({{}, {}, INT64_MAX, launch.second, launch.first});
    }
    for (std::uint32_t source = 0; source < wanted.size(); ++source) {
      const std::optional<std::uint32_t>& said = m_draft.settings[source].launch;
      if (said && fresh.count(*said) > 0) wanted[source] = fresh[*said];
    }
    return wanted;
  }

  // Files of which only the user says that they are ranks' belong to the one launch that there is besides them.
  void joinTheOnlyLaunch(Wanted& wanted) const {
    for (std::uint32_t l = 0; l < 2; ++l) {
      if (!m_launches[l].segments.empty() || m_launches[l].directories.size() != 1) continue;
      const Directory& directory = m_draft.directories[m_launches[l].directories.front()];
      if (!directory.byUser) continue;
      for (const std::uint32_t source : directory.sources) {
        if (!wanted[source]) wanted[source] = 1 - l;
      }
      return;
    }
  }

  void moveFiles(const Wanted& wanted) {
    std::vector<Directory> directories;
    for (std::uint32_t l = 0; l < m_found; ++l) {
      for (std::uint32_t& which : m_launches[l].directories) {
        Directory& from = m_draft.directories[which];
        std::map<std::uint32_t, std::vector<std::uint32_t>> sources;  // launch -> those that belong there
        for (const std::uint32_t source : from.sources) sources[wanted[source].value_or(l)].push_back(source);
        which = kNoIndex;
        for (auto& part : sources) {
          const auto index = static_cast<std::uint32_t>(directories.size());
          directories.push_back(from);
          directories.back().sources = std::move(part.second);
          if (part.first == l) {
            which = index;
            continue;
          }
          m_arrivedFolders.emplace_back(part.first, index);
          directories.back().moved = true;
          directories.back().segment = kNoIndex;  // whose lines it copies is another launch's
        }
      }
    }
    m_draft.directories = std::move(directories);
    for (LaunchDraft& launch : m_launches)
      launch.directories.erase(std::remove(launch.directories.begin(), launch.directories.end(), kNoIndex),
                               launch.directories.end());
    for (const auto& arrival : m_arrivedFolders) m_launches[arrival.first].directories.push_back(arrival.second);
  }

  // Of a log that holds several ranks.
  void moveSegments(const Wanted& wanted) {
    for (std::uint32_t l = 0; l < m_launches.size(); ++l) {
      std::vector<std::uint32_t> kept;
      for (const std::uint32_t index : m_launches[l].segments) {
        const auto& launch = wanted[m_draft.segments[index].source];
        if (!launch || *launch == l)
          kept.push_back(index);
        else
          m_arrivals.emplace_back(*launch, index);
      }
      m_launches[l].segments = std::move(kept);
    }
    for (const auto& arrival : m_arrivals) m_launches[arrival.first].segments.push_back(arrival.second);
  }

  Draft& m_draft;
  std::vector<LaunchDraft>& m_launches;
  std::uint32_t m_found = 0;                                              // how many launches there were
  std::vector<std::pair<std::uint32_t, std::uint32_t>> m_arrivedFolders;  // launch, directory
  std::vector<std::pair<std::uint32_t, std::uint32_t>> m_arrivals;        // launch, segment
};

}  // namespace

void moveSources(Draft& draft, std::vector<LaunchDraft>& launches) { LaunchMover(draft, launches).run(); }

}  // namespace lanescope::model
