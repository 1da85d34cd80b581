// SPDX-License-Identifier: Apache-2.0
// Notes and views: kept beside the run, found again after a rename, placed in it, and said in reports.
#include "core/report/exports.h"
#include "core/report/json_report.h"
#include "core/report/text_report.h"
#include "core/session/kept_notes.h"
#include "core/session/kept_overrides.h"
#include "core/session/kept_view.h"
#include "tests/support/log_folder.h"

#include <nlohmann/json.hpp>

#include <QFileInfo>
#include <QtTest>

#include <thread>

using namespace lanescope;
using lanescope::test::LogFolder;
using lanescope::test::qs;
using Json = session::SideFile::Json;
using model::Note;
using model::NotePlace;
using model::Notes;

namespace {

using RunPointer = std::shared_ptr<const model::Run>;

constexpr std::int64_t kSecond = 1'000'000'000;

// Three stamped lines of a rank, from 2026-01-02T03:04:05.5 on, a second apart.
void writeLog(LogFolder& folder, const std::string& name = "rank_3.log") {
  folder.write(name, {lanescope::test::runnerStamp("03:04:05") + "one", lanescope::test::runnerStamp("03:04:06") + "two", lanescope::test::runnerStamp("03:04:07") + "three"});
}

Note onLine(const std::string& source, std::uint32_t line, const std::string& text) {
  Note note;
  note.place = NotePlace::line;
  note.source = source;
  note.line = line;
  note.text = text;
  return note;
}

Note atMoment(std::int64_t ns, const std::string& text) {
  Note note;
  note.place = NotePlace::moment;
  note.time = model::When::at(ns);
  note.text = text;
  return note;
}

Note ofRun(const std::string& text) {
  Note note;
  note.text = text;
  return note;
}

std::vector<std::string> textsOf(const Notes& notes) {
  std::vector<std::string> texts;
  for (const Note& note : notes) texts.push_back(note.text);
  return texts;
}

Json sideFile(const LogFolder& folder, const std::string& id) {
  QFile file(qs(folder.path() + "/.lanescope/" + id + ".json"));
  return file.open(QIODevice::ReadOnly) ? Json::parse(file.readAll().toStdString()) : Json();
}

}  // namespace

class TestNotes : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void areKeptAndFoundAgain();
  void areFoundAfterARename();
  void areNumberedByTime();
  void placesThatAreNotThere();
  void otherVersionsAreKept();
  void hostileEntries();
  void overridesStayBesideThem();
  void severalWriters();
  void withoutTheSideFile();
  void areReported();
  void aViewIsKeptAndTakenBack();
  void aViewFileIsOfItsRun();
  void aViewFileHoldsNoPath();
};

void TestNotes::areKeptAndFoundAgain() {
  LogFolder folder;
  writeLog(folder);
  const RunPointer run = folder.load();
  const std::int64_t begin = run->clock.first.utc;
  Note span = atMoment(begin, "slow here");
  span.place = NotePlace::span;
  span.endNs = begin + 2 * kSecond;
  span.launch = 0;
  span.attempt = 0;
  span.rank = 3;
  const Notes notes{onLine(run->sources[0].path, 2, "look"), atMoment(begin + kSecond / 2, ""), span, ofRun("of the run")};
  const auto kept = session::keepNotes(folder.request().paths, *run, {}, notes);
  QVERIFY2(kept, kept ? "" : base::describe(kept.error()).c_str());
  QCOMPARE(*kept, ".lanescope/" + run->id + ".json");
  const RunPointer again = folder.load();
  QCOMPARE(again->id, run->id);
  QCOMPARE(textsOf(again->notes), (std::vector<std::string>{"slow here", "", "look", "of the run"}));
  const Note& line = again->notes[2];
  QCOMPARE(line.source, run->sources[0].path);
  QCOMPARE(line.line, 2u);
  QCOMPARE(line.time.utc, begin + kSecond);
  QVERIFY(line.problem.empty());
  QCOMPARE(again->notes[0].endNs, begin + 2 * kSecond);
  QCOMPARE(again->notes[0].rank, std::optional<model::Rank>(3));
  QVERIFY(session::keepNotes(folder.request().paths, *run, again->notes, {}));
  QVERIFY(!QFileInfo::exists(qs(folder.path() + "/.lanescope")));
}

void TestNotes::areFoundAfterARename() {
  LogFolder folder;
  writeLog(folder, "job.log");
  auto request = folder.request();
  request.paths = {folder.path() + "/job.log"};
  const RunPointer run = *folder.tryLoad(request);
  QVERIFY(session::keepNotes(request.paths, *run, {}, {onLine(run->sources[0].path, 3, "here")}));
  QVERIFY(QFile::rename(qs(request.paths[0]), qs(folder.path() + "/other.log")));
  request.paths = {folder.path() + "/other.log"};
  const RunPointer renamed = *folder.tryLoad(request);
  QCOMPARE(renamed->notes.size(), 1u);
  QCOMPARE(renamed->notes[0].source, renamed->sources[0].path);
  QCOMPARE(renamed->notes[0].problem, std::string());
}

