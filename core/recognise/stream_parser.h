// SPDX-License-Identifier: Apache-2.0
// The second pass over a source: the lines that hit, and those that a construct in progress needs, in order, writer by
// writer. Facts go into the SourceScan.
#pragma once

#include "core/input/byte_source.h"
#include "core/recognise/line_scan.h"
#include "core/recognise/signature.h"
#include "core/recognise/source_scan.h"
#include "core/recognise/time_context.h"

#include <memory>
#include <stop_token>

namespace lanescope::recognise {

struct ParseOptions {
  // Every line is one process's, whatever prefixes say (a rank's own file).
  bool singleWriter = false;
  LineForm form;
  const SignatureSet* signatures = nullptr;
  const TimeContext* context = nullptr;
};

// Fills the facts and the class column of a scan, stretch by stretch of its lines.
class StreamParser {
 public:
  StreamParser(const input::ByteSource& source, const ParseOptions& options, SourceScan& scan);
  ~StreamParser();
  StreamParser(const StreamParser&) = delete;
  StreamParser& operator=(const StreamParser&) = delete;

  // The hits of the lines up to `lastLine` (all of which the scan's index has), behind those fed before.
  void feed(const Hits& hits, std::uint32_t lastLine, std::stop_token stop);
  // Behind the last line of the source.
  void finish();

 private:
  class Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace lanescope::recognise
