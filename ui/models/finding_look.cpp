// SPDX-License-Identifier: Apache-2.0
#include "ui/models/finding_look.h"

namespace lanescope::ui {

namespace {

bool isTimeout(model::FindingClass findingClass) {
  using C = model::FindingClass;
  return findingClass == C::ncclTimeout || findingClass == C::hang || findingClass == C::timeLimit ||
         findingClass == C::monitoredBarrier || findingClass == C::desync;
}

bool isWarning(model::FindingClass findingClass) {
  using C = model::FindingClass;
  return findingClass == C::ncclWarning || findingClass == C::cleanupWarning || findingClass == C::warning;
}

bool isTest(model::FindingClass findingClass) {
  using C = model::FindingClass;
  return findingClass == C::testFailure || findingClass == C::assertion || findingClass == C::pythonException;
}

}  // namespace

ShapeLook findingLook(model::Role role, model::FindingClass findingClass, const Theme& theme) {
  ShapeLook look;
  look.ground = theme.raised;
  if (role == model::Role::firstFailure) {
    look.shape = Shape::diamond;
    look.colour = theme.firstFailure;
    look.ring = true;
  } else if (findingClass == model::FindingClass::restart) {
    look.shape = Shape::restart;
    look.colour = theme.teardown;
  } else if (isTimeout(findingClass)) {
    look.shape = Shape::hourglass;
    look.colour = theme.timeout;
  } else if (isWarning(findingClass)) {
    look.shape = Shape::triangle;
    look.colour = theme.warning;
    look.hollow = findingClass != model::FindingClass::ncclWarning;
  } else if (role == model::Role::teardown) {
    look.shape = Shape::square;
    look.colour = theme.teardown;
    look.hollow = true;
  } else if (isTest(findingClass)) {
    look.shape = Shape::cross;
    look.colour = theme.testFailure;
  } else if (role == model::Role::noise || role == model::Role::context) {
    look.shape = Shape::dot;
    look.colour = theme.advice;
  } else {
    look.shape = Shape::square;
    look.colour = theme.fatal;
    look.hollow = role == model::Role::cascade;
  }
  return look;
}

QColor findingBadge(model::Role role, model::FindingClass findingClass, const Theme& theme) {
  if (role == model::Role::firstFailure) return theme.calloutFirst;
  if (findingClass == model::FindingClass::restart) return theme.calloutRestart;
  if (isTimeout(findingClass)) return theme.calloutTimeout;
  if (isWarning(findingClass)) return theme.calloutWarning;
  return role == model::Role::teardown ? theme.calloutEnd : theme.calloutOther;
}

}  // namespace lanescope::ui
