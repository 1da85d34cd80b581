// SPDX-License-Identifier: Apache-2.0
// What container runtimes and their clients put before a line. The runtime reads a container's pipe and writes a file of its own:
// its stamp is the time of reading.
//   CRI files (containerd, CRI-O):   2026-01-02T03:04:05.123456789Z stdout F message      P where the line goes on
//   docker logs -t, kubectl logs --timestamps:   2026-01-02T03:04:05.123456789Z message
//   kubectl logs --prefix:           [pod/trainer-0/main] message
#include "core/recognise/digits.h"
#include "core/recognise/layer_heads.h"

namespace lanescope::recognise {

namespace {

constexpr std::size_t kStreamSize = 6;           // of "stdout" and "stderr"
constexpr std::int64_t kNanosecond = 1;

// ` stdout F` and what may follow a ':' as a further tag (none is defined yet), behind the time; 0 where it is no CRI line.
std::size_t takeStream(std::string_view text, std::size_t at, Layer& layer) noexcept {
  const std::string_view stream = text.substr(at, kStreamSize);
  const std::size_t tag = at + kStreamSize + 1;
  if ((stream != "stdout" && stream != "stderr") || !hasAt(text, tag - 1, ' ') || (!hasAt(text, tag, 'F') && !hasAt(text, tag, 'P'))) return 0;
  std::size_t end = tag + 1;
  if (hasAt(text, end, ':')) {
    while (end < text.size() && text[end] != ' ') ++end;
  }
  if (end < text.size() && text[end] != ' ') return 0;
  layer.name = stream;
  layer.level = text.substr(tag, 1);
  return end < text.size() ? end + 1 : end;
}

}  // namespace

std::size_t parseContainer(std::string_view text, Layer& layer) noexcept {
  if (text.size() < 20 || text[10] != 'T') return 0;
  std::size_t used = 0;
  const std::optional<Stamp> stamp = parseIso(text, used);
  if (!stamp || !stamp->hasZone || (used < text.size() && text[used] != ' ')) return 0;
  Layer container;
  container.kind = LayerKind::container;
  container.stamp = stamp;
  std::size_t end = used < text.size() ? used + 1 : used;
  // Without the stream only nine digits tell the stamp from those that programs print.
  if (const std::size_t stream = takeStream(text, end, container); stream > 0) end = stream;
  else if (stamp->resolutionNs != kNanosecond) return 0;
  layer = container;
  return end;
}

std::size_t parsePod(std::string_view text, Layer& layer) noexcept {
  constexpr std::string_view kPod = "[pod/";
  if (!text.starts_with(kPod)) return 0;
  const std::size_t close = text.find_first_of("] ");
  if (!hasAt(text, close, ']') || !hasAt(text, close + 1, ' ')) return 0;
  layer = Layer{};
  layer.kind = LayerKind::pod;
  layer.name = text.substr(kPod.size(), close - kPod.size());
  return close + 2;
}

}  // namespace lanescope::recognise
