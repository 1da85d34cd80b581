// SPDX-License-Identifier: Apache-2.0
#include "core/search/expression.h"

#include "core/search/pattern_fault.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>

namespace lanescope::search {

namespace {

constexpr std::size_t kMostOperands = 64;        // of one query

enum class Operator { conjunction, disjunction, negation };

struct Found {
  Operator what = Operator::conjunction;
  std::size_t begin = 0, end = 0;                // of the word
};

bool isBlank(std::string_view text, std::size_t at) { return at >= text.size() || text[at] == ' ' || text[at] == '\t'; }

std::optional<Found> operatorAt(std::string_view text, std::size_t at) {
  const auto word = [&](std::string_view name, Operator what) -> std::optional<Found> {
    if (!text.substr(at).starts_with(name) || !isBlank(text, at + name.size())) return std::nullopt;
    return Found{what, at, at + name.size()};
  };
  if (at > 0 && !isBlank(text, at - 1)) return std::nullopt;
  if (auto found = word("AND", Operator::conjunction)) return found;
  if (auto found = word("OR", Operator::disjunction)) return found;
  return word("NOT", Operator::negation);
}

std::size_t skipBlanks(std::string_view text, std::size_t at) {
  while (at < text.size() && isBlank(text, at)) ++at;
  return at;
}

// Behind the closing quote of a pattern that begins with one at `at`: it ends the text, or a blank and an operator stand behind it.
std::optional<std::size_t> quotedEnd(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '"') return std::nullopt;
  for (std::size_t close = text.find('"', at + 1); close != std::string_view::npos; close = text.find('"', close + 1)) {
    const std::size_t next = skipBlanks(text, close + 1);
    if (next == text.size()) return close + 1;
    const auto found = next > close + 1 ? operatorAt(text, next) : std::nullopt;
    if (found && found->what != Operator::negation) return close + 1;
  }
  return std::nullopt;
}

bool holdsOperator(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (const auto found = operatorAt(text, at); found && (found->what != Operator::negation || at == 0)) return true;
  }
  return false;
}

tl::unexpected<base::Error> refuse(Fault* fault, std::size_t offset, const std::string& what, const std::string& text) {
  const Fault found{offset, what};
  if (fault) *fault = found;
  return base::fail(base::ErrorCode::invalidArgument, describe(found, text), text, "double quotes around a pattern make AND, OR and NOT words of it");
}

struct Reader {
  const std::string& text;
  std::size_t at = 0;
  bool operators = false;                        // one was met: quotes belong to the expression

  Operand operand();
};

// From `at` to the next AND or OR, or to the end, without blanks around it.
Operand Reader::operand() {
  Operand read;
  at = skipBlanks(text, at);
  if (const auto found = operatorAt(text, at); found && found->what == Operator::negation) {
    read.negated = true;
    at = skipBlanks(text, found->end);
  }
  read.offset = at;
  std::size_t end = text.size();
  if (const auto quoted = quotedEnd(text, at)) {
    end = *quoted;
    read.text = text.substr(at, end - at);
    at = end;
    return read;
  }
  for (std::size_t next = at; next < text.size(); ++next) {
    const auto found = operatorAt(text, next);
    if (!found || found->what == Operator::negation) continue;
    end = next;
    break;
  }
  at = end;
  while (end > read.offset && isBlank(text, end - 1)) --end;
  read.text = text.substr(read.offset, end - read.offset);
  return read;
}

bool isQuoted(std::string_view text) { return text.size() >= 3 && text.front() == '"' && text.back() == '"'; }

Operand withoutQuotes(const Operand& operand) { return {operand.text.substr(1, operand.text.size() - 2), operand.offset + 1, operand.negated}; }

// `a` without what `b` holds; both ascending.
void subtract(std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  auto other = b.begin();
  const auto gone = [&](std::uint32_t line) {
    while (other != b.end() && *other < line) ++other;
    return other != b.end() && *other == line;
  };
  a.erase(std::remove_if(a.begin(), a.end(), gone), a.end());
}

void intersect(std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  auto other = b.begin();
  const auto gone = [&](std::uint32_t line) {
    while (other != b.end() && *other < line) ++other;
    return other == b.end() || *other != line;
  };
  a.erase(std::remove_if(a.begin(), a.end(), gone), a.end());
}

std::size_t lineCount(std::string_view block) {
  if (block.empty()) return 0;
  return static_cast<std::size_t>(std::count(block.begin(), block.end(), '\n')) + (block.back() == '\n' ? 0 : 1);
}

}  // namespace

