// SPDX-License-Identifier: Apache-2.0
#include "core/compare/compare.h"

#include "core/base/counted.h"
#include "core/clock/line_time.h"
#include "core/compare/changes.h"
#include "core/compare/divergence.h"
#include "core/compare/facts.h"
#include "core/compare/find_order.h"
#include "core/compare/message_reader.h"
#include "core/compare/relevance.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::compare {
namespace {

constexpr std::size_t kMostMessages = 2'000;
// Below, the baseline is another job's.
constexpr double kLeastCommon = 0.3;
constexpr std::size_t kLeastJudged = 20;         // templates or tests

Side sideOf(const model::Run& run, const RunNames& names, const Options& options, base::Progress& progress, const std::stop_token& stop) {
  Side side;
  side.run = &run;
  for (const model::Lane& lane : run.lanes) side.rankOfLane.push_back(lane.rank);
  side.names = names;
  side.digest = digestOf(run, side.names, options.threads, progress, stop);
  return side;
}

class Comparer {
 public:
  Comparer(const model::Run& run, const std::vector<const model::Run*>& baselines, const Options& options) : m_run(run), m_baselines(baselines), m_options(options) {}

  base::Result<std::shared_ptr<const Comparison>> compare(base::Progress& progress, const std::stop_token& stop) {
    std::optional<Changes> changes;
    if (!m_options.repository.empty()) {
      auto found = findChanges(m_options.repository, m_run, *m_baselines.front());
      if (!found) return tl::make_unexpected(found.error());
      changes = *std::move(found);
    }
    m_out->changes = std::move(changes);
    align();
    if (m_options.preview) m_options.preview(previewOf());
    readAll(progress, stop);
    if (stop.stop_requested()) return base::fail(base::ErrorCode::cancelled, "stopped");
    compareFacts();
    compareMessages();
    addBlocks();
    describeBaselines();
    m_out->divergence = findDivergence(*m_out, m_run, *m_baselines.front());
    anchorClocks(*m_out, m_run);
    countCompared();
    addNotes();
    return std::shared_ptr<const Comparison>(std::move(m_out));
  }

 private:
  void align() {
    const Spine spine = spineOf(m_run);
    for (const model::Run* baseline : m_baselines) {
      m_alignments.push_back(alignSpines(spine, spineOf(*baseline)));
      m_pairs.emplace_back(m_alignments.back());
    }
  }

  std::shared_ptr<const Comparison> previewOf() const {
    auto out = std::make_shared<Comparison>();
    out->partial = true;
    out->outcomeRun = m_run.outcome;
    out->outcomeBaseline = m_baselines.front()->outcome;
    out->alignment = m_alignments.front();
    out->tests = compareTests(m_run, m_baselines, m_pairs).differences;
    out->durations = compareDurations(m_alignments);
    out->ends = compareEnds(m_run, *m_baselines.front(), m_pairs.front());
    out->environment = compareEnvironments(m_run, *m_baselines.front());
    out->changes = m_out->changes;
    for (const model::Run* baseline : m_baselines) out->baselines.push_back({baseline->id, baseline->name, baseline->outcome, {}});
    out->divergence = findDivergence(*out, m_run, *m_baselines.front());
    anchorClocks(*out, m_run);
    out->notes.emplace_back("The lines are still being compared: what differs in them may stand first");
    return out;
  }

  void readAll(base::Progress& progress, const std::stop_token& stop) {
    std::vector<const model::Run*> all = m_baselines;
    all.push_back(&m_run);
    const RunNames names = namesOf(all);
    m_side = sideOf(m_run, names, m_options, progress, stop);
    for (const model::Run* baseline : m_baselines) m_others.push_back(sideOf(*baseline, names, m_options, progress, stop));
    for (std::size_t i = 0; i < m_others.size(); ++i) m_byLocalRank = pairByLocalRank(m_side, m_others[i], m_pairs[i]) || m_byLocalRank;
    for (std::size_t i = 0; i < m_others.size(); ++i) m_scopes.push_back(scopesOf(m_side, m_others[i], m_pairs[i]));
  }

