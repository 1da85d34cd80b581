// SPDX-License-Identifier: Apache-2.0
// Which lines a query matches. A line is matched without its control sequences and its line end, prefixes included, so that the
// count is that of `grep -c` on the text as it is shown. Regular expressions are RE2's; an ASCII one is matched byte by byte.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::search {

struct Query {
  std::string text;
  bool regex = true;        // false: exactly this text
  bool matchCase = true;
  bool wholeWord = false;   // between word borders
  bool operators = true;    // AND, OR and NOT join patterns: for Expression (expression.h), a LineMatcher takes the text as it is
};

// Where in a query's text something is wrong, in bytes, and what.
struct Fault {
  std::size_t offset = 0;
  std::string what;
};

// Of a line, in bytes; half-open.
struct Span {
  std::size_t begin = 0, end = 0;
  bool operator==(const Span&) const = default;
};

// Immutable, thread safe; each thread scans with a Scanner of its own.
class LineMatcher {
 public:
  // ErrorCode::invalidArgument where the expression is none, or is empty; `fault`, where given, then says where.
  static base::Result<std::shared_ptr<const LineMatcher>> compile(const Query& query, Fault* fault = nullptr);
  ~LineMatcher();
  // Compiles the fast engine; scanners use it from their next block on. Nothing happens where the expression is none for it, or the
  // second time. On any thread; takes from a millisecond to a fifth of a second, as the expression is.
  void speedUp() const;
  // One line, without control sequences and line end.
  bool matches(std::string_view cleanLine) const;
  // Appends where it matches, ascending, at most until `spans` holds `most`. Matches of nothing are left out.
  void find(std::string_view cleanLine, std::size_t most, std::vector<Span>& spans) const;

 private:
  struct Impl;
  explicit LineMatcher(std::unique_ptr<Impl> impl);

 public:
  // State of one thread. Must not outlive its matcher.
  class Scanner {
   public:
    explicit Scanner(const LineMatcher& matcher);
    ~Scanner();
    Scanner(const Scanner&) = delete;
    Scanner& operator=(const Scanner&) = delete;
    // Sets `lines` to the numbers (0 is the first of the block) of the lines of `block` that match, ascending. `block` holds whole raw
    // lines, less than 4 GiB; the last may lack its LF.
    void scan(std::string_view block, std::vector<std::uint32_t>& lines);

   private:
    struct State;
    std::unique_ptr<State> m_state;
  };

 private:
  std::unique_ptr<Impl> m_impl;
};

}  // namespace lanescope::search
