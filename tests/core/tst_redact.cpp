// SPDX-License-Identifier: Apache-2.0
// What is replaced, what is not, and that no original survives in anything that is written.
#include "core/report/comparison_report.h"
#include "core/report/events_writer.h"
#include "core/report/explain.h"
#include "core/report/exports.h"
#include "core/report/redact.h"
#include "core/report/search_writer.h"
#include "core/report/sources_report.h"
#include "core/report/text_report.h"
#include "core/report/trace_writer.h"
#include "tests/support/run_builder.h"
#include "tests/support/sample_runs.h"

#include <QtTest>

#include <sstream>

using namespace lanescope;
using report::RedactKind;
using report::RedactKinds;
using report::Redactor;

namespace {

QString qs(const std::string& text) { return QString::fromStdString(text); }

constexpr const char* kSecret = "ghp_Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MGFi";
constexpr const char* kMail = "alice.w@example.org";

}  // namespace

class TestRedact : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void shapes_data();
  void shapes();
  void leftAlone_data();
  void leftAlone();
  void sameOriginalSameName();
  void aNameThatIsTakenIsNotGiven();
  void namesAreFoundWhereNothingSaysSo();
  void aPrivateKeyGoesWithAllItsLines();
  void settingsAreKnownByTheirNames();
  void longTextsAreReplacedEverywhere();
  void defaultLeavesHosts();
  void noOriginalSurvives();
};

void TestRedact::shapes_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("becomes");
  const auto row = [](const char* text, const char* becomes) { QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(becomes); };
  row("token ghp_Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MGFi used", "token secret-1 used");
  row("remote: glpat-x7Yq2mN4pL9sT3vW8", "remote: secret-1");
  row("key AKIAQ7WERTYUIOPASD42 found", "key secret-1 found");
  row("xoxb-123456789012-abcdefghij", "secret-1");
  row("login with hf_QwErTyUiOpAsDfGhJkLzXcVb ok", "login with secret-1 ok");
  row("sk-proj-a1B2c3D4e5F6g7H8i9J0k1L2", "secret-1");
  row("jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NSJ9.c2lnbmF0dXJl end", "jwt secret-1 end");
  row("git clone https://bob:hunter2@git.example.com/x.git", "git clone https://secret-1@host-1/x.git");
  row("Authorization: Bearer abc.def-123456", "Authorization: Bearer secret-1");
  row("authorization: \"Basic dXNlcjpwYXNz\"", "authorization: \"Basic secret-1\"");
  row("+ export WANDB_API_KEY=0123456789abcdef0123", "+ export WANDB_API_KEY=secret-1");
  row("password='correct horse' next", "password='secret-1' next");
  row("{\"db_password\": \"s3cr3t\", \"port\": 5432}", "{\"db_password\": \"secret-1\", \"port\": 5432}");
  row("--hub-token abcdefgh12345 --lr 1e-4", "--hub-token secret-1 --lr 1e-4");
  row("POST https://hooks.slack.com/services/T000/B000/abcdef", "POST https://hooks.slack.com/services/secret-1");
  row("mail to alice.w@example.org, please", "mail to email-1, please");
  row("File \"/home/alice/src/train.py\", line 3", "File \"/home/user-1/src/train.py\", line 3");
  row("C:\\Users\\bob\\x.log", "C:\\Users\\user-1\\x.log");
  row("USER=carol HOME=/home/carol", "USER=user-1 HOME=/home/user-1");
  row("master_addr 10.12.3.4:29500", "master_addr ip-1:29500");
  row("from [10.12.3.4] to [10.12.3.5]", "from [ip-1] to [ip-2]");
  row("peer fd00:12::7 and 2001:db8:0:1:2:3:4:5.", "peer ip-1 and ip-2.");
  row("connected to gpu-a17.cluster.example.com:22", "connected to host-1:22");
  row("pod trainer-0.trainer.default.svc.cluster.local up", "pod host-1 up");
  row("node ip-10-0-3-7 joined", "node host-1 joined");
}

void TestRedact::shapes() {
  QFETCH(QString, text);
  QFETCH(QString, becomes);
  Redactor redactor(RedactKinds::all());
  redactor.learnFrom(text.toStdString());
  QCOMPARE(qs(redactor.apply(text.toStdString())), becomes);
}

