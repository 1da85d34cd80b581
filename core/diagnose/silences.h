// SPDX-License-Identifier: Apache-2.0
// When a lane that writes nothing is suspected to wait. Times are UTC in nanoseconds.
//
// What a lane writes within a second is one utterance; its gaps are the times from the last line of one utterance to the first of the
// next, and from the last line to the end of the process. With g(1) <= .. <= g(n) the lengths of all gaps of a lane,
//
//   median    = g(floor(n / 2)), counted from 1: the lower median of the gaps other than the one that is judged
//   threshold = max(60 s, 10 x median); 60 s where n < 2, since one gap shows no rhythm
//
// A gap is long where it exceeds the threshold. A lane waits, it is suspected, where in the middle of its long gap at least half of its
// peers (the lanes of the same attempt that had begun and not ended) go on, or none does. Where only a few go on, such as rank 0 in a
// job that logs on rank 0, not to write is what ranks do there, and nothing is suspected.
//
// Lines without a time of their own neither begin nor end a gap. n of them, somewhere inside a gap, leave a silence of at least
// gap / (n + 1): that must exceed the threshold. Where it does not, the lane may have written: it is neither silent nor goes on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanescope::diagnose {

struct Gap { std::int64_t from, to; };

// The moments at which a lane is known to have written, in any order. Costs memory for each second with a line, not for each line.
class SignsOfLife {
 public:
  void add(std::int64_t utc);
  // `lines` lines without a time lie somewhere between two moments that were added.
  void addTimeless(const Gap& between, std::uint32_t lines);
  // The process ended: at or after its last line.
  void end(std::int64_t utc);

  bool empty() const noexcept { return m_utterances.empty(); }

 private:
  friend class LaneRhythm;
  struct Timeless {
    Gap between;
    std::uint32_t lines;
  };
  std::vector<Gap> m_utterances;                 // from the first to the last line of a second
  std::vector<Timeless> m_timeless;              // those that matter: between moments a minute or more apart
  std::int64_t m_end = INT64_MIN;
};

// How one lane writes.
class LaneRhythm {
 public:
  LaneRhythm() = default;
  explicit LaneRhythm(SignsOfLife signs);

  const Gap& life() const noexcept { return m_life; }
  const std::vector<Gap>& longGaps() const noexcept { return m_long; }      // by time
  const std::vector<Gap>& doubtful() const noexcept { return m_doubtful; }  // long, but for lines whose time is not known
  std::int64_t threshold() const noexcept { return m_threshold; }

 private:
  Gap m_life{0, 0};
  std::vector<Gap> m_long, m_doubtful;
  std::int64_t m_threshold = 0;
};

// The lanes of one attempt; those that are not known to have written count for nothing.
class SilentPeers {
 public:
  explicit SilentPeers(const std::vector<LaneRhythm>& lanes);
  // Whether a lane of them that has `gap` among its long ones is suspected to wait. O(log gaps of all lanes).
  bool suspected(const Gap& gap) const;

 private:
  // How many of many stretches, each without its end, cover a moment.
  class Cover {
   public:
    void add(const Gap& gap);
    void sort();
    std::size_t at(std::int64_t utc) const;

   private:
    std::vector<std::int64_t> m_begins, m_ends;
  };
  Cover m_alive, m_silent, m_doubtful;
};

}  // namespace lanescope::diagnose
