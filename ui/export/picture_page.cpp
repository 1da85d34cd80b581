// SPDX-License-Identifier: Apache-2.0
#include "ui/export/picture_page.h"

#include "core/report/build_info.h"
#include "core/report/time_text.h"
#include "ui/models/words.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

struct Page {
  Q_DECLARE_TR_FUNCTIONS(Picture)
};

constexpr double kFrame = 8;                     // between the card and the picture's edge

}  // namespace

PicturePage::PicturePage(const PictureRequest& request, double units)
    : m_request(request), m_theme(Theme::of(request.theme)), m_units(units), m_scale(request.width / units) {}

double PicturePage::spare() const { return std::max(0.0, m_request.height / m_scale - y - kPageEdge); }

void PicturePage::addLines(const QStringList& lines, const TextStyle& style, const QColor& colour, double x, double lineHeight) {
  for (const QString& line : lines) {
    list.text(Layer::label, QRectF(x, y, right() - x, lineHeight), Qt::AlignLeft, line, style, colour);
    y += lineHeight;
  }
}

void PicturePage::addText(const QString& text, const TextStyle& style, const QColor& colour, int mostLines) {
  addLines(wrapped(text, style, width(), mostLines), style, colour, left());
}

void PicturePage::addParts(const QStringList& parts, const QColor& colour, int mostLines) {
  addLines(wrappedParts(parts, kPagePlain, width(), mostLines), kPagePlain, colour, left());
}

void PicturePage::addRule() {
  y += kPageSection / 2;
  list.line(Layer::line, {{{left(), y + 0.5}, {right(), y + 0.5}}, m_theme.hairline, 1, false});
  y += kPageSection / 2;
}

QString PicturePage::software() const {
  report::Provenance from = m_request.provenance;
  if (from.version.empty()) from.version = report::toolVersion(), from.commit = report::toolCommit();
  return toQt(report::toolText(from));
}

QStringList PicturePage::provenanceParts() const {
  constexpr std::size_t kShownDigits = 12;
  const report::Provenance& from = m_request.provenance;
  QStringList parts{software()};
  if (from.createdNs > 0) parts << Page::tr("made %1").arg(toQt(report::isoTime(from.createdNs)));
  QStringList kinds;
  for (const std::string& kind : from.redacted.names()) kinds << toQt(kind);
  if (!kinds.isEmpty()) parts << Page::tr("redacted where found: %1").arg(kinds.join(u", "_s));
  for (const report::Provenance::Input& input : from.inputs) {
    QString name = elidedMiddle(toQt(input.name), kPagePlain, width() / 3);
    if (input.baseline) name = Page::tr("B: %1").arg(name);
    parts << (input.sha256.empty() ? name : Page::tr("%1 SHA-256 %2…").arg(name, toQt(input.sha256.substr(0, kShownDigits))));
  }
  return parts;
}

PictureScene PicturePage::finish(const QString& title, const QString& description) {
  const double content = std::ceil(y + kPageEdge), wanted = m_request.height / m_scale;
  double height = wanted > 0 ? std::max(wanted, content) : content, width = m_units;
  list.rect(Layer::ground, {QRectF(kFrame, kFrame, width - 2 * kFrame, height - 2 * kFrame), m_theme.base, m_theme.hairline, 14});
  double scale = m_scale;
  if (wanted > 0 && content > wanted) {
    scale = m_request.height / content;
    width = m_request.width / scale;
    DrawList centred;
    centred.append(list, {(width - m_units) / 2, 0});
    list = std::move(centred);
  }
  return {std::move(list), {width, height}, scale, m_theme.base, title, description, software(), m_request.view};
}

}  // namespace lanescope::ui
