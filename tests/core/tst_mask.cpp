// SPDX-License-Identifier: Apache-2.0
// What of a message is masked, and what stays.
#include "core/compare/ignore_list.h"
#include "core/compare/mask.h"
#include "tests/support/scanned.h"

#include <QtTest>

using namespace lanescope::compare;
using lanescope::test::qs;

namespace {

const RunNames& names() {
  static const RunNames list({"quince-04", "none_k3v9w2xa", "18109186718"});
  return list;
}

std::string masked(const std::string& text) {
  Masked out;
  mask(text, names(), out);
  return out.text;
}

}  // namespace

class TestMask : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void templates_data();
  void templates();
  void oneTemplate_data();
  void oneTemplate();
  void twoTemplates_data();
  void twoTemplates();
  void tellsNothing_data();
  void tellsNothing();
  void numbersOfALine();
  void longLinesAreBounded();
  void rules_data();
  void rules();
  void ignoreListIsReadBack();
  void badIgnoreLists_data();
  void badIgnoreLists();
};

void TestMask::templates_data() {
  QTest::addColumn<QString>("message");
  QTest::addColumn<QString>("expected");
  const auto row = [](const char* name, const char* message, const char* expected) { QTest::newRow(name) << message << expected; };
  row("words stay", "loading the model weights", "loading the model weights");
  row("number", "loaded 1032 samples", "loaded # samples");
  row("list", "ranks 0, 1, 2, 3 ready", "ranks # ready");
  row("float and unit", "took 12.50s, 3.1 GiB, -4e-05", "took # GiB, #");
  row("date and time", "at 2026-05-19T07:41:02.002Z or 07:41:02", "at # or #");
  row("address", "at 0x7f21c80b1d30", "at @");
  row("uuid", "job 01234567-89ab-cdef-0123-456789abcdef done", "job @ done");
  row("commit", "HEAD is now at b730a9c4e", "HEAD is now at @");
  row("random name", "/tmp/torchelastic_q8w1ztc3/none", "/tmp/torchelastic_@/none");
  row("temporary name", "/tmp/tmpabcdefgh/x", "/tmp/@/x");
  row("ip and port", "connect to 10.8.33.9:29500", "connect to #");
  row("rank", "rank5 of gpu3 and cuda:2", "rank# of gpu# and cuda:#");
  row("name of the run", "on quince-04: go", "on <name>: go");
  row("part of a name", "on quince-045: go", "on quince-#: go");
  row("percent", "[ 12%] done", "[ #] done");
  row("exit code", "failed (exitcode: -6) local_rank: 3 (pid: 719)", "failed (exitcode: -6) local_rank: # (pid: #)");
  row("hex counter", "AllReduce: opCount 21a of opCount ff", "AllReduce: opCount # of opCount #");
  row("signal", "Signal 6 (SIGABRT) received by PID 4021", "Signal 6 (SIGABRT) received by PID #");
  row("errno", "OSError: [Errno 28] No space left on device", "OSError: [Errno 28] No space left on device");
  row("CUDA error", "CUDA failure 719 'unspecified launch failure'", "CUDA failure 719 'unspecified launch failure'");
  row("HTTP", "HTTP 503 after 12 tries", "HTTP 503 after # tries");
  row("version", "NCCL version 2.27.3+cuda12.9", "NCCL version 2.27.3+cuda12.9");
  row("versions of plugins", "plugins: cov-6.0.0, mock-3.14.0", "plugins: cov-6.0.0, mock-3.14.0");
  row("version of two numbers", "CUDA 12.8 on driver 570", "CUDA 12.8 on driver #");
  row("v", "vLLM v0.8.3rc1 starts", "vLLM v0.8.3rc1 starts");
  row("dtype", "float8_e4m3fn, bf16, int8, fp32", "float8_e4m3fn, bf16, int8, fp32");
  row("words with digits", "zero2 on H100 with mfsdp_v2, 1F1B", "zero2 on H100 with mfsdp_v2, 1F1B");
  row("nan is a word", "step 12 loss nan", "step # loss nan");
  row("rules", "===== start =====", "= start =");
  row("blanks", "  a \t b  ", "a b");
  row("test inside", "FAILED tests/a.py::TestB::test_c[2-x y] - KeyError: 3", "FAILED <test> - KeyError: #");
  row("test at the start", "tests/a.py::test_c[2 x] > parameters 12", "> parameters #");
  row("C++ is no test", "frame #5: c10d::ProcessGroupNCCL::watchdogHandler() + 0x617", "frame #: c10d::ProcessGroupNCCL::watchdogHandler() + @");
  row("other scripts", "größe 5 北京", "größe # 北京");
}

