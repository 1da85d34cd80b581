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
  void baselineFirstTakesOnePath();
  void compareTellsByItsStatus();
  void ignoreListBesideTheRun();
  void noDisplayMeansTheReport();
  void noWindowProgramIsSaid();
  void search();
  void settingsAreKeptAndTakenBack();
  void settingsNameSourcesAsPeopleDo();
  void wrongSettings_data();
  void wrongSettings();
  void aBrokenSideFileIsOneLine();
  void explainAndChoose();
  void knownFailures();

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
  QDir().mkpath(QFileInfo(file.fileName()).path());
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
  row("report", "no PATH given");
  row("-q report PLAIN", "the sub-command comes first: lanescope report -q PATH...");
  row("report PLAIN --formt json", "unknown option --formt (did you mean '--format'?)");
  row("known", "known needs an action");
  row("known frob", "known has no action 'frob'");
  row("known list PLAIN", "known list takes no");
  row("known add", "no PATH given");
  row("known add PLAIN --note x", "the run has no first failure");
  row("known remove", "no ID given");
  row("known remove abcdef", "no known failure is called 'abcdef'");
  row("known list --note x", "belong to known add");
  row("report PLAIN --format yaml", "format 'yaml' is unknown (report writes text or brief");
  row("sources PLAIN --redact=names", "'names' names no kinds to redact");
  row("report PLAIN --redact=names", "'names' names no kinds to redact");
  row("image PLAIN", "image needs a file to write");
  row("image PLAIN -o x.jpg", "the name 'x.jpg' does not say which kind of picture");
  row("image PLAIN -o x.png --preset sldie", "preset 'sldie' is unknown (did you mean 'slide'?)");
  row("image PLAIN -o x.png --preset a0", "preset 'a0' is unknown (issue, slide, print; or --size WIDTHxHEIGHT)");
  row("image PLAIN -o x.png --preset slide --size 800x600", "--preset and --size both say");
  row("image PLAIN -o x.png --size 100x100", "size '100x100' is not WIDTHxHEIGHT in pixels");
  row("image PLAIN -o x.png --theme blue", "theme 'blue' is unknown");
  row("report PLAIN --format", "--format");
  row("report PLAIN --threads many", "--threads");
  row("report PLAIN --zone=", "--zone");
  row("report PLAIN --zone Nowhere/Land", "Nowhere/Land");
  row("report /does/not/exist.log", "exist.log: cannot be read");
  row("search PLAIN", "no PATH given");
  row("search x PLAIN --from never", "'never' is not a time");
  row("search x PLAIN --from 12:00:00 --to 11:00:00", "--from is not before --to");
  row("search x PLAIN --rank 7-5", "'7-5' is no list of ranks");
  row("search x PLAIN --rank 1,", "'1,' is no list of ranks");
  row("events PLAIN --format text", "events writes jsonl or csv");
  row("report PLAIN --baseline /does/not/exist.log", "exist.log: cannot be read");
  row("report --baseline /does/not/exist.log PLAIN", "exist.log: cannot be read");
  row("compare PLAIN", "no --baseline given");
  row("compare --baseline PLAIN", "no PATH given");
  row("compare PLAIN --baseline PLAIN --format pdf", "format 'pdf' is unknown");
  row("compare PLAIN --baseline PLAIN --ignore /does/not/exist.json", "the ignore list cannot be used");
  row("compare PLAIN --baseline PLAIN --repo /does/not/exist", "not a git clone");
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
  QVERIFY(help.output.contains("compare"));
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
  QVERIFY2(result.exitStatus == 1, result.errors);   // the other one prints another line
  const QJsonDocument report = QJsonDocument::fromJson(result.output);
  QCOMPARE(report["run"]["inputs"].toArray().size(), 1);
  QCOMPARE(report["baseline"]["inputs"].toArray().size(), 2);
  QVERIFY(!report["comparison"].isNull());
}

// Without a PATH before it, what follows the first path is the run's.
void TestCli::baselineFirstTakesOnePath() {
  const QString other = write(QStringLiteral("other.log"), "other\n");
  const CommandResult result = runLanescope({"report", "--baseline", m_plain, m_plain, other, "--format", "json"});
  const QJsonDocument report = QJsonDocument::fromJson(result.output);
  QCOMPARE(report["run"]["inputs"].toArray().size(), 2);
  QCOMPARE(report["baseline"]["inputs"].toArray().size(), 1);
}

