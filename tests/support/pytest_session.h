// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recognise/pytest_parser.h"

#include <QStringList>

#include <string>
#include <string_view>
#include <vector>

namespace lanescope::test {

// A session's lines fed one by one, as a rank's own file shows them.
struct PytestSession {
  explicit PytestSession(const QStringList& lines, bool header = true) {
    if (header) feed(QStringLiteral("============================= test session starts =============================="));
    for (const QString& line : lines) feed(line);
    parser.flush(sections);
  }
  void feed(const QString& line) {
    const std::string bytes = line.toStdString();
    std::string_view message = bytes;
    parser.feed(message, ++number, {}, sections);
  }

  recognise::SourceScan scan;
  std::vector<recognise::FinishedSection> sections;
  recognise::TestLog tests{scan, 0};
  recognise::PytestParser parser{scan, 0, tests};
  std::uint32_t number = 0;
};

}  // namespace lanescope::test
