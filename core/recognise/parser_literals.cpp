// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/parser_literals.h"

namespace lanescope::recognise {

const std::vector<std::string>& parserLiterals() {
  static const std::vector<std::string> kLiterals = {
      // pytest
      ".py::", "PASSED", "FAILED", "SKIPPED", "ERROR", "XFAIL", "XPASS", "RERUN", "SUBPASS", "SUBFAIL", "SUBSKIP", "=====", "_____", "!!!!!", "collected ",
      "-- Python ", ".py .", ".py F", ".py E", ".py s", ".py x", ".py X", ".py R",
      "gw0 [", " workers [", " worker [", " passed in ", " failed in ", " passed, ", "no tests ran in ", "INTERNALERROR>", "++ Timeout ++",
      // unittest
      " ... ok", " ... FAIL", " ... skipped ", " ... expected failure", " ... unexpected success", " tests in ", "Ran 1 test in ",
      // GoogleTest, absl
      "[ RUN      ]", "[       OK ]", "[  FAILED  ]", "[  SKIPPED ]", "[  PASSED  ]", "[==========]", ": Failure",
      // Python
      "Traceback (most recent call last)",
      // stacks
      "Fatal Python error: ", "Timeout (", "(most recent call first)", "Process ",
      // launchers and the shell around them
      "torch/distributed/elastic", "torch/distributed/run.py", "torch/distributed/launcher", "torch.distributed.elastic", "torch.distributed.run", "torch.distributed.launch", "torchrun",
      "ft_launcher", "deepspeed.launcher.launch", "] exits with return code = ", "noticed that process rank ", "MPI_ABORT was invoked on rank ", "Process name: [[", "Exit code: ", "srun: error: ", "+ rc=", "+ ret=", "+ status=", "+ code=", "+ exit_code=", "+ EXIT_CODE=", "+ RC=", "Failures:", "Root Cause (first",
      // CI runners and wrappers
      "##[", "::group::", "section_start:", "section_end:", "Runner name: ", "Complete job name", "node_name=", "HEAD is now at", "ref: ", "exit_code=",
      "Pulling from", "Digest: sha256", "Status: Downloaded", "Status: Image", "Entering Experiment", "Detected flaky",
      "Job failed with", "Job succeeded", " test suite", "log excerpt", "\xE2\x94\x80\xE2\x94\x80\xE2\x94\x80\xE2\x94\x80\xE2\x94\x80",
      "has been successfully uploaded", "Cleaning up orphan",
      // how far the training is
      "elapsed time per iteration", "{'loss': ", "it/s]", "it/s,", "s/it]", "s/it,", "tep:", "tep=", "teps: ", "teration: ", "teration=", "iter: ", "iter=",
      "tep 0", "tep 1", "tep 2", "tep 3", "tep 4", "tep 5", "tep 6", "tep 7", "tep 8", "tep 9", "iter 0", "iter 1", "iter 2", "iter 3", "iter 4",
      "iter 5", "iter 6", "iter 7", "iter 8", "iter 9", "teration 0", "teration 1", "teration 2", "teration 3", "teration 4", "teration 5",
      "teration 6", "teration 7", "teration 8", "teration 9",
      // which process is which rank
      "- Init START", "- Init COMPLETE", "- Destroy COMPLETE", "- Abort COMPLETE"};
  return kLiterals;
}

}  // namespace lanescope::recognise