  void compareFacts() {
    Comparison& out = *m_out;
    out.outcomeRun = m_run.outcome;
    out.outcomeBaseline = m_baselines.front()->outcome;
    m_tests = compareTests(m_run, m_baselines, m_pairs);
    out.tests = std::move(m_tests.differences);
    out.durations = compareDurations(m_alignments);
    out.ends = compareEnds(m_run, *m_baselines.front(), m_pairs.front());
    out.environment = compareEnvironments(m_run, *m_baselines.front());
    out.files = compareFiles(m_side, m_others.front());
    for (const auto* rules : {&m_options.ignore.files, &m_options.ignore.tests}) {
      const bool files = rules == &m_options.ignore.files;
      for (const std::string& rule : *rules) out.ignoredRules.push_back({(files ? "file: " : "test: ") + rule, files ? ignoreFiles(rule) : ignoreTests(rule)});
    }
    out.alignment = m_alignments.front();
  }

  std::uint64_t ignoreFiles(const std::string& rule) {
    std::uint64_t count = 0;
    for (FileDifference& file : m_out->files) {
      if (file.ignored || !(matchesRule(rule, file.path) || matchesRule("*/" + rule, file.path))) continue;
      file.ignored = true;
      ++count;
    }
    return count;
  }
  std::uint64_t ignoreTests(const std::string& rule) {
    std::uint64_t count = 0;
    for (TestDifference& test : m_out->tests) {
      if (test.ignored || !matchesRule(rule, test.id)) continue;
      test.ignored = true;
      ++count;
    }
    return count;
  }

  void compareMessages() {
    const Sides sides{m_side, m_others, m_scopes};
    m_found = findMessages(sides);
    for (Candidate& candidate : findOrder(sides)) m_found.candidates.push_back(std::move(candidate));
    std::vector<std::uint64_t> counts;
    m_out->messages = orderMessages(std::move(m_found.candidates), sides, m_options.ignore, counts);
    for (std::size_t i = 0; i < counts.size(); ++i) m_out->ignoredRules.push_back({"template: " + m_options.ignore.templates[i], counts[i]});
    foldUnreached();
    if (m_out->messages.size() > kMostMessages) {
      m_found.leftOut += m_out->messages.size() - kMostMessages;
      m_out->messages.resize(kMostMessages);
    }
    for (Message& message : m_out->messages) {
      const bool ofBaseline = message.kind == MessageKind::onlyInBaseline;
      const std::vector<Place>& places = ofBaseline ? message.inBaseline : message.inRun;
      if (!places.empty()) message.phase = phaseOfLine(ofBaseline ? *m_baselines.front() : m_run, places.front(), message.launch, message.attempt);
    }
  }

  // What the run did not come to is one block a launch, not rows.
  void foldUnreached() {
    std::map<std::optional<std::uint32_t>, Block> blocks;
    const auto isUnreached = [](const Message& message) { return message.fold == Fold::notReached; };
    for (const Message& message : m_out->messages) {
      if (!isUnreached(message)) continue;
      Block& block = blocks[message.launch];
      block.lines += message.countBaseline;
      block.templates += message.lines;
    }
    for (const model::Launch& launch : m_run.launches) {
      const auto other = m_pairs.front().ofRun(launch.index);
      if (other && m_tests.notReached[launch.index] > 0) blocks[other].tests += m_tests.notReached[launch.index];
    }
    for (auto& [launch, block] : blocks) {
      block.phase = launch ? launchKey(m_baselines.front()->launches[*launch]) : "job";
      block.reason = "The run did not come to this";
      if (block.tests > 0) block.reason += ": " + base::counted(block.tests, "test");
      m_out->blocks.push_back(block);
    }
    m_out->messages.erase(std::remove_if(m_out->messages.begin(), m_out->messages.end(), isUnreached), m_out->messages.end());
    for (std::size_t i = 0; i < m_out->messages.size(); ++i) m_out->messages[i].id = "m" + std::to_string(i + 1);
  }

  // Launches and attempts that only one of the two has.
  void addBlocks() {
    for (const model::Launch& launch : m_run.launches) addApart(m_side, m_scopes.front().ofRun, launch, true);
    for (const model::Launch& launch : m_baselines.front()->launches) addApart(m_others.front(), m_scopes.front().ofBaseline, launch, false);
  }