void TestMask::templates() {
  QFETCH(QString, message);
  QFETCH(QString, expected);
  QCOMPARE(qs(masked(message.toStdString())), expected);
}

// Lines that two passes of one job print.
void TestMask::oneTemplate_data() {
  QTest::addColumn<QString>("a");
  QTest::addColumn<QString>("b");
  const auto row = [](const char* name, const char* a, const char* b) { QTest::newRow(name) << a << b; };
  row("iteration", "iteration 50/1200 | loss: 3.150E+00 | lr 1.0e-4", "iteration 650/1200 | loss: 2.9 | lr 9.812e-05");
  row("bar", "  4%|\xE2\x96\x8D         | 50/1200 [00:12<04:33, 4.1it/s]", " 95%|\xE2\x96\x88\xE2\x96\x88\xE2\x96\x88\xE2\x96\x88 | 1140/1200 [04:02<00:12,  4.0it/s]");
  row("shape", "torch.Size([16, 1024])", "torch.Size([16, 1024, 8])");
  row("memory", "max mem: 61312 MB", "max mem: 9 MB");
  row("bus", "busId 0000:3b:00.0", "busId 0000:af:00.0");
  row("communicator", "comm 0x558100c47d0 rank 0 commId 0x2d911cc2ab90e7", "comm 0x55a3 rank 7 commId 0x9");
  row("digest", "Digest: sha256:4c1f0d9be27a534c1f0d9be27a53", "Digest: sha256:a81af9463448a066b55480f6667a");
}

void TestMask::oneTemplate() {
  QFETCH(QString, a);
  QFETCH(QString, b);
  QCOMPARE(qs(masked(a.toStdString())), qs(masked(b.toStdString())));
  QVERIFY(!masked(a.toStdString()).empty());
}

// What tells runs apart is never masked.
void TestMask::twoTemplates_data() {
  QTest::addColumn<QString>("a");
  QTest::addColumn<QString>("b");
  const auto row = [](const char* name, const char* a, const char* b) { QTest::newRow(name) << a << b; };
  row("exit code", "exit code 0", "exit code 1");
  row("signal", "signal 9", "signal 15");
  row("CUDA", "CUDA error 700", "CUDA error 719");
  row("NCCL", "ncclSystemError", "ncclRemoteError");
  row("operation", "OpType=ALLREDUCE", "OpType=_ALLGATHER_BASE");
  row("outcome", "status PASSED for a", "status FAILED for a");
  row("dtype", "dtype=torch.bfloat16", "dtype=torch.float16");
  row("version", "torch version 2.7.0", "torch version 2.7.1");
  row("nan", "loss 3.1", "loss nan");
  row("interface", "Using ens9", "Using docker0");
  row("HTTP", "HTTP status 200", "HTTP status 503");
}

void TestMask::twoTemplates() {
  QFETCH(QString, a);
  QFETCH(QString, b);
  QVERIFY(templateHash(masked(a.toStdString())) != templateHash(masked(b.toStdString())));
}

