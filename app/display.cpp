// SPDX-License-Identifier: Apache-2.0
#include "app/display.h"

#include <cstdlib>

namespace lanescope::app {

namespace {

bool isSet(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value;
}

}  // namespace

bool hasDisplay() { return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY") || isSet("QT_QPA_PLATFORM"); }

}  // namespace lanescope::app
