// SPDX-License-Identifier: Apache-2.0
// The job's own lines in a CI log: steps, images, commits, the wrapper's attempts, and which stretches are not output (echoes of
// step scripts, the excerpt of a log's tail). Source: actions/runner (OutputManager, ExecutionContext); Megatron-LM's
// launch_nemo_run_workload.py and NeMo-Run's experiment output.
#pragma once

#include "core/recognise/source_scan.h"

#include <string_view>

namespace lanescope::recognise {

class CiParser {
 public:
  explicit CiParser(SourceScan& scan) : m_scan(&scan) {}

  // A message of the job itself (no rank's). True where nobody else should read the piece.
  // What a "##[error]" says that is none of the ends this parser knows; empty elsewhere. For a message that feed() has taken.
  static std::string_view otherError(std::string_view message) noexcept;
  bool feed(std::string_view message, std::uint32_t line, const Moment& moment);
  // Inside a step's script echo or a quoted log tail: nothing there is output.
  bool quoting() const noexcept { return m_echo || m_excerpt; }
  // Some facts continue on the next line.
  bool wantsMore() const noexcept { return m_expect != Expect::nothing; }

 private:
  enum class Expect { nothing, statusWord, operatingSystem };
  bool feedRunner(std::string_view text, std::uint32_t line, const Moment& moment);
  bool feedSection(std::string_view text, std::uint32_t line, const Moment& moment);
  bool feedTag(std::string_view text, std::uint32_t line, const Moment& moment);
  bool feedWrapper(std::string_view text, std::uint32_t line, const Moment& moment);
  bool feedImage(std::string_view text, std::uint32_t line, const Moment& moment);
  bool feedExcerpt(std::string_view text, std::uint32_t line, const Moment& moment);
  CiFact& add(CiFact::Kind kind, std::uint32_t line, const Moment& moment, std::string_view text = {});

  SourceScan* m_scan;
  bool m_echo = false;
  bool m_excerpt = false;
  int m_excerptRules = 0;
  Expect m_expect = Expect::nothing;
  int m_expectLines = 0;
};

}  // namespace lanescope::recognise
