// SPDX-License-Identifier: Apache-2.0
// Folders, plain files, names, kinds of content, paths that cannot be read.
#include "core/input/input_set.h"
#include "tests/support/archive_builder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <QStringConverter>
#include <QtTest>
#include <algorithm>
#include <filesystem>
#include <fstream>

using namespace lanescope;
namespace fs = std::filesystem;

namespace {

void write(const fs::path& path, std::string_view bytes) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

input::InputSet open(const std::vector<std::string>& paths, input::Limits limits = {}, std::stop_token stop = {}) {
  base::Progress progress;
  return input::openInputs(paths, limits, progress, stop);
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

std::string elfHeader(char type) {
  std::string head(
      "\x7F"
      "ELF\x02\x01\x01",
      7);
  head.resize(64);
  head[16] = type;
  return head;
}

}  // namespace

class TestInput : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_dir = std::make_unique<QTemporaryDir>();
    m_root = m_dir->path().toStdString();
  }

  void naturalOrder_data() {
    QTest::addColumn<QByteArray>("less");
    QTest::addColumn<QByteArray>("more");
    QTest::newRow("numbers") << QByteArray("a/2/x") << QByteArray("a/10/x");
    QTest::newRow("text") << QByteArray("a") << QByteArray("b");
    QTest::newRow("prefix") << QByteArray("a") << QByteArray("a1");
    QTest::newRow("longer than any integer")
        << QByteArray("99999999999999999999999999") << QByteArray("100000000000000000000000000");
    QTest::newRow("leading zeros") << QByteArray("a007") << QByteArray("a8");
    QTest::newRow("equal numbers, then text") << QByteArray("a01b") << QByteArray("a1c");
    QTest::newRow("only zeros differ") << QByteArray("a01") << QByteArray("a1");
    QTest::newRow("high bytes") << QByteArray("z") << QByteArray("\xC3\xA9");
  }
  void naturalOrder() {
    QFETCH(QByteArray, less);
    QFETCH(QByteArray, more);
    QVERIFY(input::naturalLess(less.toStdString(), more.toStdString()));
    QVERIFY(!input::naturalLess(more.toStdString(), less.toStdString()));
    QVERIFY(!input::naturalLess(less.toStdString(), less.toStdString()));
  }

  void folder() {
    write(m_root / "run/1/none_x/attempt_0/10/stdout.log", "ten\n");
    write(m_root / "run/1/none_x/attempt_0/2/stdout.log", "two\n");
    write(m_root / "run/nccl_debug.log", "nccl\n");
    write(m_root / "run/.lanescope/side.json", "{}\n");
    write(m_root / "run/sub/.git/config", "[core]\n");
    const input::InputSet set = open({(m_root / "run").string() + "/"});
    QCOMPARE(set.inputs[0].path, std::string("run"));
    QVERIFY(set.inputs[0].kind == input::InputKind::directory);
    QCOMPARE(set.inputs[0].bytes, std::uint64_t{13});
    QVERIFY(!set.inputs[0].error);
    QCOMPARE(pathsOf(set), QStringList({"run/1/none_x/attempt_0/2/stdout.log", "run/1/none_x/attempt_0/10/stdout.log",
                                        "run/nccl_debug.log"}));
    QVERIFY(set.skipped.empty());
    QCOMPARE(set.members[0].innerPath, std::string("1/none_x/attempt_0/2/stdout.log"));
    input::Scratch scratch;
    QVERIFY(set.members[1].source->view({0, 100}, scratch).value() == "ten\n");
    QVERIFY(set.members[1].source->view({1, 3}, scratch).value() == "en");
    QVERIFY(set.members[1].source->view({7, 9}, scratch).value().empty());
  }

  void plainFile() {
    write(m_root / "job.log", "line\n");
    const input::InputSet set = open({(m_root / "job.log").string()});
    QCOMPARE(pathsOf(set), QStringList({"job.log"}));
    QVERIFY(set.inputs[0].kind == input::InputKind::file);
    QVERIFY(set.members[0].innerPath.empty());
    QVERIFY(set.members[0].modifiedNs.has_value());
    QCOMPARE(set.contentId.size(), std::size_t{16});
  }

  void theCurrentFolderHasItsName() {
    write(m_root / "artifact/a.log", "x\n");
    const fs::path before = fs::current_path();
    fs::current_path(m_root / "artifact");
    const input::InputSet set = open({"."});
    fs::current_path(before);
    QCOMPARE(pathsOf(set), QStringList({"artifact/a.log"}));
  }

  void equalNamesGetTheShortestParent() {
    write(m_root / "pass/x/logs/a.log", "1\n");
    write(m_root / "fail/x/logs/a.log", "2\n");
    write(m_root / "other.log", "3\n");
    const input::InputSet set =
        open({(m_root / "pass/x/logs").string(), (m_root / "fail/x/logs").string(), (m_root / "other.log").string()});
    QCOMPARE(pathsOf(set), QStringList({"pass/x/logs/a.log", "fail/x/logs/a.log", "other.log"}));
  }

  void aPathGivenTwiceIsReadOnce() {
    write(m_root / "a.log", "x\n");
    const input::InputSet set = open({(m_root / "a.log").string(), (m_root / "a.log").string()});
    QCOMPARE(pathsOf(set), QStringList({"a.log"}));
    QCOMPARE(skippedOf(set), QStringList({"a.log duplicate"}));
  }

  void linksAreSafe() {
    write(m_root / "run/real/a.log", "x\n");
    write(m_root / "secret/b.log", "y\n");
    fs::create_directory_symlink("..", m_root / "run/real/loop");
    fs::create_directory_symlink(m_root / "secret", m_root / "run/outside");
    fs::create_symlink("real/a.log", m_root / "run/a-link.log");
    fs::create_symlink("missing", m_root / "run/broken");
    const input::InputSet set = open({(m_root / "run").string()});
    QCOMPARE(pathsOf(set), QStringList({"run/real/a.log"}));
    QCOMPARE(skippedOf(set), QStringList({"run/a-link.log duplicate", "run/broken unreadable", "run/outside unreadable",
                                          "run/real/loop unreadable"}));
  }

  void kinds_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("reason");  // empty: a source
    const auto row = [](const char* name, QByteArray file, QByteArray bytes, QByteArray reason) {
      QTest::newRow(name) << file << bytes << reason;
    };
    const QByteArray noise = [] {
      QByteArray out;
      for (unsigned i = 0; i < 5000; ++i) out.append(static_cast<char>((i * 2654435761u) >> 11));
      return out;
    }();
    const auto elf = [](char type) { return QByteArray::fromStdString(elfHeader(type)); };
    row("text", "a.log", "line\n", "");
    row("text called a checkpoint", "a.pt", "line\n", "");
    row("text in latin-1", "a.log", QByteArray("caf\xE9 d\xE9j\xE0 vu\n").repeated(100), "");
    row("text with escapes", "a.log", "\x1B[32mok\x1B[0m\r\n", "");
    row("NUL run in a log", "nccl_debug.log", "head\n" + QByteArray(4000, '\0') + "tail\n", "");
    row("NUL run fills the head", "nccl_debug.log", QByteArray(100'000, '\0') + "tail\n", "");
    row("character cut by the window", "a.log", QByteArray("x\xC3\xA9").repeated(5000), "");
    row("only NULs", "a.log", QByteArray(100, '\0'), "binary");
    row("empty", "stderr.log", "", "empty");
    row("noise", "a.log", noise, "binary");
    row("PNG", "plot.txt", "\x89PNG\r\n\x1A\nxx", "image");
    row("JPEG", "a", QByteArray("\xFF\xD8\xFF\xE0 text"), "image");
    row("checkpoint by name", "w.safetensors", noise, "checkpoint");
    row("distributed checkpoint", "__0_0.distcp", noise, "checkpoint");
    row("safetensors by content", "w", QByteArray("\x40\0\0\0\0\0\0\0{\"a\":1}", 15), "checkpoint");
    row("torch zip", "model", QByteArray::fromStdString(test::makeZip({{"model/data.pkl", "x"}})), "checkpoint");
    row("pickle", "dump", QByteArray("\x80\x04\x95 text text text"), "binary");
    row("coverage", ".coverage.unit_tests", QByteArray("SQLite format 3\0 text", 21), "coverage");
    row("another database", "x.db", QByteArray("SQLite format 3\0 text", 21), "binary");
    row("core dump", "core.4021", elf(4), "core-dump");
    row("program", "core", elf(2), "binary");
    row("tensorboard", "events.out.tfevents.1.node", "text text", "binary");
  }
  void kinds() {
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, reason);
    write(m_root / "run" / name.toStdString(), bytes.toStdString());
    const input::InputSet set = open({(m_root / "run").string()});
    QCOMPARE(set.members.size(), std::size_t(reason.isEmpty() ? 1 : 0));
    const QStringList expected =
        reason.isEmpty() ? QStringList() : QStringList(QString::fromUtf8("run/" + name + ' ' + reason));
    QCOMPARE(skippedOf(set), expected);
  }

  void pathsThatCannotBeRead_data() {
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("missing") << QByteArray("nope.zip") << QByteArray("No such file or directory (check the spelling)");
    QTest::newRow("below a file") << QByteArray("good.log/x") << QByteArray("Not a directory");
    QTest::newRow("FIFO") << QByteArray("fifo")
                          << QByteArray("is a pipe, a socket or a device (save its content to a file first)");
    QTest::newRow("empty path") << QByteArray() << QByteArray("No such file");
  }
  void pathsThatCannotBeRead() {
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, says);
    write(m_root / "good.log", "x\n");
    QCOMPARE(::mkfifo((m_root / "fifo").c_str(), 0600), 0);
    const std::string bad = path.isEmpty() ? std::string() : (m_root / path.toStdString()).string();
    const input::InputSet set = open({bad, (m_root / "good.log").string()});
    QCOMPARE(set.inputs.size(), std::size_t{2});
    QVERIFY(set.inputs[0].error.has_value());
    QVERIFY2(QByteArray::fromStdString(base::describe(*set.inputs[0].error)).contains(says),
             base::describe(*set.inputs[0].error).c_str());
    QVERIFY(!set.inputs[1].error);
    QCOMPARE(pathsOf(set), QStringList({"good.log"}));
    QCOMPARE(set.members[0].input, 1u);
  }

  void devicesAndFifosDoNotHang() {
    write(m_root / "run/a.log", "x\n");
    QCOMPARE(::mkfifo((m_root / "run/fifo").c_str(), 0600), 0);
    const input::InputSet set = open({(m_root / "run").string(), "/dev/zero"});
    QCOMPARE(skippedOf(set), QStringList({"run/fifo unreadable"}));
    QVERIFY(set.inputs[1].error.has_value());
    QVERIFY(!input::openFile((m_root / "run/fifo").string()));
  }

  // With a mark and without, in both orders; a pair of surrogates on the edge of two pieces is one character.
  void wideTextIsReadAsUtf8() {
    const auto encoded = [](const QString& text, QStringConverter::Encoding encoding, bool mark) {
      QStringEncoder encoder(encoding, mark ? QStringConverter::Flag::WriteBom : QStringConverter::Flag::Default);
      return QByteArray(encoder(text)).toStdString();
    };
    const QString line = QStringLiteral("RuntimeError: boom gr\u00F6\u00DFe \U0001F525\n");
    QString text = line;
    while (text.size() < (1 << 19) - 1) text += u'x';
    text += QStringLiteral("\U0001F525\n");
    using Encoding = QStringConverter::Encoding;
    int n = 0;
    for (const Encoding encoding : {Encoding::Utf16LE, Encoding::Utf16BE, Encoding::Utf32LE, Encoding::Utf32BE}) {
      for (const bool mark : {true, false}) write(m_root / ("wide/" + std::to_string(n++) + ".log"), encoded(text, encoding, mark));
    }
    write(m_root / "wide/nul.log", std::string(200, '\0') + "plain text behind a gap\n");
    const char odd[] = {'\xFF', '\xFE', 'a', 0, 0, '\xD8', 'b', 0, 'c'};   // half a pair, and cut within a unit
    write(m_root / "wide/odd.log", std::string(odd, sizeof odd));
    const input::InputSet set = open({(m_root / "wide").string()});
    QCOMPARE(set.members.size(), std::size_t{10});
    input::Scratch scratch;
    for (const input::Member& member : set.members) {
      const auto bytes = member.source->view({0, member.source->size()}, scratch);
      QVERIFY(bytes);
      const QByteArray found(bytes->data(), static_cast<qsizetype>(bytes->size()));
      if (member.path.ends_with("nul.log")) QVERIFY(found.endsWith("plain text behind a gap\n"));
      else if (member.path.ends_with("odd.log")) QCOMPARE(QString::fromUtf8(found), QStringLiteral("a\uFFFDb\uFFFD"));
      else QVERIFY2(found == text.toUtf8(), member.path.c_str());
      QCOMPARE(member.bytes, member.source->size());
    }
  }

  // What is printed of a name is one line: it forges no others.
  void namesAreOfOneLine() {
    write(m_root / "run/a\n::error::forged\r.log", "x\n");
    const input::InputSet set = open({(m_root / "run").string()});
    QCOMPARE(set.members.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(set.members[0].path), QStringLiteral("run/a\u240A::error::forged\u240D.log"));
  }

  void noPermission() {
    if (::geteuid() == 0) QSKIP("root may read everything");
    write(m_root / "run/a.log", "x\n");
    write(m_root / "run/closed/b.log", "x\n");
    write(m_root / "run/c.log", "x\n");
    fs::permissions(m_root / "run/closed", fs::perms::none);
    fs::permissions(m_root / "run/c.log", fs::perms::none);
    const input::InputSet set = open({(m_root / "run").string()});
    fs::permissions(m_root / "run/closed", fs::perms::all);
    QCOMPARE(pathsOf(set), QStringList({"run/a.log"}));
    QCOMPARE(skippedOf(set), QStringList({"run/c.log unreadable"}));
    QVERIFY(set.inputs[0].error.has_value());
    QCOMPARE(set.inputs[0].error->where, std::string("run/closed"));
    QVERIFY(set.inputs[0].error->what.find("(and 1 more)") != std::string::npos);
  }

  void aFileThatShrinksIsAnError() {
    write(m_root / "a.log", std::string(1000, 'x'));
    const input::InputSet set = open({(m_root / "a.log").string()});
    fs::resize_file(m_root / "a.log", 100);
    input::Scratch scratch;
    const auto view = set.members[0].source->view({0, 1000}, scratch);
    QVERIFY(!view);
    QVERIFY(view.error().code == base::ErrorCode::truncated);
    QVERIFY(set.members[0].source->view({0, 100}, scratch).has_value());
  }

  void moreFilesThanDescriptorsCanBeOpen() {
    for (int i = 0; i < 600; ++i) write(m_root / "run" / (std::to_string(i) + ".log"), "line " + std::to_string(i) + '\n');
    const input::InputSet set = open({(m_root / "run").string()});
    QCOMPARE(set.members.size(), std::size_t{600});
    QVERIFY(std::distance(fs::directory_iterator("/proc/self/fd"), {}) < 400);
    input::Scratch scratch;
    for (std::size_t i = 0; i < 600; ++i) {
      QCOMPARE(std::string(set.members[i].source->view({0, 100}, scratch).value()), "line " + std::to_string(i) + '\n');
    }
    // A file of the same name is not the file that was opened.
    fs::rename(m_root / "run/0.log", m_root / "old");
    fs::rename(m_root / "run/599.log", m_root / "run/gone");
    write(m_root / "run/599.log", "line 599\n");
    QVERIFY(!set.members[599].source->view({0, 100}, scratch));
  }

  void memberLimitCountsFilesOfAFolder() {
    for (int i = 0; i < 20; ++i) write(m_root / "run" / (std::to_string(i) + ".log"), "x\n");
    input::Limits limits;
    limits.maxMembers = 7;
    const input::InputSet set = open({(m_root / "run").string()}, limits);
    QCOMPARE(set.members.size(), std::size_t{7});
    QCOMPARE(skippedOf(set), QStringList({"run/7.log limit"}));
    QVERIFY(set.inputs[0].error && set.inputs[0].error->code == base::ErrorCode::limit);
  }

  void stopGivesWhatWasFound() {
    write(m_root / "run/a.log", "x\n");
    std::stop_source stop;
    stop.request_stop();
    const input::InputSet set = open({(m_root / "run").string()}, {}, stop.get_token());
    QVERIFY(set.members.empty());
  }

  void contentIdIsKeptByARenameOnly() {
    write(m_root / "a/1/x.log", "x\n");
    write(m_root / "b/1/x.log", "x\n");
    write(m_root / "c/1/y.log", "x\n");
    write(m_root / "d/1/x.log", "z\n");
    const auto id = [&](const char* name) { return open({(m_root / name).string()}).contentId; };
    QCOMPARE(id("a"), id("b"));
    QVERIFY(id("a") != id("c"));
    QVERIFY(id("a") != id("d"));
    // A file that is given by its path is in no container that would give it a name.
    QCOMPARE(id("a/1/x.log"), id("c/1/y.log"));
    QVERIFY(id("a/1/x.log") != id("d/1/x.log"));
  }

 private:
  std::unique_ptr<QTemporaryDir> m_dir;
  fs::path m_root;
};

QTEST_GUILESS_MAIN(TestInput)
#include "tst_input.moc"
