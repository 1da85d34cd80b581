// SPDX-License-Identifier: Apache-2.0
// What a person adds to a run, when the worst happens: a writer that is killed, two windows on one run, a place that cannot be written.
#include "core/session/ignore_file.h"
#include "core/session/kept_notes.h"
#include "core/session/kept_view.h"
#include "tests/support/archive_builder.h"
#include "tests/support/log_folder.h"

#include <nlohmann/json.hpp>

#include <QDirIterator>
#include <QElapsedTimer>
#include <QtTest>

#include <csignal>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace lanescope;
using lanescope::test::LogFolder;
using lanescope::test::qs;
using model::Note;
using model::Notes;
using Json = session::SideFile::Json;

namespace {

constexpr std::size_t kLargeText = 400'000;      // several writes to the disk

Note ofRun(const std::string& text) {
  Note note;
  note.text = text;
  return note;
}

std::set<std::string> textsOf(const Notes& notes) {
  std::set<std::string> texts;
  for (const Note& note : notes) texts.insert(note.text);
  return texts;
}

// A process that writes one of two texts after the other until it is killed. It shares nothing with this one but the files.
pid_t startWriter(const std::string& path, const std::string& id) {
  const pid_t writer = fork();
  if (writer != 0) return writer;
  for (int i = 0;; ++i) {
    const auto kept = session::SideFile::change(path, id, [i](session::SideFile& file) { file.setSection("words", std::string(kLargeText, i % 2 == 0 ? 'a' : 'b')); });
    if (!kept) _exit(1);
  }
}

QStringList filesIn(const QString& folder) {
  QStringList names;
  for (QDirIterator it(folder, QDir::Files | QDir::Hidden); it.hasNext();) names << QFileInfo(it.next()).fileName();
  return names;
}

}  // namespace

class TestKeptFiles : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aKilledWriterTearsNothing();
  void twoWindowsLoseNothing();
  void aCopyElsewhereInAnotherContainer();
  void anArchiveAndItsFolder();
  void whereNothingCanBeWritten();
  void aLookIsKeptWhole();
  void aLookThatSomebodyWrote();
  void filesThatAreNone_data();
  void filesThatAreNone();

 private:
  static void write(LogFolder& folder) { folder.write("rank_0.log", {lanescope::test::runnerStamp("03:04:05") + "one", lanescope::test::runnerStamp("03:04:06") + "two"}); }
};

void TestKeptFiles::aKilledWriterTearsNothing() {
  LogFolder folder;
  write(folder);
  const std::string id = "0123456789abcdef", path = folder.path() + "/rank_0.log";
  const QString kept = qs(folder.path() + "/.lanescope");
  int found = 0;
  for (int round = 0; round < 25; ++round) {
    const pid_t writer = startWriter(path, id);
    QVERIFY(writer > 0);
    usleep(static_cast<useconds_t>(2'000 + 1'700 * round));  // every time somewhere else in its work
    QCOMPARE(kill(writer, SIGKILL), 0);
    int status = 0;
    QCOMPARE(waitpid(writer, &status, 0), writer);
    QVERIFY2(WIFSIGNALED(status), "the writer failed by itself");
    QFile file(kept + QStringLiteral("/0123456789abcdef.json"));
    if (!file.open(QIODevice::ReadOnly)) continue;           // killed before the first one stood there
    const Json json = Json::parse(file.readAll().toStdString(), nullptr, false);
    QVERIFY2(json.is_object(), "torn");
    const std::string words = json["words"];
    QCOMPARE(words.size(), kLargeText);
    QVERIFY(words == std::string(kLargeText, words.front()));
    ++found;
  }
  QVERIFY(found > 10);
  // Whoever writes next takes away what the killed ones left behind.
  QVERIFY(session::SideFile::change(path, id, [](session::SideFile& file) { file.setSection("words", "whole"); }));
  QCOMPARE(filesIn(kept), QStringList{QStringLiteral("0123456789abcdef.json")});
}

void TestKeptFiles::twoWindowsLoseNothing() {
  LogFolder folder;
  write(folder);
  const auto paths = folder.request().paths;
  const auto run = folder.load();
  QVERIFY(session::keepNotes(paths, *run, {}, {ofRun("from before"), ofRun("to go")}));
  // Both have read the two; one adds a note, the other takes one away and adds another.
  const Notes read = folder.load()->notes;
  QVERIFY(session::keepNotes(paths, *run, read, {ofRun("from before"), ofRun("to go"), ofRun("of the first")}));
  QVERIFY(session::keepNotes(paths, *run, read, {ofRun("from before"), ofRun("of the second")}));
  QCOMPARE(textsOf(folder.load()->notes), (std::set<std::string>{"from before", "of the first", "of the second"}));
}

