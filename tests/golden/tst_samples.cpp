// SPDX-License-Identifier: Apache-2.0
// Reports of invented incidents against their truth: other seeds, numbers of ranks, failing ranks, tests, CUDA codes and
// outcomes than the committed sample's, which is the last row.
#include "tests/golden/command_line.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

using namespace lanescope::test;

namespace {

struct Incident {
  QString folder;
  QJsonObject truth;             // truth.json
  QJsonObject failing, passing;  // RUN of the two reports
  int failingExit = -1, passingExit = -1;

  QJsonObject facts() const { return truth["facts"].toObject(); }
  QJsonArray attempts(const char* run) const { return truth[QLatin1String(run)].toObject()["attempts"].toArray(); }
  QJsonObject events(const char* kind) const;  // the first of its kind
};

QJsonObject firstWhere(const QJsonArray& objects, const char* key, const QJsonValue& value) {
  for (const QJsonValue& object : objects) {
    if (object[QLatin1String(key)] == value) return object.toObject();
  }
  return {};
}

QJsonObject Incident::events(const char* kind) const {
  return firstWhere(truth["failing"].toObject()["events"].toArray(), "kind", QLatin1String(kind));
}

QJsonObject firstFailure(const QJsonObject& run) { return firstWhere(run["findings"].toArray(), "id", run["first_failure"]); }

bool isNear(const QJsonValue& said, const QJsonValue& truth, double tolerance) {
  return std::abs(seconds(said) - seconds(truth)) <= tolerance;  // false where one is null
}

// The physical line as evidence quotes it: no control sequences, no NULs, valid UTF-8.
QString plain(const QByteArray& line) {
  static const QRegularExpression ansi(QStringLiteral("\x1b(\\[[0-?]*[ -/]*[@-~]|\\][^\x07\x1b]*(\x07|\x1b\\\\)|.)"));
  QString text = QString::fromUtf8(line);
  text.remove(QChar(QChar::Null));
  return text.remove(ansi);
}

void collectEvidence(const QJsonValue& value, QJsonArray& found) {
  if (value.isArray()) {
    for (const QJsonValue& item : value.toArray()) collectEvidence(item, found);
  } else if (value.isObject()) {
    const QJsonObject object = value.toObject();
    if (object.contains(QLatin1String("source")) && object.contains(QLatin1String("line")) &&
        object.contains(QLatin1String("text"))) {
      found.append(object);
    }
    for (const QJsonValue& item : object) collectEvidence(item, found);
  }
}

}  // namespace

class TestSamples : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void outcome_data() { rows(); }
  void outcome();
  void words_data() { rows(); }
  void launches_data() { rows(); }
  void words();
  void launches();
  void firstFailureIsTheCudaFailure_data() { rows(); }
  void firstFailureIsTheCudaFailure();
  void timeoutIsAConsequence_data() { rows(); }
  void timeoutIsAConsequence();
  void othersStalledInTheTest_data() { rows(); }
  void othersStalledInTheTest();
  void countsOfEveryRank_data() { rows(); }
  void countsOfEveryRank();
  void restart_data() { rows(); }
  void restart();
  void passingRunIsQuiet_data() { rows(); }
  void passingRunIsQuiet();
  void evidenceStandsWhereItSays_data() { rows(); }
  void evidenceStandsWhereItSays();
  void committedSampleIsTheScripts();
  void scriptRefusesNonsense();

 private:
  void rows();
  void compareCounts(const QJsonArray& launches, const QJsonArray& attempts);
  void checkEvidence(const Incident& incident, const QJsonObject& run, const QString& name);

  QTemporaryDir m_folder;
  QMap<QString, Incident> m_incidents;
};

