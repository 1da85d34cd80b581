// SPDX-License-Identifier: Apache-2.0
#include "core/clock/host_clocks.h"

#include "core/recognise/layers.h"
#include "core/recognise/text_fields.h"
#include "core/text/clean.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>

namespace lanescope::clock {
namespace {

using model::Draft;
using model::Source;
using model::When;

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::uint64_t kReadBytes = 32ull << 20;              // of all sources together
constexpr std::uint64_t kMostOfSource = 4ull << 20, kLeastOfSource = 64ull << 10;
constexpr std::size_t kMostMessages = 20'000;                  // of one source
constexpr std::size_t kMostDomains = 256;
constexpr std::int64_t kOneMoment = 5 * kSecond;               // ranks of one host print the same within this time, or it is no moment
constexpr std::size_t kLeastPairs = 5;
constexpr std::int64_t kLeastSpan = 60 * kSecond;              // a start that is late by a constant time is no clock
constexpr std::int64_t kLeastSpread = kSecond;
constexpr std::int64_t kTold = 2 * kSecond;                    // smaller differences are as likely the pace of printing

// Sources that have one clock, as far as it is known.
struct Domain {
  std::string name;
  std::vector<std::uint32_t> sources;
  std::set<std::uint32_t> launches;
  std::set<std::int32_t> ranks;                  // global ranks that its lines state
};

struct Offset {
  std::int64_t median = 0, least = 0, most = 0;  // ns that the second clock is ahead
  std::size_t pairs = 0;
};

std::vector<Domain> domainsOf(const Draft& draft) {
  std::map<std::string, std::size_t> known;
  std::vector<Domain> domains;
  for (std::uint32_t i = 0; i < draft.run.sources.size(); ++i) {
    const Source& source = draft.run.sources[i];
    if (draft.scans[i].stampedLines == 0 || draft.glances[i].ciLines > 0) continue;   // a runner's stamps are of one clock
    std::string name = source.host;
    if (name.empty() && draft.laneOfSource[i].valid()) name = draft.run.lanes[draft.laneOfSource[i].value].host;
    if (name.empty()) name = "the host of " + (draft.paths[i].directory.empty() ? source.path : draft.paths[i].directory);
    const auto entry = known.try_emplace(name, domains.size());
    if (entry.second) domains.push_back({name, {}, {}, {}});
    Domain& domain = domains[entry.first->second];
    domain.sources.push_back(i);
    for (const recognise::Writer& writer : draft.scans[i].writers) {
      if (writer.statedGlobal >= 0 || writer.key.global >= 0) domain.ranks.insert(std::max(writer.statedGlobal, writer.key.global));
    }
    if (source.launch) domain.launches.insert(*source.launch);
    for (const model::Segment& segment : draft.segments) {
      if (segment.source == i && segment.launch != model::kNoIndex) domain.launches.insert(segment.launch);
    }
  }
  if (domains.size() > kMostDomains) domains.resize(kMostDomains);
  return domains;
}

// The message without the number of the rank that prints it.
std::string keyOf(std::string_view message) {
  std::string key;
  for (std::size_t at = 0; at < message.size();) {
    const bool rank = message.compare(at, 4, "rank") == 0 || message.compare(at, 4, "Rank") == 0;
    if (!rank) {
      key += message[at++];
      continue;
    }
    key += "rank";
    at += 4;
    std::size_t digits = at;
    while (digits < message.size() && digits < at + 2 && (message[digits] == ' ' || message[digits] == '=' || message[digits] == ':')) ++digits;
    std::size_t end = digits;
    while (end < message.size() && recognise::isDigit(message[end])) ++end;
    if (end > digits) at = end;
  }
  return key;
}

// When each message was printed; 0 where it was printed at several times.
using Moments = std::unordered_map<std::string, std::int64_t>;

void readLines(const Source& source, std::uint32_t from, std::uint32_t to, Moments& moments) {
  text::LineReader reader(*source.text->bytes, source.text->lines);
  std::string clean;
  std::vector<recognise::Piece> pieces;
  for (std::uint32_t line = from; line <= to && moments.size() < kMostMessages; ++line) {
    const std::uint32_t ms = source.text->stampsMs[line - 1];
    if (ms == model::SourceText::kNoStamp) continue;
    clean.clear();
    constexpr std::size_t kLongest = 1'000;
    text::stripControl(reader.line(line).substr(0, kLongest), clean);
    recognise::splitPieces(clean, pieces);
    if (pieces.front().message.size() < 4) continue;
    const std::int64_t ns = source.text->stampBaseNs + std::int64_t{ms} * 1'000'000;
    const auto entry = moments.try_emplace(keyOf(pieces.front().message), ns);
    if (!entry.second && std::llabs(ns - entry.first->second) > kOneMoment) entry.first->second = 0;
  }
}

// The beginning and the end of each source of a domain.
Moments momentsOf(const Draft& draft, const Domain& domain, std::uint64_t share) {
  Moments moments;
  for (const std::uint32_t i : domain.sources) {
    const Source& source = draft.run.sources[i];
    const std::uint32_t last = source.text->lineCount();
    if (source.text->stampsMs.empty() || last == 0) continue;
    if (source.byteCount <= share) {
      readLines(source, 1, last, moments);
      continue;
    }
    readLines(source, 1, source.text->lines.lineAt(share / 2), moments);
    readLines(source, source.text->lines.lineAt(source.text->lines.bytes() - share / 2), last, moments);
  }
  return moments;
}

std::optional<Offset> offsetBetween(const Moments& first, const Moments& second) {
  std::vector<std::pair<std::int64_t, std::int64_t>> pairs;   // (difference, moment)
  for (const auto& entry : first) {
    const auto other = second.find(entry.first);
    if (entry.second != 0 && other != second.end() && other->second != 0) pairs.emplace_back(other->second - entry.second, entry.second);
  }
  if (pairs.size() < kLeastPairs) return std::nullopt;
  std::sort(pairs.begin(), pairs.end());
  Offset out;
  out.median = pairs[pairs.size() / 2].first;
  std::vector<std::int64_t> far;
  for (const auto& pair : pairs) far.push_back(std::llabs(pair.first - out.median));
  std::nth_element(far.begin(), far.begin() + static_cast<std::ptrdiff_t>(far.size() / 2), far.end());
  const std::int64_t spread = std::max(kLeastSpread, 3 * far[far.size() / 2]);
  std::int64_t begin = INT64_MAX, end = INT64_MIN;
  out.least = out.most = out.median;
  for (const auto& pair : pairs) {
    if (std::llabs(pair.first - out.median) > spread) continue;
    ++out.pairs;
    out.least = std::min(out.least, pair.first);
    out.most = std::max(out.most, pair.first);
    begin = std::min(begin, pair.second);
    end = std::max(end, pair.second);
  }
  const bool agree = out.pairs >= kLeastPairs && out.pairs * 10 >= pairs.size() * 7;
  if (!agree || end - begin < kLeastSpan || spread > std::max<std::int64_t>(kTold, std::llabs(out.median) / 4)) return std::nullopt;
  return out;
}

// Hosts of one job: they share a launch, or each shows ranks that the other does not (two jobs would both have rank 0).
bool shareJob(const Domain& a, const Domain& b) {
  const auto known = [](const std::set<std::int32_t>& ranks, std::int32_t rank) { return ranks.count(rank) > 0; };
  const bool disjoint = !a.ranks.empty() && !b.ranks.empty() && std::none_of(a.ranks.begin(), a.ranks.end(), [&](std::int32_t rank) { return known(b.ranks, rank); });
  return disjoint || std::any_of(a.launches.begin(), a.launches.end(), [&](std::uint32_t launch) { return b.launches.count(launch) > 0; });
}

std::string seconds(std::int64_t ns) { return fmt::format("{:.1f}", static_cast<double>(ns) / 1e9); }

void tell(Draft& draft, const Domain& domain, const Domain& reference, const Offset& offset) {
  for (const std::uint32_t i : domain.sources) {
    model::SourceClock& clock = draft.run.sources[i].clock;
    clock.offsetSeconds = static_cast<double>(offset.median) / 1e9;
    clock.offsetRange = {static_cast<double>(offset.least) / 1e9, static_cast<double>(offset.most) / 1e9};
  }
  const bool ahead = offset.median > 0;
  const std::int64_t from = ahead ? offset.least : -offset.most, to = ahead ? offset.most : -offset.least;
  constexpr std::int64_t kQuarter = 900 * kSecond;
  const std::int64_t rest = std::llabs(offset.median) % kQuarter;
  const bool zone = std::llabs(offset.median) > kQuarter / 2 && std::min(rest, kQuarter - rest) < 5 * kSecond;
  draft.run.coverage.notes.push_back(fmt::format(
      "the clock of {} is {} to {} s {} that of {}, by {} messages that both printed{}; times are shown as printed, and compared with that in mind",
      domain.name, seconds(from), seconds(to), ahead ? "ahead of" : "behind", reference.name, offset.pairs, zone ? " (as much as another time zone)" : ""));
}

}  // namespace

void compareHostClocks(Draft& draft) {
  const std::vector<Domain> domains = domainsOf(draft);
  if (domains.size() < 2) return;
  std::size_t sources = 0;
  for (const Domain& domain : domains) sources += domain.sources.size();
  const std::uint64_t share = std::clamp<std::uint64_t>(kReadBytes / sources, kLeastOfSource, kMostOfSource);
  std::map<std::size_t, Moments> references;     // by domain that others are compared with
  for (std::size_t i = 1; i < domains.size(); ++i) {
    std::size_t reference = 0;
    while (reference < i && !shareJob(domains[reference], domains[i])) ++reference;
    if (reference == i) continue;
    const auto entry = references.try_emplace(reference);
    if (entry.second) entry.first->second = momentsOf(draft, domains[reference], share);
    const auto offset = offsetBetween(entry.first->second, momentsOf(draft, domains[i], share));
    const bool told = offset && (offset->least > kTold || offset->most < -kTold);
    if (told) tell(draft, domains[i], domains[reference], *offset);
  }
}

model::When onFirstClock(const model::Source& source, const model::When& when) {
  if (!when.known() || !source.clock.offsetRange) return when;
  const auto ns = [](double value) { return static_cast<std::int64_t>(std::llround(value * 1e9)); };
  When out = when;
  out.utc -= ns(source.clock.offsetSeconds);
  if (out.earliest != When::kOpenEarly) out.earliest -= ns((*source.clock.offsetRange)[1]);
  if (out.latest != When::kOpenLate) out.latest -= ns((*source.clock.offsetRange)[0]);
  return out;
}

}  // namespace lanescope::clock
