// SPDX-License-Identifier: Apache-2.0
// Reports that are passed on: what a log holds acts nowhere, nothing is longer than it may be, and what was left out is said.
#include "core/report/exports.h"
#include "core/report/rerun_line.h"
#include "core/report/trace_writer.h"
#include "tests/support/run_builder.h"
#include "tests/support/sample_runs.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include <sstream>

using namespace lanescope;

namespace {

QString qs(const std::string& text) { return QString::fromStdString(text); }

// Whatever means something in Markdown, in HTML, or to GitHub and GitLab; each with a mark by which it is found again.
constexpr const char* kNasty =
    "zz1 ``` ```` <b>zz2</b> @zzuser #4711 GH-4711 !4711 zzorg/zzrepo#4711 | a | b | </code></pre></details><script>zz3</script> ![zz4](http://zz5.example/x.png) "
    "[zz6](http://zz7.example) <http://zz8.example> https://zz9.example www.zz10.example **zz11** ~~zz12~~ <!-- zz13 --> $x$ :zz14: \\` &lt;zz15&gt; - zz16";

report::Export exportOf(const model::Run& run) { return {run, nullptr, {"1.2.3", "abcdef0123", {{"artifact|`x`.zip", 4'711, std::string(64, 'a'), false}}, report::RedactKinds::leaving(), 1'773'500'000'000'000'000}}; }

// A run whose every text is nasty.
model::Run nastyRun() {
  model::Run run = test::recoveredRun();
  run.name = run.identity.job = run.environment.command = run.environment.runner = kNasty;
  run.environment.variables["NAME"] = kNasty;
  for (model::Finding& finding : run.findings) {
    finding.title += kNasty;
    finding.why += kNasty;
    finding.attributes.exceptionType = finding.attributes.operationText = kNasty;
    finding.excerpt = {{1, kNasty, 0}, {2, "```", 0}, {3, "</details>", 0}, {4, "", 0}, {5, "# zz17", 0}};
    finding.excerptSource = model::SourceId{0};
    for (model::Evidence& evidence : finding.evidence) evidence.text = std::string("```\n") + kNasty;
  }
  for (model::TestReport& test : run.tests) test.id += kNasty;
  for (model::Milestone& milestone : run.milestones) milestone.text += kNasty;
  for (model::Launch& launch : run.launches) launch.name += kNasty;
  for (model::NotEstablished& item : run.notEstablished) item.text += kNasty;
  for (model::Lane& lane : run.lanes) lane.host = kNasty;
  for (model::Source& source : run.sources) source.path += kNasty;
  run.coverage.notes = {kNasty};
  return run;
}

QString rendered(const std::string& markdown) {
  QProcess process;
  process.start(QStringLiteral("cmark-gfm"), {"--unsafe", "-e", "table", "-e", "autolink", "-e", "strikethrough", "-e", "tasklist"});
  if (!process.waitForStarted()) return {};
  process.write(QByteArray::fromStdString(markdown));
  process.closeWriteChannel();
  return process.waitForFinished() ? QString::fromUtf8(process.readAllStandardOutput()) : QString();
}

}  // namespace

class TestExports : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void markdownHoldsWhatAnIssueNeeds();
  void noLogTextBreaksOutOfMarkdown();
  void noLogTextActsInHtml();
  void aLongReportIsCutAndSaysSo();
  void quietRunsReadWell();
  void htmlHoldsThePicture();
  void briefIsThreeLines();
  void annotationsCannotBeForged();
  void rerunLines_data();
  void rerunLines();
  void rerunOfARun();
  void traceNests();
  void hashesAreThoseOfTheTool();
};

void TestExports::markdownHoldsWhatAnIssueNeeds() {
  const model::Run run = test::recoveredRun();
  const QString text = qs(report::writeMarkdownReport(exportOf(run)));
  QVERIFY(text.startsWith(QStringLiteral("## Ranks 5, 7: CUDA failure 999")));
  qsizetype last = 0;
  for (const char* part : {"**First failure:**", "**In the test:** `", "**Then:**", "**Outcome:** recovered", "### First failure", "### What happened", "### Launches", "### Ranks of launch 1",
                           "### Tests that did not pass everywhere", "### Not established", "<details><summary>Evidence (", "Counts of every rank", "SHA-256 of", "Made with Lanescope 1.2.3 (abcdef0123) at 2026-03-14T14:53:20Z"}) {
    const qsizetype here = text.indexOf(QString::fromUtf8(part), last);
    QVERIFY2(here >= last, part);
    last = here;
  }
  QVERIFY(text.contains(test::sampleTest(14).c_str()));
  QVERIFY(text.contains(QStringLiteral("redacted where found: emails, secrets")));
}

void TestExports::noLogTextBreaksOutOfMarkdown() {
  const QString html = rendered(report::writeMarkdownReport(exportOf(nastyRun())));
  if (html.isEmpty()) QSKIP("cmark-gfm is not installed");
  QVERIFY(html.contains(QStringLiteral("zz1 ")));
  for (const char* tag : {"<b>", "<script", "<img", "<a ", "<del", "<em>", "<!--"}) QVERIFY2(!html.contains(QLatin1String(tag)), tag);
  QCOMPARE(html.count(QStringLiteral("<details>")), html.count(QStringLiteral("</details>")));
  QCOMPARE(html.count(QStringLiteral("<h1>")), 0);
  QVERIFY(!html.contains(QStringLiteral("<strong>zz11")));
  // Mentions and references are looked for in the rendered text, outside of code.
  QString outside = html;
  outside.remove(QRegularExpression(QStringLiteral("<code[^>]*>.*?</code>"), QRegularExpression::DotMatchesEverythingOption));
  QVERIFY(outside.contains(QStringLiteral("zz2")));
  static const QRegularExpression reference(QStringLiteral("@zzuser|#4711|GH-4711|!4711|https?://zz|www\\.zz"));
  QVERIFY2(!reference.match(outside).hasMatch(), qPrintable(reference.match(outside).captured()));
  // Every row of a table has as many cells as its head.
  for (const QString& table : html.split(QStringLiteral("<table>")).mid(1)) {
    const QString inside = table.section(QStringLiteral("</table>"), 0, 0);
    const qsizetype columns = inside.count(QStringLiteral("<th>"));
    for (const QString& row : inside.split(QStringLiteral("<tr>")).mid(2)) QCOMPARE(row.count(QStringLiteral("<td>")), columns);
  }
}

void TestExports::noLogTextActsInHtml() {
  const QString html = qs(report::writeHtmlReport(exportOf(nastyRun()), {{}, {}, "No picture: x."}));
  for (const char* tag : {"<b>", "<script", "<img", "<a ", "<!--", "zz4.png\"", "src="}) QVERIFY2(!html.contains(QLatin1String(tag)), tag);
  QVERIFY(html.contains(QStringLiteral("&lt;script&gt;zz3")) && html.contains(QStringLiteral("No picture: x.")));
  QCOMPARE(html.count(QStringLiteral("<details>")), html.count(QStringLiteral("</details>")));
  QCOMPARE(html.count(QStringLiteral("<table>")), html.count(QStringLiteral("</table>")));
}

void TestExports::aLongReportIsCutAndSaysSo() {
  constexpr qsizetype kMost = 65'536;
  model::Run run = test::recoveredRun();
  const model::Finding pattern = run.findings[0];
  for (int i = 0; i < 400; ++i) {
    model::Finding finding = pattern;
    finding.role = model::Role::initiating;
    finding.title += std::string(300, 'x') + std::to_string(i);
    finding.evidence.assign(20, pattern.evidence.front());
    for (model::Evidence& evidence : finding.evidence) evidence.text = std::string(450, 'y') + "`@";
    run.findings.push_back(finding);
  }
  for (int i = 0; i < 3'000; ++i) run.notEstablished.push_back({std::string(200, 'n') + std::to_string(i), {}, {}});
  const QString text = qs(report::writeMarkdownReport(exportOf(run)));
  QVERIFY2(text.size() < kMost, qPrintable(QString::number(text.size())));
  QVERIFY(text.contains(QStringLiteral("Left out here, because an issue holds 65,536 characters: Evidence")));
  QVERIFY(text.contains(QStringLiteral("more left out")));
  QVERIFY(text.contains(QStringLiteral("**First failure:**")) && text.contains(QStringLiteral("Made with Lanescope")));
  QCOMPARE(text.count(QStringLiteral("<details>")), text.count(QStringLiteral("</details>")));
}

void TestExports::quietRunsReadWell() {
  const QString passed = qs(report::writeMarkdownReport(exportOf(test::passedRun())));
  QVERIFY(passed.contains(QStringLiteral("**Passed:** no failure seen")));
  QVERIFY(!passed.contains(QStringLiteral("### First failure")));
  model::Run empty;
  empty.complete = true;
  QVERIFY(qs(report::writeMarkdownReport(exportOf(empty))).contains(QStringLiteral("**Unknown:**")));
  QVERIFY(!report::writeHtmlReport(exportOf(empty), {}).empty());
  QCOMPARE(qs(report::writeBrief(empty)).count(QLatin1Char('\n')), 3);
}

void TestExports::htmlHoldsThePicture() {
  const model::Run run = test::recoveredRun();
  for (const std::string& bytes : {std::string("a"), std::string("ab"), std::string("abc\xff\0d", 6)}) {
    const QString html = qs(report::writeHtmlReport(exportOf(run), {bytes, "image/png", ""}));
    const QString encoded = html.section(QStringLiteral("data:image/png;base64,"), 1).section(QLatin1Char('"'), 0, 0);
    QCOMPARE(QByteArray::fromBase64(encoded.toLatin1()), QByteArray::fromStdString(bytes));
    QVERIFY(html.contains(QStringLiteral("alt=\"Time line of the ranks. Ranks 5, 7")));
  }
}

void TestExports::briefIsThreeLines() {
  const QStringList lines = qs(report::writeBrief(test::recoveredRun())).split(QLatin1Char('\n'));
  QCOMPARE(lines.size(), 4);
  QVERIFY(lines[0].startsWith(QStringLiteral("RECOVERED ")) && lines[0].contains(QStringLiteral("CUDA failure 999")));
  QVERIFY(lines[1].startsWith(QStringLiteral("Line: ")) && lines[1].contains(QStringLiteral("stdout.log:")));
  QVERIFY(lines[2].startsWith(QStringLiteral("Not known: ")));
  QCOMPARE(qs(report::writeBrief(nastyRun())).count(QLatin1Char('\n')), 3);
}

void TestExports::annotationsCannotBeForged() {
  model::Run run = test::recoveredRun();
  run.outcome = model::RunOutcome::failed;
  model::Finding& first = run.findings[*run.firstFailure];
  first.attributes.stack = {{"tests/unit/test_a.py", 12, "test_b", "", true}, {"/usr/lib/python3/x.py", 3, "f", "", false}};
  first.evidence.front().text = "100% \r\n::set-output name=x::y";
  QString text = qs(report::writeAnnotations(run));
  QCOMPARE(text.count(QLatin1Char('\n')), 1);
  QVERIFY2(text.startsWith(QStringLiteral("::error file=tests/unit/test_a.py,line=12,title=first failure::")), qPrintable(text));
  QVERIFY(text.contains(QStringLiteral("100%25 %0D%0A::set-output")));
  first.attributes.stack.front().file = "a,line=1::x.py";
  text = qs(report::writeAnnotations(run));
  QVERIFY(text.startsWith(QStringLiteral("::error file=a%2Cline=1%3A%3Ax.py,line=12,")));
  QVERIFY(qs(report::writeAnnotations(test::passedRun())).startsWith(QStringLiteral("::notice title=PASSED::")));
}

void TestExports::rerunLines_data() {
  QTest::addColumn<QString>("command");
  QTest::addColumn<QString>("becomes");
  const auto row = [](const char* command, const char* becomes) { QTest::newRow(command) << QString::fromUtf8(command) << QString::fromUtf8(becomes); };
  row("uv run --no-sync python -m torch.distributed.run --nproc_per_node 8 --nnodes 1 --node_rank 0 --log-dir /opt/logs/1/ --tee 0:3 --redirects 3 -m coverage run --data-file=.c "
      "--source=pkg -m pytest -vs -m 'not slow and not x' tests/unit",
      "uv run --no-sync python -m torch.distributed.run --nproc_per_node 8 --nnodes 1 --node_rank 0 -m pytest -vs -m 'not slow and not x' 'tests/a.py::test_b[x y]'");
  row("torchrun --standalone --nproc-per-node=2 -r 3 -t 3 --no-python pytest tests/a.py tests/b.py -k foo --maxfail 1 | tee log",
      "torchrun --standalone --nproc-per-node=2 --no-python pytest -k foo --maxfail 1 'tests/a.py::test_b[x y]'");
  row("python3 -m pytest tests -x", "python3 -m pytest -x 'tests/a.py::test_b[x y]'");
  row("torchrun --nproc-per-node 8 train.py --lr 1", "");
  row("", "");
}

void TestExports::rerunLines() {
  QFETCH(QString, command);
  QFETCH(QString, becomes);
  const auto line = report::reducedToTest(command.toStdString(), "tests/a.py::test_b[x y]");
  QCOMPARE(qs(line.value_or("")), becomes);
  QVERIFY(!report::reducedToTest(command.toStdString(), ""));
}

void TestExports::rerunOfARun() {
  model::Run run = test::recoveredRun();
  run.launches[0].command = "torchrun --nproc-per-node 8 -m pytest tests";
  run.environment.variables = {{"NCCL_DEBUG", "INFO"}, {"NAME", "it's"}};
  const auto line = report::rerunLine(run);
  QVERIFY(line.has_value());
  QCOMPARE(qs(line->command), QStringLiteral("NAME='it'\\''s' NCCL_DEBUG=INFO torchrun --nproc-per-node 8 -m pytest '%1'").arg(qs(test::sampleTest(14))));
  QVERIFY(line->from.find("derived from the command of launch 1") == 0);
  QVERIFY(!report::rerunLine(test::passedRun()));
}

// Perfetto drops a complete event that crosses the end of another one on its thread.
void TestExports::traceNests() {
  model::Run run = test::recoveredRun();
  model::Interval crossing = run.intervals.front();
  crossing.kind = model::IntervalKind::wait;
  crossing.begin.utc = crossing.begin.earliest = crossing.begin.latest = (crossing.begin.utc + crossing.end.utc) / 2;
  crossing.end.utc += 5'000'000'123;
  run.intervals.insert(run.intervals.begin(), crossing);
  std::ostringstream out;
  report::writeTrace(run, "1", out);
  const auto trace = nlohmann::json::parse(out.str());
  QCOMPARE(qs(trace["otherData"]["schema"]), QStringLiteral("lanescope.trace/1"));
  std::map<std::pair<int, int>, std::vector<std::pair<double, double>>> slices;
  int begun = 0, ended = 0, instants = 0;
  std::set<std::string> threads;
  for (const auto& event : trace["traceEvents"]) {
    const std::string phase = event["ph"];
    if (phase == "M") {
      if (event["name"] == "thread_name") threads.insert(event["args"]["name"]);
      continue;
    }
    QVERIFY(event["ts"].get<double>() >= 0);
    if (phase == "X") slices[{event["pid"], event["tid"]}].emplace_back(event["ts"], event["ts"].get<double>() + event["dur"].get<double>());
    begun += phase == "b";
    ended += phase == "e";
    instants += phase == "i";
  }
  QVERIFY(begun >= 1 && begun == ended && instants > 0 && !slices.empty());
  QVERIFY(threads.contains("production · rank 5") && threads.contains("production (launch 2) · rank 5"));
  for (auto& [thread, list] : slices) {
    std::vector<double> open;
    for (const auto& [begin, end] : list) {
      while (!open.empty() && open.back() <= begin) open.pop_back();
      QVERIFY(open.empty() || end <= open.back());
      open.push_back(end);
    }
  }
}

void TestExports::hashesAreThoseOfTheTool() {
  QTemporaryDir folder;
  const auto write = [&folder](const QString& name, const QByteArray& bytes) {
    QFile file(folder.filePath(name));
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
  };
  QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("b/.lanescope")));
  QVERIFY(write(QStringLiteral("a.log"), "abc") && write(QStringLiteral("b/c.log"), "") && write(QStringLiteral("b/.lanescope/x"), "left out"));
  const QByteArray abc = QCryptographicHash::hash("abc", QCryptographicHash::Sha256).toHex();
  QCOMPARE(qs(*report::sha256Of(folder.filePath(QStringLiteral("a.log")).toStdString())), QString::fromLatin1(abc));
  const QByteArray lines = abc + "  a.log\n" + QCryptographicHash::hash("", QCryptographicHash::Sha256).toHex() + "  b/c.log\n";
  QCOMPARE(qs(*report::sha256Of(folder.path().toStdString())), QString::fromLatin1(QCryptographicHash::hash(lines, QCryptographicHash::Sha256).toHex()));
  QVERIFY(!report::sha256Of(folder.filePath(QStringLiteral("gone")).toStdString()));
}

QTEST_GUILESS_MAIN(TestExports)
#include "tst_exports.moc"
