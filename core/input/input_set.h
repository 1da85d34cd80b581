// SPDX-License-Identifier: Apache-2.0
// From what the user opened (folders, plain files, archives, archives inside them) to a flat list of members, each
// readable through a ByteSource.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/input/byte_source.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lanescope::input {

// Limits against hostile input. Beyond one, the member is listed as skipped with the reason, and the rest is read.
struct Limits {
  std::uint32_t maxMembers = 200'000;
  std::uint64_t maxTotalBytes = 64ull << 30;
  std::uint32_t maxRatio = 1'000;              // uncompressed / compressed ...
  std::uint64_t ratioFreeBytes = 64ull << 20;  // ... once this much came out
  std::uint32_t maxDepth = 3;                  // archives inside archives
};

enum class InputKind { zip, tar, sevenZip, compressed, directory, file };
const char* toString(InputKind kind) noexcept;  // contract: zip|tar|7z|compressed|directory|file

enum class SkipReason { image, checkpoint, coverage, coreDump, binary, empty, limit, duplicate, unreadable };
const char* toString(SkipReason reason) noexcept;  // contract: image|checkpoint|coverage|core-dump|...

// One path as the user gave it.
struct Input {
  std::string path;       // base name, with the shortest parent that tells equal ones apart
  std::string givenPath;  // as given, for messages on this machine; never in a report
  InputKind kind = InputKind::file;
  std::uint64_t bytes = 0;           // of the file; of a directory: of what is in it
  std::optional<base::Error> error;  // why it, or part of it, could not be read; `where` is a path as in
                                     // Member::path, so that reports may show it
};

// One stream of bytes that may hold lines.
struct Member {
  std::uint32_t input = 0;                 // index into InputSet::inputs
  std::string path;                        // "<input>/<member>" with '/', valid UTF-8 (contract rule 5)
  std::string innerPath;                   // the same without the input, "" for a plain file; of a compressed
                                           // file the name of what it holds: "1/stderr.log" for "1/stderr.log.gz"
  std::string container;                   // of `path`: the archive or the folder given that it is in; empty for a plain file
  std::uint64_t bytes = 0;                 // uncompressed
  std::uint64_t endsHash = 0;              // of both ends, see content_id.h
  std::optional<std::int64_t> modifiedNs;  // unix ns; of zip members: wall clock read as UTC, an upper bound only
  std::shared_ptr<const ByteSource> source;
};

struct Skipped {
  std::string path;
  std::uint64_t bytes = 0;
  SkipReason reason = SkipReason::binary;
  std::string detail;  // for people; may be empty
};

struct InputSet {
  std::vector<Input> inputs;     // in the order given
  std::vector<Member> members;   // by input, then path in natural order ("2" before "10")
  std::vector<Skipped> skipped;  // same order
  std::string contentId;         // 16 hex digits: the same for every container, kept by a rename
};

// Opens all paths. Never fails as a whole: a path that cannot be read has `Input::error`. The folder `.lanescope` is
// never a source. Returns what was found so far where `stop` is requested. Files are sniffed by content, not by name.
// Everything in an archive is read once, to check it; `progress` counts that.
InputSet openInputs(const std::vector<std::string>& paths, const Limits& limits, base::Progress& progress,
                    std::stop_token stop);

// a < b where digit runs compare as numbers.
bool naturalLess(std::string_view a, std::string_view b) noexcept;

}  // namespace lanescope::input
