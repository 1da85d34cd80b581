// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/logical_line.h"

#include "core/recognise/digits.h"
#include "core/recognise/layer_heads.h"

#include <algorithm>
#include <cctype>

namespace lanescope::recognise {
namespace {

constexpr std::size_t kMaxJoined = 1 << 20;      // beyond, the rest is a line of its own
constexpr std::size_t kMaxWaiting = 256;         // lines of other streams in between; beyond, the first is given as it is

// The seam at the start of a line.
struct Seam {
  bool cut = false;                              // one of the envelopes may cut lines
  bool goesOn = false;                           // the next line of the stream is its rest
  bool continues = false;                        // it is the rest of the stream's line before
  bool mayGoOn = false;                          // the stream's next line tells
  std::size_t envelope = 0;                      // bytes in front of what is joined
  std::string stream;                            // the names of the envelopes, without their times
};

Seam seamOf(std::string_view text, const LineForm& form) {
  Seam seam;
  peelLineStart(text, form, [&](const Layer& layer) {
    if (!isEnvelope(layer.kind) || seam.cut) return;
    seam.stream.append(layer.name) += '/';
    if (layer.number >= 0) seam.stream += std::to_string(layer.number);
    if (layer.level.empty()) return;
    seam.cut = true;
    seam.goesOn = goesOn(layer);
    seam.continues = continues(layer);
    seam.mayGoOn = layer.kind == LayerKind::gitlabStamp;
    const auto level = static_cast<std::size_t>(layer.level.data() - text.data());
    seam.envelope = layer.kind == LayerKind::gitlabStamp ? level + 1 : std::min(text.find(' ', level), text.size() - 1) + 1;
  });
  return seam;
}

// GitLab's section markers end with a CR, which the runner's own line end hides.
bool endsWithSection(std::string_view text) noexcept {
  const std::size_t at = text.rfind("section_");
  return at != std::string_view::npos && text.substr(at).find(' ') == std::string_view::npos;
}

// `..Z 01O `, as GitLab's runner marks its streams.
bool hasStreamMark(std::string_view head) noexcept {
  for (std::size_t at = head.find("Z "); at != std::string_view::npos && at + 5 < head.size(); at = head.find("Z ", at + 2)) {
    if (std::isxdigit(static_cast<unsigned char>(head[at + 2])) != 0 && (head[at + 4] == 'O' || head[at + 4] == 'E')) return true;
  }
  return false;
}

// Whether any of the envelopes that cut lines may stand in front: all of them carry a time and name a stream.
bool maybeCut(std::string_view text, const LineForm& form) noexcept {
  if (text.size() < 20 || (!isDigit(text[0]) && text[0] != '[' && form.prefix == LineForm::Prefix::none)) return false;
  const std::string_view head = text.substr(0, kMaxHeads);
  return head.find(" stdout ") != std::string_view::npos || head.find(" stderr ") != std::string_view::npos || hasStreamMark(head);
}

}  // namespace

std::uint32_t LogicalLine::lineAt(std::size_t offset) const noexcept {
  std::uint32_t line = parts.front().line;
  for (const Part& part : parts) {
    if (part.offset > offset) break;
    line = part.line;
  }
  return line;
}

LineJoiner::Waiting* LineJoiner::openOf(std::string_view stream) {
  const auto found = std::find_if(m_waiting.rbegin(), m_waiting.rend(), [stream](const Waiting& waiting) { return waiting.open && waiting.stream == stream; });
  return found == m_waiting.rend() ? nullptr : &*found;
}

void LineJoiner::push(std::string_view text, std::uint32_t number, std::string stream, bool open) {
  Waiting waiting;
  waiting.line.text = text;
  waiting.line.parts.push_back({0, number});
  waiting.stream = std::move(stream);
  waiting.open = open;
  m_waiting.push_back(std::move(waiting));
  if (m_waiting.size() > kMaxWaiting) m_waiting.front().open = false;
}

void LineJoiner::takeLine(std::string_view text, std::uint32_t number) {
  Seam seam = maybeCut(text, m_form) ? seamOf(text, m_form) : Seam();
  Waiting* before = seam.cut ? openOf(seam.stream) : nullptr;
  const bool joins = before && (seam.continues || !seam.mayGoOn) && before->line.text.size() < kMaxJoined;
  if (!joins) {
    if (before) before->open = false;
    push(text, number, std::move(seam.stream), seam.goesOn || seam.mayGoOn);
    return;
  }
  if (endsWithSection(before->line.text)) before->line.text += '\r';
  before->line.parts.push_back({before->line.text.size(), number});
  before->line.text += text.substr(std::min(seam.envelope, text.size()));
  before->open = seam.goesOn || seam.mayGoOn;
}

bool LineJoiner::standsAlone(std::string_view text) const noexcept {
  return m_waiting.empty() && text.find('\n') == std::string_view::npos && !maybeCut(text, m_form);
}

void LineJoiner::take(std::string_view text, std::uint32_t number) {
  do {
    const std::size_t end = std::min(text.find('\n'), text.size());
    takeLine(text.substr(0, end), number);
    text.remove_prefix(std::min(end + 1, text.size()));
  } while (!text.empty());
}

}  // namespace lanescope::recognise
