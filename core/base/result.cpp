// SPDX-License-Identifier: Apache-2.0
#include "core/base/result.h"

namespace lanescope::base {

std::string describe(const Error& error) {
  std::string out = error.where;
  if (!out.empty()) out += ": ";
  out += error.what;
  if (!error.tryThis.empty()) out += " (" + error.tryThis + ")";
  return out;
}

}  // namespace lanescope::base
