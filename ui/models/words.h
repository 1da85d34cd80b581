// SPDX-License-Identifier: Apache-2.0
// Short texts about a Run that several panes use. Times are UTC; launches count from 1 for people.
#pragma once

#include "core/model/run.h"

#include <QString>

#include <vector>

namespace lanescope::ui {

// "5, 7", "0–4, 6": sorted ranks with runs of three and more as ranges.
QString rankListText(const std::vector<model::Rank>& ranks);
// "ranks 5, 7", "rank 5", empty for none.
QString ranksText(const std::vector<model::Rank>& ranks);
// For a column: "19:38:40.900 Z", "19:38:42 – 49 Z", "19:38 – 20:08 Z"; empty where unknown.
QString columnTimeText(const model::When& when);
// "stamped", "bounded" ... ; empty where unknown.
QString basisText(const model::When& when);
// Half the width of what is not known: "± 3.5 s"; empty where exact or unbounded.
QString errorText(const model::When& when);
// The file's last component: "stderr.log". `columnSourceName` drops ".log" and ".txt".
QString sourceFileName(const model::Source& source);
QString columnSourceName(const model::Source& source);
// "stderr.log:199", with " rank 5" where the evidence says so.
QString evidenceText(const model::Run& run, const model::Evidence& evidence);
QString lineText(const model::Run& run, model::LineRef line);
QString roleText(model::Role role);  // "First failure", "Cascade" ...
QString launchOutcomeText(model::LaunchOutcome outcome);
// "rank 5 · launch 1", with ", attempt 2" where the launch had several.
QString laneText(const model::Run& run, model::LaneId lane);
// How it is known which rank a lane is: "the rank as its own lines state it".
QString rankBasisText(const model::Lane& lane);
// "4,812"
QString countText(std::uint64_t count);
// "1 source", "50 sources": `one` and `many` are translated, `many` holds %1.
QString countedText(std::uint64_t count, const QString& one, const QString& many);
// How long something took: "37 m 47 s", "34 m". Limits are durationText().
QString lengthText(double seconds);
// UTF-8 of core.
inline QString toQt(const std::string& utf8) { return QString::fromStdString(utf8); }

}  // namespace lanescope::ui
