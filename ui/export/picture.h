// SPDX-License-Identifier: Apache-2.0
// The picture for an issue: one file that can be understood alone. Same geometry and painter as the window.
#pragma once

#include "core/base/result.h"
#include "core/model/run.h"
#include "core/report/provenance.h"
#include "ui/theme/theme.h"

#include <QByteArray>

#include <cstdint>
#include <optional>
#include <string>

namespace lanescope::ui {

enum class PictureFormat : std::uint8_t { png, svg, pdf };
// By the ending of a file's name; nullopt for others.
std::optional<PictureFormat> pictureFormatOf(const std::string& path);

struct PictureRequest {
  std::string outputPath;                        // .png, .svg or .pdf
  int width = 1720;                              // pixels, 400 to 8000
  int height = 0;                                // exactly; 0: as much as the content needs, details left out beyond 1,600 for each 1,720 of width
  std::optional<std::int64_t> fromNs, toNs;      // unix ns; default: all launches
  ThemeKind theme = ThemeKind::light;
  report::Provenance provenance;                 // what the footer says of where it comes from; no version: the program's own
  std::string view;                              // `lanescope.view/1`, for PNG; empty: none
};

// Needs a QGuiApplication (any platform); any thread. Errors: unsupported for other file names, invalidArgument for sizes, io where
// the file cannot be written; nothing is left behind then.
base::Result<void> exportPicture(const model::Run& run, const PictureRequest& request);

// A PNG is below this in any case: more than issue pages take.
inline constexpr qsizetype kMostPngBytes = 10'000'000;

}  // namespace lanescope::ui
