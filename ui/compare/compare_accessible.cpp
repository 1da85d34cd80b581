// SPDX-License-Identifier: Apache-2.0
#include "ui/compare/compare_accessible.h"

#include "ui/compare/paired_text_view.h"
#include "ui/compare/paired_view.h"

#include <QAccessible>
#include <QAccessibleWidget>

namespace lanescope::ui {

namespace {

QAccessibleInterface* make(const QString&, QObject* object) {
  if (auto* timelines = qobject_cast<PairedView*>(object)) return new QAccessibleWidget(timelines, QAccessible::Chart);
  if (auto* texts = qobject_cast<PairedTextView*>(object)) return new QAccessibleWidget(texts, QAccessible::Document);
  return nullptr;
}

}  // namespace

void installCompareAccessibility() { QAccessible::installFactory(make); }

}  // namespace lanescope::ui