// The same files under another name, in an archive's folder of another name: the same run.
void TestKeptFiles::aCopyElsewhereInAnotherContainer() {
  LogFolder folder;
  folder.write("artifact/rank_0.log", {lanescope::test::runnerStamp("03:04:05") + "one"});
  auto request = folder.request();
  request.paths = {folder.path() + "/artifact"};
  const auto run = *folder.tryLoad(request);
  session::KeptView view;
  view.rows.order = "severity";
  // What is kept of a folder stands inside it and moves with it.
  QVERIFY(session::keepView(request.paths, *run, view));
  QVERIFY(QDir().rename(qs(folder.path() + "/artifact"), qs(folder.path() + "/artifact (1)")));
  request.paths = {folder.path() + "/artifact (1)"};
  const auto again = *folder.tryLoad(request);
  QCOMPARE(again->id, run->id);
  const auto kept = session::keptViewOf(request.paths, *again);
  QVERIFY(kept && *kept == view);
}

// Kept while the archive was open, it is found when its unpacked folder is; what is then kept there is found with the archive.
void TestKeptFiles::anArchiveAndItsFolder() {
  LogFolder folder;
  const std::string bytes = lanescope::test::runnerStamp("03:04:05") + "one\n";
  folder.writeBytes("downloads/run.zip", lanescope::test::makeZip({{"rank_0.log", bytes}}));
  auto request = folder.request();
  request.paths = {folder.path() + "/downloads/run.zip"};
  const auto packed = *folder.tryLoad(request);
  QVERIFY(session::keepNotes(request.paths, *packed, {}, {ofRun("of the archive")}));
  folder.writeBytes("downloads/run/rank_0.log", bytes);
  request.paths = {folder.path() + "/downloads/run/"};
  const auto unpacked = *folder.tryLoad(request);
  QCOMPARE(unpacked->id, packed->id);
  QCOMPARE(textsOf(unpacked->notes), std::set<std::string>{"of the archive"});
  QVERIFY(session::keepNotes(request.paths, *unpacked, unpacked->notes, {ofRun("of the archive"), ofRun("of the folder")}));
  // What is taken away here does not come back from there.
  QVERIFY(session::keepNotes(request.paths, *unpacked, (*folder.tryLoad(request))->notes, {}));
  QVERIFY((*folder.tryLoad(request))->notes.empty());
  QVERIFY(session::keepNotes(request.paths, *unpacked, {}, {ofRun("of the archive"), ofRun("of the folder")}));
  QVERIFY(QFile::remove(qs(folder.path() + "/downloads/.lanescope/" + packed->id + ".json")));
  request.paths = {folder.path() + "/downloads/run.zip"};
  QCOMPARE(textsOf((*folder.tryLoad(request))->notes), (std::set<std::string>{"of the archive", "of the folder"}));
}

void TestKeptFiles::whereNothingCanBeWritten() {
  LogFolder folder;
  write(folder);
  folder.writeBytes(".lanescope", "a file where the folder would be");   // also for who may write everywhere
  QTemporaryDir data;
  qputenv("XDG_DATA_HOME", data.path().toUtf8());
  const auto run = folder.load();
  session::KeptView view;
  view.rows.grouping = "host";
  const auto paths = folder.request().paths;
  QVERIFY(session::keepView(paths, *run, view));
  QVERIFY(session::keepNotes(paths, *run, {}, {ofRun("n")}));
  QCOMPARE(filesIn(data.path() + QStringLiteral("/lanescope")), QStringList{qs(run->id) + QStringLiteral(".json")});
  const auto again = folder.load();
  QCOMPARE(again->notes.size(), 1u);
  const auto kept = session::keptViewOf(paths, *again);
  qunsetenv("XDG_DATA_HOME");
  QVERIFY(kept && *kept == view);
}

