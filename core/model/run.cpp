// SPDX-License-Identifier: Apache-2.0
#include "core/model/run.h"

#include "core/text/clean.h"

#include <algorithm>
#include <tuple>

namespace lanescope::model {

std::string SourceText::lineText(std::uint32_t number, std::size_t maxBytes) const {
  // Just its own bytes: a reader's window would be read for one line. Control sequences are a small part of a line.
  input::ByteRange range = lines.range(number);
  if (maxBytes < SIZE_MAX / 8) range.end = std::min(range.end, range.begin + 8 * maxBytes + 256);
  input::Scratch scratch;
  const auto view = bytes->view(range, scratch);
  if (!view) return {};
  std::string_view line = *view;
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return text::display(line, maxBytes);
}

std::string Source::lineText(std::uint32_t number, std::size_t maxBytes) const {
  if (!text || number == 0) return {};
  if (!rewrite) return text->lineText(number, maxBytes);
  // What is replaced may stand across the cut: it is replaced before.
  constexpr std::size_t kBeyond = 4'096;
  return text::display((*rewrite)(text->lineText(number, maxBytes < SIZE_MAX - kBeyond ? maxBytes + kBeyond : maxBytes)), maxBytes);
}

std::uint64_t SourceText::columnBytes() const noexcept {
  return lines.memoryBytes() + tags.capacity() * sizeof(tags[0]) + classes.capacity() * sizeof(classes[0]) +
         stampsMs.capacity() * sizeof(stampsMs[0]);
}

When Event::when() const noexcept {
  if (basis == Basis::none) return {};
  constexpr std::int64_t kMs = 1'000'000;
  return {utc, beforeMs == kOpen ? When::kOpenEarly : utc - std::int64_t{beforeMs} * kMs, afterMs == kOpen ? When::kOpenLate : utc + std::int64_t{afterMs} * kMs, basis};
}

When Iteration::when() const noexcept {
  Event event;
  event.utc = utc;
  event.beforeMs = beforeMs;
  event.afterMs = afterMs;
  event.basis = basis;
  return event.when();
}

std::string progressText(const LoopProgress& progress) {
  const auto grouped = [](std::uint64_t number) {
    std::string digits = std::to_string(number);
    for (std::ptrdiff_t at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) digits.insert(static_cast<std::size_t>(at), ",");
    return digits;
  };
  std::string text = progress.unit + ' ' + grouped(progress.last);
  if (progress.total) text += " of " + grouped(*progress.total);
  if (progress.epoch) text += " in epoch " + std::to_string(*progress.epoch);
  return text;
}

std::optional<LaneId> Run::laneOf(std::uint32_t launch, std::uint32_t attempt, Rank rank) const noexcept {
  const auto key = std::make_tuple(launch, attempt, rank);
  const auto less = [](const Lane& lane, const auto& k) { return std::make_tuple(lane.launch, lane.attempt, lane.rank) < k; };
  const auto it = std::lower_bound(lanes.begin(), lanes.end(), key, less);
  if (it == lanes.end() || std::make_tuple(it->launch, it->attempt, it->rank) != key) return std::nullopt;
  return LaneId{static_cast<std::uint32_t>(it - lanes.begin())};
}

}  // namespace lanescope::model
