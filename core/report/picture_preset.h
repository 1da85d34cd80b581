// SPDX-License-Identifier: Apache-2.0
// The sizes in which pictures are made, by name.
#pragma once

#include <array>
#include <string_view>

namespace lanescope::report {

struct PicturePreset {
  const char* name;
  int width, height;                             // pixels; height 0: as much as the content needs, at most kMostPictureHeight
};

inline constexpr int kMostPictureHeight = 1600;  // of a picture 1,720 wide: an issue page shows both at half their size
// For an issue; 16:9 for a screen; A4 across at 300 dots an inch.
inline constexpr std::array<PicturePreset, 3> kPicturePresets = {{{"issue", 1720, 0}, {"slide", 1920, 1080}, {"print", 3508, 2480}}};

// nullptr where there is none of this name.
constexpr const PicturePreset* picturePreset(std::string_view name) {
  for (const PicturePreset& preset : kPicturePresets) {
    if (preset.name == name) return &preset;
  }
  return nullptr;
}

}  // namespace lanescope::report
