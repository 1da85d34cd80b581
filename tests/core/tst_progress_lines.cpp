// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/progress_lines.h"
#include "tests/support/scanned.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::recognise;
using lanescope::test::qs;
using lanescope::test::scan;
using lanescope::test::scanLog;
using lanescope::test::scanRank;

namespace {

// "line iteration 5/50", "bar step 50/1000 epoch 3", empty where the line is none.
QString toText(const std::optional<ProgressLine>& progress) {
  if (!progress) return {};
  static const char* const kShapes[] = {"line", "bar", "bare"};
  QString text = QStringLiteral("%1 %2 %3").arg(QLatin1String(kShapes[static_cast<int>(progress->shape)]), QLatin1String(progress->iteration ? "iteration" : "step")).arg(progress->number);
  if (progress->total) text += QStringLiteral("/%1").arg(progress->total);
  if (progress->epoch >= 0) text += QStringLiteral(" epoch %1").arg(progress->epoch);
  return text;
}

// "<line>:<number>/<total>" of each fact.
QStringList factsOf(const SourceScan& scan) {
  QStringList out;
  for (std::size_t i = 0; i < scan.progress.size(); ++i) {
    const ProgressFact& fact = scan.progress[i];
    out << QStringLiteral("%1:%2/%3").arg(fact.line).arg(fact.number).arg(scan.progressSeries[fact.series].total);
  }
  return out;
}

const char* const kMegatron = " iteration        5/      50 | consumed samples:          160 | elapsed time per iteration (ms): 512.3 | lm loss: 1.05E+01 |";

}  // namespace

class TestProgressLines : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void lines_data();
  void lines();
  void wholeBars();
  void oneFactForEachIteration();
  void repaintedBars();
  void trainersBar();
  void writersApart();
  void digestedAndReadAgree();
  void cutAnywhere();
  void textBehindABar();
  void stampOfAnIteration();
};

void TestProgressLines::lines_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<QString>("expected");
  const auto row = [](const char* name, const char* line, const char* expected = "") { QTest::newRow(name) << QString::fromUtf8(line) << QString::fromUtf8(expected); };
  row("Megatron", kMegatron, "line iteration 5/50");
  row("Megatron, no end", " iteration      120/infinity | consumed samples: 3840 | elapsed time per iteration (ms): 12.1 |", "line iteration 120");
  row("Megatron, old", " iteration       10/  320000 | elapsed time per iteration (ms): 880.4 | learning rate 1.5E-04 | lm loss 9.1E+00 |", "line iteration 10/320000");
  row("NeMo", "Training epoch 0, iteration 17/99 | lr: 2.699e-06 | global_batch_size: 128 | global_step: 17 | reduced_train_loss: 11.03", "line iteration 17/99");
  row("torchtitan", "step: 10  loss:  4.1234  grad_norm:  0.9  memory: 40.12GiB(50.1%)  tps: 7,012  mfu: 41.20%", "line step 10");
  row("DeepSpeed", "step=10, skipped=0, lr=[3e-05], mom=[[0.9, 0.999]]", "line step 10");
  row("DeepSpeed, ranked", "[Rank 0] step=9700, skipped=3, lr=[3e-05]", "line step 9700");
  row("DeepSpeed pipeline", "steps: 10 loss: 0.0585 iter time (s): 0.186 samples/sec: 53.694", "line step 10");
  row("verl", "step:5 - global_seqlen/min:911 - actor/pg_loss:0.012 - timing_s/step:88.1", "line step 5");
  row("by hand", "rank 0 step 320/1770 loss 5.040", "line step 320/1770");
  row("by hand, with =", "rank=3 step=320 loss=5.040", "line step 320");
  row("by hand, of", "Step 12 of 400: train_loss 1.2", "line step 12/400");
  row("by hand, iter", "iter 120: loss 2.1043, time 40.12ms, mfu 32.10%", "line iteration 120");
  row("by hand, behind an epoch", "Epoch: [2][ 30/500] Step: [30/500] Loss 1.2", "line step 30/500");
  row("capital", "Iteration: 7, loss: nan", "line iteration 7");
  row("Lightning", "Epoch 3:   5%|\xE2\x96\x8C         | 50/1000 [00:21<06:39,  2.38it/s, v_num=4, train/loss=1.190]", "bar step 50/1000 epoch 3");
  row("slow bar", "Steps:   3%|\xE2\x96\x8E | 30/1000 [05:21<3:06:39, 11.4s/it, lr=0.0001, step_loss=0.1]", "bar step 30/1000");
  row("Training Progress", "Training Progress:  12%|#2        | 5/40 [10:01<1:10:00, 120.0s/it]", "bar step 5/40");
  row("no description", "  3%|\xE2\x96\x8E         | 12/400 [00:30<16:10,  2.50s/it]", "bare step 12/400");
  row("first paint", "Epoch 0:   0%|          | 0/311 [00:00<?, ?it/s]", "bar step 0/311 epoch 0");
  // Nothing of these is training.
  row("shards", "Loading checkpoint shards:  38%|###7      | 3/8 [00:32<00:54, 10.9s/it]");
  row("download", "model.safetensors:  12%|#2        | 512M/4.98G [00:12<01:40, 44.1MB/s]");
  row("map", "Map:  12%|#2        | 5000/40000 [00:01<00:07, 4500.00 examples/s]");
  row("validation bar", "Validation DataLoader 0:  50%|#####     | 5/10 [00:01<00:01,  4.1it/s]");
  row("sanity bar", "Sanity Checking DataLoader 0:  50%|#####     | 1/2 [00:00<00:00,  4.1it/s]");
  row("test bar", "Testing DataLoader 0: 100%|##########| 133/133 [00:07<00:00, 17.44it/s]");
  row("pytest", "tests/test_step.py::test_step[step 5-loss] PASSED                    [ 12%]");
  row("pytest loss", "tests/unit/test_loss.py::test_iter PASSED [ 12%]");
  row("Megatron validation", " validation loss at iteration 50 | lm loss value: 1.0E+01 | lm loss PPL: 2.2E+04 |");
  row("saving", "saving checkpoint at iteration      50 to /ckpt in torch_dist format, loss kept");
  row("loading", " loading checkpoint from /x at iteration 50 with loss scale 1.0");
  row("torchtitan validation", "validate step: 10  loss:  4.1  memory: 1.2GiB  tps: 7,012");
  row("nanogpt validation", "step:125/1770 val_loss:3.2811 train_time:40012ms");
  row("a number and no figure", "[engine] step 120 active 128 finished 16 paused 0");
  row("begin", "rank 2 step 0 begins");
  row("prose", "step 3 of the guide says how to load it");
  row("settings", "max_steps=1000, warmup steps: 100, loss=ce, lr=0.1");
  row("total", "Total steps = 9,288 | loss: ce");
  row("a thousands separator", "step 9,288 loss 1.0");
  row("a fraction", "step 1.5 loss 1.0");
  row("too large", "step 99999999999 loss 1.0");
  row("GitHub step", "##[group]Run step 3");
  row("ratio", "12/100 files copied, loss of precision possible");
  row("eval dict", "{'eval_loss': 1.2, 'eval_runtime': 3.1, 'epoch': 1.0}");
  row("empty", "");
}

