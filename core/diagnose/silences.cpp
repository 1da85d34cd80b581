// SPDX-License-Identifier: Apache-2.0
#include "core/diagnose/silences.h"

#include <algorithm>
#include <utility>

namespace lanescope::diagnose {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kLeast = 60 * kSecond;    // shorter gaps are normal between lines
constexpr std::int64_t kTimesMedian = 10;

std::int64_t secondOf(std::int64_t utc) { return utc / kSecond - (utc % kSecond < 0 ? 1 : 0); }

// Seconds come in order of a source's lines; those of several sources, or of a source whose clock went back, are put together here.
std::vector<Gap> inOrder(std::vector<Gap> seconds) {
  const auto before = [](const Gap& a, const Gap& b) { return a.from < b.from; };
  if (!std::is_sorted(seconds.begin(), seconds.end(), before)) std::sort(seconds.begin(), seconds.end(), before);
  std::vector<Gap> utterances;
  for (const Gap& second : seconds) {
    if (!utterances.empty() && (second.from - utterances.back().from < kSecond || second.from <= utterances.back().to)) utterances.back().to = std::max(utterances.back().to, second.to);
    else utterances.push_back(second);
  }
  return utterances;
}

std::int64_t thresholdOf(const std::vector<Gap>& gaps) {
  if (gaps.size() < 2) return kLeast;
  std::vector<std::int64_t> lengths;
  lengths.reserve(gaps.size());
  for (const Gap& gap : gaps) lengths.push_back(gap.to - gap.from);
  const auto median = lengths.begin() + static_cast<std::ptrdiff_t>((lengths.size() - 2) / 2);
  std::nth_element(lengths.begin(), median, lengths.end());
  return std::max(kLeast, kTimesMedian * *median);
}

}  // namespace

void SignsOfLife::add(std::int64_t utc) {
  if (m_utterances.empty() || secondOf(m_utterances.back().from) != secondOf(utc)) {
    m_utterances.push_back({utc, utc});
    return;
  }
  Gap& last = m_utterances.back();
  last = {std::min(last.from, utc), std::max(last.to, utc)};
}

void SignsOfLife::addTimeless(const Gap& between, std::uint32_t lines) {
  if (lines > 0 && between.to - between.from >= kLeast) m_timeless.push_back({between, lines});
}

void SignsOfLife::end(std::int64_t utc) { m_end = utc; }

LaneRhythm::LaneRhythm(SignsOfLife signs) {
  const std::vector<Gap> utterances = inOrder(std::move(signs.m_utterances));
  if (utterances.empty()) return;
  m_life = {utterances.front().from, std::max(utterances.back().to, signs.m_end)};
  std::vector<Gap> gaps;
  for (std::size_t i = 1; i < utterances.size(); ++i) gaps.push_back({utterances[i - 1].to, utterances[i].from});
  if (m_life.to > utterances.back().to) gaps.push_back({utterances.back().to, m_life.to});
  m_threshold = thresholdOf(gaps);
  std::vector<SignsOfLife::Timeless>& timeless = signs.m_timeless;
  std::sort(timeless.begin(), timeless.end(), [](const auto& a, const auto& b) { return a.between.from < b.between.from; });
  auto some = timeless.cbegin();
  for (const Gap& gap : gaps) {
    if (gap.to - gap.from <= m_threshold) continue;
    while (some != timeless.cend() && some->between.to <= gap.from) ++some;
    std::int64_t lines = 0;
    for (auto inside = some; inside != timeless.cend() && inside->between.from < gap.to; ++inside) {
      if (inside->between.to > gap.from) lines += inside->lines;
    }
    ((gap.to - gap.from) / (lines + 1) > m_threshold ? m_long : m_doubtful).push_back(gap);
  }
}

void SilentPeers::Cover::add(const Gap& gap) {
  m_begins.push_back(gap.from);
  m_ends.push_back(gap.to);
}

void SilentPeers::Cover::sort() {
  std::sort(m_begins.begin(), m_begins.end());
  std::sort(m_ends.begin(), m_ends.end());
}

std::size_t SilentPeers::Cover::at(std::int64_t utc) const {
  const auto begun = std::upper_bound(m_begins.begin(), m_begins.end(), utc) - m_begins.begin();
  const auto ended = std::upper_bound(m_ends.begin(), m_ends.end(), utc) - m_ends.begin();
  return static_cast<std::size_t>(begun - ended);
}

SilentPeers::SilentPeers(const std::vector<LaneRhythm>& lanes) {
  for (const LaneRhythm& lane : lanes) {
    m_alive.add(lane.life());
    for (const Gap& gap : lane.longGaps()) m_silent.add(gap);
    for (const Gap& gap : lane.doubtful()) m_doubtful.add(gap);
  }
  for (Cover* cover : {&m_alive, &m_silent, &m_doubtful}) cover->sort();
}

bool SilentPeers::suspected(const Gap& gap) const {
  const std::int64_t middle = gap.from + (gap.to - gap.from) / 2;
  const std::size_t peers = m_alive.at(middle) - m_doubtful.at(middle) - 1;   // without the lane itself
  const std::size_t goOn = peers - (m_silent.at(middle) - 1);
  return goOn == 0 || 2 * goOn >= peers;
}

}  // namespace lanescope::diagnose
