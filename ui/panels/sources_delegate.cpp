// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/sources_delegate.h"

#include "ui/models/current_theme.h"
#include "ui/models/sources_model.h"
#include "ui/models/words.h"
#include "ui/models/zone_names.h"
#include "ui/theme/clipped_text.h"
#include "ui/theme/shapes.h"

#include <QComboBox>
#include <QCompleter>
#include <QLineEdit>
#include <QPainter>
#include <QSpinBox>

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr int kRowHeight = 24;
constexpr int kMark = 10;      // px, of the pencil and the warning
constexpr int kMarkSpace = 4;  // to the text
constexpr int kAsFound = -1;   // the spin box's value for "nothing is set"

// A pencil that points down to the left.
void paintPencil(QPainter& painter, const QRectF& rect, const QColor& colour) {
  QPainterPath path;
  const auto at = [&rect](double x, double y) {
    return QPointF(rect.left() + x * rect.width(), rect.top() + y * rect.height());
  };
  path.moveTo(at(0, 1));
  path.lineTo(at(0.1, 0.66));
  path.lineTo(at(0.72, 0.04));
  path.lineTo(at(0.96, 0.28));
  path.lineTo(at(0.34, 0.9));
  path.closeSubpath();
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  painter.drawPath(path);
  painter.restore();
}

void fill(QComboBox* box, const SourcesDelegate::Choices& choices) {
  for (const auto& choice : choices) box->addItem(choice.first, choice.second);
}

QComboBox* makeZoneBox(QWidget* parent) {
  auto* box = new QComboBox(parent);
  box->setEditable(true);
  box->setInsertPolicy(QComboBox::NoInsert);
  box->addItem(SourcesDelegate::tr("as found"), QString());
  for (const QString& zone : commonZones()) box->addItem(zone, zone);
  auto* completer = new QCompleter(allZones(), box);
  completer->setCaseSensitivity(Qt::CaseInsensitive);
  completer->setFilterMode(Qt::MatchContains);
  box->setCompleter(completer);
  return box;
}

// What stands in an editable box, unless it is the text of a choice.
QString chosen(const QComboBox* box) {
  const int known = box->findText(box->currentText());
  return known >= 0 ? box->itemData(known).toString() : box->currentText();
}

}  // namespace

SourcesDelegate::Choices SourcesDelegate::formats() {
  const auto word = [](model::ReadAs readAs) { return QString::fromLatin1(model::toString(readAs)); };
  return {{tr("as found"), QString()},
          {tr("one rank's own file"), word(model::ReadAs::rank)},
          {tr("several ranks, or the launcher"), word(model::ReadAs::carrier)},
          {tr("NCCL debug log"), word(model::ReadAs::nccl)},
          {tr("no log: leave it out"), word(model::ReadAs::nothing)}};
}

SourcesDelegate::Choices SourcesDelegate::launches(const ViewState& state) {
  Choices choices{{tr("as found"), QString()}};
  const auto run = state.run();
  if (run == nullptr) return choices;
  std::uint32_t next = 0;
  for (const model::Launch& launch : run->launches) {
    const QString number = QString::number(launch.index + 1);
    choices.emplace_back(launch.name.empty() ? number : QStringLiteral("%1 %2").arg(number, toQt(launch.name)),
                         QString::number(launch.found));
    next = std::max(next, launch.found + 1);
  }
  choices.emplace_back(tr("a new launch"), QString::number(next));
  return choices;
}

void SourcesDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QRect rect = paintGround(painter, option);
  const Theme& theme = currentTheme();
  if (index.data(SourcesModel::GroupRole).toBool()) {
    painter->setFont(uiFont(12, true));
    painter->setPen(theme.muted);
    painter->drawText(rect, Qt::AlignVCenter | Qt::TextSingleLine, clippedText(index.data().toString()));
    return;
  }
  if (index.data(SourcesModel::SetByUserRole).toBool()) {
    const QRectF mark(rect.left(), rect.center().y() - kMark / 2 + 1, kMark, kMark);
    const bool applies = index.data(SourcesModel::ProblemRole).toString().isEmpty();
    if (applies)
      paintPencil(*painter, mark, theme.link);
    else
      paintShape(*painter, {Shape::bang, theme.warning, theme.base}, mark.center(), kMark);
    rect.setLeft(rect.left() + kMark + kMarkSpace);
  }
  paintText(painter, option, index, rect);
  // Which cell the keyboard is at: rows are selected whole.
  if (option.state.testFlag(QStyle::State_HasFocus)) {
    painter->setPen(theme.link);
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
  }
}

QSize SourcesDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  return {CellDelegate::sizeHint(option, index).width(), kRowHeight};
}

QWidget* SourcesDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const {
  QWidget* editor = nullptr;
  if (index.column() == SourcesModel::RankColumn) {
    auto* spin = new QSpinBox(parent);
    spin->setRange(kAsFound, static_cast<int>(model::kMaxRanks) - 1);
    spin->setSpecialValueText(tr("as found"));
    editor = spin;
  } else if (index.column() == SourcesModel::ZoneColumn) {
    editor = makeZoneBox(parent);
  } else {
    auto* box = new QComboBox(parent);
    fill(box, index.column() == SourcesModel::FormatColumn ? formats() : launches(*m_state));
    editor = box;
  }
  editor->setFont(uiFont(12));
  editor->setAutoFillBackground(true);
  editor->setAccessibleName(index.model()->headerData(index.column(), Qt::Horizontal).toString());
  return editor;
}

void SourcesDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
  const QString value = index.data(Qt::EditRole).toString();
  if (auto* spin = qobject_cast<QSpinBox*>(editor)) {
    // From where it is: that is what a person corrects.
    bool isNumber = false;
    const int shown = (value.isEmpty() ? index.data().toString() : value).toInt(&isNumber);
    spin->setValue(isNumber ? shown : kAsFound);
    return spin->selectAll();
  }
  auto* box = qobject_cast<QComboBox*>(editor);
  if (box == nullptr) return;
  const int at = box->findData(value);
  if (at >= 0)
    box->setCurrentIndex(at);
  else if (box->isEditable())
    box->setEditText(value);
  if (box->isEditable()) box->lineEdit()->selectAll();
}

void SourcesDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const {
  if (auto* spin = qobject_cast<QSpinBox*>(editor)) {
    spin->interpretText();
    const QString value = spin->value() == kAsFound ? QString() : QString::number(spin->value());
    // Left as it was found: nothing was set.
    const bool untouched = !index.data(SourcesModel::SetByUserRole).toBool() && value == index.data().toString();
    if (!untouched) model->setData(index, value, Qt::EditRole);
    return;
  }
  if (const auto* box = qobject_cast<QComboBox*>(editor))
    model->setData(index, box->isEditable() ? chosen(box) : box->currentData().toString(), Qt::EditRole);
}

// As wide as what it offers, where the column is narrow.
void SourcesDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex&) const {
  QRect rect = option.rect;
  const int wanted = std::max(rect.width(), editor->sizeHint().width());
  const int room = editor->parentWidget()->width();
  rect.setWidth(std::min(wanted, room));
  if (rect.right() >= room) rect.moveRight(room - 1);
  if (rect.left() < 0) rect.moveLeft(0);
  editor->setGeometry(rect);
}

}  // namespace lanescope::ui