void TestRedact::leftAlone_data() {
  QTest::addColumn<QString>("text");
  for (const char* text : {"nvidia-cublas-cu12==12.4.5.8", "CUDA driver version 12.4.1.3", "libcudnn.so.9.1.0.70", "cudnn: 9.1.0.70", "v1.2.3.4", "pkg-1.2.3.4-py3", "Version: 12.4.1.3",
                           "127.0.0.1:29500", "0.0.0.0", "1.2.3", "300.1.2.3", "20:08:49.374204", "c10d::ProcessGroupNCCL::abort", "c10::cuda", "std::dead", "0000:3b:00.0",
                           "torch.distributed.run", "torch.nn.functional", "see https://pytorch.org/docs/stable/distributed.html", "threading.local", "megatron.core.dist_checkpointing.io",
                           "max_tokens=4096", "pad_token=<pad>", "eos_token_id: 2", "num_tokens: 8192", "tokenizer: llama", "token: 12", "PWD=/workspace", "password=${{ secrets.X }}",
                           "HF_TOKEN=***", "actions/checkout@v6", "a decorator @pytest.mark.parametrize", "git@github.com:org/repo.git", "/home/", "task-1/0 [default0]:",
                           "tests/unit/test_a.py::TestB::test_c[x-y]", "sk-learn", "ghp_short", "sha256:4c1f0d9be27a534c1f0d9be27a53a6e81b30"}) {
    QTest::newRow(text) << QString::fromUtf8(text);
  }
}

void TestRedact::leftAlone() {
  QFETCH(QString, text);
  Redactor redactor(RedactKinds::all());
  redactor.learnFrom(text.toStdString());
  QCOMPARE(qs(redactor.apply(text.toStdString())), text);
  QVERIFY(redactor.list().empty());
}

void TestRedact::sameOriginalSameName() {
  Redactor redactor(RedactKinds::all());
  redactor.learnHost("node-a17");
  redactor.learnHost("node-b03.cluster.example");
  QCOMPARE(qs(redactor.apply("NODE-A17 and node-b03 and node-b03.cluster.example and node-a17")), QStringLiteral("host-1 and host-2 and host-2 and host-1"));
  QCOMPARE(qs(redactor.apply("node-a170 mynode-a17 node-a17_0 node-a17-ib0 10.0.0.9 10.0.0.9")), QStringLiteral("node-a170 mynode-a17 host-1_0 host-1-ib0 ip-1 ip-1"));
  const auto list = redactor.list();
  QCOMPARE(list.size(), std::size_t{3});
  QCOMPARE(qs(list[0].original), QStringLiteral("node-a17"));
  QCOMPARE(list[0].count, std::uint64_t{4});
  QVERIFY(list[2].kind == RedactKind::ips && list[2].replacement == "ip-1" && list[2].count == 2);
}

void TestRedact::aNameThatIsTakenIsNotGiven() {
  Redactor redactor(RedactKinds::all());
  for (const char* host : {"host-2", "host-1", "host-3"}) redactor.learnHost(host);
  QStringList words = qs(redactor.apply("host-1 host-2 host-3")).split(QLatin1Char(' '));
  QCOMPARE(words.removeDuplicates(), 0);
}

void TestRedact::namesAreFoundWhereNothingSaysSo() {
  Redactor redactor(RedactKinds::all());
  redactor.learnFrom("cache at /home/alice/.cache and /home/runner/work");
  QCOMPARE(qs(redactor.apply("job of alice on the runner")), QStringLiteral("job of user-1 on the runner"));
  Redactor none(RedactKinds().set(RedactKind::emails));
  none.learnHost("node-a17");
  none.learnFrom("/home/alice");
  QCOMPARE(qs(none.apply("alice on node-a17, /home/alice")), QStringLiteral("alice on node-a17, /home/alice"));
}

