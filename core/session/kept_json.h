// SPDX-License-Identifier: Apache-2.0
// Members of a JSON object that a person may have written: of another type, or out of range, they are not there. Internal to core/session.
#pragma once

#include "core/session/side_file.h"

#include <cstdint>
#include <optional>
#include <string>

namespace lanescope::session {

std::optional<std::uint32_t> numberOf(const SideFile::Json& value);
std::optional<std::uint32_t> numberAt(const SideFile::Json& object, const char* key);
std::optional<std::string> textAt(const SideFile::Json& object, const char* key);
bool flagAt(const SideFile::Json& object, const char* key);
// ISO 8601 with its date: a time of day alone means no moment.
std::optional<std::int64_t> timeAt(const SideFile::Json& object, const char* key);
const SideFile::Json& objectAt(const SideFile::Json& object, const char* key);   // an empty one where there is none
const SideFile::Json& listAt(const SideFile::Json& object, const char* key);     // the same
// What says nothing (empty, false, "") is left out.
void setOrErase(SideFile::Json& object, const char* key, const SideFile::Json& value);

}  // namespace lanescope::session
