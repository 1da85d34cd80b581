// SPDX-License-Identifier: Apache-2.0
// Finds the lines of a block that hold any of a set of literals. One small interface; the engine behind it is vectorscan's
// literal matcher, with a portable fallback where it cannot start (tested to give the same answer).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::recognise {

class Prefilter {
 public:
  enum class Engine { best, portable };
  explicit Prefilter(std::vector<std::string> literals, Engine engine = Engine::best);
  ~Prefilter();
  Prefilter(const Prefilter&) = delete;
  Prefilter& operator=(const Prefilter&) = delete;

  // State of one thread.
  class Scanner {
   public:
    explicit Scanner(const Prefilter& filter);
    ~Scanner();
    Scanner(const Scanner&) = delete;
    Scanner& operator=(const Scanner&) = delete;
    // Calls `hit(end)` with the offset just behind each occurrence in `block` (several literals may end at the same
    // place; occurrences of one literal may overlap). Offsets do not decrease. Case sensitive, bytes.
    void scan(std::string_view block, std::vector<std::uint32_t>& hitEnds);

   private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
  };

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace lanescope::recognise
