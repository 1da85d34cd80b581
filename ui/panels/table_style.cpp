// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/table_style.h"

#include "ui/panels/cell_delegate.h"

#include <QHeaderView>
#include <QTableView>

namespace lanescope::ui {

namespace {
constexpr int kRowHeight = 24;
}

void styleTable(QTableView* table, const QString& name) {
  table->setItemDelegate(new CellDelegate(table));
  table->setAccessibleName(name);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->setSelectionMode(QAbstractItemView::SingleSelection);
  table->setTabKeyNavigation(false);
  table->setShowGrid(false);
  table->setWordWrap(false);
  table->setFrameShape(QFrame::NoFrame);
  table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  table->verticalHeader()->hide();
  table->verticalHeader()->setDefaultSectionSize(kRowHeight);
  table->setStyleSheet(QStringLiteral("QHeaderView::section { font-size: 11px; }"));
  table->horizontalHeader()->setHighlightSections(false);
  table->horizontalHeader()->setStretchLastSection(true);
}

}  // namespace lanescope::ui
