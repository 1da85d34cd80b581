// SPDX-License-Identifier: Apache-2.0
// The one mapping between time and pixel columns, used by ruler, geometry, hit test and export. Whole nanoseconds and
// whole columns: `range(column)` holds exactly the times that `column()` maps there, so what is drawn and what is found
// under the pointer cannot disagree. Idle gaps may be folded: the mapping is then piecewise linear.
// Columns are device pixels. A value type; no thread rule.
#pragma once

#include "ui/models/view_state.h"

#include <QString>

#include <cstdint>
#include <functional>
#include <vector>

namespace lanescope::ui {

class TimeAxis {
 public:
  // A stretch of the axis. Segments lie side by side without gap, in time and in columns.
  struct Segment {
    std::int64_t begin = 0, end = 0;             // ns, half-open
    int firstColumn = 0, columns = 0;
    std::int64_t nsPerColumn = 1;
    bool folded = false;
  };

  // Shows at least `range` in `columns` (at least 1). Each of `folds` (sorted, disjoint; parts outside the range are
  // ignored) takes `foldColumns` columns. Without folds the start snaps to a multiple of nsPerColumn, so that what
  // falls into one column does not change while panning.
  TimeAxis(TimeRange range, int columns, const std::vector<TimeRange>& folds = {}, int foldColumns = 0);

  int columns() const { return m_columns; }
  std::int64_t nsPerColumn() const { return m_nsPerColumn; }
  TimeRange span() const { return {range(0).begin, range(m_columns - 1).end}; }
  const std::vector<Segment>& segments() const { return m_segments; }

  // The column of a moment; outside the axis the first and last segments go on (clamped to +-kFarColumn).
  int column(std::int64_t ns) const;
  // The moments of a column. Inverse of column(): column(t) == c exactly where range(c).begin <= t < range(c).end.
  TimeRange range(int column) const;

  static constexpr int kFarColumn = 1 << 28;

 private:
  void addSegment(std::int64_t begin, std::int64_t end, int columns, std::int64_t nsPerColumn, bool folded);

  std::vector<Segment> m_segments;
  std::int64_t m_nsPerColumn = 1;
  int m_columns = 1;
};

struct Tick {
  std::int64_t ns = 0;
  int column = 0;
  QString label;
};

enum class TickKind { utc, relative };           // "19:30Z" (with the date at midnight) or "+5m" from `zero`

// Round moments whose labels, centred on their columns, keep `gap` columns between them and stay on the axis.
// `widthOf` measures a label in columns.
std::vector<Tick> ticks(const TimeAxis& axis, TickKind kind, std::int64_t zero,
                        const std::function<double(const QString&)>& widthOf, double gap);

// "+5m", "+1h05m", "-30s", "+12.250s"
QString relativeText(std::int64_t ns, std::int64_t resolutionNs);

}  // namespace lanescope::ui
