// SPDX-License-Identifier: Apache-2.0
// What a user says of a run: what it changes in it, what of it does not apply, and that it is said.
#include "core/report/json_report.h"
#include "core/report/sources_report.h"
#include "core/session/kept_overrides.h"
#include "core/session/run_settings.h"
#include "core/session/side_file.h"
#include "tests/support/job_writer.h"

#include <nlohmann/json.hpp>

#include <QFileInfo>
#include <QtTest>

using namespace lanescope;
using lanescope::test::JobWriter;
using lanescope::test::LogFolder;
using lanescope::test::qs;
using Json = session::SideFile::Json;

namespace {

using model::Override;
using model::Overrides;
using RunPointer = std::shared_ptr<const model::Run>;

Override say(std::string source, std::string what, std::string value) {
  Override said;
  said.source = std::move(source);
  said.what = std::move(what);
  said.value = std::move(value);
  return said;
}

RunPointer loadWith(const LogFolder& folder, Overrides said) {
  auto request = folder.request();
  request.overrides = std::move(said);
  const auto run = folder.tryLoad(request);
  if (!run) qFatal("%s", base::describe(run.error()).c_str());
  return *run;
}

const model::Source* sourceEnding(const model::Run& run, std::string_view end) {
  for (const model::Source& source : run.sources) {
    if (source.path.ends_with(end)) return &source;
  }
  return nullptr;
}

// "0: 0 1 2 3; 1: 0": the ranks of each launch.
std::string lanesOf(const model::Run& run) {
  std::string text;
  for (const model::Launch& launch : run.launches) {
    text += (text.empty() ? "" : "; ") + std::to_string(launch.index) + ':';
    for (const model::Lane& lane : run.lanes) {
      if (lane.launch == launch.index) text += ' ' + std::to_string(lane.rank);
    }
  }
  return text;
}

std::string problems(const model::Run& run) {
  std::string text;
  for (const Override& said : run.overrides) text += said.what + ": " + said.problem + '\n';
  return text;
}

void writeTwoLaunches(LogFolder& folder) {
  JobWriter writer(folder);
  writer.passingLaunch("none_zz");
  writer.wait(600);
  writer.passingLaunch("none_aa");
  writer.finish();
}

const std::vector<std::string> kWorker = {"hello from a worker",
                                          "Traceback (most recent call last):", "  File \"/x/a.py\", line 3, in f",
                                          "ValueError: nothing to do"};

}  // namespace

class TestOverrides : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aRankOfAFileWithoutOne();
  void aRankJoinsTheOnlyLaunch();
  void aRankInTheLaunchersTreeBeatsWhatIsFound();
  void filesOfSeveralFoldersAreOneLaunch();
  void aLaunch();
  void anEmptiedLaunchKeepsTheOthersNumbers();
  void aLaunchOfItsOwn();
  void theZoneOfOneSource();
  void theZoneOfTheRun();
  void aNamedZoneHasTheOffsetOfTheTime();
  void aCarrier();
  void anNcclLog();
  void leftOut();
  void everythingLeftOut();
  void doesNotApply_data();
  void doesNotApply();
  void theLastStatementCounts();
  void isReported();
  void threadsDoNotMatter();
  void isKeptBesideTheRun();
  void aRenamedInputKeepsWhatWasSaid();
  void otherVersionsAreKept();
  void nothingLeftMeansNoFile();
  void theDataFolderWhereTheOtherRefuses();
  void brokenSideFiles_data();
  void brokenSideFiles();
  void theSideFileIsNoSource();
};

void TestOverrides::aRankOfAFileWithoutOne() {
  LogFolder folder;
  folder.write("worker-three.log", kWorker);
  QCOMPARE(folder.load()->lanes.size(), 0u);
  const RunPointer run = loadWith(folder, {say("worker-three.log", "rank", "3")});
  QCOMPARE(qs(lanesOf(*run)), QStringLiteral("0: 3"));
  QCOMPARE(run->lanes[0].rankFrom, std::string("user"));
  QCOMPARE(*run->sources[0].rank, 3u);
  QVERIFY(run->firstFailure);
  QCOMPARE(run->findings[*run->firstFailure].ranks, std::vector<model::Rank>{3});
}

