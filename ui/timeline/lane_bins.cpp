// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/lane_bins.h"

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr std::uint32_t kEmpty = 0xFFFFFFFF;

bool beats(const RunIndex& index, std::uint32_t challenger, std::uint32_t holder) {
  if (holder == kEmpty) return true;
  const int a = index.testValue(challenger), b = index.testValue(holder);
  if (a != b) return a > b;
  const std::int64_t lengthA = index.extent(challenger).length(), lengthB = index.extent(holder).length();
  return lengthA != lengthB ? lengthA > lengthB : challenger < holder;
}

// TimeAxis::column() for many moments: on an axis without folds by a multiplication, put right by whole numbers.
class ColumnFinder {
 public:
  explicit ColumnFinder(const TimeAxis& axis)
      : m_axis(axis), m_plain(axis.segments().size() == 1), m_begin(axis.range(0).begin), m_end(axis.range(axis.columns() - 1).end),
        m_nsPerColumn(axis.nsPerColumn()), m_perNs(1.0 / static_cast<double>(m_nsPerColumn)) {}

  // -1 before the axis, columns() behind it.
  int column(std::int64_t ns) const {
    if (ns < m_begin) return -1;
    if (ns >= m_end) return m_axis.columns();
    if (!m_plain) return m_axis.column(ns);
    const std::int64_t offset = ns - m_begin;
    auto column = static_cast<std::int64_t>(static_cast<double>(offset) * m_perNs);
    if (column * m_nsPerColumn > offset) --column;
    else if ((column + 1) * m_nsPerColumn <= offset) ++column;
    return static_cast<int>(column);
  }

 private:
  const TimeAxis& m_axis;
  bool m_plain;
  std::int64_t m_begin, m_end, m_nsPerColumn;
  double m_perNs;
};

// The worst of each column, of what is added in any order.
class WorstColumns {
 public:
  explicit WorstColumns(const TimeAxis& axis) : m_axis(axis), m_finder(axis), m_values(static_cast<std::size_t>(axis.columns())) {}

  void add(const TimeRange& range, std::uint8_t value) {
    const int first = std::max(0, m_finder.column(range.begin));
    const int last = std::min(static_cast<int>(m_values.size()) - 1, m_finder.column(std::max(range.begin, range.end - 1)));
    for (int column = first; column <= last; ++column) {
      std::uint8_t& worst = m_values[static_cast<std::size_t>(column)];
      worst = std::max(worst, value);
    }
  }
  // Cells no longer than a column.
  void add(const WorstLod::Level& level) {
    if (m_axis.segments().size() == 1) return addEvenly(level);
    const TimeRange span = m_axis.span();
    const std::size_t first = cellAt(level, span.begin);
    for (std::size_t cell = first; cell < level.cells; ++cell) {
      const std::int64_t begin = level.origin + static_cast<std::int64_t>(cell) * level.cellNs;
      if (begin >= span.end) break;
      if (level.values[cell] > 0) add({begin, begin + level.cellNs}, level.values[cell]);
    }
  }
  std::vector<std::uint8_t> take() { return std::move(m_values); }

 private:
  static std::size_t cellAt(const WorstLod::Level& level, std::int64_t ns) {
    return static_cast<std::size_t>(std::clamp<std::int64_t>((ns - level.origin) / level.cellNs, 0, static_cast<std::int64_t>(level.cells)));
  }
  // Without folds each column begins a fixed number of cells, and a rest, behind the one before: no division for each.
  void addEvenly(const WorstLod::Level& level) {
    const std::int64_t width = m_axis.nsPerColumn(), end = level.origin + static_cast<std::int64_t>(level.cells) * level.cellNs;
    std::int64_t begin = m_axis.range(0).begin;
    auto column = static_cast<std::size_t>(begin >= level.origin ? 0 : (level.origin - begin) / width);
    begin += static_cast<std::int64_t>(column) * width;
    std::int64_t cell = std::max<std::int64_t>(0, begin - level.origin) / level.cellNs, rest = begin - level.origin - cell * level.cellNs;
    for (; column < m_values.size() && begin < end; ++column, begin += width, rest += width) {
      for (; rest >= level.cellNs; rest -= level.cellNs) ++cell;
      // Those that begin inside the column touch it too.
      std::int64_t touching = cell;
      for (std::int64_t from = -rest; from < width && touching < static_cast<std::int64_t>(level.cells); from += level.cellNs, ++touching) {
        m_values[column] = std::max(m_values[column], level.values[touching]);
      }
    }
  }

  const TimeAxis& m_axis;
  ColumnFinder m_finder;
  std::vector<std::uint8_t> m_values;
};

// The interval of each column.
std::vector<std::uint32_t> cellsOf(const RunIndex& index, const RunIndex::Slice& slice, const TimeAxis& axis) {
  std::vector<std::uint32_t> cells(static_cast<std::size_t>(axis.columns()), kEmpty);
  const ColumnFinder columns(axis);
  for (std::uint32_t i = slice.first; i < slice.last; ++i) {
    if (index.testValue(i) == 0) continue;
    const TimeRange extent = index.extent(i);
    const int first = std::max(0, columns.column(extent.begin));
    const int last = std::min(axis.columns() - 1, columns.column(std::max(extent.begin, extent.end - 1)));
    for (int column = first; column <= last; ++column) {
      std::uint32_t& cell = cells[static_cast<std::size_t>(column)];
      if (beats(index, i, cell)) cell = i;
    }
  }
  return cells;
}

