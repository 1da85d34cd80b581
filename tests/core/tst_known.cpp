// SPDX-License-Identifier: Apache-2.0
// Failures that the user has named: kept whole under several writers, found again in other runs, and said with what is known of them.
#include "core/base/kept_file.h"
#include "core/report/added_text.h"
#include "core/report/exports.h"
#include "core/report/json_report.h"
#include "core/report/text_report.h"
#include "core/session/known_failures.h"
#include "tests/support/log_folder.h"

#include <nlohmann/json.hpp>

#include <QFileInfo>
#include <QtTest>

#include <thread>

using namespace lanescope;
using lanescope::test::LogFolder;
using lanescope::test::qs;
using Json = nlohmann::ordered_json;

namespace {

using RunPointer = std::shared_ptr<const model::Run>;

// One process that fails, on `day` of 2026-01.
RunPointer failedRun(LogFolder& folder, const std::string& day) {
  folder.write("rank_0.log", {"2026-01-" + day + "T03:04:05.5000000Z ============================= test session starts ==============================",
                              "2026-01-" + day + "T03:04:06.5000000Z tests/test_a.py::test_one FAILED",
                              "2026-01-" + day + "T03:04:07.5000000Z E   RuntimeError: CUDA error: an illegal memory access was encountered",
                              "2026-01-" + day + "T03:04:08.5000000Z =========================== 1 failed in 1.00s ==========================="});
  auto request = folder.request();
  request.known = true;
  const auto run = folder.tryLoad(request);
  if (!run) qFatal("%s", base::describe(run.error()).c_str());
  return *run;
}

const model::Finding& firstOf(const model::Run& run) { return run.findings[run.firstFailure.value()]; }

QByteArray bytesOf(const std::string& path) {
  QFile file(qs(path));
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const std::string& path, const QByteArray& bytes) {
  QDir().mkpath(QFileInfo(qs(path)).path());
  QFile file(qs(path));
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(bytes);
}

}  // namespace

class TestKnown : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void cleanup();
  void nothingIsKnownAtFirst();
  void aNamedFailureIsSeenInAnotherRun();
  void readingARunAgainChangesNothing();
  void theRunInWhichItWasNamedCounts();
  void aNoteIsNeeded();
  void namedAgain();
  void forgotten();
  void byItsFirstDigits();
  void isSaidInEveryReport();
  void notAskedForMeansNotSaid();
  void otherVersionsKeysStay();
  void brokenFiles_data();
  void brokenFiles();
  void severalWriters();
  void aFileThatIsALink();

 private:
  std::unique_ptr<QTemporaryDir> m_home;
};

void TestKnown::init() {
  m_home = std::make_unique<QTemporaryDir>();
  qputenv("XDG_DATA_HOME", m_home->path().toUtf8());
}

void TestKnown::cleanup() { qunsetenv("XDG_DATA_HOME"); }

void TestKnown::nothingIsKnownAtFirst() {
  LogFolder folder;
  const RunPointer run = failedRun(folder, "02");
  QVERIFY(run->firstFailure);
  QVERIFY(run->seenBefore.empty());
  QVERIFY(!run->knownError);
  QVERIFY(session::readKnownFailures()->empty());
  QVERIFY(session::keepSightings(*run));
  QVERIFY(!QFileInfo::exists(qs(session::knownFailuresPath())));
  QVERIFY(!QFileInfo::exists(m_home->filePath(QStringLiteral("lanescope"))));
}

void TestKnown::aNamedFailureIsSeenInAnotherRun() {
  LogFolder first, second;
  const RunPointer named = failedRun(first, "02");
  QVERIFY(session::nameFailure(*named, firstOf(*named), "drain the node", "https://example.com/7"));
  const RunPointer later = failedRun(second, "05");
  QVERIFY(later->id != named->id);
  QCOMPARE(later->seenBefore.size(), 1u);
  const model::SeenBefore& seen = later->seenBefore.front();
  QCOMPARE(seen.finding, firstOf(*later).id);
  QCOMPARE(seen.count, 1u);
  QVERIFY(!seen.thisRun);
  QCOMPARE(seen.dates, std::vector<std::string>{"2026-01-02"});
  QCOMPARE(seen.note, std::string("drain the node"));
  QCOMPARE(seen.url, std::string("https://example.com/7"));
}

void TestKnown::readingARunAgainChangesNothing() {
  LogFolder first, second, third;
  const RunPointer named = failedRun(first, "02");
  QVERIFY(session::nameFailure(*named, firstOf(*named), "x", ""));
  const RunPointer later = failedRun(second, "05");
  QVERIFY(session::keepSightings(*later));
  const QByteArray once = bytesOf(session::knownFailuresPath());
  QVERIFY(session::keepSightings(*later));
  QCOMPARE(bytesOf(session::knownFailuresPath()), once);
  // Its own sighting is nothing that was seen before.
  QVERIFY(failedRun(second, "05")->seenBefore == later->seenBefore);
  const RunPointer last = failedRun(third, "09");
  QCOMPARE(last->seenBefore.front().count, 2u);
  QCOMPARE(last->seenBefore.front().dates, (std::vector<std::string>{"2026-01-02", "2026-01-05"}));
}

