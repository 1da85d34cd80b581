// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/digits.h"
#include "core/recognise/layer_heads.h"
#include "core/recognise/layers.h"
#include "core/recognise/logical_line.h"
#include "core/recognise/plain_line.h"
#include "core/recognise/stated_time.h"
#include "core/recognise/writer_tags.h"
#include "core/text/clean.h"

#include <algorithm>
#include <string>

namespace lanescope::recognise {

namespace {

constexpr char kEscape = '\x1B';
constexpr char kBomStart = '\xEF';

bool isTask(LayerKind kind) noexcept { return kind == LayerKind::label || kind == LayerKind::mpi; }

// Whether the layer only says who wrote the line, and when.
bool placesOnly(const Layer& layer) noexcept {
  switch (layer.kind) {
    case LayerKind::gitlabStamp:
      return !continues(layer);
    case LayerKind::tee:
      return layer.name == "default";
    case LayerKind::githubStamp:
    case LayerKind::ciStamp:
    case LayerKind::log:
    case LayerKind::task:
      return true;
    default:
      return false;
  }
}

QuickHead readHeads(std::string_view line, const LineForm& form) noexcept {
  QuickHead head;
  bool plain = true;
  const std::size_t message = peelLineStart(line, form, [&head, &form, &plain](const Layer& layer) {
    plain = plain && placesOnly(layer);
    if (layer.kind == LayerKind::task || (isTask(layer.kind) && form.taskIsNode)) head.node = layer.number;
    else if (isTask(layer.kind)) head.globalRank = layer.number;
    head.labelled = head.labelled || (isTask(layer.kind) && head.globalRank >= 0);
    head.goesOn = head.goesOn || goesOn(layer);
    head.continues = head.continues || continues(layer);
    if (layer.kind == LayerKind::tee && head.teeRank < 0 && layer.name == "default") head.teeRank = layer.number;
    if (layer.kind == LayerKind::rank && head.globalRank < 0) head.globalRank = layer.number;
    if (layer.kind == LayerKind::actor && head.globalRank < 0) head.globalRank = rankOfActor(layer);
    if (layer.severity != Severity::none && head.severity == Severity::none) head.severity = layer.severity;
    if (!layer.stamp) return;
    if (!head.stamp) {
      head.stamp = layer.stamp;
      head.stampKind = layer.kind;
    } else if (head.stamp->hasZone && !head.hasInner() && layer.stamp->hasDate && !layer.stamp->hasZone) {
      head.innerNs = layer.stamp->ns;
      head.innerKind = layer.kind;
      head.innerHasYear = layer.stamp->hasYear;
    }
  });
  if (plain) head.message = static_cast<std::uint32_t>(message);
  if (!head.stamp && mayStateTime(line)) head.stamp = statedTime(line.substr(message));
  return head;
}

// Where the colour that begins at `at` (ESC [ digits m) ends; 0 where another control stands there.
std::size_t endOfColour(std::string_view raw, std::size_t at) noexcept {
  if (!hasAt(raw, at + 1, '[')) return 0;
  std::size_t end = at + 2;
  while (end < raw.size() && (isDigit(raw[end]) || raw[end] == ';')) ++end;
  return hasAt(raw, end, 'm') ? end + 1 : 0;
}

// Appends what stripControl() would append for `raw`. False, with `out` half filled, where `raw` has other controls than
// colours; nearly all lines of a CI job have no others, and this is several times as fast.
bool appendWithoutColours(std::string_view raw, std::string& out) {
  if (raw.find('\0') != std::string_view::npos || raw.find(kBomStart) != std::string_view::npos) return false;
  std::size_t at = 0;
  while (at < raw.size()) {
    const std::size_t end = std::min(raw.find(kEscape, at), raw.size());
    out.append(raw, at, end - at);
    if (end == raw.size()) break;
    at = endOfColour(raw, end);
    if (at == 0) return false;
  }
  return true;
}

// Kept by the thread, so that it grows once and not on every line.
const std::string& cleanStart(std::string_view rawLine) {
  thread_local std::string clean;
  for (std::size_t taken = 2 * kMaxHeads;; taken *= 2) {
    const std::string_view raw = rawLine.substr(0, taken);
    clean.clear();
    if (!appendWithoutColours(raw, clean)) {
      clean.clear();
      text::stripControl(raw, clean);
    }
    if (clean.size() >= kMaxHeads || raw.size() == rawLine.size()) return clean;
  }
}

// The text of a line that may be a record, whole.
const std::string* recordText(std::string_view rawLine, const LineForm& form) {
  if (!mayHoldRecord(rawLine)) return nullptr;
  thread_local std::string plain;
  plain.clear();
  appendPlain(rawLine, form, plain);
  return &plain;
}

}  // namespace

QuickHead quickHead(std::string_view rawLine, const LineForm& form) noexcept {
  if (!needsPlaining(rawLine)) return readHeads(rawLine, form);
  if (const std::string* text = recordText(rawLine, form)) {
    QuickHead head = readHeads(std::string_view(*text).substr(0, text->find('\n')), form);
    head.labelled = head.labelled || head.globalRank >= 0;
    head.message = QuickHead::kOther;
    return head;
  }
  QuickHead head = readHeads(cleanStart(rawLine), form);
  head.message = QuickHead::kOther;
  return head;
}

}  // namespace lanescope::recognise
