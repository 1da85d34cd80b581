// SPDX-License-Identifier: Apache-2.0
// Aho-Corasick automaton over a set of byte strings: tells where which of them occur with one table look-up a byte. The
// portable engine of the prefilter, and the first stage of matching a message against all signatures.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::recognise {

// Immutable after construction; thread safe.
class LiteralAutomaton {
 public:
  // Empty literals never occur. Equal ones are told each.
  explicit LiteralAutomaton(const std::vector<std::string>& literals);

  // Calls hit(literal, end) for each occurrence: the literal's index and the offset just behind it, `end` ascending.
  template <class Hit>
  void find(std::string_view text, Hit hit) const {
    std::uint32_t state = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      state = m_next[state * m_classes + m_classOf[static_cast<std::uint8_t>(text[i])]];
      for (std::uint32_t k = m_outputBegin[state]; k < m_outputBegin[state + 1]; ++k) hit(m_outputs[k], i + 1);
    }
  }

 private:
  std::uint32_t addState();
  std::uint32_t insert(const std::string& literal);
  void linkSuffixes(std::vector<std::vector<std::uint32_t>>& outputs);

  std::array<std::uint8_t, 256> m_classOf{};  // bytes that no literal holds share class 0
  std::size_t m_classes = 1;
  std::vector<std::uint32_t> m_next;         // state * m_classes + class -> state
  std::vector<std::uint32_t> m_outputBegin;  // per state, into m_outputs; one more at the end
  std::vector<std::uint32_t> m_outputs;      // literals that end in the state
};

}  // namespace lanescope::recognise
