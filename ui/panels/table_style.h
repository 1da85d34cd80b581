// SPDX-License-Identifier: Apache-2.0
// What all tables of the side panes look like and how they are reached: rows are chosen whole, Tab leaves them.
#pragma once

#include <QString>

class QTableView;

namespace lanescope::ui {

// `name` is what a screen reader calls it.
void styleTable(QTableView* table, const QString& name);

}  // namespace lanescope::ui
