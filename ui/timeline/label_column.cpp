// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/label_column.h"

#include "ui/models/words.h"
#include "ui/timeline/host_brackets.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t kFewLanes = 16;
constexpr double kLargestBox = 11, kBoxRoom = 20;
constexpr double kOver = 3;                      // of a label's height that is empty: so far it may reach into what is above

// Is one of the lanes of this row where the first failure was seen?
bool isNamed(const SceneInput& in, const Row& row) {
  if (!in.run.firstFailure) return false;
  const model::Finding& finding = in.run.findings[*in.run.firstFailure];
  const auto ofLaunch = [&](model::LaneId id) { return !finding.launch || in.run.lanes[id.value].launch == *finding.launch; };
  return std::binary_search(finding.ranks.begin(), finding.ranks.end(), row.rank) &&
         std::any_of(row.lanes.begin(), row.lanes.end(), ofLaunch);
}

}  // namespace

QString deviceText(const model::Lane& lane) {
  if (lane.device) return QCoreApplication::translate("Lanes", "GPU %1").arg(*lane.device);
  if (lane.localRank && *lane.localRank != lane.rank) return QCoreApplication::translate("Lanes", "local %1").arg(*lane.localRank);
  return {};
}

LabelColumn::LabelColumn(DrawList& list, const SceneInput& in, double width)
    : m_list(list), m_in(in), m_width(width), m_left(in.style.rankWords ? 0 : 12), m_right(width - (in.ticked != nullptr ? kBoxRoom : 6)) {
  model::Rank most = 0;
  for (const model::Lane& lane : in.run.lanes) most = std::max(most, lane.rank);
  if (in.layout.laneCount() > kFewLanes) m_digits = std::max<int>(3, static_cast<int>(QString::number(most).size()));
  m_brackets = !in.style.rankWords && hasHostBrackets(in);
  if (!m_brackets) return;
  m_left = hostBracketWidth(in.style) + 5;
  addHostBrackets(list, in, m_left - 3);
}

void LabelColumn::startBelow(const Row& row) { m_top = m_freeLow = m_free = row.top + row.height - kOver; }

void LabelColumn::add(const Row& row) {
  const Theme& theme = *m_in.style.theme;
  const auto& lanes = row.lanes;
  const model::LaneId lane = lanes.empty() ? model::LaneId{} : lanes.front();
  const Hit hit = lane.valid() ? Hit{Hit::What::lane, lane.value, lane} : Hit{};
  const bool chosen = m_in.selection.lane && std::find(lanes.begin(), lanes.end(), *m_in.selection.lane) != lanes.end();
  const bool tinted = chosen || (m_in.ticked != nullptr && m_in.ticked->count(row.laneKey()) > 0);
  m_list.rect(Layer::ground, {QRectF(0, row.top, m_width, row.height), tinted ? theme.selection : QColor(), {}, 0}, hit);
  const bool matters = chosen || isNamed(m_in, row);
  const TextStyle style{row.height >= 18 ? m_in.style.textSize : m_in.style.smallTextSize, matters, false};
  const QString name = nameOf(row);
  addBox(row, hit);
  if (row.height < style.pixelSize) {
    if (matters) addBeside(row, name, style, hit);
    else if (row.labelled) addLow(row, name, style, hit);
    return;
  }
  startBelow(row);
  if (!row.labelled) return;
  if (!row.alike.empty()) addBandSign(row);
  const QRectF box(m_left, row.top, m_width - m_left, std::max<double>(row.height, textHeight(style)));
  const QRectF used = m_list.text(Layer::label, box, Qt::AlignLeft, name, style, matters ? theme.text : theme.muted, hit);
  if (lane.valid() && !m_in.style.rankWords && row.alike.empty()) addDevice(lane, box, std::max(used.right() + 8, m_left + 34), hit);
}

QString LabelColumn::nameOf(const Row& row) const {
  if (row.alike.empty()) {
    const QString rank = m_in.style.rankWords ? u"rank %1"_s.arg(row.rank) : u"r%1"_s.arg(row.rank, m_digits, 10, QLatin1Char('0'));
    return row.namesLaunch && m_in.run.launches.size() > 1 ? rank + u" · "_s + QString::number(row.launch + 1) : rank;
  }
  return QCoreApplication::translate("Lanes", "%1 ranks").arg(countText(row.alike.size() + 1));
}

