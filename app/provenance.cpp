// SPDX-License-Identifier: Apache-2.0
#include "app/provenance.h"

namespace lanescope::app {

report::Provenance provenanceOf(const CommandLine& line, const model::Run& run, const ComparedWith& with, const Writable& shown) {
  report::Provenance from = report::provenanceOfNow(redactKindsOf(line));
  from.inputs = report::hashedInputs(run, *shown.run, false);
  for (std::size_t i = 0; i < with.runs.size(); ++i) {
    for (auto& input : report::hashedInputs(*with.runs[i], *shown.with.runs[i], true)) from.inputs.push_back(std::move(input));
  }
  return from;
}

}  // namespace lanescope::app
