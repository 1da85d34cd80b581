// SPDX-License-Identifier: Apache-2.0
// A report before it is laid out: sections of paragraphs, lists, tables and log text. Written as Markdown or as HTML. What came out of
// a log stands in code pieces and log blocks, which no writer interprets. Internal to core/report.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace lanescope::report {

struct Piece {
  enum class Kind { plain, strong, code };
  Kind kind = Kind::plain;
  std::string text;
};

// Running text.
struct Words {
  std::vector<Piece> pieces;
  Words() = default;
  Words(std::string text) { plain(std::move(text)); }   // NOLINT(google-explicit-constructor): a cell is mostly plain text
  Words(const char* text) { plain(text); }              // NOLINT(google-explicit-constructor)
  Words& plain(std::string text) { return add(Piece::Kind::plain, std::move(text)); }
  Words& strong(std::string text) { return add(Piece::Kind::strong, std::move(text)); }
  Words& code(std::string text) { return add(Piece::Kind::code, std::move(text)); }
  bool empty() const noexcept { return pieces.empty(); }

 private:
  Words& add(Piece::Kind kind, std::string text) {
    if (!text.empty()) pieces.push_back({kind, std::move(text)});
    return *this;
  }
};
using Row = std::vector<Words>;

struct Block {
  enum class Kind { paragraph, list, table, log, command, folded };
  Kind kind = Kind::paragraph;
  std::string title;                             // folded: what one sees of it
  std::vector<Words> items;                      // paragraph: one; list: each
  std::vector<Row> rows;                         // table: the heading first; a column without content is left out
  std::vector<std::string> lines;                // log, command
  std::vector<Block> inner;                      // folded; list: what stands below each item, may be empty
  std::size_t left = 0;                          // items, rows or lines that had no room; the writer says so
};

Block paragraph(Words words);
Block list(std::vector<Words> items);
Block table(std::vector<Row> rows);
Block log(std::vector<std::string> lines);

struct Section {
  std::string title;                             // empty: the first, below the document's title
  std::vector<Block> blocks;
  bool folded = false;
  int expendable = 0;                            // where room is short the largest goes first; 0: it is rather shortened than left out
};

struct Document {
  std::string title;
  std::vector<Section> sections;
  std::vector<Words> footer;
};

// At most `mostBytes`; what had to go is said at the end.
std::string writeMarkdown(Document document, std::size_t mostBytes);
inline constexpr std::size_t kCommentBytes = 65'000;     // an issue or a comment holds 65,536 characters

// A picture inside the file.
struct Picture {
  std::string bytes, mediaType, description;     // "image/png"
};
// One file that stands alone: no script, nothing loaded from elsewhere. `picture` may be null.
std::string writeHtml(const Document& document, const Picture* picture);

// Text that no Markdown, mention or reference can come out of. For code, see the writer.
std::string markdownPlain(std::string_view text);
// Between back-ticks; line ends become blanks.
std::string markdownCode(std::string_view text);

// `text` without more than `mostBytes`, ".." behind a cut.
std::string shortened(std::string_view text, std::size_t mostBytes);

}  // namespace lanescope::report
