// SPDX-License-Identifier: Apache-2.0
#include "core/diagnose/kernel_lines.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace lanescope::diagnose {
namespace {

using model::Draft;
using model::KernelTie;
using model::Lane;
using model::LaneId;
using model::When;

// A kernel tells of a death before the launcher notices it; a GPU that is gone is noticed at the next call.
constexpr std::int64_t kBeforeNs = 2'000'000'000, kKillNoticedNs = 60'000'000'000, kGpuNoticedNs = 180'000'000'000;

std::string_view shortHost(std::string_view host) { return host.substr(0, host.find('.')); }

bool sameHost(std::string_view a, std::string_view b) { return !a.empty() && shortHost(a) == shortHost(b); }

// "0000:3b:00.0", "0000:3b:00" as NCCL packs it: domain, bus, device, function. nullopt where it is no such place.
std::optional<std::uint64_t> packedBus(std::string_view text) {
  std::uint64_t parts[4] = {0, 0, 0, 0};
  std::size_t count = 0;
  while (!text.empty() && count < 4) {
    const auto result = std::from_chars(text.data(), text.data() + text.size(), parts[count], 16);
    if (result.ec != std::errc{}) return std::nullopt;
    ++count;
    text.remove_prefix(static_cast<std::size_t>(result.ptr - text.data()));
    if (!text.empty()) text.remove_prefix(1);
  }
  if (count < 3) return std::nullopt;
  return parts[0] << 20 | parts[1] << 12 | parts[2] << 4 | parts[3];
}

// NCCL's "3b000", as above.
std::optional<std::uint64_t> packedByNccl(std::string_view text) {
  std::uint64_t value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (text.empty() || result.ec != std::errc{}) return std::nullopt;
  return value;
}

// Whether the rank's process can have been there: it had not ended for long.
bool livedAt(const Lane& lane, const When& when) {
  if (!when.known()) return true;
  if (lane.first.known() && lane.first.earliest != When::kOpenEarly && when.latest < lane.first.earliest - kKillNoticedNs) return false;
  const When& end = lane.end.time.known() ? lane.end.time : lane.last;
  return !end.known() || end.latest == When::kOpenLate || when.earliest <= end.latest + kKillNoticedNs;
}

template <class Fits>
LaneId onlyLane(const Draft& draft, std::optional<std::uint32_t> launch, const When& when, Fits fits) {
  LaneId found;
  for (std::uint32_t i = 0; i < draft.run.lanes.size(); ++i) {
    const Lane& lane = draft.run.lanes[i];
    if ((launch && lane.launch != *launch) || !livedAt(lane, when) || !fits(lane)) continue;
    if (found.valid()) return {};
    found = LaneId{i};
  }
  return found;
}

bool wentDown(const Lane& lane) {
  if (lane.end.by == "torchrun agent") return false;
  return lane.end.kind == model::EndKind::killed || lane.end.kind == model::EndKind::crashed || (lane.end.kind == model::EndKind::exited && lane.end.code.value_or(0) != 0);
}

}  // namespace

std::string hostOfKernelLine(const Draft& draft, std::uint32_t source, const recognise::FailureFact& fact) {
  if (!fact.host.empty()) return fact.host;
  std::set<std::string> hosts;
  for (const Lane& lane : draft.run.lanes) {
    if (!lane.host.empty()) hosts.insert(lane.host);
  }
  const std::string& path = draft.run.sources[source].path;
  std::string named;
  for (const std::string& host : hosts) {
    const bool longer = path.find(shortHost(host)) != std::string::npos && host.size() > named.size();
    if (longer) named = host;
  }
  if (!named.empty()) return named;
  return hosts.size() == 1 ? *hosts.begin() : std::string();
}

model::LaneId onlyLaneOfPid(const model::Draft& draft, std::int32_t pid, const std::string& host, const model::When& when, std::optional<std::uint32_t> launch) {
  if (pid < 0) return {};
  return onlyLane(draft, launch, when, [&](const Lane& lane) {
    return lane.pid == static_cast<std::uint32_t>(pid) && (host.empty() || lane.host.empty() || sameHost(host, lane.host));
  });
}

TiedLane tieOfKernelLine(const model::Draft& draft, std::uint32_t source, const recognise::FailureFact& fact, const model::When& when,
                         std::optional<std::uint32_t> launch) {
  const std::string host = hostOfKernelLine(draft, source, fact);
  const auto here = [&host](const Lane& lane) { return host.empty() || lane.host.empty() || sameHost(host, lane.host); };
  if (const LaneId lane = onlyLaneOfPid(draft, fact.pid, host, when, launch); lane.valid()) return {lane, KernelTie::pid};
  const auto bus = packedBus(fact.busId);
  if (bus) {
    constexpr std::uint64_t kFunction = 0xF;
    const LaneId lane = onlyLane(draft, launch, when, [&](const Lane& l) {
      const auto own = packedByNccl(l.busId);
      return own && (*own & ~kFunction) == (*bus & ~kFunction) && here(l);
    });
    if (lane.valid()) return {lane, KernelTie::bus};
  }
  if (host.empty() || !when.known()) return {};
  const std::int64_t noticed = bus ? kGpuNoticedNs : kKillNoticedNs;
  const LaneId lane = onlyLane(draft, launch, when, [&](const Lane& l) {
    const When& end = l.end.time;
    return sameHost(host, l.host) && wentDown(l) && end.known() && end.latest >= when.earliest - kBeforeNs && end.earliest <= when.latest + noticed;
  });
  return lane.valid() ? TiedLane{lane, KernelTie::hostAndTime} : TiedLane{};
}

std::string tieText(model::KernelTie tie, const recognise::FailureFact& fact, const std::string& host) {
  switch (tie) {
    case KernelTie::pid: return "pid " + std::to_string(fact.pid);
    case KernelTie::bus: return "its PCI address " + fact.busId;
    case KernelTie::hostAndTime: return host.empty() ? std::string("host and time") : "host " + host + " and time";
    case KernelTie::none: break;
  }
  return {};
}

}  // namespace lanescope::diagnose
