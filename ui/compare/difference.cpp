// SPDX-License-Identifier: Apache-2.0
#include "ui/compare/difference.h"

#include "core/clock/line_time.h"
#include "core/compare/spine.h"
#include "ui/models/view_state.h"
#include "ui/models/words.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>

namespace lanescope::ui {

namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(Differences)
};

const QString kNothing = QStringLiteral("–");

template <class T>
void addAll(std::vector<Difference>& rows, DifferenceKind kind, const std::vector<T>& list, bool (*wanted)(const T&)) {
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    if (wanted(list[i])) rows.push_back({kind, i});
  }
}

template <class T>
bool always(const T&) { return true; }

bool isOpen(const compare::Message& message) { return message.fold == compare::Fold::none && !message.weak; }
bool isOutcome(const compare::TestDifference& test) { return !test.weak && !test.ignored && (test.state == compare::TestState::broken || test.state == compare::TestState::fixed); }

std::optional<Difference> divergenceOf(const compare::Comparison& comparison) {
  if (!comparison.divergence) return {};
  const compare::Divergence& divergence = *comparison.divergence;
  const auto within = [&](DifferenceKind kind, std::size_t size) {
    return divergence.index < size ? std::optional<Difference>(Difference{kind, divergence.index}) : std::nullopt;
  };
  switch (divergence.kind) {
    case compare::DivergenceKind::message:
    case compare::DivergenceKind::order: return within(DifferenceKind::message, comparison.messages.size());
    case compare::DivergenceKind::test: return within(DifferenceKind::test, comparison.tests.size());
    case compare::DivergenceKind::duration: return within(DifferenceKind::duration, comparison.durations.size());
    case compare::DivergenceKind::end: return within(DifferenceKind::end, comparison.ends.size());
    case compare::DivergenceKind::environment: return within(DifferenceKind::environment, comparison.environment.size());
  }
  return {};
}

std::vector<Difference> inOrder(const compare::Comparison& comparison) {
  std::vector<Difference> rows;
  const auto first = divergenceOf(comparison);
  if (first) rows.push_back(*first);
  const auto add = [&](DifferenceKind kind, const auto& list, auto wanted) {
    for (std::uint32_t i = 0; i < list.size(); ++i) {
      const Difference difference{kind, i};
      if (wanted(list[i]) && difference != first) rows.push_back(difference);
    }
  };
  add(DifferenceKind::test, comparison.tests, isOutcome);
  add(DifferenceKind::message, comparison.messages, isOpen);
  add(DifferenceKind::end, comparison.ends, always<compare::EndDifference>);
  add(DifferenceKind::block, comparison.blocks, always<compare::Block>);
  add(DifferenceKind::message, comparison.messages, [](const compare::Message& message) { return !isOpen(message); });
  return rows;
}

QString launchWord(std::optional<std::uint32_t> launch) { return launch ? Words::tr("launch %1").arg(*launch + 1) : QString(); }

// --- messages

// "production" of "production, tests/a.py::test_x".
QString firstPart(const std::string& phase) { return toQt(phase.substr(0, phase.find(", "))); }

QString countOn(std::uint64_t count, const std::vector<model::Rank>& ranks) {
  if (count == 0) return kNothing;
  const QString times = QStringLiteral("%1 ×").arg(countText(count));
  return ranks.empty() ? times : times + QLatin1Char(' ') + ranksText(ranks);
}

QString messageKind(const compare::Message& message) {
  switch (message.kind) {
    case compare::MessageKind::onlyInRun: return Words::tr("only in A");
    case compare::MessageKind::onlyInBaseline: return Words::tr("only in B");
    case compare::MessageKind::count: return Words::tr("count");
    case compare::MessageKind::ranks: return Words::tr("ranks");
    case compare::MessageKind::value: return Words::tr("value");
    case compare::MessageKind::order: break;
  }
  return Words::tr("order");
}

QString valuesOf(const compare::Message& message, Side side) {
  QStringList values;
  for (const compare::Value& value : message.values) values << toQt(side == Side::run ? value.run : value.baseline);
  return values.join(QStringLiteral(", "));
}

