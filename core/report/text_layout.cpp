// SPDX-License-Identifier: Apache-2.0
#include "core/report/text_layout.h"

#include <algorithm>

namespace lanescope::report {

namespace {

void trimRight(std::string& text) { text.erase(text.find_last_not_of(' ') + 1); }

bool startsCharacter(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

}  // namespace

std::size_t cells(std::string_view text) noexcept {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), startsCharacter));
}

std::string fit(std::string_view text, std::size_t width) {
  if (cells(text) <= width) return std::string(text);
  std::size_t end = 0;
  for (std::size_t shown = 0; end < text.size(); ++end) {
    if (startsCharacter(text[end]) && ++shown == width) break;
  }
  return std::string(text.substr(0, end)) + "…";
}

std::string fitLeft(std::string_view text, std::size_t width) {
  if (cells(text) <= width) return std::string(text);
  std::size_t begin = text.size();
  for (std::size_t shown = 1; shown < width; ++shown) {
    do --begin;
    while (!startsCharacter(text[begin]));
  }
  return "…" + std::string(text.substr(begin));
}

std::string pad(std::string_view text, std::size_t width) {
  const std::size_t taken = cells(text);
  return std::string(text) + std::string(taken < width ? width - taken : 0, ' ');
}

void appendWrapped(std::string& out, std::string_view first, std::string_view text) {
  const std::size_t indent = cells(first);
  out += first;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t width = cells(word);
    if (column > indent && column + 1 + width > kTextWidth) {
      trimRight(out);
      out += '\n' + std::string(indent, ' ');
      column = indent;
    }
    if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += width;
  }
  trimRight(out);
  out += '\n';
}

void Table::appendTo(std::string& out, std::string_view indent) const {
  const std::size_t columns = m_rows.front().size();
  std::vector<std::size_t> widths(columns, 0);
  for (std::size_t column = 0; column < columns; ++column) {
    const bool used = std::any_of(m_rows.begin() + 1, m_rows.end(), [column](const auto& row) { return !row[column].empty(); });
    for (const auto& row : m_rows) widths[column] = used ? std::max(widths[column], cells(row[column])) : 0;
  }
  for (const auto& row : m_rows) {
    std::string line(indent);
    for (std::size_t column = 0; column < columns; ++column) {
      if (widths[column] > 0) line += pad(row[column], widths[column] + 2);
    }
    trimRight(line);
    out += line + '\n';
  }
}

}  // namespace lanescope::report
