// SPDX-License-Identifier: Apache-2.0
#include "core/report/evidence_block.h"

#include "core/clock/line_time.h"
#include "core/report/document.h"
#include "core/report/redact.h"
#include "core/report/time_text.h"

#include <fmt/format.h>

namespace lanescope::report {

namespace {

// With the date; where only a range is known, that and no moment in it.
std::string rangeText(const model::When& when) {
  return when.earliest == when.utc && when.latest == when.utc ? isoTime(when.utc) : dateText(when.utc) + ' ' + whenText(when);
}

constexpr std::size_t kLineBytes = 4'096;

Words placeOf(const model::Run& run, const EvidenceLine& first, std::uint32_t last, Redactor& redactor) {
  const model::Source& source = run.source(first.line.source);
  const std::uint32_t line = first.line.line;
  Words words;
  words.code(redactor.apply(last > line ? fmt::format("{}:{}-{}", source.path, line, last) : fmt::format("{}:{}", source.path, line)));
  if (first.rank) words.plain(fmt::format(" · rank {}", *first.rank));
  const model::When when = clock::whenOf(source, line);
  if (when.known()) words.plain(fmt::format(" · {} ({})", rangeText(when), model::toString(when.basis)));
  return words;
}

}  // namespace

std::string writeEvidenceBlock(const model::Run& run, std::span<const EvidenceLine> lines, std::size_t left) {
  Redactor redactor(RedactKinds::leaving());
  Section section;
  Words head;
  head.strong(redactor.apply(run.name));
  if (!run.identity.job.empty()) head.plain(" · " + redactor.apply(run.identity.job));
  if (!run.identity.runId.empty()) head.plain(" · run " + run.identity.runId);
  section.blocks.push_back(paragraph(std::move(head)));
  for (std::size_t begin = 0, end = 0; begin < lines.size(); begin = end) {
    while (end < lines.size() && lines[end].line.source == lines[begin].line.source && lines[end].rank == lines[begin].rank) ++end;
    section.blocks.push_back(paragraph(placeOf(run, lines[begin], lines[end - 1].line.line, redactor)));
    std::vector<std::string> texts;
    for (std::size_t i = begin; i < end; ++i) texts.push_back(redactor.apply(run.source(lines[i].line.source).lineText(lines[i].line.line, kLineBytes)));
    section.blocks.push_back(log(std::move(texts)));
  }
  if (left > 0) section.blocks.push_back(paragraph(Words(thousands(left) + " lines more were chosen.")));
  Document document;
  document.sections.push_back(std::move(section));
  return writeMarkdown(std::move(document), kCommentBytes);
}

}  // namespace lanescope::report
