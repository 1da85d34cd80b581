// SPDX-License-Identifier: Apache-2.0
// Which of a source's writers wrote a piece, by what its heads say: SourceScan::writers and ::origins.
#pragma once

#include "core/recognise/source_scan.h"
#include "core/recognise/writer_tags.h"

#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace lanescope::recognise {

class WriterTable {
 public:
  static constexpr std::size_t kMostWriters = 65'000;   // of one source; beyond, writers share the last

  // `singleWriter`: every line is one process's, whatever prefixes say (a rank's own file).
  WriterTable(SourceScan& scan, bool singleWriter, const LineForm& form) : m_scan(scan), m_singleWriter(singleWriter), m_form(form) {}

  // Before the pieces of a line.
  void beginLine() noexcept { m_teeOfLine = -1; }
  // Index into SourceScan::writers; one that is new is added.
  std::uint16_t of(const Piece& piece, std::uint32_t line);
  std::uint16_t of(WriterKey key, std::uint32_t line);

 private:
  std::int32_t originOf(const WriterTags& tags);

  struct ByNumbers {
    bool operator()(const WriterKey& a, const WriterKey& b) const {
      return std::tie(a.node, a.local, a.global, a.origin) < std::tie(b.node, b.local, b.global, b.origin);
    }
  };
  static constexpr std::int32_t kDirectWriters = 4'096;
  static constexpr std::uint16_t kNoWriter = 0xFFFF;

  SourceScan& m_scan;
  bool m_singleWriter;
  LineForm m_form;
  std::map<WriterKey, std::uint16_t, ByNumbers> m_writerByKey;
  std::vector<std::uint16_t> m_direct;           // by (local rank + 1) * 2 + node + 1
  std::map<std::string, std::int32_t, std::less<>> m_originByName;
  std::string m_originName;
  std::int32_t m_teeOfLine = -1;                 // of the last tee header in the line being read
};

// The writer says which global rank it is; another one that it states later is kept beside the first.
void noteStatedRank(Writer& writer, std::int32_t global, std::uint32_t line);

}  // namespace lanescope::recognise