void TestMask::tellsNothing_data() {
  QTest::addColumn<QString>("message");
  for (const char* message : {"", "   ", "======", "12:04:33 17", "PASSED", "PASSED [  4%]", "tests/a.py::test_x PASSED [ 12%]", "tests/a.py::test_x", ".....x..s [ 40%]", "[ 12%]",
                              "======================= 22 passed, 3 warnings in 212.00s (0:03:32) =======================", "==== 1 failed, 21 passed in 3.1s ===="}) {
    QTest::newRow(message) << message;
  }
}

void TestMask::tellsNothing() {
  QFETCH(QString, message);
  QCOMPARE(qs(masked(message.toStdString())), QString());
}

void TestMask::numbersOfALine() {
  Masked a, b, c, none;
  mask("buckets 25 of 64", {}, a);
  mask("buckets 25 of 64", {}, b);
  mask("buckets 24 of 64", {}, c);
  mask("no numbers at 12:04:33", {}, none);
  QCOMPARE(a.numbers, b.numbers);
  QVERIFY(a.numbers != c.numbers);
  QCOMPARE(none.numbers, std::uint64_t{0});
}

void TestMask::longLinesAreBounded() {
  Masked out;
  mask(std::string(1 << 20, 'y') + " 5", {}, out);
  QCOMPARE(out.text.size(), kMaxMasked);
  mask(std::string(1 << 20, '='), {}, out);
  QVERIFY(out.text.empty());
}

void TestMask::rules_data() {
  QTest::addColumn<QString>("pattern");
  QTest::addColumn<QString>("text");
  QTest::addColumn<bool>("matches");
  QTest::newRow("equal") << "a b" << "a b" << true;
  QTest::newRow("longer") << "a b" << "a b c" << false;
  QTest::newRow("end") << "a *" << "a b c" << true;
  QTest::newRow("both ends") << "*b*" << "a b c" << true;
  QTest::newRow("middle") << "a*c" << "abbbc" << true;
  QTest::newRow("back") << "a*bc" << "abcbbc" << true;
  QTest::newRow("not") << "a*bd" << "abcbbc" << false;
  QTest::newRow("nothing") << "*" << "" << true;
  QTest::newRow("empty") << "" << "a" << false;
  QTest::newRow("many stars") << QString(200, '*') + "x" << QString(5'000, 'a') << false;
}

void TestMask::rules() {
  QFETCH(QString, pattern);
  QFETCH(QString, text);
  QFETCH(bool, matches);
  QCOMPARE(matchesRule(pattern.toStdString(), text.toStdString()), matches);
}

void TestMask::ignoreListIsReadBack() {
  const IgnoreList list{{"NCCL INFO *"}, {"core.*"}, {"tests/x.py::*"}};
  const auto read = readIgnoreList(writeIgnoreList(list), "ignore.json");
  QVERIFY(read.has_value());
  QVERIFY(read->templates == list.templates && read->files == list.files && read->tests == list.tests);
}

void TestMask::badIgnoreLists_data() {
  QTest::addColumn<QByteArray>("json");
  QTest::newRow("empty") << QByteArray();
  QTest::newRow("no object") << QByteArray("[]");
  QTest::newRow("no schema") << QByteArray("{\"templates\": []}");
  QTest::newRow("other schema") << QByteArray("{\"schema\": \"lanescope.ignore/2\"}");
  QTest::newRow("no list") << QByteArray("{\"schema\": \"lanescope.ignore/1\", \"tests\": \"x\"}");
  QTest::newRow("no text") << QByteArray("{\"schema\": \"lanescope.ignore/1\", \"files\": [1]}");
}

void TestMask::badIgnoreLists() {
  QFETCH(QByteArray, json);
  const auto read = readIgnoreList(json.toStdString(), "ignore.json");
  QVERIFY(!read.has_value());
  QCOMPARE(qs(read.error().where), QStringLiteral("ignore.json"));
}

QTEST_GUILESS_MAIN(TestMask)
#include "tst_mask.moc"
