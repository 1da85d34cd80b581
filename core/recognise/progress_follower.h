// SPDX-License-Identifier: Apache-2.0
// The progress that one writer of a source tells of: a fact for each iteration, however often it is painted.
#pragma once

#include "core/recognise/source_scan.h"

#include <map>
#include <utility>

namespace lanescope::recognise {

class ProgressFollower {
 public:
  ProgressFollower(SourceScan& scan, std::uint16_t writer) : m_scan(scan), m_writer(writer) {}

  // A line or a segment of one, its heads peeled; anything else than progress is passed over.
  void read(std::string_view message, std::uint32_t line);
  void note(const ProgressLine& progress, std::uint32_t line);

 private:
  // A loop as it is told of in one shape, of the rank that the line names.
  using LoopKey = std::pair<ProgressShape, std::int32_t>;
  struct Loop { std::uint32_t series = UINT32_MAX, number = 0, line = 0; std::size_t fact = SIZE_MAX; };
  bool continues(const Loop& loop, const ProgressLine& progress) const;
  void add(Loop& loop, std::uint32_t number, std::uint32_t line);

  SourceScan& m_scan;
  std::uint16_t m_writer;
  std::map<LoopKey, Loop> m_loops;
  ProgressLine m_bareBar;                        // the last bar without a description; total 0: none
  std::uint32_t m_trainerTotal = 0;              // of the one that is the training's, 0: not known
};

}  // namespace lanescope::recognise
