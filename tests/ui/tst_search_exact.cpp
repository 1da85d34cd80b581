// SPDX-License-Identifier: Apache-2.0
// Counts are exact: whatever is searched for, the window, `lanescope search` and grep agree, line by line.
#include "core/session/session.h"
#include "ui/models/search_state.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRandomGenerator>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

using namespace lanescope;
using namespace lanescope::ui;

namespace {

constexpr int kFiles = 4, kLines = 800, kRounds = 60;

// Words, numbers and signs as logs have them; some lines are empty, some hold a progress bar's CR, one file lacks its last newline.
QByteArray randomText(QRandomGenerator& random) {
  static const QList<QByteArray> kWords{"NCCL", "nccl", "WARN", "rank", "rank5", "[rank5]:", "Watchdog", "time-out", "4127", "0x7f", "step=10", "AND", "error", "errors", "\xC3\xA4hnlich", "\t"};
  QByteArray text;
  for (int line = 0; line < kLines; ++line) {
    for (int word = random.bounded(6); word > 0; --word) {
      text += kWords[random.bounded(static_cast<int>(kWords.size()))];
      text += random.bounded(30) == 0 ? '\r' : ' ';
    }
    text += '\n';
  }
  if (random.bounded(2) == 0) text.chop(1);
  return text;
}

// One that POSIX and RE2 read alike. No class that letters beyond ASCII belong to: an ASCII expression is matched byte by byte.
QString randomPattern(QRandomGenerator& random) {
  static const QStringList kParts{QStringLiteral("NCCL"), QStringLiteral("rank"), QStringLiteral("[0-9]+"), QStringLiteral("err(or|ors) "), QStringLiteral("W.R"), QStringLiteral("^rank"),
                                  QStringLiteral("7 $"),  QStringLiteral("st?ep"), QStringLiteral("(NCCL|WARN) rank"), QStringLiteral("time-out"), QStringLiteral("[A-Z0-9]{3}"), QStringLiteral("äh")};
  QString pattern = kParts[random.bounded(static_cast<int>(kParts.size()))];
  if (random.bounded(3) == 0 && !pattern.endsWith(QLatin1Char('$'))) pattern += QStringLiteral(".*") + kParts[random.bounded(5)];
  return pattern;
}

using Places = QSet<QString>;                    // "2.log:17"

Places grep(const QString& folder, const QStringList& options, const QString& pattern) {
  QProcess process;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
  process.setProcessEnvironment(environment);
  process.setWorkingDirectory(folder);
  QStringList arguments{QStringLiteral("-a"), QStringLiteral("-H"), QStringLiteral("-n")};
  arguments << options << QStringLiteral("-e") << pattern;
  for (int file = 0; file < kFiles; ++file) arguments << QStringLiteral("%1.log").arg(file);
  process.start(QStringLiteral("grep"), arguments);
  process.waitForFinished();
  Places places;
  const QByteArrayList lines = process.readAllStandardOutput().split('\n');
  for (const QByteArray& line : lines) {
    const QByteArrayList parts = line.split(':');
    if (parts.size() >= 2) places.insert(QString::fromUtf8(parts[0] + ':' + parts[1]));
  }
  return places;
}

qint64 toldByTheCommandLine(const QString& folder, const SearchQuery& query) {
  QStringList arguments{QStringLiteral("search"), QStringLiteral("-q"), QStringLiteral("--format"), QStringLiteral("jsonl")};
  if (!query.matchCase) arguments << QStringLiteral("-i");
  if (query.wholeWord) arguments << QStringLiteral("-w");
  if (!query.regex) arguments << QStringLiteral("-F");
  QProcess process;
  process.start(qEnvironmentVariable("LANESCOPE_BIN"), arguments << QStringLiteral("--") << query.text << folder);
  process.waitForFinished();
  const QByteArray said = process.readAllStandardOutput().trimmed();
  const QByteArray last = said.mid(said.lastIndexOf('\n') + 1);
  return last.startsWith("{\"total\":") ? last.mid(9).chopped(1).toLongLong() : -1;
}

}  // namespace

class TestSearchExact : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void patternsAsGrep();
  void operatorsAsSetsOfGrep();
  void fixedTextsAndWordsAsGrep();

 private:
  Places found(const SearchQuery& query);
  void compare(const SearchQuery& query, const Places& expected);

  QTemporaryDir m_folder;
  ViewState m_state;
  SearchState m_search{&m_state};
};

