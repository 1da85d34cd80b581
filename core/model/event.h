// SPDX-License-Identifier: Apache-2.0
// What goes on lanes: events (a moment) and intervals (a span).
#pragma once

#include "core/model/launch.h"
#include "core/recognise/source_scan.h"

namespace lanescope::model {

enum class EventKind : std::uint8_t {
  jobStart, jobEnd, stepStart, stepEnd, launchStart, launchEnd, attemptStart, processStart, processEnd, sessionStart,
  sessionEnd, testStart, testEnd, iteration, checkpointStart, checkpointEnd, waitStart, timeout, error, warning, exit,
  signal, restart, ncclInit, ncclAbort, milestone, note
};
const char* toString(EventKind kind) noexcept;   // "test-start", contract
enum class EventSeverity : std::uint8_t { none, info, warning, error, fatal };
const char* toString(EventSeverity severity) noexcept;

// The shape an event is drawn with (product language; shape before colour).
enum class Mark : std::uint8_t { none, tick, dot, hollowTriangle, triangle, cross, hourglass, square, diamond, restart };

// One recognised logical message. 40 bytes; 10 million of them are 400 MB, and a log of 1 GB holds a few thousand.
struct Event {
  static constexpr std::uint32_t kOpen = 0xFFFFFFFF;   // of beforeMs and afterMs: not bounded on that side
  std::int64_t utc = 0;                          // unix ns; meaningless where basis is none
  std::uint32_t beforeMs = 0;                    // earliest = utc - beforeMs
  std::uint32_t afterMs = 0;                     // latest = utc + afterMs
  SourceId source;
  std::uint32_t line = 0;
  LaneId lane;                                   // invalid: the job itself or a shared file
  std::uint32_t detail = 0xFFFFFFFF;             // testStart, testEnd: TestId; iteration: milliseconds since the one before
  EventKind kind = EventKind::note;
  EventSeverity severity = EventSeverity::none;
  Basis basis = Basis::none;
  std::uint8_t outcome = 0;                      // testEnd: TestOutcome
  std::uint32_t finding = 0xFFFFFFFF;            // index into Run::findings, or none

  When when() const noexcept;
};
static_assert(sizeof(Event) == 40, "rows are counted in millions");

enum class TestOutcome : std::uint8_t { passed, skipped, xfailed, xpassed, failed, error, stalled, interrupted, absent };
const char* toString(TestOutcome outcome) noexcept;

// One test on one lane, as it was printed: one row of 32 bytes, since a fifth of the lines of a test log may be one.
struct TestRun {
  LaneId lane;
  TestId test;
  SourceId source;
  std::uint32_t startLine = 0, verdictLine = 0;  // verdictLine 0: no verdict of its call
  std::uint32_t errorLine = 0;                   // of an ERROR in setup or teardown, 0: none
  std::uint32_t times = 0xFFFFFFFF;              // index into Run::testTimes; none: its time is not known
  recognise::TestWord word = recognise::TestWord::none;
  recognise::TestPhase errorPhase = recognise::TestPhase::call;
  bool interrupted = false;                      // another test began without a verdict of this one
  bool rerun = false;                            // it failed, was run again, and then got its verdict

  // Failed, errored, interrupted, or open at the end.
  bool needsReport() const noexcept { return errorLine != 0 || word == recognise::TestWord::none || word == recognise::TestWord::failed || word == recognise::TestWord::error; }
  bool open() const noexcept { return verdictLine == 0 && errorLine == 0 && !interrupted; }
  TestOutcome outcome() const noexcept;          // stalled where it is open
};
static_assert(sizeof(TestRun) == 32, "rows are counted in millions");
struct TestTimes { When start, end; };

// One line of a training loop that tells its iteration: 32 bytes, since a training log may hold little else.
struct Iteration {
  std::int64_t utc = 0;                          // unix ns; meaningless where basis is none
  std::uint32_t beforeMs = 0, afterMs = 0;       // as in Event
  SourceId source;
  std::uint32_t line = 0;
  std::uint32_t number = 0;
  std::uint16_t epoch = 0xFFFF;                  // `number` counts within it; 0xFFFF: it does not
  Basis basis = Basis::none;
  bool step = false;                             // called a step, else an iteration

  When when() const noexcept;
};
static_assert(sizeof(Iteration) == 32, "rows are counted in millions");

enum class IntervalKind : std::uint8_t {
  test,         // from its start to its verdict (or to the end of the stream)
  wait,         // a collective's wait, from its derived start to the time-out
  iterations,   // of a training loop, from the line of one to that of a later one
  silence,      // a suspected wait: no line for unusually long while the process was alive (diagnose/silences.h)
};

struct Interval {
  When begin, end;
  LaneId lane;
  IntervalKind kind = IntervalKind::test;
  TestOutcome outcome = TestOutcome::passed;     // test
  bool openEnded = false;                        // no verdict: the stream ended inside it
  TestId test;                                   // test, and where a wait or silence stood
  std::uint32_t finding = 0xFFFFFFFF;            // wait: the time-out
  LineRef line;                                  // where it shows in the text
  std::string label;                             // wait, silence, iterations: for people
};

}  // namespace lanescope::model
