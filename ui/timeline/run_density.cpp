// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/run_density.h"

#include "core/base/task_pool.h"

#include <algorithm>
#include <array>
#include <optional>

namespace lanescope::ui {

namespace {

constexpr std::int64_t kBins = 16'384;           // several for each column of a wide screen
constexpr std::size_t kBlocks = 16;              // of events, looked at side by side

void take(RunDensity::Bin& bin, MarkRank rank, std::uint32_t event) {
  if (rank < MarkRank::warning || rank <= bin.worst) return;
  bin.worst = rank;
  bin.event = event;
}

}  // namespace

RunDensity::RunDensity(const model::Run& run, const RunIndex& index) {
  span(run);
  if (m_bins.empty()) return;
  count(run);
  addVerdicts(run, index);
}

void RunDensity::span(const model::Run& run) {
  std::optional<TimeRange> range;
  const auto widen = [&range](std::int64_t utc) {
    if (!range) range = TimeRange{utc, utc};
    range->begin = std::min(range->begin, utc);
    range->end = std::max(range->end, utc);
  };
  // Events are sorted by time; those without one stand last.
  const auto untimed = std::partition_point(run.events.begin(), run.events.end(), [](const model::Event& event) { return event.basis != model::Basis::none; });
  if (untimed != run.events.begin()) {
    widen(run.events.front().utc);
    widen((untimed - 1)->utc);
  }
  for (const model::TestTimes& times : run.testTimes) {
    if (times.start.known()) widen(times.start.utc);
    else if (times.end.known()) widen(times.end.utc);
  }
  if (!range) return;
  m_begin = range->begin;
  m_binNs = range->length() / kBins + 1;
  m_bins.resize(binOf(range->end) + 1);
}

void RunDensity::count(const model::Run& run) {
  std::array<std::vector<Bin>, kBlocks> parts;
  base::parallelFor(kBlocks, 0, {}, [&](std::size_t block) {
    std::vector<Bin>& bins = parts[block];
    bins.resize(m_bins.size());
    const std::size_t last = run.events.size() * (block + 1) / kBlocks;
    for (std::size_t i = run.events.size() * block / kBlocks; i < last && run.events[i].basis != model::Basis::none; ++i) {
      Bin& bin = bins[binOf(run.events[i].utc)];
      ++bin.count;
      take(bin, markRankOf(run, run.events[i]), static_cast<std::uint32_t>(i));
    }
  });
  for (const std::vector<Bin>& bins : parts) {
    for (std::size_t i = 0; i < bins.size(); ++i) {
      m_bins[i].count += bins[i].count;
      take(m_bins[i], bins[i].worst, bins[i].event);
    }
  }
  for (const model::TestTimes& times : run.testTimes) {
    if (times.start.known()) ++m_bins[binOf(times.start.utc)].count;
  }
}

// Their tests are counted already.
void RunDensity::addVerdicts(const model::Run& run, const RunIndex& index) {
  for (auto i = static_cast<std::uint32_t>(run.events.size()); i < index.eventCount(run); ++i) {
    const std::size_t bin = binOf(std::max(m_begin, index.event(run, i).utc));
    if (bin < m_bins.size()) take(m_bins[bin], markRankOf(run, index.event(run, i)), i);
  }
}

std::vector<RunDensity::Bin> RunDensity::columns(const model::Run& run, const RunIndex& index, const TimeAxis& axis) const {
  std::vector<Bin> columns(static_cast<std::size_t>(axis.columns()));
  const auto at = [&](std::int64_t utc) -> Bin* {
    const int column = axis.column(utc);
    return column >= 0 && column < axis.columns() ? &columns[static_cast<std::size_t>(column)] : nullptr;
  };
  for (std::size_t i = 0; i < m_bins.size(); ++i) {
    if (Bin* const column = at(m_begin + static_cast<std::int64_t>(i) * m_binNs)) column->count += m_bins[i].count;
    if (m_bins[i].worst == MarkRank::none) continue;
    if (Bin* const column = at(index.event(run, m_bins[i].event).utc)) take(*column, m_bins[i].worst, m_bins[i].event);
  }
  return columns;
}

}  // namespace lanescope::ui
