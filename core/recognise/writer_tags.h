// SPDX-License-Identifier: Apache-2.0
// The numbers and names by which the heads of a piece say who wrote it.
#pragma once

#include "core/recognise/source_scan.h"
#include "core/recognise/text_fields.h"

namespace lanescope::recognise {

// Ray: `Worker[rank=9]`; -1 where an actor's name holds no rank.
inline std::int32_t rankOfActor(const Layer& actor) noexcept { return numberBehind<std::int32_t>(actor.name, "[rank=").value_or(-1); }

struct WriterTags {
  std::int32_t node = -1, local = -1, global = -1;    // as printed, see WriterKey
  std::string_view origin;                            // pod, service, host or actor, and its pid
  std::int32_t originPid = -1;
  std::string_view host;                              // of the process: as a host's prefix, a tag of mpirun or an actor's prefix names it
  std::int32_t pid = -1;                              // of the process: a tag of mpirun, an actor's prefix

  void take(const Layer& layer, const LineForm& form) noexcept {
    const bool isTask = layer.kind == LayerKind::label || layer.kind == LayerKind::mpi;
    if (layer.kind == LayerKind::task || (isTask && form.taskIsNode)) node = layer.number;
    else if (isTask && layer.number >= 0) global = layer.number;
    if (layer.kind == LayerKind::tee) local = layer.number;
    if (layer.kind == LayerKind::rank) global = layer.number;
    if (layer.kind == LayerKind::actor && global < 0) global = rankOfActor(layer);
    if (layer.kind == LayerKind::host || layer.kind == LayerKind::mpi) host = layer.name;
    if (layer.kind == LayerKind::actor) host = layer.level;
    if (layer.kind == LayerKind::mpi || layer.kind == LayerKind::actor) pid = layer.pid;
    if (layer.kind == LayerKind::pod || layer.kind == LayerKind::service || layer.kind == LayerKind::host || layer.kind == LayerKind::actor) {
      origin = layer.name;
      originPid = layer.pid;
    }
  }
};

// Lines of two pods, hosts or actors are never one writer's: `WorkerDict 1188242`.
inline void nameOrigin(const WriterTags& tags, std::string& out) {
  out = tags.origin;
  if (tags.originPid >= 0) out.append(" ").append(std::to_string(tags.originPid));
}

}  // namespace lanescope::recognise
