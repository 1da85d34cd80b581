// SPDX-License-Identifier: Apache-2.0
// The command line's grammar: what is refused and in which words, exit statuses, and where the answer goes.
#include "tests/golden/command_line.h"

#include <sys/stat.h>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

using namespace lanescope::test;

namespace {

// A first failure, in a log of one process.
constexpr const char* kFailedLog =
    "============================= test session starts ==============================\n"
    "collecting ... collected 1 item\n"
    "tests/test_a.py::test_one FAILED\n"
    "E   RuntimeError: CUDA error: an illegal memory access was encountered\n"
    "=========================== 1 failed in 1.00s ===========================\n";

}  // namespace

class TestCli : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void refused_data();
  void refused();
  void helpAndVersion();
  void plainLogPasses();
  void missingFileBesideAGoodOne();
  void outputFileIsWholeAndReadable();
  void outputThatCannotBeWrittenLeavesNothing();
  void baselineTakesPathsUpToTheNextOption();
  void noDisplayMeansTheReport();
  void noWindowProgramIsSaid();
  void search();

 private:
  QString write(const QString& name, const QByteArray& text);

  QTemporaryDir m_folder;
  QString m_plain;
};

void TestCli::initTestCase() {
  QVERIFY2(QFileInfo(qEnvironmentVariable("LANESCOPE_BIN")).isExecutable(), "LANESCOPE_BIN must name the program");
  QVERIFY(m_folder.isValid());
  m_plain = write(QStringLiteral("plain.log"), "hello\nworld\n");
}

QString TestCli::write(const QString& name, const QByteArray& text) {
  QFile file(m_folder.filePath(name));
  if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
    qFatal("cannot write %s", qPrintable(file.fileName()));
  return file.fileName();
}

void TestCli::refused_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<QString>("says");
  const auto row = [](const char* arguments, const char* says) {
    QTest::newRow(arguments) << QString::fromLatin1(arguments).split(QLatin1Char(' ')) << QString::fromLatin1(says);
  };
  row("reprot x.log", "did you mean 'report'?");
  row("compare x.log", "'compare' is not in this version");
  row("report", "no PATH given");
  row("report PLAIN --formt json", "unknown option --formt (did you mean '--format'?)");
  row("report PLAIN --known", "--known is not in this version");
  row("report PLAIN --format markdown", "format 'markdown' is not in this version (report writes text or json)");
  row("report PLAIN --format yaml", "format 'yaml' is unknown");
  row("report PLAIN --format", "--format");
  row("report PLAIN --threads many", "--threads");
  row("report PLAIN --zone=", "--zone");
  row("report PLAIN --zone Nowhere/Land", "Nowhere/Land");
  row("report /does/not/exist.log", "exist.log: cannot be read");
  row("search PLAIN", "no PATH given");
  row("search ( PLAIN", "not a regular expression");
  row("search x PLAIN --rank 7-5", "'7-5' is no list of ranks");
  row("search x PLAIN --rank 1,", "'1,' is no list of ranks");
  row("events PLAIN --format text", "events writes jsonl or csv");
  row("report PLAIN --baseline /does/not/exist.log", "exist.log: cannot be read");
}

void TestCli::refused() {
  QFETCH(QStringList, arguments);
  QFETCH(QString, says);
  arguments.replaceInStrings(QStringLiteral("PLAIN"), m_plain);
  const CommandResult result = runLanescope(arguments);
  QCOMPARE(result.exitStatus, 2);
  QVERIFY2(QString::fromUtf8(result.errors).contains(says), result.errors);
  QVERIFY2(result.errors.startsWith("lanescope: ") && result.errors.count('\n') == 1, result.errors);
  QVERIFY2(result.output.isEmpty(), result.output);
}

void TestCli::helpAndVersion() {
  const CommandResult version = runLanescope({"--version"});
  QCOMPARE(version.exitStatus, 0);
  QVERIFY2(QRegularExpression(QStringLiteral("^lanescope \\d+\\.\\d+\\.\\d+\n$"))
               .match(QString::fromUtf8(version.output))
               .hasMatch(),
           version.output);
  const CommandResult help = runLanescope({"--help"});
  QCOMPARE(help.exitStatus, 0);
  for (const char* word : {"report", "events", "sources", "--baseline", "--zone"}) QVERIFY2(help.output.contains(word), word);
  QVERIFY(!help.output.contains("compare"));
  QVERIFY(runLanescope({"report", "--help"}).output.contains("--format"));
}

void TestCli::plainLogPasses() {
  const CommandResult result = runLanescope({"report", m_plain});
  QVERIFY2(result.exitStatus == 0, result.errors);
  QVERIFY2(result.output.startsWith("UNKNOWN"), result.output);
  QVERIFY2(result.errors.isEmpty(), result.errors);  // no progress where nobody watches
  const CommandResult failed = runLanescope({"report", write(QStringLiteral("failed.log"), kFailedLog)});
  QVERIFY2(failed.exitStatus == 1, failed.output + failed.errors);
}

