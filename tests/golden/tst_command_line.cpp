// SPDX-License-Identifier: Apache-2.0
// The command line's output on the committed sample, byte for byte, and that nothing but the input decides it.
//
// After an intended change: LANESCOPE_UPDATE_GOLDEN=1 ctest -R tst_command_line, then read the difference.
#include "tests/golden/command_line.h"

#include <QCryptographicHash>
#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

using namespace lanescope::test;

namespace {

constexpr const char* kMask = "VERSION";

QStringList failing() { return samplePaths(sourceFolder() + QStringLiteral("/samples/incident/failing")); }
QStringList passing() { return samplePaths(sourceFolder() + QStringLiteral("/samples/incident/passing")); }

QString goldenPath(const QString& name) { return sourceFolder() + QStringLiteral("/tests/golden/expected/") + name; }

// The number of the first line that differs, and both.
QByteArray firstDifference(const QByteArray& expected, const QByteArray& actual) {
  const QList<QByteArray> left = expected.split('\n'), right = actual.split('\n');
  qsizetype line = 0;
  while (line < left.size() && line < right.size() && left[line] == right[line]) ++line;
  return "line " + QByteArray::number(line + 1) + "\n  expected: " + left.value(line).left(400) +
         "\n  actual:   " + right.value(line).left(400);
}

// The thousands of lines about tests are too much to keep: their number and the hash of the whole stand for them.
QByteArray withoutLines(const QByteArray& output, const QList<QByteArray>& marks) {
  QByteArray kept;
  int left = 0;
  for (const QByteArray& line : output.split('\n')) {
    const bool test = std::any_of(marks.begin(), marks.end(), [&line](const QByteArray& mark) { return line.contains(mark); });
    if (test) ++left;
    if (!test && !line.isEmpty()) kept += line + '\n';
  }
  return kept + QByteArray::number(left) + " lines about tests; SHA-256 of the whole " +
         QCryptographicHash::hash(output, QCryptographicHash::Sha256).toHex() + '\n';
}

// A build without the window's program has none and says so.
QByteArray withoutPicture(const QByteArray& html) {
  QString text = QString::fromUtf8(html);
  text.remove(QRegularExpression(QStringLiteral("<figure>.*?</figure>\n|<p>No picture: [^<]*</p>\n")));
  return text.toUtf8();
}

}  // namespace

// The commit of the build, where there is one.
QByteArray withoutCommit(const QByteArray& output) {
  static const QRegularExpression commit(QStringLiteral("(Lanescope [0-9.]+) \\([0-9a-f]{7,40}\\)"));
  return QString::fromUtf8(output).replace(commit, QStringLiteral("\\1")).toUtf8();
}

class TestCommandLine : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void golden_data();
  void golden();
  void surroundingsDoNotMatter_data();
  void surroundingsDoNotMatter();
  void folderAndZipSayTheSame();
  void passesCompareSilently_data();
  void passesCompareSilently();
  void oneChangedLineAmong64Ranks();

 private:
  QByteArray m_version;
};

void TestCommandLine::initTestCase() {
  QVERIFY2(QFileInfo(qEnvironmentVariable("LANESCOPE_BIN")).isExecutable(), "LANESCOPE_BIN must name the program");
  const CommandResult report = runLanescope(QStringList{"report", "--format", "json"} + failing());
  QVERIFY2(report.exitStatus == 1, report.errors);
  m_version = QJsonDocument::fromJson(report.output)["tool"]["version"].toString().toUtf8();
  QVERIFY(!m_version.isEmpty());
}

void TestCommandLine::golden_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<int>("exitStatus");
  QTest::newRow("report.json") << "report.json" << QStringList{"report", "--format", "json"} + failing() << 1;
  QTest::newRow("report.txt") << "report.txt" << QStringList{"report", "--format", "text"} + failing() << 1;
  QTest::newRow("report-passing.json") << "report-passing.json" << QStringList{"report", "--format", "json"} + passing() << 0;
  QTest::newRow("report-passing.txt") << "report-passing.txt" << QStringList{"report", "--format", "text"} + passing() << 0;
  QTest::newRow("events.jsonl") << "events.jsonl" << QStringList{"events"} + failing() << 0;
  QTest::newRow("compare.json") << "compare.json" << QStringList{"compare", "--format", "json"} + failing() + QStringList{"--baseline"} + passing() << 1;
  QTest::newRow("compare.txt") << "compare.txt" << QStringList{"compare"} + failing() + QStringList{"--baseline"} + passing() << 1;
  QTest::newRow("compare.md") << "compare.md" << QStringList{"compare", "--format", "markdown"} + failing() + QStringList{"--baseline"} + passing() << 1;
  QTest::newRow("compare.html") << "compare.html" << QStringList{"compare", "--format", "html"} + failing() + QStringList{"--baseline"} + passing() << 1;
  QStringList compared = failing() + QStringList{"--baseline"} + passing();
  QTest::newRow("report.md") << "report.md" << QStringList{"report", "--format", "markdown"} + compared << 1;
  QTest::newRow("report-passing.md") << "report-passing.md" << QStringList{"report", "--format", "markdown"} + passing() << 0;
  QTest::newRow("report.html") << "report.html" << QStringList{"report", "--format", "html"} + compared << 1;
  QTest::newRow("report-brief.txt") << "report-brief.txt" << QStringList{"report", "--format", "brief"} + failing() << 1;
  QTest::newRow("report-github.txt") << "report-github.txt" << QStringList{"report", "--format", "github", "-o", "/dev/null"} + failing() << 1;
  QTest::newRow("report-redacted.md") << "report-redacted.md" << QStringList{"report", "--format", "markdown", "--redact"} + failing() << 1;
  QTest::newRow("trace.json") << "trace.json" << QStringList{"trace"} + failing() << 0;
  QTest::newRow("events.csv") << "events.csv" << QStringList{"events", "--format", "csv"} + failing() << 0;
  QTest::newRow("sources.json") << "sources.json" << QStringList{"sources", "--format", "json"} + failing() << 0;
}

