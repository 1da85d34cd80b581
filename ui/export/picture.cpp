// SPDX-License-Identifier: Apache-2.0
#include "ui/export/picture.h"

#include "ui/export/picture_scene.h"
#include "ui/export/svg_writer.h"
#include "ui/models/words.h"
#include "ui/timeline/painter.h"

#include <QFileInfo>
#include <QImage>
#include <QImageWriter>
#include <QPainter>
#include <QSaveFile>

#include <cmath>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kSmallestWidth = 400, kLargestWidth = 8000, kLargestHeight = 16000;

QImage imageOf(const PictureScene& scene) {
  const QSize pixels(static_cast<int>(std::lround(scene.size.width() * scene.scale)),
                     static_cast<int>(std::ceil(scene.size.height() * scene.scale)));
  QImage image(pixels, QImage::Format_RGB32);
  if (image.isNull()) return image;
  image.fill(scene.background);
  QPainter painter(&image);
  painter.scale(scene.scale, scene.scale);
  replay(painter, scene.list, QRectF(QPointF(), scene.size));
  painter.end();
  image.setText(u"Title"_s, scene.title);
  image.setText(u"Description"_s, scene.description.simplified());
  image.setText(u"Software"_s, scene.software);
  return image;
}

QByteArray svgOf(const PictureScene& scene) {
  return writeSvg(scene.list, {scene.size, scene.scale, scene.background, scene.title, scene.description});
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

base::Result<void> writePicture(const PictureRequest& request, const std::function<PictureScene()>& compose) {
  if (const auto checked = check(request); !checked) return checked;
  const QString path = toQt(request.outputPath);
  const QString suffix = QFileInfo(path).suffix().toLower();
  if (suffix != "png"_L1 && suffix != "svg"_L1) {
    return base::fail(base::ErrorCode::unsupported, "the kind of picture is not known", request.outputPath, "a name that ends in .png or .svg");
  }
  const QFileInfo target(path);
  if (target.exists() && !target.isFile()) {
    return base::fail(base::ErrorCode::invalidArgument, "cannot write the picture: this is no regular file", request.outputPath, "choose another file with -o");
  }
  const PictureScene scene = compose();
  QSaveFile file(path);
  const auto refused = [&](const QString& why) {
    return base::fail(base::ErrorCode::io, "cannot write the picture: " + why.toStdString(), request.outputPath, "choose another file with -o");
  };
  if (!file.open(QIODevice::WriteOnly)) return refused(file.errorString());
  if (suffix == "svg"_L1) {
    file.write(svgOf(scene));
  } else {
    QImageWriter writer(&file, "png");
    if (!writer.write(imageOf(scene))) return refused(writer.errorString());
  }
  if (!file.commit()) return refused(file.errorString());
  return {};
}

base::Result<void> exportPicture(const model::Run& run, const PictureRequest& request) {
  return writePicture(request, [&] { return pictureScene(run, request); });
}

}  // namespace lanescope::ui
