// SPDX-License-Identifier: Apache-2.0
#include "ui/compare/sibling_runs.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr qsizetype kMostLookedAt = 2'000;
constexpr qsizetype kFewestHex = 4;              // shorter ones are words

bool isHex(QStringView word) {
  return std::all_of(word.begin(), word.end(), [](QChar c) { return c.isDigit() || (c.toLower() >= QLatin1Char('a') && c.toLower() <= QLatin1Char('f')); });
}

bool varies(QStringView word) {
  const bool digit = std::any_of(word.begin(), word.end(), [](QChar c) { return c.isDigit(); });
  const bool number = std::all_of(word.begin(), word.end(), [](QChar c) { return c.isDigit(); });
  return digit && (number || (word.size() >= kFewestHex && isHex(word)));
}

// Folders, archives and plain logs are not each other's baselines.
QString kindOf(const QFileInfo& info) {
  if (info.isDir()) return QStringLiteral("folder");
  static const QStringList archives = {QStringLiteral("zip"), QStringLiteral("tar"), QStringLiteral("tgz"), QStringLiteral("gz"),
                                       QStringLiteral("xz"),  QStringLiteral("zst"), QStringLiteral("bz2"), QStringLiteral("7z")};
  static const QStringList logs = {QStringLiteral("log"), QStringLiteral("txt"), QStringLiteral("out"), QStringLiteral("err"), QString()};
  const QString suffix = info.suffix().toLower();
  if (archives.contains(suffix)) return QStringLiteral("archive");
  return logs.contains(suffix) ? QStringLiteral("log") : QString();
}

}  // namespace

QString jobOfName(const QString& fileName) {
  QString result;
  QString word;
  const auto flush = [&] {
    result += !word.isEmpty() && varies(word) ? QStringLiteral("#") : word;
    word.clear();
  };
  for (const QChar c : fileName) {
    if (c.isLetterOrNumber()) {
      word += c;
    } else {
      flush();
      result += c;
    }
  }
  flush();
  return result;
}

QStringList siblingRuns(const QStringList& opened) {
  if (opened.isEmpty()) return {};
  QStringList own;
  for (const QString& path : opened) own << QFileInfo(path).absoluteFilePath();
  const QFileInfo first(own.front());
  const QString kind = kindOf(first), job = jobOfName(first.fileName());
  const QFileInfoList entries = first.absoluteDir().entryInfoList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot | QDir::Readable, QDir::Time);
  QStringList same, others;
  for (const QFileInfo& entry : entries.mid(0, kMostLookedAt)) {
    if (own.contains(entry.absoluteFilePath()) || kindOf(entry) != kind || entry.fileName().startsWith(QLatin1Char('.'))) continue;
    (jobOfName(entry.fileName()) == job ? same : others) << entry.absoluteFilePath();
  }
  return (same + others).mid(0, kMostSiblings);
}

}  // namespace lanescope::ui