void TestCommandLine::golden() {
  QFETCH(QString, name);
  QFETCH(QStringList, arguments);
  QFETCH(int, exitStatus);
  const CommandResult result = runLanescope(arguments, {{}, {{"SOURCE_DATE_EPOCH", "1773500000"}, {"GITHUB_STEP_SUMMARY", ""}}});
  QVERIFY2(result.exitStatus == exitStatus, result.errors);
  QByteArray actual = withoutCommit(result.output);
  actual.replace('"' + m_version + '"', QByteArray("\"") + kMask + '"')
      .replace("lanescope " + m_version, QByteArray("lanescope ") + kMask);
  actual.replace("Lanescope " + m_version, QByteArray("Lanescope ") + kMask);
  if (name == QLatin1String("events.jsonl")) actual = withoutLines(actual, {"\"kind\":\"test-start\"", "\"kind\":\"test-end\""});
  if (name == QLatin1String("events.csv")) actual = withoutLines(actual, {",test-start,", ",test-end,"});
  if (name == QLatin1String("trace.json")) actual = withoutLines(actual, {"\"cat\":\"test\""});
  if (name.endsWith(QLatin1String(".html"))) actual = withoutPicture(actual);

  if (qEnvironmentVariableIntValue("LANESCOPE_UPDATE_GOLDEN") == 1) {
    QVERIFY(QDir().mkpath(QFileInfo(goldenPath(name)).path()));
    QFile file(goldenPath(name));
    QVERIFY2(file.open(QIODevice::WriteOnly) && file.write(actual) == actual.size(), qPrintable(file.errorString()));
    return;
  }
  QVERIFY2(QFileInfo::exists(goldenPath(name)),
           qPrintable(goldenPath(name) + QStringLiteral(" is missing: make it with LANESCOPE_UPDATE_GOLDEN=1 and read it")));
  const QByteArray expected = readFile(goldenPath(name));
  QVERIFY2(actual == expected, firstDifference(expected, actual));
}

void TestCommandLine::surroundingsDoNotMatter_data() {
  QTest::addColumn<QStringList>("arguments");
  for (const char* command : {"report --format json", "report --format text", "events", "sources --format json"}) {
    QTest::newRow(command) << QString::fromLatin1(command).split(QLatin1Char(' '));
  }
}

void TestCommandLine::surroundingsDoNotMatter() {
  QFETCH(QStringList, arguments);
  const QByteArray expected = runLanescope(arguments + failing()).output;
  QVERIFY(!expected.isEmpty());
  const auto same = [&](const QStringList& changed, const CommandOptions& options) {
    const QByteArray actual = runLanescope(changed, options).output;
    if (actual != expected) qWarning().noquote() << firstDifference(expected, actual);
    return actual == expected;
  };
  QVERIFY(same(arguments + failing(), {{}, {{"TZ", "Asia/Tokyo"}, {"LC_ALL", "C"}, {"LANG", "C"}}}));
  QVERIFY(same(arguments + QStringList{"--threads", "1"} + failing(), {}));
  QVERIFY(same(arguments + QStringList{"--threads", "2"} + failing(), {}));
  QStringList relative;
  for (const QString& path : failing()) relative << QFileInfo(path).fileName();
  QVERIFY(same(arguments + relative, {QFileInfo(failing().first()).path(), {}}));
}

