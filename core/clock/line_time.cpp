// SPDX-License-Identifier: Apache-2.0
#include "core/clock/line_time.h"

#include <algorithm>
#include <optional>
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

// The nearest stamped lines around `line`, 0: none within reach.
struct Stamped { std::uint32_t before = 0, after = 0; };

Stamped stampedAround(const SourceText& text, std::uint32_t line) {
  Stamped found;
  if (text.stampsMs.empty()) return found;
  for (std::uint32_t l = line - 1, n = 0; l >= 1 && n < kReach && found.before == 0; --l, ++n) {
    if (stampedAt(text, l)) found.before = l;
  }
  for (std::uint32_t l = line + 1, n = 0; l <= text.lineCount() && n < kReach && found.after == 0; ++l, ++n) {
    if (stampedAt(text, l)) found.after = l;
  }
  return found;
}

// The same for lines in ascending order, each line of the source looked at once.
class StampWalk {
 public:
  explicit StampWalk(const SourceText& text) : m_text(text) {}
  Stamped around(std::uint32_t line) {
    Stamped found;
    if (m_text.stampsMs.empty()) return found;
    for (; m_behind < line; ++m_behind) {
      if (stampedAt(m_text, m_behind)) m_before = m_behind;
    }
    m_after = std::max(m_after, line + 1);
    while (m_after <= m_text.lineCount() && !stampedAt(m_text, m_after)) ++m_after;
    if (m_before != 0 && line - m_before <= kReach) found.before = m_before;
    if (m_after <= m_text.lineCount() && m_after - line <= kReach) found.after = m_after;
    return found;
  }

 private:
  const SourceText& m_text;
  std::uint32_t m_behind = 1, m_before = 0, m_after = 0;   // lines below m_behind have been looked at; the last stamped of them
};

Neighbours neighboursOf(const Source& source, std::uint32_t line, const Stamped& stamped) {
  Neighbours near;
  const auto next = std::lower_bound(source.anchors.begin(), source.anchors.end(), line, [](const Anchor& a, std::uint32_t l) { return a.line < l; });
  tighten(near, next != source.anchors.begin() ? std::prev(next)->when : When{}, next != source.anchors.end() ? next->when : When{});
  tighten(near, stamped.before ? stampAt(source, stamped.before) : When{}, stamped.after ? stampAt(source, stamped.after) : When{});
  return near;
}

// `around(line)` gives the stamped lines around a line without a stamp or an anchor.
template <class Around>
When timeOf(const Source& source, std::uint32_t line, Around around) {
  if (!source.text || line == 0 || line > source.text->lineCount()) return {};
  if (stampedAt(*source.text, line)) return stampAt(source, line);
  const auto anchor = std::lower_bound(source.anchors.begin(), source.anchors.end(), line, [](const Anchor& a, std::uint32_t l) { return a.line < l; });
  if (anchor != source.anchors.end() && anchor->line == line) return anchor->when;
  const Neighbours near = neighboursOf(source, line, around(line));
  std::int64_t from = near.before.known() ? near.before.earliest : When::kOpenEarly;
  std::int64_t to = near.after.known() ? near.after.latest : When::kOpenLate;
  from = std::max(from, source.writerStartNs);
  to = std::min(to, source.writerEndNs);
  if (from == When::kOpenEarly && to == When::kOpenLate) return {};
  if (from > to) std::swap(from, to);            // clocks that disagree: it lies between what they say
  When when{0, from, to, Basis::bounded};
  // The best single value: just behind what stands before it, since lines follow each other quickly more often than not.
  if (near.before.known()) when.utc = std::clamp(near.before.utc, from, to);
  else when.utc = from != When::kOpenEarly ? from : to;
  // A process that is gone had written its lines before.
  if (source.writerGoneNs != When::kOpenLate) when.utc = std::min(when.utc, std::max(from, source.writerGoneNs - kMs));
  return when;
}

}  // namespace

model::When whenOf(const model::Source& source, std::uint32_t line) {
  return timeOf(source, line, [&source](std::uint32_t l) { return stampedAround(*source.text, l); });
}

