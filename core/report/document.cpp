// SPDX-License-Identifier: Apache-2.0
#include "core/report/document.h"

namespace lanescope::report {

Block paragraph(Words words) {
  Block block;
  block.items.push_back(std::move(words));
  return block;
}

Block list(std::vector<Words> items) {
  Block block;
  block.kind = Block::Kind::list;
  block.items = std::move(items);
  return block;
}

Block table(std::vector<Row> rows) {
  Block block;
  block.kind = Block::Kind::table;
  block.rows = std::move(rows);
  // A column without content says nothing.
  for (std::size_t column = block.rows.empty() ? 0 : block.rows.front().size(); column-- > 0;) {
    bool used = false;
    for (std::size_t row = 1; row < block.rows.size(); ++row) used = used || (column < block.rows[row].size() && !block.rows[row][column].empty());
    if (used) continue;
    for (Row& row : block.rows) {
      if (column < row.size()) row.erase(row.begin() + static_cast<std::ptrdiff_t>(column));
    }
  }
  return block;
}

Block log(std::vector<std::string> lines) {
  Block block;
  block.kind = Block::Kind::log;
  block.lines = std::move(lines);
  return block;
}

std::string shortened(std::string_view text, std::size_t mostBytes) {
  if (text.size() <= mostBytes) return std::string(text);
  std::size_t end = mostBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "..";
}

}  // namespace lanescope::report
