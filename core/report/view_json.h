// SPDX-License-Identifier: Apache-2.0
// What somebody looks at in a run, as JSON (`lanescope.view/1`), as it travels inside pictures: the run and its sources by their ids alone,
// since a picture may be redacted. Never a path, never a word of a log.
#pragma once

#include "core/base/result.h"
#include "core/model/run.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope::report {

struct View {
  std::string run;                               // Run::id
  std::optional<std::int64_t> fromNs, toNs;      // unix ns; both or none: the whole run
  std::optional<std::int64_t> zeroNs;            // T+ counts from here; none: as the run says
  std::string finding;                           // id of the selected one, "f1"; empty: none
  std::optional<model::LineRef> line;            // selected
  bool operator==(const View&) const = default;
};

// One line, keys in the order of the contract. Times are exact.
std::string writeView(const View& view);
// unsupported for another schema, corrupt for what is no view. Unknown keys are passed over.
base::Result<View> readView(std::string_view json);

}  // namespace lanescope::report
