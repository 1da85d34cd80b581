// SPDX-License-Identifier: Apache-2.0
// The small parts that heads and strips of panes are made of, each with the one look it has everywhere.
#pragma once

#include <QString>

class QLabel;
class QToolButton;
class QWidget;

namespace lanescope::ui {

// A line that explains, in quiet letters. It gives way where there is no room: its minimum is one pixel.
QLabel* quietLabel(QWidget* parent);
// Text alone, reached with Tab; what it does is its tip and what a screen reader says.
QToolButton* flatButton(const QString& text, const QString& tip, QWidget* parent);
// The same with a menu, which is to be filled when it is about to show.
QToolButton* menuButton(const QString& text, const QString& tip, QWidget* parent);

}  // namespace lanescope::ui
