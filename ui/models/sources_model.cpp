// SPDX-License-Identifier: Apache-2.0
#include "ui/models/sources_model.h"

#include "ui/models/words.h"
#include "ui/theme/clipped_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QPoint>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>

namespace lanescope::ui {

namespace {

constexpr quintptr kHeading = 0;  // internal id of a group; its rows have group + 1

struct Column {
  const char* title;
  const char* toolTip;
  int width;  // px at 12 px text
  bool number;
};
constexpr std::array<Column, SourcesModel::ColumnCount> kColumns = {{
    {QT_TRANSLATE_NOOP("SourcesModel", "Source"), "", 340, false},
    {QT_TRANSLATE_NOOP("SourcesModel", "Layout"),
     QT_TRANSLATE_NOOP("SourcesModel", "What kind of log it is read as; why it was skipped"), 118, false},
    {QT_TRANSLATE_NOOP("SourcesModel", "Launch"), QT_TRANSLATE_NOOP("SourcesModel", "The launch to which it belongs"), 80,
     true},
    {QT_TRANSLATE_NOOP("SourcesModel", "Rank"), QT_TRANSLATE_NOOP("SourcesModel", "The rank whose own file it is"), 80, true},
    {QT_TRANSLATE_NOOP("SourcesModel", "Lines"), "", 76, true},
    {QT_TRANSLATE_NOOP("SourcesModel", "Size"), "", 76, true},
    {QT_TRANSLATE_NOOP("SourcesModel", "First"), QT_TRANSLATE_NOOP("SourcesModel", "Time of its first line"), 158, false},
    {QT_TRANSLATE_NOOP("SourcesModel", "Last"), QT_TRANSLATE_NOOP("SourcesModel", "Time of its last line"), 158, false},
    {QT_TRANSLATE_NOOP("SourcesModel", "Placed"), QT_TRANSLATE_NOOP("SourcesModel", "How most of its lines are placed in time"),
     80, false},
    {QT_TRANSLATE_NOOP("SourcesModel", "Zone"), QT_TRANSLATE_NOOP("SourcesModel", "Of stamps that state none"), 112, false},
    {QT_TRANSLATE_NOOP("SourcesModel", "Damage"), QT_TRANSLATE_NOOP("SourcesModel", "What of it could not be read"), 150,
     false},
}};

QString translated(const char* text) { return QCoreApplication::translate("SourcesModel", text); }

QString dash() { return QStringLiteral("–"); }

QString damage(const model::Source& source) {
  QStringList parts;
  if (source.damagedBytes > 0 && source.byteCount > 0) {
    const double percent = 100.0 * static_cast<double>(source.damagedBytes) / static_cast<double>(source.byteCount);
    parts << SourcesModel::tr("%1 % damaged").arg(percent < 1 ? QStringLiteral("< 1") : QString::number(percent, 'f', 0));
  }
  if (source.truncated) parts << SourcesModel::tr("cut off");
  if (source.copyOf) parts << SourcesModel::tr("copy");
  return parts.join(QStringLiteral(", "));
}

QString bytesText(std::uint64_t bytes) {
  return QLocale::c().formattedDataSize(static_cast<qint64>(bytes), 1, QLocale::DataSizeTraditionalFormat);
}

qlonglong sortTime(const model::When& when) { return when.known() ? when.utc : std::numeric_limits<qlonglong>::max(); }

QString placedText(const model::Source& source) {
  QStringList lines;
  for (int i = 0; i < model::kBasisCount; ++i) {
    const std::uint32_t count = source.clock.lines[static_cast<std::size_t>(i)];
    if (count > 0)
      lines << QStringLiteral("%1 %2").arg(countText(count), QLatin1String(model::toString(static_cast<model::Basis>(i))));
  }
  return lines.join(QStringLiteral(", "));
}

bool sameRows(const model::Run& a, const model::Run& b) {
  const auto samePath = [](const auto& x, const auto& y) { return x.path == y.path; };
  return std::equal(a.sources.begin(), a.sources.end(), b.sources.begin(), b.sources.end(), samePath) &&
         std::equal(a.skipped.begin(), a.skipped.end(), b.skipped.begin(), b.skipped.end(), samePath);
}

}  // namespace

SourcesModel::SourcesModel(ViewState* state, OverrideStore* store, QObject* parent)
    : QAbstractItemModel(parent), m_state(state), m_store(store), m_run(state->run()) {
  connect(state, &ViewState::runChanged, this, &SourcesModel::reload);
  connect(store, &OverrideStore::updated, this, &SourcesModel::refresh);
}

// A run that was read again has the same rows: what is selected and on screen stays.
void SourcesModel::reload() {
  const auto next = m_state->run();
  if (m_run && next && sameRows(*m_run, *next)) {
    m_run = next;
    return refresh();
  }
  beginResetModel();
  m_run = next;
  endResetModel();
}

void SourcesModel::refresh() {
  if (m_run == nullptr) return;
  Q_EMIT dataChanged(index(0, 0), index(GroupCount - 1, ColumnCount - 1));
  for (int group = 0; group < GroupCount; ++group) {
    const QModelIndex heading = index(group, 0);
    const int rows = rowCount(heading);
    if (rows > 0) Q_EMIT dataChanged(index(0, 0, heading), index(rows - 1, ColumnCount - 1, heading));
  }
}

QModelIndex SourcesModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row() + 1) : kHeading);
}

