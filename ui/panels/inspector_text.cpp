// SPDX-License-Identifier: Apache-2.0
// The inspector's texts as HTML. Everything that comes from a log is escaped.
#include "core/report/added_text.h"
#include "ui/models/words.h"
#include "ui/panels/inspector_panel.h"
#include "ui/theme/clipped_text.h"

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr std::size_t kMostEvidence = 8;
constexpr qsizetype kMostText = 160, kMostTitle = 240, kMostValue = 300;   // a title never fills the panel

QString escaped(const std::string& text) { return clippedText(toQt(text)).toHtmlEscaped(); }
QString title(const QString& text) { return QStringLiteral("<p class='title'>%1</p>").arg(clippedText(text, kMostTitle).toHtmlEscaped()); }
QString heading(const QString& text) { return QStringLiteral("<p class='head'>%1</p>").arg(text.toUpper().toHtmlEscaped()); }
QString paragraph(const QString& html) { return QStringLiteral("<p>%1</p>").arg(html); }

QString lineLink(const model::Run& run, const model::Evidence& evidence) {
  return QStringLiteral("<a href='line:%1:%2'>%3</a>")
      .arg(QString::number(evidence.source.value), QString::number(evidence.line), evidenceText(run, evidence).toHtmlEscaped());
}

QString evidenceHtml(const model::Run& run, const model::Evidence& evidence) {
  const QString text = clippedText(toQt(evidence.text), kMostText);
  QString html = lineLink(run, evidence);
  if (evidence.time.known())
    html += QStringLiteral(" <span class='muted'>%1</span>").arg(columnTimeText(evidence.time).toHtmlEscaped());
  return paragraph(html + QStringLiteral("<br><span class='mono'>%1</span>").arg(text.toHtmlEscaped()));
}

QString evidenceList(const model::Run& run, const std::vector<model::Evidence>& evidence, std::uint32_t count) {
  if (evidence.empty()) return {};
  QString html = heading(InspectorPanel::tr("Evidence"));
  for (std::size_t i = 0; i < evidence.size() && i < kMostEvidence; ++i) html += evidenceHtml(run, evidence[i]);
  const std::size_t shown = std::min(evidence.size(), kMostEvidence);
  if (count > shown)
    html +=
        QStringLiteral("<p class='muted'>%1</p>").arg(InspectorPanel::tr("%1 of %2 lines").arg(shown).arg(countText(count)));
  return html;
}

class Table {
 public:
  void add(const QString& key, const QString& value) {
    if (value.isEmpty()) return;
    m_rows += QStringLiteral("<tr><td class='key'>%1</td><td>%2</td></tr>").arg(key.toHtmlEscaped(), clippedText(value, kMostValue).toHtmlEscaped());
  }
  void add(const QString& key, const std::string& value) { add(key, toQt(value)); }
  QString html() const {
    return m_rows.isEmpty() ? QString() : QStringLiteral("<table cellspacing='0'>%1</table>").arg(m_rows);
  }

 private:
  QString m_rows;
};

template <class Number>
QString number(const std::optional<Number>& value) {
  return value ? QString::number(*value) : QString();
}

QString collectiveText(const model::Attributes& attributes) {
  if (!attributes.collective) return {};
  const model::Collective& collective = *attributes.collective;
  QStringList parts{toQt(collective.op.empty() ? collective.api : collective.op)};
  if (collective.seq) parts << InspectorPanel::tr("seq %1").arg(*collective.seq);
  if (!collective.group.empty()) parts << InspectorPanel::tr("group %1").arg(toQt(collective.group));
  if (!collective.groupDesc.empty()) parts << toQt(collective.groupDesc);
  if (collective.groupSize) parts << InspectorPanel::tr("%1 members").arg(*collective.groupSize);
  return parts.join(QStringLiteral(" · "));
}

