// SPDX-License-Identifier: Apache-2.0
#include "core/base/result.h"
#include "core/base/utf8.h"

#include <QtTest>

using namespace lanescope;

class TestResult : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void describesInOneLine_data() {
    QTest::addColumn<QByteArray>("where");
    QTest::addColumn<QByteArray>("tryThis");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("all") << QByteArray("a.zip") << QByteArray("download it again")
                         << QByteArray("a.zip: is cut off (download it again)");
    QTest::newRow("no place") << QByteArray() << QByteArray("wait") << QByteArray("is cut off (wait)");
    QTest::newRow("no advice") << QByteArray("a.zip:7") << QByteArray() << QByteArray("a.zip:7: is cut off");
    QTest::newRow("only what") << QByteArray() << QByteArray() << QByteArray("is cut off");
  }
  void describesInOneLine() {
    QFETCH(QByteArray, where);
    QFETCH(QByteArray, tryThis);
    QFETCH(QByteArray, text);
    const base::Error error{base::ErrorCode::truncated, "is cut off", where.toStdString(), tryThis.toStdString()};
    QCOMPARE(QByteArray::fromStdString(base::describe(error)), text);
  }

  void failCarriesTheError() {
    const base::Result<int> result = base::fail(base::ErrorCode::limit, "too much", "x", "less");
    QVERIFY(!result);
    QCOMPARE(result.error().code, base::ErrorCode::limit);
    QCOMPARE(result.error().tryThis, std::string("less"));
  }

  // The examples of the Unicode standard, chapter 3.9, tables 3-8 to 3-11, and the edges of table 3-7.
  void repairsUtf8_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("text");
    const QByteArray bad = "\xEF\xBF\xBD";
    QTest::newRow("plain") << QByteArray("abc") << QByteArray("abc");
    QTest::newRow("valid") << QByteArray("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80")
                           << QByteArray("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
    QTest::newRow("non-shortest") << QByteArray(
                                         "\xC0\xAF\xE0\x80\xBF\xF0\x81\x82"
                                         "A")
                                  << bad.repeated(8) + "A";
    QTest::newRow("surrogates") << QByteArray(
                                       "\xED\xA0\x80\xED\xBF\xBF\xED\xAF"
                                       "A")
                                << bad.repeated(8) + "A";
    QTest::newRow("other ill-formed") << QByteArray(
                                             "\xF4\x91\x92\x93\xFF"
                                             "A\x80\xBF"
                                             "B")
                                      << bad.repeated(5) + "A" + bad.repeated(2) + "B";
    QTest::newRow("truncated") << QByteArray(
                                      "\xE1\x80\xE2\xF0\x91\x92\xF1\xBF"
                                      "A")
                               << bad.repeated(4) + "A";
    QTest::newRow("cut at the end") << QByteArray("a\xE2\x82") << "a" + bad;
    QTest::newRow("last character") << QByteArray("\xF4\x8F\xBF\xBF") << QByteArray("\xF4\x8F\xBF\xBF");
    QTest::newRow("latin-1") << QByteArray("caf\xE9 x") << "caf" + bad + " x";
    QTest::newRow("NULs go") << QByteArray("a\0\0b", 4) << QByteArray("ab");
  }
  void repairsUtf8() {
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, text);
    std::string out = ">";
    base::appendUtf8(bytes.toStdString(), out);
    QCOMPARE(QByteArray::fromStdString(out), ">" + text);
  }
};

QTEST_GUILESS_MAIN(TestResult)
#include "tst_result.moc"
