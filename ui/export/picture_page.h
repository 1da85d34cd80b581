// SPDX-License-Identifier: Apache-2.0
// What pictures of a run and of a comparison share: a card that is filled from top to bottom, and its last lines. Units of the picture.
#pragma once

#include "ui/export/picture_scene.h"

#include <QStringList>

namespace lanescope::ui {

inline constexpr double kPageEdge = 40;          // of the card
inline constexpr double kPageLine = 30;          // height of a line of the smallest type
inline constexpr double kPageSection = 22;       // between sections
inline constexpr TextStyle kPagePlain{kPictureText, false, false}, kPageBold{kPictureText, true, false}, kPageMono{kPictureText, false, true};

class PicturePage {
 public:
  // `units` wide: kPictureWidth, or more where much has to fit in a low picture.
  PicturePage(const PictureRequest& request, double units);

  DrawList list;
  double y = kPageEdge - 4;                      // where the next thing goes

  const Theme& theme() const { return m_theme; }
  double scale() const { return m_scale; }
  double left() const { return kPageEdge; }
  double right() const { return m_units - kPageEdge; }
  double width() const { return right() - left(); }
  // Height that a picture of an exact size has left below `y`; 0 where the height follows the content.
  double spare() const;

  void addLines(const QStringList& lines, const TextStyle& style, const QColor& colour, double x, double lineHeight = kPageLine);
  void addText(const QString& text, const TextStyle& style, const QColor& colour, int mostLines);
  // Parts with dots between them.
  void addParts(const QStringList& parts, const QColor& colour, int mostLines);
  void addRule();
  // "Lanescope 0.1.0 (09844d3c1a)"
  QString software() const;
  // Tool, inputs with the beginning of their SHA-256, when it was made, what was redacted.
  QStringList provenanceParts() const;
  // The card around what was added. Where the size is exact and this is higher, the whole is drawn smaller.
  PictureScene finish(const QString& title, const QString& description);

 private:
  const PictureRequest& m_request;
  const Theme& m_theme;
  double m_units, m_scale;
};

}  // namespace lanescope::ui