// Adds columns of one badness behind `bars`; a column that both want goes to the worse.
void addDense(std::vector<Bar>& bars, std::uint8_t& lastValue, std::uint8_t value, std::uint32_t interval, int first, int last) {
  if (!bars.empty() && first < bars.back().firstColumn + bars.back().columns) {
    if (value > lastValue) bars.back().columns = first - bars.back().firstColumn;
    else first = bars.back().firstColumn + bars.back().columns;
    if (bars.back().columns <= 0) bars.pop_back();
  }
  if (first > last) return;
  bars.push_back({first, last - first + 1, interval, true});
  lastValue = value;
}

std::vector<Bar> denseBars(const WorstLod::Level& level, const TimeAxis& axis) {
  const TimeRange span = axis.span();
  const auto cellAt = [&](std::int64_t ns) {
    return static_cast<std::size_t>(std::clamp<std::int64_t>((ns - level.origin) / level.cellNs, 0, static_cast<std::int64_t>(level.cells)));
  };
  const std::size_t end = cellAt(span.end + level.cellNs - 1);
  const auto startOf = [&](std::size_t cell) { return level.origin + static_cast<std::int64_t>(cell) * level.cellNs; };
  std::vector<Bar> bars;
  std::uint8_t lastValue = 0;
  for (std::size_t from = cellAt(std::max(span.begin, level.origin)); from < end;) {
    std::size_t to = from + 1;
    while (to < end && level.values[to] == level.values[from]) ++to;
    if (level.values[from] > 0) {
      const int first = std::max(0, axis.column(startOf(from))), last = std::min(axis.columns() - 1, axis.column(startOf(to) - 1));
      if (first <= last) addDense(bars, lastValue, level.values[from], level.items[from], first, last);
    }
    from = to;
  }
  return bars;
}

}  // namespace

int badness(model::TestOutcome outcome) {
  switch (outcome) {
    case model::TestOutcome::failed:
    case model::TestOutcome::error: return 6;
    case model::TestOutcome::stalled: return 5;
    case model::TestOutcome::interrupted: return 4;
    case model::TestOutcome::xpassed: return 3;
    case model::TestOutcome::passed: return 2;
    case model::TestOutcome::xfailed:
    case model::TestOutcome::skipped: return 1;
    case model::TestOutcome::absent: return 0;
  }
  return 0;
}

bool hasNoVerdict(std::uint8_t testValue) {
  return testValue == 1 + badness(model::TestOutcome::stalled) || testValue == 1 + badness(model::TestOutcome::interrupted);
}

std::vector<Bar> testBars(const RunIndex& index, model::LaneId lane, const TimeAxis& axis) {
  const RunIndex::Slice slice = index.intervals(lane, axis.span());
  if (slice.first >= slice.last) return {};
  if (const auto level = index.testLod(lane).level(axis.nsPerColumn())) {
    const std::int64_t cells = std::min<std::int64_t>(axis.span().length() / level->cellNs, static_cast<std::int64_t>(level->cells));
    if (cells < slice.last - slice.first) return denseBars(*level, axis);
  }
  const std::vector<std::uint32_t> cells = cellsOf(index, slice, axis);
  std::vector<Bar> bars;
  for (int column = 0; column < axis.columns(); ++column) {
    const std::uint32_t cell = cells[static_cast<std::size_t>(column)];
    if (cell == kEmpty) continue;
    const bool continues = !bars.empty() && bars.back().interval == cell &&
                           bars.back().firstColumn + bars.back().columns == column;
    if (continues) ++bars.back().columns;
    else bars.push_back({column, 1, cell, false});
  }
  return bars;
}

std::vector<std::uint8_t> testCells(const RunIndex& index, model::LaneId lane, const TimeAxis& axis) {
  WorstColumns columns(axis);
  // Which of the two depends on the scale alone, so that panning changes nothing.
  if (const auto level = index.testValueLod(lane).level(axis.nsPerColumn())) {
    columns.add(*level);
    return columns.take();
  }
  const RunIndex::Slice slice = index.intervals(lane, axis.span());
  for (std::uint32_t i = slice.first; i < slice.last; ++i) {
    if (index.testValue(i) > 0) columns.add(index.extent(i), index.testValue(i));
  }
  return columns.take();
}

std::optional<std::uint32_t> testAt(const RunIndex& index, model::LaneId lane, const TimeAxis& axis, int column) {
  const TimeAxis only(axis.range(column), 1);
  const std::uint32_t cell = cellsOf(index, index.intervals(lane, axis.range(column)), only).front();
  return cell == kEmpty ? std::nullopt : std::optional(cell);
}

}  // namespace lanescope::ui
