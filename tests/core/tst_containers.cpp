// SPDX-License-Identifier: Apache-2.0
// The same logs in every container give the same report; what is there twice is read once.
#include "core/report/json_report.h"
#include "tests/support/archive_builder.h"
#include "tests/support/job_writer.h"

#include <QDirIterator>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <functional>

using namespace lanescope;
using test::Compression;
using test::LogFolder;
using test::Packing;
using test::PlainMember;
using test::qs;
using test::ZipMember;

namespace {

using Members = std::vector<PlainMember>;

// A job whose rank 2 fails in its second test, and the tree of its launch.
Members sampleJob() {
  LogFolder folder;
  test::JobWriter writer(folder);
  writer.job("Complete job name: nightly");
  writer.beginLaunch("none_ab12cd34");
  writer.beginSession(2);
  writer.test("tests/a.py::one", "PASSED");
  writer.test("tests/a.py::two", "PASSED", {{2, "FAILED"}});
  writer.err(2, test::c10Head(2, "00:00:30") + "CUDA error: unspecified launch failure");
  writer.endSession("1 failed, 1 passed");
  writer.endLaunch(1);
  writer.finish();
  Members members;
  QDirIterator files(qs(folder.path()), QDir::Files, QDirIterator::Subdirectories);
  while (files.hasNext()) {
    QFile file(files.next());
    if (!file.open(QIODevice::ReadOnly)) qFatal("cannot read");
    members.push_back({file.fileName().mid(qs(folder.path()).size() + 1).toStdString(), file.readAll().toStdString()});
  }
  return members;
}

// The report without what names the container.
QJsonObject reportOf(const LogFolder& folder, const std::string& name) {
  session::Request request = folder.request();
  request.paths = {folder.path() + '/' + name};
  const auto run = folder.tryLoad(request);
  if (!run) qFatal("%s", base::describe(run.error()).c_str());
  QByteArray text = QByteArray::fromStdString(report::writeJsonReport(**run, nullptr, {}));
  text.replace(QByteArray::fromStdString('"' + name + '/'), "\"run/");
  QJsonObject whole = QJsonDocument::fromJson(text).object();
  QJsonObject object = whole.value("run").toObject();
  object.remove("inputs");
  return object;
}

std::string zipOf(const Members& members, const std::function<void(ZipMember&)>& change = {}) {
  std::vector<ZipMember> out;
  for (const PlainMember& member : members) {
    ZipMember zipped;
    zipped.name = member.name;
    zipped.content = member.content;
    if (change) change(zipped);
    out.push_back(zipped);
  }
  return test::makeZip(out);
}

}  // namespace

class TestContainers : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void sameReport_data();
  void sameReport();
  void singleFiles_data();
  void singleFiles();
  void repeatedUpload();
  void equalRanksAreNoCopies();
  void stepsOfAJob();
};

void TestContainers::sameReport_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QByteArray>("bytes");
  const Members job = sampleJob();
  const auto row = [](const char* name, const std::string& bytes) { QTest::newRow(name) << QString::fromLatin1(name) << QByteArray::fromStdString(bytes); };
  row("stored.zip", zipOf(job, [](ZipMember& member) { member.deflate = false; }));
  row("deflated.zip", zipOf(job));
  row("zip64.zip", zipOf(job, [](ZipMember& member) { member.zip64 = true; }));
  row("streamed.zip", zipOf(job, [](ZipMember& member) { member.dataDescriptor = true; }));
  row("dateless.zip", zipOf(job, [](ZipMember& member) { member.dosDate = member.dosTime = 0; }));
  row("late.zip", zipOf(job, [](ZipMember& member) { member.dosDate = 0x7921; }));
  row("run.tar", test::makeArchive(Packing::tar, Compression::none, job));
  row("run.tar.gz", test::makeArchive(Packing::tar, Compression::gzip, job));
  row("run.tar.xz", test::makeArchive(Packing::tar, Compression::xz, job));
  row("run.tar.zst", test::makeArchive(Packing::tar, Compression::zstd, job));
  row("run.tar.bz2", test::makeArchive(Packing::tar, Compression::bzip2, job));
  row("run.7z", test::makeArchive(Packing::sevenZip, Compression::none, job));
}

void TestContainers::sameReport() {
  QFETCH(QString, name);
  QFETCH(QByteArray, bytes);
  LogFolder folder;
  for (const PlainMember& member : sampleJob()) folder.writeBytes("run/" + member.name, member.content);
  folder.writeBytes(name.toStdString(), bytes.toStdString());
  const QJsonObject plain = reportOf(folder, "run");
  QCOMPARE(plain.value("outcome").toString(), QStringLiteral("failed"));
  QCOMPARE(reportOf(folder, name.toStdString()), plain);

  // Once more inside another archive, in a folder of its own.
  folder.writeBytes("outer.zip", zipOf({{name.toStdString(), bytes.toStdString()}}));
  QJsonObject nested = reportOf(folder, "outer.zip");
  QByteArray text = QJsonDocument(nested).toJson();
  text.replace(("run/" + name + '/').toUtf8(), "run/");
  nested = QJsonDocument::fromJson(text).object();
  nested.remove("id");                           // of names inside the input, which are longer here
  QJsonObject expected = plain;
  expected.remove("id");
  QCOMPARE(nested, expected);
}