void TestCommandLine::folderAndZipSayTheSame() {
  QTemporaryDir folder;
  QVERIFY(folder.isValid());
  const CommandResult made = makeSample({"--tree", "--out", folder.path()});
  QVERIFY2(made.exitStatus == 0, made.errors);
  const QString log = folder.filePath(QStringLiteral("failing/job-log.txt"));
  const QString zip = samplePaths(folder.filePath(QStringLiteral("failing"))).first();
  const QString tree = folder.filePath(QStringLiteral("tree/failing/")) + QFileInfo(zip).completeBaseName();

  const auto run = [&](const QString& artifact) {
    QByteArray output = runLanescope({"report", "--format", "json", artifact, log}).output;
    output.replace(".zip/", "/");
    return QJsonDocument::fromJson(output)["run"].toObject();
  };
  const QJsonObject fromZip = run(zip), fromTree = run(tree);
  QVERIFY(!fromZip["findings"].toArray().isEmpty());
  for (const char* key :
       {"id", "outcome", "launches", "ranks", "tests", "findings", "first_failure", "restarts", "milestones"}) {
    QVERIFY2(fromZip[QLatin1String(key)] == fromTree[QLatin1String(key)], key);
  }
}

void TestCommandLine::passesCompareSilently_data() {
  QTest::addColumn<QString>("seed");
  QTest::addColumn<QString>("ranks");
  QTest::newRow("8 ranks") << "1" << "8";
  QTest::newRow("12 ranks") << "23" << "12";
  QTest::newRow("16 ranks") << "4" << "16";
}

// Other hosts, pids, ports, folders, times and orders of lines: nothing but the environment differs, and the failing run beside them
// begins with its first failure.
void TestCommandLine::passesCompareSilently() {
  QFETCH(QString, seed);
  QFETCH(QString, ranks);
  QTemporaryDir folder;
  const CommandResult made = makeSample({"--passes", "3", "--seed", seed, "--ranks", ranks, "--out", folder.path()});
  QVERIFY2(made.exitStatus == 0, made.errors);
  const auto compare = [&folder](const QString& run, const QStringList& baselines) {
    QStringList arguments{"compare", folder.filePath(run), "--format", "json"};
    for (const QString& baseline : baselines) arguments << QStringLiteral("--baseline") << folder.filePath(baseline);
    return runLanescope(arguments);
  };
  for (const QStringList& baselines : {QStringList{"passing-2"}, QStringList{"passing-3"}, QStringList{"passing-2", "passing-3"}}) {
    const CommandResult result = compare(QStringLiteral("passing"), baselines);
    const QJsonDocument json = QJsonDocument::fromJson(result.output);
    QVERIFY2(json["comparison"]["messages"].toArray().isEmpty() && json["comparison"]["tests"].toArray().isEmpty(), result.output.left(4'000));
    QVERIFY(json["comparison"]["ends"].toArray().isEmpty() && json["comparison"]["divergence"].isNull());
    QVERIFY(!json["comparison"]["environment"].toArray().isEmpty());
    QCOMPARE(result.exitStatus, 0);
  }
  const CommandResult result = compare(QStringLiteral("failing"), {QStringLiteral("passing"), QStringLiteral("passing-2")});
  QCOMPARE(result.exitStatus, 1);
  const QJsonValue first = QJsonDocument::fromJson(result.output)["comparison"]["messages"][0];
  QVERIFY2(first["template"].toString().contains(QStringLiteral("Cuda failure 719")), qPrintable(first["template"].toString()));
}

void TestCommandLine::oneChangedLineAmong64Ranks() {
  QTemporaryDir folder;
  const CommandResult made = makeSample({"--tree", "--passes", "2", "--seed", "9", "--ranks", "64", "--out", folder.path()});
  QVERIFY2(made.exitStatus == 0, made.errors);
  QDirIterator files(folder.filePath(QStringLiteral("tree/passing")), {QStringLiteral("stdout.log")}, QDir::Files, QDirIterator::Subdirectories);
  QString changed;
  while (files.hasNext()) {
    const QString path = files.next();
    if (path.contains(QLatin1String("/41/")) && QFileInfo(path).size() > 4'000) changed = path;
  }
  QVERIFY(!changed.isEmpty());
  QByteArray bytes = readFile(changed);
  QVERIFY(bytes.contains("process group ready"));
  bytes.replace("process group ready", "process group is slow");
  QFile file(changed);
  QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
  file.close();
  const CommandResult result = runLanescope({"compare", folder.filePath(QStringLiteral("tree/passing")), folder.filePath(QStringLiteral("passing/job-log.txt")), "--baseline",
                                             folder.filePath(QStringLiteral("passing-2")), "--format", "json"});
  QCOMPARE(result.exitStatus, 1);
  const QJsonDocument json = QJsonDocument::fromJson(result.output);
  const QJsonValue first = json["comparison"]["messages"][0];
  QVERIFY2(first["template"].toString().startsWith(QStringLiteral("process group is slow")), result.output.left(6'000));
  QCOMPARE(first["ranks_run"].toArray(), QJsonArray{41});
  QCOMPARE(first["evidence"][0]["rank"].toInt(), 41);
  QVERIFY(json["comparison"]["divergence"]["evidence"].toArray().size() == 1);
}

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tst_command_line.moc"
