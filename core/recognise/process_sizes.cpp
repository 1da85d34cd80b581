// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/process_sizes.h"

#include "core/recognise/size_lines.h"
#include "core/recognise/text_fields.h"
#include "core/recognise/writer_table.h"

#include <algorithm>

namespace lanescope::recognise {

void ProcessSizes::addInit(NcclFact fact, bool beginsLine) {
  // Behind other text the name may be glued to what was left of a torn line.
  if (beginsLine) m_hosts.insert(fact.host);
  else if (m_hosts.count(fact.host) == 0) fact.host.clear();
  Communicator& largest = m_largest[std::make_pair(fact.host, fact.pid)];
  if (fact.nranks < largest.ranks || (fact.nranks == largest.ranks && (!fact.complete || largest.complete))) return;
  largest = {fact.nranks, fact.complete};
  m_scan.nccl.push_back(std::move(fact));
}

void ProcessSizes::addGroup(std::string_view message) {
  const auto group = statedGroup(message);
  if (!group || group->rank >= static_cast<std::int32_t>(WriterTable::kMostWriters)) return;
  const auto rank = static_cast<std::size_t>(group->rank);
  if (rank >= m_groupSizes.size()) m_groupSizes.resize(rank + 1, -1);
  m_groupSizes[rank] = std::max(m_groupSizes[rank], group->size);
}

bool ProcessSizes::isKnownInit(std::string_view raw) const {
  const auto info = raw.find("] NCCL INFO ");
  if (info == std::string_view::npos || !raw.ends_with("Init COMPLETE") || raw.front() == '[' || isDigit(raw.front())) return false;
  std::string_view rest = raw, host;
  std::int32_t pid = -1;
  const auto nranks = numberBehind<std::int32_t>(raw.substr(info), " nranks ");
  if (!takeNcclProcess(rest, host, pid) || !nranks) return false;
  const auto known = m_largest.find(std::make_pair(host, pid));
  return known != m_largest.end() && known->second.complete && known->second.ranks >= *nranks;
}

bool ProcessSizes::isKnownGroup(std::string_view raw) const {
  const auto group = statedGroup(raw);
  return group && static_cast<std::size_t>(group->rank) < m_groupSizes.size() && group->size <= m_groupSizes[static_cast<std::size_t>(group->rank)];
}

bool takeNcclProcess(std::string_view& line, std::string_view& host, std::int32_t& pid) {
  host = takeUntil(line, ":");
  if (!take(line, ":")) return false;
  const auto number = takeNumber<std::int32_t>(line);
  if (number) pid = *number;
  return number.has_value();
}

}  // namespace lanescope::recognise
