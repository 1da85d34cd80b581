// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/line_form.h"

#include "core/recognise/digits.h"
#include "core/recognise/layer_heads.h"

#include <algorithm>

namespace lanescope::recognise {
namespace {

using Prefix = LineForm::Prefix;
constexpr Prefix kPrefixes[] = {Prefix::label, Prefix::service, Prefix::host};
constexpr std::size_t kMaxNames = 4'096;         // of one glance

// "node-a#" of "node-a07": hosts of one cluster differ in their numbers only.
std::string withoutDigits(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (!isDigit(c)) out += c;
    else if (out.empty() || out.back() != '#') out += '#';
  }
  return out;
}

bool isAgent(const Layer& layer) noexcept {
  return layer.kind == LayerKind::torchPython && layer.file.find("torch/distributed/") != std::string_view::npos &&
         (layer.file.find("elastic") != std::string_view::npos || layer.file.ends_with("run.py"));
}

}  // namespace

void FormJudge::lookBehind(std::string_view rest, std::int32_t number, Count& count) {
  peelLineStart(rest, LineForm{}, [&](const Layer& layer) {
    const bool otherRank = layer.kind == LayerKind::rank && layer.number != number;
    if (layer.kind == LayerKind::tee || otherRank || isAgent(layer)) count.launcherBehind = true;
  });
}

void FormJudge::look(std::string_view line) {
  if (line.find_first_not_of(" \r") == std::string_view::npos) return;
  ++m_lines;
  // Envelopes that prove themselves stand in front.
  std::size_t at = 0;
  Layer layer;
  const std::string_view head = line.substr(0, kMaxHeads);
  while (at < head.size()) {
    const std::size_t size = parseEnvelope(head.substr(at), LineForm{}, layer);
    if (size == 0) break;
    at += size;
    if (layer.kind == LayerKind::mpi) lookBehind(head.substr(at), layer.number, m_mpi);
  }
  for (const Prefix prefix : kPrefixes) {
    const std::size_t size = parsePrefix(head.substr(at), prefix, layer);
    if (size == 0) continue;
    Count& count = m_counts[static_cast<std::size_t>(prefix)];
    ++count.lines;
    const std::string name = layer.name.empty() ? std::to_string(layer.number) : std::string(layer.name);
    if (count.names.size() < kMaxNames) ++count.names[name];
    lookBehind(head.substr(at + size), layer.number, count);
  }
}

// Most lines have it, and its names come again: a numbered list or the lines of a grep do not.
bool FormJudge::believed(Prefix prefix) const {
  constexpr std::uint32_t kLeastLines = 4;
  const Count& count = m_counts[static_cast<std::size_t>(prefix)];
  if (count.lines < kLeastLines || count.lines * 2 < m_lines || count.names.size() * 2 > count.lines) return false;
  if (prefix != Prefix::host) return true;
  const std::string stem = withoutDigits(count.names.begin()->first);
  return std::all_of(count.names.begin(), count.names.end(), [&](const auto& name) { return withoutDigits(name.first) == stem; });
}

LineForm FormJudge::form() const {
  LineForm form;
  for (const Prefix prefix : kPrefixes) {
    if (form.prefix == Prefix::none && believed(prefix)) form.prefix = prefix;
  }
  form.taskIsNode = m_mpi.launcherBehind || (form.prefix == Prefix::label && m_counts[static_cast<std::size_t>(Prefix::label)].launcherBehind);
  return form;
}

}  // namespace lanescope::recognise
