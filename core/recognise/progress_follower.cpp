// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/progress_follower.h"

namespace lanescope::recognise {
namespace {

constexpr std::size_t kMaxFacts = 4'000'000;     // of one source; beyond, only the last of each loop is kept up to date
constexpr std::size_t kMaxSeries = 100'000;      // of one source: a loop has one for each epoch at most
constexpr std::size_t kMaxLoops = 16'384;        // of one writer; beyond, ranks that lines name share the last

}  // namespace

void ProgressFollower::read(std::string_view message, std::uint32_t line) {
  if (const auto progress = parseProgress(message)) return note(*progress, line);
  if (m_bareBar.total == 0 || !isTrainerReport(message)) return;
  m_trainerTotal = m_bareBar.total;
  note(m_bareBar, line);
}

void ProgressFollower::note(const ProgressLine& progress, std::uint32_t line) {
  if (progress.shape == ProgressShape::bareBar) {
    m_bareBar = progress;
    if (progress.total != m_trainerTotal) return;
  }
  const std::int32_t rank = m_loops.size() < kMaxLoops ? progress.rank : -1;
  Loop& loop = m_loops[{progress.shape, rank}];
  const bool same = continues(loop, progress);
  if (same && loop.number == progress.number) return;
  if (!same) {
    if (m_scan.progressSeries.size() >= kMaxSeries) return;
    loop.series = static_cast<std::uint32_t>(m_scan.progressSeries.size());
    m_scan.progressSeries.push_back({m_writer, progress.shape, progress.iteration, progress.total, progress.epoch, rank});
  }
  add(loop, progress.number, line);
}

bool ProgressFollower::continues(const Loop& loop, const ProgressLine& progress) const {
  if (loop.series == UINT32_MAX) return false;
  const ProgressSeries& series = m_scan.progressSeries[loop.series];
  return series.iteration == progress.iteration && series.total == progress.total && series.epoch == progress.epoch;
}

void ProgressFollower::add(Loop& loop, std::uint32_t number, std::uint32_t line) {
  // One line has one place: of the iterations painted over each other in it the last counts.
  const bool full = m_scan.progress.size() >= kMaxFacts;
  const bool replace = loop.line == line || full;
  loop.number = number;
  loop.line = line;
  if (replace && loop.fact < m_scan.progress.size()) {
    m_scan.progress[loop.fact] = {line, number, loop.series};
  } else if (!full) {
    loop.fact = m_scan.progress.size();
    m_scan.progress.push_back({line, number, loop.series});
  }
}

}  // namespace lanescope::recognise
