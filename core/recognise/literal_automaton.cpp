// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/literal_automaton.h"

namespace lanescope::recognise {

LiteralAutomaton::LiteralAutomaton(const std::vector<std::string>& literals) {
  // Where all 256 bytes are in use the last one stays in class 0, alone.
  for (const std::string& literal : literals) {
    for (const char c : literal) {
      std::uint8_t& classOf = m_classOf[static_cast<std::uint8_t>(c)];
      if (classOf == 0 && m_classes < 256) classOf = static_cast<std::uint8_t>(m_classes++);
    }
  }
  addState();
  std::vector<std::vector<std::uint32_t>> outputs;
  for (std::uint32_t i = 0; i < literals.size(); ++i) {
    if (literals[i].empty()) continue;
    const std::uint32_t state = insert(literals[i]);
    if (outputs.size() <= state) outputs.resize(state + 1);
    outputs[state].push_back(i);
  }
  outputs.resize(m_next.size() / m_classes);
  linkSuffixes(outputs);
  for (const std::vector<std::uint32_t>& ofState : outputs) {
    m_outputBegin.push_back(static_cast<std::uint32_t>(m_outputs.size()));
    m_outputs.insert(m_outputs.end(), ofState.begin(), ofState.end());
  }
  m_outputBegin.push_back(static_cast<std::uint32_t>(m_outputs.size()));
}

std::uint32_t LiteralAutomaton::addState() {
  const auto state = static_cast<std::uint32_t>(m_next.size() / m_classes);
  m_next.resize(m_next.size() + m_classes, 0);
  return state;
}

std::uint32_t LiteralAutomaton::insert(const std::string& literal) {
  std::uint32_t state = 0;
  for (const char c : literal) {
    const std::size_t edge = state * m_classes + m_classOf[static_cast<std::uint8_t>(c)];
    if (m_next[edge] == 0) {
      const std::uint32_t added = addState();
      m_next[edge] = added;
    }
    state = m_next[edge];
  }
  return state;
}

// Breadth first: a missing edge becomes the edge of the state's longest proper suffix, and what ends in the suffix ends in
// the state too. Afterwards the trie is a complete automaton.
void LiteralAutomaton::linkSuffixes(std::vector<std::vector<std::uint32_t>>& outputs) {
  std::vector<std::uint32_t> suffix(outputs.size(), 0);
  std::vector<std::uint32_t> queue{0};
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const std::uint32_t state = queue[head];
    for (std::size_t c = 0; c < m_classes; ++c) {
      std::uint32_t& next = m_next[state * m_classes + c];
      const std::uint32_t viaSuffix = state == 0 ? 0 : m_next[suffix[state] * m_classes + c];
      if (next == 0) {
        next = viaSuffix;
        continue;
      }
      suffix[next] = viaSuffix;
      outputs[next].insert(outputs[next].end(), outputs[viaSuffix].begin(), outputs[viaSuffix].end());
      queue.push_back(next);
    }
  }
}

}  // namespace lanescope::recognise
