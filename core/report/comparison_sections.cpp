// SPDX-License-Identifier: Apache-2.0
#include "core/report/comparison_sections.h"

#include "core/report/comparison_report.h"

#include <fmt/format.h>

namespace lanescope::report {
namespace {

constexpr std::size_t kMarkdownItems = 20, kHtmlItems = 500;   // of a section; JSON has them all
constexpr std::size_t kShownBytes = 500;

Words lineWords(const DocumentLine& line) { return Words().plain(line.place + ": ").code(shortened(line.text, kShownBytes)); }

Block itemsBlock(const std::vector<DocumentItem>& items) {
  Block block = list({});
  for (const DocumentItem& item : items) {
    Words head(item.head);
    if (!item.quoted.empty() && item.lines.empty()) head.plain(": ").code(shortened(item.quoted, kShownBytes));
    block.items.push_back(std::move(head));
    block.inner.emplace_back();
    for (const DocumentLine& line : item.lines) block.inner.back().items.push_back(lineWords(line));
  }
  return block;
}

Document documentFor(const ComparedRuns& runs, std::size_t mostItems) {
  const ComparisonDocument comparison = documentOf(runs, mostItems);
  Document document;
  document.title = comparison.title;
  document.sections.push_back({"", comparisonLead(comparison, runs.comparison.divergence.has_value()), false, 0});
  for (Section& section : comparisonSections(comparison)) document.sections.push_back(std::move(section));
  for (const std::string& line : comparison.footer) document.footer.emplace_back(line);
  return document;
}

}  // namespace

std::vector<Block> comparisonLead(const ComparisonDocument& comparison, bool diverges) {
  std::vector<Block> blocks;
  blocks.push_back(paragraph(Words().strong(diverges ? "First divergence:" : "").plain((diverges ? " " : "") + comparison.verdict)));
  std::vector<Words> lines;
  for (const DocumentLine& line : comparison.verdictLines) lines.push_back(lineWords(line));
  for (const std::string& baseline : comparison.baselines) lines.emplace_back("baseline: " + baseline);
  blocks.push_back(list(std::move(lines)));
  return blocks;
}

std::vector<Section> comparisonSections(const ComparisonDocument& comparison) {
  std::vector<Section> sections;
  int expendable = 1;
  for (const DocumentSection& given : comparison.sections) {
    Section section{given.title, {}, false, expendable++};
    if (!given.note.empty()) section.blocks.push_back(paragraph(given.note));
    if (!given.items.empty()) section.blocks.push_back(itemsBlock(given.items));
    if (!given.folded.empty()) {
      Block folded;
      folded.kind = Block::Kind::folded;
      folded.title = fmt::format("folded: {} more", given.folded.size());
      folded.inner.push_back(itemsBlock(given.folded));
      section.blocks.push_back(std::move(folded));
    }
    if (given.more > 0) section.blocks.push_back(paragraph(fmt::format("{} further ones are left out; the JSON report has them all.", given.more)));
    sections.push_back(std::move(section));
  }
  return sections;
}

std::string writeComparisonMarkdown(const ComparedRuns& runs) { return writeMarkdown(documentFor(runs, kMarkdownItems), kCommentBytes); }

std::string writeComparisonHtml(const ComparedRuns& runs, const HtmlPicture& picture) {
  Document document = documentFor(runs, kHtmlItems);
  if (!picture.note.empty()) document.footer.emplace_back(picture.note);
  if (picture.bytes.empty()) return writeHtml(document, nullptr);
  const Picture shown{picture.bytes, picture.mediaType, "Time lines of both runs. " + document.title};
  return writeHtml(document, &shown);
}

}  // namespace lanescope::report