QModelIndex SourcesModel::parent(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == kHeading) return {};
  return createIndex(static_cast<int>(index.internalId()) - 1, 0, kHeading);
}

int SourcesModel::rowCount(const QModelIndex& parent) const {
  if (m_run == nullptr) return 0;
  if (!parent.isValid()) return GroupCount;
  if (parent.internalId() != kHeading || parent.column() != 0) return 0;
  return static_cast<int>(parent.row() == ReadGroup ? m_run->sources.size() : m_run->skipped.size());
}

int SourcesModel::columnCount(const QModelIndex&) const { return ColumnCount; }

int SourcesModel::columnWidth(int column) { return kColumns[static_cast<std::size_t>(column)].width; }

const char* SourcesModel::settingOf(int column) {
  switch (column) {
    case FormatColumn:
      return "format";
    case LaunchColumn:
      return "launch";
    case RankColumn:
      return "rank";
    case ZoneColumn:
      return "zone";
    default:
      return "";
  }
}

QModelIndex SourcesModel::indexOf(model::SourceId source) const {
  return index(static_cast<int>(source.value), PathColumn, index(ReadGroup, 0));
}

QModelIndex SourcesModel::indexOf(const QString& path) const {
  if (m_run == nullptr || path.isEmpty()) return {};
  const std::string name = path.toStdString();
  const auto find = [&](const auto& list, Group group) -> QModelIndex {
    const auto found = std::find_if(list.begin(), list.end(), [&](const auto& entry) { return entry.path == name; });
    return found == list.end() ? QModelIndex() : index(static_cast<int>(found - list.begin()), PathColumn, index(group, 0));
  };
  const QModelIndex read = find(m_run->sources, ReadGroup);
  return read.isValid() ? read : find(m_run->skipped, SkippedGroup);
}

std::string SourcesModel::pathAt(const QModelIndex& index) const {
  const auto row = static_cast<std::size_t>(index.row());
  return index.internalId() == ReadGroup + 1 ? m_run->sources[row].path : m_run->skipped[row].path;
}

const model::Override* SourcesModel::saidOf(const QModelIndex& index) const {
  if (index.internalId() == kHeading || *settingOf(index.column()) == '\0') return nullptr;
  return m_store->find(pathAt(index), settingOf(index.column()));
}

QString SourcesModel::headingText(Group group) const {
  const auto count = group == ReadGroup ? m_run->sources.size() : m_run->skipped.size();
  if (group == ReadGroup) return tr("Read (%1)").arg(countText(count));
  return tr("Skipped (%1)").arg(countText(count));
}

