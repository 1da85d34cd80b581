// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/line_scan.h"

#include <algorithm>
#include <cstring>

namespace lanescope::recognise {
namespace {

constexpr std::uint64_t kWindowBytes = 1ull << 20;
constexpr std::uint16_t kNoTag = SourceScan::kNoTag;
constexpr std::uint32_t kNoStamp = 0xFFFFFFFF;
// Stamps are kept as 32-bit milliseconds after a base; the base stands this long before the first stamp, since a few lines
// of every log go back in time.
constexpr std::int64_t kBaseMarginMs = std::int64_t{1} << 30;
constexpr std::int64_t kMs = 1'000'000;

std::uint16_t tagOf(const QuickHead& head) noexcept {
  const std::int32_t number = head.teeRank >= 0 ? head.teeRank : head.globalRank;
  return number >= 0 && number < kNoTag ? static_cast<std::uint16_t>(number) : kNoTag;
}

void noteStamp(const Stamp& stamp, const TimeContext& context, std::size_t line, ItemScan& out) {
  if (!stamp.hasDate) return;                    // a time of day alone places nothing
  const std::int64_t ns = context.resolve(stamp);
  if (out.stampsNs.empty()) out.stampsNs.assign(line, ItemScan::kNoStampNs);
  out.stampsNs.resize(line, ItemScan::kNoStampNs);
  out.stampsNs.push_back(ns);
  ++out.stampedLines;
  if (!stamp.hasYear) ++out.yearlessStamps;
  if (!stamp.hasZone) ++out.zonelessStamps;
  out.widestWidth = std::max(out.widestWidth, stamp.resolutionNs);
  if (ns < out.first) { out.first = ns; out.firstWidth = stamp.resolutionNs; }
  if (ns > out.last) { out.last = ns; out.lastWidth = stamp.resolutionNs; }
}

void noteTag(std::uint16_t tag, std::size_t line, ItemScan& out) {
  if (tag == kNoTag && out.tags.empty()) return;
  out.tags.resize(line, kNoTag);
  out.tags.push_back(tag);
}

// Scans whole lines; the last may lack its LF at the end of the source.
void scanLines(std::string_view block, const TimeContext& context, Prefilter::Scanner& scanner,
               std::vector<std::uint32_t>& hitEnds, ItemScan& out) {
  hitEnds.clear();
  scanner.scan(block, hitEnds);
  auto hit = hitEnds.begin();
  std::size_t begin = 0;
  while (begin < block.size()) {
    const void* lf = std::memchr(block.data() + begin, '\n', block.size() - begin);
    const std::size_t end = lf ? static_cast<std::size_t>(static_cast<const char*>(lf) - block.data()) + 1 : block.size();
    const std::string_view line = block.substr(begin, end - begin);
    const std::size_t number = out.index.size();
    const QuickHead head = quickHead(line);
    if (head.stamp) noteStamp(*head.stamp, context, number, out);
    noteTag(tagOf(head), number, out);
    out.index.append(end - begin);
    bool hits = false;
    for (; hit != hitEnds.end() && *hit <= end; ++hit) hits = true;
    if (hits) out.hits.push_back(static_cast<std::uint32_t>(number + 1));
    out.endsInsideLine = !lf;
    begin = end;
  }
  if (std::memchr(block.data(), '\0', block.size())) {
    out.nulBytes += static_cast<std::uint64_t>(std::count(block.begin(), block.end(), '\0'));
  }
}

// The offset just behind the last LF at or before `offset`, or behind the first LF after it where there is none before.
std::uint64_t lineStartNear(const input::ByteSource& source, std::uint64_t offset, input::Scratch& scratch) {
  constexpr std::uint64_t kStep = 64 << 10;
  for (std::uint64_t begin = offset; begin < source.size(); begin += kStep) {
    const auto view = source.view({begin, std::min(begin + kStep, source.size())}, scratch);
    if (!view || view->empty()) break;
    const auto lf = view->find('\n');
    if (lf != std::string_view::npos) return begin + lf + 1;
  }
  return source.size();
}

}  // namespace

std::vector<input::ByteRange> cutAtLines(const input::ByteSource& source, std::uint64_t itemBytes) {
  std::vector<input::ByteRange> items;
  input::Scratch scratch;
  for (std::uint64_t begin = 0; begin < source.size();) {
    const std::uint64_t wanted = begin + std::max<std::uint64_t>(itemBytes, 1) - 1;
    const std::uint64_t end = wanted + 1 >= source.size() ? source.size() : lineStartNear(source, wanted, scratch);
    items.push_back({begin, end});
    begin = end;
  }
  return items;
}

void scanItem(const input::ByteSource& source, input::ByteRange range, const TimeContext& context, Prefilter::Scanner& scanner,
              base::Progress& progress, std::stop_token stop, ItemScan& out) {
  input::Scratch scratch;
  std::vector<std::uint32_t> hitEnds;
  std::uint64_t windowBytes = kWindowBytes;
  for (std::uint64_t begin = range.begin; begin < range.end && !stop.stop_requested();) {
    const auto view = source.view({begin, std::min(begin + windowBytes, range.end)}, scratch);
    if (!view || view->empty()) return;          // a file that shrank: what was read stays
    const bool last = begin + view->size() >= range.end;
    const auto lf = view->rfind('\n');
    if (!last && lf == std::string_view::npos) {
      windowBytes *= 2;                          // a line longer than the window
      continue;
    }
    const std::string_view lines = last ? *view : view->substr(0, lf + 1);
    scanLines(lines, context, scanner, hitEnds, out);
    begin += lines.size();
    progress.bytesDone += lines.size();
    windowBytes = kWindowBytes;
  }
}

void appendItem(const ItemScan& item, SourceScan& scan, std::vector<std::uint32_t>& hits) {
  const std::uint32_t before = scan.index.size();
  const std::uint32_t after = before + item.index.size();
  for (const std::uint32_t line : item.hits) hits.push_back(before + line);
  if (!item.tags.empty() || !scan.tags.empty()) {
    scan.tags.resize(before, kNoTag);
    scan.tags.insert(scan.tags.end(), item.tags.begin(), item.tags.end());
    scan.tags.resize(after, kNoTag);
  }
  if (!item.stampsNs.empty() || !scan.stampsMs.empty()) {
    if (scan.stampedLines == 0) {
      for (const std::int64_t ns : item.stampsNs) {
        if (ns == ItemScan::kNoStampNs) continue;
        scan.stampBaseNs = (ns / kMs - kBaseMarginMs) * kMs;
        break;
      }
    }
    scan.stampsMs.resize(before, kNoStamp);
    for (const std::int64_t ns : item.stampsNs) {
      const std::int64_t delta = ns == ItemScan::kNoStampNs ? -1 : ns / kMs - scan.stampBaseNs / kMs;
      scan.stampsMs.push_back(delta >= 0 && delta < kNoStamp ? static_cast<std::uint32_t>(delta) : kNoStamp);
      if (ns == ItemScan::kNoStampNs) continue;
      if (ns < scan.previousStampNs) ++scan.backwardStamps;
      scan.previousStampNs = ns;
    }
    scan.stampsMs.resize(after, kNoStamp);
  }
  if (item.stampedLines > 0) {
    if (scan.stampedLines == 0 || item.first < scan.firstStampNs) {
      scan.firstStampNs = item.first;
      scan.firstStampWidthNs = item.firstWidth;
    }
    if (scan.stampedLines == 0 || item.last > scan.lastStampNs) {
      scan.lastStampNs = item.last;
      scan.lastStampWidthNs = item.lastWidth;
    }
  }
  scan.widestStampNs = std::max(scan.widestStampNs, item.widestWidth);
  scan.stampedLines += item.stampedLines;
  scan.yearlessStamps += item.yearlessStamps;
  scan.zonelessStamps += item.zonelessStamps;
  scan.nulBytes += item.nulBytes;
  scan.endsInsideLine = item.endsInsideLine;
  scan.index.append(item.index);
}

}  // namespace lanescope::recognise