void TestCli::compareTellsByItsStatus() {
  const QString other = write(QStringLiteral("other.log"), "a line of its own\n");
  for (const char* format : {"text", "markdown", "json", "html"}) {
    QCOMPARE(runLanescope({"compare", m_plain, "--baseline", m_plain, "--format", format}).exitStatus, 0);
    const CommandResult result = runLanescope({"compare", other, "--baseline", m_plain, "--format", format});
    QCOMPARE(result.exitStatus, 1);
    QVERIFY(result.output.contains("a line of its own"));
  }
  const QJsonDocument json = QJsonDocument::fromJson(runLanescope({"compare", other, "--baseline", m_plain, "--format", "json"}).output);
  QCOMPARE(json["schema"].toString(), QStringLiteral("lanescope.comparison/1"));
}

void TestCli::ignoreListBesideTheRun() {
  QTemporaryDir folder;
  QVERIFY(folder.isValid() && QDir(folder.path()).mkpath(QStringLiteral("run/.lanescope")));
  const auto put = [&folder](const QString& name, const QByteArray& bytes) {
    QFile file(folder.filePath(name));
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
  };
  QVERIFY(put(QStringLiteral("run/a.log"), "common line\ntelemetry went to port 4711\n"));
  QVERIFY(put(QStringLiteral("baseline.log"), "common line\n"));
  QVERIFY(put(QStringLiteral("run/.lanescope/ignore.json"), R"({"schema": "lanescope.ignore/1", "templates": ["telemetry *"]})"));
  const QStringList arguments{"compare", folder.filePath(QStringLiteral("run")), "--baseline", folder.filePath(QStringLiteral("baseline.log"))};
  const CommandResult ignored = runLanescope(arguments);
  QVERIFY2(ignored.exitStatus == 0, ignored.output + ignored.errors);
  QVERIFY2(ignored.output.simplified().contains("1 difference ignored by rules"), ignored.output);
  QCOMPARE(runLanescope(arguments + QStringList{"--no-side-file"}).exitStatus, 1);
}

void TestCli::noDisplayMeansTheReport() {
  const CommandOptions bare{{}, {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}, {"QT_QPA_PLATFORM", ""}}};
  const CommandResult result = runLanescope({m_plain}, bare);
  QVERIFY2(result.exitStatus == 0, result.errors);
  QCOMPARE(result.output, runLanescope({"report", m_plain}).output);
  QVERIFY2(result.errors.contains("the text report instead"), result.errors);
  QCOMPARE(runLanescope({}, bare).exitStatus, 2);
  const QString program = qEnvironmentVariable("LANESCOPE_BIN") + QStringLiteral("-window");
  const CommandResult window = runProgram(program, {m_plain}, bare);
  QCOMPARE(window.exitStatus, 2);
  QCOMPARE(window.errors, QByteArray("lanescope: no display (lanescope report PATH...)\n"));
  QVERIFY(runProgram(program, {"--help"}, bare).output.contains("Usage:"));
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
  // Operators; -F and quotes make words of them.
  QCOMPARE(runLanescope({"search", "-q", "needle AND NOT rank2 OR straw", log}).output, QByteArray("ranks.log:1: [rank0]: needle a\nranks.log:3: straw\n"));
  const QString words = write(QStringLiteral("words.log"), "black AND white\nblack\nwhite\n");
  QCOMPARE(runLanescope({"search", "-q", "-F", "black AND white", words}).output.count('\n'), 1);
  QCOMPARE(runLanescope({"search", "-q", "\"black AND white\"", words}).output.count('\n'), 1);
  QCOMPARE(runLanescope({"search", "-q", "black OR white", words}).output.count('\n'), 3);
  // A caret below the place.
  const CommandResult bad = runLanescope({"search", "foo(bar", log});
  QCOMPARE(bad.exitStatus, 2);
  QCOMPARE(bad.errors, QByteArray("lanescope: foo(bar: not a regular expression: ( without ) at character 4 (-F searches for exactly this text)\n  foo(bar\n     ^\n"));
  const QString timed = write(QStringLiteral("timed.log"), "2026-03-14T09:00:00.0000000Z step\n2026-03-14T09:00:10.0000000Z step\n2026-03-14T09:00:20.0000000Z step\n");
  QCOMPARE(runLanescope({"search", "-q", "step", timed, "--from", "09:00:05", "--to", "2026-03-14T09:00:20Z"}).output.count('\n'), 1);
  // A picture of a span in which the run was not would be empty.
  const CommandResult outside = runLanescope({"image", "-q", timed, "-o", write(QStringLiteral("outside.png"), {}), "--from", "1999-01-01T00:00:00Z", "--to", "1999-01-02T00:00:00Z"});
  QCOMPARE(outside.exitStatus, 2);
  QVERIFY2(outside.errors.contains("nothing of the run lies between --from and --to") && outside.errors.contains("2026-03-14T09:00:20"), outside.errors.constData());
  const CommandResult none = runLanescope({"search", "-q", "haystack", log});
  QCOMPARE(none.exitStatus, 1);
  QVERIFY(none.output.isEmpty() && none.errors.isEmpty());
}

