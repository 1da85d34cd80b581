// SPDX-License-Identifier: Apache-2.0
#include "ui/export/picture.h"

#include "ui/export/picture_scene.h"
#include "ui/export/png_text.h"
#include "ui/export/svg_writer.h"
#include "ui/models/words.h"
#include "ui/timeline/painter.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImageWriter>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>

#include <cmath>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kSmallestWidth = 400, kLargestWidth = 8000, kLargestHeight = 16000;

QByteArray encoded(const QImage& image) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QImageWriter writer(&buffer, "png");
  return writer.write(image) ? bytes : QByteArray();
}

// Fewer colours before fewer pixels.
QByteArray pngOf(const PictureScene& scene) {
  constexpr qsizetype kRoomForText = 100'000;
  QImage image = pictureImage(scene);
  if (image.isNull()) return {};
  QByteArray bytes = encoded(image);
  if (bytes.size() > kMostPngBytes - kRoomForText) {
    image = image.convertToFormat(QImage::Format_Indexed8, Qt::ThresholdDither | Qt::AvoidDither);
    bytes = encoded(image);
  }
  while (bytes.size() > kMostPngBytes - kRoomForText && image.width() > kSmallestWidth) {
    image = image.scaledToWidth(image.width() * 3 / 4, Qt::SmoothTransformation);
    bytes = encoded(image);
  }
  if (!scene.view.empty()) bytes = withPngText(bytes, kViewKey, toQt(scene.view));
  bytes = withPngText(bytes, "Software", scene.software);
  bytes = withPngText(bytes, "Description", scene.description);
  return withPngText(bytes, "Title", scene.title);
}

QByteArray svgOf(const PictureScene& scene) {
  return writeSvg(scene.list, {scene.size, scene.scale, scene.background, scene.title, scene.description});
}

// One page as wide as A4 lies, as high as the picture.
QByteArray pdfOf(const PictureScene& scene) {
  constexpr double kPageMillimetres = 297;
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  const QSizeF page(kPageMillimetres, kPageMillimetres * scene.size.height() / scene.size.width());
  writer.setPageSize(QPageSize(page, QPageSize::Millimeter, {}, QPageSize::ExactMatch));
  writer.setPageMargins({});
  writer.setTitle(scene.title);
  writer.setCreator(scene.software);
  writer.setResolution(600);
  QPainter painter(&writer);
  painter.setRenderHint(QPainter::LosslessImageRendering);
  const double scale = writer.width() / scene.size.width();
  painter.scale(scale, scale);
  painter.fillRect(QRectF(QPointF(), scene.size), scene.background);
  replay(painter, scene.list, QRectF(QPointF(), scene.size));
  painter.end();
  return bytes;
}

base::Result<void> check(const PictureRequest& request) {
  if (request.width < kSmallestWidth || request.width > kLargestWidth) {
    return base::fail(base::ErrorCode::invalidArgument, "a picture is 400 to 8000 pixels wide");
  }
  if (request.height < 0 || request.height > kLargestHeight) {
    return base::fail(base::ErrorCode::invalidArgument, "a picture is at most 16000 pixels high");
  }
  return {};
}

}  // namespace

std::optional<PictureFormat> pictureFormatOf(const std::string& path) {
  const QString suffix = QFileInfo(toQt(path)).suffix().toLower();
  if (suffix == "png"_L1) return PictureFormat::png;
  if (suffix == "svg"_L1) return PictureFormat::svg;
  return suffix == "pdf"_L1 ? std::optional(PictureFormat::pdf) : std::nullopt;
}

QImage pictureImage(const PictureScene& scene) {
  const QSize pixels(static_cast<int>(std::lround(scene.size.width() * scene.scale)), static_cast<int>(std::ceil(scene.size.height() * scene.scale - 0.01)));
  QImage image(pixels, QImage::Format_RGB32);
  if (image.isNull()) return image;
  image.fill(scene.background);
  QPainter painter(&image);
  painter.scale(scene.scale, scene.scale);
  replay(painter, scene.list, QRectF(QPointF(), scene.size));
  return image;
}

QByteArray pictureBytes(const PictureScene& scene, PictureFormat format) {
  switch (format) {
    case PictureFormat::svg: return svgOf(scene);
    case PictureFormat::pdf: return pdfOf(scene);
    case PictureFormat::png: break;
  }
  return pngOf(scene);
}

base::Result<void> writePicture(const PictureRequest& request, const std::function<PictureScene()>& compose) {
  if (const auto checked = check(request); !checked) return checked;
  const auto format = pictureFormatOf(request.outputPath);
  if (!format) return base::fail(base::ErrorCode::unsupported, "the kind of picture is not known", request.outputPath, "a name that ends in .png, .svg or .pdf");
  const QString path = toQt(request.outputPath);
  const QFileInfo target(path);
  if (target.exists() && !target.isFile()) {
    return base::fail(base::ErrorCode::invalidArgument, "cannot write the picture: this is no regular file", request.outputPath, "choose another file with -o");
  }
  QSaveFile file(path);
  const auto refused = [&](const QString& why) {
    return base::fail(base::ErrorCode::io, "cannot write the picture: " + why.toStdString(), request.outputPath, "choose another file with -o");
  };
  if (!file.open(QIODevice::WriteOnly)) return refused(file.errorString());
  const QByteArray bytes = pictureBytes(compose(), *format);
  if (bytes.isEmpty()) return base::fail(base::ErrorCode::limit, "the picture is too large for the memory there is", request.outputPath, "a smaller --size");
  if (file.write(bytes) != bytes.size() || !file.commit()) return refused(file.errorString());
  return {};
}

base::Result<void> exportPicture(const model::Run& run, const PictureRequest& request) {
  return writePicture(request, [&] { return pictureScene(run, request); });
}

}  // namespace lanescope::ui
