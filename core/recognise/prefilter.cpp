// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/prefilter.h"

#include "core/recognise/literal_automaton.h"

#include <hs.h>

#include <atomic>
#include <new>
#include <utility>

namespace lanescope::recognise {

namespace {

struct FreeDatabase {
  void operator()(hs_database_t* database) const noexcept { hs_free_database(database); }
};
using Database = std::unique_ptr<hs_database_t, FreeDatabase>;

// Null where vectorscan cannot run here or does not take the literals.
Database compile(const std::vector<std::string>& literals) {
  if (hs_valid_platform() != HS_SUCCESS) return nullptr;
  std::vector<const char*> texts;
  std::vector<std::size_t> sizes;
  for (const std::string& literal : literals) {
    if (literal.empty()) continue;
    texts.push_back(literal.data());
    sizes.push_back(literal.size());
  }
  if (texts.empty()) return nullptr;
  const std::vector<unsigned> flags(texts.size(), 0);
  hs_database_t* database = nullptr;
  hs_compile_error_t* error = nullptr;
  hs_compile_lit_multi(texts.data(), flags.data(), nullptr, sizes.data(), static_cast<unsigned>(texts.size()), HS_MODE_BLOCK,
                       nullptr, &database, &error);
  hs_free_compile_error(error);
  return Database(database);
}

void appendEnd(std::vector<std::uint32_t>& ends, std::uint64_t end) {
  const auto offset = static_cast<std::uint32_t>(end);
  if (ends.empty() || ends.back() != offset) ends.push_back(offset);
}

int onMatch(unsigned, unsigned long long, unsigned long long end, unsigned, void* ends) {
  appendEnd(*static_cast<std::vector<std::uint32_t>*>(ends), end);
  return 0;
}

}  // namespace

struct Prefilter::Impl {
  explicit Impl(std::vector<std::string> all) : literals(std::move(all)), automaton(literals) {}
  std::vector<std::string> literals;
  LiteralAutomaton automaton;
  Database database;                             // owned; read through `fast` only
  std::atomic<const hs_database_t*> fast{nullptr};
};

Prefilter::Prefilter(std::vector<std::string> literals) : m_impl(std::make_unique<Impl>(std::move(literals))) {}

Prefilter::~Prefilter() = default;

void Prefilter::speedUp() {
  m_impl->database = compile(m_impl->literals);
  m_impl->fast = m_impl->database.get();
}

bool Prefilter::isFast() const noexcept { return m_impl->fast != nullptr; }

Prefilter::Scanner::Scanner(const Prefilter& filter) : m_filter(*filter.m_impl) {}

Prefilter::Scanner::~Scanner() { hs_free_scratch(static_cast<hs_scratch_t*>(m_scratch)); }

void Prefilter::Scanner::scan(std::string_view block, std::vector<std::uint32_t>& hitEnds) {
  hitEnds.clear();
  const hs_database_t* fast = m_filter.fast;
  if (!fast) {
    m_filter.automaton.find(block, [&hitEnds](std::uint32_t, std::size_t end) { appendEnd(hitEnds, end); });
    return;
  }
  if (!m_scratch) {
    hs_scratch_t* scratch = nullptr;
    if (hs_alloc_scratch(fast, &scratch) != HS_SUCCESS) throw std::bad_alloc();
    m_scratch = scratch;
  }
  hs_scan(fast, block.data(), static_cast<unsigned>(block.size()), 0, static_cast<hs_scratch_t*>(m_scratch), &onMatch, &hitEnds);
}

}  // namespace lanescope::recognise
