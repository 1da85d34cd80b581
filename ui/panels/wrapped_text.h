// SPDX-License-Identifier: Apache-2.0
// Text that wraps at words, and inside a word only where a word is longer than the line: for delegates.
#pragma once

#include <QFont>
#include <QRect>
#include <QString>

class QPainter;

namespace lanescope::ui {

int wrappedHeight(const QFont& font, const QString& text, int width, int mostLines = 100);
// At the side where reading begins in the painter's direction; the words themselves run as their own letters do.
// In the painter's pen. What does not fit into `mostLines` ends in an ellipsis.
void drawWrapped(QPainter& painter, const QRect& rect, const QFont& font, const QString& text, int mostLines = 100);

// One line of it, in the middle of the height.
void drawLine(QPainter& painter, const QRect& rect, const QString& text);

}  // namespace lanescope::ui
