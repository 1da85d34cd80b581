// SPDX-License-Identifier: Apache-2.0
// Archives, well-formed, damaged and hostile, all made here.
#include "core/input/input_set.h"
#include "tests/support/archive_builder.h"

#include <QtTest>
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

using namespace lanescope;
namespace fs = std::filesystem;
using test::Compression;
using test::Packing;
using test::ZipMember;

namespace {

input::InputSet open(const std::vector<std::string>& paths, const input::Limits& limits = {}) {
  base::Progress progress;
  return input::openInputs(paths, limits, progress, {});
}

std::string contentOf(const input::Member& member) {
  input::Scratch scratch;
  const auto view = member.source->view({0, member.bytes}, scratch);
  return view ? std::string(*view) : "unreadable: " + base::describe(view.error());
}

QStringList pathsOf(const input::InputSet& set) {
  QStringList out;
  for (const input::Member& member : set.members) out << QString::fromStdString(member.path);
  return out;
}

QStringList skippedOf(const input::InputSet& set) {
  QStringList out;
  for (const input::Skipped& skipped : set.skipped) {
    out << QString::fromStdString(skipped.path + " " + input::toString(skipped.reason));
  }
  return out;
}

std::string errorOf(const input::InputSet& set, std::size_t i = 0) {
  return set.inputs[i].error ? base::describe(*set.inputs[i].error) : std::string();
}

// Text that compresses a little, like logs do.
std::string logText(std::size_t lines) {
  std::string out;
  std::uint32_t noise = 1;
  for (std::size_t i = 0; i < lines; ++i) {
    noise = noise * 1664525u + 1013904223u;
    out += "step " + std::to_string(i) + " loss " + std::to_string(noise) + "\n";
  }
  return out;
}

ZipMember stored(std::string name, std::string content) {
  ZipMember member{std::move(name), std::move(content)};
  member.deflate = false;
  return member;
}

ZipMember streamed(std::string name, std::string content) {
  ZipMember member{std::move(name), std::move(content)};
  member.dataDescriptor = true;
  return member;
}

}  // namespace