void TestNotes::areNumberedByTime() {
  Notes notes{ofRun("run"), atMoment(9, "late"), atMoment(1, "early"), onLine("b", 2, "b2"), onLine("a", 7, "a7")};
  model::sortNotes(notes);
  QCOMPARE(textsOf(notes), (std::vector<std::string>{"early", "late", "run", "a7", "b2"}));
}

void TestNotes::placesThatAreNotThere() {
  LogFolder folder;
  writeLog(folder);
  const RunPointer run = folder.load();
  const Notes notes = session::placedNotes(*run, {onLine("gone.log", 1, "x"), onLine("rank_3.log", 99, "y"), onLine("rank_3.log", 1, "z")});
  QCOMPARE(textsOf(notes), (std::vector<std::string>{"z", "x", "y"}));
  QVERIFY(notes[0].problem.empty());
  QCOMPARE(notes[1].problem, std::string("no source of the run has this name"));
  QCOMPARE(notes[2].problem, std::string("the source has no such line"));
  // They stay where they are kept.
  QVERIFY(session::keepNotes(folder.request().paths, *run, {}, notes));
  QCOMPARE(folder.load()->notes.size(), 3u);
}

void TestNotes::otherVersionsAreKept() {
  LogFolder folder;
  writeLog(folder);
  const RunPointer run = folder.load();
  folder.writeBytes(".lanescope/" + run->id + ".json", R"({"schema":"lanescope.side/1","colour":"green","notes":[
    {"text":"old","source":"rank_3.log","line":2,"author":"me"}, {"picture":"x.png"}, 7]})");
  Notes notes = folder.load()->notes;
  QCOMPARE(textsOf(notes), std::vector<std::string>{"old"});
  notes[0].text = "new";
  QVERIFY(session::keepNotes(folder.request().paths, *run, {}, notes));
  const Json kept = sideFile(folder, run->id);
  QCOMPARE(kept["colour"], "green");
  QCOMPARE(kept["notes"].size(), 3u);
  QCOMPARE(kept["notes"][2]["author"], "me");
  QCOMPARE(kept["notes"][2]["text"], "new");
}

void TestNotes::hostileEntries() {
  LogFolder folder;
  writeLog(folder);
  const RunPointer run = folder.load();
  folder.writeBytes(".lanescope/" + run->id + ".json", R"({"schema":"lanescope.side/1","notes":[
    {"text":"a","source":"rank_3.log","line":99999999999999}, {"text":"b","source":"rank_3.log","line":0}, {"text":"c","time":"yesterday"},
    {"text":"d","from":"2026-01-02T03:04:06Z","to":"2026-01-02T03:04:05Z"}, {"text":"e","time":"03:04:05"}, {"text":5}, [], null,
    {"text":"good","time":"2026-01-02T03:04:06Z","rank":-1}]})");
  QCOMPARE(textsOf(folder.load()->notes), std::vector<std::string>{"good"});
  QVERIFY(!folder.load()->notes[0].rank);
}

void TestNotes::overridesStayBesideThem() {
  LogFolder folder;
  writeLog(folder);
  const RunPointer run = folder.load();
  model::Override zone;
  zone.what = "zone";
  zone.value = "+02:00";
  QVERIFY(session::keepOverrides(folder.request().paths, *run, {zone}));
  QVERIFY(session::keepNotes(folder.request().paths, *run, {}, {ofRun("n")}));
  QVERIFY(session::keepOverrides(folder.request().paths, *run, {}));
  const RunPointer again = folder.load();
  QVERIFY(again->overrides.empty());
  QCOMPARE(textsOf(again->notes), std::vector<std::string>{"n"});
}

// Sections that several write at once: none is lost.
void TestNotes::severalWriters() {
  LogFolder folder;
  writeLog(folder);
  const RunPointer run = folder.load();
  const auto paths = folder.request().paths;
  for (int round = 0; round < 20; ++round) {
    model::Override zone;
    zone.what = "zone";
    zone.value = "+02:00";
    session::KeptView view;
    view.range = {1, 2};
    std::atomic<int> kept = 0;
    {
      std::jthread a([&] { kept += session::keepOverrides(paths, *run, {zone}) ? 1 : 0; });
      std::jthread b([&] { kept += session::keepNotes(paths, *run, {}, {ofRun("n")}) ? 1 : 0; });
      std::jthread c([&] { kept += session::keepView(paths, *run, view) ? 1 : 0; });
    }
    QCOMPARE(kept.load(), 3);
    const RunPointer again = folder.load();
    QCOMPARE(again->overrides.size(), 1u);
    QCOMPARE(again->notes.size(), 1u);
    QVERIFY(session::keptViewOf(paths, *run));
    QVERIFY(session::keepOverrides(paths, *run, {}));
    QVERIFY(session::keepNotes(paths, *run, again->notes, {}));
    QVERIFY(session::keepView(paths, *run, {}));
    QVERIFY(!QFileInfo::exists(qs(folder.path() + "/.lanescope")));
  }
}

