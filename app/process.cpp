// SPDX-License-Identifier: Apache-2.0
#include "app/process.h"

#include <clocale>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace lanescope::app {

void startProcess() {
  // Else libarchive cannot give UTF-8 member names. Numbers and times stay in the C locale.
  std::setlocale(LC_CTYPE, "C.UTF-8");
#ifdef __GLIBC__
  // Large buffers always come from the system and go back to it. Left alone, glibc raises this limit with each one that is freed, and
  // keeps the columns and rows of a reading that is over beside those of the model: a seventh more at the peak.
  constexpr int kLargeBytes = 128 << 10;
  mallopt(M_MMAP_THRESHOLD, kLargeBytes);
#endif
}

}  // namespace lanescope::app