class TestArchives : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_dir = std::make_unique<QTemporaryDir>();
    m_root = m_dir->path().toStdString();
  }

  void everyContainerGivesTheSame_data() {
    QTest::addColumn<int>("packing");  // -1: zip
    QTest::addColumn<int>("compression");
    QTest::addColumn<QByteArray>("kind");
    QTest::newRow("zip") << -1 << 0 << QByteArray("zip");
    QTest::newRow("tar") << int(Packing::tar) << int(Compression::none) << QByteArray("tar");
    QTest::newRow("tar.gz") << int(Packing::tar) << int(Compression::gzip) << QByteArray("tar");
    QTest::newRow("tar.xz") << int(Packing::tar) << int(Compression::xz) << QByteArray("tar");
    QTest::newRow("tar.zst") << int(Packing::tar) << int(Compression::zstd) << QByteArray("tar");
    QTest::newRow("tar.bz2") << int(Packing::tar) << int(Compression::bzip2) << QByteArray("tar");
    QTest::newRow("7z") << int(Packing::sevenZip) << int(Compression::none) << QByteArray("7z");
  }
  void everyContainerGivesTheSame() {
    QFETCH(int, packing);
    QFETCH(int, compression);
    QFETCH(QByteArray, kind);
    const std::string big = logText(20'000);
    const std::vector<test::PlainMember> files = {
        {"1/10/stdout.log", big}, {"1/2/stdout.log", "two\n"}, {"1/2/stderr.log", ""}, {"r\xC3\xA9sum\xC3\xA9.log", "x\n"}};
    std::vector<ZipMember> zipFiles;
    for (const auto& file : files) {
      write("folder/" + file.name, file.content);
      zipFiles.push_back({file.name, file.content});
    }
    zipFiles.push_back(stored("1/2/", ""));
    const std::string path =
        write("run.bin",
              packing < 0 ? test::makeZip(zipFiles) : test::makeArchive(Packing(packing), Compression(compression), files));

    const input::InputSet set = open({path});
    QCOMPARE(errorOf(set), std::string());
    QCOMPARE(QByteArray(input::toString(set.inputs[0].kind)), kind);
    QCOMPARE(set.inputs[0].bytes, fs::file_size(path));
    QCOMPARE(pathsOf(set), QStringList({"run.bin/1/2/stdout.log", "run.bin/1/10/stdout.log", "run.bin/r\u00E9sum\u00E9.log"}));
    QCOMPARE(skippedOf(set), QStringList({"run.bin/1/2/stderr.log empty"}));
    QCOMPARE(contentOf(set.members[0]), std::string("two\n"));
    QVERIFY(contentOf(set.members[1]) == big);
    QCOMPARE(set.members[0].modifiedNs.value_or(0), std::int64_t{1'767'268'800'000'000'000});
    QCOMPARE(set.contentId, open({(m_root / "folder").string()}).contentId);
  }

  void singleCompressedFiles_data() {
    QTest::addColumn<int>("compression");
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("gz") << int(Compression::gzip) << QByteArray("stderr.log.gz");
    QTest::newRow("xz") << int(Compression::xz) << QByteArray("stderr.log.xz");
    QTest::newRow("zst") << int(Compression::zstd) << QByteArray("stderr.log.zst");
    QTest::newRow("bz2") << int(Compression::bzip2) << QByteArray("stderr.log.bz2");
  }
  void singleCompressedFiles() {
    QFETCH(int, compression);
    QFETCH(QByteArray, name);
    const std::string path = write("run/1/" + name.toStdString(), test::compress(Compression(compression), "line\n"));
    const input::InputSet alone = open({path});
    QVERIFY(alone.inputs[0].kind == input::InputKind::compressed);
    QCOMPARE(alone.members.size(), std::size_t{1});
    QCOMPARE(alone.members[0].path, name.toStdString());
    QCOMPARE(alone.members[0].innerPath, std::string("stderr.log"));
    QCOMPARE(contentOf(alone.members[0]), std::string("line\n"));

    const input::InputSet folder = open({(m_root / "run").string()});
    QCOMPARE(folder.members[0].path, "run/1/" + name.toStdString());
    QCOMPARE(folder.members[0].innerPath, std::string("1/stderr.log"));
  }

  void zipVariants_data() {
    QTest::addColumn<QByteArray>("bytes");
    const std::string text = logText(2000);
    const auto row = [](const char* name, const std::string& bytes) {
      QTest::newRow(name) << QByteArray::fromStdString(bytes);
    };
    ZipMember zip64{"a.log", text};
    zip64.zip64 = true;
    ZipMember zip64Streamed = streamed("a.log", text);
    zip64Streamed.zip64 = true;
    ZipMember zeroDate{"a.log", text};
    zeroDate.dosDate = zeroDate.dosTime = 0;
    const std::string plain = test::makeZip({{"a.log", text}});
    row("deflated", plain);
    row("stored", test::makeZip({stored("a.log", text)}));
    row("data descriptor", test::makeZip({streamed("a.log", text)}));
    row("zip64", test::makeZip({zip64}));
    row("zip64 with data descriptor", test::makeZip({zip64Streamed}));
    row("zero date", test::makeZip({zeroDate}));
    std::string comment = plain;
    comment[comment.size() - 2] = 5;
    row("with a comment", comment + "hello");
    row("bytes behind the end", plain + "trailing bytes");
  }
  void zipVariants() {
    QFETCH(QByteArray, bytes);
    const input::InputSet set = open({write("run.zip", bytes.toStdString())});
    QCOMPARE(errorOf(set), std::string());
    QCOMPARE(pathsOf(set), QStringList({"run.zip/a.log"}));
    QVERIFY(contentOf(set.members[0]) == logText(2000));
  }

  void zipDates_data() {
    QTest::addColumn<int>("date");
    QTest::addColumn<int>("time");
    QTest::addColumn<qint64>("seconds");  // -1: none
    QTest::newRow("a date") << 0x5C21 << 0x6001 << qint64{1'767'268'802};
    QTest::newRow("zero") << 0 << 0 << qint64{-1};
    QTest::newRow("day zero") << 0x5C20 << 0 << qint64{-1};
    QTest::newRow("month 13") << 0x5DA1 << 0 << qint64{-1};
    QTest::newRow("30 February") << 0x5C5E << 0 << qint64{-1};
    QTest::newRow("hour 31") << 0x5C21 << 0xF800 << qint64{-1};
  }
  void zipDates() {
    QFETCH(int, date);
    QFETCH(int, time);
    QFETCH(qint64, seconds);
    ZipMember member{"a.log", "x\n"};
    member.dosDate = static_cast<std::uint16_t>(date);
    member.dosTime = static_cast<std::uint16_t>(time);
    const input::InputSet set = open({write("run.zip", test::makeZip({member}))});
    QCOMPARE(set.members.at(0).modifiedNs.value_or(-1'000'000'000) / 1'000'000'000, seconds);
  }

  void namesAreOnlyNames_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QString>("path");
    QTest::newRow("absolute") << QByteArray("/etc/passwd") << "run.zip/etc/passwd";
    QTest::newRow("upwards") << QByteArray("../../x.log") << "run.zip/../../x.log";
    QTest::newRow("dots and slashes") << QByteArray("./a//./b.log") << "run.zip/a/b.log";
    QTest::newRow("code page 437") << QByteArray("r\x82sum\x82.log") << QString::fromUtf8("run.zip/r\uFFFDsum\uFFFD.log");
    QTest::newRow("latin-1") << QByteArray("caf\xE9.log") << QString::fromUtf8("run.zip/caf\uFFFD.log");
    QTest::newRow("UTF-8") << QByteArray("caf\xC3\xA9.log") << QString::fromUtf8("run.zip/caf\u00E9.log");
    QTest::newRow("NUL") << QByteArray("a\0b.log", 7) << "run.zip/ab.log";
  }
  void namesAreOnlyNames() {
    QFETCH(QByteArray, name);
    QFETCH(QString, path);
    const input::InputSet set = open({write("run.zip", test::makeZip({{name.toStdString(), "x\n"}}))});
    QCOMPARE(pathsOf(set), QStringList(path));
    QCOMPARE(contentOf(set.members[0]), std::string("x\n"));
  }

  void equalNamesAreToldApart() {
    const std::string zip = test::makeZip({{"a.log", "old\n"}, {"a.log", "new\n"}, {"\xE9.log", "1\n"}, {"\xE8.log", "2\n"}});
    const input::InputSet set = open({write("run.zip", zip)});
    QCOMPARE(pathsOf(set), QStringList({"run.zip/a.log", QString::fromUtf8("run.zip/\uFFFD.log"),
                                        QString::fromUtf8("run.zip/\uFFFD.log (2)")}));
    QCOMPARE(contentOf(set.members[0]), std::string("new\n"));
    QCOMPARE(skippedOf(set), QStringList({"run.zip/a.log duplicate"}));
  }

  void archivesInArchives() {
    const std::string depth4 = test::makeZip({{"deep.log", "4\n"}});
    const std::string depth3 = test::makeArchive(Packing::tar, Compression::gzip, {{"c.log", "3\n"}, {"four.zip", depth4}});
    const std::string depth2 =
        test::makeZip({{"b.log", "2\n"}, {"three.tgz", depth3}, {"n.log.gz", test::compress(Compression::gzip, "n\n")}});
    write("run/one.zip", test::makeZip({{"a.log", "1\n"}, {"x/two.zip", depth2}}));
    const input::InputSet set = open({(m_root / "run").string()});
    QCOMPARE(pathsOf(set), QStringList({"run/one.zip/a.log", "run/one.zip/x/two.zip/b.log", "run/one.zip/x/two.zip/n.log.gz",
                                        "run/one.zip/x/two.zip/three.tgz/c.log"}));
    QCOMPARE(contentOf(set.members[3]), std::string("3\n"));
    QCOMPARE(set.members[2].innerPath, std::string("one.zip/x/two.zip/n.log"));
    QCOMPARE(skippedOf(set), QStringList({"run/one.zip/x/two.zip/three.tgz/four.zip limit"}));
    QVERIFY(set.inputs[0].kind == input::InputKind::directory);
  }

  void damagedMembersKeepWhatCanBeRead() {
    const std::string text = logText(5000);
    ZipMember badSum{"bad-sum.log", text};
    badSum.crcChange = 1;
    ZipMember tooShort{"too-short.log", text};
    tooShort.statedBytes = text.size() + 100;
    ZipMember tooLong{"too-long.log", text};
    tooLong.statedBytes = text.size() - 100;
    ZipMember secret{"secret.log", text};
    secret.encrypted = true;
    ZipMember rare{"rare.log", text};
    rare.method = 98;
    const input::InputSet set =
        open({write("run.zip", test::makeZip({badSum, tooShort, tooLong, secret, rare, {"good.log", "x\n"}}))});
    QCOMPARE(pathsOf(set),
             QStringList({"run.zip/bad-sum.log", "run.zip/good.log", "run.zip/too-long.log", "run.zip/too-short.log"}));
    QVERIFY(contentOf(set.members[0]) == text);
    QVERIFY(contentOf(set.members[2]) == text.substr(0, text.size() - 100));
    QVERIFY(contentOf(set.members[3]) == text);
    QCOMPARE(skippedOf(set), QStringList({"run.zip/rare.log unreadable", "run.zip/secret.log unreadable"}));
    QVERIFY(set.skipped[0].detail.find("method 98") != std::string::npos);
    QVERIFY(set.skipped[1].detail.find("encrypted") != std::string::npos);
    QCOMPARE(errorOf(set), std::string("run.zip/bad-sum.log: its checksum does not match (and 4 more) (download it again)"));
  }

  void brokenDataKeepTheBeginning_data() {
    QTest::addColumn<bool>("deflate");
    QTest::newRow("deflated") << true;
    QTest::newRow("stored") << false;
  }
  void brokenDataKeepTheBeginning() {
    QFETCH(bool, deflate);
    const std::string text = logText(50'000);
    ZipMember member{"a.log", text};
    member.deflate = deflate;
    std::string zip = test::makeZip({member});
    std::fill_n(zip.begin() + static_cast<std::ptrdiff_t>(zip.size() / 2), 1000, '\xFF');
    const input::InputSet set = open({write("run.zip", zip)});
    QCOMPARE(set.members.size(), std::size_t{1});
    const std::string read = contentOf(set.members[0]);
    QVERIFY(read.size() > text.size() / 3);
    QCOMPARE(read.substr(0, text.size() / 3), text.substr(0, text.size() / 3));
    QVERIFY(!errorOf(set).empty());
  }

  void cutZipsAreRescued_data() {
    QTest::addColumn<bool>("descriptors");
    QTest::addColumn<int>("percent");
    for (const bool descriptors : {false, true}) {
      for (const int percent : {5, 30, 50, 70, 95}) {
        QTest::addRow("%s, %d %%", descriptors ? "data descriptors" : "sizes in front", percent) << descriptors << percent;
      }
    }
  }
  void cutZipsAreRescued() {
    QFETCH(bool, descriptors);
    QFETCH(int, percent);
    const std::string text = logText(10'000);
    std::vector<ZipMember> members;
    for (int i = 0; i < 5; ++i) {
      members.push_back({std::to_string(i) + ".log", text});
      members.back().dataDescriptor = descriptors;
    }
    std::string zip = test::makeZip(members);
    zip.resize(zip.size() * static_cast<std::size_t>(percent) / 100);
    const input::InputSet set = open({write("run.zip", zip)});
    QVERIFY(set.inputs[0].kind == input::InputKind::zip);
    QVERIFY2(errorOf(set).find("its central directory is missing") != std::string::npos, errorOf(set).c_str());
    const std::size_t whole = static_cast<std::size_t>(percent) / 20;
    QCOMPARE(set.members.size(), whole + 1);
    for (std::size_t i = 0; i < whole; ++i) QVERIFY(contentOf(set.members[i]) == text);
    // The member that was cut, as far as it goes.
    const std::string last = contentOf(set.members[whole]);
    QVERIFY(!last.empty() && text.starts_with(last));
  }

  void cutStreamsKeepWhatCameBefore_data() {
    QTest::addColumn<int>("packing");  // -1: a single file
    QTest::addColumn<int>("compression");
    QTest::newRow("gz") << -1 << int(Compression::gzip);
    QTest::newRow("xz") << -1 << int(Compression::xz);
    QTest::newRow("zst") << -1 << int(Compression::zstd);
    QTest::newRow("bz2") << -1 << int(Compression::bzip2);
    QTest::newRow("tar") << int(Packing::tar) << int(Compression::none);
    QTest::newRow("tar.gz") << int(Packing::tar) << int(Compression::gzip);
  }
  void cutStreamsKeepWhatCameBefore() {
    QFETCH(int, packing);
    QFETCH(int, compression);
    const std::string text = logText(100'000);  // several blocks of bzip2
    std::string bytes = packing < 0 ? test::compress(Compression(compression), text)
                                    : test::makeArchive(Packing(packing), Compression(compression), {{"a.log", text}});
    bytes.resize(bytes.size() / 2);
    const input::InputSet set = open({write("run.bin", bytes)});
    QCOMPARE(set.members.size(), std::size_t{1});
    const std::string read = contentOf(set.members[0]);
    QVERIFY2(read.size() > text.size() / 5, std::to_string(read.size()).c_str());
    QVERIFY(text.starts_with(read));
    QVERIFY(!errorOf(set).empty());
  }

  void aShortCutGzipIsReadToTheCut() {
    std::string bytes = test::compress(Compression::gzip, logText(300));
    bytes.resize(bytes.size() - 100);
    const input::InputSet set = open({write("stderr.log.gz", bytes)});
    QCOMPARE(set.members.size(), std::size_t{1});
    QVERIFY(set.members[0].bytes > 5000);
    QVERIFY(!errorOf(set).empty());
  }

  void gzipOfSeveralParts() {
    const std::string bytes = test::compress(Compression::gzip, "one\n") + test::compress(Compression::gzip, "two\n");
    QCOMPARE(contentOf(open({write("a.gz", bytes)}).members.at(0)), std::string("one\ntwo\n"));
    const input::InputSet padded = open({write("b.gz", bytes + std::string(512, '\0'))});
    QCOMPARE(contentOf(padded.members.at(0)), std::string("one\ntwo\n"));
    QCOMPARE(errorOf(padded), std::string());
  }

  void bombs_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("skipped");
    const std::string zeros(4 << 20, '0');
    const std::string inner = test::makeZip({{"z.log", zeros}});
    QTest::newRow("zip") << QByteArray::fromStdString(test::makeZip({{"z.log", zeros}})) << "run.bin/z.log limit";
    QTest::newRow("nested") << QByteArray::fromStdString(test::makeZip({{"in.zip", inner}})) << "run.bin/in.zip/z.log limit";
    QTest::newRow("gz") << QByteArray::fromStdString(test::compress(Compression::gzip, zeros)) << "run.bin limit";
    QTest::newRow("tar.xz") << QByteArray::fromStdString(test::makeArchive(Packing::tar, Compression::xz, {{"z.log", zeros}}))
                            << "run.bin/z.log limit";
    QTest::newRow("7z") << QByteArray::fromStdString(
                               test::makeArchive(Packing::sevenZip, Compression::none, {{"z.log", zeros}}))
                        << "run.bin/z.log limit";
  }
  void bombs() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, skipped);
    input::Limits limits;
    limits.ratioFreeBytes = 1 << 20;
    limits.maxRatio = 100;
    const input::InputSet set = open({write("run.bin", bytes.toStdString())}, limits);
    QVERIFY(set.members.empty());
    QCOMPARE(skippedOf(set), QStringList(skipped));
    // The true limits let it pass: four megabytes are no bomb.
    QCOMPARE(open({write("run.bin", bytes.toStdString())}).members.size(), std::size_t{1});
  }

  void totalLimit() {
    input::Limits limits;
    limits.maxTotalBytes = 250;
    std::vector<ZipMember> members;
    for (int i = 0; i < 4; ++i) members.push_back(stored(std::to_string(i) + ".log", std::string(100, 'x')));
    const input::InputSet set = open({write("run.zip", test::makeZip(members))}, limits);
    QCOMPARE(pathsOf(set), QStringList({"run.zip/0.log", "run.zip/1.log"}));
    QCOMPARE(skippedOf(set), QStringList({"run.zip/2.log limit", "run.zip/3.log limit"}));
  }

  void memberLimit_data() {
    QTest::addColumn<bool>("zip");
    QTest::newRow("zip") << true;
    QTest::newRow("tar") << false;
  }
  void memberLimit() {
    QFETCH(bool, zip);
    std::vector<ZipMember> zipMembers;
    std::vector<test::PlainMember> members;
    for (int i = 0; i < 300; ++i) {
      zipMembers.push_back({std::to_string(i) + ".log", "x\n"});
      members.push_back({std::to_string(i) + ".log", "x\n"});
    }
    input::Limits limits;
    limits.maxMembers = 200;
    const std::string bytes = zip ? test::makeZip(zipMembers) : test::makeArchive(Packing::tar, Compression::none, members);
    const input::InputSet set = open({write("run.bin", bytes)}, limits);
    QCOMPARE(set.members.size(), std::size_t{200});
    QCOMPARE(skippedOf(set), QStringList({"run.bin/200.log limit"}));
    QVERIFY(errorOf(set).find("more than 200 members") != std::string::npos);
  }

  void liesAboutSizesDoNoHarm() {
    ZipMember huge{"a.log", "short\n"};
    huge.zip64 = true;
    huge.statedBytes = ~std::uint64_t{0} - 5;
    ZipMember big{"b.log", "short\n"};
    big.statedBytes = 60 << 20;
    const input::InputSet set = open({write("run.zip", test::makeZip({huge, big}))});
    QCOMPARE(pathsOf(set), QStringList({"run.zip/b.log"}));
    QCOMPARE(contentOf(set.members[0]), std::string("short\n"));
    QCOMPARE(skippedOf(set), QStringList({"run.zip/a.log limit"}));
  }

  void largeMembersAreSpooledAndReadable() {
    const std::string part = logText(100);
    std::string text;
    while (text.size() <= (64u << 20)) text += part;
    const std::string tensors = "\x80\x02" + text;
    const input::InputSet set = open({write("run.zip", test::makeZip({{"a.log", text}, {"b.pt", tensors}}))});
    QCOMPARE(pathsOf(set), QStringList({"run.zip/a.log"}));
    QCOMPARE(skippedOf(set), QStringList({"run.zip/b.pt checkpoint"}));
    QVERIFY(contentOf(set.members[0]) == text);
  }

  void membersAreReadInParallel() {
    std::vector<ZipMember> members;
    const std::string text = logText(3000);
    for (int i = 0; i < 8; ++i) members.push_back({std::to_string(i) + ".log", std::to_string(i) + '\n' + text});
    const input::InputSet set = open({write("run.zip", test::makeZip(members))});
    std::atomic<int> wrong{0};
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&set, &wrong, t] {
        input::Scratch scratch;
        for (int i = 0; i < 200; ++i) {
          const std::size_t member = static_cast<std::size_t>(i * 7 + t) % set.members.size();
          const auto view = set.members[member].source->view({0, 2}, scratch);
          if (!view || *view != std::to_string(member) + '\n') ++wrong;
        }
      });
    }
    threads.clear();
    QCOMPARE(wrong.load(), 0);
  }

  void anArchiveThatShrinksIsAnError() {
    const std::string path = write("run.zip", test::makeZip({stored("a.log", logText(1000)), {"b.log", "x\n"}}));
    const input::InputSet set = open({path});
    fs::resize_file(path, 100);
    input::Scratch scratch;
    const auto view = set.members[0].source->view({0, set.members[0].bytes}, scratch);
    QVERIFY(!view && view.error().code == base::ErrorCode::truncated);
  }

  void noArchiveAtAll_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("zip magic only") << QByteArray("PK\x03\x04");
    QTest::newRow("gzip magic only") << QByteArray("\x1F\x8B\x08");
    QTest::newRow("7z magic only") << QByteArray("7z\xBC\xAF\x27\x1C");
    QTest::newRow("zstd magic only") << QByteArray("\x28\xB5\x2F\xFD");
    QTest::newRow("cut 7z") << QByteArray::fromStdString(
        test::makeArchive(Packing::sevenZip, Compression::none, {{"a.log", "x\n"}}).substr(0, 60));
  }
  void noArchiveAtAll() {
    QFETCH(QByteArray, bytes);
    const input::InputSet set = open({write("run.bin", bytes.toStdString())});
    QVERIFY(set.members.empty());
    QCOMPARE(skippedOf(set), QStringList({"run.bin unreadable"}));
    QVERIFY(!errorOf(set).empty());
  }

  void anEmptyArchiveIsEmpty() {
    const input::InputSet set = open({write("run.zip", test::makeZip({}))});
    QVERIFY(set.inputs[0].kind == input::InputKind::zip);
    QCOMPARE(skippedOf(set), QStringList({"run.zip empty"}));
    QCOMPARE(errorOf(set), std::string());
  }

  void noRoomToUnpack() {
    const QByteArray before = qgetenv("TMPDIR");
    qputenv("TMPDIR", "/nonexistent");
    const input::InputSet set =
        open({write("run.tgz", test::makeArchive(Packing::tar, Compression::gzip, {{"a.log", "x\n"}})), write("b.log", "x\n")});
    before.isEmpty() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before);
    QCOMPARE(pathsOf(set), QStringList({"b.log"}));
    QCOMPARE(errorOf(set), std::string("run.tgz: no temporary file can be made in /nonexistent: No such file or directory "
                                       "(set TMPDIR to a folder with room)"));
  }

 private:
  std::string write(const std::string& name, std::string_view bytes) {
    const fs::path path = m_root / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return path.string();
  }

  std::unique_ptr<QTemporaryDir> m_dir;
  fs::path m_root;
};

QTEST_GUILESS_MAIN(TestArchives)
#include "tst_archives.moc"
