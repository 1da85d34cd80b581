// SPDX-License-Identifier: Apache-2.0
// From scanned sources to a frozen Run.
#pragma once

#include "core/input/input_set.h"
#include "core/model/draft.h"

#include <memory>
#include <vector>

namespace lanescope::session {

// A member that has been read.
struct ReadMember {
  model::SourceSettings settings;
  const input::Member* member = nullptr;
  model::PathLayout path;
  recognise::Glance glance;
  recognise::TimeContext context;
  std::shared_ptr<const recognise::SourceScan> scan;     // its line columns moved to `text`, its tests to `tests`
  std::shared_ptr<base::BlockList<recognise::TestRow>> tests;
  std::shared_ptr<const model::SourceText> text;
};

// What holds for all of them.
struct RunFacts {
  const recognise::SignatureSet& signatures;
  const model::Overrides& overrides;
  const model::Notes& notes;
  const std::optional<base::Error>& sideFileError;
};

// `complete`: everything was read. Otherwise the Run has sources, lanes, tests and events, and no findings or verdict.
std::shared_ptr<model::Run> buildRun(const input::InputSet& inputs, const std::vector<ReadMember>& members,
                                           const RunFacts& facts, bool complete);

}  // namespace lanescope::session