QString foldSentence(const compare::Message& message) {
  switch (message.fold) {
    case compare::Fold::afterFailure: return Words::tr("It follows the first failure.");
    case compare::Fold::teardown: return Words::tr("It belongs to the teardown.");
    case compare::Fold::notReached: return Words::tr("The run did not come as far as this.");
    case compare::Fold::ignored: return Words::tr("A rule of the ignore list leaves it out.");
    case compare::Fold::none: break;
  }
  return message.weak ? Words::tr("The baselines differ among themselves here.") : QString();
}

DifferenceText textOf(const compare::Message& message) {
  DifferenceText text;
  text.kind = messageKind(message);
  text.what = toQt(message.text);
  text.run = countOn(message.countRun, message.ranksRun);
  text.baseline = countOn(message.countBaseline, message.ranksBaseline);
  if (message.kind == compare::MessageKind::value || message.kind == compare::MessageKind::order) {
    text.run = valuesOf(message, Side::run);
    text.baseline = valuesOf(message, Side::baseline);
  }
  text.phase = message.launch ? launchWord(message.launch) : QString();
  const QString name = firstPart(message.phase);
  const bool named = !name.isEmpty() && !(message.launch && name == QLatin1String("launch"));   // the key of one without a name
  if (named) text.phase += (text.phase.isEmpty() ? QString() : QStringLiteral(" · ")) + name;
  text.phaseToolTip = toQt(message.phase);
  text.time = columnTimeText(message.firstTime);
  QStringList tip{text.what};
  if (message.lines > 1) tip << Words::tr("with %1 lines beside it").arg(countText(message.lines - 1));
  if (!message.missingOn.empty()) tip << Words::tr("missing on %1").arg(rankListText(message.missingOn));
  const QString fold = foldSentence(message);
  if (!fold.isEmpty()) tip << fold;
  text.toolTip = tip.join(QLatin1Char('\n'));
  return text;
}

// --- tests, ends, the rest

QString outcomeWord(model::TestOutcome outcome) {
  return outcome == model::TestOutcome::absent ? kNothing : QString::fromLatin1(model::toString(outcome));
}

QString withSeconds(const QString& outcome, const std::optional<double>& seconds) {
  return seconds ? outcome + QStringLiteral(" · ") + durationText(*seconds) : outcome;
}

QString testKind(const compare::TestDifference& test) {
  switch (test.state) {
    case compare::TestState::added: return Words::tr("only in A");
    case compare::TestState::gone: return Words::tr("only in B");
    default: return Words::tr("outcome");
  }
}

DifferenceText textOf(const compare::TestDifference& test) {
  DifferenceText text;
  text.kind = testKind(test);
  text.what = text.toolTip = toQt(test.id);
  text.run = withSeconds(outcomeWord(test.run), test.secondsRun);
  if (!test.ranks.empty() && test.run != model::TestOutcome::absent) text.run = outcomeWord(test.run) + QLatin1Char(' ') + rankListText(test.ranks);
  text.baseline = withSeconds(outcomeWord(test.baseline), test.secondsBaseline);
  text.phase = launchWord(test.launch);
  return text;
}

QString endText(const model::LaneEnd& end) {
  QString text = QString::fromLatin1(model::toString(end.kind));
  if (!end.signal.empty()) text += QLatin1Char(' ') + toQt(end.signal);
  else if (end.code) text += QLatin1Char(' ') + QString::number(*end.code);
  return text;
}

DifferenceText textOf(const compare::EndDifference& end) {
  DifferenceText text;
  text.kind = Words::tr("end");
  text.what = text.toolTip = Words::tr("How %1 ended").arg(ranksText(end.ranks));
  text.run = endText(end.run);
  text.baseline = endText(end.baseline);
  text.phase = launchWord(end.launch);
  text.time = columnTimeText(end.run.time);
  return text;
}

DifferenceText textOf(const compare::Block& block) {
  DifferenceText text;
  text.kind = Words::tr("block");
  text.what = text.toolTip = toQt(block.reason.empty() ? block.phase : block.reason);
  const QString size = block.tests > 0 ? countedText(block.tests, Words::tr("1 test"), Words::tr("%1 tests"))
                                       : countedText(block.lines, Words::tr("1 line"), Words::tr("%1 lines"));
  text.run = block.inRun ? size : kNothing;
  text.baseline = block.inRun ? kNothing : size;
  text.phase = toQt(block.phase);
  return text;
}