void TestSamples::initTestCase() {
  QVERIFY2(QFileInfo(qEnvironmentVariable("LANESCOPE_BIN")).isExecutable(), "LANESCOPE_BIN must name the program");
  QVERIFY(m_folder.isValid());
  const QMap<QString, QStringList> shapes = {
      {QStringLiteral("16 ranks, no second start"),
       {"--seed", "21", "--ranks", "16", "--failing-ranks", "3,11", "--cuda-code", "700", "--no-recover"}},
      {QStringLiteral("4 ranks, one fails"),
       {"--seed", "5", "--ranks", "4", "--failing-ranks", "2", "--cuda-code", "999", "--test", "test_weights_io"}},
      {QStringLiteral("rank 0 among the failing"), {"--seed", "33", "--failing-ranks", "0,6", "--cuda-code", "716"}},
      {QStringLiteral("the committed sample"), {}},
  };
  for (auto it = shapes.begin(); it != shapes.end(); ++it) {
    Incident incident;
    incident.folder = m_folder.filePath(QString(it.key()).replace(QLatin1Char(' '), QLatin1Char('_')));
    const CommandResult made = makeSample(it.value() + QStringList{"--tree", "--out", incident.folder});
    QVERIFY2(made.exitStatus == 0, made.errors);
    incident.truth = readJson(incident.folder + QStringLiteral("/truth.json"));
    const CommandResult failing =
        runLanescope(QStringList{"report", "--format", "json"} + samplePaths(incident.folder + "/failing"));
    const CommandResult passing =
        runLanescope(QStringList{"report", "--format", "json"} + samplePaths(incident.folder + "/passing"));
    incident.failingExit = failing.exitStatus;
    incident.passingExit = passing.exitStatus;
    incident.failing = QJsonDocument::fromJson(failing.output)["run"].toObject();
    incident.passing = QJsonDocument::fromJson(passing.output)["run"].toObject();
    QVERIFY2(!incident.failing.isEmpty() && !incident.passing.isEmpty(), failing.errors + passing.errors);
    m_incidents.insert(it.key(), incident);
  }
}

void TestSamples::rows() {
  QTest::addColumn<QString>("name");
  for (auto it = m_incidents.begin(); it != m_incidents.end(); ++it) QTest::newRow(qPrintable(it.key())) << it.key();
}

void TestSamples::outcome() {
  QFETCH(QString, name);
  const Incident incident = m_incidents[name];
  QCOMPARE(incident.failing["outcome"], incident.truth["failing"]["outcome"]);
  QCOMPARE(incident.failing["world_size"], incident.facts()["world"]);
  QCOMPARE(incident.failing["coverage"]["missing_ranks"].toArray(), QJsonArray());
  QCOMPARE(incident.failingExit, 1);
}

// Every sentence of the reports, over all seeds.
void TestSamples::words() {
  QFETCH(QString, name);
  static const QRegularExpression kForbidden(QStringLiteral("\\b(cause|culprit|fault|introduced|broke|flaky|infrastructure)\\b"), QRegularExpression::CaseInsensitiveOption);
  for (const QJsonObject& run : {m_incidents[name].failing, m_incidents[name].passing}) {
    QStringList said;
    for (const QJsonValue& finding : run["findings"].toArray()) said << finding["title"].toString() << finding["why"].toString();
    for (const QJsonValue& gap : run["not_established"].toArray()) said << gap["text"].toString();
    for (const QJsonValue& candidate : run["candidates"].toArray()) said << candidate["why"].toString();
    for (const QJsonValue& milestone : run["milestones"].toArray()) said << milestone["text"].toString();
    for (const QJsonValue& note : run["coverage"]["notes"].toArray()) said << note.toString();
    QVERIFY(!said.isEmpty());
    for (const QString& sentence : said) QVERIFY2(!kForbidden.match(sentence).hasMatch(), qPrintable(sentence));
  }
}

void TestSamples::launches() {
  QFETCH(QString, name);
  const Incident incident = m_incidents[name];
  const QJsonArray said = incident.failing["launches"].toArray(), truth = incident.attempts("failing");
  QCOMPARE(said.size(), truth.size());
  for (qsizetype i = 0; i < said.size(); ++i) {
    QCOMPARE(said[i]["outcome"], truth[i]["outcome"]);
    QVERIFY2(said[i]["directory"].toString().endsWith(truth[i]["dir"].toString()), qPrintable(said[i]["directory"].toString()));
    QVERIFY2(isNear(said[i]["start"], truth[i]["start"], 3), qPrintable(said[i]["start"].toString()));
    QVERIFY2(isNear(said[i]["end"], truth[i]["end"], 5), qPrintable(said[i]["end"].toString()));
  }
  QCOMPARE(said[0]["exit"]["first_exit_rank"], truth[0]["first_exit_rank"]);
}

