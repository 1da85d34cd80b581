// SPDX-License-Identifier: Apache-2.0
// Finds the lines of a block that hold any of a set of literals. One small interface; the engine behind it is vectorscan's
// literal matcher, with a portable fallback where it cannot start (tested to give the same answer).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::recognise {

// Immutable after construction; any number of threads may scan, each with a Scanner of its own.
class Prefilter {
 public:
  enum class Engine { best, portable };
  // Case sensitive, bytes. Empty literals are ignored.
  explicit Prefilter(std::vector<std::string> literals, Engine engine = Engine::best);
  ~Prefilter();
  Prefilter(const Prefilter&) = delete;
  Prefilter& operator=(const Prefilter&) = delete;

 private:
  struct Impl;

 public:
  // State of one thread. Must not outlive its filter.
  class Scanner {
   public:
    explicit Scanner(const Prefilter& filter);
    ~Scanner();
    Scanner(const Scanner&) = delete;
    Scanner& operator=(const Scanner&) = delete;
    // Sets `hitEnds` to the offsets just behind the occurrences in `block`, ascending, each once (several literals may end
    // at the same place; occurrences of one literal may overlap). `block` is at most 4 GiB - 1.
    void scan(std::string_view block, std::vector<std::uint32_t>& hitEnds);

   private:
    const Prefilter::Impl& m_filter;
    void* m_scratch = nullptr;
  };

 private:
  std::unique_ptr<Impl> m_impl;
};

}  // namespace lanescope::recognise