void TestOverrides::aRankJoinsTheOnlyLaunch() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.passingLaunch("none_aa");
  writer.finish();
  folder.write("stray.txt", kWorker);
  const RunPointer run = loadWith(folder, {say("stray.txt", "rank", "4")});
  QCOMPARE(qs(lanesOf(*run)), QStringLiteral("0: 0 1 2 3 4"));
}

void TestOverrides::aRankInTheLaunchersTreeBeatsWhatIsFound() {
  LogFolder folder;
  for (int rank : {0, 1}) folder.writeRank("none_aa", 0, rank, {"[rank" + std::to_string(rank) + "]: hello"});
  const std::string base = "none_aa/attempt_0/1/";
  const RunPointer run = loadWith(folder, {say(base + "stdout.log", "rank", "9"), say(base + "stderr.log", "rank", "9")});
  QCOMPARE(qs(lanesOf(*run)), QStringLiteral("0: 0 9"));
  QCOMPARE(run->lanes[1].rankFrom, std::string("user"));
  QCOMPARE(run->lanes[1].localRank, std::optional<std::uint32_t>(1));
}

void TestOverrides::filesOfSeveralFoldersAreOneLaunch() {
  LogFolder folder;
  folder.write("node-a/out.log", kWorker);
  folder.write("node-b/out.log", kWorker);
  const RunPointer run = loadWith(folder, {say("node-a/out.log", "rank", "0"), say("node-b/out.log", "rank", "1")});
  QCOMPARE(qs(lanesOf(*run)), QStringLiteral("0: 0 1"));
}

void TestOverrides::aLaunch() {
  LogFolder folder;
  writeTwoLaunches(folder);
  const RunPointer before = folder.load();
  QCOMPARE(before->launches.size(), 2u);
  const std::string moved = before->launches[0].directory + "/attempt_0/3/stdout.log";
  const RunPointer run = loadWith(folder, {say(moved, "launch", "1")});
  QCOMPARE(*sourceEnding(*run, moved)->launch, 1u);
  const auto lane = run->laneOf(1, 0, 3);
  QVERIFY(lane);
  QCOMPARE(run->lanes[lane->value].sources.size(), 2u);  // empty files are no sources
}

// Whatever the user moves, the numbers that other statements name stay what they were.
void TestOverrides::anEmptiedLaunchKeepsTheOthersNumbers() {
  LogFolder folder;
  folder.write("a/rank_0.log", {"2026-01-02T03:00:00Z one"});
  folder.write("b/rank_1.log", {"2026-01-02T04:00:00Z two"});
  folder.write("c/rank_2.log", {"2026-01-02T05:00:00Z three"});
  QCOMPARE(qs(lanesOf(*folder.load())), QStringLiteral("0: 0; 1: 1; 2: 2"));
  const RunPointer one = loadWith(folder, {say("a/rank_0.log", "launch", "2")});
  QCOMPARE(qs(lanesOf(*one)), QStringLiteral("0: 1; 1: 0 2"));
  QCOMPARE(one->launches[1].found, 2u);
  const RunPointer both = loadWith(folder, {say("a/rank_0.log", "launch", "2"), say("b/rank_1.log", "launch", "2")});
  QCOMPARE(qs(lanesOf(*both)), QStringLiteral("0: 0 1 2"));
}

void TestOverrides::aLaunchOfItsOwn() {
  LogFolder folder;
  folder.write("rank_0.log", {"2026-01-02T03:00:00Z one"});
  folder.write("rank_1.log", {"2026-01-02T04:00:00Z two"});
  const RunPointer run = loadWith(folder, {say("rank_1.log", "launch", "1")});
  QCOMPARE(qs(lanesOf(*run)), QStringLiteral("0: 0; 1: 1"));
  const RunPointer far = loadWith(folder, {say("rank_1.log", "launch", "5000")});
  QCOMPARE(qs(lanesOf(*far)), QStringLiteral("0: 0 1"));
  QCOMPARE(far->overrides[0].problem, std::string("the run has 1 launch"));
}

