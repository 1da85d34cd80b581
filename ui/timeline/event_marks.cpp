// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/event_marks.h"

#include "ui/models/finding_look.h"

#include <QCoreApplication>

namespace lanescope::ui {

namespace {

using model::EventKind;
using model::FindingClass;
using model::Role;

MarkRank rankOf(FindingClass findingClass) {
  switch (findingClass) {
    case FindingClass::cudaError:
    case FindingClass::gpuOom:
    case FindingClass::eccXid:
    case FindingClass::ncclError:
    case FindingClass::ncclNetwork:
    case FindingClass::segfault:
    case FindingClass::abort:
    case FindingClass::hostOom:
    case FindingClass::killed: return MarkRank::fatal;
    case FindingClass::ncclTimeout:
    case FindingClass::hang:
    case FindingClass::desync:
    case FindingClass::monitoredBarrier:
    case FindingClass::timeLimit: return MarkRank::timeout;
    case FindingClass::testFailure: return MarkRank::testFailure;
    case FindingClass::assertion:
    case FindingClass::pythonException: return MarkRank::exception;
    case FindingClass::store:
    case FindingClass::glooError:
    case FindingClass::checkpoint:
    case FindingClass::data:
    case FindingClass::nan:
    case FindingClass::setup:
    case FindingClass::launcherExit:
    case FindingClass::preempted:
    case FindingClass::cancelled: return MarkRank::error;
    case FindingClass::restart: return MarkRank::restart;
    case FindingClass::ncclWarning: return MarkRank::ncclWarning;
    case FindingClass::cleanupWarning:
    case FindingClass::warning: return MarkRank::warning;
  }
  return MarkRank::none;
}

ShapeLook lookOf(MarkRank rank, const Theme& theme) {
  const auto look = [&](Shape shape, QColor colour, bool hollow = false) {
    return ShapeLook{shape, colour, theme.base, hollow, false};
  };
  switch (rank) {
    case MarkRank::none: return {};
    case MarkRank::lifecycle: return look(Shape::tick, theme.lifecycle);
    case MarkRank::advice: return look(Shape::dot, theme.advice);
    case MarkRank::teardown: return look(Shape::square, theme.teardown, true);
    case MarkRank::warning: return look(Shape::triangle, theme.warning, true);
    case MarkRank::ncclWarning: return look(Shape::triangle, theme.ncclWarning);
    case MarkRank::restart: return look(Shape::restart, theme.teardown);
    case MarkRank::error: return look(Shape::square, theme.fatal, true);
    case MarkRank::exception:
    case MarkRank::testFailure: return look(Shape::cross, theme.testFailure);
    case MarkRank::timeout: return look(Shape::hourglass, theme.timeout);
    case MarkRank::fatal: return look(Shape::square, theme.fatal);
    case MarkRank::firstFailure: return look(Shape::diamond, theme.firstFailure);
  }
  return {};
}

bool wentWrong(model::TestOutcome outcome) {
  using model::TestOutcome;
  return outcome == TestOutcome::failed || outcome == TestOutcome::error || outcome == TestOutcome::stalled || outcome == TestOutcome::interrupted;
}

MarkRank rankWithoutFinding(const model::Event& event) {
  switch (event.kind) {
    case EventKind::testEnd:
      return wentWrong(static_cast<model::TestOutcome>(event.outcome)) ? MarkRank::testFailure : MarkRank::none;
    case EventKind::timeout: return MarkRank::timeout;
    case EventKind::restart: return MarkRank::restart;
    case EventKind::iteration:
    case EventKind::checkpointStart:
    case EventKind::checkpointEnd:
    case EventKind::ncclInit: return MarkRank::lifecycle;
    case EventKind::warning: return MarkRank::warning;
    case EventKind::error:
      return event.severity == model::EventSeverity::fatal ? MarkRank::fatal : MarkRank::error;
    default: return MarkRank::none;
  }
}

}  // namespace

EventMark markOf(const model::Finding& finding, const Theme& theme) {
  EventMark mark{rankOf(finding.findingClass), findingLook(finding.role, finding.findingClass, theme)};
  mark.look.ground = theme.base;
  const bool follows = finding.role == Role::cascade || finding.role == Role::teardown;
  if (finding.role == Role::firstFailure) mark.rank = MarkRank::firstFailure;
  else if (mark.look.shape == Shape::dot) mark.rank = MarkRank::advice;
  // A time-out ends a wait that is drawn: it stays as visible as that.
  else if (follows && mark.rank != MarkRank::timeout && mark.rank != MarkRank::restart) mark.rank = MarkRank::teardown;
  return mark;
}

MarkRank markRankOf(const model::Run& run, const model::Event& event) {
  const bool ofFinding = event.finding < run.findings.size();
  const bool first = ofFinding && run.findings[event.finding].role == Role::firstFailure;
  // Ends are drawn as caps, test starts as bars.
  const bool drawnOtherwise = event.kind == EventKind::exit || event.kind == EventKind::signal || event.kind == EventKind::testStart;
  if (drawnOtherwise && !first) return MarkRank::none;
  // A rank that only heard of another's failure.
  if (event.kind == EventKind::note) return MarkRank::advice;
  if (!ofFinding) return rankWithoutFinding(event);
  return markOf(run.findings[event.finding], Theme::of(ThemeKind::light)).rank;   // colours make no difference
}

EventMark markOf(const model::Run& run, const model::Event& event, const Theme& theme) {
  const MarkRank rank = markRankOf(run, event);
  if (rank == MarkRank::none || event.kind == EventKind::note || event.finding >= run.findings.size()) return {rank, lookOf(rank, theme)};
  EventMark mark = markOf(run.findings[event.finding], theme);
  mark.look.ring = false;
  return mark;
}

QString markWords(MarkRank rank) {
  switch (rank) {
    case MarkRank::none: return {};
    case MarkRank::lifecycle: return QCoreApplication::translate("Marks", "start, iteration, checkpoint");
    case MarkRank::advice: return QCoreApplication::translate("Marks", "note");
    case MarkRank::teardown: return QCoreApplication::translate("Marks", "followed from another failure");
    case MarkRank::warning: return QCoreApplication::translate("Marks", "warning");
    case MarkRank::ncclWarning: return QCoreApplication::translate("Marks", "NCCL warning");
    case MarkRank::restart: return QCoreApplication::translate("Marks", "restart");
    case MarkRank::error: return QCoreApplication::translate("Marks", "error");
    case MarkRank::exception: return QCoreApplication::translate("Marks", "exception");
    case MarkRank::testFailure: return QCoreApplication::translate("Marks", "test failed");
    case MarkRank::timeout: return QCoreApplication::translate("Marks", "time-out");
    case MarkRank::fatal: return QCoreApplication::translate("Marks", "CUDA or process failure");
    case MarkRank::firstFailure: return QCoreApplication::translate("Marks", "first failure");
  }
  return {};
}

}  // namespace lanescope::ui
