// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/pattern_literals.h"
#include "core/recognise/signature.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <atomic>
#include <thread>

using namespace lanescope;
using namespace lanescope::recognise;

namespace {

std::string_view view(const QByteArray& bytes) { return {bytes.constData(), static_cast<std::size_t>(bytes.size())}; }

// A file of one good signature in which `from` is replaced.
QByteArray fileWith(const char* from, const char* to) {
  QByteArray json = R"json({"topic": "test", "signatures": [{
    "id": "disk-full", "class": "checkpoint", "prior": "root", "severity": "error",
    "literal": "disk is full", "pattern": "disk is full: (?P<path>\\S+)",
    "why": "A disk was full", "source": "test",
    "match": ["the disk is full: /ckpt"], "not": ["the disk is fuller"]}]})json";
  return json.replace(from, to);
}

QStringList idsOf(const SignatureSet& set, std::string_view message) {
  std::vector<SignatureHit> hits;
  set.match(message, hits);
  QStringList ids;
  for (const SignatureHit& hit : hits) ids << QString::fromStdString(set.all()[hit.signature].id);
  return ids;
}

void write(const QString& path, const QByteArray& text) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(text);
}

}  // namespace

class TestSignatures : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void rejects_data() {
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("complaint");
    const auto row = [](const char* complaint, const char* from, const char* to) {
      QTest::newRow(to) << fileWith(from, to) << QString(complaint);
    };
    row("parse error", "\"topic\"", "topic");
    row("must be an object with", "\"topic\": \"test\"", "\"topic\": 1");
    row("\"id\" must consist of", "disk-full", "Disk full");
    row("is not a finding class: disk", "\"checkpoint\"", "\"disk\"");
    row("\"prior\" is unknown: rooted", "\"root\"", "\"rooted\"");
    row("\"severity\" is unknown: bad", "\"error\"", "\"bad\"");
    row("\"literal\" must have 4 bytes", "\"literal\": \"disk is full\"", "\"literal\": \"dis\"");
    row("unknown key \"patern\"", "\"pattern\"", "\"patern\"");
    row("\"why\" must be a string", "A disk was full", "");
    row("\"match\" must list", "[\"the disk is full: /ckpt\"]", "[]");
    row("\"not\" must list", "[\"the disk is fuller\"]", "[3]");
    row("does not match its sample: the disk is full", "the disk is full: /ckpt", "the disk is full");
    row("matches what it must not", "the disk is fuller", "disk is full: x");
    row("bad pattern", "(?P<path>", "(?P<path");
    row("a capture has no name", "(?P<path>", "(");
    row("more than 4 captures", "(?P<path>\\\\S+)", "(?P<a>.)(?P<b>.)(?P<c>.)(?P<d>.)(?P<e>.)");
    row("can match without the literal", "\"pattern\": \"disk is full", "\"pattern\": \"(?:disk is full|quota)");
  }

  void rejects() {
    QFETCH(QByteArray, json);
    QFETCH(QString, complaint);
    const auto parsed = SignatureSet::parse(view(json), "user.json");
    QVERIFY(!parsed);
    const QString text = QString::fromStdString(base::describe(parsed.error()));
    QVERIFY2(text.contains(complaint) && text.contains("user.json"), qPrintable(text));
  }

  void namesTheSignature() {
    const QByteArray json = fileWith("the disk is fuller", "disk is full: x");
    QCOMPARE(SignatureSet::parse(view(json), "user.json").error().where, std::string("user.json: signature disk-full"));
  }

  void fields() {
    auto parsed = SignatureSet::parse(view(fileWith("", "")), "user.json");
    QVERIFY(parsed.has_value());
    const auto set = SignatureSet::build(*parsed);
    QVERIFY(set.has_value());
    QCOMPARE((*set)->all()[0].fields, std::vector<std::string>{"path"});
    std::vector<SignatureHit> hits(3);
    const std::string message = "disk is full here, disk is full: /ckpt/1 now";
    (*set)->match(message, hits);
    QCOMPARE(hits.size(), std::size_t(1));
    QCOMPARE(std::string(hits[0].field[0]), std::string("/ckpt/1"));
    QVERIFY(hits[0].field[1].empty());
    (*set)->match("disk is full", hits);
    QVERIFY(hits.empty());
  }

  void matchesBytes() {
    const auto set = SignatureSet::build(*SignatureSet::parse(view(fileWith("", "")), "x"));
    QCOMPARE(idsOf(**set,
                   "\xFF"
                   "disk is full: \xFE\x80 x"),
             QStringList{"disk-full"});
  }

  void rejectsEqualIds() {
    const auto one = *SignatureSet::parse(view(fileWith("", "")), "x");
    std::vector<Signature> two = {one[0], one[0]};
    QVERIFY(!SignatureSet::build(two));
  }

  void builtinKeepsItsSamples() {
    const SignatureSet& set = SignatureSet::builtin();
    QVERIFY(set.all().size() > 250);
    for (const Signature& signature : set.all()) {
      const QString id = QString::fromStdString(signature.id);
      for (const std::string& line : signature.match) QVERIFY2(idsOf(set, line).contains(id), qPrintable(id));
      for (const std::string& line : signature.notMatch) QVERIFY2(!idsOf(set, line).contains(id), qPrintable(id));
    }
  }

  // What the set says about lines whose meaning depends on who says them. The first is the most specific.
  void priors_data() {
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<QString>("id");  // empty: nothing
    QTest::addColumn<int>("prior");
    const auto row = [](const char* message, const char* id, Prior prior) {
      QTest::newRow(message) << QByteArray(message) << QString(id) << static_cast<int>(prior);
    };
    row("torch.AcceleratorError: CUDA error: unspecified launch failure", "cuda-launch-failure", Prior::root);
    row("[PG ID 1 PG GUID 1 Rank 19] Process group watchdog thread terminated with exception: CUDA error: unspecified launch "
        "failure",
        "watchdog-terminated", Prior::cascade);
    row("RuntimeError: CUDA error: uncorrectable ECC error encountered", "cuda-ecc", Prior::root);
    row("CUDA kernel errors might be asynchronously reported at some other API call", "cuda-async-advice", Prior::advice);
    row("For debugging consider passing CUDA_LAUNCH_BLOCKING=1", "cuda-launch-blocking-advice", Prior::advice);
    row("Compile with `TORCH_USE_CUDA_DSA` to enable device-side assertions.", "cuda-dsa-advice", Prior::advice);
    row("HINT: check NCCL_IB_TIMEOUT", "nccl-hint", Prior::advice);
    row("AssertionError: Rank 1: found NaN in local grad norm for bucket #0", "nan-grad-norm", Prior::root);
    row("Out of memory: Killed process 4021 (python3) total-vm:1kB", "kernel-oom-kill", Prior::confirmation);
    row("Warning: WARNING: destroy_process_group() was not called before program exit", "not-destroyed", Prior::teardown);
    row("    raise RuntimeError(\"CUDA error: unspecified launch failure\")", "", Prior::noise);
    row("assert 'NCCL communicator was aborted' in str(error)", "", Prior::noise);
    row("tests/test_oom.py::test_expects_out_of_memory PASSED", "", Prior::noise);
  }

  void priors() {
    QFETCH(QByteArray, message);
    QFETCH(QString, id);
    std::vector<SignatureHit> hits;
    SignatureSet::builtin().match(view(message), hits);
    QCOMPARE(hits.empty(), id.isEmpty());
    if (hits.empty()) return;
    const Signature& first = SignatureSet::builtin().all()[hits[0].signature];
    QCOMPARE(QString::fromStdString(first.id), id);
    QTEST(static_cast<int>(first.prior), "prior");
  }

  // Sentences that people read use the observed vocabulary.
  void wordsAreObserved() {
    const QRegularExpression judging("\\b(cause|caused|culprit|fault|introduced|broke|flaky|infrastructure)\\b");
    for (const Signature& signature : SignatureSet::builtin().all()) {
      QString why = QString::fromStdString(signature.why);
      why.remove("segmentation fault").remove("protection fault");
      QVERIFY2(!why.contains(judging), qPrintable(why));
    }
  }

  void readsFolders() {
    QTemporaryDir folder;
    const std::string path = folder.path().toStdString();
    write(folder.filePath("a10.json"), fileWith("disk-full", "second"));
    write(folder.filePath("a2.json"), fileWith("disk-full", "first"));
    write(folder.filePath("notes.txt"), "not a signature");
    const auto set = SignatureSet::withFolders({path});
    QVERIFY(set.has_value());
    QCOMPARE(idsOf(**set, "disk is full: x"), (QStringList{"first", "second"}));

    write(folder.filePath("b.json"), "{");
    const auto broken = SignatureSet::withFolders({path});
    QVERIFY(!broken && broken.error().where == path + "/b.json");
    QVERIFY(!SignatureSet::withFolders({path + "/absent"}));
  }

  void threadsMayMatch() {
    const std::string message = "Cuda failure 719 'unspecified launch failure'";
    std::atomic<int> good{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        for (int k = 0; k < 500; ++k) good += idsOf(SignatureSet::builtin(), message) == QStringList{"nccl-cuda-failure"};
      });
    }
    for (std::thread& thread : threads) thread.join();
    QCOMPARE(good.load(), 2000);
  }

  void needs_data() {
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QByteArray>("literal");
    QTest::addColumn<bool>("needed");
    const auto row = [](const char* pattern, const char* literal, bool needed) {
      QTest::addRow("%s: %s", pattern, literal) << QByteArray(pattern) << QByteArray(literal) << needed;
    };
    row("abcd", "bc", true);
    row("a.bcd", "ab", false);
    row("^abcd$", "abcd", true);
    row("ab|cd", "ab", false);
    row("x(ab|cd)y", "ab", false);
    row("x(?:abcd)y", "xabcdy", true);
    row("x(?P<n>abcd)y", "abcdy", true);
    row("(abcd)?", "abcd", false);
    row("(abcd)*e", "abcd", false);
    row("(abcd){0,1}e", "abcd", false);
    row("(abcd)+ef", "abcd", true);
    row("(abcd)+ef", "abcdef", false);
    row("abc?d", "abc", false);
    row("abc?d", "ab", true);
    row("abc+d", "abc", true);
    row("abc+d", "abcd", false);
    row("a\\.b\\[c", "a.b[c", true);
    row("ab\\dcd", "cd", true);
    row("ab[c]d", "abcd", false);
    row("ab[^]]cd", "cd", true);
    row("a[[:digit:]x]bcd", "xbcd", false);
    row("(?i)abcd", "abcd", false);
    row("(?s:abcd)", "abcd", false);
    row("\\x41abcd", "abcd", false);
    row("\\Qa|b\\Eabcd", "abcd", false);
    row("((?:ab|cd)ef)gh", "efgh", true);
    row("((?:ab|cd)ef)gh", "abef", false);
  }

  void needs() {
    QFETCH(QByteArray, pattern);
    QFETCH(QByteArray, literal);
    QTEST(patternNeeds(view(pattern), view(literal)), "needed");
  }
};

QTEST_GUILESS_MAIN(TestSignatures)
#include "tst_signatures.moc"
