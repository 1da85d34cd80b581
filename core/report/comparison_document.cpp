// SPDX-License-Identifier: Apache-2.0
#include "core/report/comparison_document.h"

#include "core/compare/compare.h"
#include "core/compare/spine.h"
#include "core/model/ranks_text.h"
#include "core/report/time_text.h"
#include "core/text/clean.h"

#include <fmt/format.h>

namespace lanescope::report {

using namespace compare;
using model::Run;

namespace {

std::string counted(std::uint64_t count, const char* one, const char* many) { return fmt::format("{} {}", thousands(count), count == 1 ? one : many); }

class Writer {
 public:
  Writer(const ComparedRuns& runs, std::size_t mostItems) : m_run(runs.run), m_baseline(*runs.baselines.front()), m_comparison(runs.comparison), m_most(mostItems) {}

  ComparisonDocument write() {
    m_out.title = fmt::format("{} ({}) beside {} ({})", m_run.name, toString(m_comparison.outcomeRun), m_baseline.name, toString(m_comparison.outcomeBaseline));
    writeBaselines();
    writeVerdict();
    writeMessages();
    writeTests();
    writeEnds();
    writeBlocks();
    writeDurations();
    writeEnvironment();
    writeChanges();
    writeFiles();
    writeFooter();
    return std::move(m_out);
  }

 private:
  DocumentLine lineOf(const Run& run, const Place& place) const {
    const model::Evidence evidence = evidenceOf(run, place);
    const std::string time = evidence.time.known() ? ", " + whenText(evidence.time) : "";
    return {fmt::format("{} {}:{}{}", &run == &m_run ? "run" : "baseline", run.source(place.line.source).path, place.line.line, time), text::toUtf8(evidence.text)};
  }

  // In each list: against how many passes it holds.
  std::string against() const { return m_comparison.baselines.size() == 1 ? "against one baseline" : fmt::format("against {} baselines", m_comparison.baselines.size()); }

  void writeBaselines() {
    for (const BaselineInfo& info : m_comparison.baselines) {
      m_out.baselines.push_back(fmt::format("{} ({}){}", info.name, toString(info.outcome), info.notes.empty() ? "" : ": " + info.notes));
    }
  }

  void writeVerdict() {
    if (!m_comparison.divergence) {
      m_out.verdict = m_comparison.differs() ? "No first divergence could be placed" : "No differences in messages, tests or ends";
      return;
    }
    const Divergence& divergence = *m_comparison.divergence;
    m_out.verdict = divergence.text;
    if (!divergence.phase.empty() && divergence.kind != DivergenceKind::test) m_out.verdict += "; in " + divergence.phase;
    if (divergence.time.known()) m_out.verdict += ", " + whenPhrase(divergence.time);
    if (divergence.inRun) m_out.verdictLines.push_back(lineOf(m_run, *divergence.inRun));
    if (divergence.inBaseline) m_out.verdictLines.push_back(lineOf(m_baseline, *divergence.inBaseline));
  }

  DocumentSection& section(std::string title) {
    m_out.sections.emplace_back();
    m_out.sections.back().title = std::move(title);
    m_out.sections.back().note = against();
    return m_out.sections.back();
  }

  void add(DocumentSection& section, DocumentItem item, bool folded = false) const {
    std::vector<DocumentItem>& items = folded ? section.folded : section.items;
    if (items.size() < m_most) items.push_back(std::move(item));
    else ++section.more;
  }
  void drop(const DocumentSection& section) {
    if (section.items.empty() && section.folded.empty()) m_out.sections.pop_back();
  }

  static std::string valuesText(const Message& message) {
    std::string text;
    for (const Value& value : message.values) text += fmt::format("{}{} in the run, {} in the baseline", text.empty() ? "" : "; ", value.run, value.baseline);
    return text;
  }

  static std::string headOf(const Message& message) {
    const std::string ranks = model::ranksText(message.ranksRun);
    const std::string who = ranks.empty() ? "" : ", " + ranks;
    switch (message.kind) {
      case MessageKind::onlyInRun:
        return fmt::format("only in the run{}, {}", who, counted(message.countRun, "time", "times"));
      case MessageKind::onlyInBaseline: {
        const std::string theirs = model::ranksText(message.ranksBaseline);
        return fmt::format("only in the baseline{}, {}", theirs.empty() ? "" : ", " + theirs, counted(message.countBaseline, "time", "times"));
      }
      case MessageKind::count:
        return fmt::format("{} in the run, {} in the baseline{}", counted(message.countRun, "time", "times"), thousands(message.countBaseline), who);
      case MessageKind::ranks:
        return fmt::format("missing on {}", model::ranksText(message.missingOn));
      case MessageKind::value:
        return fmt::format("another value{}: {}", who, valuesText(message));
      case MessageKind::order:
        return fmt::format("another place in the order{}", who);
    }
    return {};
  }