// What is set, as people see it.
QString SourcesModel::valueText(int column, const model::Override& said) const {
  if (column == FormatColumn) {
    switch (model::readAsOf(said.value).value_or(model::ReadAs::asFound)) {
      case model::ReadAs::rank:
        return tr("one rank's");
      case model::ReadAs::carrier:
        return tr("several ranks");
      case model::ReadAs::nccl:
        return tr("nccl");
      case model::ReadAs::nothing:
        return tr("left out");
      case model::ReadAs::asFound:
        break;
    }
  }
  if (column != LaunchColumn) return toQt(said.value);
  for (const model::Launch& launch : m_run->launches) {
    if (std::to_string(launch.found) == said.value) return QString::number(launch.index + 1);
  }
  return said.problem.empty() ? tr("new") : dash();
}

SourcesModel::Cell SourcesModel::readCell(std::size_t row, int column) const {
  const model::Source& source = m_run->sources[row];
  const std::uint32_t lines = source.text ? source.text->lineCount() : 0;
  const auto number = [](const std::optional<std::uint32_t>& value, std::uint32_t first) {
    return Cell{value ? QString::number(*value + first) : dash(), qlonglong{value.value_or(~0u)}};
  };
  switch (column) {
    case PathColumn:
      return {toQt(source.path), {}, {}, true};
    case FormatColumn:
      return {QLatin1String(model::toString(source.layout))};
    case LaunchColumn:
      return number(source.launch, 1);
    case RankColumn:
      return number(source.rank, 0);
    case LinesColumn:
      return {countText(lines), qlonglong{lines}};
    case BytesColumn:
      return {bytesText(source.byteCount), static_cast<qlonglong>(source.byteCount),
              tr("%1 bytes").arg(countText(source.byteCount))};
    case FirstColumn:
    case LastColumn: {
      const model::When& when = column == FirstColumn ? source.first : source.last;
      const QString text = columnTimeText(when);
      if (text.isEmpty()) return {dash(), sortTime(when), tr("No line of it has a time")};
      return {text, sortTime(when),
              QStringList{timeText(when, true), basisText(when), errorText(when)}.join(QLatin1Char(' ')).trimmed()};
    }
    case BasisColumn:
      return {QLatin1String(model::toString(source.clock.basis)), {}, placedText(source)};
    case ZoneColumn:
      return {toQt(source.clock.zone),
              {},
              tr("Zone from: %1; year from: %2").arg(toQt(source.clock.zoneFrom), toQt(source.clock.yearFrom))};
    case DamageColumn:
      return {damage(source), static_cast<qlonglong>(source.damagedBytes), {}, false, RunTableModel::Tone::bad};
    default:
      return {};
  }
}

SourcesModel::Cell SourcesModel::skippedCell(std::size_t row, int column) const {
  const input::Skipped& skipped = m_run->skipped[row];
  switch (column) {
    case PathColumn:
      return {toQt(skipped.path), {}, {}, true, RunTableModel::Tone::muted};
    case FormatColumn:
      return {QLatin1String(input::toString(skipped.reason)), {}, toQt(skipped.detail), false, RunTableModel::Tone::muted};
    case BytesColumn:
      return {bytesText(skipped.bytes), static_cast<qlonglong>(skipped.bytes), tr("%1 bytes").arg(countText(skipped.bytes)),
              false, RunTableModel::Tone::muted};
    case DamageColumn:
      return {toQt(skipped.detail), {}, {}, false, RunTableModel::Tone::muted};
    default:
      return {};
  }
}

QVariant SourcesModel::groupData(const QModelIndex& index, int role) const {
  if (role == GroupRole) return true;
  if (index.column() != PathColumn) return {};
  if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole) return headingText(static_cast<Group>(index.row()));
  if (role == RunTableModel::SortRole) return index.row();
  return {};
}

