// SPDX-License-Identifier: Apache-2.0
#include "core/text/clean.h"

#include <QtTest>

using namespace lanescope;

class TestClean : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void strips_data() {
    QTest::addColumn<QByteArray>("raw");
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* name, QByteArray raw, QByteArray text) { QTest::newRow(name) << raw << text; };
    row("empty", "", "");
    row("plain", "collecting ... 12 items", "collecting ... 12 items");
    row("SGR", "\x1B[32mtask-1/0\x1B[0m ok", "task-1/0 ok");
    row("SGR with parameters", "\x1B[1;38;5;208mx\x1B[m", "x");
    row("erase", "section\x1B[0Kend", "sectionend");
    row("private CSI", "\x1B[?25lx\x1B[?25h", "x");
    row("intermediate", "\x1B[1 qx", "x");
    row("OSC with BEL",
        "\x1B]0;title\x07"
        "after",
        "after");
    row("OSC with ST", "\x1B]8;;http://a\x1B\\link\x1B]8;;\x1B\\", "link");
    row("APC with BEL", "\x1B_bk;t=1767323045123\x07x", "x");
    row("torn APC", "\x1B_bk;t=17", "bk;t=17");
    row("progress OSC", "\x1B]9;4;1;50\x1B\\x", "x");
    row("two characters",
        "\x1B"
        "Mx\x1B"
        "7y",
        "xy");
    row("character set", "\x1B(Bx", "x");
    row("lone ESC at the end", "x\x1B", "x");
    row("ESC before a control", "a\x1B\tb", "a\tb");
    row("torn CSI at the end", "x\x1B[", "x");
    row("torn CSI keeps what follows", "x\x1B[3\xC3\xA9", "x3\xC3\xA9");
    row("torn OSC keeps what follows", "\x1B]0;title", "0;title");
    row("OSC ended by another sequence", "\x1B]0;t\x1B[0mx", "0;tx");
    row("NUL run", QByteArray("a\0\0\0b", 5), "ab");
    row("BOM at the start",
        "\xEF\xBB\xBF"
        "2026",
        "2026");
    row("BOM in the middle",
        "a\xEF\xBB\xBF"
        "b",
        "ab");
    row("no BOM",
        "a\xEF\xBB"
        "b\xEF",
        "a\xEF\xBB"
        "b\xEF");
    row("lone CR stays", "10%\r20%\x1B[K\r30%", "10%\r20%\r30%");
    row("bad bytes stay", "\xFF\x80", "\xFF\x80");
  }
  void strips() {
    QFETCH(QByteArray, raw);
    QFETCH(QByteArray, text);
    std::string out = ">";
    text::stripControl(raw.toStdString(), out);
    QCOMPARE(QByteArray::fromStdString(out), ">" + text);
    QCOMPARE(text::needsCleaning(raw.toStdString()), raw != text);
  }

  void displayCutsAtACharacter_data() {
    QTest::addColumn<int>("limit");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("all") << 100 << QByteArray("a\xC3\xA9\xE2\x82\xAC\xEF\xBF\xBDz");
    QTest::newRow("nothing") << 0 << QByteArray("");
    QTest::newRow("one") << 1 << QByteArray("a");
    QTest::newRow("in two bytes") << 2 << QByteArray("a");
    QTest::newRow("behind them") << 3 << QByteArray("a\xC3\xA9");
    QTest::newRow("in three bytes") << 5 << QByteArray("a\xC3\xA9");
    QTest::newRow("in the replacement") << 8 << QByteArray("a\xC3\xA9\xE2\x82\xAC");
    QTest::newRow("behind it") << 9 << QByteArray("a\xC3\xA9\xE2\x82\xAC\xEF\xBF\xBD");
  }
  void displayCutsAtACharacter() {
    QFETCH(int, limit);
    QFETCH(QByteArray, text);
    const std::string raw = "\x1B[1ma\xC3\xA9\xE2\x82\xAC\xFFz\x1B[0m";
    QCOMPARE(QByteArray::fromStdString(text::display(raw, static_cast<std::size_t>(limit))), text);
  }

  void visibleShowsWhatATerminalWouldActOn() {
    const std::string text = "a\a\x1B]0;x\b\r\x7F|\xC2\x9B|\xE2\x80\xAE|\xC3\xA9\n";
    const std::string shown = "a\xE2\x90\x87\xE2\x90\x9B]0;x\xE2\x90\x88\xE2\x90\x8D\xE2\x90\xA1|\xEF\xBF\xBD|\xEF\xBF\xBD|\xC3\xA9\n";
    QCOMPARE(QByteArray::fromStdString(text::visible(text)), QByteArray::fromStdString(shown));
  }

  void longLinesAreNotConvertedWhole() {
    const std::string raw(50'000'000, 'x');
    QCOMPARE(text::display(raw, 500).size(), std::size_t{500});
  }
};

QTEST_GUILESS_MAIN(TestClean)
#include "tst_clean.moc"
