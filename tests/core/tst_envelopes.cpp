// SPDX-License-Identifier: Apache-2.0
// What stands around a writer's lines must not change what is said about them: the heads alone, lines that were cut, and one small
// failing job in every envelope and in nests of two.
#include "core/recognise/line_form.h"
#include "core/recognise/logical_line.h"
#include "core/recognise/plain_line.h"
#include "core/recognise/record.h"
#include "tests/support/log_folder.h"

#include <QtTest>

#include <algorithm>
#include <functional>

using namespace lanescope;
using namespace lanescope::recognise;
using lanescope::test::LogFolder;
using lanescope::test::qs;

namespace {

constexpr LineForm kLabels{LineForm::Prefix::label, false};
constexpr LineForm kServices{LineForm::Prefix::service, false};
constexpr LineForm kHosts{LineForm::Prefix::host, false};

QByteArray bytes(std::string_view text) { return {text.data(), static_cast<qsizetype>(text.size())}; }

// "container(stdout F) torchrun(0 default) | message"
QByteArray describe(const Piece& piece) {
  QByteArray out;
  for (const Layer& layer : piece.layers) {
    if (!out.isEmpty()) out += ' ';
    out += toString(layer.kind);
    QByteArrayList inside;
    if (layer.number >= 0) inside << QByteArray::number(layer.number);
    if (!layer.name.empty()) inside << bytes(layer.name);
    if (layer.pid >= 0) inside << "pid " + QByteArray::number(layer.pid);
    if (isEnvelope(layer.kind) && !layer.level.empty() && layer.level != " ") inside << bytes(layer.level);
    if (!inside.isEmpty()) out += '(' + inside.join(' ') + ')';
    if (layer.stamp) out += '@' + bytes(formatIso(layer.stamp->ns).view());
  }
  return out + (out.isEmpty() ? "| " : " | ") + bytes(piece.message);
}

QByteArrayList split(std::string_view raw, const LineForm& form = {}) {
  std::string plain;
  appendPlain(raw, form, plain);
  std::vector<Piece> pieces;
  splitPieces(plain, form, pieces);
  QByteArrayList out;
  for (const Piece& piece : pieces) out << describe(piece);
  return out;
}

// JSON written with single quotation marks.
std::string json(std::string text) {
  std::replace(text.begin(), text.end(), '\'', '"');
  return text;
}

// Logical lines as "3,5: text".
QStringList joinedLines(const std::vector<std::string>& lines) {
  LineJoiner joiner{LineForm{}};
  QStringList out;
  const auto give = [&out](const LogicalLine& line) {
    QStringList numbers;
    for (const LogicalLine::Part& part : line.parts) numbers << QString::number(part.line);
    out << numbers.join(',') + ": " + qs(line.text);
  };
  std::uint32_t number = 0;
  for (const std::string& line : lines) joiner.add(line, ++number, give);
  joiner.flush(give);
  return out;
}

// The small job: rank 2 of four fails at 03:04:06, the others hear of it at 03:04:08.
struct Said {
  int rank;
  int second;
  std::string text;
};

std::vector<Said> smallJob() {
  std::vector<Said> job;
  for (int second = 1; second < 5; ++second) {
    for (int rank = 0; rank < 4; ++rank) job.push_back({rank, second, "iteration " + std::to_string(second) + " of 40 done"});
  }
  for (const char* line : {"Traceback (most recent call last):", "  File \"/job/train.py\", line 12, in <module>", "    main(\"x\")",
                           "AssertionError: loss is not finite"}) {
    job.push_back({2, 6, line});
  }
  for (const int rank : {0, 1, 3}) job.push_back({rank, 8, "RuntimeError: Connection closed by peer [10.0.0.7]:4021"});
  return job;
}

std::string two(int number) { return (number < 10 ? "0" : "") + std::to_string(number); }
std::string clock(int second) { return "03:04:" + two(second); }
std::string iso(int second, const char* fraction = "") { return "2026-01-02T" + clock(second) + fraction + "Z"; }

// One line of the job as an envelope shows it; `text` may hold further heads.
using Envelope = std::function<std::string(int rank, int second, const std::string& text)>;

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

struct Named {
  const char* name;
  bool ranked;                                   // it tells the global rank
  bool timed;                                    // it tells the time
  Envelope wrap;
};

const std::vector<Named>& envelopes() {
  static const std::vector<Named> kAll = {
      {"none", false, false, [](int, int, const std::string& text) { return text; }},
      {"github", false, true, [](int, int s, const std::string& text) { return iso(s, ".5000000") + ' ' + text; }},
      {"gitlab", false, true, [](int, int s, const std::string& text) { return iso(s, ".500000") + " 01O " + text; }},
      {"cri", false, true, [](int, int s, const std::string& text) { return iso(s, ".500000001") + " stdout F " + text; }},
      {"kubectl", false, true, [](int, int s, const std::string& text) { return "2026-01-02T" + clock(s) + ".500000001+00:00 " + text; }},
      {"pods", false, false, [](int, int, const std::string& text) { return "[pod/trainer-0/main] " + text; }},
      {"docker", false, true,
       [](int, int s, const std::string& text) {
         return json("{'log':'") + escaped(text) + json("\\n','stream':'stderr','time':'") + iso(s, ".500000001") + json("'}");
       }},
      {"compose", false, false, [](int, int, const std::string& text) { return "\x1B[36mtrainer-1  | \x1B[0m" + text; }},
      {"jenkins", false, true, [](int, int s, const std::string& text) { return '[' + iso(s, ".500") + "] " + text; }},
      {"buildkite", false, true,
       [](int, int s, const std::string& text) { return "\x1B_bk;t=" + std::to_string(1'767'323'040'500 + 1'000 * s) + '\x07' + text; }},
      {"nemo-run", false, false, [](int, int, const std::string& text) { return "\x1B[32mtrainer/0\x1B[0m " + text; }},
      {"srun", true, false, [](int r, int, const std::string& text) { return std::to_string(r) + ": " + text; }},
      {"srun padded", true, false, [](int r, int, const std::string& text) { return ' ' + std::to_string(r) + ": " + text; }},
      {"mpirun 4", true, false, [](int r, int, const std::string& text) { return "[1," + std::to_string(r) + "]<stderr>:" + text; }},
      {"mpirun 5", true, true,
       [](int r, int s, const std::string& text) {
         return "[Fri Jan  2 " + clock(s) + " 2026][prterun-node-a07-4021@1," + std::to_string(r) + "]<stdout>: " + text;
       }},
      {"json", true, true,
       [](int r, int s, const std::string& text) {
         return json("{'level':'info','ts':") + std::to_string(1'767'323'040 + s) + json(".5,'msg':'") + escaped(text) + json("','rank':") + std::to_string(r) + "}";
       }},
  };
  return kAll;
}

const Named& envelope(std::string_view name) {
  for (const Named& one : envelopes()) {
    if (one.name == name) return one;
  }
  qFatal("no such envelope");
}

}  // namespace

class TestEnvelopes : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void heads_data() {
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("prefix");
    QTest::addColumn<QByteArrayList>("pieces");
    const auto row = [](const char* line, const QByteArrayList& pieces, const LineForm& form = {}) {
      QTest::newRow(line) << QByteArray(line) << static_cast<int>(form.prefix) << pieces;
    };
    // Containers.
    row("2026-01-02T03:04:05.12Z stdout F x", {"container(stdout F)@2026-01-02T03:04:05.12Z | x"});
    row("2026-01-02T04:04:05.123456789+01:00 stderr P:tag x", {"container(stderr P)@2026-01-02T03:04:05.123456789Z | x"});
    row("2026-01-02T03:04:05.123456789Z stdout F", {"container(stdout F)@2026-01-02T03:04:05.123456789Z | "});
    row("2026-01-02T03:04:05.123456789Z stdout is closed", {"container@2026-01-02T03:04:05.123456789Z | stdout is closed"});
    row("2026-01-02T03:04:05.123456Z stdout is closed", {"log@2026-01-02T03:04:05.123456Z | stdout is closed"});
    row("2026-01-02T03:04:05.123456789 x", {"log@2026-01-02T03:04:05.123456789Z | x"});
    row("[pod/trainer-0/main] [default1]:x", {"pod(trainer-0/main) torchrun(1 default) | x"});
    row("[pod/trainer-0 x] y", {"| [pod/trainer-0 x] y"});
    row("[pod/a/b] 2026-01-02T03:04:05.123456789Z x", {"pod(a/b) container@2026-01-02T03:04:05.123456789Z | x"});
    row("trainer-1  | x | y", {"compose(trainer-1) | x | y"}, kServices);
    row("trainer-1  | 2026-01-02T03:04:05.123456789Z x", {"compose(trainer-1) container@2026-01-02T03:04:05.123456789Z | x"}, kServices);
    row("trainer-1  | x", {"| trainer-1  | x"});
    row("two words | x", {"| two words | x"}, kServices);
    // Runners.
    row("[2026-01-02T03:04:05.123Z] x", {"ci@2026-01-02T03:04:05.123Z | x"});
    row("[2026-01-02T03:04:05.123Z]", {"ci@2026-01-02T03:04:05.123Z | "});
    row("[2026-01-02T03:04:05.123Z]x", {"log@2026-01-02T03:04:05.123Z | x"});
    row("[2026-01-02T03:04:05.123] x", {"log@2026-01-02T03:04:05.123Z | x"});
    row("\x1B_bk;t=1767323045123\x07[rank3]: x", {"ci@2026-01-02T03:04:05.123Z rank(3) | x"});
    row("\x1B_bk;t=1767323045000\x07x", {"ci@2026-01-02T03:04:05Z | x"});
    row("\x1B_bk;t=17\x07x", {"| x"});
    // Clusters.
    row("3: x", {"label(3) | x"}, kLabels);
    row("  03: x", {"label(3) | x"}, kLabels);
    row("3:", {"label(3) | "}, kLabels);
    row("3: 4: x", {"label(3) | 4: x"}, kLabels);
    row("3: x", {"| 3: x"});
    row("3:x", {"| 3:x"}, kLabels);
    row("1234567: x", {"| 1234567: x"}, kLabels);
    row("node-a07: [default1]:x", {"pdsh(node-a07) torchrun(1 default) | x"}, kHosts);
    row("node-a07: x", {"| node-a07: x"});
    row("ERROR: x", {"| ERROR: x"}, kHosts);
    row("rank3: x", {"rank(3) | x"}, kHosts);
    row("[1,3]<stdout>:x", {"mpirun(3) | x"});
    row("[1,3]<stderr>: x", {"mpirun(3) | x"});
    row("[1,3]<stderr>:  File", {"mpirun(3) |   File"});
    row("[1,3]<stderr>:   File", {"mpirun(3) |   File"});
    row("[3]<stdout>: x", {"mpirun(3) | x"});
    row("[1,3][node-a07:4021]<stdout>: x", {"mpirun(3 node-a07 pid 4021) | x"});
    row("[prterun-node-a07-4021@1,3]<stdout>: x", {"mpirun(3) | x"});
    row("Fri Jan  2 03:04:05 2026[1,3]<stdout>:x", {"mpirun(3)@2026-01-02T03:04:05Z | x"});
    row("[Fri Jan  2 03:04:05 2026]<stdout>: x", {"mpirun@2026-01-02T03:04:05Z | x"});
    row("[1,3]<stdin>:x", {"| [1,3]<stdin>:x"});
    row("[1:3]<stdout>:x", {"| [1:3]<stdout>:x"});
    row("[1,3] <stdout>:x", {"| [1,3] <stdout>:x"});
    // Loggers.
    row("[rank: 3] x", {"rank(3) | x"});
    row("[RANK 3] x", {"rank(3) | x"});
    row("[rank: x] y", {"| [rank: x] y"});
    row("[Rank 3] x", {"| [Rank 3] x"});
    row("[2026-01-02 03:04:05,123] [INFO] [logging.py:96:log_dist] [Rank 3] x", {"log@2026-01-02T03:04:05.123Z rank(3) | x"});
    row("[2026-01-02 03:04:05,123] [INFO] [logging.py:96:log_dist] [Rank -1] x", {"log@2026-01-02T03:04:05.123Z | [Rank -1] x"});
    row("[2026-01-02 03:04:05 TP0] x", {"log(TP0)@2026-01-02T03:04:05Z | x"});
    row("[2026-01-02 03:04:05 DP0 TP3 EP3] x", {"log(DP0 TP3 EP3)@2026-01-02T03:04:05Z | x"});
    row("[2026-01-02 03:04:05 hello] x", {"| [2026-01-02 03:04:05 hello] x"});
    row("2026-01-02 03:04:05,123 [INFO] [node-a07] [workload:3(3) infra:0(0)] launcher.py:512 x",
        {"log(node-a07)@2026-01-02T03:04:05.123Z | launcher.py:512 x"});
    row("(EngineCore_DP0 pid=404) ERROR 01-02 03:04:05 [core.py:77] x", {"ray(EngineCore_DP0 pid 404) log@1972-01-02T03:04:05Z | x"});
    row("[12345.678901] x", {"kernel | x"});
    row("[    0.000000] x", {"kernel | x"});
    row("[12345.6789] x", {"| [12345.6789] x"});
    row("01/02/2026 03:04:05 - INFO - __main__ -   x", {"log@2026-01-02T03:04:05Z | __main__ -   x"});
    row("13/02/2026 03:04:05 - INFO - __main__ - x", {"| 13/02/2026 03:04:05 - INFO - __main__ - x"});
    row("01/02/2026 03:04:05 - see the notes", {"| 01/02/2026 03:04:05 - see the notes"});
    row("[Fri Jan  2 03:04:05 2026] x", {"kernel@2026-01-02T03:04:05Z | x"});
    row("[Fri Jan 32 03:04:05 2026] x", {"| [Fri Jan 32 03:04:05 2026] x"});
    row("Jan 02 03:04:05.123456 node-a07 python3[4021]: x", {"log(node-a07 pid 4021)@1972-01-02T03:04:05.123456Z | x"});
    row("2026-01-02T03:04:05+0100 node-a07 python3[4021]: x", {"log(node-a07 pid 4021)@2026-01-02T02:04:05Z | x"});
    row("2026-01-02T03:04:05+01:00 node-a07 says x", {"log@2026-01-02T02:04:05Z | node-a07 says x"});
    // Nests.
    row("2026-01-02T03:04:05.1234567Z  3: [default1]:[rank7]:[E102 03:04:05.123456789 P.cpp:7] x",
        {"gha@2026-01-02T03:04:05.1234567Z label(3) torchrun(1 default) rank(7) c10@1972-01-02T03:04:05Z | x"}, kLabels);
    row("[pod/a/b] trainer-1 | [1,3]<stdout>:x", {"pod(a/b) compose(trainer-1) mpirun(3) | x"}, kServices);
    row("[1,3]<stdout>:2026-01-02T03:04:05.123456789Z stdout F task-1/0 x",
        {"mpirun(3) container(stdout F)@2026-01-02T03:04:05.123456789Z task(0 task-1) | x"});
    row("[default0]:2026-01-02T03:04:05.123456789Z x", {"torchrun(0 default) log@2026-01-02T03:04:05.123456789Z | x"});
    row("[default0]:3: x", {"torchrun(0 default) | 3: x"}, kLabels);
    // Writers that go on behind an open line.
    row("[1,3]<stdout>:half[1,2]<stdout>:x", {"mpirun(3) | half", "mpirun(2) | x"});
    row("[1,3]<stdout>:say \"[1,2]<stdout>:\"", {"mpirun(3) | say \"[1,2]<stdout>:\""});
    row("(A pid=1) half(A pid=2) [rank5]: x", {"ray(A pid 1) | half", "ray(A pid 2) rank(5) | x"});
    row("(A pid=1) see (B pid=2)", {"ray(A pid 1) | see (B pid=2)"});
    row("10.8.33.9: {'a': 1}10.8.33.10: x", {"pdsh(10.8.33.9) | {'a': 1}", "pdsh(10.8.33.10) | x"});
    row("10.8.33.9: connect to 10.8.33.10: refused", {"pdsh(10.8.33.9) | connect to 10.8.33.10: refused"});
    row("node-a07: {'a': 1}node-a08: x", {"pdsh(node-a07) | {'a': 1}", "pdsh(node-a08) | x"}, kHosts);
  }

  void heads() {
    QFETCH(QByteArray, line);
    QFETCH(int, prefix);
    const LineForm form{static_cast<LineForm::Prefix>(prefix), false};
    const std::string_view raw(line.data(), static_cast<std::size_t>(line.size()));
    QTEST(split(raw, form), "pieces");
    // The scan's own look agrees.
    std::string plain;
    appendPlain(raw, form, plain);
    std::vector<Piece> pieces;
    splitPieces(plain, form, pieces);
    std::optional<Stamp> stamp;
    for (const Layer& layer : pieces[0].layers) {
      if (layer.stamp && !stamp) stamp = layer.stamp;
    }
    const QuickHead head = quickHead(raw, form);
    QCOMPARE(head.stamp.has_value(), stamp.has_value());
    if (stamp) QCOMPARE(head.stamp->ns, stamp->ns);
  }

  void records_data() {
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const std::string& line, const char* text) { QTest::newRow(line.c_str()) << bytes(line) << QByteArray(text); };
    row(json("{'log':'a \\'b\\'\\tc\\u001b[32m \\ud83d\\ude00\\n','stream':'stdout','time':'2026-01-02T03:04:05.12Z'}"),
        "2026-01-02T03:04:05.12Z stdout F a \"b\"\tc \xF0\x9F\x98\x80\n");
    row(json("{'log':'half','stream':'stderr','time':'2026-01-02T03:04:05Z'}"), "2026-01-02T03:04:05Z stderr P half\n");
    row(json("{'time':'2026-01-02T03:04:05.5Z','level':'ERROR','message':'x'}"), "2026-01-02 03:04:05.5Z ERROR x\n");
    row(json("{'rank': 3, 'ts': 1767323045.25, 'msg': 'x', 'extra': {'a': ['}', 1]}}"), "2026-01-02 03:04:05.25Z [rank3]: x\n");
    row(json("{'@timestamp':1767323045123,'log.level':'warn','message':'x'}"), "2026-01-02 03:04:05.123Z WARNING x\n");
    row(json("{'severity':'info','event':'a\\nb','exc_info':'Traceback\\nE'}"), "a\nb\nTraceback\nE\n");
    row(json("{'level':20,'message':'','global_rank':'7'}"), "[rank7]: \n");
    row(json("{'message': {'message': 'E: x', 'extraInfo': {'py_callstack': 'Traceback\\nE: x', 'timestamp': '1767323045'}}}"),
        "2026-01-02 03:04:05Z Traceback\n2026-01-02 03:04:05Z E: x\n");
    row(json("{'message': {'message': 'E: x'}}"), "");
    // A program's own print, or no object at all.
    row(json("{'loss': 1.25, 'step': 3}"), "");
    row(json("{'message':'x'}"), "");
    row(json("{'message':3,'level':'info'}"), "");
    row(json("{'level':'info','message':'x'} and more"), "");
    row(json("{'level':'info','message':'x"), "");
    row(json("{'level':'info','message':'x\\'}"), "");
    row(json("{'log':'x','stream':'stdlog','time':'2026-01-02T03:04:05Z'}"), "");
    row("{'level': 'info', 'message': 'x'}", "");
  }

  void records() {
    QFETCH(QByteArray, line);
    std::string out;
    const bool taken = appendRecord({line.data(), static_cast<std::size_t>(line.size())}, {}, out);
    QTEST(bytes(out), "text");
    QCOMPARE(taken, !out.empty());
  }

  void unwrapsBehindEnvelopes() {
    QCOMPARE(split(json("2026-01-02T03:04:05.123456789Z stdout F {'level':'error','msg':'x','rank':3}")),
             QByteArrayList({"container(stdout F)@2026-01-02T03:04:05.123456789Z rank(3) | x"}));
    QCOMPARE(split(json("{'log':'{\\'level\\':\\'error\\',\\'msg\\':\\'x\\',\\'rank\\':3}\\n','stream':'stdout','time':'2026-01-02T03:04:05Z'}")),
             QByteArrayList({"container(stdout F)@2026-01-02T03:04:05Z rank(3) | x"}));
    QCOMPARE(split(json("[default0]:{'loss': 1.25}")), QByteArrayList({bytes(json("torchrun(0 default) | {'loss': 1.25}"))}));
  }

  void joins() {
    const std::string t = "2026-01-02T03:04:05.123456789Z ";
    QCOMPARE(joinedLines({"a", "b"}), QStringList({"1: a", "2: b"}));
    QCOMPARE(joinedLines({t + "stdout P a", t + "stderr F x", t + "stdout P b", t + "stdout F c", t + "stdout F d"}),
             QStringList({"1,3,4: " + qs(t) + "stdout P abc", "2: " + qs(t) + "stderr F x", "5: " + qs(t) + "stdout F d"}));
    // Two pods have streams of their own.
    QCOMPARE(joinedLines({"[pod/a/m] " + t + "stdout P a", "[pod/b/m] " + t + "stdout F x", "[pod/a/m] " + t + "stdout F b"}),
             QStringList({"1,3: [pod/a/m] " + qs(t) + "stdout P ab", "2: [pod/b/m] " + qs(t) + "stdout F x"}));
    const std::string g = "2026-01-02T03:04:05.123456Z ";
    QCOMPARE(joinedLines({g + "01O a", g + "01E x", g + "01O+b", g + "01O c"}),
             QStringList({"1,3: " + qs(g) + "01O ab", "2: " + qs(g) + "01E x", "4: " + qs(g) + "01O c"}));
    QCOMPARE(joinedLines({g + "00O section_start:1767323045:build", g + "00O+x"}), QStringList({"1,2: " + qs(g) + "00O section_start:1767323045:build\rx"}));
    QCOMPARE(joinedLines({g + "01O+b", g + "01O c"}), QStringList({"1: " + qs(g) + "01O+b", "2: " + qs(g) + "01O c"}));
    // An end that never comes holds up a bounded number of lines.
    std::vector<std::string> many{t + "stdout P a"};
    many.insert(many.end(), 1'000, "x");
    many.push_back(t + "stdout F b");
    const QStringList all = joinedLines(many);
    QCOMPARE(all.size(), 1'002);
    QCOMPARE(all.back(), "1002: " + qs(t) + "stdout F b");
  }

  void judgesForms_data() {
    QTest::addColumn<QByteArrayList>("lines");
    QTest::addColumn<int>("prefix");
    QTest::addColumn<bool>("node");
    using Prefix = LineForm::Prefix;
    const auto row = [](const char* name, const QByteArrayList& lines, Prefix prefix, bool node = false) {
      QTest::newRow(name) << lines << static_cast<int>(prefix) << node;
    };
    row("labels", {"0: a", "1: b", "0: c", "1: d", "srun: error: x"}, Prefix::label);
    row("labels behind stamps", {"2026-01-02T03:04:05.1234567Z 0: a", "2026-01-02T03:04:05.1234567Z 1: b", "2026-01-02T03:04:05.1234567Z 0: c",
                                 "2026-01-02T03:04:05.1234567Z 1: d"}, Prefix::label);
    row("a launcher behind each", {"0: [default0]:a", "1: [default0]:b", "0: c", "1: d"}, Prefix::label, true);
    row("an agent behind each", {"0: W0102 03:04:05.123000 9 torch/distributed/run.py:7] a", "1: b", "0: c", "1: d"}, Prefix::label, true);
    row("ranks that say otherwise", {"0: [rank5]: a", "1: b", "0: c", "1: d"}, Prefix::label, true);
    row("ranks that say the same", {"0: [rank0]: a", "1: b", "0: c", "1: d"}, Prefix::label);
    row("a numbered list", {"1: a", "2: b", "3: c", "4: d"}, Prefix::none);
    row("some lines", {"0: a", "1: b", "0: c", "1: d", "e", "f", "g", "h", "i"}, Prefix::none);
    row("few lines", {"0: a", "0: b"}, Prefix::none);
    row("services", {"a-1  | x", "b-12 | y", "a-1  | x", "b-12 | y"}, Prefix::service);
    row("a table", {"name | value", "one | 1", "two | 2", "three | 3"}, Prefix::none);
    row("hosts", {"n-07: x", "n-08: x", "n-07: x", "n-08: y"}, Prefix::host);
    row("words", {"step1: x", "loss2: x", "step1: x", "loss2: y"}, Prefix::none);
    row("mpirun", {"[1,0]<stdout>:a", "[1,1]<stdout>:b"}, Prefix::none);
    row("mpirun around launchers", {"[1,0]<stdout>:[default3]:a", "[1,1]<stdout>:b"}, Prefix::none, true);
  }

  void judgesForms() {
    QFETCH(QByteArrayList, lines);
    FormJudge judge;
    for (const QByteArray& line : lines) judge.look({line.data(), static_cast<std::size_t>(line.size())});
    QTEST(static_cast<int>(judge.form().prefix), "prefix");
    QTEST(judge.form().taskIsNode, "node");
  }

  // The same job in each envelope, with the rank from a launcher's tee or from the envelope.
  void wholeRuns_data() {
    QTest::addColumn<QByteArray>("outer");
    QTest::addColumn<QByteArray>("inner");
    for (const Named& outer : envelopes()) {
      QTest::newRow(outer.name) << QByteArray(outer.name) << QByteArray("none");
      for (const char* inner : {"srun", "mpirun 4", "json", "compose"}) {
        const bool labelsTwice = outer.ranked && qstrcmp(inner, "compose") != 0;
        if (qstrcmp(outer.name, inner) == 0 || qstrcmp(outer.name, "none") == 0 || labelsTwice) continue;
        // A label and a service both need most lines of the source to begin with them.
        if (qstrncmp(outer.name, "srun", 4) == 0 || (qstrcmp(outer.name, "compose") == 0 && qstrcmp(inner, "srun") == 0)) continue;
        if (qstrcmp(outer.name, "json") == 0) continue;   // a program's own format is the innermost
        QTest::newRow((std::string(outer.name) + " around " + inner).c_str()) << QByteArray(outer.name) << QByteArray(inner);
      }
    }
  }

  void wholeRuns() {
    QFETCH(QByteArray, outer);
    QFETCH(QByteArray, inner);
    const Named& a = envelope(outer.data());
    const Named& b = envelope(inner.data());
    const bool ranked = a.ranked || b.ranked;
    LogFolder folder;
    std::vector<std::string> lines;
    for (const Said& said : smallJob()) {
      const std::string text = ranked ? said.text : "[default" + std::to_string(said.rank) + "]:" + said.text;
      lines.push_back(a.wrap(said.rank, said.second, b.wrap(said.rank, said.second, text)));
    }
    folder.write("all.log", lines);
    const auto run = folder.load();
    QVERIFY(run->firstFailure);
    const model::Finding& first = run->findings[*run->firstFailure];
    QCOMPARE(first.findingClass, model::FindingClass::assertion);
    QCOMPARE(first.ranks, std::vector<model::Rank>{2});
    QVERIFY2(first.evidence.front().text.find("AssertionError: loss is not finite") != std::string::npos, first.evidence.front().text.c_str());
    QCOMPARE(first.evidence.front().line, 20u);
    std::vector<model::Rank> ranks;
    for (const model::Lane& lane : run->lanes) ranks.push_back(lane.rank);
    QCOMPARE(ranks, (std::vector<model::Rank>{0, 1, 2, 3}));
    QCOMPARE(first.time.known(), a.timed || b.timed);
    if (first.time.known()) QCOMPARE(qs(formatIso(first.time.utc).view()).left(19), QStringLiteral("2026-01-02T03:04:06"));
  }

  // A line that the runtime cut is read whole, wherever the cut falls.
  void cutLines_data() {
    QTest::addColumn<int>("at");
    for (const int at : {1, 5, 12, 20, 30}) QTest::addRow("%d", at) << at;
  }

  void cutLines() {
    QFETCH(int, at);
    const std::string text = "[rank2]: AssertionError: loss is not finite";
    const auto cut = static_cast<std::size_t>(at);
    const std::string head = iso(6, ".123456789"), mid = iso(6, ".123456");
    const std::vector<std::vector<std::string>> logs = {
        {head + " stderr F [rank2]: Traceback (most recent call last):", head + " stderr P " + text.substr(0, cut), head + " stdout F x",
         head + " stderr F " + text.substr(cut)},
        {json("{'log':'[rank2]: Traceback (most recent call last):\\n','stream':'stderr','time':'") + head + json("'}"),
         json("{'log':'") + text.substr(0, cut) + json("','stream':'stderr','time':'") + head + json("'}"),
         json("{'log':'x\\n','stream':'stdout','time':'") + head + json("'}"),
         json("{'log':'") + text.substr(cut) + json("\\n','stream':'stderr','time':'") + head + json("'}")},
        {mid + " 01E [rank2]: Traceback (most recent call last):", mid + " 01E " + text.substr(0, cut), mid + " 01O x", mid + " 01E+" + text.substr(cut)},
    };
    for (const auto& lines : logs) {
      for (const std::uint64_t itemBytes : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{100}}) {
        std::string bytes;
        for (const std::string& line : lines) bytes += line + '\n';
        const SourceScan scan = test::scan(bytes, {false, itemBytes, 1});
        QCOMPARE(scan.failures.size(), std::size_t{1});
        const FailureFact& fact = scan.failures.front();
        QCOMPARE(qs(fact.text), QStringLiteral("AssertionError: loss is not finite"));
        QCOMPARE(scan.writers[fact.writer].key.global, 2);
        QCOMPARE(fact.line, cut > 9 ? 2u : 4u);
        QVERIFY(fact.moment.known());
      }
    }
  }

  // Launchers on two nodes behind labels: the label is the node, the header behind it the local rank.
  void labelsOfNodes() {
    std::string log;
    for (int i = 0; i < 6; ++i) {
      for (int node = 0; node < 2; ++node) log += std::to_string(node) + ": [default1]:step " + std::to_string(i) + '\n';
    }
    log += "1: [default1]:RuntimeError: CUDA error: an illegal memory access was encountered\n";
    const SourceScan scan = test::scan(log);
    QVERIFY(scan.form.taskIsNode);
    QCOMPARE(scan.failures.size(), std::size_t{1});
    const WriterKey& key = scan.writers[scan.failures.front().writer].key;
    QCOMPARE(key.node, 1);
    QCOMPARE(key.local, 1);
    QCOMPARE(key.global, -1);
    // The other node's rank of that number said nothing known, and is there all the same.
    QCOMPARE(scan.writers.size(), std::size_t{2});
    const auto other = std::find_if(scan.writers.begin(), scan.writers.end(), [](const Writer& writer) { return writer.key.node == 0; });
    QVERIFY(other != scan.writers.end());
    QCOMPARE(other->key.local, 1);
    QCOMPARE(other->firstLine, 1u);
    QCOMPARE(other->lastLine, 11u);
  }

  // A rank that only its label, its record or its own name tells of is a writer, whatever it said.
  void quietRanks() {
    const auto ranksOf = [](const std::string& log) {
      std::vector<std::int32_t> ranks;
      for (const Writer& writer : test::scan(log).writers) ranks.push_back(writer.key.global);
      return ranks;
    };
    const std::vector<std::int32_t> two{0, 1};
    QCOMPARE(ranksOf("0: a\n1: b\n0: c\n1: d\n"), two);
    QCOMPARE(ranksOf("[1,0]<stdout>:a\n[1,1]<stdout>:b\n"), two);
    QCOMPARE(ranksOf(json("{'level':'info','msg':'a','rank':0}\n{'level':'info','msg':'b','rank':1}\n")), two);
    QCOMPARE(ranksOf("[rank0]: a\n[rank1]: b\n"), two);
    QCOMPARE(ranksOf("see [rank0]: a\n"), std::vector<std::int32_t>{});
  }

  // Tracebacks of two pods that are mixed line by line stay apart.
  void originsStayApart() {
    std::vector<std::string> lines;
    for (const char* line : {"Traceback (most recent call last):", "  File \"a.py\", line 1, in <module>", "    f()"}) {
      for (const char* pod : {"[pod/t-0/m] ", "[pod/t-1/m] "}) lines.push_back(std::string(pod) + line);
    }
    lines.push_back("[pod/t-0/m] ValueError: zero");
    lines.push_back("[pod/t-1/m] KeyError: 'one'");
    std::string log;
    for (const std::string& line : lines) log += line + '\n';
    const SourceScan scan = test::scan(log);
    QCOMPARE(scan.failures.size(), std::size_t{2});
    QCOMPARE(qs(scan.failures[0].exceptionType), QStringLiteral("ValueError"));
    QCOMPARE(qs(scan.failures[1].exceptionType), QStringLiteral("KeyError"));
    QCOMPARE(scan.origins, (std::vector<std::string>{"t-0/m", "t-1/m"}));
    QCOMPARE(scan.writers[scan.failures[1].writer].key.origin, 1);
  }

  // What Ray left out is counted.
  void repeats() {
    LogFolder folder;
    folder.write("driver.log", {"(Worker pid=11, ip=10.0.0.7) torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.",
                                "(Worker pid=12, ip=10.0.0.7) torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. [repeated 7x across cluster] (Ray deduplicates logs by default.)",
                                "(Worker pid=12) note [repeated 3x in a row]"});
    const auto run = folder.load();
    QVERIFY(run->firstFailure);
    const model::Finding& first = run->findings[*run->firstFailure];
    QCOMPARE(first.findingClass, model::FindingClass::gpuOom);
    QCOMPARE(first.count, 8u);
    QCOMPARE(first.who.size(), std::size_t{2});
    QCOMPARE(first.who[1].pid, std::optional<std::uint32_t>(12));
  }

  // Sections of a GitLab trace without stamps carry their own seconds.
  void gitlabSections() {
    const SourceScan scan = test::scan("section_start:1767323045:build_script[collapsed=true]\r\x1B[0Kx\nsection_end:1767323050:build_script\r\x1B[0K\nsection_start:x:y\n");
    QCOMPARE(scan.ci.size(), std::size_t{2});
    QCOMPARE(scan.ci[0].kind, CiFact::Kind::groupStart);
    QCOMPARE(qs(scan.ci[0].text), QStringLiteral("build_script"));
    QCOMPARE(scan.ci[0].moment.ns, test::ns("2026-01-02T03:04:05Z"));
    QCOMPARE(scan.ci[1].kind, CiFact::Kind::groupEnd);
    QCOMPARE(scan.ci[1].moment.ns, test::ns("2026-01-02T03:04:10Z"));
  }
};

QTEST_GUILESS_MAIN(TestEnvelopes)
#include "tst_envelopes.moc"
