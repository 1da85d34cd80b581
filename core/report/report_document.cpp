// SPDX-License-Identifier: Apache-2.0
#include "core/report/report_document.h"

#include "core/model/ranks_text.h"
#include "core/report/added_text.h"
#include "core/report/comparison_sections.h"
#include "core/report/coverage_text.h"
#include "core/report/rank_rows.h"
#include "core/report/rerun_line.h"
#include "core/report/story.h"
#include "core/report/time_text.h"
#include "core/report/verdict.h"
#include "core/text/clean.h"

#include <fmt/format.h>
#include <algorithm>
#include <cstdlib>

namespace lanescope::report {

using namespace model;

namespace {

constexpr std::size_t kCellBytes = 400, kLineBytes = 500;
constexpr std::size_t kMostSteps = 60, kMostRankRows = 64, kMostTests = 40, kMostComparedItems = 20, kMostNotes = 60;

// What goes first where room is short: larger ones before smaller ones.
enum Expendable { kKept = 0, kReadLast, kEnvironmentLast, kComparedLast, kCountsLast, kEvidenceFirst };

std::string spanText(const When& from, const When& to) {
  if (!from.known() && !to.known()) return {};
  const std::string length = from.known() && to.known() ? fmt::format(" ({})", lengthText(from, to)) : "";
  return fmt::format("{} – {}{}", from.known() ? whenText(from) : "?", to.known() ? whenText(to) : "?", length);
}

std::string roleName(Role role) { return capitalised(roleText(role)); }

class ReportWriter {
 public:
  explicit ReportWriter(const Export& what) : m_what(what), m_run(what.run) {
    const auto holds = [](const input::Input& input) { return input.kind != input::InputKind::file && input.kind != input::InputKind::compressed; };
    const auto container = std::find_if(m_run.inputs.begin(), m_run.inputs.end(), holds);
    if (container != m_run.inputs.end() && std::count_if(m_run.inputs.begin(), m_run.inputs.end(), holds) == 1) m_container = container->path;
    if (m_run.firstFailure) m_first = &m_run.findings[*m_run.firstFailure];
  }

  Document write() {
    m_document.title = verdictOf(m_run).title;
    writeLead();
    writeFirstFailure();
    writeStory();
    writeNotes();
    writeLaunches();
    writeRanks();
    writeTests();
    writeComparison();
    writeNotEstablished();
    writeEnvironment();
    writeRerun();
    writeEvidence();
    writeEachCount();
    writeCoverage();
    writeFooter();
    return std::move(m_document);
  }

 private:
  // Inside the one archive a path needs not say so again.
  std::string place(SourceId source, std::uint32_t line) const {
    std::string path = m_run.source(source).path;
    if (!m_container.empty() && path.starts_with(m_container + '/')) path.erase(0, m_container.size() + 1);
    return line > 0 ? fmt::format("{}:{}", path, line) : path;
  }
  std::string place(const Evidence& evidence) const { return place(evidence.source, evidence.line); }

  Section& section(std::string title, int expendable = kKept, bool folded = false) {
    m_document.sections.push_back({std::move(title), {}, folded, expendable});
    return m_document.sections.back();
  }
  void add(std::string title, Block block, int expendable = kKept, bool folded = false) { section(std::move(title), expendable, folded).blocks.push_back(std::move(block)); }

  // --- what one reads first

  void writeLead() {
    const Verdict verdict = verdictOf(m_run);
    Section& lead = section("");
    const std::string day = m_run.clock.first.known() ? fmt::format(" (UTC, {})", dateText(m_run.clock.first.utc)) : "";
    const auto say = [&lead](const char* label, Words words) {
      words.pieces.insert(words.pieces.begin(), {{Piece::Kind::strong, label}, {Piece::Kind::plain, " "}});
      lead.blocks.push_back(paragraph(std::move(words)));
    };
    if (!m_first) say((capitalised(toString(m_run.outcome)) + ":").c_str(), Words(verdict.headline + day));
    else say("First failure:", Words(verdict.headline + day));
    if (!verdict.test.empty()) {
      const std::string& phase = m_first->attributes.testPhase;
      say("In the test:", Words().code(verdict.test).plain(phase.empty() ? "" : " (" + phase + ")"));
    }
    if (!verdict.then.empty()) say(m_first ? "Then:" : "Also printed:", Words(withoutLabel(verdict.then)));
    if (m_first) say("Outcome:", Words(outcomeText()));
    if (const SeenBefore* seen = m_first ? seenBeforeOf(m_run, *m_first) : nullptr) say("Known to the user:", known(*seen));
    if (!verdict.notKnown.empty()) say("Not known:", Words(verdict.notKnown));
    lead.blocks.push_back(table(identityRows()));
  }

