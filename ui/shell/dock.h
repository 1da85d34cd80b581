// SPDX-License-Identifier: Apache-2.0
// A dock with a quiet caption in place of the platform's title bar. It is moved by its caption and closed by its menu or
// the View menu.
#pragma once

#include <QDockWidget>

namespace lanescope::ui {

// shown: while no tab says the title; none: the content has a head of its own.
enum class Caption { shown, none };

QDockWidget* makeDock(const QString& objectName, const QString& title, QWidget* content, Caption caption, QWidget* parent);

}  // namespace lanescope::ui