void TestKeptFiles::aLookIsKeptWhole() {
  LogFolder folder;
  write(folder);
  const auto run = folder.load();
  session::KeptView view;
  view.rows = {"behaviour", "severity", "off", "0-7,13,32-", true, {{0, 0, 1}, {0, 0, 2}, {1, 0, 9}}, {{0, 0, 0}}, {{2, 0, 5}}, {1, 3}, {"host a"}, true, true, "hidden"};
  view.text = {true, {{0, 1, 0}, {0, 1, 1}}, run->sources[0].path, "", true, true, true};
  view.layout = "AAAA";
  const auto paths = folder.request().paths;
  QVERIFY(session::keepView(paths, *run, view));
  const auto kept = session::keptViewOf(paths, *run);
  QVERIFY(kept && *kept == view);
  // For others: all but where one's own panes stand.
  const std::string file = folder.path() + "/v.view.json";
  QVERIFY(session::writeViewFile(file, *run, {run->id, view, {}, {}}));
  const auto shared = session::readViewFile(file, *run);
  QVERIFY(shared && shared->view.layout.empty());
  view.layout.clear();
  QVERIFY(shared->view == view);
  // Given together with the logs, as by a colleague on the command line, it is none of them.
  auto request = folder.request();
  request.paths = {file, folder.path() + "/rank_0.log"};
  const auto together = folder.tryLoad(request);
  QVERIFY(together && (*together)->sources.size() == 1);
}

void TestKeptFiles::aLookThatSomebodyWrote() {
  LogFolder folder;
  write(folder);
  const auto run = folder.load();
  folder.writeBytes(".lanescope/" + run->id + ".json", R"({"schema":"lanescope.side/1","view":{
    "rows":{"group":7,"sort":["x"],"hidden":[{"launch":0,"ranks":"1-4000000000"},{"launch":-1,"ranks":"1"},{"ranks":"2"},5,{"launch":0,"ranks":"3"}],
            "closed":[1,"two",-3],"closed_groups":[null,"g"],"folds_idle":"yes","of_another_version":1},
    "text":{"lanes":{},"columns":3,"wrap":1}, "zero":"noon", "layout":[]}})");
  const auto paths = folder.request().paths;
  const auto kept = session::keptViewOf(paths, *run);
  QVERIFY(kept);
  session::KeptView expected;
  expected.rows.hidden = {{0, 0, 3}};
  expected.rows.closed = {1};
  expected.rows.closedGroups = {"g"};
  QVERIFY(*kept == expected);
  QVERIFY(session::keepView(paths, *run, expected));
  QFile file(qs(folder.path() + "/.lanescope/" + run->id + ".json"));
  QVERIFY(file.open(QIODevice::ReadOnly));
  QVERIFY(file.readAll().contains("of_another_version"));
}

void TestKeptFiles::filesThatAreNone_data() {
  QTest::addColumn<QString>("kind");
  QTest::addColumn<QString>("said");
  QTest::newRow("a pipe that nobody writes to") << "pipe" << "it is no file";
  QTest::newRow("a folder") << "folder" << "it is no file";
  QTest::newRow("nested deeply") << "deep" << "it is nested more than 64 deep";
  QTest::newRow("brackets in a string") << "string" << "";
}

// In place of the side file, and as a list of what to ignore: neither waits nor ends the program, and says what is wrong.
void TestKeptFiles::filesThatAreNone() {
  QFETCH(QString, kind);
  QFETCH(QString, said);
  LogFolder folder;
  write(folder);
  const auto run = folder.load();
  const std::string name = ".lanescope/" + run->id + ".json", path = folder.path() + "/" + name;
  const std::string brackets(100'000, '[');
  if (kind == "deep") folder.writeBytes(name, R"({"schema":"lanescope.side/1","x":)" + brackets + std::string(brackets.size(), ']') + "}");
  else if (kind == "string") folder.writeBytes(name, R"({"schema":"lanescope.side/1","x":"\\\")" + brackets + "\"}");
  else QVERIFY(QDir().mkpath(qs(folder.path() + "/.lanescope")));
  if (kind == "pipe") QCOMPARE(mkfifo(path.c_str(), 0600), 0);
  if (kind == "folder") QVERIFY(QDir().mkpath(qs(path)));
  const auto ignored = session::ignoreListOf(folder.request().paths, path, false);
  QVERIFY(!ignored || said.isEmpty());
  const auto again = folder.load();
  if (said.isEmpty()) QVERIFY(!again->sideFileError);
  else QVERIFY(again->sideFileError && qs(again->sideFileError->what).contains(said));
  if (!said.isEmpty() && kind != "folder") QVERIFY(qs(ignored.error().what).contains(said));
  const auto changed = session::SideFile::change(folder.request().paths.front(), run->id, [](session::SideFile& file) { file.setSection("words", "kept"); });
  QCOMPARE(changed.has_value(), said.isEmpty());
}

QTEST_GUILESS_MAIN(TestKeptFiles)
#include "tst_kept_files.moc"