void TestNotes::withoutTheSideFile() {
  LogFolder folder;
  writeLog(folder);
  QVERIFY(session::keepNotes(folder.request().paths, *folder.load(), {}, {ofRun("n")}));
  auto request = folder.request();
  request.sideFile = false;
  QVERIFY((*folder.tryLoad(request))->notes.empty());
}

void TestNotes::areReported() {
  LogFolder folder;
  writeLog(folder);
  const RunPointer run = folder.load();
  Note moment = atMoment(run->clock.first.utc, "");
  QVERIFY(session::keepNotes(folder.request().paths, *run, {}, {onLine(run->sources[0].path, 2, "this | one @you"), moment}));
  const RunPointer noted = folder.load();
  const std::string text = report::writeTextReport(*noted, nullptr);
  QVERIFY2(text.find("NOTES OF THE USER\n   1  marked\n      03:04:05.500 Z\n   2  this | one @you\n      " + run->sources[0].path + ":2, 03:04:06.500 Z\n      2026-01-02T03:04:06.5000000Z two\n") !=
               std::string::npos,
           text.c_str());
  const Json notes = Json::parse(report::writeJsonReport(*noted, nullptr, {"0"}))["run"]["notes"];
  QCOMPARE(notes.size(), 2u);
  QCOMPARE(notes[1]["text"], "this | one @you");
  QCOMPARE(notes[1]["by"], "user");
  QCOMPARE(notes[1]["about"], run->sources[0].path + ":2");
  QCOMPARE(notes[1]["line"], 2);
  QCOMPARE(notes[0]["place"], "moment");
  QVERIFY(notes[0]["line"].is_null());
  const std::string markdown = report::writeMarkdownReport({*noted, nullptr, {}});
  QVERIFY(markdown.find("Notes") != std::string::npos);
  QVERIFY2(markdown.find("@you") == std::string::npos, "a note must not mention anybody");
  QVERIFY(report::writeHtmlReport({*noted, nullptr, {}}, {}).find("this | one @you") != std::string::npos);
}

void TestNotes::aViewIsKeptAndTakenBack() {
  LogFolder folder;
  writeLog(folder);
  const RunPointer run = folder.load();
  session::KeptView view;
  view.range = {run->clock.first.utc, run->clock.last.utc};
  view.zero = run->clock.first.utc + 7;
  view.rows.closed = {0};
  view.source = run->sources[0].path;
  view.line = 2;
  view.searches = {{"watchdog AND NOT beat", true, false, true, "lanes"}, {"a \"b\" (", false, true, false, "text"}};
  view.hidesLines = view.hidesLanes = true;
  view.kinds = "warnings";
  QVERIFY(session::keepView(folder.request().paths, *run, view));
  const auto kept = session::keptViewOf(folder.request().paths, *run);
  QVERIFY(kept && *kept == view);
  QVERIFY(session::keepView(folder.request().paths, *run, {}));
  QVERIFY(!session::keptViewOf(folder.request().paths, *run));
}

void TestNotes::aViewFileIsOfItsRun() {
  LogFolder folder, other;
  writeLog(folder);
  other.write("rank_1.log", {"else"});
  const RunPointer run = folder.load();
  session::SharedView shared;
  shared.view.range = {run->clock.first.utc, run->clock.last.utc};
  shared.notes = session::placedNotes(*run, {onLine("rank_3.log", 2, "see")});
  shared.firstFailure = "0123456789abcdef@0.0";
  const std::string path = other.path() + "/v.view.json";
  QVERIFY(session::writeViewFile(path, *run, shared));
  QVERIFY(session::isViewFile(path));
  QVERIFY(!session::isViewFile(other.path() + "/rank_1.log"));
  QVERIFY(!session::isViewFile(other.path()));
  const auto read = session::readViewFile(path, *run);
  QVERIFY2(read, read ? "" : base::describe(read.error()).c_str());
  QVERIFY(read->view == shared.view);
  QVERIFY(read->notes == shared.notes);
  QCOMPARE(read->firstFailure, shared.firstFailure);
  const auto refused = session::readViewFile(path, *other.load());
  QVERIFY(!refused);
  QVERIFY(refused.error().what.find("another run") != std::string::npos);
  other.writeBytes("v.view.json", "{\"schema\": \"lanescope.view/1\", ");
  QVERIFY(!session::readViewFile(path, *run));
}

void TestNotes::aViewFileHoldsNoPath() {
  LogFolder folder;
  writeLog(folder);
  const RunPointer run = folder.load();
  session::SharedView shared;
  shared.view.source = run->sources[0].path;
  shared.view.line = 1;
  shared.notes = {onLine(run->sources[0].path, 2, "see")};
  const std::string path = folder.path() + "/v.json";
  QVERIFY(session::writeViewFile(path, *run, shared));
  QFile file(qs(path));
  QVERIFY(file.open(QIODevice::ReadOnly));
  const QByteArray bytes = file.readAll();
  QVERIFY(bytes.contains("rank_3.log"));
  QVERIFY(!bytes.contains(QFileInfo(qs(folder.path())).fileName().toUtf8()));
}

QTEST_GUILESS_MAIN(TestNotes)
#include "tst_notes.moc"