void TestRedact::aPrivateKeyGoesWithAllItsLines() {
  Redactor redactor(RedactKinds::all());
  QCOMPARE(qs(redactor.apply("-----BEGIN OPENSSH PRIVATE KEY-----")), QStringLiteral("-----BEGIN OPENSSH PRIVATE KEY-----"));
  QCOMPARE(qs(redactor.apply("12:00:00 b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW")), QStringLiteral("12:00:00 secret-1"));
  QCOMPARE(qs(redactor.apply("QyNTUx")), QStringLiteral("secret-2"));
  QCOMPARE(qs(redactor.apply("-----END OPENSSH PRIVATE KEY-----")), QStringLiteral("-----END OPENSSH PRIVATE KEY-----"));
  QCOMPARE(qs(redactor.apply("QyNTUx")), QStringLiteral("QyNTUx"));
  QVERIFY(!qs(redactor.apply("-----BEGIN RSA PRIVATE KEY-----\\nMIIEvQIBADAN\\n-----END RSA PRIVATE KEY-----")).contains(QStringLiteral("MIIE")));
}

void TestRedact::settingsAreKnownByTheirNames() {
  Redactor redactor(RedactKinds::all());
  QCOMPARE(qs(redactor.applyNamed("HF_TOKEN", "anything at all")), QStringLiteral("secret-1"));
  QCOMPARE(qs(redactor.applyNamed("NCCL_DEBUG", "INFO")), QStringLiteral("INFO"));
}

