// SPDX-License-Identifier: Apache-2.0
// What a user says about a run where its logs do not tell, or tell it wrong: whose a file is, to which launch it belongs, in
// which zone its stamps are, how it is to be read. Plain data. core/session finds the sources that are meant; the steps that make
// a Run obey.
#pragma once

#include "core/input/input_set.h"
#include "core/model/path_layout.h"
#include "core/recognise/zone_offsets.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::model {

// One statement, as it is kept and as it is reported.
struct Override {
  std::string source;                            // Source::path; as it was given where no source of the run is meant; "": the run
  std::string what;                              // rank|launch|zone|format|first-failure; other words are of other versions
  std::string value;                             // rank, launch: a number from 0; zone: "+09:00" or an IANA name; format: a ReadAs
  std::string file;                              // the side file that keeps it, relative to the run; "": kept nowhere
  std::string problem;                           // why it does not apply; "" where it does
  bool fromCommandLine = false;                  // holds for this reading only
  bool operator==(const Override&) const = default;
};
using Overrides = std::vector<Override>;
// Of the run: which finding is the first failure. Its value is "<fingerprint>@<launch>.<attempt>", or the fingerprint alone.
inline constexpr const char* kFirstFailureOverride = "first-failure";
inline constexpr const char* kUnreadOverride = "?";   // the `what` of something that is kept and cannot be read

// How a source is read: by what is found in it, or as the user says.
enum class ReadAs : std::uint8_t { asFound, rank, carrier, nccl, nothing };
const char* toString(ReadAs readAs) noexcept;    // as-found|rank|carrier|nccl|none
std::optional<ReadAs> readAsOf(std::string_view word) noexcept;

// What the user's statements come to for one source.
struct SourceSettings {
  std::optional<Rank> rank;
  std::optional<std::uint32_t> launch;           // Launch::found
  std::size_t launchSaid = 0;                    // which of Run::overrides says so
  std::string zone;                              // its own or the run's; "": nobody said
  std::optional<recognise::ZoneOffsets> zoneOffsets;   // of `zone`
  ReadAs readAs = ReadAs::asFound;
  bool rankInPath = false;                       // whatever the user says, its path names a rank
};

// What a path says of its file, corrected by what the user says.
PathLayout withSettings(PathLayout path, const SourceSettings& settings);

// What a source is called inside the run: its path without the input, which a rename changes; of an input that is a plain file its
// base name.
std::string nameInRun(const std::vector<input::Input>& inputs, const std::string& path);

}  // namespace lanescope::model
