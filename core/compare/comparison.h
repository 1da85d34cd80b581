// SPDX-License-Identifier: Apache-2.0
// What differs between a run and the baselines it is compared with: plain data, made once by compare() and shared like a Run.
// Evidence "of the run" names sources of the run, evidence "of the baseline" those of the baseline that stands beside it (see
// Message::baseline). Sentences say what is observed; with one baseline they say so.
#pragma once

#include "core/model/run.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lanescope::compare {

enum class PhaseKind : std::uint8_t { step, launch, attempt, session, test, iteration, teardown };
const char* toString(PhaseKind kind) noexcept;

// A part of a run that may have a counterpart in another.
struct Phase {
  PhaseKind kind = PhaseKind::step;
  std::string key;                               // the same in every run of the job: "production", "tests/a.py::test_x", "iteration 50"
  model::When start, end;
  std::optional<std::uint32_t> launch, attempt;
};
// The phases of a run: by launch and attempt, each with its sessions, tests and iterations behind it; the steps of the CI first.
using Spine = std::vector<Phase>;

enum class Match : std::uint8_t { equal, sequence, onlyInRun, onlyInBaseline };
const char* toString(Match match) noexcept;

struct PhasePair {
  Match match = Match::equal;
  std::optional<std::uint32_t> run, baseline;    // indices into the spines
};

struct Alignment {
  Spine run, baseline;
  std::vector<PhasePair> pairs;                  // in the order of the run; what only the baseline has stands where it would be
  // Where the two clocks are laid over each other: the start of the phase of the divergence, else of the first pair that has times.
  std::optional<std::uint32_t> anchor;           // index into pairs
  std::optional<double> offsetSeconds;           // baseline's time + this = run's time, at the anchor
};

// A line and what stands in it.
struct Place {
  model::LineRef line;
  std::optional<model::Rank> rank;               // of its writer
};

enum class MessageKind : std::uint8_t { onlyInRun, onlyInBaseline, count, ranks, value, order };
const char* toString(MessageKind kind) noexcept;

// Why a row stands at the end of the list, folded.
enum class Fold : std::uint8_t { none, afterFailure, teardown, notReached, ignored };
const char* toString(Fold fold) noexcept;        // "", after-failure, teardown, not-reached, ignored

struct Value { std::string run, baseline; };

// One difference in what is printed. Lines that stand beside each other and have no counterpart are one row.
struct Message {
  std::string id;                                // "m1" ..., in order of relevance
  MessageKind kind = MessageKind::onlyInRun;
  std::string text;                              // the template: what varies anyway is masked
  std::uint64_t hash = 0;                        // of the template (mask.h)
  std::vector<Value> values;                     // value, ranks, order: what stands there in either
  std::vector<model::Rank> ranksRun, ranksBaseline;   // who printed it, where ranks can be told
  std::vector<model::Rank> missingOn;            // ranks: printed by them in the baseline, and by their peers in the run
  std::uint64_t countRun = 0, countBaseline = 0;
  model::When firstTime;                         // in the run; of what is only in the baseline: in the baseline
  std::optional<std::uint32_t> launch, attempt;  // of the run; of what is only in the baseline: of the baseline
  std::string phase;                             // "production, tests/a.py::test_x", empty where not known
  std::uint32_t baseline = 0;                    // index into Comparison::baselines whose lines are shown
  std::uint32_t finding = 0xFFFFFFFF;            // of the run that states the same line
  std::uint32_t lines = 1;                       // templates of the block, this one included
  bool weak = false;                             // the baselines differ among themselves here
  bool few = false;                              // on at most half of the ranks that could have printed it
  Fold fold = Fold::none;
  model::LineClass lineClass = model::LineClass::plain;   // of the line to show
  std::vector<Place> inRun, inBaseline;          // the line to show first, then one for each rank; at most kMostPlaces
};
inline constexpr std::size_t kMostPlaces = 8;

enum class TestState : std::uint8_t { same, broken, fixed, added, gone, other };   // other: skipped in one, failed in both but otherwise
struct TestDifference {
  std::string id;
  model::TestOutcome run = model::TestOutcome::absent, baseline = model::TestOutcome::absent;
  std::vector<model::Rank> ranks;                // on which the outcome differs
  std::optional<double> secondsRun, secondsBaseline;
  std::optional<std::uint32_t> launch;           // of the run
  TestState state = TestState::other;
  bool weak = false, ignored = false;
};

struct DurationDifference {
  std::string phase;
  PhaseKind kind = PhaseKind::step;
  double runSeconds = 0, baselineSeconds = 0;    // of the first baseline
};

struct EndDifference {
  std::vector<model::Rank> ranks;
  std::uint32_t launch = 0, attempt = 0;         // of the run
  model::LaneEnd run, baseline;
};

// `run` or `baseline` is nullopt where that log does not say.
struct EnvironmentDifference { std::string key; std::optional<std::string> run, baseline; };

// What one of the two did not do at all, or never reached; its lines are not compared.
struct Block {
  bool inRun = false;                            // only in the run; else only in the baseline
  std::string phase, reason;                     // a sentence
  std::uint64_t lines = 0, templates = 0, tests = 0;
};

struct FileDifference { std::string path; bool inRun = false, ignored = false; };

struct ChangedFile { std::string path, status; bool inStack = false, inTest = false; };   // status: added|modified|deleted|renamed|..
struct Changes {
  std::string repository, from, to, statement;
  std::vector<ChangedFile> files;                // those of the failure's stack and of the failing test first
};

struct IgnoredRule { std::string rule; std::uint64_t count = 0; };

struct BaselineInfo {
  std::string id, name;
  model::RunOutcome outcome = model::RunOutcome::unknown;
  std::string notes;                             // what makes it a poor one: another suite, not passed; a sentence
};

enum class DivergenceKind : std::uint8_t { message, test, order, duration, end, environment };
const char* toString(DivergenceKind kind) noexcept;
struct Divergence {
  DivergenceKind kind = DivergenceKind::message;
  std::uint32_t index = 0;                       // in the list of its kind; order: in messages
  std::string phase, text;                       // text: one sentence
  std::optional<std::uint32_t> launch, attempt;
  std::vector<model::Rank> ranks;
  model::When time;
  std::optional<Place> inRun, inBaseline;
};

struct Compared {
  std::uint64_t linesRun = 0, linesBaseline = 0; // of the first baseline
  std::uint64_t templates = 0;                   // of all runs together
  std::uint64_t ignored = 0;                     // differences that rules leave out
  std::uint64_t notKept = 0;                     // lines beyond the bound on templates: not compared
};

struct Comparison {
  bool partial = false;                          // a preview: no line has been compared yet, so that `messages` says nothing
  std::vector<BaselineInfo> baselines;
  model::RunOutcome outcomeRun = model::RunOutcome::unknown, outcomeBaseline = model::RunOutcome::unknown;
  Alignment alignment;                           // with the first baseline
  std::optional<Divergence> divergence;
  std::vector<Message> messages;                 // in order of relevance
  std::vector<TestDifference> tests;
  std::vector<DurationDifference> durations;     // the largest first
  std::vector<EndDifference> ends;
  std::vector<EnvironmentDifference> environment;
  std::vector<Block> blocks;
  std::optional<Changes> changes;
  std::vector<FileDifference> files;
  std::vector<IgnoredRule> ignoredRules;
  Compared compared;
  std::vector<std::string> notes;                // sentences: one baseline, other ranks read, damaged files

  // Whether messages, tests or ends differ, without what is ignored or weak.
  bool differs() const noexcept;
};

}  // namespace lanescope::compare
