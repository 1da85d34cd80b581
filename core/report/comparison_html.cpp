// SPDX-License-Identifier: Apache-2.0
// One file that stands alone: no script, nothing loaded from elsewhere.
#include "core/report/comparison_document.h"
#include "core/text/clean.h"

#include <fmt/format.h>

namespace lanescope::report {
namespace {

constexpr std::size_t kMostItems = 500;

constexpr std::string_view kStyle =
    "body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1f2328;background:#fff}"
    "h1{font-size:1.3rem}h2{font-size:1.05rem;border-bottom:1px solid #d0d7de;padding-bottom:.2rem;margin-top:2rem}"
    "code,pre{font:13px/1.45 ui-monospace,monospace}pre{background:#f6f8fa;padding:.4rem .6rem;margin:.2rem 0;white-space:pre-wrap;overflow-wrap:anywhere}"
    "li{margin:.5rem 0}.place{color:#57606a;font-size:13px}.note{color:#57606a}.first{border-left:4px solid #b35900;padding-left:.8rem}"
    ".baseline pre{border-left:3px solid #0969da}.run pre{border-left:3px solid #b35900}footer{margin-top:2rem;color:#57606a}"
    "@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}pre{background:#161b22}h2{border-color:#30363d}"
    ".place,.note,footer{color:#9198a1}}";

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '&') out += "&amp;";
    else if (c == '"') out += "&quot;";
    else out += c;
  }
  return out;
}

void appendLines(std::string& out, const std::vector<DocumentLine>& lines) {
  for (const DocumentLine& line : lines) {
    out += fmt::format("<div class=\"{}\"><span class=\"place\">{}</span><pre>{}</pre></div>\n", line.place.starts_with("run") ? "run" : "baseline", escaped(line.place),
                       escaped(line.text));
  }
}

void appendItems(std::string& out, const std::vector<DocumentItem>& items) {
  out += "<ol>\n";
  for (const DocumentItem& item : items) {
    out += "<li>" + escaped(item.head);
    if (!item.quoted.empty() && item.lines.empty()) out += ": <code>" + escaped(item.quoted) + "</code>";
    out += '\n';
    appendLines(out, item.lines);
    out += "</li>\n";
  }
  out += "</ol>\n";
}

void appendSection(std::string& out, const DocumentSection& section) {
  out += fmt::format("<section><h2>{}</h2>\n", escaped(section.title));
  if (!section.note.empty()) out += fmt::format("<p class=\"note\">{}</p>\n", escaped(section.note));
  if (!section.items.empty()) appendItems(out, section.items);
  if (!section.folded.empty()) {
    out += fmt::format("<details><summary>folded: {} more</summary>\n", section.folded.size());
    appendItems(out, section.folded);
    out += "</details>\n";
  }
  if (section.more > 0) out += fmt::format("<p class=\"note\">{} further ones are left out.</p>\n", section.more);
  out += "</section>\n";
}

}  // namespace

std::string writeComparisonHtml(const ComparedRuns& runs) {
  const ComparisonDocument document = documentOf(runs, kMostItems);
  std::string out = fmt::format("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title>\n<style>{1}</style></head>\n<body><h1>{0}</h1>\n",
                                escaped(document.title), kStyle);
  out += fmt::format("<div class=\"first\"><p><strong>{}</strong>{}</p>\n", runs.comparison.divergence ? "First divergence. " : "", escaped(document.verdict));
  appendLines(out, document.verdictLines);
  out += "</div>\n<ul>\n";
  for (const std::string& baseline : document.baselines) out += fmt::format("<li>baseline: {}</li>\n", escaped(baseline));
  out += "</ul>\n";
  for (const DocumentSection& section : document.sections) appendSection(out, section);
  out += "<footer>\n";
  for (const std::string& line : document.footer) out += fmt::format("<p>{}</p>\n", escaped(line));
  out += "</footer></body></html>\n";
  return text::visible(text::toUtf8(out));
}

}  // namespace lanescope::report