base::Result<std::vector<std::vector<Operand>>> parseOperators(const std::string& text, Fault* fault) {
  std::vector<std::vector<Operand>> any(1);
  Reader reader{text};
  std::size_t count = 0;
  while (true) {
    Operand read = reader.operand();
    reader.operators = reader.operators || read.negated;
    const auto found = operatorAt(text, skipBlanks(text, reader.at));
    if (read.text.empty() && (found || read.negated || reader.operators)) {
      const char* side = found ? "nothing stands before this operator" : "nothing stands behind the operator";
      return refuse(fault, found ? found->begin : text.size(), side, text);
    }
    if (++count > kMostOperands) return refuse(fault, read.offset, "too many patterns", text);
    any.back().push_back(std::move(read));
    if (!found) break;
    reader.operators = true;
    reader.at = found->end;
    if (found->what == Operator::disjunction) any.emplace_back();
  }
  if (!reader.operators) {
    // One pattern alone is exactly what was typed, blanks included, unless quotes keep an operator from being one.
    const Operand only = any[0][0];
    const bool kept = isQuoted(only.text) && holdsOperator(std::string_view(only.text).substr(1, only.text.size() - 2));
    any[0][0] = kept ? withoutQuotes(only) : Operand{text, 0, false};
    return any;
  }
  for (std::vector<Operand>& all : any) {
    for (Operand& operand : all) {
      if (isQuoted(operand.text)) operand = withoutQuotes(operand);
    }
    std::stable_partition(all.begin(), all.end(), [](const Operand& operand) { return !operand.negated; });
  }
  return any;
}

base::Result<std::shared_ptr<const Expression>> Expression::compile(const std::vector<Query>& queries, Fault* fault) {
  auto expression = std::make_shared<Expression>();
  for (const Query& query : queries) {
    std::vector<std::vector<Operand>> any{{{query.text, 0, false}}};
    if (query.operators) {
      auto parsed = parseOperators(query.text, fault);
      if (!parsed) return tl::make_unexpected(parsed.error());
      any = *std::move(parsed);
    }
    Any& lists = expression->m_queries.emplace_back();
    for (const std::vector<Operand>& all : any) {
      All& terms = lists.emplace_back();
      for (const Operand& operand : all) {
        Query pattern = query;
        pattern.text = operand.text;
        auto matcher = LineMatcher::compile(pattern, fault);
        if (!matcher && fault) fault->offset += operand.offset;
        if (!matcher) return tl::make_unexpected(matcher.error());
        terms.push_back({*std::move(matcher), operand.negated});
      }
    }
  }
  return expression;
}

void Expression::speedUp() const {
  forEachTerm([](const Term& term) { term.matcher->speedUp(); });
}

bool Expression::matches(std::string_view cleanLine) const {
  const auto holds = [&](const All& list) {
    return std::all_of(list.begin(), list.end(), [&](const Term& term) { return term.matcher->matches(cleanLine) != term.negated; });
  };
  return std::all_of(m_queries.begin(), m_queries.end(), [&](const Any& query) { return std::any_of(query.begin(), query.end(), holds); });
}

std::vector<Span> Expression::find(std::string_view cleanLine, std::size_t most) const {
  std::vector<Span> found;
  forEachTerm([&](const Term& term) {
    if (!term.negated) term.matcher->find(cleanLine, found.size() + most, found);
  });
  std::sort(found.begin(), found.end(), [](const Span& a, const Span& b) { return a.begin < b.begin; });
  std::vector<Span> joined;
  for (const Span& span : found) {
    if (!joined.empty() && span.begin <= joined.back().end) joined.back().end = std::max(joined.back().end, span.end);
    else joined.push_back(span);
  }
  return joined;
}

Expression::Scanner::Scanner(const Expression& expression) : m_expression(expression) {
  for (const Any& query : expression.m_queries) {
    auto& lists = m_parts.emplace_back();
    for (const All& list : query) {
      auto& parts = lists.emplace_back();
      for (const Term& term : list) parts.push_back({std::make_unique<LineMatcher::Scanner>(*term.matcher), {}});
    }
  }
}

// The lines that match all terms of one list. A later term is not looked for where the earlier ones left no line.
void Expression::Scanner::all(std::string_view block, std::size_t any, std::size_t list, Lines& lines) {
  const All& terms = m_expression.m_queries[any][list];
  std::vector<Part>& parts = m_parts[any][list];
  if (terms.front().negated) {
    lines.resize(lineCount(block));
    std::iota(lines.begin(), lines.end(), 0u);
  } else {
    parts.front().scanner->scan(block, lines);
  }
  for (std::size_t i = terms.front().negated ? 0 : 1; i < terms.size() && !lines.empty(); ++i) {
    parts[i].scanner->scan(block, parts[i].lines);
    if (terms[i].negated) subtract(lines, parts[i].lines);
    else intersect(lines, parts[i].lines);
  }
}

void Expression::Scanner::scan(std::string_view block, std::vector<std::uint32_t>& lines) {
  lines.clear();
  for (std::size_t query = 0; query < m_parts.size(); ++query) {
    m_any.clear();
    for (std::size_t list = 0; list < m_parts[query].size(); ++list) {
      all(block, query, list, m_list);
      if (m_any.empty()) {
        m_any.swap(m_list);
        continue;
      }
      m_joined.clear();
      std::set_union(m_any.begin(), m_any.end(), m_list.begin(), m_list.end(), std::back_inserter(m_joined));
      m_any.swap(m_joined);
    }
    if (query == 0) lines.swap(m_any);
    else intersect(lines, m_any);
    if (lines.empty()) return;
  }
}

}  // namespace lanescope::search
