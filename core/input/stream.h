// SPDX-License-Identifier: Apache-2.0
// What the walkers (folder, zip, other archives) find, before anyone knows what is in it.
#pragma once

#include "core/base/result.h"
#include "core/input/byte_source.h"
#include "core/input/input_set.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace lanescope::input {

struct OpenedStream {
  std::shared_ptr<const ByteSource> source;  // null where nothing could be read; `damage` says why
  std::optional<base::Error> damage;         // also where a part could be read
  std::optional<SkipReason> refused;         // its head shows that it is no log, and the rest was not unpacked
  bool inflatedOnView = false;               // a view anywhere costs the inflation of the whole
};

struct Stream {
  std::string name;         // raw bytes, by normalName(); "": the only content of its container
  std::uint64_t bytes = 0;  // as its container states
  std::optional<std::int64_t> modifiedNs;
  std::function<OpenedStream(std::stop_token)> open;  // called once, on any thread
};

struct Refused {
  std::string name;
  std::uint64_t bytes = 0;
  SkipReason reason = SkipReason::unreadable;
  std::string detail;
};

// The content of one folder or archive.
struct Listing {
  InputKind kind = InputKind::directory;
  std::vector<Stream> streams;
  std::vector<Refused> refused;
  std::optional<base::Error> damage;  // why there may be more than is listed
};

inline OpenedStream failedStream(base::Error error) { return {nullptr, std::move(error), std::nullopt, false}; }

// A stream whose source is there already.
Stream readyStream(std::string name, std::shared_ptr<const ByteSource> source, std::optional<std::int64_t> modifiedNs,
                   std::optional<base::Error> damage);

// A member's name without empty and "." parts, so that a file is called the same in a folder, a zip and a tar. It is only
// ever a name, never a path to open: ".." and drive letters stay as they are.
std::string normalName(std::string_view name);

// Whether a part of the name says that it is not the job's: `.lanescope`, version control.
bool isNeverSource(std::string_view name) noexcept;

}  // namespace lanescope::input