void TestSamples::firstFailureIsTheCudaFailure() {
  QFETCH(QString, name);
  const Incident incident = m_incidents[name];
  const QJsonObject first = firstFailure(incident.failing), facts = incident.facts();
  QCOMPARE(first["class"].toString(), QStringLiteral("cuda-error"));
  QCOMPARE(first["role"].toString(), QStringLiteral("first-failure"));
  QCOMPARE(first["ranks"], facts["ranks"]);
  QCOMPARE(first["attributes"]["cuda_error"]["code"], facts["cuda"][0]);
  QCOMPARE(first["attributes"]["cuda_error"]["text"], facts["cuda"][1]);
  QCOMPARE(first["attributes"]["test"], facts["test"]);
  QVERIFY(first["attributes"]["exception"]["type"].toString().contains(QLatin1String("DistBackendError")));

  const double moment = seconds(incident.events("cuda-error")["time"]);
  const double from = seconds(first["time_range"][0]), to = seconds(first["time_range"][1]);
  QVERIFY2(from <= moment && moment <= to,
           qPrintable(QStringLiteral("%1 is not in %2 to %3").arg(moment, 0, 'f', 3).arg(from, 0, 'f', 3).arg(to, 0, 'f', 3)));
  QVERIFY2(to - from <= 30, qPrintable(QString::number(to - from)));

  bool inStack = false;
  for (const QJsonValue& frame : first["attributes"]["stack"].toArray()) {
    inStack |= frame["file"].toString().endsWith(facts["stack"][0].toString()) && frame["line"] == facts["stack"][1];
  }
  QVERIFY(inStack);
}

void TestSamples::timeoutIsAConsequence() {
  QFETCH(QString, name);
  const Incident incident = m_incidents[name];
  const QJsonObject timeout = firstWhere(incident.failing["findings"].toArray(), "class", QStringLiteral("nccl-timeout"));
  const QJsonObject truth = incident.events("timeout");
  QCOMPARE(timeout["ranks"], incident.facts()["ranks"]);
  QVERIFY2(timeout["role"] == QLatin1String("cascade") || timeout["role"] == QLatin1String("teardown"),
           qPrintable(timeout["role"].toString()));
  QCOMPARE(timeout["attributes"]["timeout_ms"], truth["timeout_ms"]);
  QCOMPARE(timeout["attributes"]["collective"]["op"], truth["op"]);
  QCOMPARE(timeout["attributes"]["collective"]["seq"], truth["seq"]);
  QVERIFY2(isNear(timeout["time"], truth["time"], 1.6), qPrintable(timeout["time"].toString()));
  QVERIFY2(isNear(timeout["attributes"]["waiting_since"], truth["waiting_since"], 2.5),
           qPrintable(timeout["attributes"]["waiting_since"].toString()));
}

void TestSamples::othersStalledInTheTest() {
  QFETCH(QString, name);
  const Incident incident = m_incidents[name];
  const QJsonValue truth = incident.attempts("failing")[0];
  const QJsonObject test = firstWhere(incident.failing["tests"].toArray(), "id", truth["failed_test"]);
  QCOMPARE(test["launch"].toInt(-1), 0);
  QCOMPARE(test["failed_ranks"], truth["failed_ranks"]);
  QCOMPARE(test["stalled_ranks"], truth["stalled_ranks"]);
  QVERIFY2(isNear(test["start"], truth["affected_start"], 10), qPrintable(test["start"].toString()));
}

void TestSamples::compareCounts(const QJsonArray& launches, const QJsonArray& attempts) {
  QCOMPARE(launches.size(), attempts.size());
  for (qsizetype i = 0; i < attempts.size(); ++i) {
    const QJsonObject tests = launches[i]["tests"].toObject(), truth = attempts[i].toObject();
    QCOMPARE(tests["collected"], truth["collected"]);
    QCOMPARE(tests["deselected"], truth["deselected"]);
    QCOMPARE(tests["collection_skipped"], truth["collection_skips"]);
    QCOMPARE(tests["selected"], truth["selected"]);
    const QJsonObject ranks = truth["ranks"].toObject();
    for (auto rank = ranks.begin(); rank != ranks.end(); ++rank) {
      const QJsonObject said = firstWhere(tests["ranks"].toArray(), "rank", rank.key().toInt());
      for (const char* key : {"passed", "skipped", "deselected", "seconds"}) {
        QVERIFY2(said[QLatin1String(key)] == rank.value()[QLatin1String(key)],
                 qPrintable(rank.key() + QLatin1Char(' ') + QLatin1String(key)));
      }
      QVERIFY(said["complete"].toBool());
    }
  }
}

