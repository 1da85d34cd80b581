// SPDX-License-Identifier: Apache-2.0
// How a run is looked at: the section `view` of a side file, and a file of its own that a colleague opens together with the same artifact
// (`lanescope.view/1`). It names the run by the id of its content and sources by their names in the run, never by a path of a machine.
#pragma once

#include "core/model/run.h"
#include "core/session/kept_look.h"
#include "core/session/side_file.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::session {

// One search; those of a list narrow each other.
struct KeptSearch {
  std::string text;
  bool regex = true, matchCase = false, wholeWord = false;
  std::string scope;                             // "everything", "lanes", "time", "text"
  bool operator==(const KeptSearch&) const = default;
};

struct KeptView {
  std::optional<std::array<std::int64_t, 2>> range;   // unix ns, half-open
  std::optional<std::int64_t> zero;              // T+ counts from here
  KeptRows rows;
  KeptText text;
  // The selection: a line, or a moment on a lane; all empty where nothing is.
  std::string source;                            // Source::path
  std::uint32_t line = 0;                        // from 1
  std::optional<std::uint32_t> launch, attempt;
  std::optional<model::Rank> rank;
  std::optional<std::int64_t> time;
  // What is left out of sight, and by which search.
  std::vector<KeptSearch> searches;
  bool hidesLines = false, hidesLanes = false;   // those that do not match
  std::string kinds;                             // of lines that are shown: "warnings", "errors", "tests"; "": all
  std::string layout;                            // of the window's panes, as the window writes it; never in a file for others
  bool operator==(const KeptView&) const = default;
};

// What a view file holds beside the view.
struct SharedView {
  std::string run;                               // Run::id
  KeptView view;
  model::Notes notes;
  std::string firstFailure;                      // value of the override; "" where the user has chosen none
};

// nullopt where the file keeps none, or one that cannot be read.
std::optional<KeptView> keptView(const SideFile& file, const model::Run& run);
// Beside the run that was opened by `paths`; an empty one takes it back.
base::Result<void> keepView(const std::vector<std::string>& paths, const model::Run& run, const std::optional<KeptView>& view);
// Of the run that was opened by `paths`.
std::optional<KeptView> keptViewOf(const std::vector<std::string>& paths, const model::Run& run);

// Whether a file is a view, by its first bytes.
bool isViewFile(const std::string& path);
// Paths that are no views; all of them where nothing else is among them.
std::vector<std::string> withoutViews(const std::vector<std::string>& paths);
// Error where it cannot be read, or is a view of another run.
base::Result<SharedView> readViewFile(const std::string& path, const model::Run& run);
// Appears whole or not at all.
base::Result<void> writeViewFile(const std::string& path, const model::Run& run, const SharedView& shared);

}  // namespace lanescope::session
