// SPDX-License-Identifier: Apache-2.0
// The first pass over a source: every line once, cheaply. Line index, stamp, writer's number, damage, and which lines hold
// anything that a recogniser cares about. A pure function of the bytes and the context: any number of threads and any block size
// give the same result.
#pragma once

#include "core/base/progress.h"
#include "core/input/byte_source.h"
#include "core/recognise/prefilter.h"
#include "core/recognise/source_scan.h"
#include "core/recognise/time_context.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace lanescope::recognise {

// The lines of one work item: part of a SourceScan, and the numbers (1-based, within the item) of the lines that hit.
struct ItemScan {
  text::LineIndex index;
  std::vector<std::uint16_t> tags;               // empty where no line has one
  std::vector<std::int64_t> stampsNs;            // kNoStampNs where a line has none; empty where no line has one
  std::vector<std::uint32_t> hits;
  std::uint32_t stampedLines = 0, yearlessStamps = 0, zonelessStamps = 0;
  std::uint64_t nulBytes = 0;
  bool endsInsideLine = false;
  std::int64_t first = INT64_MAX, last = INT64_MIN;   // least and greatest stamp, and their resolution
  std::int64_t firstWidth = 0, lastWidth = 0;
  std::int64_t widestWidth = 0;                       // of any stamp
  static constexpr std::int64_t kNoStampNs = INT64_MIN;
};

inline constexpr std::uint64_t kWorkItemBytes = 32ull << 20;

// Cuts a source into work items of about `itemBytes` that end behind an LF (a line longer than that makes a longer item).
std::vector<input::ByteRange> cutAtLines(const input::ByteSource& source, std::uint64_t itemBytes);

// Scans the bytes of `range`, which starts at a line start. Reads through windows of 1 MiB.
void scanItem(const input::ByteSource& source, input::ByteRange range, const TimeContext& context, Prefilter::Scanner& scanner,
              base::Progress& progress, std::stop_token stop, ItemScan& out);

// Appends an item's lines to `scan` and its hits, as line numbers of the source, to `hits`. In order of the source.
void appendItem(const ItemScan& item, SourceScan& scan, std::vector<std::uint32_t>& hits);

}  // namespace lanescope::recognise
