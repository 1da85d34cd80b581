// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/xml_reader.h"

#include "core/recognise/text_fields.h"

#include <algorithm>
#include <charconv>

namespace lanescope::recognise {
namespace {

constexpr std::uint64_t kWindow = 256 << 10;
constexpr std::size_t kMostName = 128, kMostAttributes = 64, kMostValue = 64 << 10, kMostLine = 4'000, kMostEntity = 10;

bool isSpace(int c) noexcept { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool endsName(int c) noexcept { return c < 0 || isSpace(c) || c == '>' || c == '/' || c == '=' || c == '<'; }

void appendCharacter(std::uint32_t c, std::string& out) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | (c >> 6));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | (c >> 12));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | (c >> 18));
    out += static_cast<char>(0x80 | ((c >> 12) & 0x3F));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
}

// What "&name;" stands for; false where it is none of XML's own.
bool decodeEntity(std::string_view name, std::string& out) {
  constexpr std::pair<std::string_view, char> kNamed[] = {
      {"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};
  for (const auto& named : kNamed) {
    if (name != named.first) continue;
    out += named.second;
    return true;
  }
  if (!take(name, "#")) return false;
  const int base = take(name, "x") || take(name, "X") ? 16 : 10;
  std::uint32_t code = 0;
  const auto result = std::from_chars(name.data(), name.data() + name.size(), code, base);
  const bool valid = result.ec == std::errc{} && result.ptr == name.data() + name.size() && code != 0 && code <= 0x10FFFF &&
                     (code < 0xD800 || code > 0xDFFF);
  if (valid) appendCharacter(code, out);
  return valid;
}

}  // namespace

std::string_view XmlElement::attribute(std::string_view wanted) const noexcept {
  for (const auto& attribute : attributes) {
    if (attribute.first == wanted) return attribute.second;
  }
  return {};
}

int XmlReader::peek() {
  if (m_at == m_window.size()) {
    const auto view = m_source->view({m_next, m_next + kWindow}, m_scratch);
    if (!view || view->empty()) return -1;
    m_window = *view;
    m_next += m_window.size();
    m_at = 0;
  }
  return static_cast<unsigned char>(m_window[m_at]);
}

int XmlReader::get() {
  const int c = peek();
  if (c < 0) return c;
  ++m_at;
  if (c == '\n') ++m_line;
  return c;
}

bool XmlReader::skipBehind(std::string_view end) {
  std::string last;
  for (int c = get(); c >= 0; c = get()) {
    last += static_cast<char>(c);
    if (last.size() > end.size()) last.erase(0, 1);
    if (last == end) return true;
  }
  return false;
}

void XmlReader::appendEntity(std::string& out, std::size_t limit) {
  std::string name;
  while (name.size() < kMostEntity) {
    const int c = peek();
    if (c < 0 || isSpace(c) || c == '<' || c == '"' || c == '\'' || c == '&') break;
    get();
    if (c == ';') {
      if (out.size() < limit && !decodeEntity(name, out)) out.append("&").append(name).append(";");
      return;
    }
    name += static_cast<char>(c);
  }
  if (out.size() < limit) out.append("&").append(name);
}

void XmlReader::wantText(std::size_t mostLines) {
  m_mostLines = mostLines;
  m_text.clear();
}

std::vector<XmlReader::TextLine> XmlReader::takeText() {
  m_mostLines = 0;
  return std::exchange(m_text, {});
}

void XmlReader::addText(int c) {
  if (m_mostLines == 0 || c == '\r') return;
  const std::uint32_t line = c == '\n' ? m_line - 1 : m_line;  // the newline has been counted
  if (m_text.empty() || m_text.back().number != line) {
    if (m_text.size() >= m_mostLines) return;
    m_text.push_back({line, {}});
  }
  if (c == '\n') return;
  std::string& text = m_text.back().text;
  if (c == '&')
    appendEntity(text, kMostLine);
  else if (text.size() < kMostLine)
    text += static_cast<char>(c);
}

void XmlReader::readCdata() {
  int ends = 0;  // of "]]>"
  for (int c = get(); c >= 0; c = get()) {
    if (c == '>' && ends >= 2) return;
    if (c == ']') {
      ++ends;
      continue;
    }
    for (; ends > 0; --ends) addText(']');
    if (c == '&' && m_mostLines > 0) {  // means itself here
      addText(' ');
      m_text.back().text.back() = '&';
    } else {
      addText(c);
    }
  }
  m_cut = true;
}

std::string XmlReader::readName(int first) {
  std::string name(1, static_cast<char>(first));
  while (!endsName(peek())) {
    const int c = get();
    if (name.size() < kMostName) name += static_cast<char>(c);
  }
  return name;
}

// Behind the element's name; false where the file ends inside.
bool XmlReader::readOpen() {
  m_element.attributes.clear();
  while (true) {
    int c = get();
    if (c < 0) return false;
    if (c == '>') return true;
    if (c == '/') {
      m_closeNext = peek() == '>';
      continue;
    }
    if (isSpace(c) || endsName(c)) continue;
    std::string name = readName(c);
    std::string value;
    while (isSpace(peek())) get();
    if (peek() == '=') {
      get();
      while (isSpace(peek())) get();
      const int quote = peek();
      if (quote != '"' && quote != '\'') continue;
      get();
      for (c = get(); c >= 0 && c != quote; c = get()) {
        if (c == '&')
          appendEntity(value, kMostValue);
        else if (value.size() < kMostValue)
          value += static_cast<char>(c);
      }
      if (c < 0) return false;
    }
    if (m_element.attributes.size() < kMostAttributes) m_element.attributes.emplace_back(std::move(name), std::move(value));
  }
}

// Behind a '<'; true where m_event is set.
bool XmlReader::readMarkup() {
  const std::uint32_t line = m_line;
  const int c = get();
  if (c == '?') {
    m_cut = !skipBehind("?>");
    return false;
  }
  if (c == '!') {
    const int second = get();
    if (second == '-') {
      m_cut = get() != '-' || !skipBehind("-->");
    } else if (second == '[') {
      if (skipBehind("[")) readCdata();  // "[CDATA["
    } else {
      m_cut = !skipBehind(">");
    }
    return false;
  }
  if (c == '/') {
    const int first = get();
    if (first < 0) m_cut = true;
    if (endsName(first)) return false;
    m_element.name = readName(first);
    m_cut = !skipBehind(">");
    m_depth -= m_depth > 0 ? 1 : 0;
    m_event = Event::close;
    return true;
  }
  if (c < 0) m_cut = true;
  if (endsName(c)) return false;
  m_element.name = readName(c);
  m_element.line = line;
  m_closeNext = false;
  if (!readOpen()) {
    m_cut = true;
    return false;
  }
  ++m_depth;
  m_event = Event::open;
  return true;
}

XmlReader::Event XmlReader::next() {
  if (m_closeNext) {
    m_closeNext = false;
    m_depth -= m_depth > 0 ? 1 : 0;
    return Event::close;
  }
  for (int c = get(); c >= 0; c = get()) {
    if (c != '<')
      addText(c);
    else if (readMarkup())
      return m_event;
  }
  return Event::end;
}

}  // namespace lanescope::recognise
