// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/layers.h"

#include "core/recognise/digits.h"
#include "core/recognise/layer_heads.h"

namespace lanescope::recognise {

const char* toString(LayerKind kind) noexcept {
  switch (kind) {
    case LayerKind::githubStamp:
      return "gha";
    case LayerKind::gitlabStamp:
      return "gitlab";
    case LayerKind::ciStamp:
      return "ci";
    case LayerKind::container:
      return "container";
    case LayerKind::pod:
      return "pod";
    case LayerKind::service:
      return "compose";
    case LayerKind::host:
      return "pdsh";
    case LayerKind::label:
      return "label";
    case LayerKind::mpi:
      return "mpirun";
    case LayerKind::task:
      return "task";
    case LayerKind::tee:
      return "torchrun";
    case LayerKind::rank:
      return "rank";
    case LayerKind::c10:
      return "c10";
    case LayerKind::torchPython:
      return "torch";
    case LayerKind::nccl:
      return "nccl";
    case LayerKind::log:
      return "log";
    case LayerKind::kernel:
      return "kernel";
    case LayerKind::actor:
      return "ray";
    case LayerKind::count_:
      break;
  }
  return "";
}

const Layer* Piece::find(LayerKind kind) const noexcept {
  for (const Layer& layer : layers) {
    if (layer.kind == kind) return &layer;
  }
  return nullptr;
}

// `[default0]:`, `[rank5]:`, `[E102 ..`: what most lines of a rank begin with, and no envelope does. A tag of mpirun has a comma
// inside, a pod a slash; a time is a word and a blank.
static bool startsHead(std::string_view text) noexcept {
  if (!isAlpha(text[1])) return false;
  std::size_t at = 2;
  while (at < text.size() && isWord(text[at])) ++at;
  return hasAt(text, at, ']') ? hasAt(text, at + 1, ':') : hasAt(text, at, ' ') && isDigit(text[2]);
}

std::size_t parseEnvelope(std::string_view text, const LineForm& form, Layer& layer) noexcept {
  if (text.size() < 2) return 0;
  if (form.prefix != LineForm::Prefix::none) {
    if (const std::size_t size = parsePrefix(text, form.prefix, layer); size > 0) return size;
  }
  if (isDigit(text[0])) {
    if (const std::size_t size = parseGithubStamp(text, layer); size > 0) return size;
    if (const std::size_t size = parseGitlabStamp(text, layer); size > 0) return size;
    if (const std::size_t size = parseContainer(text, layer); size > 0) return size;
    return parseAddress(text, layer);
  }
  if (text[0] == '[') {
    if (startsHead(text)) return 0;
    if (const std::size_t size = parseMpi(text, layer); size > 0) return size;
    return isDigit(text[1]) ? parseCiStamp(text, layer) : parsePod(text, layer);
  }
  if (const std::size_t size = parseTask(text, layer); size > 0) return size;
  return text.size() > 24 && text[3] == ' ' && text[7] == ' ' ? parseMpi(text, layer) : 0;   // a time before the tag
}

std::size_t parseHead(std::string_view text, Layer& layer) noexcept {
  if (text.size() < 2) return 0;
  if (text[0] == '[') {
    if (isDigit(text[1])) return parseNccl(text, layer);
    if (const std::size_t size = parseTag(text, layer); size > 0) return size;
    return parseC10(text, layer);
  }
  if (isDigit(text[1])) {
    if (const std::size_t size = parseGlog(text, layer); size > 0) return size;
  }
  return parseNccl(text, layer);
}

}  // namespace lanescope::recognise
