// SPDX-License-Identifier: Apache-2.0
// Whose the lines of a source are: a rank's own file's, or as the line's heads say. The columns answer for most lines; where the number that
// a line begins with is that of several ranks (local ranks of several nodes), or there is none, the line is read.
#pragma once

#include "core/compare/message_reader.h"

namespace lanescope::search {

struct LineWriter {
  model::LaneId lane;                            // invalid: nobody's, or not known
  std::optional<model::Rank> rank;
};

// One for each thread.
class LineWriters {
 public:
  LineWriters(const model::Run& run, model::SourceId source);
  // Every line of the source has this writer.
  const std::optional<LineWriter>& only() const noexcept { return m_only; }
  LineWriter of(std::uint32_t line);

 private:
  struct Numbers {
    const model::Stretch* stretch = nullptr;
    std::uint32_t attempt = 0;
    std::vector<LineWriter> ranks;               // by the number that lines begin with
    std::vector<bool> known;                     // one rank alone has this number
  };
  void number(const model::Stretch& stretch, std::uint32_t attempt);
  LineWriter read(std::uint32_t line);
  LineWriter laneOf(const model::Stretch& stretch, std::uint32_t attempt, model::Rank rank) const;
  const model::Stretch* stretchAt(std::uint32_t line) const noexcept;

  const model::Run& m_run;
  const model::Source& m_source;
  std::optional<LineWriter> m_only;
  Numbers m_numbers;
  compare::MessageReader m_messages;
  std::optional<text::LineReader> m_lines;
};

}  // namespace lanescope::search