DifferenceText textOf(const compare::DurationDifference& duration) {
  DifferenceText text;
  text.kind = duration.runSeconds > duration.baselineSeconds ? Words::tr("longer in A") : Words::tr("shorter in A");
  text.what = text.toolTip = toQt(duration.phase);
  text.run = durationText(duration.runSeconds);
  text.baseline = durationText(duration.baselineSeconds);
  const double change = duration.runSeconds - duration.baselineSeconds;
  text.phase = (change > 0 ? QStringLiteral("+") : QString()) + durationText(change);
  return text;
}

DifferenceText textOf(const compare::EnvironmentDifference& entry) {
  DifferenceText text;
  text.kind = Words::tr("environment");
  text.what = text.toolTip = toQt(entry.key);
  text.run = entry.run ? toQt(*entry.run) : Words::tr("not said");
  text.baseline = entry.baseline ? toQt(*entry.baseline) : Words::tr("not said");
  return text;
}

DifferenceText textOf(const compare::FileDifference& file) {
  DifferenceText text;
  text.kind = file.inRun ? Words::tr("only in A") : Words::tr("only in B");
  text.what = text.toolTip = toQt(file.path);
  text.run = file.inRun ? Words::tr("there") : kNothing;
  text.baseline = file.inRun ? kNothing : Words::tr("there");
  return text;
}

DifferenceText textOf(const compare::ChangedFile& file) {
  DifferenceText text;
  text.kind = toQt(file.status);
  text.what = text.toolTip = toQt(file.path);
  if (file.inStack) text.phase = Words::tr("named in the stack");
  else if (file.inTest) text.phase = Words::tr("file of the test");
  return text;
}

// Calls `with` with the entry that is meant.
template <class With>
auto visit(const compare::Comparison& comparison, const Difference& difference, With with) {
  switch (difference.kind) {
    case DifferenceKind::test: return with(comparison.tests[difference.index]);
    case DifferenceKind::end: return with(comparison.ends[difference.index]);
    case DifferenceKind::block: return with(comparison.blocks[difference.index]);
    case DifferenceKind::duration: return with(comparison.durations[difference.index]);
    case DifferenceKind::environment: return with(comparison.environment[difference.index]);
    case DifferenceKind::file: return with(comparison.files[difference.index]);
    case DifferenceKind::changedFile: return with(comparison.changes->files[difference.index]);
    case DifferenceKind::message: break;
  }
  return with(comparison.messages[difference.index]);
}

std::optional<model::LineRef> lineOfTest(const model::TestRun& test) {
  const std::uint32_t line = test.errorLine > 0 ? test.errorLine : test.verdictLine > 0 ? test.verdictLine : test.startLine;
  return line > 0 ? std::optional<model::LineRef>(model::LineRef{test.source, line}) : std::nullopt;
}

DifferencePlace ofTest(const model::Run& run, const std::string& id, const std::vector<model::Rank>& ranks, std::optional<std::uint32_t> launch) {
  DifferencePlace place;
  const auto name = std::find(run.testNames.begin(), run.testNames.end(), id);
  if (name == run.testNames.end()) return place;
  const model::TestId test{static_cast<std::uint32_t>(name - run.testNames.begin())};
  for (std::uint32_t i = 0; i < run.testRuns.size(); ++i) {
    const model::Lane& lane = run.lanes[i];
    const bool meant = (!launch || lane.launch == *launch) && (ranks.empty() || std::binary_search(ranks.begin(), ranks.end(), lane.rank));
    if (!meant) continue;
    const auto found = std::find_if(run.testRuns[i].begin(), run.testRuns[i].end(), [&](const model::TestRun& each) { return each.test == test; });
    if (found == run.testRuns[i].end()) continue;
    place.lane = model::LaneId{i};
    place.time = model::timesOf(run, *found).start;
    place.line = lineOfTest(*found);
    return place;
  }
  return place;
}

