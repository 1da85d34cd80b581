// SPDX-License-Identifier: Apache-2.0
#include "ui/models/outline_model.h"

#include "ui/models/in_background.h"
#include "ui/models/words.h"
#include "ui/theme/clipped_text.h"

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr std::size_t kFewIntervals = 100'000;   // are counted at once

OutlineModel::Tone toneOf(model::LaunchOutcome outcome) {
  if (outcome == model::LaunchOutcome::failed) return OutlineModel::Tone::bad;
  return outcome == model::LaunchOutcome::passed ? OutlineModel::Tone::good : OutlineModel::Tone::muted;
}

QString spanText(const model::When& start, const model::When& end) {
  if (!start.known() && !end.known()) return OutlineModel::tr("times not known");
  const auto minute = [](const model::When& when) {
    return when.known() ? timeText(model::When::at(when.utc, 1'000'000'000)).left(5) : QStringLiteral("?");
  };
  return QStringLiteral("%1 – %2").arg(minute(start), minute(end));
}

QString selectedText(const model::Launch& launch) {
  if (launch.tests && launch.tests->selected == 0u) return OutlineModel::tr("0 selected");
  if (!launch.start.known() || !launch.end.known()) return {};
  const QString length = lengthText(static_cast<double>(launch.end.utc - launch.start.utc) / 1e9);
  if (launch.start.earliest != model::When::kOpenEarly) return length;
  return launch.end.utc > launch.start.utc ? OutlineModel::tr("at least %1").arg(length) : QString();
}

QString inputsText(const model::Run& run) {
  QStringList kinds;
  for (const input::Input& input : run.inputs) kinds << QLatin1String(input::toString(input.kind));
  kinds.removeDuplicates();
  return kinds.join(QStringLiteral(" + ")) + QStringLiteral(", ") +
         countedText(run.sources.size(), OutlineModel::tr("1 source"), OutlineModel::tr("%1 sources"));
}

}  // namespace

OutlineModel::OutlineModel(ViewState* state, QObject* parent) : QAbstractListModel(parent), m_state(state) {
  connect(state, &ViewState::runChanged, this, &OutlineModel::reload);
  reload();
}

void OutlineModel::reload() {
  tally();
  fill();
}

// Tests by the million are counted beside the GUI thread, and not those of a Run that is soon another.
void OutlineModel::tally() {
  m_tally.reset();
  const auto run = m_state->run();
  const auto launch = run ? launchThatMatters(*run) : std::nullopt;
  if (!launch) return;
  if (run->intervals.size() <= kFewIntervals) {
    m_tally = tallyTests(*run, *launch);
    return;
  }
  if (!run->complete) return;
  const auto show = [this, run](const TestTally& counted) {
    if (m_state->run() != run) return;
    m_tally = counted;
    fill();
  };
  inBackground(this, [run, launch = *launch] { return tallyTests(*run, launch); }, show);
}

void OutlineModel::fill() {
  beginResetModel();
  m_rows.clear();
  if (const auto run = m_state->run()) {
    addRun(*run);
    addLaunches(*run);
    addTests(*run);
    addCoverage(*run);
  }
  endResetModel();
}

void OutlineModel::addRun(const model::Run& run) {
  m_rows.push_back({Kind::section, tr("RUN")});
  QStringList paths;
  for (const input::Input& input : run.inputs) paths << toQt(input.path);
  m_rows.push_back({Kind::run,
                    toQt(run.name),
                    inputsText(run),
                    {},
                    Tone::plain,
                    -1,
                    toQt(run.name) + QLatin1Char('\n') + paths.join(QLatin1Char('\n'))});
}

void OutlineModel::addLaunches(const model::Run& run) {
  m_rows.push_back({Kind::section, tr("LAUNCHES")});
  if (run.launches.empty()) {
    m_rows.push_back({Kind::sentence, run.complete ? tr("No launch of a job was recognised.") : tr("None seen so far.")});
  }
  for (const model::Launch& launch : run.launches) {
    Row row{Kind::launch, launch.name.empty() ? tr("launch") : toQt(launch.name), spanText(launch.start, launch.end)};
    const QString length = selectedText(launch);
    if (!length.isEmpty()) row.detail += QStringLiteral(" · ") + length;
    row.value =
        run.complete || launch.outcome != model::LaunchOutcome::unknown ? launchOutcomeText(launch.outcome) : tr("reading");
    row.tone = toneOf(launch.outcome);
    row.launch = static_cast<int>(launch.index);
    row.toolTip =
        QStringLiteral("%1 – %2\n%3").arg(timeText(launch.start, true), timeText(launch.end, true), toQt(launch.command));
    m_rows.push_back(std::move(row));
  }
}

void OutlineModel::addTests(const model::Run& run) {
  const auto launch = launchThatMatters(run);
  if (!launch) return;
  m_rows.push_back({Kind::section, tr("TESTS launch %1").arg(*launch + 1)});
  if (!m_tally) {
    m_rows.push_back({Kind::sentence, run.complete ? tr("They are being counted.") : tr("They are counted when all files are read.")});
    return;
  }
  const TestTally& tally = *m_tally;
  const auto add = [this](const QString& title, std::uint32_t count, Tone tone) {
    if (count > 0) m_rows.push_back({Kind::count, title, {}, countText(count), tone});
  };
  const auto on = [](const QString& word, const std::vector<model::Rank>& ranks) {
    return ranks.empty() ? word : tr("%1 on %2").arg(word, rankListText(ranks));
  };
  add(on(tr("failed"), tally.failedRanks), tally.failed, Tone::bad);
  add(on(tr("stalled"), tally.stalledRanks), tally.stalled, Tone::stalled);
  add(tr("passed on all ranks"), tally.passedEverywhere, Tone::good);
  add(tr("skipped on all ranks"), tally.skippedEverywhere, Tone::muted);
  if (tally.neverReached) add(tr("never reached"), *tally.neverReached, Tone::muted);
  if (m_rows.back().kind == Kind::section) m_rows.push_back({Kind::sentence, tr("No test was recognised.")});
}

void OutlineModel::addCoverage(const model::Run& run) {
  m_rows.push_back({Kind::section, tr("COVERAGE")});
  const model::Coverage& coverage = run.coverage;
  const bool whole =
      coverage.missingRanks.empty() && (!coverage.ranksExpected || *coverage.ranksExpected == coverage.ranksSeen);
  const QString launches = countedText(run.launches.size(), tr("1 launch"), tr("%1 launches"));
  const QString ranks = coverage.ranksExpected ? tr("%1 of %2 ranks").arg(coverage.ranksSeen).arg(*coverage.ranksExpected)
                                               : countedText(coverage.ranksSeen, tr("1 rank, number expected not stated"),
                                                             tr("%1 ranks, number expected not stated"));
  m_rows.push_back({whole ? Kind::covered : Kind::gap, ranks + QStringLiteral(", ") + launches});
  for (const input::Input& input : run.inputs) {
    if (input.error) m_rows.push_back({Kind::gap, tr("%1: %2").arg(toQt(input.path), toQt(input.error->what))});
  }
  for (const model::Source& source : run.sources) {
    const auto named = [&source](const std::string& note) { return note.find(source.path) != std::string::npos; };
    const bool said = std::any_of(coverage.notes.begin(), coverage.notes.end(), named);
    if (source.damagedBytes == 0 || source.byteCount == 0 || said) continue;
    const auto percent = 100 * source.damagedBytes / source.byteCount;
    m_rows.push_back(
        {Kind::gap, tr("%1: %2 damaged").arg(sourceFileName(source), percent == 0 ? tr("< 1 %") : tr("%1 %").arg(percent))});
  }
  for (const model::Conflict& conflict : coverage.conflicts)
    m_rows.push_back({Kind::gap, tr("conflict: %1").arg(toQt(conflict.what))});
  if (hasTimes(run)) m_rows.push_back({Kind::covered, tr("clock: %1").arg(toQt(run.clock.zone))});
  else if (run.complete) m_rows.push_back({Kind::gap, tr("no line carries a time")});
  for (const std::string& assumption : run.clock.assumptions) m_rows.push_back({Kind::gap, toQt(assumption)});
  for (const std::string& note : coverage.notes) m_rows.push_back({Kind::gap, toQt(note)});
}

int OutlineModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }

QVariant OutlineModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const Row& row = m_rows[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole:
      return row.title;
    case Qt::ToolTipRole:
      return clippedText(row.toolTip.isEmpty() ? row.title : row.toolTip.trimmed());
    case Qt::AccessibleTextRole:
      return QStringList{row.title, row.value, row.detail}.join(QLatin1Char(' ')).simplified();
    case KindRole:
      return static_cast<int>(row.kind);
    case DetailRole:
      return row.detail;
    case ValueRole:
      return row.value;
    case ToneRole:
      return static_cast<int>(row.tone);
    case LaunchRole:
      return row.launch;
    default:
      return {};
  }
}

Qt::ItemFlags OutlineModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  const Kind kind = m_rows[static_cast<std::size_t>(index.row())].kind;
  const bool active = kind == Kind::launch || kind == Kind::count;
  return active ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren
                : Qt::ItemIsEnabled | Qt::ItemNeverHasChildren;
}

}  // namespace lanescope::ui
