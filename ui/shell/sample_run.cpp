// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/sample_run.h"

#include <QCoreApplication>
#include <QDir>

namespace lanescope::ui {

QStringList samplePaths() {
  // As installed, and as built.
  for (const char* place : {"../share/lanescope/samples", "../../../samples"}) {
    const QDir folder(QCoreApplication::applicationDirPath() + QLatin1Char('/') + QLatin1String(place) + QStringLiteral("/incident/failing"));
    QStringList paths;
    for (const QFileInfo& file : folder.entryInfoList(QDir::Files, QDir::Name)) paths << file.canonicalFilePath();
    if (!paths.isEmpty()) return paths;
  }
  return {};
}

}  // namespace lanescope::ui