QString attributesHtml(const model::Finding& finding) {
  const model::Attributes& a = finding.attributes;
  Table table;
  if (a.cudaError) {
    const QString code = a.cudaError->code ? QString::number(*a.cudaError->code) + QLatin1Char(' ') : QString();
    table.add(InspectorPanel::tr("CUDA error"), code + toQt(a.cudaError->text));
  }
  table.add(InspectorPanel::tr("NCCL error"), a.ncclErrorName.empty() ? a.ncclErrorText : a.ncclErrorName);
  table.add(InspectorPanel::tr("Last error"), a.ncclLastError);
  table.add(InspectorPanel::tr("Exception"), a.exceptionType);
  table.add(InspectorPanel::tr("Message"), a.exceptionMessage);
  table.add(InspectorPanel::tr("Operation"), a.operationText);
  table.add(InspectorPanel::tr("Collective"), collectiveText(a));
  if (a.timeoutMs) table.add(InspectorPanel::tr("Limit"), durationText(static_cast<double>(*a.timeoutMs) / 1000));
  if (a.limitOwner)
    table.add(InspectorPanel::tr("Limit set by"), a.limitOwner->text.empty() ? a.limitOwner->kind : a.limitOwner->text);
  if (a.ranMs) table.add(InspectorPanel::tr("Ran for"), durationText(static_cast<double>(*a.ranMs) / 1000));
  if (a.waitingSince.known()) table.add(InspectorPanel::tr("Waiting since"), timeText(a.waitingSince));
  table.add(InspectorPanel::tr("Last enqueued"), number(a.lastEnqueued));
  table.add(InspectorPanel::tr("Last completed"), number(a.lastCompleted));
  table.add(InspectorPanel::tr("Exit code"), number(a.exitCode));
  table.add(InspectorPanel::tr("Signal"), a.signal);
  table.add(InspectorPanel::tr("Sent by"), a.exitBy);
  table.add(InspectorPanel::tr("Test phase"), a.testPhase);
  table.add(InspectorPanel::tr("Printed at"), a.sourceLocation);
  table.add(InspectorPanel::tr("NCCL"), a.ncclVersion);
  table.add(InspectorPanel::tr("Ranks"), rankListText(finding.ranks));
  table.add(InspectorPanel::tr("Stalled"), rankListText(finding.stalledRanks));
  table.add(InspectorPanel::tr("Never arrived"), rankListText(finding.missingRanks));
  QStringList hosts;
  for (const std::string& host : finding.hosts) hosts << toQt(host);
  table.add(InspectorPanel::tr("Host"), hosts.join(QStringLiteral(", ")));
  QString html = table.html();
  if (!a.test.empty()) html += QStringLiteral("<p class='mono'>%1</p>").arg(clippedText(toQt(a.test), kMostValue).toHtmlEscaped());
  return html.isEmpty() ? html : heading(InspectorPanel::tr("Attributes")) + html;
}

QString stackHtml(const std::vector<model::StackFrame>& stack) {
  if (stack.empty()) return {};
  QString html = heading(InspectorPanel::tr("Stack, outermost call first"));
  for (const model::StackFrame& frame : stack) {
    const QString name = frame.user ? QStringLiteral("<b>%1</b>").arg(escaped(frame.function)) : escaped(frame.function);
    const std::string file = frame.file.substr(frame.file.rfind('/') == std::string::npos ? 0 : frame.file.rfind('/') + 1);
    html += QStringLiteral("<p class='mono'>%1 <span class='muted'>%2:%3</span></p>").arg(name, escaped(file)).arg(frame.line);
  }
  return html;
}

QString notEstablishedHtml(const model::Run& run, const std::string& id) {
  QString html;
  for (const model::NotEstablished& item : run.notEstablished) {
    const bool about = item.about.empty() || std::find(item.about.begin(), item.about.end(), id) != item.about.end();
    if (id.empty() || about) html += paragraph(QStringLiteral("• ") + escaped(item.text));
  }
  return html.isEmpty() ? html : heading(InspectorPanel::tr("Not established")) + html;
}

