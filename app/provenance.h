// SPDX-License-Identifier: Apache-2.0
// What an export of a command says of where it comes from.
#pragma once

#include "app/redaction.h"
#include "core/report/provenance.h"

namespace lanescope::app {

// Reads all inputs once more, for their SHA-256.
report::Provenance provenanceOf(const CommandLine& line, const model::Run& run, const ComparedWith& with, const Writable& shown);

}  // namespace lanescope::app
