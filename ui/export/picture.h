// SPDX-License-Identifier: Apache-2.0
// The picture for an issue: one file that can be understood alone. Same geometry and painter as the window.
#pragma once

#include "core/base/result.h"
#include "core/model/run.h"
#include "ui/theme/theme.h"

#include <cstdint>
#include <optional>
#include <string>

namespace lanescope::ui {

struct PictureRequest {
  std::string outputPath;                        // .png or .svg
  int width = 1720;                              // pixels, 400 to 8000
  int height = 0;                                // at least; 0: as much as the content needs
  std::optional<std::int64_t> fromNs, toNs;      // unix ns; default: all launches
  ThemeKind theme = ThemeKind::light;
  std::string version;                           // of the tool, for the footer
};

// Needs a QGuiApplication (any platform). Errors: unsupported for other file names, invalidArgument for sizes, io where
// the file cannot be written; nothing is left behind then.
base::Result<void> exportPicture(const model::Run& run, const PictureRequest& request);

}  // namespace lanescope::ui
