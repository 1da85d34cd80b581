// SPDX-License-Identifier: Apache-2.0
// The three ways to list what a container holds. None of them opens a member by its name.
#pragma once

#include "core/input/budget.h"
#include "core/input/byte_source.h"
#include "core/input/file_source.h"
#include "core/input/stream.h"
#include "core/input/zip_member_source.h"

#include <memory>
#include <set>
#include <stop_token>
#include <string>

namespace lanescope::input {

// Files that were listed already, so that none is read twice (hard links, links to files, a path given twice).
using SeenFiles = std::set<FileStatus::Identity>;

// A folder, with all that is in it. Links to folders are not followed: what they show is either in the folder anyway, or
// outside of what the user opened.
Listing listFolder(const std::string& path, SeenFiles& seen, Budget& budget, std::stop_token stop);

// A zip archive by its central directory, or by its local headers where that is missing: `damage` says so.
Listing listZip(std::shared_ptr<const ByteSource> archive, std::shared_ptr<MemberCache> cache, Budget& budget,
                std::stop_token stop);

enum class ArchiveFormat { tar, sevenZip, compressed };

// Everything that can only be read from front to back, into one spool: tar, 7z and single compressed streams (what they
// hold may be a tar). What came before a damage is kept.
Listing unpack(std::shared_ptr<const ByteSource> archive, ArchiveFormat format, Budget& budget, std::stop_token stop);

}  // namespace lanescope::input
