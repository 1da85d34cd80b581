// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/lane_finder_model.h"

#include "ui/models/words.h"

#include <QRegularExpression>

#include <algorithm>

namespace lanescope::ui {

namespace {

std::optional<std::uint32_t> numberBehind(const QString& typed, const QString& names, QString& rest) {
  const QRegularExpression pattern(QStringLiteral("(?:^|\\s)(?:%1)[\\s:]*(\\d+)(?=\\s|$)").arg(names), QRegularExpression::CaseInsensitiveOption);
  const QRegularExpressionMatch match = pattern.match(typed);
  if (!match.hasMatch()) return std::nullopt;
  rest.remove(match.captured(0));
  return match.captured(1).toUInt();
}

bool isOneRank(const std::vector<RankSpan>& ranks) { return ranks.size() == 1 && ranks.front().first == ranks.front().last; }

bool beginsWith(model::Rank rank, model::Rank digits) {
  while (rank > digits) rank /= 10;
  return rank == digits;
}

// 0: not meant; 1: the rank begins like that; 2: meant.
int fit(const model::Lane& lane, const LaneQuery& query) {
  if (query.launch && *query.launch != lane.launch + 1) return 0;
  if (query.gpu && query.gpu != lane.device && query.gpu != (lane.device ? std::nullopt : lane.localRank)) return 0;
  const QString host = toQt(lane.host);
  const auto isPart = [&host](const QString& word) { return host.contains(word, Qt::CaseInsensitive); };
  if (!std::all_of(query.words.begin(), query.words.end(), isPart)) return 0;
  if (query.ranks.empty() || contains(query.ranks, lane.rank)) return 2;
  return query.beginsWith && beginsWith(lane.rank, *query.beginsWith) ? 1 : 0;
}

}  // namespace

LaneQuery parseLaneQuery(const QString& typed) {
  LaneQuery query;
  QString rest = typed;
  query.gpu = numberBehind(typed, QStringLiteral("gpu|device|cuda"), rest);
  query.launch = numberBehind(typed, QStringLiteral("launch"), rest);
  rest.remove(QRegularExpression(QStringLiteral("(?:^|\\s)(?:ranks?|lanes?)(?=\\s|$)"), QRegularExpression::CaseInsensitiveOption));
  // What is a list of ranks as a whole is one; else each word by itself.
  QStringList parts{rest.trimmed()};
  std::size_t errorAt = 0;
  if (!parseRankList(parts.front().toStdString(), errorAt)) parts = rest.split(QRegularExpression(QStringLiteral("\\s+")), Qt::SkipEmptyParts);
  for (const QString& part : parts) {
    if (part.isEmpty()) continue;
    const auto ranks = parseRankList(part.toStdString(), errorAt);
    if (ranks) query.ranks.insert(query.ranks.end(), ranks->begin(), ranks->end());
    else query.words << part;
  }
  if (isOneRank(query.ranks) && query.ranks.front().first > 0) query.beginsWith = query.ranks.front().first;
  return query;
}

void LaneFinderModel::setRun(std::shared_ptr<const model::Run> run) {
  m_run = std::move(run);
  setQuery({});
}

void LaneFinderModel::setQuery(const QString& typed) {
  beginResetModel();
  m_query = parseLaneQuery(typed);
  m_lanes.clear();
  std::vector<model::LaneId> begin;
  for (std::uint32_t i = 0; m_run && i < m_run->lanes.size(); ++i) {
    const int fits = fit(m_run->lanes[i], m_query);
    if (fits == 2) m_lanes.push_back({i});
    if (fits == 1) begin.push_back({i});
  }
  m_lanes.insert(m_lanes.end(), begin.begin(), begin.end());
  m_found = m_lanes.size();
  m_lanes.resize(std::min(m_found, kMostShown));
  endResetModel();
}

int LaneFinderModel::offerRow() const { return isOneRank(m_query.ranks) ? static_cast<int>(m_lanes.size()) : 0; }

std::optional<model::LaneId> LaneFinderModel::laneAt(int row) const {
  if (offersRanks() && row == offerRow()) return std::nullopt;
  const int lane = offersRanks() && row > offerRow() ? row - 1 : row;
  return lane >= 0 && lane < static_cast<int>(m_lanes.size()) ? std::optional(m_lanes[static_cast<std::size_t>(lane)]) : std::nullopt;
}

int LaneFinderModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_lanes.size()) + (offersRanks() ? 1 : 0);
}

QString LaneFinderModel::detailOf(model::LaneId id) const {
  const model::Lane& lane = m_run->lanes[id.value];
  QStringList parts;
  if (!lane.host.empty()) parts << toQt(lane.host);
  if (const auto gpu = lane.device ? lane.device : lane.localRank) parts << (lane.device ? tr("GPU %1") : tr("local rank %1")).arg(*gpu);
  if (!lane.end.signal.empty()) parts << tr("ended by %1").arg(toQt(lane.end.signal));
  else if (lane.end.code) parts << tr("exit %1").arg(*lane.end.code);
  return parts.join(QStringLiteral(" · "));
}

QVariant LaneFinderModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const auto lane = laneAt(index.row());
  const QString text = lane ? laneText(*m_run, *lane) : isOneRank(m_query.ranks) ? tr("Show this rank alone") : tr("Show only these ranks");
  const QString detail = lane ? detailOf(*lane) : rankListText(m_query.ranks);
  switch (role) {
    case Qt::DisplayRole: return text;
    case Qt::AccessibleTextRole: return detail.isEmpty() ? text : text + QStringLiteral(", ") + detail;
    case DetailRole: return detail;
    case AvailableRole: return true;
    default: return {};
  }
}

QString LaneFinderModel::sentence() const {
  if (!m_run) return tr("No run is open.");
  if (m_found == 0) return tr("No lane is called like that. Type a rank, a list (0-7, 13), a host, or “gpu 3”.");
  const QString found = countedText(m_found, tr("1 lane"), tr("%1 lanes"));
  return m_found > m_lanes.size() ? tr("%1, the first %2 are listed").arg(found, countText(m_lanes.size())) : found;
}

}  // namespace lanescope::ui
