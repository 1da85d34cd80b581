// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/clipped_text.h"

namespace lanescope::ui {

QString clippedText(const QString& text, qsizetype most) {
  if (text.size() <= most) return text;
  qsizetype head = most * 3 / 4, tail = text.size() - (most - head);
  // A surrogate pair stays together.
  if (text[head - 1].isHighSurrogate()) --head;
  if (text[tail].isLowSurrogate()) ++tail;
  return text.left(head) + QChar(0x2026) + text.mid(tail);
}

}  // namespace lanescope::ui
