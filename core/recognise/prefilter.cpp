// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/prefilter.h"

#include "core/recognise/literal_automaton.h"

#include <hs.h>

#include <new>
#include <optional>
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
  Database database;
  std::optional<LiteralAutomaton> portable;  // where there is no database
};

Prefilter::Prefilter(std::vector<std::string> literals, Engine engine) : m_impl(std::make_unique<Impl>()) {
  if (engine == Engine::best) m_impl->database = compile(literals);
  if (!m_impl->database) m_impl->portable.emplace(literals);
}

Prefilter::~Prefilter() = default;

Prefilter::Scanner::Scanner(const Prefilter& filter) : m_filter(*filter.m_impl) {
  hs_scratch_t* scratch = nullptr;
  if (m_filter.database && hs_alloc_scratch(m_filter.database.get(), &scratch) != HS_SUCCESS) throw std::bad_alloc();
  m_scratch = scratch;
}

Prefilter::Scanner::~Scanner() { hs_free_scratch(static_cast<hs_scratch_t*>(m_scratch)); }

void Prefilter::Scanner::scan(std::string_view block, std::vector<std::uint32_t>& hitEnds) {
  hitEnds.clear();
  if (m_filter.portable) {
    m_filter.portable->find(block, [&hitEnds](std::uint32_t, std::size_t end) { appendEnd(hitEnds, end); });
    return;
  }
  hs_scan(m_filter.database.get(), block.data(), static_cast<unsigned>(block.size()), 0, static_cast<hs_scratch_t*>(m_scratch),
          &onMatch, &hitEnds);
}

}  // namespace lanescope::recognise
