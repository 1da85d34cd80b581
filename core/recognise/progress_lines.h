// SPDX-License-Identifier: Apache-2.0
// How far a training loop has come, as its own lines say. Read in the sources of, or in public logs of:
//   Megatron-LM training.py    " [2026-01-02 03:04:05.123456] iteration        5/      50 | consumed samples: .. | elapsed time per iteration (ms): .."
//   NeMo 2                     "Training epoch 0, iteration 17/99 | lr: .. | global_step: 17 | reduced_train_loss: .."
//   torchtitan metrics.py      "step: 10  loss:  4.1234  grad_norm: .."
//   DeepSpeed engine.py        "step=10, skipped=0, lr=[..]" and "steps: 10 loss: 0.0585 iter time (s): 0.186 samples/sec: .."
//   verl tracking.py           "step:5 - actor/pg_loss:0.01 - .."
//   tqdm                       "Epoch 3:   5%|#    | 50/1000 [00:21<06:39,  2.38it/s, loss=1.19]" (Lightning, diffusers, verl), and
//                              the same without a description (transformers' Trainer)
//   hand-written loops         "rank 0 step 320/1770 loss 5.040", "iter 120: loss 2.1, time 40 ms"
// Evaluation, loading, saving, downloads and warm-up settings are no progress, and a number without any figure of training behind it is none.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lanescope::recognise {

enum class ProgressShape : std::uint8_t {
  line,          // a log line for each iteration
  bar,           // a bar whose description says that it is of the training
  bareBar,       // a bar without a description: it may be anything's (see isTrainerReport)
};

struct ProgressLine {
  ProgressShape shape = ProgressShape::line;
  bool iteration = false;                        // the line calls it an iteration, else a step
  std::uint32_t number = 0;                      // as printed: of a bar with an epoch, within that epoch
  std::uint32_t total = 0;                       // as printed, 0: the line does not say
  std::int32_t epoch = -1;                       // as printed, where `number` counts within it; else -1
  std::int32_t rank = -1;                        // "rank 3 step 30 loss ..": the global rank that the line names, else -1
};

// `message`: a line, or one segment of a line that is painted again and again, its heads peeled. Looks at its first bytes only.
std::optional<ProgressLine> parseProgress(std::string_view message) noexcept;

// Whether `text` is a bar and nothing more: nothing that a process printed behind it.
bool isWholeBar(std::string_view text) noexcept;

// "{'loss': 0.2508, 'grad_norm': .., 'epoch': 0.4}", which transformers' Trainer prints between two paints of its bar: the bare bar
// of this writer is the training's.
bool isTrainerReport(std::string_view message) noexcept;

}  // namespace lanescope::recognise