void TestSearchExact::initTestCase() {
  QRandomGenerator random(20260314);
  for (int i = 0; i < kFiles; ++i) {
    QFile file(m_folder.filePath(QStringLiteral("%1.log").arg(i)));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(randomText(random));
  }
  session::Request request;
  request.paths = {m_folder.path().toStdString()};
  request.sideFile = false;
  base::Progress progress;
  const auto run = session::load(request, progress, {});
  QVERIFY(run);
  m_state.setRun(*run, true);
}

Places TestSearchExact::found(const SearchQuery& query) {
  m_search.start(query);
  if (!QTest::qWaitFor([this] { return !m_search.isRunning(); })) return {};
  Places places;
  const model::Run& run = *m_state.run();
  for (std::uint32_t i = 0; i < run.sources.size(); ++i) {
    const QString file = QString::fromStdString(run.sources[i].path).section(QLatin1Char('/'), -1);
    for (const std::uint32_t line : m_search.hits().linesOf(&run, model::SourceId{i})) places.insert(QStringLiteral("%1:%2").arg(file).arg(line));
  }
  return places;
}

void TestSearchExact::compare(const SearchQuery& query, const Places& expected) {
  QVERIFY2(found(query) == expected, qPrintable(query.text));
  QVERIFY(m_search.isComplete());
  QVERIFY2(m_search.hits().total() == static_cast<std::uint64_t>(expected.size()), qPrintable(query.text));
  QVERIFY2(toldByTheCommandLine(m_folder.path(), query) == expected.size(), qPrintable(query.text));
}

void TestSearchExact::patternsAsGrep() {
  QRandomGenerator random(1);
  for (int round = 0; round < kRounds && !QTest::currentTestFailed(); ++round) {
    SearchQuery query;
    query.text = randomPattern(random);
    query.matchCase = random.bounded(2) == 0;
    QStringList options{QStringLiteral("-E")};
    if (!query.matchCase) options << QStringLiteral("-i");
    compare(query, grep(m_folder.path(), options, query.text));
  }
}

// AND is an intersection, OR a union, NOT a complement; AND binds closer.
void TestSearchExact::operatorsAsSetsOfGrep() {
  QRandomGenerator random(2);
  const Places all = grep(m_folder.path(), {QStringLiteral("-E")}, QString());
  for (int round = 0; round < kRounds && !QTest::currentTestFailed(); ++round) {
    SearchQuery query;
    query.matchCase = true;
    Places any;
    for (int list = random.bounded(1, 3); list > 0; --list) {
      Places both = all;
      for (int term = random.bounded(1, 4); term > 0; --term) {
        const QString pattern = randomPattern(random);
        const bool negated = random.bounded(3) == 0;
        const Places own = grep(m_folder.path(), {QStringLiteral("-E")}, pattern);
        both = negated ? both - own : both & own;
        query.text += (negated ? QStringLiteral("NOT \"%1\"") : QStringLiteral("\"%1\"")).arg(pattern) + (term > 1 ? QStringLiteral(" AND ") : QString());
      }
      any |= both;
      if (list > 1) query.text += QStringLiteral(" OR ");
    }
    // Quotes belong to a pattern where nothing joins it to another one.
    if (!query.text.contains(QStringLiteral(" AND ")) && !query.text.contains(QStringLiteral(" OR ")) && !query.text.startsWith(QStringLiteral("NOT "))) continue;
    compare(query, any);
  }
}

void TestSearchExact::fixedTextsAndWordsAsGrep() {
  for (const char* text : {"rank5", "[rank5]:", "error", "NCCL WARN", "step=10", "0x7f", "."}) {
    for (const bool word : {false, true}) {
      SearchQuery query;
      query.text = QString::fromLatin1(text);
      query.regex = false;
      query.matchCase = true;
      query.wholeWord = word;
      // grep's words begin and end beside what is no letter, ours at a border of a word: the same where both ends are letters.
      if (word && (!query.text.front().isLetterOrNumber() || !query.text.back().isLetterOrNumber())) continue;
      QStringList options{QStringLiteral("-F")};
      if (word) options << QStringLiteral("-w");
      compare(query, grep(m_folder.path(), options, query.text));
    }
  }
}

QTEST_GUILESS_MAIN(TestSearchExact)
#include "tst_search_exact.moc"
