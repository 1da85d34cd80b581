// SPDX-License-Identifier: Apache-2.0
// What went wrong, as one writer's lines tell it: tracebacks, dumped stacks, the lines of signatures: SourceScan::failures.
#pragma once

#include "core/recognise/exception_block.h"
#include "core/recognise/signature.h"
#include "core/recognise/source_scan.h"
#include "core/recognise/stack_dump.h"
#include "core/recognise/test_runners.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanescope::recognise {

class FailureReader {
 public:
  // `runners` are the same writer's: a failure stands in the test that is open there.
  FailureReader(SourceScan& scan, std::uint16_t writer, const SignatureSet& signatures, const TestRunners& runners)
      : m_scan(scan), m_writer(writer), m_signatures(signatures), m_runners(runners) {}

  bool inTraceback() const noexcept { return m_inTraceback; }
  bool inStacks() const noexcept { return m_inStacks; }
  bool wantsMore() const noexcept { return m_inTraceback || m_inStacks; }
  // The traceback's other lines have no head: a line with one is not its.
  bool tracebackIsBare() const noexcept { return m_tracebackIsBare; }
  // Each of the traceback's lines so far has a logger's head.
  bool tracebackHasHead() const noexcept { return m_tracebackHasHead; }

  // `namedRank`: whose it is, where its header or a block around it says so; else -1. `hasHead`: a logger's head stands before its line.
  void beginTraceback(const Piece& piece, const TracebackHeader& header, std::uint32_t line, const Moment& moment, std::int32_t namedRank, bool hasHead);
  void beginStacks(const Piece& piece, std::uint32_t line, const Moment& moment);
  // False: the block was over before this line, which is somebody else's.
  bool feedTraceback(const Piece& piece, std::uint32_t line);
  // The same of a line without the head that the traceback's first line has; false too where nothing in it shows that it goes on.
  bool feedBare(const Piece& piece, std::uint32_t line);
  bool feedStacks(std::string_view message, std::uint32_t line);
  void finishTraceback();
  // Behind the writer's last line.
  void finish();

  // A line of its own: the failure that its worst signature states, if any.
  void matchSignatures(const Piece& piece, std::uint32_t line, const Moment& moment);
  // Sections of failed tests that a test runner has read.
  void addSections(std::vector<FinishedSection>& sections);

 private:
  void finishStacks();
  void addExceptionFacts(FailureFact& fact, const std::vector<TracebackReader::MessageLine>& lines);
  void noteTestContext(FailureFact& fact) const;
  bool isFull() const noexcept;                  // lines are classified, but no longer kept one by one

  SourceScan& m_scan;
  std::uint16_t m_writer;
  const SignatureSet& m_signatures;
  const TestRunners& m_runners;
  std::vector<SignatureHit> m_hits;
  TracebackReader m_traceback;
  bool m_inTraceback = false;
  Moment m_tracebackMoment;
  std::int32_t m_tracebackRank = -1;
  Severity m_tracebackHead = Severity::none;     // of what a logger was told with it
  bool m_tracebackHasHead = false;
  bool m_tracebackIsBare = false;
  bool m_tracebackAtStart = true;                // nothing but a head stands before its first line
  StackDumpReader m_stacks;
  bool m_inStacks = false;
  Moment m_stacksMoment;
  std::size_t m_stacksFault = SIZE_MAX;          // the failure whose stacks they are
};

}  // namespace lanescope::recognise
