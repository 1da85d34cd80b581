// SPDX-License-Identifier: Apache-2.0
// For an issue on GitHub or GitLab. Both look for mentions and references in what the Markdown was rendered to, so that neither a
// backslash nor an entity hides one from them: in plain text a zero-width space stands behind the sign, and text of a log is code.
#include "core/report/document.h"
#include "core/report/time_text.h"
#include "core/text/clean.h"

#include <fmt/format.h>
#include <algorithm>

namespace lanescope::report {
namespace {

constexpr std::string_view kZeroWidth = "&#8203;";

bool isWord(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (static_cast<unsigned char>(c) & 0x80) != 0; }

std::size_t longestRow(std::string_view text, char mark) {
  std::size_t most = 0, row = 0;
  for (const char c : text) {
    row = c == mark ? row + 1 : 0;
    most = std::max(most, row);
  }
  return most;
}

std::string flat(std::string_view text) {
  std::string out(text);
  std::replace_if(out.begin(), out.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  return out;
}

// In a table a pipe ends the cell, also inside code.
std::string cellSafe(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out;
}

std::string inlineText(const Words& words, bool inCell) {
  std::string out;
  for (const Piece& piece : words.pieces) {
    if (piece.kind == Piece::Kind::code) out += inCell ? cellSafe(markdownCode(piece.text)) : markdownCode(piece.text);
    else if (piece.kind == Piece::Kind::strong) out += "**" + markdownPlain(piece.text) + "**";
    else out += markdownPlain(piece.text);
  }
  return out;
}

// A block of code between more back-ticks than any of its lines has in a row.
void appendFenced(std::string& out, const std::vector<std::string>& lines, std::string_view language) {
  std::size_t most = 2;
  for (const std::string& line : lines) most = std::max(most, longestRow(line, '`'));
  const std::string fence(most + 1, '`');
  out += fence + std::string(language) + '\n';
  for (const std::string& line : lines) out += flat(line) + '\n';
  out += fence + "\n\n";
}

void appendTable(std::string& out, const std::vector<Row>& rows) {
  if (rows.size() < 2) return;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    out += '|';
    for (const Words& cell : rows[i]) out += ' ' + inlineText(cell, true) + " |";
    out += '\n';
    if (i > 0) continue;
    out += '|';
    for (std::size_t column = 0; column < rows[0].size(); ++column) out += "---|";
    out += '\n';
  }
  out += '\n';
}

bool isSign(char c) { return std::string_view("@#!~%$&").find(c) != std::string_view::npos; }

// A summary is HTML, in which Markdown means nothing.
std::string summaryText(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '&') out += "&amp;";
    else out += c == '\n' || c == '\r' ? ' ' : c;
    if (isSign(c) && i + 1 < text.size() && isWord(text[i + 1])) out += kZeroWidth;
  }
  return out;
}

void appendBlock(std::string& out, const Block& block);

void appendFolded(std::string& out, const std::string& title, const std::vector<Block>& blocks) {
  out += fmt::format("<details><summary>{}</summary>\n\n", summaryText(title));
  for (const Block& block : blocks) appendBlock(out, block);
  out += "</details>\n\n";
}

void appendList(std::string& out, const Block& block) {
  for (std::size_t i = 0; i < block.items.size(); ++i) {
    out += "- " + inlineText(block.items[i], false) + '\n';
    if (i >= block.inner.size()) continue;
    for (const Words& below : block.inner[i].items) out += "  - " + inlineText(below, false) + '\n';
  }
  out += '\n';
}

void appendBlock(std::string& out, const Block& block) {
  switch (block.kind) {
    case Block::Kind::paragraph:
      for (const Words& words : block.items) out += inlineText(words, false) + "\n\n";
      break;
    case Block::Kind::list:
      appendList(out, block);
      break;
    case Block::Kind::table:
      appendTable(out, block.rows);
      break;
    case Block::Kind::log:
      appendFenced(out, block.lines, "text");
      break;
    case Block::Kind::command:
      appendFenced(out, block.lines, "sh");
      break;
    case Block::Kind::folded:
      appendFolded(out, block.title, block.inner);
      break;
  }
  if (block.left > 0) out += fmt::format("{} more left out\n\n", thousands(block.left));
}

std::string sectionText(const Section& section) {
  std::string out;
  if (section.folded) {
    appendFolded(out, section.title, section.blocks);
    return out;
  }
  if (!section.title.empty()) out += fmt::format("### {}\n\n", markdownPlain(section.title));
  for (const Block& block : section.blocks) appendBlock(out, block);
  return out;
}

