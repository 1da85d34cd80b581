// SPDX-License-Identifier: Apache-2.0
// The texts of the lines on screen, read when asked for and kept while they are near. GUI thread only.
#pragma once

#include "core/model/run.h"
#include "core/search/expression.h"
#include "ui/logview/ansi_text.h"

#include <QCache>
#include <QString>

#include <memory>
#include <vector>

namespace lanescope::ui {

// A line as it is shown: control sequences gone, tabs as spaces, carriage returns visible.
struct ShownLine {
  QString text;
  std::vector<TextSpan> hits;                    // where the expression matches
  std::vector<AnsiRun> colours;                  // as the line's control sequences ask
};

class LineCache {
 public:
  void setRun(std::shared_ptr<const model::Run> run);
  // What is marked in the lines; nullptr: nothing.
  void setExpression(std::shared_ptr<const search::Expression> expression);
  // Of a line longer than kShown bytes the beginning, and how much more there is. Valid until the next call.
  const ShownLine& whole(model::LineRef line);
  const QString& shown(model::LineRef line) { return whole(line).text; }
  // The line as it stands, without control sequences; what copying gives. At most kCopied bytes, and then how much more there is.
  QString copied(model::LineRef line) const;

  static constexpr std::uint64_t kShown = 8 * 1024;
  static constexpr std::uint64_t kCopied = 1024 * 1024;

 private:
  ShownLine read(model::LineRef line) const;

  std::shared_ptr<const model::Run> m_run;
  std::shared_ptr<const search::Expression> m_expression;
  QCache<quint64, ShownLine> m_cache{512};
};

}  // namespace lanescope::ui