// What the user has written down of it.
QString knownHtml(const model::SeenBefore* seen) {
  if (seen == nullptr) return {};
  QString html = heading(InspectorPanel::tr("Known to you")) + paragraph(escaped(report::sightingsText(*seen)));
  if (!seen->note.empty()) html += paragraph(escaped(seen->note));
  return seen->url.empty() ? html : html + QStringLiteral("<p class='mono'>%1</p>").arg(escaped(seen->url));
}

// Where it stands among the candidates; why is said by its role.
QString candidateHtml(const model::Run& run, const model::Finding& finding) {
  for (std::size_t i = 0; i < run.candidates.size(); ++i) {
    if (run.candidates[i].id != finding.id || run.candidates.size() < 2) continue;
    const QString order = run.candidates[i].orderCertain ? InspectorPanel::tr("its place is certain") : InspectorPanel::tr("its place is undecided");
    return paragraph(InspectorPanel::tr("Candidate %1 of %2 for the first failure; %3. C shows the next one.").arg(i + 1).arg(run.candidates.size()).arg(order));
  }
  return {};
}

}  // namespace

QString findingHtml(const model::Run& run, const model::Finding& finding, const model::SeenBefore* seen) {
  QString html =
      title(toQt(finding.title)) +
      QStringLiteral("<p class='muted'>%1 · %2</p>")
          .arg(roleText(finding.role).toHtmlEscaped(), timeText(finding.time, true).toHtmlEscaped());
  if (finding.time.known()) {
    const QString basis = QStringList{basisText(finding.time), errorText(finding.time)}.join(QLatin1Char(' ')).trimmed();
    html += QStringLiteral("<p class='muted'>%1</p>").arg(InspectorPanel::tr("Time: %1").arg(basis).toHtmlEscaped());
  }
  if (!finding.why.empty()) html += heading(InspectorPanel::tr("Why this role")) + paragraph(escaped(finding.why));
  return html + candidateHtml(run, finding) + knownHtml(seen) + evidenceList(run, finding.evidence, finding.count) + notEstablishedHtml(run, finding.id) +
         attributesHtml(finding) + stackHtml(finding.attributes.stack);
}

QString lineHtml(const model::Run& run, const Selection& selection) {
  const model::Source& source = run.source(selection.line->source);
  Table table;
  table.add(InspectorPanel::tr("Source"), source.path);
  table.add(InspectorPanel::tr("Line"), countText(selection.line->line));
  if (selection.lane) table.add(InspectorPanel::tr("Lane"), laneText(run, *selection.lane));
  table.add(InspectorPanel::tr("Time"), timeText(selection.time, true));
  table.add(InspectorPanel::tr("Known from"),
            QStringList{basisText(selection.time), errorText(selection.time)}.join(QLatin1Char(' ')).trimmed());
  table.add(InspectorPanel::tr("Zone"), source.clock.zone);
  return title(lineText(run, *selection.line)) + table.html();
}

QString runHtml(const model::Run& run) {
  Table table;
  const model::Environment& environment = run.environment;
  table.add(InspectorPanel::tr("Test case"), environment.testCase);
  table.add(InspectorPanel::tr("Job"), run.identity.job);
  table.add(InspectorPanel::tr("Run"), run.identity.runId);
  table.add(InspectorPanel::tr("Node"), environment.node);
  table.add(InspectorPanel::tr("GPU"), environment.gpuModel);
  table.add(InspectorPanel::tr("Driver"), environment.driverVersion);
  table.add(InspectorPanel::tr("CUDA"), environment.cudaVersion);
  table.add(InspectorPanel::tr("NCCL"), environment.ncclVersion);
  table.add(InspectorPanel::tr("PyTorch"), environment.torchVersion);
  table.add(InspectorPanel::tr("Commit"), environment.commit);
  return title(toQt(run.name)) + table.html() + notEstablishedHtml(run, {});
}

}  // namespace lanescope::ui
