// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/nccl_lines.h"

#include "core/recognise/text_fields.h"

namespace lanescope::recognise {

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
