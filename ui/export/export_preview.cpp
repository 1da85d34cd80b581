// SPDX-License-Identifier: Apache-2.0
#include "ui/export/export_preview.h"

#include "ui/models/current_theme.h"

#include <QApplication>
#include <QDrag>
#include <QFile>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>
#include <QPixmap>
#include <QUrl>

namespace lanescope::ui {

namespace {

constexpr int kMargin = 12;
constexpr QSize kDragSize(240, 200);

}  // namespace

ExportPreview::ExportPreview(QWidget* parent) : QWidget(parent) {
  setMinimumSize(320, 240);
  setAccessibleName(tr("Preview of the picture"));
}

void ExportPreview::setPicture(const QImage& image, const QByteArray& bytes, const QString& name) {
  m_image = image;
  m_bytes = bytes;
  m_name = name;
  setCursor(bytes.isEmpty() ? Qt::ArrowCursor : Qt::OpenHandCursor);
  setToolTip(bytes.isEmpty() ? QString() : tr("Drag the picture to where it is needed"));
  update();
}

QRect ExportPreview::area() const {
  const QRect room = rect().adjusted(kMargin, kMargin, -kMargin, -kMargin);
  QSize size = m_image.size();
  if (size.width() > room.width() || size.height() > room.height()) size.scale(room.size(), Qt::KeepAspectRatio);
  QRect area({}, size);
  area.moveCenter(room.center());
  return area;
}

void ExportPreview::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(this);
  painter.fillRect(rect(), theme.window);
  if (m_image.isNull()) {
    painter.setPen(theme.muted);
    painter.drawText(rect(), Qt::AlignCenter, tr("Preparing…"));
    return;
  }
  const QRect place = area();
  // Scaled in device pixels, so that small type stays legible.
  QImage scaled = m_image.scaled(place.size() * devicePixelRatioF(), Qt::KeepAspectRatio, Qt::SmoothTransformation);
  scaled.setDevicePixelRatio(devicePixelRatioF());
  painter.drawImage(place.topLeft(), scaled);
  painter.setPen(theme.hairline);
  painter.drawRect(place.adjusted(-1, -1, 0, 0));
}

void ExportPreview::mousePressEvent(QMouseEvent* event) { m_pressed = event->position().toPoint(); }

QMimeData* ExportPreview::dragged() const {
  auto* mime = new QMimeData;
  mime->setImageData(m_image);
  mime->setData(QStringLiteral("image/png"), m_bytes);
  // Most targets take files only, and may read them after the drop: the folder lives as long as this.
  const QString path = m_folder.filePath(m_name);
  QFile file(path);
  if (file.open(QIODevice::WriteOnly) && file.write(m_bytes) == m_bytes.size()) mime->setUrls({QUrl::fromLocalFile(path)});
  return mime;
}

void ExportPreview::mouseMoveEvent(QMouseEvent* event) {
  const bool far = (event->position().toPoint() - m_pressed).manhattanLength() >= QApplication::startDragDistance();
  if (m_bytes.isEmpty() || !event->buttons().testFlag(Qt::LeftButton) || !far) return;
  auto* drag = new QDrag(this);
  drag->setMimeData(dragged());
  drag->setPixmap(QPixmap::fromImage(m_image.scaled(kDragSize, Qt::KeepAspectRatio, Qt::SmoothTransformation)));
  drag->exec(Qt::CopyAction);
}

}  // namespace lanescope::ui