void TestOverrides::theZoneOfOneSource() {
  LogFolder folder;
  folder.write("rank_0.log", {"2026-01-02 12:00:00,000 INFO one"});
  folder.write("rank_1.log", {"2026-01-02 12:00:00,000 INFO two"});
  const RunPointer run = loadWith(folder, {say("rank_1.log", "zone", "+09:00")});
  const model::Source &plain = *sourceEnding(*run, "rank_0.log"), &moved = *sourceEnding(*run, "rank_1.log");
  QCOMPARE(plain.first.utc - moved.first.utc, qint64{9} * 3600 * 1'000'000'000);
  QCOMPARE(moved.clock.zone, std::string("+09:00"));
  QCOMPARE(moved.clock.zoneFrom, std::string("user"));
  QCOMPARE(plain.clock.zone, std::string("assumed UTC"));
  QCOMPARE(run->clock.assumptions.size(), 2u);
}

void TestOverrides::theZoneOfTheRun() {
  LogFolder folder;
  folder.write("rank_0.log", {"2026-01-02 12:00:00,000 INFO one"});
  folder.write("rank_1.log", {"2026-01-02 12:00:00,000 INFO two"});
  const RunPointer run = loadWith(folder, {say("", "zone", "-05:30"), say("rank_1.log", "zone", "UTC")});
  QCOMPARE(sourceEnding(*run, "rank_0.log")->clock.zone, std::string("-05:30"));
  QCOMPARE(sourceEnding(*run, "rank_0.log")->first.utc - sourceEnding(*run, "rank_1.log")->first.utc,
           qint64{330} * 60 * 1'000'000'000);
  QCOMPARE(sourceEnding(*run, "rank_1.log")->clock.zone, std::string("UTC"));
  // The command line's own is the stronger one, and is not kept.
  auto request = folder.request();
  request.overrides = Overrides{say("", "zone", "-05:30")};
  request.zone = "+02:00";
  const auto given = folder.tryLoad(request);
  QVERIFY(given);
  QCOMPARE((*given)->sources[0].clock.zone, std::string("+02:00"));
  QVERIFY((*given)->overrides[1].fromCommandLine);
}

void TestOverrides::aNamedZoneHasTheOffsetOfTheTime() {
  LogFolder winter, summer;
  winter.write("rank_0.log", {"2026-01-02 12:00:00,000 INFO one"});
  summer.write("rank_0.log", {"2026-07-02 12:00:00,000 INFO one"});
  QCOMPARE(loadWith(winter, {say("", "zone", "Europe/Berlin")})->sources[0].clock.zone, std::string("+01:00"));
  QCOMPARE(loadWith(summer, {say("", "zone", "Europe/Berlin")})->sources[0].clock.zone, std::string("+02:00"));
}

void TestOverrides::aCarrier() {
  LogFolder folder;
  folder.write("rank_0.log", {"[default0]:tests/a.py::one PASSED", "[default1]:tests/a.py::one PASSED"});
  QCOMPARE(qs(lanesOf(*loadWith(folder, {say("rank_0.log", "format", "rank")}))), QStringLiteral("0: 0"));
  const RunPointer run = loadWith(folder, {say("rank_0.log", "format", "carrier")});
  QCOMPARE(run->sources[0].layout, model::Layout::merged);
  QCOMPARE(qs(lanesOf(*run)), QStringLiteral("0: 0 1"));
}

void TestOverrides::anNcclLog() {
  LogFolder folder;
  folder.write("debug.txt",
               {"a line", "another line", "node7:100:200 [0] NCCL INFO comm 0x1 rank 0 nranks 2 cudaDev 0 - Init START"});
  QVERIFY(folder.load()->sources[0].layout != model::Layout::nccl);
  QCOMPARE(loadWith(folder, {say("debug.txt", "format", "nccl")})->sources[0].layout, model::Layout::nccl);
}

void TestOverrides::leftOut() {
  LogFolder folder;
  folder.write("rank_0.log", {"one"});
  folder.write("notes.txt", {"Traceback (most recent call last):", "ValueError: quoted in somebody's notes"});
  const RunPointer run = loadWith(folder, {say("notes.txt", "format", "none")});
  QCOMPARE(run->sources.size(), 1u);
  QCOMPARE(run->skipped.size(), 1u);
  QCOMPARE(run->skipped[0].reason, input::SkipReason::leftOut);
  QCOMPARE(run->id, folder.load()->id);
  QVERIFY(!run->firstFailure);
}

void TestOverrides::everythingLeftOut() {
  LogFolder folder;
  folder.write("rank_0.log", {"one"});
  auto request = folder.request();
  request.overrides = Overrides{say("rank_0.log", "format", "none")};
  const auto run = folder.tryLoad(request);
  QVERIFY(!run);
  QVERIFY(run.error().what.find("left out") != std::string::npos);
  QVERIFY(!run.error().tryThis.empty());
}

void TestOverrides::doesNotApply_data() {
  QTest::addColumn<QString>("source");
  QTest::addColumn<QString>("what");
  QTest::addColumn<QString>("value");
  QTest::addColumn<QString>("says");
  QTest::newRow("too large a rank") << "rank_0.log"
                                    << "rank"
                                    << "70000000"
                                    << "no number below";
  QTest::newRow("negative") << "rank_0.log"
                            << "rank"
                            << "-1"
                            << "no number below";
  QTest::newRow("no number") << "rank_0.log"
                             << "launch"
                             << "second"
                             << "no number below";
  QTest::newRow("nothing") << "rank_0.log"
                           << "rank"
                           << ""
                           << "no number below";
  QTest::newRow("unknown zone") << "rank_0.log"
                                << "zone"
                                << "Moon/Sea"
                                << "no time zone";
  QTest::newRow("unknown format") << "rank_0.log"
                                  << "format"
                                  << "yaml"
                                  << "no format";
  QTest::newRow("not there") << "rank_7.log"
                             << "rank"
                             << "3"
                             << "no source of the run";
  QTest::newRow("the end of a name") << "0.log"
                                     << "rank"
                                     << "3"
                                     << "no source of the run";
  QTest::newRow("of a newer version") << "rank_0.log"
                                      << "colour"
                                      << "red"
                                      << "knows no setting 'colour'";
  QTest::newRow("of the run") << ""
                              << "rank"
                              << "3"
                              << "setting of a source";
}

void TestOverrides::doesNotApply() {
  QFETCH(QString, source);
  QFETCH(QString, what);
  QFETCH(QString, value);
  QFETCH(QString, says);
  LogFolder folder;
  folder.write("rank_0.log", {"one"});
  folder.write("other.log", {"two"});
  const RunPointer run =
      loadWith(folder, {say(source.toStdString(), what.toStdString(), value.toStdString()), say("other.log", "rank", "5")});
  QCOMPARE(run->overrides.size(), 2u);
  QVERIFY2(qs(run->overrides[0].problem).contains(says), run->overrides[0].problem.c_str());
  // The rest applies.
  QCOMPARE(qs(run->overrides[1].problem), QString());
  QCOMPARE(qs(lanesOf(*run)), QStringLiteral("0: 0 5"));
}

void TestOverrides::theLastStatementCounts() {
  LogFolder folder;
  folder.write("a.log", {"one"});
  const RunPointer run = loadWith(
      folder,
      {say("a.log", "rank", "1"), say(qs(folder.path()).section(QLatin1Char('/'), -1).toStdString() + "/a.log", "rank", "2")});
  QCOMPARE(qs(lanesOf(*run)), QStringLiteral("0: 2"));
  QVERIFY(!run->overrides[0].problem.empty());
}

void TestOverrides::isReported() {
  LogFolder folder;
  folder.write("a.log", {"one"});
  const RunPointer run = loadWith(folder, {say("a.log", "rank", "2"), say("gone.log", "rank", "3")});
  const Json report = Json::parse(report::writeJsonReport(*run, nullptr, {"test"}));
  const Json& said = report["run"]["overrides"];
  QCOMPARE(said.size(), 2u);
  QCOMPARE(said[0]["what"].get<std::string>(), std::string("rank"));
  QCOMPARE(said[0]["value"].get<int>(), 2);
  QCOMPARE(said[0]["source"].get<std::string>(), run->sources[0].path);
  QVERIFY(said[0]["problem"].is_null());
  QCOMPARE(said[1]["source"].get<std::string>(), std::string("gone.log"));
  QVERIFY(said[1]["problem"].is_string());
  QCOMPARE(report["run"]["ranks"][0]["rank_from"].get<std::string>(), std::string("user"));
  const QString text = qs(report::writeSourcesText(*run));
  QVERIFY2(text.contains(QStringLiteral("rank 2 set by you")), qPrintable(text));
  QVERIFY2(text.contains(QStringLiteral("gone.log: rank 3 (not kept); does not apply: no source of the run has this name")),
           qPrintable(text));
  const auto& notes = run->coverage.notes;
  for (const char* note : {"1 setting of the user applies", "1 setting of the user does not apply"}) QVERIFY(std::find(notes.begin(), notes.end(), note) != notes.end());
}

void TestOverrides::threadsDoNotMatter() {
  LogFolder folder;
  writeTwoLaunches(folder);
  auto request = folder.request();
  request.overrides = Overrides{say("none_zz/attempt_0/3/stdout.log", "rank", "7"),
                                say("none_zz/attempt_0/2/stdout.log", "launch", "1"), say("", "zone", "Asia/Tokyo")};
  std::string expected;
  for (const unsigned threads : {1u, 2u, 0u}) {
    for (const std::uint64_t block : {std::uint64_t{0}, std::uint64_t{64}}) {
      request.threads = threads;
      request.blockBytes = block;
      const auto run = folder.tryLoad(request);
      QVERIFY(run);
      const std::string report = report::writeJsonReport(**run, nullptr, {"test"});
      if (expected.empty()) expected = report;
      QVERIFY(report == expected);
    }
  }
}

// --- the side file

void TestOverrides::isKeptBesideTheRun() {
  LogFolder folder;
  folder.write("logs/a.log", {"one"});
  const RunPointer run = folder.load();
  const auto request = folder.request();
  const std::string source = run->sources[0].path;
  const auto kept = session::keepOverrides(request.paths, *run, {say(source, "rank", "3"), say("", "zone", "Asia/Tokyo")});
  QVERIFY(kept);
  QCOMPARE(*kept, ".lanescope/" + run->id + ".json");
  QFile file(qs(folder.path() + '/' + *kept));
  QVERIFY(file.open(QIODevice::ReadOnly));
  const Json document = Json::parse(file.readAll().toStdString());
  QCOMPARE(document["schema"].get<std::string>(), std::string("lanescope.side/1"));
  QCOMPARE(document["run"].get<std::string>(), run->id);
  QCOMPARE(document["overrides"].dump(),
           std::string(R"([{"source":"logs/a.log","what":"rank","value":3},{"what":"zone","value":"Asia/Tokyo"}])"));
  const RunPointer again = folder.load();
  QCOMPARE(again->id, run->id);
  QCOMPARE(qs(lanesOf(*again)), QStringLiteral("0: 3"));
  QCOMPARE(again->overrides[0].file, *kept);
  QCOMPARE(again->overrides[0].source, source);
  auto clean = request;
  clean.sideFile = false;
  QVERIFY((*folder.tryLoad(clean))->overrides.empty());
}

void TestOverrides::aRenamedInputKeepsWhatWasSaid() {
  LogFolder folder;
  folder.write("before/a.log", {"one"});
  auto request = folder.request();
  request.paths = {folder.path() + "/before"};
  const auto run = folder.tryLoad(request);
  QVERIFY(session::keepOverrides(request.paths, **run, {say((*run)->sources[0].path, "rank", "3")}));
  QVERIFY(QDir(qs(folder.path())).rename(QStringLiteral("before"), QStringLiteral("after")));
  request.paths = {folder.path() + "/after"};
  const auto again = folder.tryLoad(request);
  QCOMPARE(qs(lanesOf(**again)), QStringLiteral("0: 3"));
  QCOMPARE(qs(problems(**again)), QStringLiteral("rank: \n"));
}

void TestOverrides::otherVersionsAreKept() {
  LogFolder folder;
  folder.write("a.log", {"one"});
  folder.write("b.log", {"two"});
  const RunPointer run = folder.load();
  const std::string name = ".lanescope/" + run->id + ".json";
  folder.writeBytes(name, R"({"schema":"lanescope.side/1","notes":[{"text":"x"}],"overrides":[
    {"source":"a.log","what":"rank","value":1,"by":"somebody"},{"source":"a.log","what":"colour","value":[1]},{"source":"gone.log","what":"rank","value":9},17]})");
  const RunPointer read = folder.load();
  QCOMPARE(read->overrides.size(), 4u);
  QVERIFY(!read->overrides[3].problem.empty());
  Overrides next = read->overrides;
  next[0].value = "2";
  next.push_back(say(run->sources[1].path, "rank", "5"));
  QVERIFY(session::keepOverrides(folder.request().paths, *read, next));
  QFile file(qs(folder.path() + '/' + name));
  QVERIFY(file.open(QIODevice::ReadOnly));
  const Json document = Json::parse(file.readAll().toStdString());
  QCOMPARE(document["notes"][0]["text"].get<std::string>(), std::string("x"));
  const Json& said = document["overrides"];
  QCOMPARE(said.size(), 5u);
  QCOMPARE(said[0].get<int>(), 17);
  QCOMPARE(said[1].dump(), std::string(R"({"source":"a.log","what":"rank","value":2,"by":"somebody"})"));
  QCOMPARE(said[2]["what"].get<std::string>(), std::string("colour"));
  QCOMPARE(said[3]["source"].get<std::string>(), std::string("gone.log"));
  QCOMPARE(said[4]["source"].get<std::string>(), std::string("b.log"));
}

