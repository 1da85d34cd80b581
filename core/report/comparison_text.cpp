// SPDX-License-Identifier: Apache-2.0
#include "core/report/comparison_document.h"
#include "core/report/text_layout.h"
#include "core/text/clean.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::report {
namespace {

constexpr std::size_t kMostItems = 12;           // of a section; JSON has them all
constexpr std::size_t kMostFolded = 3;
constexpr std::size_t kShownCells = 3 * kTextWidth;

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return text;
}

void appendLine(std::string& out, const DocumentLine& line) {
  out += "    " + line.place + '\n';
  appendWrapped(out, "      ", fit(line.text, kShownCells));
}

void appendItem(std::string& out, const DocumentItem& item, std::size_t number) {
  appendWrapped(out, number == 0 ? std::string("  - ") : fmt::format("{:>3} ", number), item.head);
  if (!item.quoted.empty() && item.lines.empty()) appendWrapped(out, "    ", item.quoted);
  for (const DocumentLine& line : item.lines) appendLine(out, line);
}

void appendSection(std::string& out, const DocumentSection& section) {
  out += fmt::format("\n{}\n", section.note.empty() ? upper(section.title) : fmt::format("{} ({})", upper(section.title), section.note));
  for (std::size_t i = 0; i < section.items.size(); ++i) appendItem(out, section.items[i], i + 1);
  if (!section.folded.empty()) {
    out += fmt::format("  folded: {} more{}\n", section.folded.size(), section.items.empty() ? "" : ", which follow or say little");
    for (std::size_t i = 0; i < std::min(kMostFolded, section.folded.size()); ++i) {
      const DocumentItem& item = section.folded[i];
      out += "    - " + fit(item.quoted.empty() ? item.head : fmt::format("{}: {}", item.head, item.quoted), kTextWidth - 6) + '\n';
    }
  }
  if (section.more > 0) out += fmt::format("  {} further ones stand in the JSON report\n", section.more);
}

}  // namespace

std::string writeComparisonText(const ComparedRuns& runs) {
  const ComparisonDocument document = documentOf(runs, kMostItems);
  std::string out = "COMPARISON\n";
  appendWrapped(out, "  ", document.title);
  for (const std::string& baseline : document.baselines) appendWrapped(out, "  baseline  ", baseline);
  appendWrapped(out, runs.comparison.divergence ? "\nFirst divergence  " : "\n", document.verdict);
  for (const DocumentLine& line : document.verdictLines) appendLine(out, line);
  for (const DocumentSection& section : document.sections) appendSection(out, section);
  out += "\nWHAT WAS COMPARED\n";
  for (const std::string& line : document.footer) appendWrapped(out, "  - ", line);
  return text::visible(text::toUtf8(out));
}

}  // namespace lanescope::report
