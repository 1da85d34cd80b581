// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/idle_folds.h"

#include "core/base/task_pool.h"
#include "ui/models/words.h"

#include <algorithm>
#include <limits>
#include <set>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr std::int64_t kMinute = 60'000'000'000;
constexpr double kShareOfRange = 0.15;
constexpr double kLeft = 0.02;                   // of what stays visible, kept on both sides of a fold

constexpr std::int64_t kFar = std::int64_t{1} << 61;

// The moments at which something happens, as stretches of at most half a minute: a gap of a minute or more lies between two of them.
// Millions of moments that come about in order make few stretches, which are cheap to sort.
class Activity {
 public:
  void add(std::int64_t utc) {
    const std::int64_t half = utc / kHalfMinute - (utc < 0 ? 1 : 0);
    if (half != m_half) {
      m_half = half;
      m_stretches.push_back({utc, utc});
      return;
    }
    m_stretches.back().begin = std::min(m_stretches.back().begin, utc);
    m_stretches.back().end = std::max(m_stretches.back().end, utc);
  }
  void add(const model::When& when) {
    if (when.known()) add(when.utc);
  }
  void add(const Activity& other) {
    m_stretches.insert(m_stretches.end(), other.m_stretches.begin(), other.m_stretches.end());
    m_half = kNoHalf;
  }
  // What lies between them for at least a minute, by time.
  std::vector<TimeRange> gaps() {
    std::sort(m_stretches.begin(), m_stretches.end(), [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; });
    std::vector<TimeRange> gaps;
    std::int64_t busyUntil = -kFar;
    for (const TimeRange& stretch : m_stretches) {
      if (stretch.begin - busyUntil >= kMinute) gaps.push_back({busyUntil, stretch.begin});
      busyUntil = std::max(busyUntil, stretch.end);
    }
    gaps.push_back({busyUntil, kFar});
    return gaps;
  }

 private:
  static constexpr std::int64_t kHalfMinute = kMinute / 2;
  static constexpr std::int64_t kNoHalf = std::numeric_limits<std::int64_t>::max();
  std::int64_t m_half = kNoHalf;                 // that of the last stretch
  std::vector<TimeRange> m_stretches;
};

void addIntervals(Activity& activity, const model::Run& run, const RunIndex& index, model::LaneId lane) {
  const auto add = [&](std::uint32_t interval) {
    activity.add(index.extent(interval).begin);
    activity.add(index.extent(interval).end);
  };
  const RunIndex::Slice all = index.intervals(lane, {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()});
  for (std::uint32_t i = all.first; i < all.last; ++i) {
    if (index.testValue(i) > 0) add(i);
  }
  for (const std::uint32_t i : index.spans(lane)) {
    if (run.intervals[i].begin.known()) add(i);
  }
}

}  // namespace

IdleGaps::IdleGaps(const model::Run& run, const RunIndex& index) {
  Activity activity;
  for (const model::Event& event : run.events) {
    if (event.basis != model::Basis::none) activity.add(event.utc);
  }
  std::vector<Activity> ofLanes(run.lanes.size());
  base::parallelFor(run.lanes.size(), 0, {}, [&](std::size_t lane) { addIntervals(ofLanes[lane], run, index, {static_cast<std::uint32_t>(lane)}); });
  for (const Activity& ofLane : ofLanes) activity.add(ofLane);
  for (const model::Lane& lane : run.lanes) activity.add(lane.end.time);
  for (const model::Milestone& milestone : run.milestones) activity.add(milestone.time);
  for (const model::Launch& launch : run.launches) {
    activity.add(launch.start);
    activity.add(launch.end);
  }
  m_gaps = activity.gaps();
}

std::vector<TimeRange> IdleGaps::folds(TimeRange range) const {
  const auto least = std::max(kMinute, static_cast<std::int64_t>(static_cast<double>(range.length()) * kShareOfRange));
  std::vector<TimeRange> found;
  std::int64_t visible = range.length();
  for (const TimeRange& gap : m_gaps) {
    const TimeRange inside{std::max(gap.begin, range.begin), std::min(gap.end, range.end)};
    if (inside.length() < least) continue;
    found.push_back(inside);
    visible -= inside.length();
  }
  const auto margin = std::min(least / 4, static_cast<std::int64_t>(static_cast<double>(visible) * kLeft) + 20'000'000'000);
  for (TimeRange& gap : found) gap = {gap.begin + margin, gap.end - margin};
  return found;
}

std::vector<TimeRange> idleFolds(const model::Run& run, const RunIndex& index, TimeRange range) { return IdleGaps(run, index).folds(range); }

QString foldText(const model::Run& run, const RunIndex& index, TimeRange fold) {
  std::set<model::Rank> waiting, silent;
  for (std::uint32_t lane = 0; lane < run.lanes.size(); ++lane) {
    for (const std::uint32_t i : index.spans({lane})) {
      const TimeRange extent = index.extent(i);
      if (extent.begin > fold.begin || extent.end < fold.end) continue;
      if (run.intervals[i].kind == model::IntervalKind::wait) waiting.insert(run.lanes[lane].rank);
      if (run.intervals[i].kind == model::IntervalKind::silence) silent.insert(run.lanes[lane].rank);
    }
  }
  for (const model::Rank rank : waiting) silent.erase(rank);
  QStringList parts;
  constexpr std::size_t kFew = 4;
  if (waiting.size() > kFew) parts << u"%1 ranks waiting"_s.arg(waiting.size());
  else if (!waiting.empty()) parts << rankListText({waiting.begin(), waiting.end()}) + u" waiting"_s;
  if (!silent.empty()) parts << (silent.size() == 1 ? u"1 rank silent"_s : u"%1 ranks silent"_s.arg(silent.size()));
  const QString length = durationText(static_cast<double>(fold.length()) / 1e9) + u" folded"_s;
  return parts.isEmpty() ? length : length + u": "_s + parts.join(u", "_s);
}

}  // namespace lanescope::ui
