// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/nccl_lines.h"

#include "core/recognise/text_fields.h"

namespace lanescope::recognise {
namespace {

std::uint64_t hexBehind(std::string_view text, std::string_view word) noexcept {
  const auto rest = behind(text, word);
  std::uint64_t value = 0;
  if (rest) std::from_chars(rest->data(), rest->data() + rest->size(), value, 16);
  return value;
}

}  // namespace

std::optional<CommunicatorStep> parseCommunicatorStep(std::string_view message) noexcept {
  const std::string_view text = trimmed(message);
  CommunicatorStep step;
  using Kind = CommunicatorStep::Kind;
  if (text.ends_with("- Init START")) step.kind = Kind::start;
  else if (text.ends_with("- Init COMPLETE")) step.kind = Kind::complete;
  else if (text.ends_with("- Destroy COMPLETE")) step.kind = Kind::destroyed;
  else if (text.ends_with("- Abort COMPLETE")) step.kind = Kind::aborted;
  else return std::nullopt;
  const auto rest = behind(text, "comm 0x");
  if (!rest) return std::nullopt;
  step.address = hexBehind(text, "comm 0x");
  step.id = hexBehind(*rest, " commId 0x");
  step.rank = numberBehind<std::int32_t>(*rest, " rank ").value_or(-1);
  step.nranks = numberBehind<std::int32_t>(*rest, " nranks ").value_or(-1);
  if (step.rank < 0 || step.nranks <= step.rank) return std::nullopt;
  return step;
}

bool parseNcclInit(const Layer& head, std::string_view message, std::uint32_t line, NcclFact& out) {
  if (message.find("Init ") == std::string_view::npos) return false;
  const auto rest = behind(message, "comm 0x");
  if (!rest) return false;
  const auto rank = numberBehind<std::int32_t>(*rest, " rank ");
  const auto nranks = numberBehind<std::int32_t>(*rest, " nranks ");
  if (!rank || !nranks) return false;
  out.host = std::string(head.name);
  out.pid = head.pid;
  out.line = line;
  out.rank = *rank;
  out.nranks = *nranks;
  out.device = numberBehind<std::int32_t>(*rest, " cudaDev ").value_or(head.number);
  if (auto bus = behind(*rest, " busId ")) out.busId = std::string(takeUntil(*bus, " "));
  out.complete = message.find("Init COMPLETE") != std::string_view::npos;
  return true;
}

}  // namespace lanescope::recognise
