// SPDX-License-Identifier: Apache-2.0
// What is searched for, as people type it: one pattern, or several joined by AND, OR and NOT.
//
//   Watchdog AND NOT heartbeat OR "ncclRemoteError AND more"
//
// The three are operators where they stand in capitals between blanks, NOT only at the start and behind AND or OR. AND binds closer than
// OR. Where an operator stands, or would without them, double quotes around a pattern belong to the expression, not to the pattern.
// Several queries narrow each other: a line has to match all of them. Which lines match is decided pattern by pattern, as LineMatcher does.
#pragma once

#include "core/search/line_matcher.h"

namespace lanescope::search {

// A part of a query's text: a pattern and how it counts.
struct Operand {
  std::string text;
  std::size_t offset = 0;                        // of it, in the query's text
  bool negated = false;
};
// Any of the lists, all of the operands of a list. ErrorCode::invalidArgument where an operator lacks an operand.
base::Result<std::vector<std::vector<Operand>>> parseOperators(const std::string& text, Fault* fault = nullptr);

// Immutable, thread safe; each thread scans with a Scanner of its own.
class Expression {
 public:
  // `queries` is not empty. `fault`, where given, is about the last query (the others were compiled before).
  static base::Result<std::shared_ptr<const Expression>> compile(const std::vector<Query>& queries, Fault* fault = nullptr);
  void speedUp() const;                          // as LineMatcher::speedUp()
  bool matches(std::string_view cleanLine) const;
  // Where patterns that a line has to hold match in it: ascending, not overlapping, about `most` at most.
  std::vector<Span> find(std::string_view cleanLine, std::size_t most) const;

  // State of one thread. Must not outlive its expression.
  class Scanner {
   public:
    explicit Scanner(const Expression& expression);
    // As LineMatcher::Scanner::scan().
    void scan(std::string_view block, std::vector<std::uint32_t>& lines);

   private:
    using Lines = std::vector<std::uint32_t>;
    struct Part { std::unique_ptr<LineMatcher::Scanner> scanner; Lines lines; };
    void all(std::string_view block, std::size_t any, std::size_t list, Lines& lines);

    const Expression& m_expression;
    std::vector<std::vector<std::vector<Part>>> m_parts;   // as Expression::m_queries
    Lines m_list, m_any, m_joined;
  };

 private:
  struct Term { std::shared_ptr<const LineMatcher> matcher; bool negated = false; };
  using All = std::vector<Term>;                 // those that are not negated first
  using Any = std::vector<All>;

  template <class Visit>
  void forEachTerm(Visit visit) const {
    for (const Any& query : m_queries) {
      for (const All& list : query) {
        for (const Term& term : list) visit(term);
      }
    }
  }

  std::vector<Any> m_queries;
};

}  // namespace lanescope::search
