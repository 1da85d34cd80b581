// SPDX-License-Identifier: Apache-2.0
// A picture, scaled to the room it has; it can be dragged out of the window, as a file and as an image.
#pragma once

#include <QImage>
#include <QTemporaryDir>
#include <QWidget>

class QMimeData;

namespace lanescope::ui {

class ExportPreview : public QWidget {
  Q_OBJECT
 public:
  explicit ExportPreview(QWidget* parent = nullptr);
  // `bytes` of a PNG and the file's name, for dragging; empty: it cannot be dragged.
  void setPicture(const QImage& image, const QByteArray& bytes, const QString& name);
  const QImage& image() const { return m_image; }
  // What is given to whoever it is dropped on; the caller owns it.
  QMimeData* dragged() const;
  QSize sizeHint() const override { return {720, 560}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  QRect area() const;
  QImage m_image;
  QByteArray m_bytes;
  QString m_name;
  QTemporaryDir m_folder;                        // of dragged files
  QPoint m_pressed;
};

}  // namespace lanescope::ui