// In front of a band of alike lanes: a click shows them one by one.
void LabelColumn::addBandSign(const Row& row) {
  const Hit hit{Hit::What::group, static_cast<std::uint32_t>(&row - m_in.layout.rows().data()), {}};
  if (m_in.style.rankWords) return;              // a picture opens nothing
  const double y = row.top + row.height / 2.0;
  m_list.line(Layer::label, {{{4, y - 3}, {8, y}, {4, y + 3}}, m_in.style.theme->muted, 1.5, false}, hit);
}

// Quiet until it is ticked. All of its place can be clicked.
void LabelColumn::addBox(const Row& row, const Hit& lane) {
  if (m_in.ticked == nullptr || row.height < kTickedHeight || !lane.lane.valid()) return;
  const Hit hit{Hit::What::tickBox, lane.index, lane.lane};
  const Theme& theme = *m_in.style.theme;
  const double size = std::min<double>(kLargestBox, row.height - 2), scale = size / kLargestBox;
  const double x = m_width - kLargestBox - 4, y = std::floor(row.top + (row.height - size) / 2.0);
  const bool on = m_in.ticked->count(row.laneKey()) > 0;
  m_list.rect(Layer::label, {QRectF(m_width - kBoxRoom + 2, row.top, kBoxRoom - 2, row.height), {}, {}, 0}, hit);
  m_list.rect(Layer::label, {QRectF(x, y, size, size), on ? theme.link : theme.base, on ? theme.link : theme.faint, 2}, hit);
  if (on) m_list.line(Layer::label, {{{x + 2.5 * scale, y + 5.5 * scale}, {x + 4.5 * scale, y + 8 * scale}, {x + 8.5 * scale, y + 3 * scale}}, theme.base, 1.5, false}, hit);
}

// Where brackets do not say it, the host's short name stands before the GPU, if there is room for both.
void LabelColumn::addDevice(model::LaneId id, QRectF box, double left, const Hit& hit) {
  const model::Lane& lane = m_in.run.lanes[id.value];
  const TextStyle small{m_in.style.smallTextSize, false, false};
  const QString device = deviceText(lane);
  QStringList parts{device};
  if (!m_brackets && m_in.run.hosts.size() > 1) parts.prepend(toQt(lane.host).section(u'.', 0, 0));
  parts.removeAll(QString());
  box.setLeft(left);
  const double room = m_right - left;
  const QString whole = parts.join(u' ');
  const QString text = textWidth(whole, small) <= room ? whole : textWidth(device, small) <= room ? device : QString();
  if (!text.isEmpty()) m_list.text(Layer::label, box, Qt::AlignLeft, text, small, m_in.style.theme->faint, hit);
}

void LabelColumn::addLow(const Row& row, const QString& name, const TextStyle& style, const Hit& hit) {
  const double height = textHeight(style), top = std::max(row.top + (row.height - height) / 2, m_top);
  if (top < m_freeLow - kOver) return;
  m_list.text(Layer::label, QRectF(m_left, top, m_width - m_left, height), Qt::AlignLeft, name, style, m_in.style.theme->muted, hit);
  m_freeLow = top + height;
}

void LabelColumn::addBeside(const Row& row, const QString& name, const TextStyle& style, const Hit& hit) {
  const double height = textHeight(style), middle = row.top + row.height / 2.0;
  const double text = textWidth(name, style), left = m_width - text - 14;
  const double top = std::max(middle - height / 2, m_free);
  if (top - middle > height) return;             // too far away to be understood
  m_list.text(Layer::label, QRectF(left, top, text, height), Qt::AlignLeft, name, style, m_in.style.theme->text, hit);
  m_list.line(Layer::label, {{{left + text + 3, top + height / 2}, {m_width - 2, middle}}, m_in.style.theme->muted, 1, false}, hit);
  m_free = top + height - 2;
}

}  // namespace lanescope::ui
