// SPDX-License-Identifier: Apache-2.0
#include "core/report/document.h"
#include "core/text/clean.h"

#include <fmt/format.h>

namespace lanescope::report {
namespace {

constexpr std::string_view kStyle =
    "body{font:15px/1.5 system-ui,sans-serif;max-width:76rem;margin:2rem auto;padding:0 1rem;color:#1f2328;background:#fff}"
    "h1{font-size:1.3rem}h2{font-size:1.05rem;border-bottom:1px solid #d0d7de;padding-bottom:.2rem;margin-top:2rem}"
    "code,pre{font:13px/1.45 ui-monospace,monospace}code{overflow-wrap:anywhere}"
    "pre{background:#f6f8fa;padding:.5rem .7rem;margin:.3rem 0;white-space:pre-wrap;overflow-wrap:anywhere;border-left:3px solid #b35900}"
    "table{border-collapse:collapse;margin:.5rem 0}th,td{border:1px solid #d0d7de;padding:.25rem .6rem;text-align:left;vertical-align:top}th{background:#f6f8fa}"
    "li{margin:.3rem 0}summary{cursor:pointer;font-weight:600}details{margin:.6rem 0}figure{margin:1rem 0}img{max-width:100%;border:1px solid #d0d7de}"
    "footer{margin-top:2rem;color:#57606a;font-size:13px}"
    "@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}pre,th{background:#161b22}h2,th,td,img{border-color:#30363d}footer{color:#9198a1}}";

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

std::string inlineText(const Words& words) {
  std::string out;
  for (const Piece& piece : words.pieces) {
    const char* tag = piece.kind == Piece::Kind::code ? "code" : piece.kind == Piece::Kind::strong ? "strong" : nullptr;
    out += tag ? fmt::format("<{0}>{1}</{0}>", tag, escaped(piece.text)) : escaped(piece.text);
  }
  return out;
}

void appendList(std::string& out, const Block& block) {
  out += "<ul>\n";
  for (std::size_t i = 0; i < block.items.size(); ++i) {
    out += "<li>" + inlineText(block.items[i]);
    if (i < block.inner.size() && !block.inner[i].items.empty()) {
      out += "\n<ul>\n";
      for (const Words& below : block.inner[i].items) out += "<li>" + inlineText(below) + "</li>\n";
      out += "</ul>\n";
    }
    out += "</li>\n";
  }
  out += "</ul>\n";
}

void appendTable(std::string& out, const std::vector<Row>& rows) {
  if (rows.size() < 2) return;
  out += "<table>\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    out += "<tr>";
    for (const Words& cell : rows[i]) out += fmt::format("<{0}>{1}</{0}>", i == 0 ? "th" : "td", inlineText(cell));
    out += "</tr>\n";
  }
  out += "</table>\n";
}

void appendBlock(std::string& out, const Block& block);

void appendFolded(std::string& out, const std::string& title, const std::vector<Block>& blocks) {
  out += fmt::format("<details><summary>{}</summary>\n", escaped(title));
  for (const Block& block : blocks) appendBlock(out, block);
  out += "</details>\n";
}

void appendBlock(std::string& out, const Block& block) {
  switch (block.kind) {
    case Block::Kind::paragraph:
      for (const Words& words : block.items) out += "<p>" + inlineText(words) + "</p>\n";
      return;
    case Block::Kind::list:
      return appendList(out, block);
    case Block::Kind::table:
      return appendTable(out, block.rows);
    case Block::Kind::log:
    case Block::Kind::command:
      out += "<pre>";
      for (const std::string& line : block.lines) out += escaped(line) + '\n';
      out += "</pre>\n";
      return;
    case Block::Kind::folded:
      return appendFolded(out, block.title, block.inner);
  }
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto byte = [&](std::size_t k) { return i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u; };
    const unsigned group = byte(0) << 16 | byte(1) << 8 | byte(2);
    for (std::size_t k = 0; k < 4; ++k) out += i + k <= bytes.size() ? kDigits[group >> (18 - 6 * k) & 63u] : '=';
  }
  return out;
}

void appendSection(std::string& out, const Section& section) {
  if (section.folded) return appendFolded(out, section.title, section.blocks);
  out += "<section>";
  if (!section.title.empty()) out += fmt::format("<h2>{}</h2>\n", escaped(section.title));
  for (const Block& block : section.blocks) appendBlock(out, block);
  out += "</section>\n";
}

}  // namespace

std::string writeHtml(const Document& document, const Picture* picture) {
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>{0}</title>\n<style>{1}</style></head>\n"
      "<body><h1>{0}</h1>\n",
      escaped(document.title), kStyle);
  bool first = true;
  for (const Section& section : document.sections) {
    appendSection(out, section);
    if (first && picture) {
      out += fmt::format("<figure><img alt=\"{}\" src=\"data:{};base64,", escaped(picture->description), escaped(picture->mediaType));
      out += base64(picture->bytes) + "\"></figure>\n";
    }
    first = false;
  }
  out += "<footer>\n";
  for (const Words& words : document.footer) out += "<p>" + inlineText(words) + "</p>\n";
  out += "</footer></body></html>\n";
  return text::visible(text::toUtf8(out));
}

}  // namespace lanescope::report