  static Words known(const SeenBefore& seen) {
    Words words(sightingsText(seen));
    if (!seen.note.empty()) words.plain(": " + seen.note);
    if (!seen.url.empty()) words.plain(" (").code(seen.url).plain(")");
    return words;
  }

  // The verdict's sentence begins with the word that stands as a label here.
  static std::string withoutLabel(std::string text) {
    for (const std::string_view label : {"then: ", "then ", "also printed: "}) {
      if (text.starts_with(label)) return text.substr(label.size());
    }
    return text;
  }

  // Launches that passed after the first failure are what a retry came to.
  std::string outcomeText() const {
    std::string text = toString(m_run.outcome);
    for (const Launch& launch : m_run.launches) {
      if (launch.outcome != LaunchOutcome::passed || launch.index <= m_first->launch.value_or(0)) continue;
      const std::string counts = launchCounts(launch);
      text += fmt::format("; {} passed, {}{}", launchName(launch), spanText(launch.start, launch.end), counts.empty() ? "" : ": " + counts);
    }
    return text;
  }

  static std::string jobOf(const Run& run) { return run.identity.job.empty() ? run.environment.testCase : run.identity.job; }
  static std::string numberOf(const Run& run) {
    const std::string attempt = run.identity.runAttempt.empty() ? "" : ", attempt " + run.identity.runAttempt;
    return run.identity.runId + attempt;
  }
  static std::string launchesOf(const Run& run, const std::string& name) {
    std::string text;
    for (const Launch& launch : run.launches) {
      if (launch.name != name) continue;
      const std::string counts = launchCounts(launch);
      text += fmt::format("{}launch {}: {}{}", text.empty() ? "" : "; ", launch.index + 1, toString(launch.outcome), counts.empty() ? "" : ", " + counts);
    }
    return text;
  }

  const Run* baseline() const { return m_what.compared ? m_what.compared->baselines.front() : nullptr; }

  std::vector<Row> identityRows() const {
    const Run* other = baseline();
    std::vector<Row> rows{{"", "this run"}};
    if (other) rows.front().emplace_back("compared with");
    const auto add = [&](const std::string& label, auto valueOf, bool code) {
      const auto cell = [&](const Run& run) { return code ? Words().code(shortened(valueOf(run), kCellBytes)) : Words(shortened(valueOf(run), 2 * kCellBytes)); };
      Row row{label, cell(m_run)};
      if (other) row.push_back(cell(*other));
      if (std::any_of(row.begin() + 1, row.end(), [](const Words& words) { return !words.empty(); })) rows.push_back(std::move(row));
    };
    add("job", jobOf, true);
    add("run", numberOf, true);
    add("address", [](const Run& run) { return run.identity.url; }, true);
    add("repository", [](const Run& run) { return run.identity.repository; }, true);
    add("commit", [](const Run& run) { return run.environment.commit; }, true);
    add("outcome", [](const Run& run) { return std::string(toString(run.outcome)); }, false);
    add("world size", [](const Run& run) { return run.worldSize ? std::to_string(*run.worldSize) : ""; }, false);
    std::vector<std::string> names;
    for (const Run* run : {&m_run, other}) {
      for (std::size_t i = 0; run && i < run->launches.size(); ++i) {
        const std::string& name = run->launches[i].name;
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
      }
    }
    for (const std::string& name : names) add(name.empty() ? "launches" : name, [&name](const Run& run) { return launchesOf(run, name); }, false);
    return rows;
  }

  // --- the failure and the story