  void addApart(const Side& side, const std::vector<std::uint32_t>& scopes, const model::Launch& launch, bool inRun) {
    Block block;
    block.inRun = inRun;
    std::vector<std::uint64_t> hashes;
    for (const Entry& entry : side.digest.entries) {
      if (scopes[entry.owner] != kApart || side.owners().launchOf(*side.run, entry.owner) != launch.index) continue;
      block.lines += entry.count;
      if (hashes.empty() || hashes.back() != entry.hash) hashes.push_back(entry.hash);
    }
    if (block.lines == 0) return;
    block.templates = hashes.size();
    block.phase = launchKey(launch);
    const bool whole = inRun ? !m_pairs.front().ofRun(launch.index) : !m_pairs.front().ofBaseline(launch.index);
    block.reason = fmt::format("{} {} is only in the {}", whole ? "Launch" : "A further attempt of launch", launch.index + 1, inRun ? "run" : "baseline");
    if (launch.retryOf) block.reason += fmt::format(", a retry of launch {}", *launch.retryOf + 1);
    if (inRun && whole) block.tests = m_tests.apart[launch.index];
    m_out->blocks.push_back(std::move(block));
  }

  void countCompared() {
    Compared& compared = m_out->compared;
    compared.linesRun = m_side.digest.lines;
    compared.linesBaseline = m_others.front().digest.lines;
    std::vector<std::uint64_t> all;
    const auto add = [&all](const Digest& digest) {
      for (std::size_t i = 0; i < digest.entries.size(); ++i) {
        if (i == 0 || digest.entries[i].hash != digest.entries[i - 1].hash) all.push_back(digest.entries[i].hash);
      }
    };
    add(m_side.digest);
    compared.notKept = m_side.digest.notKept;
    for (const Side& side : m_others) {
      add(side.digest);
      compared.notKept += side.digest.notKept;
    }
    std::sort(all.begin(), all.end());
    compared.templates = static_cast<std::uint64_t>(std::unique(all.begin(), all.end()) - all.begin());
    for (const IgnoredRule& rule : m_out->ignoredRules) compared.ignored += rule.count;
  }

  // How much of the baseline's templates the run has too.
  double commonShare(const Side& baseline) const {
    std::size_t both = 0;
    for (std::size_t i = 0; i < baseline.digest.entries.size(); ++i) {
      const std::uint64_t hash = baseline.digest.entries[i].hash;
      if ((i == 0 || baseline.digest.entries[i - 1].hash != hash) && !m_side.digest.of(hash).empty()) ++both;
    }
    const std::uint64_t least = std::min(baseline.digest.templates, m_side.digest.templates);
    return least == 0 ? 1 : static_cast<double>(both) / static_cast<double>(least);
  }

  std::string judge(std::size_t index) const {
    const model::Run& baseline = *m_baselines[index];
    std::vector<std::string> notes;
    const std::size_t tests = std::min(m_tests.onlyRun, m_tests.onlyBaseline) + m_tests.both;
    if (index == 0 && tests >= kLeastJudged && static_cast<double>(m_tests.both) < kLeastCommon * static_cast<double>(tests)) {
      notes.push_back(fmt::format("suite differs: only {} of {} are in both", m_tests.both, base::counted(tests, "test")));
    }
    const double share = commonShare(m_others[index]);
    if (std::min(m_others[index].digest.templates, m_side.digest.templates) >= kLeastJudged && share < kLeastCommon) {
      notes.push_back(fmt::format("it looks like another job: {:.0f} % of the kinds of lines are in both", 100 * share));
    }
    if (m_run.worldSize && baseline.worldSize && *m_run.worldSize != *baseline.worldSize) {
      notes.push_back(fmt::format("world size {} there, {} here", *baseline.worldSize, *m_run.worldSize));
    }
    if (baseline.outcome != model::RunOutcome::passed) notes.push_back(fmt::format("its outcome is {}, not passed", model::toString(baseline.outcome)));
    return fmt::format("{}", fmt::join(notes, "; "));
  }

  void describeBaselines() {
    for (std::size_t i = 0; i < m_baselines.size(); ++i) {
      m_out->baselines.push_back({m_baselines[i]->id, m_baselines[i]->name, m_baselines[i]->outcome, judge(i)});
    }
  }