void TestOverrides::nothingLeftMeansNoFile() {
  LogFolder folder;
  folder.write("a.log", {"one"});
  const RunPointer run = folder.load();
  const auto paths = folder.request().paths;
  QVERIFY(session::keepOverrides(paths, *run, {say(run->sources[0].path, "rank", "3")}));
  QVERIFY(QFileInfo::exists(qs(folder.path() + "/.lanescope")));
  const auto kept = session::keepOverrides(paths, *run, {});
  QVERIFY(kept && kept->empty());
  QVERIFY(!QFileInfo::exists(qs(folder.path() + "/.lanescope")));
}

void TestOverrides::theDataFolderWhereTheOtherRefuses() {
  LogFolder folder, home;
  qputenv("XDG_DATA_HOME", qs(home.path()).toUtf8());
  folder.write("a.log", {"one"});
  folder.writeBytes(".lanescope", "a file where the folder would be");
  const RunPointer run = folder.load();
  const auto paths = folder.request().paths;
  const auto kept = session::keepOverrides(paths, *run, {say(run->sources[0].path, "rank", "3")});
  QVERIFY2(kept, kept ? "" : base::describe(kept.error()).c_str());
  QCOMPARE(*kept, run->id + ".json");
  QVERIFY(QFileInfo::exists(qs(home.path() + "/lanescope/" + *kept)));
  QCOMPARE(qs(lanesOf(*folder.load())), QStringLiteral("0: 3"));
  // It moves beside the run as soon as that can be written.
  QVERIFY(QFile::remove(qs(folder.path() + "/.lanescope")));
  QVERIFY(session::keepOverrides(paths, *run, {say(run->sources[0].path, "rank", "4")}));
  QVERIFY(!QFileInfo::exists(qs(home.path() + "/lanescope/" + *kept)));
  QCOMPARE(qs(lanesOf(*folder.load())), QStringLiteral("0: 4"));
  qunsetenv("XDG_DATA_HOME");
}