  // At most as many lines as one reads in an issue: its beginning, and its end, where the error stands.
  std::vector<std::string> excerptLines(const Finding& finding) const {
    constexpr std::size_t kHead = 25, kTail = 35;
    std::vector<std::string> lines;
    const std::vector<ExcerptLine>& excerpt = finding.excerpt;
    const bool cut = excerpt.size() > kHead + kTail;
    std::uint32_t left = 0;
    for (std::size_t i = 0; i < excerpt.size(); ++i) {
      if (cut && i >= kHead && i + kTail < excerpt.size()) {
        left += std::max<std::uint32_t>(1, excerpt[i].omitted);
        continue;
      }
      if (left > 0) lines.push_back(fmt::format("{:>6}  {} lines omitted", "...", left));
      left = 0;
      if (excerpt[i].omitted > 0) lines.push_back(fmt::format("{:>6}  {} lines omitted", "...", excerpt[i].omitted));
      else lines.push_back(fmt::format("{:>6}  {}", excerpt[i].line, shortened(text::display(excerpt[i].text), kLineBytes)));
    }
    return lines;
  }

  // Who else printed it, a place each.
  Words alsoPrinted(const Finding& finding) const {
    constexpr std::size_t kMost = 8;
    Words words;
    std::size_t shown = 0;
    for (std::size_t i = 1; i < finding.evidence.size() && shown < kMost; ++i, ++shown) {
      const Evidence& evidence = finding.evidence[i];
      words.plain(words.empty() ? "Also printed: " : ", ");
      if (evidence.rank) words.plain(fmt::format("rank {} ", *evidence.rank));
      words.code(place(evidence));
    }
    if (finding.count > shown + 1) words.plain(fmt::format(" ({} observations in all)", thousands(finding.count)));
    return words;
  }

  void writeFirstFailure() {
    if (!m_first) return;
    const Finding& first = *m_first;
    Section& part = section("First failure");
    std::vector<Words> facts = factsOf(first);
    part.blocks.push_back(list(std::move(facts)));
    if (!first.excerpt.empty()) {
      const auto lineOf = [](const ExcerptLine& line) { return line.line; };
      const std::uint32_t from = lineOf(first.excerpt.front()), to = lineOf(first.excerpt.back());
      part.blocks.push_back(paragraph(Words().code(place(first.excerptSource, 0)).plain(from > 0 && to >= from ? fmt::format(", lines {} to {}:", from, to) : ":")));
      part.blocks.push_back(log(excerptLines(first)));
    } else if (!first.evidence.empty()) {
      part.blocks.push_back(paragraph(Words().code(place(first.evidence.front())).plain(":")));
      part.blocks.push_back(log({shortened(text::display(first.evidence.front().text), kLineBytes)}));
    }
    if (Words also = alsoPrinted(first); !also.empty()) part.blocks.push_back(paragraph(std::move(also)));
  }

  static std::vector<Words> factsOf(const Finding& finding) {
    const Attributes& attributes = finding.attributes;
    std::vector<Words> facts;
    if (!finding.ranks.empty()) facts.emplace_back("observed on " + ranksText(finding.ranks) + (finding.stalledRanks.empty() ? "" : "; still inside when stopped: " + ranksText(finding.stalledRanks)));
    if (attributes.cudaError) {
      Words words("CUDA error ");
      if (attributes.cudaError->code) words.code(std::to_string(*attributes.cudaError->code)).plain(" ");
      facts.push_back(std::move(words.code(shortened(attributes.cudaError->text, kCellBytes))));
    }
    if (!attributes.operationText.empty()) facts.push_back(Words("operation ").code(shortened(attributes.operationText, kCellBytes)).plain(attributes.operationBasis.empty() ? "" : " (from the " + attributes.operationBasis + ")"));
    if (!attributes.ncclErrorName.empty()) facts.push_back(Words().code(attributes.ncclErrorName).plain(attributes.ncclVersion.empty() ? "" : ", NCCL version " + attributes.ncclVersion));
    if (!attributes.exceptionType.empty()) facts.push_back(Words("exception ").code(shortened(attributes.exceptionType, kCellBytes)));
    for (auto frame = attributes.stack.rbegin(); frame != attributes.stack.rend(); ++frame) {
      if (!frame->user) continue;
      facts.push_back(Words("innermost frame outside of libraries: ").code(fmt::format("{}:{}", frame->file, frame->line)).plain(frame->function.empty() ? "" : " in ").code(frame->function));
      break;
    }
    facts.emplace_back(fmt::format("time: {} ({})", whenText(finding.time), basisText(finding.time.basis)));
    if (!finding.suspectRanks.empty()) facts.emplace_back(fmt::format("suspected: {} (basis: {})", ranksText(finding.suspectRanks), finding.suspectBasis));
    facts.emplace_back("inferred: " + std::string(roleText(finding.role)) + ", " + finding.why);
    return facts;
  }

