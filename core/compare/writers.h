// SPDX-License-Identifier: Apache-2.0
// Who wrote a message: a rank in an attempt of a launch, a launcher, or the job.
#pragma once

#include "core/model/run.h"
#include "core/recognise/writer_tags.h"

#include <map>
#include <tuple>

namespace lanescope::compare {

// Lanes count first, then the launches (what a launcher prints itself), then the job.
using Owner = std::uint32_t;

class Owners {
 public:
  explicit Owners(const model::Run& run) : m_lanes(static_cast<Owner>(run.lanes.size())), m_launches(static_cast<Owner>(run.launches.size())) {}
  Owner launcher(std::uint32_t launch) const noexcept { return m_lanes + launch; }
  Owner job() const noexcept { return m_lanes + m_launches; }
  Owner count() const noexcept { return job() + 1; }
  bool isLane(Owner owner) const noexcept { return owner < m_lanes; }
  // nullopt: the job.
  std::optional<std::uint32_t> launchOf(const model::Run& run, Owner owner) const noexcept {
    if (isLane(owner)) return run.lanes[owner].launch;
    return owner < job() ? std::optional<std::uint32_t>(owner - m_lanes) : std::nullopt;
  }

 private:
  Owner m_lanes, m_launches;
};

// Of one source; one for each thread.
class WriterFinder {
 public:
  struct Writer {
    Owner owner = 0;
    bool copy = false;                           // the rank's own file has the line too
  };

  WriterFinder(const model::Run& run, model::SourceId source);
  // `ncclPid`: of an NCCL head, -1 where there is none. `teeOfLine`: of the last tee header in the line.
  Writer of(std::uint32_t line, const recognise::WriterTags& tags, std::int32_t ncclPid, std::int32_t teeOfLine);

 private:
  Writer usual(const model::Stretch& stretch, std::uint32_t line, const recognise::WriterTags& tags, std::int32_t teeOfLine);
  Writer find(const model::Stretch& stretch, std::uint32_t line, const recognise::WriterTags& tags, std::int32_t teeOfLine);
  const model::Stretch* stretchAt(std::uint32_t line) const noexcept;
  Writer lane(std::optional<model::LaneId> lane, Owner otherwise) const noexcept;
  std::int32_t originOf(const recognise::WriterTags& tags);
  void knowPids();

  const model::Run& m_run;
  const model::Source& m_source;
  Owners m_owners;
  std::optional<Owner> m_only;                   // a rank's own file
  std::map<std::int32_t, Owner> m_laneOfPid;     // of pids that one lane alone has; made when first needed
  std::map<std::tuple<const model::Stretch*, std::uint32_t, std::int32_t, std::int32_t, std::int32_t, std::int32_t>, Writer> m_known;
  std::string m_origin;
  // Ranks behind a tee on one node, the usual case, without a look-up.
  static constexpr std::int32_t kUsual = 4'096;
  const model::Stretch* m_stretch = nullptr;     // of m_usual
  std::vector<std::optional<Writer>> m_usual;    // by (local rank + 1) * 2 + node + 1
};

}  // namespace lanescope::compare