void TestKnown::theRunInWhichItWasNamedCounts() {
  LogFolder folder;
  const RunPointer run = failedRun(folder, "02");
  QVERIFY(session::nameFailure(*run, firstOf(*run), "x", ""));
  const RunPointer again = failedRun(folder, "02");
  QCOMPARE(again->seenBefore.size(), 1u);
  QCOMPARE(again->seenBefore.front().count, 1u);
  QVERIFY(again->seenBefore.front().thisRun);
  QCOMPARE(report::sightingsText(again->seenBefore.front()), std::string("named by the user in this run"));
}

void TestKnown::aNoteIsNeeded() {
  LogFolder folder;
  const RunPointer run = failedRun(folder, "02");
  const auto refused = session::nameFailure(*run, firstOf(*run), "", "https://example.com");
  QVERIFY(!refused);
  QVERIFY(refused.error().code == base::ErrorCode::invalidArgument);
  QVERIFY(!QFileInfo::exists(qs(session::knownFailuresPath())));
}

void TestKnown::namedAgain() {
  LogFolder folder;
  const RunPointer run = failedRun(folder, "02");
  QVERIFY(session::nameFailure(*run, firstOf(*run), "old", "https://example.com"));
  QVERIFY(session::nameFailure(*run, firstOf(*run), "new", ""));
  const auto known = session::readKnownFailures();
  QCOMPARE(known->size(), 1u);
  QCOMPARE(known->front().note, std::string("new"));
  QCOMPARE(known->front().url, std::string("https://example.com"));
  QCOMPARE(known->front().seen.size(), 1u);
}

void TestKnown::forgotten() {
  LogFolder folder;
  const RunPointer run = failedRun(folder, "02");
  QVERIFY(session::nameFailure(*run, firstOf(*run), "x", ""));
  const auto gone = session::forgetFailure(firstOf(*run).fingerprint);
  QVERIFY(gone);
  QCOMPARE(gone->note, std::string("x"));
  QVERIFY(session::readKnownFailures()->empty());
  QVERIFY(!session::forgetFailure(firstOf(*run).fingerprint));
}

void TestKnown::byItsFirstDigits() {
  write(session::knownFailuresPath(), R"({"schema":"lanescope.known/1","failures":[
    {"fingerprint":"abcd000000000001","note":"one"}, {"fingerprint":"abcd000000000002","note":"two"}, {"fingerprint":"ef00000000000003","note":"three"}]})");
  QVERIFY(session::forgetFailure("abcd").error().what.find("2 known failures") != std::string::npos);
  QVERIFY(!session::forgetFailure("ef0"));
  QCOMPARE(session::forgetFailure("ef00")->note, std::string("three"));
  QCOMPARE(session::forgetFailure("abcd000000000001")->note, std::string("one"));
  QCOMPARE(session::readKnownFailures()->size(), 1u);
}

void TestKnown::isSaidInEveryReport() {
  LogFolder first, second;
  const RunPointer named = failedRun(first, "02");
  QVERIFY(session::nameFailure(*named, firstOf(*named), "drain the node", "https://example.com/7"));
  const RunPointer later = failedRun(second, "05");
  const std::string said = "seen before in 1 run, 2026-01-02: drain the node (https://example.com/7)";
  QCOMPARE(report::seenBeforeText(later->seenBefore.front()), said);
  const std::string text = report::writeTextReport(*later, nullptr);
  QVERIFY2(text.find("Known          " + said) != std::string::npos, text.c_str());
  QVERIFY(text.find("    known     " + said) != std::string::npos);
  QVERIFY(report::writeBrief(*later).find(said) != std::string::npos);
  const report::Export what{*later, nullptr, {}};
  QVERIFY(report::writeMarkdownReport(what).find("**Known to the user:** seen before in 1 run") != std::string::npos);
  QVERIFY(report::writeHtmlReport(what, {}).find("seen before in 1 run, 2026-01-02: drain the node") != std::string::npos);
  const Json run = Json::parse(report::writeJsonReport(*later, nullptr, {"0"}))["run"];
  QCOMPARE(run["seen_before"].size(), 1u);
  QCOMPARE(run["seen_before"][0]["finding"], run["first_failure"]);
  QCOMPARE(run["seen_before"][0]["count"], 1);
  QCOMPARE(run["seen_before"][0]["dates"], Json::array({"2026-01-02"}));
  QCOMPARE(run["seen_before"][0]["note"], "drain the node");
}

