// SPDX-License-Identifier: Apache-2.0
#include "tests/golden/command_line.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>
#include <limits>

namespace lanescope::test {
namespace {

CommandResult run(const QString& program, const QStringList& arguments, const CommandOptions& options) {
  constexpr int kPatienceMs = 60'000;
  // Never what the user who runs the tests has written down.
  static const QTemporaryDir dataFolder;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert(QStringLiteral("XDG_DATA_HOME"), dataFolder.path());
  for (auto it = options.environment.begin(); it != options.environment.end(); ++it) environment.insert(it.key(), it.value());
  QProcess process;
  process.setProcessEnvironment(environment);
  process.setWorkingDirectory(options.folder.isEmpty() ? sourceFolder() : options.folder);
  process.start(program, arguments);
  process.closeWriteChannel();
  CommandResult result;
  if (!process.waitForFinished(kPatienceMs)) {
    process.kill();
    process.waitForFinished();
    result.errors = (program + QStringLiteral(": ") + process.errorString()).toUtf8();
    return result;
  }
  result.output = process.readAllStandardOutput();
  result.errors = process.readAllStandardError();
  if (process.exitStatus() == QProcess::NormalExit) result.exitStatus = process.exitCode();
  return result;
}

}  // namespace

CommandResult runProgram(const QString& program, const QStringList& arguments, const CommandOptions& options) {
  return run(program, arguments, options);
}

CommandResult runLanescope(const QStringList& arguments, const CommandOptions& options) {
  return run(qEnvironmentVariable("LANESCOPE_BIN"), arguments, options);
}

CommandResult makeSample(const QStringList& arguments) {
  CommandOptions options;
  options.environment.insert(QStringLiteral("PYTHONDONTWRITEBYTECODE"), QStringLiteral("1"));
  return run(QStringLiteral("python3"), QStringList{sourceFolder() + QStringLiteral("/samples/make_sample.py")} + arguments,
             options);
}

QString sourceFolder() { return QStringLiteral(LANESCOPE_SOURCE_DIR); }

QByteArray readFile(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QJsonObject readJson(const QString& path) { return QJsonDocument::fromJson(readFile(path)).object(); }

QStringList samplePaths(const QString& folder) {
  const QDir directory(folder);
  QStringList paths;
  for (const QString& name : directory.entryList({QStringLiteral("*.zip")}, QDir::Files, QDir::Name)) {
    paths << directory.filePath(name);
  }
  return paths << directory.filePath(QStringLiteral("job-log.txt"));
}

double seconds(const QJsonValue& time) {
  const QString text = time.toString();
  QDateTime whole = QDateTime::fromString(text.left(19), Qt::ISODate);
  whole.setTimeSpec(Qt::UTC);
  if (!whole.isValid() || !text.endsWith(QLatin1Char('Z'))) return std::numeric_limits<double>::quiet_NaN();
  const QString fraction = text.mid(19, text.size() - 20);  // empty or ".123456"
  return static_cast<double>(whole.toSecsSinceEpoch()) + (fraction.isEmpty() ? 0.0 : (QLatin1Char('0') + fraction).toDouble());
}

}  // namespace lanescope::test