void TestContainers::singleFiles_data() {
  QTest::addColumn<QString>("ending");
  QTest::addColumn<int>("compression");
  QTest::newRow("gz") << ".gz" << int(Compression::gzip);
  QTest::newRow("xz") << ".xz" << int(Compression::xz);
  QTest::newRow("zst") << ".zst" << int(Compression::zstd);
  QTest::newRow("bz2") << ".bz2" << int(Compression::bzip2);
}

// Each file compressed on its own.
void TestContainers::singleFiles() {
  QFETCH(QString, ending);
  QFETCH(int, compression);
  LogFolder folder;
  for (const PlainMember& member : sampleJob()) {
    folder.writeBytes("run/" + member.name, member.content);
    if (!member.content.empty()) folder.writeBytes("packed/" + member.name + ending.toStdString(), test::compress(Compression(compression), member.content));
  }
  QJsonObject plain = reportOf(folder, "run");
  QByteArray text = QJsonDocument(reportOf(folder, "packed")).toJson();
  text.replace((".log" + ending).toUtf8(), ".log");
  text.replace((".txt" + ending).toUtf8(), ".txt");
  QJsonObject packed = QJsonDocument::fromJson(text).object();
  for (QJsonObject* report : {&plain, &packed}) {
    report->remove("id");
    report->remove("skipped");                   // empty files, which have nothing to compress
  }
  QCOMPARE(packed, plain);
}

// The same logs uploaded again under another name.
void TestContainers::repeatedUpload() {
  LogFolder folder;
  const Members job = sampleJob();
  for (const PlainMember& member : job) folder.writeBytes("run/logs/" + member.name, member.content);
  const QJsonObject once = reportOf(folder, "run");
  for (const PlainMember& member : job) folder.writeBytes("run/logs-retry/" + member.name, member.content);
  const QJsonObject twice = reportOf(folder, "run");
  QCOMPARE(twice.value("sources"), once.value("sources"));
  QCOMPARE(twice.value("findings"), once.value("findings"));
  QCOMPARE(twice.value("launches"), once.value("launches"));
  int copies = 0;
  for (const QJsonValue skipped : twice.value("skipped").toArray()) copies += skipped.toObject().value("reason").toString() == "duplicate";
  QCOMPARE(copies, once.value("sources").toArray().size());

  LogFolder archives;
  archives.writeBytes("both/logs.zip", zipOf(job));
  archives.writeBytes("both/logs (1).zip", zipOf(job));
  archives.writeBytes("both/other.zip", zipOf({{"notes.log", "something else\n"}}));
  const QJsonObject both = reportOf(archives, "both");
  QCOMPARE(both.value("sources").toArray().size(), once.value("sources").toArray().size() + 1);
}

// Two ranks that print the same, and two nodes whose files have the same names.
void TestContainers::equalRanksAreNoCopies() {
  LogFolder folder;
  for (int rank = 0; rank < 4; ++rank) folder.writeRank("run/none_a", 0, rank, {"the same"}, {"and here"});
  QCOMPARE(reportOf(folder, "run").value("ranks").toArray().size(), 4);
  folder.writeBytes("nodes/node0.zip", zipOf({{"out.log", "one\n"}, {"err.log", "same\n"}}));
  folder.writeBytes("nodes/node1.zip", zipOf({{"out.log", "two\n"}, {"err.log", "same\n"}}));
  QCOMPARE(reportOf(folder, "nodes").value("sources").toArray().size(), 4);
}

// GitHub's log archive: the whole job, and its steps again.
void TestContainers::stepsOfAJob() {
  LogFolder folder;
  const auto stamped = [](int second, const std::string& text) { return test::runnerStamp("03:04:" + std::to_string(second)) + text + '\n'; };
  const std::string setUp = stamped(10, "Runner name: 'r'") + stamped(11, "ready");
  const std::string tests = stamped(20, "##[group]Run tests") + stamped(21, "##[endgroup]") + stamped(22, "ValueError: bad");
  folder.writeBytes("run/0_unit (a, b).txt", "\xEF\xBB\xBF" + setUp + tests);
  folder.writeBytes("run/unit (a b)/1_Set up job.txt", "\xEF\xBB\xBF" + setUp);
  folder.writeBytes("run/unit (a b)/2_Run tests.txt", "\xEF\xBB\xBF" + tests);
  folder.writeBytes("run/unit (a b)/system.txt", stamped(9, "Job is about to start running"));
  folder.writeBytes("run/unit (a b)/3_Other.txt", stamped(40, "not in the job's text"));
  QStringList paths;
  const QJsonObject report = reportOf(folder, "run");
  for (const QJsonValue source : report.value("sources").toArray()) paths << source.toObject().value("path").toString().section('/', -1);
  QCOMPARE(paths, QStringList({"0_unit (a, b).txt", "3_Other.txt", "system.txt"}));
  QCOMPARE(report.value("skipped").toArray().size(), 2);
}

QTEST_GUILESS_MAIN(TestContainers)
#include "tst_containers.moc"
