// SPDX-License-Identifier: Apache-2.0
#include "ui/export/png_text.h"

#include <QFile>
#include <QtEndian>

#include <array>

namespace lanescope::ui {

namespace {

constexpr qsizetype kSignature = 8, kChunkFrame = 12;            // a length, a name and a sum around each chunk's data
constexpr qsizetype kHeader = kSignature + kChunkFrame + 13;     // signature and IHDR
constexpr quint32 kMostText = 1u << 20;
constexpr const char kMagic[] = "\x89PNG\r\n\x1a\n";

// Of PNG, annex D: reflected polynomial 0xEDB88320.
quint32 crc(const QByteArray& bytes) {
  static const std::array<quint32, 256> table = [] {
    std::array<quint32, 256> made{};
    for (quint32 i = 0; i < made.size(); ++i) {
      quint32 value = i;
      for (int bit = 0; bit < 8; ++bit) value = (value & 1u) != 0 ? 0xEDB88320u ^ (value >> 1) : value >> 1;
      made[i] = value;
    }
    return made;
  }();
  quint32 sum = ~0u;
  for (const char byte : bytes) sum = table[(sum ^ static_cast<quint8>(byte)) & 0xFFu] ^ (sum >> 8);
  return ~sum;
}

QByteArray bigEndian(quint32 value) {
  QByteArray bytes(4, '\0');
  qToBigEndian(value, bytes.data());
  return bytes;
}

bool isPng(const QByteArray& head) { return head.size() >= kSignature && head.startsWith(QByteArray(kMagic, kSignature)); }

}  // namespace

QByteArray withPngText(const QByteArray& png, const QByteArray& key, const QString& text) {
  if (png.size() < kHeader || !isPng(png)) return png;
  // Key, not compressed, method 0, no language, no translated key.
  const QByteArray body = QByteArray("iTXt") + key + QByteArray(5, '\0') + text.toUtf8();
  QByteArray chunk = bigEndian(static_cast<quint32>(body.size() - 4)) + body + bigEndian(crc(body));
  return png.left(kHeader) + chunk + png.mid(kHeader);
}

QByteArray viewInPng(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly) || !isPng(file.read(kSignature))) return {};
  const QByteArray start = QByteArray(kViewKey) + QByteArray(5, '\0');
  while (true) {
    const QByteArray head = file.read(8);
    if (head.size() < 8) return {};
    const quint32 length = qFromBigEndian<quint32>(head.constData());
    const QByteArray kind = head.mid(4);
    if (kind == "IDAT" || kind == "IEND") return {};
    if (kind != "iTXt" || length > kMostText) {
      if (!file.seek(file.pos() + length + 4)) return {};
      continue;
    }
    const QByteArray data = file.read(length);
    if (data.startsWith(start)) return data.mid(start.size());
    file.read(4);
  }
}

}  // namespace lanescope::ui
