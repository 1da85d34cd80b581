// SPDX-License-Identifier: Apache-2.0
// Elements, attributes and text of an XML file of any size, in one pass. Lenient: what is cut or wrongly nested ends nothing,
// entities other than those of XML itself stay as they are, and no declaration is obeyed.
#pragma once

#include "core/input/byte_source.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope::recognise {

struct XmlElement {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;         // values decoded, cut at 64 KiB
  std::uint32_t line = 0;                                              // 1-based, of its '<'
  std::string_view attribute(std::string_view wanted) const noexcept;  // empty where it has none
};

class XmlReader {
 public:
  explicit XmlReader(const input::ByteSource& source) : m_source(&source) {}

  enum class Event : std::uint8_t { open, close, end };
  // The next start or end of an element; an element that closes itself gives both. end: nothing more.
  Event next();
  const XmlElement& element() const noexcept { return m_element; }  // of open; of close its name alone
  // Whether the file ended inside a tag, or with elements still open.
  bool cut() const noexcept { return m_cut || m_depth > 0; }

  // Lines of the text between tags, while it is wanted: decoded, of the physical lines they stand in. At most `mostLines`.
  struct TextLine {
    std::uint32_t number;
    std::string text;
  };
  void wantText(std::size_t mostLines);
  std::vector<TextLine> takeText();

 private:
  int peek();
  int get();
  bool skipBehind(std::string_view end);
  bool readMarkup();
  bool readOpen();
  void readCdata();
  void addText(int c);
  std::string readName(int first);
  void appendEntity(std::string& out, std::size_t limit);

  const input::ByteSource* m_source;
  input::Scratch m_scratch;
  std::string_view m_window;
  std::size_t m_at = 0;      // in m_window
  std::uint64_t m_next = 0;  // offset of the next window
  std::uint32_t m_line = 1;
  XmlElement m_element;
  Event m_event = Event::end;
  bool m_closeNext = false;  // the element closed itself
  bool m_cut = false;
  std::uint64_t m_depth = 0;
  std::size_t m_mostLines = 0;
  std::vector<TextLine> m_text;
};

}  // namespace lanescope::recognise
