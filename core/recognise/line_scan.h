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
#include <map>
#include <stop_token>
#include <vector>

namespace lanescope::recognise {

// A line that is nothing but a test and its verdict, behind at most a CI stamp, a task prefix and a tee header: most of what a
// test log holds. Taken whole by the scan, so that the second pass need not read it.
struct WholeTest {
  std::uint32_t line = 0;                        // 1-based, within the item or the source
  text::StringId name;                           // of the item's or the source's names
  std::int16_t local = -1;                       // [default5]: -> 5
  std::int16_t node = -1;                        // task-1/0 -> 0
  TestWord word = TestWord::none;
};
// False where `line` (raw, without its LF) is anything else, or anything more.
bool parseWholeTest(std::string_view line, std::string_view& name, WholeTest& out) noexcept;

// A line that is nothing but the report of a training iteration, behind heads that only say who wrote it and when.
struct WholeProgress {
  std::uint32_t line = 0;                        // 1-based, within the item or the source
  ProgressLine progress;
  WriterKey writer;
};
// False where `line` (raw, without its LF), whose head is given, is anything else, or anything more.
bool parseWholeProgress(std::string_view line, const QuickHead& head, WholeProgress& out) noexcept;

// A line for the second pass, with its bytes, so that it need not be read again.
struct HitLine {
  std::uint32_t line = 0;
  std::uint32_t size = 0;                        // kTooLong: it has to be read
  std::uint64_t begin = 0;                       // in Hits::text
  bool continues = false;                        // the line before of its stream belongs to it (logical_line.h)
  static constexpr std::uint32_t kTooLong = 0xFFFFFFFF;
};
struct Hits {
  std::vector<HitLine> lines;                    // increasing
  std::vector<WholeTest> tests;                  // increasing; no line is in two of them
  std::vector<WholeProgress> progress;           // increasing
  std::string text;
};

// A line's stamp as it waits for the lines before it, in 64 bits: unix ns, whose last bit tells whether a zone was printed (no stamp is kept
// that finely); or none; or a time of day alone, which stands apart from all times that a date can have.
struct PrintedTime {
  static constexpr std::int64_t kNone = INT64_MIN;
  static constexpr std::int64_t kDayNs = 86'400'000'000'000;
  static constexpr std::int64_t dated(std::int64_t ns, bool hasZone) noexcept { return (ns & ~std::int64_t{1}) | (hasZone ? 0 : 1); }
  static constexpr std::int64_t timeOfDay(std::int64_t ns) noexcept { return INT64_MIN + 1 + ns % kDayNs; }
  static constexpr bool isTimeOfDay(std::int64_t printed) noexcept { return printed > kNone && printed <= INT64_MIN + kDayNs; }
  static constexpr bool hasZone(std::int64_t printed) noexcept { return !isTimeOfDay(printed) && (printed & 1) == 0; }
  static constexpr std::int64_t ns(std::int64_t printed) noexcept { return printed & ~std::int64_t{1}; }
};

// The lines of one work item: part of a SourceScan, and the numbers (1-based, within the item) of the lines that hit. To be used
// again for another item: memory that the last one needed is kept.
struct ItemScan {
  text::LineIndex index;
  std::vector<std::uint16_t> tags;               // empty where no line has one
  std::vector<std::int64_t> stampsNs;            // of each line, as PrintedTime; empty where no line has one
  Hits hits;
  text::StringPool names;                        // of hits.tests, of this item and those before it
  std::vector<text::StringId> namesInSource;     // the source's id of the first of `names`
  TeeLines teeLines;
  RankLines labelledLines;
  std::uint32_t stampedLines = 0, yearlessStamps = 0, zonelessStamps = 0, datelessStamps = 0;
  TimeEvidence evidence;
  std::uint64_t nulBytes = 0;
  bool cutShort = false;                         // the file gave fewer bytes than it had when it was opened
  std::int64_t first = INT64_MAX, last = INT64_MIN;   // least and greatest stamp, and their resolution
  std::int64_t firstWidth = 0, lastWidth = 0;
  std::int64_t widestWidth = 0;                       // of any stamp
};

inline constexpr std::uint64_t kWorkItemBytes = 4ull << 20;

// Cuts a source into work items of about `itemBytes` that end behind an LF (a line longer than that makes a longer item).
std::vector<input::ByteRange> cutAtLines(const input::ByteSource& source, std::uint64_t itemBytes);

// How the lines of a source are to be read.
struct ScanAs { const LineForm& form; const TimeContext& context; };

// Scans the bytes of `range`, which starts at a line start, into `out`, whose former item is gone. Reads through windows of 256 KiB.
void scanItem(const input::ByteSource& source, input::ByteRange range, const ScanAs& as, input::Scratch& scratch,
              Prefilter::Scanner& scanner, base::Progress& progress, std::stop_token stop, ItemScan& out);

// Appends an item's lines to `scan`, in order of the source, and settles the stamps that depend on those before them: times of day, an
// hour that local time repeats. The numbers and names in item.hits are those of the source afterwards.
void appendItem(ItemScan& item, const TimeContext& context, SourceScan& scan);

}  // namespace lanescope::recognise
