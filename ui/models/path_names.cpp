// SPDX-License-Identifier: Apache-2.0
#include "ui/models/path_names.h"

#include <QDir>
#include <QFileInfo>

namespace lanescope::ui {

QString pathNames(const QStringList& paths) {
  QStringList names;
  for (const QString& path : paths) {
    const QString name = QFileInfo(QDir::cleanPath(path)).fileName();
    names << (name.isEmpty() ? path : name);
  }
  return names.join(QStringLiteral(" + "));
}

}  // namespace lanescope::ui