model::When withinLife(const model::Lane& lane, const model::When& when) {
  const When& end = lane.end.time;
  const bool gone = end.known() && end.latest != When::kOpenLate && lane.end.kind != model::EndKind::stopped && lane.end.kind != model::EndKind::open;
  if (!gone || when.basis != Basis::bounded || when.latest <= end.latest || when.earliest > end.utc) return when;
  When out = when;
  out.latest = end.latest;
  out.utc = std::min(out.utc, std::max(out.earliest, end.utc - kMs));
  return out;
}

std::vector<model::When> whenOfLines(const model::Source& source, const std::vector<std::uint32_t>& lines) {
  std::vector<When> times;
  times.reserve(lines.size());
  std::optional<StampWalk> walk;
  if (source.text) walk.emplace(*source.text);
  for (const std::uint32_t line : lines) times.push_back(timeOf(source, line, [&walk](std::uint32_t l) { return walk->around(l); }));
  return times;
}

namespace {

// A walk over a source by the times its lines are merged by: these never go back, so that a file keeps its order.
struct Cursor {
  const Source* source;
  std::uint32_t line = 1;
  std::size_t anchor = 0;
  std::int64_t key = INT64_MIN;

  bool atEnd() const { return line > source->text->lineCount(); }
  // Moves the key to the current line.
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

}  // namespace

void mergeByTime(const model::Run& run, const std::vector<model::SourceId>& sources, const std::function<void(std::size_t which, std::uint32_t count)>& visit) {
  std::vector<Cursor> cursors;
  using Entry = std::pair<std::int64_t, std::size_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const Source& source = run.source(sources[i]);
    if (!source.text || source.text->lineCount() == 0) continue;
    cursors.push_back({&source});
    places.push_back(i);
    cursors.back().settle();
    queue.push({cursors.back().key, cursors.size() - 1});
  }
  while (!queue.empty()) {
    const std::size_t index = queue.top().second;
    queue.pop();
    Cursor& cursor = cursors[index];
    // A whole run of lines that stand before every other source's next line.
    const Entry limit = queue.empty() ? Entry{INT64_MAX, SIZE_MAX} : queue.top();
    const std::uint32_t first = cursor.line;
    while (!cursor.atEnd() && Entry{cursor.key, index} <= limit) {
      ++cursor.line;
      if (!cursor.atEnd()) cursor.settle();
    }
    if (cursor.line > first) visit(places[index], cursor.line - first);
    if (!cursor.atEnd()) queue.push({cursor.key, index});
  }
}

std::vector<model::LineRef> mergeByTime(const model::Run& run, const std::vector<model::SourceId>& sources) {
  std::vector<std::uint32_t> next(sources.size(), 1);
  std::vector<model::LineRef> out;
  mergeByTime(run, sources, [&](std::size_t which, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) out.push_back({sources[which], next[which]++});
  });
  return out;
}

void eachMoment(const model::Source& source, const std::function<void(std::int64_t ns, std::uint32_t first, std::uint32_t count)>& visit) {
  if (!source.text) return;
  Cursor cursor{&source};
  std::uint32_t first = 1;
  std::int64_t at = INT64_MIN;
  const auto tell = [&] {
    if (at != INT64_MIN && cursor.line > first) visit(at, first, cursor.line - first);
    first = cursor.line;
  };
  for (; !cursor.atEnd(); ++cursor.line) {
    cursor.settle();
    if (cursor.key == at) continue;
    tell();
    at = cursor.key;
  }
  tell();
}

LineSpan linesWithin(const model::Source& source, std::int64_t begin, std::int64_t end) {
  LineSpan span;
  if (!source.text) return span;
  Cursor cursor{&source};
  std::uint32_t before = 0, within = 0;          // lines
  for (; !cursor.atEnd(); ++cursor.line) {
    cursor.settle();
    if (cursor.key >= end) break;
    (cursor.key < begin ? before : within)++;
  }
  return {before + 1, before + within};
}

}  // namespace lanescope::clock
