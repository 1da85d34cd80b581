// SPDX-License-Identifier: Apache-2.0
// The program and the sample script as the golden tests run them.
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

namespace lanescope::test {

struct CommandResult {
  int exitStatus = -1;  // -1: it did not run to its end
  QByteArray output, errors;
};

struct CommandOptions {
  QString folder;                      // current folder, empty: the sources'
  QMap<QString, QString> environment;  // set on top of the test's own
};

CommandResult runProgram(const QString& program, const QStringList& arguments, const CommandOptions& options = {});
// $LANESCOPE_BIN with these arguments.
CommandResult runLanescope(const QStringList& arguments, const CommandOptions& options = {});

// samples/make_sample.py with these arguments.
CommandResult makeSample(const QStringList& arguments);

QString sourceFolder();
QByteArray readFile(const QString& path);  // empty where it cannot be read
QJsonObject readJson(const QString& path);

// The zip and the job log in a sample's folder (failing or passing).
QStringList samplePaths(const QString& folder);

// Seconds since the epoch of a report's or a truth's time; NaN for null.
double seconds(const QJsonValue& time);

}  // namespace lanescope::test
