// SPDX-License-Identifier: Apache-2.0
// Lines with which a program says that its work is done.
#pragma once

#include <cstdint>
#include <string_view>

namespace lanescope::recognise {

enum class Closing : std::uint8_t {
  none,
  own,                                           // the writer says that it is done: "rank 3 done", "[rank0] Finished."
  job                                            // the training says so of itself: "Training time 2:11:41", "Training completed."
};

// What the line says, with or without its prefixes. Known forms: the closing lines of the reference training scripts of torchvision,
// DETR and MAE ("Training time 1:02:03"), transformers ("Training completed.", "{'train_runtime': ..."), Lightning ("`Trainer.fit`
// stopped: `max_steps=100` reached."), Megatron ("[after training is done]", "[exiting program at iteration 100]").
Closing closingOf(std::string_view line) noexcept;

}  // namespace lanescope::recognise
