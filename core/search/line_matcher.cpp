// SPDX-License-Identifier: Apache-2.0
#include "core/search/line_matcher.h"

#include "core/search/pattern_fault.h"
#include "core/text/clean.h"

#include <hs.h>
#include <re2/re2.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <utility>

namespace lanescope::search {

namespace {

struct FreeDatabase {
  void operator()(hs_database_t* database) const noexcept { hs_free_database(database); }
};
using Database = std::unique_ptr<hs_database_t, FreeDatabase>;

// More matches than this many bytes each, and matching line by line, which stops at a line's first match, is faster.
constexpr std::size_t kBytesPerMatch = 16;

bool isAscii(std::string_view text) noexcept {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool holdsAny(std::string_view text, std::initializer_list<std::string_view> parts) noexcept {
  return std::any_of(parts.begin(), parts.end(), [text](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

// Whether an expression could match a line end, so that a match in a block of lines may be none in a line. Errs to yes.
bool mayHoldLineEnd(std::string_view expression) noexcept {
  return holdsAny(expression, {"\\s", "\\W", "\\D", "\\n", "\\x", "\\0", "\\1", "\\Q", "[^", "[[:", "(?", "-"}) ||
         expression.find('\n') != std::string_view::npos;
}

// What RE2 and vectorscan take differently.
bool meansDifferentThings(std::string_view expression) noexcept {
  return holdsAny(expression, {"\\A", "\\z", "\\C", "\\p", "\\P", "\\v", "\\Q", "(?s", "(?m", "(?U"});
}

// The expression for the block engine, or null where it cannot be used.
Database compileForBlocks(const std::string& expression, bool matchCase) {
  if (hs_valid_platform() != HS_SUCCESS) return nullptr;
  const unsigned flags = HS_FLAG_MULTILINE | (matchCase ? 0u : static_cast<unsigned>(HS_FLAG_CASELESS));
  hs_database_t* database = nullptr;
  hs_compile_error_t* error = nullptr;
  // A match of nothing has no last byte to tell its line by.
  hs_expr_info_t* info = nullptr;
  const bool known = hs_expression_info(expression.c_str(), flags, &info, &error) == HS_SUCCESS && info->min_width > 0;
  std::free(info);
  hs_free_compile_error(std::exchange(error, nullptr));
  if (!known) return nullptr;
  hs_compile(expression.c_str(), flags, HS_MODE_BLOCK, nullptr, &database, &error);
  hs_free_compile_error(error);
  return Database(database);
}

// The lines of `block` one after the other, without LF.
template <class Take>
void forEachLine(std::string_view block, Take take) {
  for (std::uint32_t number = 0; !block.empty(); ++number) {
    const std::size_t lf = block.find('\n');
    take(number, block.substr(0, lf));
    if (lf == std::string_view::npos) return;
    block.remove_prefix(lf + 1);
  }
}

}  // namespace

struct LineMatcher::Impl {
  std::unique_ptr<RE2> expression;
  bool matchCase = true;
  bool forBlocks = false;                        // the fast engine takes it, and means the same
  std::once_flag compiled;
  mutable Database database;                     // owned; read through `blocks` only
  mutable std::atomic<const hs_database_t*> blocks{nullptr};   // null: line by line
  bool verify = false;                           // a match of `blocks` has to be looked at again
  bool endsOfLines = false;                      // the expression can tell a line with CR from one without
};

LineMatcher::LineMatcher(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
LineMatcher::~LineMatcher() = default;

base::Result<std::shared_ptr<const LineMatcher>> LineMatcher::compile(const Query& query, Fault* fault) {
  if (query.text.empty()) {
    if (fault) *fault = {0, "nothing to search for"};
    return base::fail(base::ErrorCode::invalidArgument, "nothing to search for", {}, "give a text or a regular expression");
  }
  std::string expression = query.regex ? query.text : RE2::QuoteMeta(query.text);
  if (query.wholeWord) expression = "\\b(?:" + expression + ")\\b";
  const bool ascii = isAscii(query.text);
  RE2::Options options;
  options.set_log_errors(false);
  options.set_case_sensitive(query.matchCase);
  if (ascii) options.set_encoding(RE2::Options::EncodingLatin1);
  auto impl = std::make_unique<Impl>();
  impl->expression = std::make_unique<RE2>(expression, options);
  if (!impl->expression->ok()) {
    const Fault found = faultOf(query.text);
    if (fault) *fault = found;
    return base::fail(base::ErrorCode::invalidArgument, "not a regular expression: " + describe(found, query.text), query.text, "-F searches for exactly this text");
  }
  // Bytes are bytes in a text without case and borders, whatever they encode.
  const bool plainBytes = !query.regex && query.matchCase && !query.wholeWord;
  impl->forBlocks = (ascii || plainBytes) && !(query.regex && meansDifferentThings(query.text));
  impl->matchCase = query.matchCase;
  impl->verify = query.regex && mayHoldLineEnd(query.text);
  impl->endsOfLines = query.regex && holdsAny(query.text, {"$", "\\r", "\\b", "\\s", "\\W", "\\D", "\\x", "[^", "."});
  return std::shared_ptr<const LineMatcher>(new LineMatcher(std::move(impl)));
}

void LineMatcher::speedUp() const {
  if (!m_impl->forBlocks) return;
  std::call_once(m_impl->compiled, [this] {
    m_impl->database = compileForBlocks(m_impl->expression->pattern(), m_impl->matchCase);
    m_impl->blocks = m_impl->database.get();
  });
}

bool LineMatcher::matches(std::string_view cleanLine) const {
  return RE2::PartialMatch(re2::StringPiece(cleanLine.data(), cleanLine.size()), *m_impl->expression);
}

void LineMatcher::find(std::string_view cleanLine, std::size_t most, std::vector<Span>& spans) const {
  const re2::StringPiece line(cleanLine.data(), cleanLine.size());
  re2::StringPiece match;
  for (std::size_t at = 0; at < line.size() && spans.size() < most;) {
    if (!m_impl->expression->Match(line, at, line.size(), RE2::UNANCHORED, &match, 1)) return;
    const auto begin = static_cast<std::size_t>(match.data() - line.data());
    at = begin + std::max<std::size_t>(match.size(), 1);
    if (!match.empty()) spans.push_back({begin, begin + match.size()});
  }
}

struct LineMatcher::Scanner::State {
  explicit State(const LineMatcher& m) : matcher(m) {}
  ~State() { hs_free_scratch(scratch); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  std::string_view cleaned(std::string_view block);
  bool canUseBlocks();
  bool findEnds(std::string_view block);
  void linesOfEnds(std::string_view block, std::vector<std::uint32_t>& lines) const;

  const LineMatcher& matcher;
  hs_scratch_t* scratch = nullptr;
  bool lineByLine = false;                       // since nearly everything matches
  std::string clean;
  std::vector<std::uint32_t> ends;               // just behind each match of the block
};

// The block with every line as it is shown; the same bytes where nothing is hidden.
std::string_view LineMatcher::Scanner::State::cleaned(std::string_view block) {
  const bool returns = matcher.m_impl->endsOfLines && std::memchr(block.data(), '\r', block.size());
  if (!returns && !text::needsCleaning(block)) return block;
  clean.clear();
  forEachLine(block, [this](std::uint32_t, std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    text::stripControl(line, clean);
    clean += '\n';
  });
  return clean;
}

bool LineMatcher::Scanner::State::canUseBlocks() {
  const hs_database_t* blocks = matcher.m_impl->blocks;
  if (lineByLine || !blocks) return false;
  if (!scratch && hs_alloc_scratch(blocks, &scratch) != HS_SUCCESS) throw std::bad_alloc();
  return true;
}

// False where there are so many matches that going line by line is faster.
bool LineMatcher::Scanner::State::findEnds(std::string_view block) {
  struct Found {
    std::vector<std::uint32_t>& ends;
    std::size_t most;
  } found{ends, 256 + block.size() / kBytesPerMatch};
  ends.clear();
  const auto take = [](unsigned, unsigned long long, unsigned long long end, unsigned, void* context) {
    auto& all = *static_cast<Found*>(context);
    all.ends.push_back(static_cast<std::uint32_t>(end));
    return all.ends.size() > all.most ? 1 : 0;
  };
  return hs_scan(matcher.m_impl->blocks, block.data(), static_cast<unsigned>(block.size()), 0, scratch, take, &found) == HS_SUCCESS;
}

void LineMatcher::Scanner::State::linesOfEnds(std::string_view block, std::vector<std::uint32_t>& lines) const {
  std::size_t begin = 0, behind = 0;             // of the line looked at; behind its LF
  std::uint32_t number = 0, next = 0;            // of it, and of the one that follows
  bool known = false;                            // that it matches, or does not
  for (const std::uint32_t end : ends) {
    const std::size_t at = end - 1;              // the last byte that matched
    if (at >= behind) {
      const void* before = at > behind ? memrchr(block.data() + behind, '\n', at - behind) : nullptr;
      const std::size_t start = before ? static_cast<std::size_t>(static_cast<const char*>(before) - block.data()) + 1 : behind;
      next += static_cast<std::uint32_t>(std::count(block.begin() + static_cast<std::ptrdiff_t>(behind), block.begin() + static_cast<std::ptrdiff_t>(start), '\n'));
      number = next++;
      begin = start;
      behind = std::min(block.find('\n', at), block.size() - 1) + 1;
      known = false;
    }
    if (known) continue;
    known = true;
    if (!matcher.m_impl->verify || matcher.matches(block.substr(begin, behind - begin - (block[behind - 1] == '\n' ? 1 : 0)))) lines.push_back(number);
  }
}

LineMatcher::Scanner::Scanner(const LineMatcher& matcher) : m_state(std::make_unique<State>(matcher)) {}
LineMatcher::Scanner::~Scanner() = default;

void LineMatcher::Scanner::scan(std::string_view block, std::vector<std::uint32_t>& lines) {
  lines.clear();
  if (block.empty()) return;
  block = m_state->cleaned(block);
  if (m_state->canUseBlocks()) {
    if (m_state->findEnds(block)) return m_state->linesOfEnds(block, lines);
    m_state->lineByLine = true;
  }
  forEachLine(block, [&](std::uint32_t number, std::string_view line) {
    if (m_state->matcher.matches(line)) lines.push_back(number);
  });
}

}  // namespace lanescope::search
