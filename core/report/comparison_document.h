// SPDX-License-Identifier: Apache-2.0
// A comparison in words, before it is laid out: sections of items with the lines that show them. Internal to core/report.
#pragma once

#include "core/report/comparison_report.h"

namespace lanescope::report {

struct DocumentLine {
  std::string place;                             // "run: 1/none_x/attempt_0/5/stderr.log:118"
  std::string text;                              // as printed
};

struct DocumentItem {
  std::string head;                              // one sentence
  std::string quoted;                            // a template or a name, shown as code behind it; may be empty
  std::vector<DocumentLine> lines;
};

struct DocumentSection {
  std::string title;
  std::string note;                              // may be empty
  std::vector<DocumentItem> items;
  std::vector<DocumentItem> folded;              // what follows from the failure; shown short, or where asked for
  std::size_t more = 0;                          // items left out
};

struct ComparisonDocument {
  std::string title;                             // "run X beside Y"
  std::string verdict;                           // the first divergence, or that nothing differs
  std::vector<DocumentLine> verdictLines;
  std::vector<std::string> baselines;            // one sentence each
  std::vector<DocumentSection> sections;
  std::vector<std::string> footer;
};

// At most `mostItems` items a section.
ComparisonDocument documentOf(const ComparedRuns& runs, std::size_t mostItems);

}  // namespace lanescope::report