// Longer than what is looked at at once.
void TestRedact::longTextsAreReplacedEverywhere() {
  Redactor redactor(RedactKinds::all());
  std::string text;
  for (int i = 0; i < 5'000; ++i) text += "mail " + std::string(kMail) + " and @ : . 1.2 ";
  const std::string out = redactor.apply(text);
  QVERIFY(out.find(kMail) == std::string::npos);
  QCOMPARE(redactor.list().front().count, std::uint64_t{5'000});
}

void TestRedact::defaultLeavesHosts() {
  Redactor redactor(RedactKinds::leaving());
  redactor.learnHost("node-a17");
  QCOMPARE(qs(redactor.apply("node-a17 10.0.0.9 /home/alice x@example.org HF_TOKEN=abcdefgh")), QStringLiteral("node-a17 10.0.0.9 /home/alice email-1 HF_TOKEN=secret-1"));
}

// Originals of every kind in whatever of a run comes from a log or from a path, and in a line that only the events show.
void TestRedact::noOriginalSurvives() {
  const std::string host = "node-a17", ip = "10.12.3.4", user = "alice", home = "/home/alice/x";
  const std::string all = host + " " + ip + " " + home + " " + kMail + " token " + kSecret;
  test::RunBuilder builder("run of " + host, "logs-" + host + ".zip");
  const model::SourceId source = builder.addSource("logs-" + host + ".zip/home/alice/" + host + "/stderr_under_score.log", model::Layout::torchrun, model::Stream::err);
  const model::LaneId lane = builder.addLane(0, "none_x", 5);
  const model::LineRef line = builder.addLine(source, "error: " + all, test::stamped("09:00:00"));
  builder.addEvent(model::EventKind::error, test::stamped("09:00:00"), line, lane, model::EventSeverity::error);
  builder.addTest(lane, "tests/" + user + "/test_a.py::test_b[" + host + "]", test::stamped("08:59:00"), test::stamped("09:00:00"), model::TestOutcome::failed);
  model::Run run = builder.finish();
  run.complete = true;
  run.outcome = model::RunOutcome::failed;
  run.hosts = {host};
  run.identity.url = "https://" + user + "@ci.example.com/" + user;
  run.environment.node = host;
  run.environment.command = "HF_TOKEN=abc12345 torchrun --master_addr " + ip + " -m pytest /home/alice/t.py";
  run.environment.variables = {{"WANDB_API_KEY", "plainsecret99"}, {"HOME", home}};
  run.inputs.front().givenPath = "/home/alice/logs.zip";
  model::Finding finding;
  finding.id = "f1";
  finding.role = model::Role::firstFailure;
  finding.findingClass = model::FindingClass::pythonException;
  finding.launch = 0;
  finding.attempt = 0;
  finding.ranks = {5};
  finding.hosts = {host};
  finding.who = {{host, 1, 2, 3}};
  finding.title = "Error on " + host + " of " + kMail;
  finding.why = all;
  finding.attributes.test = "tests/" + user + "/test_a.py::test_b[" + host + "]";
  finding.attributes.exceptionMessage = all;
  finding.attributes.stack = {{home + "/a.py", 3, "f", all, true}};
  finding.evidence = {builder.evidence(line, 5)};
  finding.excerpt = {{1, all, 0}, {2, "-----BEGIN PRIVATE KEY-----", 0}, {3, "MIIEvQIBADANBgkqhkiG", 0}};
  finding.excerptSource = source;
  run.findings = {finding};
  run.firstFailure = 0;
  run.notEstablished = {{"Whether " + host + " did it", {"f1"}, {}}};
  run.coverage.notes = {all};
  run.clock.assumptions = {all};
  run.lanes[lane.value].host = host;
  run.lanes[lane.value].test = finding.attributes.test;
  run.launches.resize(1);
  run.launches[0].command = run.environment.command;
  run.launches[0].directory = "logs-" + host + ".zip/x";

  compare::Comparison comparison;
  comparison.baselines = {{"id", "run of " + host, model::RunOutcome::passed, all}};
  compare::Message message;
  message.text = all;
  message.phase = all;
  message.inRun = {{line, 5}};
  comparison.messages = {message};
  comparison.environment = {{"variables.API_KEY", "plainsecret99", "plainsecret98"}};
  compare::Divergence divergence;
  divergence.text = all;
  divergence.inRun = compare::Place{line, 5};
  comparison.divergence = divergence;
  comparison.notes = {all};

  const auto redactor = std::make_shared<Redactor>(RedactKinds::all());
  report::learn(run, *redactor);
  const auto shown = report::redacted(run, redactor);
  const auto difference = report::redacted(comparison, *redactor);
  const std::vector<const model::Run*> baselines{shown.get()};
  const report::ComparedRuns compared{*shown, baselines, *difference};
  const report::Export what{*shown, &compared, {"1", "", {{shown->inputs.front().path, 1, "00", false}}, RedactKinds::all(), 0}};

  std::ostringstream events, csv, trace, found;
  const std::vector<search::Hit> lines{{line, {}, {}}};
  report::writeFoundLines(*shown, lines, report::SearchFormat::text, found);
  report::writeFoundLines(*shown, lines, report::SearchFormat::jsonl, found);
  report::writeEvents(*shown, report::EventsFormat::jsonl, events);
  report::writeEvents(*shown, report::EventsFormat::csv, csv);
  report::writeTrace(*shown, "1", trace);
  const std::vector<std::pair<const char*, std::string>> outputs = {
      {"text", report::writeTextReport(*shown, shown.get())}, {"json", report::writeJsonReport(compared, {"1"})}, {"markdown", report::writeMarkdownReport(what)},
      {"html", report::writeHtmlReport(what, {})},            {"brief", report::writeBrief(*shown)},              {"github", report::writeAnnotations(*shown)},
      {"events", events.str()},                               {"csv", csv.str()},                                 {"trace", trace.str()},
      {"sources", report::writeSourcesJson(*shown)},          {"sources text", report::writeSourcesText(*shown)}, {"compare", report::writeComparisonText(compared)},
      {"explain", report::explainFinding(*shown, shown->findings.front())}, {"search", found.str()},
      {"compare markdown", report::writeComparisonMarkdown(compared)}, {"compare html", report::writeComparisonHtml(compared)}};
  for (const auto& [name, output] : outputs) {
    QVERIFY2(output.size() > 50, name);
    // What a writer escapes or folds is found all the same: nothing but letters and digits is looked at.
    QString bare = qs(output).toLower();
    bare.remove(QRegularExpression(QStringLiteral("&#8203;|[^a-z0-9]")));
    for (const std::string& original : {host, ip, std::string(kMail), std::string(kSecret), std::string("plainsecret9"), std::string("abc12345"), std::string("MIIEvQIBADAN"), user}) {
      QString needle = qs(original).toLower();
      needle.remove(QRegularExpression(QStringLiteral("[^a-z0-9]")));
      QVERIFY2(!bare.contains(needle), qPrintable(QStringLiteral("%1 holds %2").arg(QLatin1String(name), qs(original))));
    }
  }
  QVERIFY(qs(outputs[1].second).contains(QStringLiteral("host-1")));
  // The run itself is as it was.
  QCOMPARE(qs(run.hosts.front()), qs(host));
}

QTEST_GUILESS_MAIN(TestRedact)
#include "tst_redact.moc"