  Words whatOf(const Finding& finding) const {
    Words words;
    words.strong(roleName(finding.role) + ":").plain(" " + shortened(finding.title, kCellBytes) + launchNote(m_run, finding));
    if (finding.attributes.waitingSince.known()) {
      words.plain(fmt::format("; waiting since {} ({})", whenText(finding.attributes.waitingSince), basisText(finding.attributes.waitingSince.basis)));
    }
    if (finding.attributes.limitOwner) words.plain("; " + finding.attributes.limitOwner->text);
    if (finding.attributes.progress) words.plain("; training was last told of at " + progressText(*finding.attributes.progress));
    if (finding.role == Role::noise || finding.role == Role::context || finding.role == Role::initiating) words.plain("; " + finding.why);
    if (const SeenBefore* seen = seenBeforeOf(m_run, finding)) words.plain("; known to the user, " + sightingsText(*seen));
    return words;
  }

  Words shownAt(const std::vector<Evidence>& evidence, std::uint64_t count) const {
    if (evidence.empty()) return {};
    return Words().code(place(evidence.front())).plain(count > 1 ? fmt::format(" and {} more", thousands(count - 1)) : "");
  }

  void writeStory() {
    std::vector<Step> steps = storyOf(m_run);
    // Where there are too many, findings say more than milestones.
    std::size_t left = 0;
    for (std::size_t i = steps.size(); i-- > 0 && steps.size() > kMostSteps;) {
      if (!steps[i].milestone) continue;
      steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(i));
      ++left;
    }
    if (steps.size() > kMostSteps) {
      left += steps.size() - kMostSteps;
      steps.resize(kMostSteps);
    }
    std::vector<Row> rows{{"time (UTC)", "what", "shown at"}};
    for (const Step& step : steps) {
      if (step.finding) rows.push_back({whenText(step.time), whatOf(*step.finding), shownAt(step.finding->evidence, step.finding->count)});
      else rows.push_back({whenText(step.time), shortened(text::display(step.milestone->text), kCellBytes), shownAt(step.milestone->evidence, step.milestone->evidence.size())});
    }
    if (rows.size() < 2) return;
    Section& part = section("What happened");
    part.blocks.push_back(table(std::move(rows)));
    if (left > 0) part.blocks.push_back(paragraph(fmt::format("{} further steps stand in the JSON report.", left)));
    if (!m_container.empty()) part.blocks.push_back(paragraph(Words("Paths without an archive's name are inside ").code(m_container).plain(".")));
  }

  // --- what the user has written down

  void writeNotes() {
    if (m_run.notes.empty()) return;
    std::vector<Row> rows{{"note", "of the user", "about", "which says"}};
    for (std::size_t i = 0; i < std::min(kMostNotes, m_run.notes.size()); ++i) {
      const Note& note = m_run.notes[i];
      std::string about = notePlaceText(m_run, note);
      if (note.place == NotePlace::line && !m_container.empty() && about.starts_with(m_container + '/')) about.erase(0, m_container.size() + 1);
      Words where = note.place == NotePlace::line ? Words().code(about) : Words(about);
      if (note.place == NotePlace::line && note.time.known()) where.plain(", " + whenText(note.time));
      if (!note.problem.empty()) where.plain(" (" + note.problem + ")");
      rows.push_back({std::to_string(i + 1), shortened(noteText(note), 4 * kCellBytes), std::move(where), Words().code(shortened(text::display(noteLine(m_run, note, kLineBytes)), kCellBytes))});
    }
    Section& part = section("Notes");
    part.blocks.push_back(table(std::move(rows)));
    if (m_run.notes.size() > kMostNotes) part.blocks.push_back(paragraph(fmt::format("{} further notes stand in the JSON report.", m_run.notes.size() - kMostNotes)));
  }

  // --- launches, ranks, tests