  void addNotes() {
    Comparison& out = *m_out;
    if (m_baselines.size() == 1) out.notes.push_back("Compared with one baseline: what differs from it may differ between passes too");
    if (m_found.leftOut > 0) out.notes.push_back(fmt::format("{} further differences in messages are left out", m_found.leftOut));
    if (out.compared.notKept > 0) out.notes.push_back(fmt::format("{} are not compared: there are too many kinds of them", base::counted(out.compared.notKept, "message")));
    if (!m_side.digest.complete || std::any_of(m_others.begin(), m_others.end(), [](const Side& side) { return !side.digest.complete; })) {
      out.notes.emplace_back("Not everything could be read: the absence of a line proves nothing");
    }
    noteDamage();
    if (m_byLocalRank) out.notes.emplace_back("The two name other ranks: those of the baseline are paired by their local ranks");
    noteRanks();
  }

  void noteDamage() {
    const auto damaged = [](const model::Run& run) { return std::any_of(run.sources.begin(), run.sources.end(), [](const model::Source& source) { return source.damagedBytes > 0; }); };
    const bool run = damaged(m_run), baseline = damaged(*m_baselines.front());
    if (!run && !baseline) return;
    m_out->notes.push_back(fmt::format("Damaged sources in {}: torn lines are not compared, and the absence of a line there proves nothing",
                                       run && baseline ? "both" : run ? "the run" : "the baseline"));
  }

  void noteRanks() {
    std::size_t run = 0, both = 0;
    for (std::uint32_t scope = 1; scope < m_scopes.front().count; ++scope) both += m_scopes.front().ranks[scope].size();
    for (Owner lane = 0; lane < m_run.lanes.size(); ++lane) run += m_scopes.front().ofRun[lane] != kApart && m_side.digest.linesOf[lane] > 0 ? 1 : 0;
    if (both < run) m_out->notes.push_back(fmt::format("Lines of {} of the run's {} are in both", both, base::counted(run, "rank")));
  }

  const model::Run& m_run;
  const std::vector<const model::Run*>& m_baselines;
  const Options& m_options;
  std::shared_ptr<Comparison> m_out = std::make_shared<Comparison>();
  std::vector<Alignment> m_alignments;
  std::vector<LaunchPairs> m_pairs;
  Side m_side;
  std::vector<Side> m_others;
  std::vector<Scopes> m_scopes;
  bool m_byLocalRank = false;
  Tests m_tests;
  Found m_found;
};

}  // namespace

base::Result<std::shared_ptr<const Comparison>> compare(const model::Run& run, const std::vector<const model::Run*>& baselines, const Options& options,
                                                        base::Progress& progress, std::stop_token stop) {
  if (baselines.empty() || baselines.size() > kMostBaselines) return base::fail(base::ErrorCode::invalidArgument, fmt::format("{} baselines", baselines.size()));
  return Comparer(run, baselines, options).compare(progress, stop);
}

model::Evidence evidenceOf(const model::Run& run, const Place& place) {
  constexpr std::size_t kMostBytes = 500;        // contract of the reports
  const model::Source& source = run.source(place.line.source);
  model::Evidence evidence;
  evidence.source = place.line.source;
  evidence.line = place.line.line;
  evidence.rank = place.rank;
  evidence.time = clock::whenOf(source, place.line.line);
  evidence.text = source.lineText(place.line.line, kMostBytes);
  evidence.text.resize(evidence.text.find_last_not_of(" \t\r\n") + 1);
  return evidence;
}

std::vector<std::uint64_t> templatesOf(const model::Run& run, const RunNames& names, model::SourceId source, std::uint32_t first, std::uint32_t count) {
  const model::SourceText& text = *run.source(source).text;
  text::LineReader lines(*text.bytes, text.lines);
  MessageReader reader(run, source, MessageReader::Copies::taken);
  Masked masked;
  std::vector<std::uint64_t> hashes;
  for (std::uint32_t number = first; number - first < count && number <= text.lineCount(); ++number) {
    hashes.push_back(0);
    const auto take = [&](std::string_view message, const MessageReader::From& from) {
      mask(message, names, masked);
      if (from.line >= first && from.line - first < hashes.size() && hashes[from.line - first] == 0 && !masked.text.empty()) hashes[from.line - first] = templateHash(masked.text);
    };
    reader.line(lines.line(number), number, take);
  }
  return hashes;
}

}  // namespace lanescope::compare
