// SPDX-License-Identifier: Apache-2.0
#include "ui/search/results_model.h"

#include "core/clock/line_time.h"
#include "ui/models/words.h"

#include <algorithm>

namespace lanescope::ui {

ResultsModel::ResultsModel(SearchState* state, QObject* parent) : QAbstractListModel(parent), m_state(state) {
  connect(state, &SearchState::changed, this, &ResultsModel::restart);
  connect(state, &SearchState::grew, this, &ResultsModel::grow);
  restart();
}

void ResultsModel::restart() {
  beginResetModel();
  m_shown.clear();
  for (std::size_t side = 0; side < m_caches.size(); ++side) {
    m_caches[side].setRun(side < m_state->hits().sides() ? m_state->hits().run(side) : nullptr);
    m_caches[side].setExpression(m_state->expression());
  }
  for (const HitGroup& group : m_state->hits().groups()) m_shown.push_back({group.side, group.key, group.count, true});
  count();
  endResetModel();
}

void ResultsModel::count() {
  m_starts.assign(1, 0);
  for (const Shown& shown : m_shown) m_starts.push_back(m_starts.back() + heightOf(shown));
}

// Groups only grow at their end; a new one may stand anywhere.
void ResultsModel::grow() {
  const std::vector<HitGroup>& groups = m_state->hits().groups();
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const HitGroup& group = groups[i];
    const int heading = static_cast<int>(m_starts[i]);
    if (i >= m_shown.size() || m_shown[i].side != group.side || m_shown[i].key != group.key) {
      beginInsertRows({}, heading, heading + static_cast<int>(group.count));
      m_shown.insert(m_shown.begin() + static_cast<std::ptrdiff_t>(i), {group.side, group.key, group.count, true});
      count();
      endInsertRows();
      continue;
    }
    Shown& shown = m_shown[i];
    if (shown.count == group.count) continue;
    if (shown.open) {
      const int last = heading + static_cast<int>(shown.count), more = static_cast<int>(group.count - shown.count);
      beginInsertRows({}, last + 1, last + more);
      shown.count = group.count;
      count();
      endInsertRows();
    } else {
      shown.count = group.count;
    }
    Q_EMIT dataChanged(index(heading), index(heading));
  }
}

int ResultsModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_starts.back()); }

std::pair<std::size_t, std::size_t> ResultsModel::placeOf(int row) const {
  const auto at = static_cast<std::size_t>(row);
  const auto next = std::upper_bound(m_starts.begin(), m_starts.end() - 1, at);
  const auto group = static_cast<std::size_t>(next - m_starts.begin()) - 1;
  return {group, at - m_starts[group]};
}

std::optional<ResultsModel::Target> ResultsModel::targetOf(int row) const {
  if (row < 0 || row >= rowCount()) return {};
  const auto [group, place] = placeOf(row);
  if (place == 0) return {};
  const HitGroup& hits = groupOf(m_shown[group]);
  return Target{hits.side, hits.at(place - 1)};
}

std::optional<int> ResultsModel::rowOf(std::size_t side, model::LineRef line) const {
  for (std::size_t i = 0; i < m_shown.size(); ++i) {
    if (m_shown[i].side != side) continue;
    std::size_t before = 0;
    for (const HitGroup::Part& part : groupOf(m_shown[i]).parts) {
      if (part.source == line.source) {
        const auto found = std::lower_bound(part.lines.begin(), part.lines.end(), line.line);
        const std::size_t at = before + static_cast<std::size_t>(found - part.lines.begin());
        if (found == part.lines.end() || *found != line.line || at >= m_shown[i].count) break;
        return static_cast<int>(m_starts[i] + (m_shown[i].open ? 1 + at : 0));
      }
      before += part.lines.size();
    }
  }
  return {};
}

std::optional<int> ResultsModel::nextLine(int row, int direction) const {
  const int rows = rowCount();
  for (int steps = 1; steps <= rows; ++steps) {
    const int next = ((row + direction * steps) % rows + rows) % rows;
    if (placeOf(next).second > 0) return next;
  }
  return {};
}

void ResultsModel::toggle(int heading) {
  if (heading < 0 || heading >= rowCount()) return;
  const auto [group, place] = placeOf(heading);
  Shown& shown = m_shown[group];
  if (place > 0 || shown.count == 0) return;
  const int first = heading + 1, last = heading + static_cast<int>(shown.count);
  if (shown.open) beginRemoveRows({}, first, last);
  else beginInsertRows({}, first, last);
  shown.open = !shown.open;
  count();
  if (shown.open) endInsertRows();
  else endRemoveRows();
  Q_EMIT dataChanged(index(heading), index(heading));
}

void ResultsModel::openAll(bool open) {
  beginResetModel();
  for (Shown& shown : m_shown) shown.open = open;
  count();
  endResetModel();
}

const std::vector<TextSpan>& ResultsModel::marksOf(int row) const {
  static const std::vector<TextSpan> kNone;
  const auto target = targetOf(row);
  return target ? cacheOf(target->side).whole(target->line).hits : kNone;
}

QVariant ResultsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const auto [group, place] = placeOf(index.row());
  const HitGroup& hits = groupOf(m_shown[group]);
  if (place == 0) {
    switch (role) {
      case Qt::DisplayRole: return m_state->hits().titleOf(hits);
      case Qt::AccessibleTextRole: return tr("%1: %2 lines").arg(m_state->hits().titleOf(hits), countText(m_shown[group].count));
      case HeadingRole: return true;
      case OpenRole: return m_shown[group].open;
      case CountRole: return static_cast<qulonglong>(m_shown[group].count);
      default: return {};
    }
  }
  const model::LineRef line = hits.at(place - 1);
  const model::Source& source = m_state->hits().run(hits.side)->source(line.source);
  switch (role) {
    case Qt::DisplayRole: return cacheOf(hits.side).shown(line);
    case Qt::AccessibleTextRole: return QStringLiteral("%1:%2 %3").arg(columnSourceName(source)).arg(line.line).arg(cacheOf(hits.side).shown(line));
    case Qt::ToolTipRole: return QStringLiteral("%1:%2\n%3").arg(toQt(source.path)).arg(line.line).arg(timeText(clock::whenOf(source, line.line), true));
    case HeadingRole: return false;
    case PlaceRole: return QStringLiteral("%1:%2").arg(columnSourceName(source)).arg(line.line);
    case TimeRole: return columnTimeText(clock::whenOf(source, line.line));
    default: return {};
  }
}

}  // namespace lanescope::ui
