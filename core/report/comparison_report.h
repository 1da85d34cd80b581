// SPDX-License-Identifier: Apache-2.0
// A comparison for people and programs: short text for a terminal, Markdown for an issue, one HTML file without scripts, JSON.
#pragma once

#include "core/report/exports.h"
#include "core/report/json_report.h"

#include <string>

namespace lanescope::report {

std::string writeComparisonText(const ComparedRuns& runs);
std::string writeComparisonMarkdown(const ComparedRuns& runs);
std::string writeComparisonHtml(const ComparedRuns& runs, const HtmlPicture& picture = {});
// `lanescope.comparison/1`.
std::string writeComparisonJson(const ComparedRuns& runs, const ReportOptions& options);

}  // namespace lanescope::report