void TestCli::missingFileBesideAGoodOne() {
  const CommandResult result =
      runLanescope({"report", "--format", "json", m_plain, m_folder.filePath(QStringLiteral("gone.zip"))});
  QVERIFY2(result.exitStatus == 0, result.errors);
  QCOMPARE(result.errors.count('\n'), 1);
  QVERIFY2(result.errors.contains(m_folder.filePath(QStringLiteral("gone.zip")).toUtf8()), result.errors);
  const QJsonObject run = QJsonDocument::fromJson(result.output)["run"].toObject();
  QCOMPARE(run["inputs"].toArray().size(), 2);
  QVERIFY(run["inputs"][1]["error"].isString());
  QVERIFY2(!result.output.contains(m_folder.path().toUtf8()), "a report never names paths of this machine");
}

void TestCli::outputFileIsWholeAndReadable() {
  const QString path = m_folder.filePath(QStringLiteral("out.json"));
  const CommandResult result = runLanescope({"report", "--format", "json", m_plain, "-o", path});
  QVERIFY2(result.exitStatus == 0, result.errors);
  QVERIFY(result.output.isEmpty());
  QCOMPARE(readFile(path), runLanescope({"report", "--format", "json", m_plain}).output);
  QVERIFY(QFileInfo(path).permission(QFile::ReadOwner | QFile::WriteOwner));
  const mode_t mask = umask(0);
  umask(mask);
  QCOMPARE(QFileInfo(path).permission(QFile::ReadGroup), (mask & S_IRGRP) == 0);
}

void TestCli::outputThatCannotBeWrittenLeavesNothing() {
  const CommandResult result = runLanescope({"report", m_plain, "-o", m_folder.filePath(QStringLiteral("nowhere/out.txt"))});
  QCOMPARE(result.exitStatus, 2);
  QVERIFY2(result.errors.contains("nowhere/out.txt: cannot be written"), result.errors);
  QCOMPARE(runLanescope({"report", m_plain, "-o", "/dev/full"}).exitStatus, 2);
  for (const QString& name : QDir(m_folder.path()).entryList(QDir::Files))
    QVERIFY2(!name.startsWith(QStringLiteral("out.txt")), qPrintable(name));
}

void TestCli::baselineTakesPathsUpToTheNextOption() {
  const QString other = write(QStringLiteral("other.log"), "other\n");
  const QStringList arguments{"report", m_plain, "--baseline", m_plain, other, "--format", "json"};
  const CommandResult result = runLanescope(arguments);
  QVERIFY2(result.exitStatus == 0, result.errors);
  const QJsonDocument report = QJsonDocument::fromJson(result.output);
  QCOMPARE(report["run"]["inputs"].toArray().size(), 1);
  QCOMPARE(report["baseline"]["inputs"].toArray().size(), 2);
  QVERIFY(report["comparison"].isNull());
}

void TestCli::noDisplayMeansTheReport() {
  const CommandOptions bare{{}, {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}, {"QT_QPA_PLATFORM", ""}}};
  const CommandResult result = runLanescope({m_plain}, bare);
  QVERIFY2(result.exitStatus == 0, result.errors);
  QCOMPARE(result.output, runLanescope({"report", m_plain}).output);
  QVERIFY2(result.errors.contains("the text report instead"), result.errors);
  QCOMPARE(runLanescope({}, bare).exitStatus, 2);
}

void TestCli::noWindowProgramIsSaid() {
  QTemporaryDir alone;
  const QString program = alone.filePath(QStringLiteral("lanescope"));
  QVERIFY(QFile::copy(qEnvironmentVariable("LANESCOPE_BIN"), program));
  const CommandOptions display{{}, {{"QT_QPA_PLATFORM", "offscreen"}}};
  const CommandResult window = runProgram(program, {m_plain}, display);
  QVERIFY2(window.exitStatus == 0, window.errors);
  QVERIFY2(window.errors.contains("lanescope-window is not installed: the text report instead"), window.errors);
  const CommandResult image = runProgram(program, {"image", m_plain, "-o", alone.filePath(QStringLiteral("out.png"))}, display);
  QCOMPARE(image.exitStatus, 2);
  QVERIFY2(image.errors.contains("lanescope-window"), image.errors);
}

void TestCli::search() {
  const QString log = write(QStringLiteral("ranks.log"), "[rank0]: needle a\n[rank1]: Needle b\nstraw\n[rank2]: needle[0m c\n");
  const CommandResult text = runLanescope({"search", "needle", log});
  QCOMPARE(text.exitStatus, 0);
  QCOMPARE(text.output, QByteArray("ranks.log:1: [rank0]: needle a\nranks.log:4: [rank2]: needle[0m c\n"));
  QCOMPARE(text.errors, QByteArray("lanescope: 2 lines\n"));
  const CommandResult json = runLanescope({"search", "-i", "-w", "-F", "needle", log, "--rank", "1-3", "--format", "jsonl"});
  QCOMPARE(json.exitStatus, 0);
  const QList<QByteArray> lines = json.output.trimmed().split('\n');
  QCOMPARE(lines.size(), 3);
  QCOMPARE(QJsonDocument::fromJson(lines[0])["rank"].toInt(), 1);
  QCOMPARE(QJsonDocument::fromJson(lines[0])["line"].toInt(), 2);
  QCOMPARE(QJsonDocument::fromJson(lines[2])["total"].toInt(), 2);
  const CommandResult none = runLanescope({"search", "-q", "haystack", log});
  QCOMPARE(none.exitStatus, 1);
  QVERIFY(none.output.isEmpty() && none.errors.isEmpty());
}

QTEST_GUILESS_MAIN(TestCli)
#include "tst_cli.moc"