DifferencePlace ofEnd(const compare::Comparison& comparison, const compare::EndDifference& end, const model::Run& run, Side side) {
  DifferencePlace place;
  if (end.ranks.empty()) return place;
  if (side == Side::run) {
    place.lane = run.laneOf(end.launch, end.attempt, end.ranks.front());
  } else {
    const compare::LaunchPairs pairs(comparison.alignment);
    const auto launch = pairs.ofRun(end.launch);
    const auto attempt = launch ? pairs.attemptOfRun(end.launch, end.attempt) : std::nullopt;
    if (launch && attempt) place.lane = run.laneOf(*launch, *attempt, end.ranks.front());
  }
  const model::LaneEnd& ended = side == Side::run ? end.run : end.baseline;
  place.time = ended.time;
  if (ended.evidence && ended.evidence->line > 0) place.line = model::LineRef{ended.evidence->source, ended.evidence->line};
  return place;
}

DifferencePlace ofMessage(const compare::Message& message, const model::Run& run, Side side) {
  DifferencePlace place;
  const std::vector<compare::Place>& places = side == Side::run ? message.inRun : message.inBaseline;
  if (places.empty()) return place;
  const compare::Place& shown = places.front();
  place.line = shown.line;
  place.time = clock::whenOf(run.source(shown.line.source), shown.line.line);
  place.lane = laneOf(run, shown.line);
  const bool ofThisSide = (message.kind == compare::MessageKind::onlyInBaseline) == (side == Side::baseline);
  if (!place.lane && shown.rank && message.launch && ofThisSide) place.lane = run.laneOf(*message.launch, message.attempt.value_or(0), *shown.rank);
  return place;
}

DifferencePlace ofPhase(const compare::Comparison& comparison, const std::string& key, Side side) {
  DifferencePlace place;
  const compare::Spine& spine = side == Side::run ? comparison.alignment.run : comparison.alignment.baseline;
  const auto found = std::find_if(spine.begin(), spine.end(), [&](const compare::Phase& phase) { return phase.key == key || (key.size() > phase.key.size() && key.compare(key.size() - phase.key.size(), std::string::npos, phase.key) == 0); });
  if (found != spine.end()) place.time = found->start;
  return place;
}

// Whether any rank of a launch is in both. Where none is, because one of the logs does not state which ranks it shows, local ranks are
// compared with each other.
bool shareRanks(const model::Run& a, std::uint32_t launchOfA, const model::Run& b, std::uint32_t launchOfB) {
  std::set<model::Rank> ranks;
  for (const model::Lane& lane : a.lanes) {
    if (lane.launch == launchOfA) ranks.insert(lane.rank);
  }
  return std::any_of(b.lanes.begin(), b.lanes.end(), [&](const model::Lane& lane) { return lane.launch == launchOfB && ranks.count(lane.rank) > 0; });
}

}  // namespace

std::vector<Difference> differencesOf(const compare::Comparison& comparison, DifferenceTab tab) {
  std::vector<Difference> rows;
  switch (tab) {
    case DifferenceTab::first:
      return inOrder(comparison);
    case DifferenceTab::messages:
      addAll(rows, DifferenceKind::message, comparison.messages, always<compare::Message>);
      break;
    case DifferenceTab::tests:
      addAll(rows, DifferenceKind::test, comparison.tests, always<compare::TestDifference>);
      break;
    case DifferenceTab::durations:
      addAll(rows, DifferenceKind::duration, comparison.durations, always<compare::DurationDifference>);
      break;
    case DifferenceTab::environment:
      addAll(rows, DifferenceKind::environment, comparison.environment, always<compare::EnvironmentDifference>);
      break;
    case DifferenceTab::files:
      if (comparison.changes) addAll(rows, DifferenceKind::changedFile, comparison.changes->files, always<compare::ChangedFile>);
      addAll(rows, DifferenceKind::file, comparison.files, always<compare::FileDifference>);
      break;
  }
  return rows;
}

DifferenceText textOf(const compare::Comparison& comparison, const Difference& difference) {
  return visit(comparison, difference, [](const auto& entry) { return textOf(entry); });
}

QString kindOf(const compare::Comparison& comparison, const Difference& difference) { return textOf(comparison, difference).kind; }

QString phaseOf(const compare::Comparison& comparison, const Difference& difference) {
  switch (difference.kind) {
    case DifferenceKind::message: {
      const compare::Message& message = comparison.messages[difference.index];
      return message.launch ? launchWord(message.launch) : firstPart(message.phase);
    }
    case DifferenceKind::block: return firstPart(comparison.blocks[difference.index].phase);
    case DifferenceKind::test: return launchWord(comparison.tests[difference.index].launch);
    case DifferenceKind::end: return launchWord(comparison.ends[difference.index].launch);
    default: return {};
  }
}

