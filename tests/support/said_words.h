// SPDX-License-Identifier: Apache-2.0
// The words of a run: all sentences that are made rather than read, and those that they must not hold.
#pragma once

#include "core/report/verdict.h"
#include "tests/support/scanned.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace lanescope::test {

// Without an exception's own message, whole or cut, which is the log's.
inline QString withoutMessage(QString sentence, const QString& message) {
  constexpr qsizetype kLeast = 10;
  qsizetype size = message.size();
  while (size >= kLeast && !sentence.contains(message.left(size))) --size;
  return size >= kLeast ? sentence.remove(message.left(size)) : sentence;
}

// Every sentence that is made here rather than read.
inline QStringList sentences(const model::Run& run) {
  QStringList out;
  const auto add = [&out](const std::string& text) { out << qs(text); };
  for (const model::Finding& finding : run.findings) {
    add(finding.title);
    add(finding.why);
    for (const std::string& hypothesis : finding.attributes.hypotheses) add(hypothesis);
  }
  for (const model::NotEstablished& gap : run.notEstablished) add(gap.text);
  for (const model::Candidate& candidate : run.candidates) add(candidate.why);
  for (const model::Milestone& milestone : run.milestones) add(milestone.text);
  for (const std::string& note : run.coverage.notes) add(note);
  for (const model::Conflict& conflict : run.coverage.conflicts) add(conflict.what);
  for (const model::Interval& interval : run.intervals) add(interval.label);
  for (const std::string& assumption : run.clock.assumptions) add(assumption);
  for (const model::Restart& restart : run.restarts) {
    const bool quoted = std::any_of(restart.evidence.begin(), restart.evidence.end(),
                                    [&](const model::Evidence& line) { return line.text.find(restart.reason) != std::string::npos; });
    if (!quoted) add(restart.reason);
  }
  const report::Verdict verdict = report::verdictOf(run);
  for (const std::string& text : {verdict.headline, verdict.then, verdict.notKnown, verdict.title}) add(text);
  for (const model::Finding& finding : run.findings) {
    for (QString& sentence : out) sentence = withoutMessage(sentence, qs(finding.attributes.exceptionMessage));
  }
  return out;
}

// The word that a sentence must not hold, else empty. What a log quotes may; "segmentation fault" is a name, and that the log does not hold what
// caused something may be said.
inline QString forbiddenWord(QString sentence) {
  static const QRegularExpression kForbidden(QStringLiteral("\\b(cause|caused|culprit|fault|introduced|broke|flaky|infrastructure)\\b"), QRegularExpression::CaseInsensitiveOption);
  static const QRegularExpression kQuoted(QStringLiteral("\"[^\"]*\"|(?<!\\w)'[^'\u2026]*['\u2026]"));
  static const QRegularExpression kOpen(QStringLiteral("What caused [^.]* is not in this log"));
  sentence.remove(QStringLiteral("segmentation fault"), Qt::CaseInsensitive).remove(kOpen).remove(kQuoted);
  return kForbidden.match(sentence).captured();
}

}  // namespace lanescope::test
