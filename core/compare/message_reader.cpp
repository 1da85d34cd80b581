// SPDX-License-Identifier: Apache-2.0
#include "core/compare/message_reader.h"

#include <algorithm>

namespace lanescope::compare {

MessageReader::MessageReader(const model::Run& run, model::SourceId source, Copies copies)
    : m_source(run.source(source)), m_finder(run, source), m_copies(copies), m_shared(m_source.layout == model::Layout::nccl), m_joiner(m_source.form) {
  m_joins = std::any_of(m_source.layers.begin(), m_source.layers.end(), [](const std::string& layer) {
    return layer == recognise::toString(recognise::LayerKind::container) || layer == recognise::toString(recognise::LayerKind::gitlabStamp);
  });
}

bool MessageReader::mayHoldHead(std::string_view text) noexcept {
  while (!text.empty()) {
    const void* found = std::memchr(text.data(), ']', text.size());
    if (found == nullptr) return false;
    const auto at = static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
    const bool digit = at > 0 && text[at - 1] >= '0' && text[at - 1] <= '9';
    if (digit && at + 1 < text.size() && (text[at + 1] == ':' || text[at + 1] == ' ')) return true;
    text.remove_prefix(at + 1);
  }
  return false;
}

}  // namespace lanescope::compare
