// SPDX-License-Identifier: Apache-2.0
// The command line's grammar: a first argument equal to a sub-command is the sub-command, everything else opens the window.
#pragma once

#include "app/settings_change.h"
#include "core/base/result.h"
#include "core/report/redact.h"
#include "core/search/line_matcher.h"
#include "core/session/session.h"

#include <string>
#include <vector>

namespace lanescope::app {

enum class Command {
  window,
  report,
  compare,
  events,
  sources,
  explain,
  search,
  image,
  trace,
  known,
};

enum class KnownAction { add, list, remove };

struct CommandLine {
  Command command = Command::window;
  std::string message;                      // help or version: print it and leave with status 0
  session::Request request;                 // several paths are one run
  std::vector<session::Request> baselines;  // one for each --baseline
  std::string ignoreFile;                   // --ignore; empty: what is kept beside the run
  std::string repository;                   // --repo
  std::string format;                       // as given, or the command's default
  std::string output;                       // -o; empty: standard output
  search::Query query;                      // search
  SettingsChange settings;                  // sources --set, --clear; report --first-failure
  std::string finding;                      // explain, known add --finding; empty: the first failure
  KnownAction known = KnownAction::list;
  std::vector<std::string> knownIds;        // known remove
  std::string note, url;                    // known add --note, --url
  std::vector<std::uint32_t> ranks;         // search --rank, sorted; empty: all
  report::RedactKinds redact, keep;         // --redact, --no-redact: beside the default of the command
  bool quiet = false;
  bool verbose = false;
  int width = 0, height = 0;  // of --size or --preset; a height of 0 follows the content
  std::string from, to;       // --from, --to of image and search, as given
  bool dark = false;          // --theme dark
};

// ErrorCode::invalidArgument says what is wrong, where, and what to try. Constructs nothing of Qt.
base::Result<CommandLine> parseCommandLine(int argc, const char* const* argv);

}  // namespace lanescope::app
