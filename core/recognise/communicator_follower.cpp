// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/communicator_follower.h"

#include "core/recognise/nccl_lines.h"

namespace lanescope::recognise {
namespace {

constexpr std::size_t kMaxCommunicators = 1'000'000;   // of one source, counted once for each of their ranks

}  // namespace

void CommunicatorFollower::read(std::string_view host, std::int32_t pid, std::string_view message, std::uint32_t line) {
  const auto step = parseCommunicatorStep(message);
  if (!step) return;
  using Kind = CommunicatorStep::Kind;
  std::tuple key(std::string(host), pid, step->address);
  if (step->kind == Kind::start) {
    if (m_scan.communicators.size() >= kMaxCommunicators) return;
    m_living[std::move(key)] = static_cast<std::uint32_t>(m_scan.communicators.size());
    m_scan.communicators.push_back({step->id, step->rank, step->nranks, pid, line, 0, 0, false});
    return;
  }
  const auto known = m_living.find(key);
  if (known == m_living.end()) return;           // versions before 2.18 tell of no beginning
  CommunicatorFact& fact = m_scan.communicators[known->second];
  if (step->kind == Kind::complete) {
    fact.completeLine = line;
    return;
  }
  fact.endLine = line;
  fact.aborted = step->kind == Kind::aborted;
  m_living.erase(known);
}

}  // namespace lanescope::recognise