// Halves the longest block of the section; false where nothing is left to halve.
bool halve(std::vector<Block>& blocks) {
  constexpr std::size_t kLeast = 4;
  Block* longest = nullptr;
  const auto length = [](const Block& block) { return std::max({block.items.size(), block.rows.size(), block.lines.size()}); };
  for (Block& block : blocks) {
    if (block.kind == Block::Kind::folded) {
      if (halve(block.inner)) return true;
    } else if (!longest || length(block) > length(*longest)) {
      longest = &block;
    }
  }
  if (!longest || length(*longest) < kLeast) return false;
  const std::size_t kept = length(*longest) / 2;
  longest->left += length(*longest) - kept;
  longest->items.resize(std::min(longest->items.size(), kept));
  longest->inner.resize(std::min(longest->inner.size(), longest->items.size()));
  longest->rows.resize(std::min(longest->rows.size(), kept));
  longest->lines.resize(std::min(longest->lines.size(), kept));
  return true;
}

std::size_t sizeOf(const std::vector<std::string>& texts) {
  std::size_t bytes = 0;
  for (const std::string& text : texts) bytes += text.size();
  return bytes;
}

// Leaves out and shortens sections until they have room; the titles of those that went.
std::vector<std::string> fitInto(std::size_t room, std::vector<Section>& sections, std::vector<std::string>& texts) {
  std::vector<std::string> gone;
  while (sizeOf(texts) > room) {
    std::size_t next = sections.size(), largest = 0;
    for (std::size_t i = 0; i < sections.size(); ++i) {
      if (sections[i].expendable > 0 && !texts[i].empty() && (next == sections.size() || sections[i].expendable > sections[next].expendable)) next = i;
      if (texts[i].size() > texts[largest].size()) largest = i;
    }
    if (next < sections.size()) {
      gone.push_back(sections[next].title);
      texts[next].clear();
    } else if (halve(sections[largest].blocks)) {
      texts[largest] = sectionText(sections[largest]);
    } else {
      gone.push_back(sections[largest].title);
      texts[largest].clear();
      if (sizeOf(texts) == 0) break;
    }
  }
  return gone;
}

}  // namespace

std::string markdownPlain(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    const bool wordBefore = i > 0 && isWord(text[i - 1]), wordBehind = isWord(next);
    if (c == '\n' || c == '\r' || c == '\t') out += ' ';
    else if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '&') out += "&amp;";
    else if (c == '_' && wordBefore && wordBehind) out += c;      // inside a word it means nothing
    else if (std::string_view("\\`*_[]|~").find(c) != std::string_view::npos) out.append({'\\', c});
    else if (i == 0 && std::string_view("-+=#").find(c) != std::string_view::npos) out.append({'\\', c});
    else out += c;
    if (wordBehind && isSign(c)) out += kZeroWidth;
    // The other spellings of a reference: GH-12, and addresses that would become links.
    if ((c == '-' && i >= 2 && (text.substr(i - 2, 2) == "GH" || text.substr(i - 2, 2) == "gh")) || (c == ':' && text.substr(i, 3) == "://") ||
        (c == 'w' && next == '.' && i >= 2 && text.substr(i - 2, 2) == "ww"))
      out += kZeroWidth;
  }
  // A number, a dot and a blank would begin a list.
  const std::size_t digits = out.find_first_not_of("0123456789");
  const bool marker = digits != std::string::npos && digits > 0 && (out[digits] == '.' || out[digits] == ')');
  if (marker && (digits + 1 == out.size() || out[digits + 1] == ' ')) out.insert(digits, "\\");
  return out;
}

std::string markdownCode(std::string_view text) {
  const std::string line = flat(text);
  if (line.find_first_not_of(' ') == std::string::npos) return {};
  const std::string fence(longestRow(line, '`') + 1, '`');
  const bool needsBlank = line.front() == '`' || line.back() == '`' || (line.front() == ' ' && line.back() == ' ');
  const std::string blank = needsBlank ? " " : "";
  return fence + blank + line + blank + fence;
}

std::string writeMarkdown(Document document, std::size_t mostBytes) {
  std::string head = document.title.empty() ? "" : fmt::format("## {}\n\n", markdownPlain(document.title));
  std::string foot = document.footer.empty() ? "" : "---\n\n";
  for (const Words& words : document.footer) foot += "<sub>" + inlineText(words, false) + "</sub>  \n";
  std::vector<std::string> texts;
  for (const Section& section : document.sections) texts.push_back(sectionText(section));
  constexpr std::size_t kNote = 1'000;           // for what is said of what went
  const std::size_t taken = head.size() + foot.size() + kNote;
  const std::vector<std::string> gone = fitInto(mostBytes > taken ? mostBytes - taken : 0, document.sections, texts);
  std::string out = std::move(head);
  for (const std::string& text : texts) out += text;
  if (!gone.empty()) out += fmt::format("Left out here, because an issue holds 65,536 characters: {}.\n\n", markdownPlain(shortened(fmt::format("{}", fmt::join(gone, "; ")), kNote / 2)));
  return text::visible(text::toUtf8(out + foot));
}

}  // namespace lanescope::report
