// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/writer_table.h"

#include <algorithm>

namespace lanescope::recognise {
namespace {

void noteProcess(Writer& writer, const WriterTags& tags, std::uint32_t line) {
  if (!writer.processes.empty()) {
    const WriterProcess& last = writer.processes.back();
    if (last.pid == tags.pid && last.host == tags.host) return;
  }
  if (writer.processes.size() < Writer::kMostProcesses) writer.processes.push_back({line, tags.pid, std::string(tags.host)});
}

}  // namespace

void noteStatedRank(Writer& writer, std::int32_t global, std::uint32_t line) {
  if (writer.statedGlobal < 0) {
    writer.statedGlobal = global;
    writer.statedLine = line;
  } else if (writer.statedGlobal != global && writer.otherGlobal < 0) {
    writer.otherGlobal = global;
    writer.otherLine = line;
  }
}

// Who passes the lines on by name: lines of two pods, hosts or actors are never one writer's. -1 for other layers.
std::int32_t WriterTable::originOf(const WriterTags& tags) {
  if (tags.origin.empty()) return -1;
  nameOrigin(tags, m_originName);
  const auto known = m_originByName.find(m_originName);
  if (known != m_originByName.end()) return known->second;
  if (m_scan.origins.size() >= kMostWriters) return -1;
  const auto index = static_cast<std::int32_t>(m_scan.origins.size());
  m_originByName.emplace(m_originName, index);
  m_scan.origins.push_back(m_originName);
  return index;
}

std::uint16_t WriterTable::of(const Piece& piece, std::uint32_t line) {
  WriterKey key;
  WriterTags tags;
  std::int32_t global = -1;
  if (m_singleWriter) {
    for (const Layer& layer : piece.layers) {
      if (layer.kind == LayerKind::rank) global = layer.number;
    }
  } else {
    for (const Layer& layer : piece.layers) tags.take(layer, m_form);
    key.node = tags.node;
    key.local = tags.local;
    global = tags.global;
    if (key.local >= 0) m_teeOfLine = key.local;
    key.origin = originOf(tags);
  }
  if (key.local < 0 && global >= 0 && m_teeOfLine >= 0) key.local = m_teeOfLine;   // behind a bar of its own: "it/s][rank0]:[E.."
  else if (key.local < 0) key.global = global;
  if (key.global >= 0) key.origin = -1;          // it names itself, wherever its lines pass
  const std::uint16_t index = of(key, line);
  if (global >= 0) noteStatedRank(m_scan.writers[index], global, line);
  if (tags.pid >= 0 || !tags.host.empty()) noteProcess(m_scan.writers[index], tags, line);
  return index;
}

std::uint16_t WriterTable::of(WriterKey key, std::uint32_t line) {
  if (m_singleWriter) key = {};
  // Ranks behind a tee on one node, the usual case, without a look-up.
  const bool direct = key.global < 0 && key.origin < 0 && key.node <= 0 && key.local >= -1 && key.local < kDirectWriters;
  const std::size_t slot = static_cast<std::size_t>((key.local + 1) * 2 + key.node + 1);
  if (direct && slot < m_direct.size() && m_direct[slot] != kNoWriter) {
    m_scan.writers[m_direct[slot]].lastLine = line;
    return m_direct[slot];
  }
  const auto known = m_writerByKey.try_emplace(key, static_cast<std::uint16_t>(std::min<std::size_t>(m_scan.writers.size(), kMostWriters - 1)));
  const std::uint16_t index = known.first->second;
  if (index == m_scan.writers.size()) {
    Writer writer;
    writer.key = key;
    writer.firstLine = line;
    m_scan.writers.push_back(writer);
  }
  m_scan.writers[index].lastLine = line;
  if (direct) {
    if (slot >= m_direct.size()) m_direct.resize(slot + 1, kNoWriter);
    m_direct[slot] = index;
  }
  return index;
}

}  // namespace lanescope::recognise
