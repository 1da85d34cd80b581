// SPDX-License-Identifier: Apache-2.0
#include "core/session/stable_names.h"

#include <algorithm>

namespace lanescope::session {

StableNames::StableNames(const model::Run& run) : m_run(run) {
  for (const model::Source& source : run.sources) add(source.path);
  for (const input::Skipped& skipped : run.skipped) {
    if (skipped.reason == input::SkipReason::leftOut) add(skipped.path);
  }
}

std::string StableNames::of(const std::string& source) const {
  if (m_paths.count(source) == 0) return source;
  const std::string name = model::nameInRun(m_run.inputs, source);
  return m_names.at(name).size() == 1 ? name : source;
}

std::string StableNames::pathOf(const std::string& name) const {
  if (m_paths.count(name) > 0) return name;
  const auto found = m_names.find(name);
  if (found != m_names.end()) return found->second.size() > 1 ? std::string() : *found->second.begin();
  // A plain file has no name but its own, and the run is the same by its content: where there is one, it is the one that was renamed.
  const auto isPlain = [](const std::string& path) { return path.find('/') == std::string::npos; };
  if (!isPlain(name) || std::count_if(m_paths.begin(), m_paths.end(), isPlain) != 1) return {};
  return *std::find_if(m_paths.begin(), m_paths.end(), isPlain);
}

void StableNames::add(const std::string& path) {
  m_paths.insert(path);
  m_names[model::nameInRun(m_run.inputs, path)].insert(path);
}

}  // namespace lanescope::session
