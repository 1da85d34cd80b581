// SPDX-License-Identifier: Apache-2.0
// Runs made by hand, for tests of what stands on a Run: reports, models, timeline, pictures. No file is read.
//
//   lanescope_test(ui/tst_x GUI LIBRARIES lanescope_ui_models lanescope_test_runs)
#pragma once

#include "core/model/run.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanescope::test {

// Unix ns of a time of day ("09:07:00.250") on 2026-03-14, the day on which the sample run takes place.
std::int64_t at(std::string_view timeOfDay);
// Exact, and between two bounds.
model::When stamped(std::string_view timeOfDay);
model::When joined(std::string_view timeOfDay);
model::When bounded(std::string_view from, std::string_view to);

// Collects sources, lanes, lines and events; finish() indexes the text, sorts the events and counts. Order of calls is
// free, except that a line belongs to the source's end.
class RunBuilder {
 public:
  RunBuilder(std::string name, std::string inputName);

  model::Run& run() noexcept { return m_run; }  // for everything that needs no index
  model::SourceId addSource(std::string path, model::Layout layout, model::Stream stream);
  // One rank's stdout and stderr below "<input>/<directory>/attempt_0/<rank>/", and its lane.
  model::LaneId addLane(std::uint32_t launch, std::string_view directory, model::Rank rank);
  // The line's number. A known `when` becomes an anchor of the source.
  model::LineRef addLine(model::SourceId source, std::string_view text, const model::When& when = {},
                         model::LineClass lineClass = model::LineClass::plain);
  std::size_t addEvent(model::EventKind kind, const model::When& when, model::LineRef line, model::LaneId lane = {},
                       model::EventSeverity severity = model::EventSeverity::info);
  model::TestId testId(std::string_view name);
  // Start and end lines, events and the interval of one test on one lane.
  void addTest(model::LaneId lane, std::string_view name, const model::When& begin, const model::When& end,
               model::TestOutcome outcome);
  // The line as evidence, its text and time included.
  model::Evidence evidence(model::LineRef line, std::optional<model::Rank> rank = {}) const;

  model::Run finish();

 private:
  struct Line {
    std::string text;
    model::When when;
    model::LineClass lineClass;
  };
  model::Run m_run;
  std::string m_inputName;
  std::vector<std::vector<Line>> m_lines;  // by source
};

}  // namespace lanescope::test
