// SPDX-License-Identifier: Apache-2.0
// What all test runners have in common: they say which test begins, how it ended, and why it failed.
#pragma once

#include "core/recognise/exception_block.h"
#include "core/recognise/test_log.h"

#include <string_view>
#include <vector>

namespace lanescope::recognise {

// A failure that a runner reports in a block of lines, when the block is over, and those of its lines that are exception text.
struct FinishedSection {
  FailureFact fact;
  std::vector<TracebackReader::MessageLine> lines;
};

// The output of one runner as one writer shows it; its tests go into the writer's TestLog.
class TestProtocol {
 public:
  virtual ~TestProtocol() = default;

  // `message` of one piece; true where it is the runner's. What another writer glued behind the runner's words is left in
  // `message`, which is empty otherwise. `finished` receives blocks that are over.
  virtual bool feed(std::string_view& message, std::uint32_t line, const Moment& moment,
                    std::vector<FinishedSection>& finished) = 0;
  // Whether the line is the runner's own whatever else is going on: a verdict, the start of a test, a separator.
  virtual bool claims(std::string_view message) const noexcept = 0;
  // The next lines are needed even where nothing in them is a known literal.
  virtual bool wantsMore() const noexcept = 0;
  // Whether a Python traceback that begins now belongs to the block that the runner prints.
  virtual bool ownsTraceback() const noexcept { return false; }
  // At the end of the source.
  virtual void flush(std::vector<FinishedSection>& finished) = 0;
  // The runner printed its last line.
  virtual bool ended() const noexcept = 0;
};

}  // namespace lanescope::recognise
