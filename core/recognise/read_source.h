// SPDX-License-Identifier: Apache-2.0
// Both passes over one or many sources.
#pragma once

#include "core/base/progress.h"
#include "core/input/byte_source.h"
#include "core/recognise/signature.h"
#include "core/recognise/source_scan.h"
#include "core/recognise/time_context.h"

#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

namespace lanescope::recognise {

class Prefilter;
struct Slot;

// What a glance at the first and last bytes of a source tells: about its clock, and what kind of lines it holds.
struct Glance {
  TimeEvidence time;
  std::uint32_t lines = 0;                       // with something in them, looked at
  std::uint32_t ciLines = 0, ncclLines = 0;      // of those, with a CI runner's stamp; with an NCCL head
  bool ofSeveral = false;                        // shows lines of several ranks, or a launcher's
  std::int32_t rank = -1;                        // the last [rankN]: seen
  std::array<std::uint32_t, static_cast<std::size_t>(LayerKind::count_)> layerLines{};   // whose line start has each layer
  LineForm form;
};
Glance glanceAt(const input::ByteSource& source);

// Everything that is the same for all sources of a run.
class SourceReader {
 public:
  SourceReader(const SignatureSet& signatures, std::uint64_t itemBytes);
  ~SourceReader();

  // Reads a source on the calling thread, or with `workers` threads where it is large. The result does not depend on it. `form` is what
  // a glance says.
  SourceScan read(const input::ByteSource& source, const TimeContext& context, bool singleWriter, const LineForm& form, unsigned workers,
                  base::Progress& progress, std::stop_token stop) const;
  // Compiles the fast engine of the first pass: worth it where there is much to read. On any thread, once; reads may be under way.
  void speedUp();

 private:
  const SignatureSet* m_signatures;
  std::uint64_t m_itemBytes;
  std::unique_ptr<Prefilter> m_prefilter;
  // What each source leaves to the next ones.
  std::unique_ptr<Slot> takeSlot() const;
  void giveBack(std::unique_ptr<Slot> slot) const;
  mutable std::mutex m_mutex;                    // guards m_slots
  mutable std::vector<std::unique_ptr<Slot>> m_slots;
  std::shared_ptr<text::SharedStrings> m_names = std::make_shared<text::SharedStrings>();
};

}  // namespace lanescope::recognise