void TestKnown::notAskedForMeansNotSaid() {
  LogFolder folder;
  const RunPointer run = failedRun(folder, "02");
  QVERIFY(session::nameFailure(*run, firstOf(*run), "x", ""));
  QVERIFY(folder.load()->seenBefore.empty());
}

void TestKnown::otherVersionsKeysStay() {
  LogFolder folder;
  const RunPointer run = failedRun(folder, "02");
  const std::string fingerprint = firstOf(*run).fingerprint;
  const Json before = {{"schema", "lanescope.known/1"},
                       {"owner", "team"},
                       {"failures", Json::array({{{"fingerprint", fingerprint}, {"note", "x"}, {"severity", 3}}, "a line of another version", {{"name", "no fingerprint"}}})}};
  write(session::knownFailuresPath(), QByteArray::fromStdString(before.dump()));
  QCOMPARE(session::readKnownFailures()->size(), 1u);
  QVERIFY(session::nameFailure(*run, firstOf(*run), "y", ""));
  const Json after = Json::parse(bytesOf(session::knownFailuresPath()).toStdString());
  QCOMPARE(after["owner"], "team");
  QCOMPARE(after["failures"].size(), 3u);
  QCOMPARE(after["failures"][0]["severity"], 3);
  QCOMPARE(after["failures"][0]["note"], "y");
  QCOMPARE(after["failures"][1], "a line of another version");
}

void TestKnown::brokenFiles_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::newRow("empty") << QByteArray();
  QTest::newRow("cut") << QByteArray("{\"schema\": \"lanescope.known/1\", \"failures\": [");
  QTest::newRow("another schema") << QByteArray("{\"schema\": \"lanescope.known/2\", \"failures\": []}");
  QTest::newRow("no schema") << QByteArray("{}");
  QTest::newRow("no list") << QByteArray("{\"schema\": \"lanescope.known/1\", \"failures\": 3}");
  QTest::newRow("deep") << QByteArray(200'000, '[');
  QTest::newRow("bytes") << QByteArray("\xff\xfe\x00{", 4);
}

void TestKnown::brokenFiles() {
  QFETCH(QByteArray, bytes);
  write(session::knownFailuresPath(), bytes);
  LogFolder folder;
  const RunPointer run = failedRun(folder, "02");
  QVERIFY(run->knownError);
  QCOMPARE(run->knownError->where, session::knownFailuresPath());
  QVERIFY(!run->knownError->tryThis.empty());
  QVERIFY(run->seenBefore.empty());
  // Nothing replaces what cannot be understood.
  QVERIFY(!session::nameFailure(*run, firstOf(*run), "x", ""));
  QVERIFY(!session::forgetFailure("abcdef"));
  QVERIFY(!session::keepSightings(*run));
  QCOMPARE(bytesOf(session::knownFailuresPath()), bytes);
}

void TestKnown::severalWriters() {
  LogFolder folder;
  const RunPointer run = failedRun(folder, "02");
  QVERIFY(session::nameFailure(*run, firstOf(*run), "x", ""));
  // Each opens the folder anew, so that their locks exclude each other as those of processes do.
  constexpr int kWriters = 4, kEach = 25;
  std::atomic<int> refused = 0;
  {
    std::vector<std::jthread> writers;
    for (int writer = 0; writer < kWriters; ++writer) {
      writers.emplace_back([&, writer] {
        for (int i = 0; i < kEach; ++i) {
          model::Run other;
          other.id = std::to_string(writer) + '.' + std::to_string(i);
          other.findings.push_back(firstOf(*run));
          if (!session::keepSightings(other)) ++refused;
        }
      });
    }
  }
  QCOMPARE(refused.load(), 0);
  QCOMPARE(session::readKnownFailures()->front().seen.size(), std::size_t{1 + kWriters * kEach});
  QCOMPARE(QDir(m_home->filePath(QStringLiteral("lanescope"))).entryList(QDir::Files | QDir::Hidden), QStringList{QStringLiteral("known.json")});
}

void TestKnown::aFileThatIsALink() {
  LogFolder folder;
  const RunPointer run = failedRun(folder, "02");
  const std::string real = m_home->filePath(QStringLiteral("elsewhere.json")).toStdString();
  write(real, R"({"schema":"lanescope.known/1","failures":[]})");
  QDir().mkpath(m_home->filePath(QStringLiteral("lanescope")));
  QVERIFY(QFile::link(qs(real), qs(session::knownFailuresPath())));
  QVERIFY(session::nameFailure(*run, firstOf(*run), "x", ""));
  QVERIFY(QFileInfo(qs(session::knownFailuresPath())).isSymLink());
  QVERIFY(bytesOf(real).contains("\"note\": \"x\""));
}

QTEST_GUILESS_MAIN(TestKnown)
#include "tst_known.moc"
