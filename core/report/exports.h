// SPDX-License-Identifier: Apache-2.0
// Reports that are passed on: Markdown for an issue, HTML for an archive, three lines for a chat, annotations for a CI job. They are
// written from runs that are redacted already (redact.h).
#pragma once

#include "core/report/json_report.h"
#include "core/report/provenance.h"

#include <string>

namespace lanescope::report {

struct Export {
  const model::Run& run;
  const ComparedRuns* compared = nullptr;        // null: no baseline
  Provenance provenance;
};

// Below 65,536 characters; what had to go is said. The same run and provenance give the same bytes.
std::string writeMarkdownReport(const Export& what);

// The picture as bytes; where there is none, `pictureNote` says why, in a sentence.
struct HtmlPicture { std::string bytes, mediaType, note; };
std::string writeHtmlReport(const Export& what, const HtmlPicture& picture);

// The verdict, the line that shows it, and what is not known: a line each.
std::string writeBrief(const model::Run& run);

// Workflow commands of GitHub Actions (`::error file=...::message`), one for the first failure and each independent one. The file is the
// user's code where a stack names it, else the log.
std::string writeAnnotations(const model::Run& run);

}  // namespace lanescope::report