  DocumentItem itemOf(const Message& message) const {
    DocumentItem item;
    item.head = headOf(message);
    if (message.lines > 1) item.head += fmt::format(", with {} more beside it", counted(message.lines - 1, "line", "lines"));
    if (!message.phase.empty()) item.head += "; in " + message.phase;
    if (message.firstTime.known()) item.head += ", " + whenPhrase(message.firstTime);
    if (message.weak) item.head += "; the baselines differ here too";
    item.quoted = text::toUtf8(message.text);
    if (!message.inRun.empty()) item.lines.push_back(lineOf(m_run, message.inRun.front()));
    if (!message.inBaseline.empty()) item.lines.push_back(lineOf(m_baseline, message.inBaseline.front()));
    return item;
  }

  void writeMessages() {
    DocumentSection& messages = section("Messages");
    for (const Message& message : m_comparison.messages) {
      if (message.fold != Fold::ignored) add(messages, itemOf(message), message.weak || message.fold != Fold::none);
    }
    drop(messages);
  }

  void writeTests() {
    DocumentSection& tests = section("Tests");
    for (const TestDifference& test : m_comparison.tests) {
      if (test.ignored) continue;
      const std::string ranks = test.ranks.empty() ? "" : " (" + model::ranksText(test.ranks) + ")";
      const std::string weak = test.weak ? "; the baselines differ here too" : "";
      add(tests, {fmt::format("{} in the run{}, {} in the baseline{}", toString(test.run), ranks, toString(test.baseline), weak), test.id, {}}, test.weak);
    }
    drop(tests);
  }

  static std::string endText(const model::LaneEnd& end) {
    std::string text = toString(end.kind);
    if (end.code) text += fmt::format(" with code {}", *end.code);
    if (!end.signal.empty()) text += " by " + end.signal;
    return text;
  }

  void writeEnds() {
    DocumentSection& ends = section("How ranks ended");
    for (const EndDifference& end : m_comparison.ends) {
      const std::string launch = m_run.launches.size() > 1 ? fmt::format(" of launch {}", end.launch + 1) : "";
      add(ends, {fmt::format("{}{}: {} in the run, {} in the baseline", model::ranksText(end.ranks), launch, endText(end.run), endText(end.baseline)), "", {}});
    }
    drop(ends);
  }

  void writeBlocks() {
    DocumentSection& blocks = section("Parts that only one of them has");
    for (const Block& block : m_comparison.blocks) {
      const std::string size = block.lines == 0 ? "" : fmt::format(" ({}, {})", counted(block.lines, "line", "lines"), counted(block.templates, "kind", "kinds"));
      add(blocks, {fmt::format("{}: {}{}", block.phase, block.reason, size), "", {}});
    }
    drop(blocks);
  }

  void writeDurations() {
    DocumentSection& durations = section("Durations");
    durations.note += ", beyond the larger of 2 s and 25 %";
    for (const DurationDifference& one : m_comparison.durations) {
      add(durations, {fmt::format("{} in the run, {} in the baseline", durationText(one.runSeconds), durationText(one.baselineSeconds)), one.phase, {}});
    }
    drop(durations);
  }

  void writeEnvironment() {
    DocumentSection& environment = section("Environment");
    bool sameImage = !m_run.environment.image.empty() && m_run.environment.image == m_baseline.environment.image;
    for (const EnvironmentDifference& one : m_comparison.environment) {
      if (one.key == "image_digest" && sameImage) environment.note += "; the image has the same tag and another digest";
      add(environment, {fmt::format("{}: {} in the run, {} in the baseline", one.key, one.run.value_or("not set"), one.baseline.value_or("not set")), "", {}});
    }
    drop(environment);
  }

  void writeChanges() {
    if (!m_comparison.changes) return;
    const Changes& changes = *m_comparison.changes;
    DocumentSection& files = section("Files changed between the commits");
    files.note = changes.statement;
    for (const ChangedFile& file : changes.files) {
      add(files, {fmt::format("{}{}{}", file.status, file.inStack ? ", in the stack" : "", file.inTest ? ", of a test that did not pass" : ""), file.path, {}});
    }
  }

  void writeFiles() {
    DocumentSection& files = section("Files that only one of them has");
    for (const FileDifference& file : m_comparison.files) {
      if (!file.ignored) add(files, {file.inRun ? "only in the run" : "only in the baseline", file.path, {}}, true);
    }
    drop(files);
  }

  void writeFooter() {
    const Compared& compared = m_comparison.compared;
    std::string text = fmt::format("{} of the run and {} of the baseline compared, {} of lines", counted(compared.linesRun, "line", "lines"), thousands(compared.linesBaseline),
                                   counted(compared.templates, "kind", "kinds"));
    if (!m_comparison.ignoredRules.empty()) text += fmt::format(", {} ignored by rules", counted(compared.ignored, "difference", "differences"));
    if (!m_comparison.files.empty()) text += fmt::format(", {} in one of them only", counted(m_comparison.files.size(), "file", "files"));
    m_out.footer.push_back(std::move(text));
    m_out.footer.insert(m_out.footer.end(), m_comparison.notes.begin(), m_comparison.notes.end());
  }

  const Run& m_run;
  const Run& m_baseline;
  const Comparison& m_comparison;
  std::size_t m_most;
  ComparisonDocument m_out;
};

}  // namespace

ComparisonDocument documentOf(const ComparedRuns& runs, std::size_t mostItems) { return Writer(runs, mostItems).write(); }

}  // namespace lanescope::report
