// SPDX-License-Identifier: Apache-2.0
// Text inside a PNG: chunks of the kind iTXt, which hold UTF-8 as it is. Qt's writer collapses white space and compresses what is long.
#pragma once

#include <QByteArray>
#include <QString>

namespace lanescope::ui {

inline constexpr const char* kViewKey = "lanescope.view";

// `png` with the text behind its header; as it is where it is no PNG. `key` is of 1 to 79 Latin characters.
QByteArray withPngText(const QByteArray& png, const QByteArray& key, const QString& text);
// The view that a picture of this program carries; empty where the file is no such picture. Reads the head of the file alone.
QByteArray viewInPng(const QString& path);

}  // namespace lanescope::ui