void TestProgressLines::lines() {
  QFETCH(const QString, line);
  QFETCH(const QString, expected);
  QCOMPARE(toText(parseProgress(line.toStdString())), expected);
}

void TestProgressLines::wholeBars() {
  QVERIFY(isWholeBar("  3%|3         | 12/400 [00:30<16:10,  2.50s/it] "));
  QVERIFY(isWholeBar("Loading checkpoint shards:  38%|###7      | 3/8 [00:32<00:54, 10.9s/it]"));
  QVERIFY(!isWholeBar("  3%|3         | 12/400 [00:30<16:10,  2.50s/it]RuntimeError: no"));
  QVERIFY(!isWholeBar("step: 10  loss:  4.1234"));
  QVERIFY(isTrainerReport("{'loss': 0.2508, 'grad_norm': 0.27, 'learning_rate': 7.3e-06, 'epoch': 0.4}"));
  QVERIFY(!isTrainerReport("{'eval_loss': 0.2508, 'epoch': 0.4}"));
  QVERIFY(!isTrainerReport("{'loss': 0.2508}"));
}

void TestProgressLines::oneFactForEachIteration() {
  const SourceScan read = scanLog({"step 1/9 loss 3.0", "step 1/9 loss 3.0", "step 2/9 loss 2.9", "step 2/9 loss 2.9", "step 1/9 loss 3.1"});
  QCOMPARE(factsOf(read), QStringList({"1:1/9", "3:2/9", "5:1/9"}));
  QCOMPARE(read.progressSeries.size(), 1u);
}