void TestCli::settingsAreKeptAndTakenBack() {
  QTemporaryDir folder;
  const auto run = [&folder](const QStringList& more) { return runLanescope(QStringList{"sources", folder.path(), "--format", "json"} + more); };
  const auto overrides = [](const CommandResult& result) { return QJsonDocument::fromJson(result.output)["overrides"].toArray(); };
  QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("logs")));
  QFile file(folder.filePath(QStringLiteral("logs/a:b.log")));
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write("2026-01-02 12:00:00,000 INFO one\n");
  file.close();

  const CommandResult set = run({"--set", "logs/a:b.log:rank=3,zone=+09:00", "--set", "zone=Asia/Tokyo"});
  QVERIFY2(set.exitStatus == 0 && set.errors.isEmpty(), set.errors);
  QCOMPARE(overrides(set).size(), 3);
  QCOMPARE(QJsonDocument::fromJson(set.output)["sources"][0]["rank"].toInt(-1), 3);
  // Other commands use it and say so; a clean run does not.
  const auto report = [&folder](const QStringList& more) {
    return QJsonDocument::fromJson(runLanescope(QStringList{"report", "--format", "json", folder.path()} + more).output)["run"];
  };
  QCOMPARE(report({})["ranks"][0]["rank_from"].toString(), QStringLiteral("user"));
  QCOMPARE(report({})["overrides"][0]["file"].toString(), QStringLiteral(".lanescope/%1.json").arg(report({})["id"].toString()));
  QCOMPARE(report({"--no-side-file"})["overrides"].toArray().size(), 0);
  QCOMPARE(report({"--no-side-file"})["ranks"].toArray().size(), 0);

  QCOMPARE(overrides(run({"--clear", "logs/a:b.log:zone"})).size(), 2);
  QCOMPARE(overrides(run({"--clear", "zone", "--set", "a:b.log:rank=4"})).size(), 1);
  QCOMPARE(overrides(run({"--clear", "a:b.log"})).size(), 0);
  QVERIFY(!QFileInfo::exists(folder.filePath(QStringLiteral(".lanescope"))));
  // Even where everything is left out.
  QCOMPARE(run({"--set", "a:b.log:format=none"}).exitStatus, 2);
  const CommandResult back = run({"--clear", "all"});
  QVERIFY2(back.exitStatus == 0, back.errors);
  QCOMPARE(overrides(back).size(), 0);
}

void TestCli::settingsNameSourcesAsPeopleDo() {
  QTemporaryDir folder;
  for (const char* name : {"one/out.log", "one/err.log", "two/out.log"}) {
    QVERIFY(QDir(folder.path()).mkpath(QFileInfo(QLatin1String(name)).path()));
    QFile file(folder.filePath(QLatin1String(name)));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("a line\n");
  }
  const auto run = [&folder](const QStringList& more) { return runLanescope(QStringList{"sources", folder.path()} + more); };
  const CommandResult whole = run({"--set", "one:rank=1"});   // a folder
  QVERIFY2(whole.output.count("rank 1 set by you") == 2, whole.output + whole.errors);
  const CommandResult several = run({"--set", "out.log:rank=1"});
  QCOMPARE(several.exitStatus, 2);
  QVERIFY2(several.errors.contains("2 sources end with 'out.log'"), several.errors);
  const CommandResult launch = run({"--set", "two/out.log:rank=2,launch=2"});   // one more than there is
  QVERIFY2(launch.output.contains("launch 2"), launch.output + launch.errors);
}

