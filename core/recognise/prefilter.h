// SPDX-License-Identifier: Apache-2.0
// Finds the lines of a block that hold any of a set of literals. One small interface over two engines that give the same answer
// (tested): an automaton that is ready at once, and vectorscan's literal matcher, five times as fast once it has been compiled, which
// takes as long as the automaton needs for tens of megabytes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::recognise {

// Any number of threads may scan, each with a Scanner of its own.
class Prefilter {
 public:
  // Case sensitive, bytes. Empty literals are ignored.
  explicit Prefilter(std::vector<std::string> literals);
  ~Prefilter();
  Prefilter(const Prefilter&) = delete;
  Prefilter& operator=(const Prefilter&) = delete;

  // Compiles the fast engine; scanners use it from their next block on, those at work on other threads too. Nothing happens where
  // it cannot run. Once, on any thread.
  void speedUp();
  bool isFast() const noexcept;

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
    void* m_scratch = nullptr;                   // of the fast engine, from its first block on
  };

 private:
  std::unique_ptr<Impl> m_impl;
};

}  // namespace lanescope::recognise