std::vector<model::Rank> ranksOf(const compare::Comparison& comparison, const Difference& difference) {
  switch (difference.kind) {
    case DifferenceKind::message: {
      const compare::Message& message = comparison.messages[difference.index];
      std::vector<model::Rank> ranks = message.ranksRun;
      ranks.insert(ranks.end(), message.ranksBaseline.begin(), message.ranksBaseline.end());
      std::sort(ranks.begin(), ranks.end());
      ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
      return ranks;
    }
    case DifferenceKind::test: return comparison.tests[difference.index].ranks;
    case DifferenceKind::end: return comparison.ends[difference.index].ranks;
    default: return {};
  }
}

bool isIgnored(const compare::Comparison& comparison, const Difference& difference) {
  switch (difference.kind) {
    case DifferenceKind::message: return comparison.messages[difference.index].fold == compare::Fold::ignored;
    case DifferenceKind::test: return comparison.tests[difference.index].ignored;
    case DifferenceKind::file: return comparison.files[difference.index].ignored;
    default: return false;
  }
}

bool isFolded(const compare::Comparison& comparison, const Difference& difference) {
  switch (difference.kind) {
    case DifferenceKind::message: return !isOpen(comparison.messages[difference.index]);
    case DifferenceKind::test: return comparison.tests[difference.index].weak || comparison.tests[difference.index].ignored;
    case DifferenceKind::file: return comparison.files[difference.index].ignored;
    default: return false;
  }
}

std::optional<Side> onlySide(const compare::Comparison& comparison, const Difference& difference) {
  const auto of = [](bool inRun) { return std::optional<Side>(inRun ? Side::run : Side::baseline); };
  switch (difference.kind) {
    case DifferenceKind::message: {
      const compare::MessageKind kind = comparison.messages[difference.index].kind;
      if (kind == compare::MessageKind::onlyInRun || kind == compare::MessageKind::onlyInBaseline) return of(kind == compare::MessageKind::onlyInRun);
      return {};
    }
    case DifferenceKind::block: return of(comparison.blocks[difference.index].inRun);
    case DifferenceKind::file: return of(comparison.files[difference.index].inRun);
    default: return {};
  }
}

DifferencePlace placeOf(const compare::Comparison& comparison, const Difference& difference, const model::Run& run, Side side) {
  switch (difference.kind) {
    case DifferenceKind::message: return ofMessage(comparison.messages[difference.index], run, side);
    case DifferenceKind::end: return ofEnd(comparison, comparison.ends[difference.index], run, side);
    case DifferenceKind::block: return ofPhase(comparison, comparison.blocks[difference.index].phase, side);
    case DifferenceKind::duration: return ofPhase(comparison, comparison.durations[difference.index].phase, side);
    case DifferenceKind::test: {
      const compare::TestDifference& test = comparison.tests[difference.index];
      return ofTest(run, test.id, test.ranks, side == Side::run ? test.launch : std::nullopt);
    }
    default: return {};
  }
}

std::optional<model::LaneId> counterpartOf(const compare::Alignment& alignment, const model::Run& from, model::LaneId id, Side side, const model::Run& to) {
  const model::Lane& lane = from.lanes[id.value];
  const compare::LaunchPairs pairs(alignment);
  const auto launch = side == Side::run ? pairs.ofRun(lane.launch) : pairs.ofBaseline(lane.launch);
  if (!launch) return {};
  const auto attempt = side == Side::run ? pairs.attemptOfRun(lane.launch, lane.attempt) : pairs.attemptOfBaseline(lane.launch, lane.attempt);
  const auto same = to.laneOf(*launch, attempt.value_or(0), lane.rank);
  if (same || !lane.localRank || shareRanks(from, lane.launch, to, *launch)) return same;
  for (std::uint32_t i = 0; i < to.lanes.size(); ++i) {
    const model::Lane& other = to.lanes[i];
    if (other.launch == *launch && other.attempt == attempt.value_or(0) && other.localRank == lane.localRank) return model::LaneId{i};
  }
  return {};
}

}  // namespace lanescope::ui