  static std::string exitText(const ExitStatus& exit) {
    std::string text = exit.code ? fmt::format("exit code {}", *exit.code) : "";
    if (!exit.signal.empty()) text += (text.empty() ? "" : ", ") + exit.signal;
    text += firstExitText(exit);
    return text.starts_with(", ") ? text.substr(2) : text;
  }

  void writeLaunches() {
    if (m_run.launches.empty()) return;
    std::vector<Row> rows{{"launch", "when", "outcome", "ended", "selection", "counts", "logs"}};
    for (const Launch& launch : m_run.launches) {
      std::string outcome = toString(launch.outcome);
      if (launch.retryOf) outcome += fmt::format(", runs launch {} again", *launch.retryOf + 1);
      if (launch.progress) outcome += ", last told of " + progressText(*launch.progress);
      std::string logs = launch.directory;
      if (!m_container.empty() && logs.starts_with(m_container + '/')) logs.erase(0, m_container.size() + 1);
      const std::string name = launch.name.empty() ? fmt::format("{}", launch.index + 1) : fmt::format("{} {}", launch.index + 1, launch.name);
      rows.push_back({name, spanText(launch.start, launch.end), outcome, exitText(launch.exit), launch.tests ? collectionText(*launch.tests) : "", launchCounts(launch),
                      Words().code(logs)});
    }
    add("Launches", table(std::move(rows)));
  }

  void writeRanks() {
    for (const Launch& launch : m_run.launches) {
      const std::vector<const Lane*> lanes = lanesOf(m_run, launch.index);
      if (lanes.empty() || launch.outcome == LaunchOutcome::passed || launch.outcome == LaunchOutcome::empty) continue;
      Row heading{"rank", "gpu", "pid"};
      heading.insert(heading.end(), kRankColumns.begin(), kRankColumns.end());
      std::vector<Row> rows{std::move(heading)};
      std::vector<RankRow> found = rankRows(m_run, lanes);
      const std::size_t left = found.size() - std::min(found.size(), kMostRankRows);
      found.resize(found.size() - left);
      for (const RankRow& row : found) {
        Row cells{rankList(row.ranks), row.gpu, row.pid};
        for (std::size_t column = 0; column < row.cells.size(); ++column) {
          // A file's name and a host's are the log's own words.
          cells.push_back(column == 1 || column == 2 ? Words().code(row.cells[column]) : Words(row.cells[column]));
        }
        rows.push_back(std::move(cells));
      }
      Section& part = section("Ranks of " + launchName(launch), kCountsLast - 1);
      if (onOneHost(lanes) && !lanes.front()->host.empty()) part.blocks.push_back(paragraph(Words("host ").code(lanes.front()->host)));
      part.blocks.push_back(table(std::move(rows)));
      if (left > 0) part.blocks.push_back(paragraph(fmt::format("{} further rows stand in the JSON report.", left)));
    }
  }

  void writeTests() {
    if (m_run.tests.empty()) return;
    std::vector<Row> rows{{"test", "launch", "outcome", "failed on", "error on", "stalled on", "other launches"}};
    for (std::size_t i = 0; i < std::min(kMostTests, m_run.tests.size()); ++i) {
      const TestReport& test = m_run.tests[i];
      std::string others;
      for (const OtherLaunch& other : test.otherLaunches) {
        others += fmt::format("{}launch {}: {} on {}", others.empty() ? "" : "; ", other.launch + 1, toString(other.outcome), rankList(other.ranks));
      }
      const std::string phase = test.phase.empty() ? "" : " in " + test.phase;
      rows.push_back({Words().code(shortened(test.id, kCellBytes)), std::to_string(test.launch + 1), toString(test.outcome) + phase, rankList(test.failedRanks),
                      rankList(test.errorRanks), rankList(test.stalledRanks), others});
    }
    Section& part = section("Tests that did not pass everywhere");
    part.blocks.push_back(table(std::move(rows)));
    if (m_run.tests.size() > kMostTests) part.blocks.push_back(paragraph(fmt::format("{} further tests stand in the JSON report.", thousands(m_run.tests.size() - kMostTests))));
  }

  // --- the comparison