void TestOverrides::brokenSideFiles_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::newRow("empty") << QByteArray();
  QTest::newRow("no JSON") << QByteArray("{\"schema\": ");
  QTest::newRow("a list") << QByteArray("[]");
  QTest::newRow("no schema") << QByteArray("{}");
  QTest::newRow("another schema") << QByteArray("{\"schema\": \"lanescope.side/2\", \"overrides\": []}");
  QTest::newRow("deep") << QByteArray(200'000, '[');
  QTest::newRow("bytes") << QByteArray("\xff\xfe\x00{", 4);
}

void TestOverrides::brokenSideFiles() {
  QFETCH(QByteArray, bytes);
  LogFolder folder;
  folder.write("rank_0.log", {"one"});
  const std::string id = folder.load()->id;
  const std::string name = ".lanescope/" + id + ".json";
  folder.writeBytes(name, bytes.toStdString());
  const RunPointer run = folder.load();
  QVERIFY(run->sideFileError);
  QVERIFY(run->sideFileError->where.find(id) != std::string::npos);
  QVERIFY(!run->sideFileError->tryThis.empty());
  QCOMPARE(run->lanes.size(), 1u);
  // Somebody's file is not replaced by what cannot know what was in it.
  QVERIFY(!session::keepOverrides(folder.request().paths, *run, {say("rank_0.log", "rank", "3")}));
  QFile file(qs(folder.path() + '/' + name));
  QVERIFY(file.open(QIODevice::ReadOnly));
  QCOMPARE(file.readAll(), bytes);
}

void TestOverrides::theSideFileIsNoSource() {
  LogFolder folder;
  folder.write("a.log", {"one"});
  const RunPointer run = folder.load();
  QVERIFY(session::keepOverrides(folder.request().paths, *run, {say(run->sources[0].path, "zone", "UTC")}));
  const RunPointer again = folder.load();
  QCOMPARE(again->sources.size(), 1u);
  QVERIFY(again->skipped.empty());
  QCOMPARE(again->id, run->id);
}

QTEST_GUILESS_MAIN(TestOverrides)
#include "tst_overrides.moc"
