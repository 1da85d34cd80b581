// SPDX-License-Identifier: Apache-2.0
// For an issue: what a log holds must ping nobody and link nothing, so all of it stands as code.
#include "core/report/comparison_document.h"
#include "core/text/clean.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::report {
namespace {

constexpr std::size_t kMostItems = 20;
constexpr std::size_t kMostBytes = 60'000;       // a comment holds 65,536 characters
constexpr std::size_t kShownBytes = 500;

// Text outside of code: marks that Markdown, mentions and references are made of lose their meaning.
std::string plain(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '&') out += "&amp;";
    else if (c == '@') out += "&#64;";
    else if (c == '#') out += "&#35;";
    else if (c == '\n' || c == '\r') out += ' ';
    else {
      if (std::string_view("\\`*_[]|~!").find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
  }
  return out;
}

// Between more back-ticks than the text has in a row.
std::string code(std::string text) {
  std::replace_if(text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  std::size_t most = 0, row = 0;
  for (const char c : text) {
    row = c == '`' ? row + 1 : 0;
    most = std::max(most, row);
  }
  const std::string fence(most + 1, '`');
  const bool needsBlank = text.starts_with('`') || text.ends_with('`');
  return text.empty() ? text : fence + (needsBlank ? " " : "") + text + (needsBlank ? " " : "") + fence;
}

std::string cut(const std::string& text) {
  if (text.size() <= kShownBytes) return text;
  std::size_t end = kShownBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "..";
}

void appendLines(std::string& out, const std::vector<DocumentLine>& lines, std::string_view indent) {
  for (const DocumentLine& line : lines) out += fmt::format("{}- {}: {}\n", indent, plain(line.place), code(cut(line.text)));
}

void appendItem(std::string& out, const DocumentItem& item) {
  out += "- " + plain(item.head);
  if (!item.quoted.empty() && item.lines.empty()) out += ": " + code(cut(item.quoted));
  out += '\n';
  appendLines(out, item.lines, "  ");
}

std::string sectionText(const DocumentSection& section) {
  std::string out = fmt::format("\n### {}\n\n", section.title);
  if (!section.note.empty()) out += plain(section.note) + "\n\n";
  for (const DocumentItem& item : section.items) appendItem(out, item);
  if (!section.folded.empty()) {
    out += fmt::format("\n<details><summary>folded: {} more</summary>\n\n", section.folded.size());
    for (const DocumentItem& item : section.folded) appendItem(out, item);
    out += "\n</details>\n";
  }
  if (section.more > 0) out += fmt::format("\n{} further ones are left out.\n", section.more);
  return out;
}

}  // namespace

std::string writeComparisonMarkdown(const ComparedRuns& runs) {
  const ComparisonDocument document = documentOf(runs, kMostItems);
  std::string out = fmt::format("## {}\n\n", plain(document.title));
  out += fmt::format("**{}{}**\n\n", runs.comparison.divergence ? "First divergence: " : "", plain(document.verdict));
  appendLines(out, document.verdictLines, "");
  out += '\n';
  for (const std::string& baseline : document.baselines) out += "- baseline: " + plain(baseline) + '\n';
  std::string footer = "\n---\n";
  for (const std::string& line : document.footer) footer += plain(line) + "  \n";
  std::size_t left = 0;
  for (const DocumentSection& section : document.sections) {
    const std::string text = sectionText(section);
    if (out.size() + text.size() + footer.size() > kMostBytes) ++left;
    else out += text;
  }
  if (left > 0) out += fmt::format("\n{} further {} left out here: it would be too long for a comment.\n", left, left == 1 ? "section is" : "sections are");
  return text::visible(text::toUtf8(out + footer));
}

}  // namespace lanescope::report