  void writeComparison() {
    if (!m_what.compared) return;
    const ComparisonDocument comparison = report::documentOf(*m_what.compared, kMostComparedItems);
    Section& part = section(m_what.compared->baselines.size() == 1 ? "Compared with one other run" : fmt::format("Compared with {} other runs", m_what.compared->baselines.size()), kComparedLast);
    part.blocks = comparisonLead(comparison, m_what.compared->comparison.divergence.has_value());
    for (Section& inner : comparisonSections(comparison)) {
      Block folded;
      folded.kind = Block::Kind::folded;
      folded.title = std::move(inner.title);
      folded.inner = std::move(inner.blocks);
      part.blocks.push_back(std::move(folded));
    }
    std::vector<Words> footer;
    for (const std::string& line : comparison.footer) footer.emplace_back(line);
    part.blocks.push_back(list(std::move(footer)));
    if (!m_container.empty()) {
      for (Block& block : part.blocks) dropContainer(block);
    }
  }

  // As place() does, in what is written already.
  void dropContainer(Words& words) const {
    const std::string prefix = m_container + '/';
    for (Piece& piece : words.pieces) {
      for (std::size_t at = piece.text.find(prefix); at != std::string::npos; at = piece.text.find(prefix, at)) piece.text.erase(at, prefix.size());
    }
  }
  void dropContainer(Block& block) const {
    for (Words& words : block.items) dropContainer(words);
    for (Row& row : block.rows) {
      for (Words& cell : row) dropContainer(cell);
    }
    for (Block& inner : block.inner) dropContainer(inner);
  }

  // --- what is not known, and where it ran

  void writeNotEstablished() {
    if (m_run.notEstablished.empty()) return;
    std::vector<Words> items;
    for (const NotEstablished& item : m_run.notEstablished) items.emplace_back(capitalised(item.text));
    add("Not established", list(std::move(items)));
  }

  void writeEnvironment() {
    const Environment& environment = m_run.environment;
    std::vector<Row> rows{{"what", "as the log says"}};
    const auto add = [&rows](const char* label, const std::string& value) {
      if (!value.empty()) rows.push_back({label, Words().code(shortened(value, 2 * kCellBytes))});
    };
    add("test case", environment.testCase);
    add("bucket", environment.bucket);
    add("platform", environment.platform);
    add("runner", environment.runner);
    add("node", environment.node);
    add("commit", environment.commit);
    add("merge head", environment.mergeHead);
    add("merge base", environment.mergeBase);
    add("image", environment.image);
    add("image digest", environment.imageDigest);
    add("GPU", environment.gpuModel);
    add("driver", environment.driverVersion);
    add("CUDA", environment.cudaVersion);
    add("NCCL", environment.ncclVersion);
    add("PyTorch", environment.torchVersion);
    add("Python", environment.pythonVersion);
    add("system", environment.os);
    add("command", environment.command);
    std::vector<std::string> variables;
    for (const auto& [name, value] : environment.variables) variables.push_back(name + '=' + shortened(value, kCellBytes));
    if (rows.size() < 2 && variables.empty()) return;
    Section& part = section("Environment", kEnvironmentLast);
    part.blocks.push_back(table(std::move(rows)));
    if (!variables.empty()) part.blocks.push_back(log(std::move(variables)));
  }

  void writeRerun() {
    const std::optional<RerunLine> rerun = rerunLine(m_run);
    if (!rerun) return;
    Section& part = section("To run it again");
    part.blocks.push_back(paragraph(capitalised(rerun->from) + ":"));
    part.blocks.push_back(log({rerun->command}));
    part.blocks.back().kind = Block::Kind::command;
  }

  // --- folded

  void writeEvidence() {
    std::size_t count = 0;
    std::vector<Block> blocks;
    for (const Finding& finding : m_run.findings) {
      std::vector<std::string> lines;
      for (const Evidence& evidence : finding.evidence) {
        lines.push_back(fmt::format("{}  {}  {}", place(evidence), evidence.time.known() ? whenText(evidence.time) : "-", shortened(text::display(evidence.text), kLineBytes)));
      }
      count += lines.size();
      const std::string all = finding.count > lines.size() ? fmt::format(" ({} of {} lines)", lines.size(), thousands(finding.count)) : "";
      blocks.push_back(paragraph(Words().strong(finding.id).plain(fmt::format(" {}: {}{}", roleText(finding.role), shortened(finding.title, kCellBytes), all))));
      blocks.push_back(log(std::move(lines)));
    }
    if (count == 0) return;
    section(fmt::format("Evidence ({} {})", thousands(count), count == 1 ? "line" : "lines"), kEvidenceFirst, true).blocks = std::move(blocks);
  }