QVariant SourcesModel::cellData(const QModelIndex& index, int role) const {
  const auto row = static_cast<std::size_t>(index.row());
  const bool read = index.internalId() == ReadGroup + 1;
  Cell cell = read ? readCell(row, index.column()) : skippedCell(row, index.column());
  if (const model::Override* said = saidOf(index)) {
    // Ahead of the run while that is read again.
    const QString value = valueText(index.column(), *said);
    const QString found = cell.text;
    if (said->problem.empty()) cell.text = value;
    cell.toolTip = said->problem.empty()
                       ? tr("%1, set by you").arg(value)
                       : tr("%1, set by you, does not apply: %2. Read as: %3").arg(value, toQt(said->problem), found);
    if (cell.sort.isValid() && said->problem.empty()) cell.sort = qlonglong{std::atoll(said->value.c_str())};
  }
  switch (role) {
    case Qt::DisplayRole:
      return cell.text;
    case Qt::ToolTipRole:
      return clippedText(cell.toolTip.isEmpty() ? cell.text : cell.toolTip);
    case Qt::AccessibleTextRole:
      return saidOf(index) ? cell.toolTip : cell.text;
    case RunTableModel::SortRole:
      return cell.sort.isValid() ? cell.sort : QVariant(cell.text);
    case RunTableModel::MonoRole:
      return cell.mono;
    case RunTableModel::ToneRole:
      return static_cast<int>(cell.tone);
    default:
      return {};
  }
}

QVariant SourcesModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid) || m_run == nullptr) return {};
  if (index.internalId() == kHeading) return groupData(index, role);
  const model::Override* said = saidOf(index);
  switch (role) {
    case Qt::TextAlignmentRole:
      return QVariant(Qt::AlignVCenter |
                      (kColumns[static_cast<std::size_t>(index.column())].number ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::EditRole:
      return said ? toQt(said->value) : QString();
    case SetByUserRole:
      return said != nullptr;
    case ProblemRole:
      return said ? toQt(said->problem) : QString();
    case SourceRole:
      return toQt(pathAt(index));
    case GroupRole:
      return false;
    case RunTableModel::TargetRole: {
      const bool read = index.internalId() == ReadGroup + 1;
      const auto& text = read ? m_run->sources[static_cast<std::size_t>(index.row())].text : nullptr;
      return text && text->lineCount() > 0 ? QVariant(QPoint(index.row(), 1)) : QVariant();
    }
    default:
      return cellData(index, role);
  }
}

bool SourcesModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || !flags(index).testFlag(Qt::ItemIsEditable)) return false;
  const std::string setting = settingOf(index.column());
  const QString step = tr("set %1 of %2")
                           .arg(headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString().toLower(),
                                toQt(pathAt(index)).section(QLatin1Char('/'), -1));
  return m_store->set(step, {pathAt(index)}, setting, value.toString().trimmed().toStdString());
}

QVariant SourcesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) return {};
  const Column& column = kColumns[static_cast<std::size_t>(section)];
  if (role == Qt::DisplayRole) return translated(column.title);
  if (role == Qt::ToolTipRole) return translated(*column.toolTip != '\0' ? column.toolTip : column.title);
  if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignVCenter | (column.number ? Qt::AlignRight : Qt::AlignLeft));
  return {};
}

Qt::ItemFlags SourcesModel::flags(const QModelIndex& index) const {
  if (!index.isValid() || m_run == nullptr) return Qt::NoItemFlags;
  if (index.internalId() == kHeading) return Qt::ItemIsEnabled;
  Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
  const bool read = index.internalId() == ReadGroup + 1;
  const bool leftOut = !read && m_run->skipped[static_cast<std::size_t>(index.row())].reason == input::SkipReason::leftOut;
  const bool changeable = (read && *settingOf(index.column()) != '\0') || (leftOut && index.column() == FormatColumn);
  if (changeable && m_store->isChangeable()) flags |= Qt::ItemIsEditable;
  return flags;
}

}  // namespace lanescope::ui