void TestSamples::countsOfEveryRank() {
  QFETCH(QString, name);
  const Incident incident = m_incidents[name];
  compareCounts(incident.failing["launches"].toArray(), incident.attempts("failing"));
  if (QTest::currentTestFailed()) return;
  compareCounts(incident.passing["launches"].toArray(), incident.attempts("passing"));
}

void TestSamples::restart() {
  QFETCH(QString, name);
  const Incident incident = m_incidents[name];
  const QJsonArray restarts = incident.failing["restarts"].toArray();
  if (!incident.facts()["recover"].toBool()) {
    QCOMPARE(restarts, QJsonArray());
    return;
  }
  QCOMPARE(restarts.size(), 1);
  QCOMPARE(restarts[0]["by"].toString(), QStringLiteral("wrapper"));
  QVERIFY2(isNear(restarts[0]["time"], incident.truth["recovery_at"], 1.6), qPrintable(restarts[0]["time"].toString()));
  QCOMPARE(incident.failing["launches"][1]["retry_of"].toInt(-1), 0);
}

void TestSamples::passingRunIsQuiet() {
  QFETCH(QString, name);
  const Incident incident = m_incidents[name];
  QCOMPARE(incident.passingExit, 0);
  QCOMPARE(incident.passing["outcome"].toString(), QStringLiteral("passed"));
  QVERIFY(incident.passing["first_failure"].isNull());
  for (const QJsonValue& finding : incident.passing["findings"].toArray()) {
    QVERIFY2(finding["role"] != QLatin1String("first-failure") && finding["role"] != QLatin1String("initiating"),
             qPrintable(finding["title"].toString()));
  }
}

void TestSamples::checkEvidence(const Incident& incident, const QJsonObject& run, const QString& name) {
  QJsonArray all;
  collectEvidence(run, all);
  QVERIFY(!all.isEmpty());
  QMap<QString, QList<QByteArray>> files;
  for (const QJsonValue& evidence : all) {
    const QString source = evidence["source"].toString();
    if (!files.contains(source)) {
      // A member of the artifact lies unpacked beside it; the job log is itself.
      const QString path = source == QLatin1String("job-log.txt")
                               ? incident.folder + QLatin1Char('/') + name + QLatin1Char('/') + source
                               : incident.folder + QStringLiteral("/tree/") + name + QLatin1Char('/') +
                                     QString(source).replace(QLatin1String(".zip/"), QLatin1String("/"));
      QVERIFY2(QFileInfo::exists(path), qPrintable(source));
      files.insert(source, readFile(path).split('\n'));
    }
    const int line = evidence["line"].toInt();
    QVERIFY2(line >= 1 && line <= files[source].size(), qPrintable(QStringLiteral("%1:%2").arg(source).arg(line)));
    QVERIFY2(plain(files[source][line - 1]).contains(evidence["text"].toString()),
             qPrintable(QStringLiteral("%1:%2 does not hold: %3").arg(source).arg(line).arg(evidence["text"].toString())));
  }
  for (const QJsonValue& finding : run["findings"].toArray()) QVERIFY(!finding["evidence"].toArray().isEmpty());
}

void TestSamples::evidenceStandsWhereItSays() {
  QFETCH(QString, name);
  const Incident incident = m_incidents[name];
  checkEvidence(incident, incident.failing, QStringLiteral("failing"));
  if (QTest::currentTestFailed()) return;
  checkEvidence(incident, incident.passing, QStringLiteral("passing"));
}

// The zips are left out: their bytes depend on the machine's zlib.
void TestSamples::committedSampleIsTheScripts() {
  const QString made = m_incidents[QStringLiteral("the committed sample")].folder;
  for (const char* file : {"/truth.json", "/failing/job-log.txt", "/passing/job-log.txt"}) {
    QVERIFY2(readFile(made + file) == readFile(sourceFolder() + "/samples/incident" + file), file);
  }
}

void TestSamples::scriptRefusesNonsense() {
  QCOMPARE(makeSample({"--out", m_folder.filePath("x"), "--ranks", "4", "--failing-ranks", "9"}).exitStatus, 2);
  QCOMPARE(makeSample({"--out", m_folder.filePath("x"), "--test", "nothing like it"}).exitStatus, 2);
}

QTEST_GUILESS_MAIN(TestSamples)
#include "tst_samples.moc"