void TestCli::wrongSettings_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<QString>("says");
  QTest::newRow("no value") << QStringList{"--set", "plain.log"} << "'plain.log' sets nothing";
  QTest::newRow("unknown word") << QStringList{"--set", "plain.log:rnak=3"} << "sets nothing";
  QTest::newRow("second word unknown") << QStringList{"--set", "plain.log:rank=3,x=1"} << "'x=1' in";
  QTest::newRow("too large") << QStringList{"--set", "plain.log:rank=70000000"} << "no number below";
  QTest::newRow("unknown zone") << QStringList{"--set", "plain.log:zone=Moon/Sea"} << "no time zone";
  QTest::newRow("rank of the run") << QStringList{"--set", "rank=3"} << "setting of a source";
  QTest::newRow("unknown source") << QStringList{"--set", "plian.log:rank=3"} << "did you mean 'plain.log'?";
  QTest::newRow("launch 0") << QStringList{"--set", "plain.log:launch=0"} << "launches count from 1";
  QTest::newRow("far launch") << QStringList{"--set", "plain.log:launch=9"} << "the run has 0 launches";
  QTest::newRow("clear of nothing") << QStringList{"--clear", "gone.log"} << "no source of the run is called 'gone.log'";
  QTest::newRow("with --no-side-file") << QStringList{"--set", "zone=UTC", "--no-side-file"} << "--no-side-file";
}

void TestCli::wrongSettings() {
  QFETCH(QStringList, arguments);
  QFETCH(QString, says);
  const CommandResult result = runLanescope(QStringList{"sources", m_plain} + arguments);
  QCOMPARE(result.exitStatus, 2);
  QVERIFY2(QString::fromUtf8(result.errors).contains(says), result.errors);
  QVERIFY2(result.errors.count('\n') == 1 && result.output.isEmpty(), result.errors);
  QVERIFY(!QFileInfo::exists(m_folder.filePath(QStringLiteral(".lanescope"))));
}

void TestCli::aBrokenSideFileIsOneLine() {
  QTemporaryDir folder;
  QFile log(folder.filePath(QStringLiteral("failed.log")));
  QVERIFY(log.open(QIODevice::WriteOnly));
  log.write(kFailedLog);
  log.close();
  const CommandResult before = runLanescope({"report", "--format", "json", log.fileName()});
  const QString id = QJsonDocument::fromJson(before.output)["run"]["id"].toString();
  QVERIFY(QDir(folder.path()).mkdir(QStringLiteral(".lanescope")));
  QFile side(folder.filePath(QStringLiteral(".lanescope/%1.json").arg(id)));
  QVERIFY(side.open(QIODevice::WriteOnly));
  side.write("{");
  side.close();
  const CommandResult broken = runLanescope({"report", "--format", "json", log.fileName()});
  QCOMPARE(broken.exitStatus, 1);
  QVERIFY2(broken.errors.count('\n') == 1 && broken.errors.contains(side.fileName().toUtf8()), broken.errors);
  QCOMPARE(QJsonDocument::fromJson(broken.output)["run"]["outcome"], QJsonDocument::fromJson(before.output)["run"]["outcome"]);
  // A setting that names nothing is one line too, and the others hold.
  QVERIFY(side.open(QIODevice::WriteOnly));
  side.write(R"({"schema":"lanescope.side/1","overrides":[{"source":"sub/gone.log","what":"rank","value":1},{"source":"failed.log","what":"rank","value":6}]})");
  side.close();
  const CommandResult partly = runLanescope({"report", "--format", "json", log.fileName()});
  QVERIFY2(partly.errors.count('\n') == 1 && partly.errors.contains("gone.log"), partly.errors);
  QCOMPARE(QJsonDocument::fromJson(partly.output)["run"]["ranks"][0]["rank"].toInt(), 6);
}

void TestCli::explainAndChoose() {
  const QString failed = write(QStringLiteral("choose/failed.log"), kFailedLog);
  const CommandResult explained = runLanescope({QStringLiteral("explain"), failed});
  QCOMPARE(explained.exitStatus, 0);
  QVERIFY2(explained.output.startsWith("f") && explained.output.contains("ROLE  first failure"), explained.output.constData());
  const CommandResult unknown = runLanescope({QStringLiteral("explain"), failed, QStringLiteral("--finding"), QStringLiteral("f99")});
  QCOMPARE(unknown.exitStatus, 2);
  QVERIFY2(unknown.errors.contains("no finding 'f99'"), unknown.errors.constData());
  const QStringList choose{QStringLiteral("report"), failed, QStringLiteral("--first-failure"), QStringLiteral("f1"), QStringLiteral("--format"), QStringLiteral("json")};
  const CommandResult chosen = runLanescope(choose);
  QCOMPARE(chosen.exitStatus, 1);
  QVERIFY(chosen.output.contains("\"first_failure_by\": \"user\""));
  // It is kept, and taken back.
  QVERIFY(runLanescope({QStringLiteral("report"), failed}).output.contains("the user's own choice"));
  const CommandResult back = runLanescope({QStringLiteral("report"), failed, QStringLiteral("--first-failure"), QStringLiteral("tool")});
  QVERIFY(!back.output.contains("the user's own choice"));
  QVERIFY(!QFileInfo::exists(m_folder.filePath(QStringLiteral("choose/.lanescope"))));
}

