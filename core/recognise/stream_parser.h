// SPDX-License-Identifier: Apache-2.0
// The second pass over a source: the lines that hit, and those that a construct in progress needs, in order, writer by
// writer. Facts go into the SourceScan.
#pragma once

#include "core/input/byte_source.h"
#include "core/recognise/signature.h"
#include "core/recognise/source_scan.h"
#include "core/recognise/time_context.h"

#include <stop_token>
#include <string>
#include <vector>

namespace lanescope::recognise {

struct ParseOptions {
  // Every line is one process's, whatever prefixes say (a rank's own file).
  bool singleWriter = false;
  const SignatureSet* signatures = nullptr;
  const TimeContext* context = nullptr;
};

// The literals that the parsers need to see, without those of the signatures.
const std::vector<std::string>& parserLiterals();

// `hits`: increasing 1-based line numbers. Fills the facts and the class column of `scan`.
void parseStream(const input::ByteSource& source, const std::vector<std::uint32_t>& hits, const ParseOptions& options,
                 std::stop_token stop, SourceScan& scan);

}  // namespace lanescope::recognise