  void writeEachCount() {
    constexpr std::size_t kMostRows = 256;
    std::vector<Row> rows{{"launch", "rank", "passed", "failed", "errors", "skipped", "xfailed", "xpassed", "deselected", "seconds", "final line"}};
    std::size_t left = 0;
    for (const Launch& launch : m_run.launches) {
      for (std::size_t i = 0; launch.tests && i < launch.tests->ranks.size(); ++i) {
        const RankCounts& counts = launch.tests->ranks[i];
        const auto number = [](const std::optional<std::uint32_t>& value) { return Words(value ? std::to_string(*value) : ""); };
        if (rows.size() > kMostRows) ++left;
        else rows.push_back({std::to_string(launch.index + 1), std::to_string(counts.rank), number(counts.passed), number(counts.failed), number(counts.errors), number(counts.skipped),
                             number(counts.xfailed), number(counts.xpassed), number(counts.deselected), counts.seconds ? fmt::format("{:.2f}", *counts.seconds) : "",
                             counts.complete ? "yes" : "no"});
      }
    }
    if (rows.size() < 2) return;
    Section& part = section("Counts of every rank", kCountsLast, true);
    part.blocks.push_back(table(std::move(rows)));
    if (left > 0) part.blocks.push_back(paragraph(fmt::format("{} further ranks stand in the JSON report.", thousands(left))));
  }

  void writeCoverage() {
    std::vector<Words> items;
    for (const std::string& sentence : coverageSentences(m_run)) items.emplace_back(sentence);
    for (const std::string& sentence : clockSentences(m_run)) items.emplace_back(sentence);
    for (const Override& said : m_run.overrides) {
      if (said.problem.empty()) items.push_back(Words("said by the user: ").code(fmt::format("{}{}{}={}", said.source, said.source.empty() ? "" : ":", said.what, said.value)));
    }
    for (const Provenance::Input& input : m_what.provenance.inputs) {
      items.push_back(Words("SHA-256 of ").code(input.name).plain(input.baseline ? " (compared with): " : ": ").code(input.sha256.empty() ? "could not be read again" : input.sha256));
    }
    add("What was read, and how times are known", list(std::move(items)), kReadLast, true);
  }

  void writeFooter() {
    constexpr std::size_t kShownDigits = 12;
    const Provenance& from = m_what.provenance;
    Words made(fmt::format("Made with {} at {} from ", toolText(from), isoTime(from.createdNs)));
    bool first = true;
    for (const Provenance::Input& input : from.inputs) {
      if (input.baseline) continue;
      made.plain(first ? "" : ", ").code(input.name).plain(input.sha256.empty() ? "" : fmt::format(" (SHA-256 {}…)", input.sha256.substr(0, kShownDigits)));
      first = false;
    }
    const std::string expected = m_run.coverage.ranksExpected ? fmt::format(" of {}", *m_run.coverage.ranksExpected) : "";
    made.plain(fmt::format("; {}{} ranks read; times are UTC", m_run.coverage.ranksSeen, expected));
    const std::vector<std::string> kinds = from.redacted.names();
    made.plain(kinds.empty() ? "; nothing was looked for to redact." : fmt::format("; redacted where found: {}.", fmt::join(kinds, ", ")));
    m_document.footer.push_back(std::move(made));
  }

  const Export& m_what;
  const Run& m_run;
  std::string m_container;                       // the only archive or folder among the inputs
  const Finding* m_first = nullptr;
  Document m_document;
};

}  // namespace

Document documentOf(const Export& what) { return ReportWriter(what).write(); }

std::string writeMarkdownReport(const Export& what) { return writeMarkdown(documentOf(what), kCommentBytes); }

std::string writeHtmlReport(const Export& what, const HtmlPicture& picture) {
  Document document = documentOf(what);
  if (!picture.note.empty()) document.footer.emplace_back(picture.note);
  if (picture.bytes.empty()) return writeHtml(document, nullptr);
  const Picture shown{picture.bytes, picture.mediaType, "Time line of the ranks. " + document.title};
  return writeHtml(document, &shown);
}

}  // namespace lanescope::report
