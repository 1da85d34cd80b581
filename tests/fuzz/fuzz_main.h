// SPDX-License-Identifier: Apache-2.0
// The main of a fuzz target. A target is one file that includes this once and defines the two functions below; it fails by
// aborting (FUZZ_CHECK) or by what a sanitizer finds.
//
// Under clang with LANESCOPE_FUZZ the target is a libFuzzer one. Otherwise it has a plain main that runs the seeds, then
// mutations of them for two seconds (or as many as the argument says); a file as argument is run alone. The input that
// aborts is left in fuzz-crash.bin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

// Well-formed inputs to begin with.
std::vector<std::string> fuzzSeeds();
// Must cope with any bytes.
void fuzzOne(std::string_view bytes);

#define FUZZ_CHECK(condition)                                                            \
  do {                                                                                   \
    if (!(condition)) {                                                                  \
      std::fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                      \
    }                                                                                    \
  } while (false)

#ifdef LANESCOPE_LIBFUZZER

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzzOne({reinterpret_cast<const char*>(data), size});
  return 0;
}

#else

#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <random>

namespace lanescope::fuzz {

inline std::string_view runningInput;

extern "C" inline void saveRunningInput(int signal) {
  const int file = ::open("fuzz-crash.bin", O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file >= 0) {
    static_cast<void>(!::write(file, runningInput.data(), runningInput.size()));
    ::close(file);
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

inline void run(std::string_view bytes) {
  runningInput = bytes;
  fuzzOne(bytes);
}

// A few small changes: bytes set, pieces removed, doubled, taken from another seed.
inline std::string mutate(std::string bytes, const std::vector<std::string>& seeds, std::mt19937_64& random) {
  const auto below = [&](std::size_t limit) { return limit == 0 ? 0 : static_cast<std::size_t>(random() % limit); };
  for (std::size_t changes = 1 + below(4); changes > 0; --changes) {
    const std::size_t at = below(bytes.size() + 1);
    const std::size_t length = below(std::min<std::size_t>(bytes.size() - at, 64) + 1);
    switch (below(6)) {
      case 0:
        bytes.insert(at, 1, static_cast<char>(random()));
        break;
      case 1:
        bytes.erase(at, length);
        break;
      case 2:
        bytes.insert(at, std::string(bytes, at, length));
        break;
      case 3:
        bytes.resize(at);
        break;
      case 4: {
        const std::string& other = seeds[below(seeds.size())];
        const std::size_t from = below(other.size() + 1);
        bytes.replace(at, length, other, from, below(64));
        break;
      }
      default:
        if (at < bytes.size()) bytes[at] = "\0\xFF\x7F\x80\n\r\x1B[9"[below(9)];
    }
  }
  return bytes;
}

}  // namespace lanescope::fuzz

int main(int count, char** arguments) {
  using namespace lanescope::fuzz;
  for (const int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGBUS}) std::signal(signal, saveRunningInput);

  double seconds = 2;
  if (count > 1) {
    if (std::ifstream file(arguments[1], std::ios::binary); file) {
      run(std::string(std::istreambuf_iterator<char>(file), {}));
      return 0;
    }
    seconds = std::strtod(arguments[1], nullptr);
  }
  const std::vector<std::string> seeds = fuzzSeeds();
  for (const std::string& seed : seeds) run(seed);
  std::mt19937_64 random(20260102);
  std::size_t runs = 0;
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  for (; std::chrono::steady_clock::now() < end; ++runs) {
    run(mutate(seeds[random() % seeds.size()], seeds, random));
  }
  std::printf("%zu seeds, %zu mutations\n", seeds.size(), runs);
  return 0;
}

#endif
