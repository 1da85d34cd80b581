// SPDX-License-Identifier: Apache-2.0
// Which prefix, that could as well be text, stands before the lines of a source: a label of srun (`3: loss 1.25`), a service of docker
// compose (`trainer-1  | loss`), a host of pdsh (`node-a07: loss`). One line proves nothing; most lines of a source do.
#pragma once

#include "core/recognise/layers.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::recognise {

// Looks at lines (as appendPlain() gives them without a form) and then says what they have in common.
class FormJudge {
 public:
  void look(std::string_view line);
  LineForm form() const;

 private:
  // One kind of prefix: how often it was seen, and which ones.
  struct Count {
    std::uint32_t lines = 0;
    std::map<std::string, std::uint32_t, std::less<>> names;
    bool launcherBehind = false;                 // a tee, an agent's own line, or a rank that names itself differently
  };
  void lookBehind(std::string_view rest, std::int32_t number, Count& count);
  bool believed(LineForm::Prefix prefix) const;

  std::uint32_t m_lines = 0;
  std::array<Count, 4> m_counts;                 // by LineForm::Prefix
  Count m_mpi;
};

}  // namespace lanescope::recognise
