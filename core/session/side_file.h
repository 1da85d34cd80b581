// SPDX-License-Identifier: Apache-2.0
// What a person adds to a run is kept in one file beside it: `.lanescope/<run id>.json` in the folder that was opened or that
// holds the first path (`lanescope.side/1`); where that cannot be written, in the user's data folder. What was kept of an archive is found for
// the folder of its name beside it, too, and the other way round. One object; each kind of
// thing is a section, a member of that object, which its own code reads and writes. Sections and keys of other versions are
// kept.
#pragma once

#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace lanescope::session {

class SideFile {
 public:
  using Json = nlohmann::ordered_json;

  // The file of the run `id` that was opened by `firstPath`; an empty one where there is none. Error where there is one that
  // cannot be read or is none of this version: it is then left as it is.
  static base::Result<SideFile> open(const std::string& firstPath, const std::string& id);
  // Opened, changed and saved while no other process changes it.
  static base::Result<SideFile> change(const std::string& firstPath, const std::string& id, const std::function<void(SideFile&)>& change);
  SideFile(SideFile&&) noexcept;
  SideFile& operator=(SideFile&&) noexcept;
  ~SideFile();

  // nullptr where there is no such section.
  const Json* section(std::string_view name) const;
  // Replaces or adds it; an empty list or object, or null, removes it.
  void setSection(std::string_view name, const Json& value);

  // Appears whole or not at all. A file without sections is removed, and so is its folder where nothing else is in it.
  base::Result<void> save();

  // Where it stands as reports name it (".lanescope/0123456789abcdef.json", the bare name in the user's data folder); "" where
  // nothing is kept.
  const std::string& shown() const noexcept { return m_shown; }
  // The same on this machine.
  const std::string& path() const noexcept { return m_path; }

 private:
  SideFile();
  std::string m_firstPath, m_id, m_path, m_shown;
  std::unique_ptr<Json> m_document;
};

}  // namespace lanescope::session