void TestCli::knownFailures() {
  const QString first = write(QStringLiteral("known/a/failed.log"), kFailedLog);
  const QString second = write(QStringLiteral("known/b/failed.log"), QByteArray(kFailedLog) + "one line more\n");
  CommandOptions options;
  options.environment.insert(QStringLiteral("XDG_DATA_HOME"), m_folder.filePath(QStringLiteral("known/data")));
  const auto call = [&options](const QStringList& arguments) { return runLanescope(arguments, options); };
  const QString known = QStringLiteral("known"), json = QStringLiteral("json"), format = QStringLiteral("--format"), report = QStringLiteral("report");
  QCOMPARE(call({known, QStringLiteral("list")}).exitStatus, 0);
  QCOMPARE(call({known, QStringLiteral("add"), first}).exitStatus, 2);
  const CommandResult added = call({known, QStringLiteral("add"), first, QStringLiteral("--note"), QStringLiteral("drain the node"), QStringLiteral("--url"), QStringLiteral("https://example.com/7")});
  QCOMPARE(added.exitStatus, 0);
  QVERIFY2(added.output.contains("drain the node") && added.output.contains("seen in 1 run"), added.output.constData());
  const QJsonArray list = QJsonDocument::fromJson(call({known, QStringLiteral("list"), format, json}).output).object()[QLatin1String("known")].toArray();
  QCOMPARE(list.size(), 1);
  QCOMPARE(list[0][QLatin1String("count")].toInt(), 1);
  // JSON is a function of the input alone until it is asked for.
  const CommandResult plain = call({report, second, format, json});
  QVERIFY(plain.output.contains("\"seen_before\": []"));
  const CommandResult text = call({report, second});
  QCOMPARE(text.exitStatus, 1);
  QVERIFY2(text.output.contains("seen before in 1 run") && text.output.contains("drain the node (https://example.com/7)"), text.output.constData());
  QCOMPARE(call({report, second, format, json}).output, plain.output);
  const QJsonArray seen = QJsonDocument::fromJson(call({report, second, format, json, QStringLiteral("--known")}).output).object()[QLatin1String("run")][QLatin1String("seen_before")].toArray();
  QCOMPARE(seen.size(), 1);
  QCOMPARE(seen[0][QLatin1String("note")].toString(), QStringLiteral("drain the node"));
  QVERIFY(!call({report, second, QStringLiteral("--no-side-file")}).output.contains("seen before"));
  // The report of the second run was noted; it is no news to itself.
  QVERIFY(call({known, QStringLiteral("list")}).output.contains("seen in 2 runs"));
  QVERIFY(call({report, second}).output.contains("seen before in 1 run"));
  QVERIFY(call({report, first}).output.contains("seen before in 2 runs, this one among them"));
  const QString id = list[0][QLatin1String("id")].toString();
  QCOMPARE(call({known, QStringLiteral("remove"), id.left(6)}).exitStatus, 0);
  QVERIFY(!call({report, second}).output.contains("seen before"));
  // A broken file costs what it would have said, and nothing else.
  QVERIFY(!write(QStringLiteral("known/data/lanescope/known.json"), "{").isEmpty());
  const CommandResult broken = call({report, second});
  QCOMPARE(broken.exitStatus, 1);
  QVERIFY2(broken.errors.contains("the file of known failures cannot be used"), broken.errors.constData());
  QCOMPARE(call({known, QStringLiteral("list")}).exitStatus, 2);
  QCOMPARE(readFile(m_folder.filePath(QStringLiteral("known/data/lanescope/known.json"))), QByteArray("{"));
}

QTEST_GUILESS_MAIN(TestCli)
#include "tst_cli.moc"
