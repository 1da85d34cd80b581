// SPDX-License-Identifier: Apache-2.0
// Lines that a runtime or a runner cut in pieces: container runtimes cut long lines (CRI tags the pieces P and F, docker leaves the LF
// out), GitLab's runner goes on with a '+' where its buffer was full or a write ended with CR. They are put together again before
// their inner heads are looked at.
#pragma once

#include "core/recognise/layers.h"

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::recognise {

// What a layer of the line start says about the line's ends; for the scan of every line.
inline bool goesOn(const Layer& layer) noexcept { return layer.kind == LayerKind::container && layer.level == "P"; }
inline bool continues(const Layer& layer) noexcept { return layer.kind == LayerKind::gitlabStamp && layer.level == "+"; }

struct LogicalLine {
  struct Part { std::size_t offset; std::uint32_t line; };
  std::string text;
  std::vector<Part> parts;                       // at least one, by offset: which physical line the text comes from
  std::uint32_t lineAt(std::size_t offset) const noexcept;
};

// Takes physical lines in order and gives logical ones in the order in which they begin.
class LineJoiner {
 public:
  explicit LineJoiner(const LineForm& form) : m_form(form) {}

  // The text of a physical line, as appendPlain() gives it. Calls give(LogicalLine) for each that is whole now.
  template <class Give>
  void add(std::string_view text, std::uint32_t number, Give give) {
    if (standsAlone(text)) {                     // nearly every line: without an allocation
      m_alone.text.assign(text);
      m_alone.parts.assign(1, {0, number});
      give(static_cast<const LogicalLine&>(m_alone));
      return;
    }
    take(text, number);
    drain(give);
  }
  // As if every line had ended.
  template <class Give>
  void flush(Give give) {
    for (Waiting& waiting : m_waiting) waiting.open = false;
    drain(give);
  }
  // Whether the next lines are needed to know where one ends.
  bool waits() const noexcept { return !m_waiting.empty(); }

 private:
  struct Waiting {
    LogicalLine line;
    std::string stream;
    bool open = false;
  };
  bool standsAlone(std::string_view text) const noexcept;
  void take(std::string_view text, std::uint32_t number);
  void takeLine(std::string_view text, std::uint32_t number);
  void push(std::string_view text, std::uint32_t number, std::string stream, bool open);
  Waiting* openOf(std::string_view stream);
  template <class Give>
  void drain(Give give) {
    while (!m_waiting.empty() && !m_waiting.front().open) {
      const LogicalLine line = std::move(m_waiting.front().line);
      m_waiting.pop_front();
      give(line);
    }
  }

  LineForm m_form;
  LogicalLine m_alone;
  std::deque<Waiting> m_waiting;                 // in the order in which they begin
};

}  // namespace lanescope::recognise
