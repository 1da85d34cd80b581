// SPDX-License-Identifier: Apache-2.0
#include "core/session/side_file.h"

#include "core/base/json_text.h"
#include "core/base/kept_file.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace lanescope::session {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSchema = "lanescope.side/1";
constexpr std::uintmax_t kMostBytes = 16 << 20;  // what people write is small

struct Place {
  fs::path path;
  std::string shown;
};

Place besideRun(const std::string& firstPath, const std::string& id) {
  std::error_code error;
  const fs::path given(firstPath);
  const fs::path folder = fs::is_directory(given, error) ? given : given.parent_path();
  return {folder / ".lanescope" / (id + ".json"), ".lanescope/" + id + ".json"};
}

// Where it was kept when the same content was opened as something else: an archive beside the folder it was unpacked to, or that folder.
Place besideItsOther(const std::string& firstPath, const std::string& id) {
  std::error_code error;
  const fs::path given = fs::path(firstPath) / "";   // "a/b" and "a/b/" are one folder
  const fs::path path = given.parent_path();
  const fs::path folder = fs::is_directory(path, error) ? path.parent_path() : path.parent_path() / path.stem();
  return {folder / ".lanescope" / (id + ".json"), ".lanescope/" + id + ".json"};
}

std::optional<Place> inDataFolder(const std::string& id) {
  const std::string folder = base::userDataFolder();
  if (folder.empty()) return std::nullopt;
  return Place{fs::path(folder) / (id + ".json"), id + ".json"};
}

base::Error unusable(const Place& place, std::string what) {
  return {base::ErrorCode::corrupt, "the side file is not used: " + what, place.path.string(), "mend it, or move it away"};
}

base::Error cannotWrite(const std::string& why, const Place& place) {
  return {base::ErrorCode::io, "the side file cannot be written: " + why, place.path.string(), "make the folder writable"};
}

base::Result<SideFile::Json> parsed(const Place& place) {
  const auto text = base::readJsonText(place.path.string(), kMostBytes);
  if (!text) return tl::make_unexpected(unusable(place, text.error().what));
  SideFile::Json document = SideFile::Json::parse(*text, nullptr, false);
  if (!document.is_object()) return tl::make_unexpected(unusable(place, "it is no JSON object"));
  const auto schema = document.find("schema");
  if (schema == document.end() || !schema->is_string()) return tl::make_unexpected(unusable(place, "it names no schema"));
  if (*schema != kSchema)
    return tl::make_unexpected(
        unusable(place, "this version reads " + std::string(kSchema) + ", not " + schema->get<std::string>()));
  return document;
}

bool writeAt(const Place& place, const std::string& bytes) {
  std::error_code error;
  const bool made = fs::create_directories(place.path.parent_path(), error);
  if (error) errno = error.value();
  if (!error && base::replaceFile(place.path.string(), bytes)) return true;
  const int why = errno;
  if (made) fs::remove(place.path.parent_path(), error);
  errno = why;
  return false;
}

void removeAt(const Place& place) {
  std::error_code ignored;
  if (fs::remove(place.path, ignored)) fs::remove(place.path.parent_path(), ignored);  // the folder only where it is empty
}

// Beside the run, where everybody looks; in the data folder where that cannot be.
base::Result<base::FolderLock> lockFor(const Place& beside) {
  auto lock = base::FolderLock::take(beside.path.parent_path().string());
  if (lock || base::userDataFolder().empty()) return lock;
  return base::FolderLock::take(base::userDataFolder());
}

}  // namespace

SideFile::SideFile() : m_document(std::make_unique<Json>(Json::object())) {}
SideFile::SideFile(SideFile&&) noexcept = default;
SideFile& SideFile::operator=(SideFile&&) noexcept = default;
SideFile::~SideFile() = default;

base::Result<SideFile> SideFile::open(const std::string& firstPath, const std::string& id) {
  SideFile file;
  file.m_firstPath = firstPath;
  file.m_id = id;
  (*file.m_document)["schema"] = kSchema;
  (*file.m_document)["run"] = id;
  // One in the data folder is newer: it was written when the other place refused.
  std::vector<Place> places{besideRun(firstPath, id), besideItsOther(firstPath, id)};
  if (const auto data = inDataFolder(id)) places.insert(places.begin(), *data);
  for (const Place& place : places) {
    std::error_code error;
    if (!fs::exists(place.path, error)) continue;
    auto document = parsed(place);
    if (!document) return tl::make_unexpected(document.error());
    *file.m_document = *std::move(document);
    file.m_path = place.path.string();
    file.m_shown = place.shown;
    break;
  }
  return file;
}

base::Result<SideFile> SideFile::change(const std::string& firstPath, const std::string& id, const std::function<void(SideFile&)>& change) {
  const auto lock = lockFor(besideRun(firstPath, id));
  if (!lock) return tl::make_unexpected(cannotWrite(lock.error().what, besideRun(firstPath, id)));
  base::removeLeftovers(besideRun(firstPath, id).path.string());
  auto file = open(firstPath, id);
  if (!file) return file;
  change(*file);
  if (const auto saved = file->save(); !saved) return tl::make_unexpected(saved.error());
  return file;
}

const SideFile::Json* SideFile::section(std::string_view name) const {
  const auto found = m_document->find(std::string(name));
  return found == m_document->end() ? nullptr : &*found;
}

void SideFile::setSection(std::string_view name, const Json& value) {
  if (value.empty())
    m_document->erase(std::string(name));  // null is empty too
  else
    (*m_document)[std::string(name)] = value;
}

base::Result<void> SideFile::save() {
  const Place beside = besideRun(m_firstPath, m_id);
  const std::optional<Place> data = inDataFolder(m_id);
  const bool nothing = m_document->size() == m_document->count("schema") + m_document->count("run");   // a file by hand may lack the latter
  // Where the other one keeps something, an empty file says that here nothing is kept any more.
  std::error_code ignored;
  if (nothing && !fs::exists(besideItsOther(m_firstPath, m_id).path, ignored)) {
    removeAt(beside);
    if (data) removeAt(*data);
    std::error_code error;
    if (fs::exists(beside.path, error))
      return base::fail(base::ErrorCode::io, "the side file cannot be removed", beside.path.string(), "remove it by hand");
    m_path.clear();
    m_shown.clear();
    return {};
  }
  const std::string bytes = m_document->dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
  if (writeAt(beside, bytes)) {
    if (data) removeAt(*data);
    m_path = beside.path.string();
    m_shown = beside.shown;
    return {};
  }
  const std::string why = std::strerror(errno);
  if (data && writeAt(*data, bytes)) {
    m_path = data->path.string();
    m_shown = data->shown;
    return {};
  }
  return tl::make_unexpected(cannotWrite(why, beside));
}

}  // namespace lanescope::session