// One physical line that was painted again and again has one place, and so one fact: the last.
void TestProgressLines::repaintedBars() {
  std::string line;
  for (int i = 0; i <= 5'000; ++i) line += "\rEpoch 2:   5%|#    | " + std::to_string(i) + "/9000 [00:21<06:39,  2.38it/s]";
  line += "\rValidation DataLoader 0:  50%|#####     | 5/10 [00:01<00:01,  4.1it/s]\n";
  const SourceScan read = scan(line + "done\n", {true, 0, 1});
  QCOMPARE(factsOf(read), QStringList({"1:5000/9000"}));
  QCOMPARE(read.progressSeries[0].epoch, 2);
}

// A bar without a description is the training's where the trainer's report stands between its paints; the evaluation's is not.
void TestProgressLines::trainersBar() {
  const char* const kBar1 = "  1%|1         | 1/400 [00:02<16:10,  2.50s/it]";
  const char* const kBar2 = "  2%|2         | 2/400 [00:05<16:10,  2.50s/it]";
  const char* const kBar3 = "  3%|3         | 3/400 [00:07<16:10,  2.50s/it]";
  const char* const kEvaluation = " 50%|#####     | 20/40 [00:01<00:01,  14.1it/s]";
  const char* const kReport = "{'loss': 0.25, 'grad_norm': 0.2, 'epoch': 0.01}";
  QCOMPARE(factsOf(scanRank({kBar1, kEvaluation, kBar2})), QStringList());
  QCOMPARE(factsOf(scanRank({kBar1, kBar2, kReport, kEvaluation, kBar3})), QStringList({"3:2/400", "5:3/400"}));
}

void TestProgressLines::writersApart() {
  const SourceScan read = scanLog({"[default0]:step 1 loss 3.0", "[default1]:step 1 loss 3.0", "[default0]:step 2 loss 2.9", "[default1]:step 1 loss 3.0"});
  QCOMPARE(factsOf(read), QStringList({"1:1/0", "2:1/0", "3:2/0"}));
  QCOMPARE(read.writers[read.progressSeries[0].writer].key.local, 0);
  QCOMPARE(read.writers[read.progressSeries[1].writer].key.local, 1);
}

// A line that is nothing but progress is digested by the first pass; behind a traceback that is still open it is read like any other.
void TestProgressLines::digestedAndReadAgree() {
  const std::string stamped = std::string("2026-01-02T03:04:05.1234567Z \x1b[32mtask-1/0\x1b[0m [default7]:") + kMegatron;
  const SourceScan digested = scan(stamped + "\n");
  const SourceScan after = scan("2026-01-02T03:04:05.1234567Z \x1b[32mtask-1/0\x1b[0m [default7]:Traceback (most recent call last):\n" + stamped + "\n");
  QCOMPARE(factsOf(digested), QStringList({"1:5/50"}));
  QCOMPARE(digested.writers[digested.progressSeries[0].writer].key.local, 7);
  QCOMPARE(digested.writers[digested.progressSeries[0].writer].key.node, 0);
  QCOMPARE(factsOf(after), QStringList({"2:5/50"}));
  // A word of a signature in it: read whole, and both are found.
  const SourceScan both = scanRank({" iteration        5/      50 | elapsed time per iteration (ms): 512.3 | found NaN in local grad norm for bucket #1"});
  QCOMPARE(both.progress.size(), 1u);
  QCOMPARE(both.failures.size(), 1u);
}

void TestProgressLines::cutAnywhere() {
  std::string log;
  for (int i = 1; i < 200; ++i) {
    log += "[default" + std::to_string(i % 3) + "]: iteration " + std::to_string(i / 6) + "/ 99 | consumed samples: 1 | elapsed time per iteration (ms): 5.0 |\n";
    if (i % 50 == 0) log += "Epoch 1:  5%|#  | 1/90 [00:21<06:39,  2.3it/s]\rEpoch 1:  5%|#  | " + std::to_string(i / 50) + "/90 [00:21<06:39,  2.3it/s]\n";
  }
  const QStringList whole = factsOf(scan(log));
  QVERIFY(whole.size() > 90);
  for (const std::uint64_t itemBytes : {1u, 100u, 4096u}) {
    for (const unsigned workers : {1u, 2u}) QCOMPARE(factsOf(scan(log, {false, itemBytes, workers})), whole);
  }
}

void TestProgressLines::textBehindABar() {
  const SourceScan read = scanRank({"Epoch 1:  5%|#  | 7/90 [00:21<06:39,  2.3it/s]torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB."});
  QCOMPARE(factsOf(read), QStringList({"1:7/90"}));
  QCOMPARE(read.failures.size(), 1u);
}

// Megatron prints a blank before the time.
void TestProgressLines::stampOfAnIteration() {
  const std::string line = " [2026-01-02 03:04:05.123456]" + std::string(kMegatron);
  for (const std::string& prefix : {std::string(), std::string("[default7]:")}) {
    const SourceScan read = scan(prefix + line + "\n");
    QCOMPARE(factsOf(read), QStringList({"1:5/50"}));
    QCOMPARE(read.stampedLines, 1u);
    QCOMPARE(read.firstStampNs / 1'000'000, test::ns("2026-01-02T03:04:05.123Z") / 1'000'000);
  }
  QCOMPARE(scan(" [5] iteration 5/ 50 | lm loss: 1.0\n").stampedLines, 0u);
}

QTEST_APPLESS_MAIN(TestProgressLines)
#include "tst_progress_lines.moc"
