// SPDX-License-Identifier: Apache-2.0
// Which lines say that the work is done, and which only say that a step of it is.
#include "core/recognise/closing_line.h"

#include <QtTest>

using lanescope::recognise::Closing;
using lanescope::recognise::closingOf;

class TestClosingLine : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void lines_data();
  void lines();
};

void TestClosingLine::lines_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<int>("closing");
  const auto add = [](const char* line, Closing closing) { QTest::newRow(line) << QString::fromLatin1(line) << static_cast<int>(closing); };
  add("Training time 2:11:41", Closing::job);
  add("[default0]:Training time 0:03:09", Closing::job);
  add("[rank0]: {'train_runtime': 52.1, 'train_samples_per_second': 19.2, 'epoch': 1.0}", Closing::job);
  add("`Trainer.fit` stopped: `max_steps=100` reached.", Closing::job);
  add("[after training is done] datetime: 2026-03-01 10:11:12 ", Closing::job);
  add("2026-03-01 10:11:12 INFO training finished successfully", Closing::job);
  add("Pretraining has completed.", Closing::job);
  add("[2026-03-01 10:11:12] rank3 done", Closing::own);
  add("rank 12: finished", Closing::own);
  add("[rank0] done.", Closing::own);
  add("Done!", Closing::own);
  add("", Closing::none);
  add("loading weights done", Closing::none);
  add("compilation finished", Closing::none);
  add("Training time is limited", Closing::none);
  add("training of the tokenizer", Closing::none);
  add("saving checkpoint at iteration 100 to /ckpt ... done", Closing::none);
  add("step 3 done", Closing::none);
  add("not done yet", Closing::none);
}

void TestClosingLine::lines() {
  QFETCH(QString, line);
  QFETCH(int, closing);
  QCOMPARE(static_cast<int>(closingOf(line.toStdString())), closing);
}

QTEST_APPLESS_MAIN(TestClosingLine)
#include "tst_closing_line.moc"
