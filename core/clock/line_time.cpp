// SPDX-License-Identifier: Apache-2.0
#include "core/clock/line_time.h"

#include <algorithm>
#include <queue>

namespace lanescope::clock {
namespace {

using model::Anchor;
using model::Basis;
using model::Source;
using model::SourceText;
using model::When;

constexpr std::int64_t kMs = 1'000'000;
// How far a stamped neighbour is looked for; a line further from both is bounded by its anchors and its writer's life alone.
constexpr std::uint32_t kReach = 50'000;

bool stampedAt(const SourceText& text, std::uint32_t line) {
  return !text.stampsMs.empty() && text.stampsMs[line - 1] != SourceText::kNoStamp;
}

When stampAt(const Source& source, std::uint32_t line) {
  const std::int64_t ns = source.text->stampBaseNs + std::int64_t{source.text->stampsMs[line - 1]} * kMs;
  return When::at(ns, std::max(kMs, source.stampWidthNs));
}

struct Neighbours { When before, after; };

void tighten(Neighbours& near, const When& before, const When& after) {
  if (before.known() && (!near.before.known() || before.earliest > near.before.earliest)) near.before = before;
  if (after.known() && (!near.after.known() || after.latest < near.after.latest)) near.after = after;
}

Neighbours neighboursOf(const Source& source, std::uint32_t line) {
  Neighbours near;
  const auto next = std::lower_bound(source.anchors.begin(), source.anchors.end(), line, [](const Anchor& a, std::uint32_t l) { return a.line < l; });
  tighten(near, next != source.anchors.begin() ? std::prev(next)->when : When{}, next != source.anchors.end() ? next->when : When{});
  if (source.text->stampsMs.empty()) return near;
  When before, after;
  for (std::uint32_t l = line - 1, n = 0; l >= 1 && n < kReach && !before.known(); --l, ++n) {
    if (stampedAt(*source.text, l)) before = stampAt(source, l);
  }
  for (std::uint32_t l = line + 1, n = 0; l <= source.text->lineCount() && n < kReach && !after.known(); ++l, ++n) {
    if (stampedAt(*source.text, l)) after = stampAt(source, l);
  }
  tighten(near, before, after);
  return near;
}

}  // namespace

model::When whenOf(const model::Source& source, std::uint32_t line) {
  if (!source.text || line == 0 || line > source.text->lineCount()) return {};
  if (stampedAt(*source.text, line)) return stampAt(source, line);
  const auto anchor = std::lower_bound(source.anchors.begin(), source.anchors.end(), line, [](const Anchor& a, std::uint32_t l) { return a.line < l; });
  if (anchor != source.anchors.end() && anchor->line == line) return anchor->when;
  const Neighbours near = neighboursOf(source, line);
  std::int64_t from = near.before.known() ? near.before.earliest : When::kOpenEarly;
  std::int64_t to = near.after.known() ? near.after.latest : When::kOpenLate;
  from = std::max(from, source.writerStartNs);
  to = std::min(to, source.writerEndNs);
  if (from == When::kOpenEarly && to == When::kOpenLate) return {};
  if (from > to) to = from;                      // clocks that disagree: the earlier bound stands
  When when{0, from, to, Basis::bounded};
  // The best single value: just behind what stands before it, since lines follow each other quickly more often than not.
  if (near.before.known()) when.utc = std::clamp(near.before.utc, from, to);
  else when.utc = from != When::kOpenEarly ? from : to;
  return when;
}

std::vector<model::LineRef> mergeByTime(const model::Run& run, const std::vector<model::SourceId>& sources) {
  struct Cursor {
    const Source* source;
    std::uint32_t line = 1;
    std::size_t anchor = 0;
    std::int64_t key = INT64_MIN;
    // Moves the key to the current line: never back, so that a file keeps its order.
    void settle() {
      const SourceText& text = *source->text;
      while (anchor < source->anchors.size() && source->anchors[anchor].line < line) ++anchor;
      std::int64_t own = INT64_MIN;
      if (stampedAt(text, line)) own = text.stampBaseNs + std::int64_t{text.stampsMs[line - 1]} * kMs;
      else if (anchor < source->anchors.size() && source->anchors[anchor].line == line) own = source->anchors[anchor].when.utc;
      else if (line == 1 && source->writerStartNs != When::kOpenEarly) own = source->writerStartNs;
      key = std::max(key, own);
    }
  };
  std::vector<Cursor> cursors;
  std::size_t total = 0;
  using Entry = std::pair<std::int64_t, std::size_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  std::vector<std::uint32_t> ids;
  for (const model::SourceId id : sources) {
    const Source& source = run.source(id);
    if (!source.text || source.text->lineCount() == 0) continue;
    cursors.push_back({&source});
    ids.push_back(id.value);
    cursors.back().settle();
    queue.push({cursors.back().key, cursors.size() - 1});
    total += source.text->lineCount();
  }
  std::vector<model::LineRef> out;
  out.reserve(total);
  while (!queue.empty()) {
    const std::size_t index = queue.top().second;
    queue.pop();
    Cursor& cursor = cursors[index];
    // A whole run of lines that stand before every other source's next line.
    const Entry limit = queue.empty() ? Entry{INT64_MAX, SIZE_MAX} : queue.top();
    while (cursor.line <= cursor.source->text->lineCount() && Entry{cursor.key, index} <= limit) {
      out.push_back({model::SourceId{ids[index]}, cursor.line++});
      if (cursor.line <= cursor.source->text->lineCount()) cursor.settle();
    }
    if (cursor.line <= cursor.source->text->lineCount()) queue.push({cursor.key, index});
  }
  return out;
}

}  // namespace lanescope::clock
