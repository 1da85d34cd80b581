// SPDX-License-Identifier: Apache-2.0
// The texts of the lines on screen, read when asked for and kept while they are near. GUI thread only.
#pragma once

#include "core/model/run.h"

#include <QCache>
#include <QString>

#include <memory>

namespace lanescope::ui {

class LineCache {
 public:
  void setRun(std::shared_ptr<const model::Run> run);
  // The line for a row: control sequences gone, tabs as spaces, carriage returns visible. Of a line longer than kShown
  // bytes the beginning, and how much more there is.
  const QString& shown(model::LineRef line);
  // The line as it stands, without control sequences; what copying gives. At most kCopied bytes.
  QString copied(model::LineRef line) const;

  static constexpr std::uint64_t kShown = 8 * 1024;
  static constexpr std::uint64_t kCopied = 1024 * 1024;

 private:
  QString read(model::LineRef line, std::uint64_t most, bool mark) const;

  std::shared_ptr<const model::Run> m_run;
  QCache<quint64, QString> m_cache{512};
};

}  // namespace lanescope::ui
