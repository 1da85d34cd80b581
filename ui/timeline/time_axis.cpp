// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/time_axis.h"

#include <algorithm>

namespace lanescope::ui {

namespace {

// No axis reaches further from its start: keeps the arithmetic away from the ends of int64.
constexpr std::int64_t kFarNs = std::int64_t{1} << 60;

std::int64_t floorDivide(std::int64_t a, std::int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0); }
std::int64_t ceilDivide(std::int64_t a, std::int64_t b) { return -floorDivide(-a, b); }

std::vector<TimeRange> foldsInside(const std::vector<TimeRange>& folds, TimeRange range) {
  std::vector<TimeRange> inside;
  for (TimeRange fold : folds) {
    fold.begin = std::max(fold.begin, range.begin + 1);
    fold.end = std::min(fold.end, range.end - 1);
    if (fold.begin < fold.end) inside.push_back(fold);
  }
  return inside;
}

}  // namespace

TimeAxis::TimeAxis(TimeRange range, int columns, const std::vector<TimeRange>& folds, int foldColumns)
    : m_columns(std::max(columns, 1)) {
  range.end = std::max(range.end, range.begin + 1);
  const std::vector<TimeRange> inside = foldColumns > 0 ? foldsInside(folds, range) : std::vector<TimeRange>();
  std::int64_t shown = range.length();
  for (const TimeRange& fold : inside) shown -= fold.length();
  // Every stretch between folds may need one column more than its share.
  const int spare = static_cast<int>(inside.size()) * (foldColumns + 1) + 1;
  m_nsPerColumn = std::max<std::int64_t>(1, ceilDivide(shown, std::max(1, m_columns - spare)));

  std::int64_t from = inside.empty() ? floorDivide(range.begin, m_nsPerColumn) * m_nsPerColumn : range.begin;
  for (const TimeRange& fold : inside) {
    addSegment(from, fold.begin, static_cast<int>(ceilDivide(fold.begin - from, m_nsPerColumn)), m_nsPerColumn, false);
    addSegment(fold.begin, fold.end, foldColumns, ceilDivide(fold.length(), foldColumns), true);
    from = fold.end;
  }
  const int used = m_segments.empty() ? 0 : m_segments.back().firstColumn + m_segments.back().columns;
  const int left = std::max(1, m_columns - used);
  addSegment(from, from + left * m_nsPerColumn, left, m_nsPerColumn, false);
}

void TimeAxis::addSegment(std::int64_t begin, std::int64_t end, int columns, std::int64_t nsPerColumn, bool folded) {
  const int first = m_segments.empty() ? 0 : m_segments.back().firstColumn + m_segments.back().columns;
  m_segments.push_back({begin, end, first, columns, nsPerColumn, folded});
}

int TimeAxis::column(std::int64_t ns) const {
  const std::int64_t origin = m_segments.front().begin;
  ns = std::clamp(ns, origin - kFarNs, origin + kFarNs);
  auto segment = std::upper_bound(m_segments.begin(), m_segments.end(), ns,
                                  [](std::int64_t t, const Segment& s) { return t < s.begin; });
  if (segment != m_segments.begin()) --segment;
  const std::int64_t offset = floorDivide(ns - segment->begin, segment->nsPerColumn);
  return static_cast<int>(std::clamp<std::int64_t>(segment->firstColumn + offset, -kFarColumn, kFarColumn));
}

TimeRange TimeAxis::range(int column) const {
  auto segment = std::upper_bound(m_segments.begin(), m_segments.end(), column,
                                  [](int c, const Segment& s) { return c < s.firstColumn; });
  if (segment != m_segments.begin()) --segment;
  const bool last = segment + 1 == m_segments.end();
  const std::int64_t begin = segment->begin + (column - segment->firstColumn) * segment->nsPerColumn;
  const bool closes = !last && column == segment->firstColumn + segment->columns - 1;
  if (last) return {begin, begin + segment->nsPerColumn};
  // A fold shorter than its columns leaves the last ones without a moment of their own.
  return {std::min(begin, segment->end), closes ? segment->end : std::min(begin + segment->nsPerColumn, segment->end)};
}

}  // namespace lanescope::ui
