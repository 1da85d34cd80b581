// SPDX-License-Identifier: Apache-2.0
// What a source is called in a side file: the name that outlives a rename of the input, where it means one source only. Internal to
// core/session.
#pragma once

#include "core/model/run.h"

#include <map>
#include <set>
#include <string>

namespace lanescope::session {

class StableNames {
 public:
  explicit StableNames(const model::Run& run);
  // `source` itself where it is none of the run, or its name is not its alone.
  std::string of(const std::string& source) const;
  // The path of the source that is called so, by its path or its name in the run; "" where there is none, or not one alone.
  std::string pathOf(const std::string& name) const;

 private:
  void add(const std::string& path);
  const model::Run& m_run;
  std::set<std::string> m_paths;
  std::map<std::string, std::set<std::string>> m_names;   // name in the run -> paths
};

}  // namespace lanescope::session
