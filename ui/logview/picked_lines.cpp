// SPDX-License-Identifier: Apache-2.0
#include "ui/logview/picked_lines.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <map>

namespace lanescope::ui {

namespace {

using Lines = std::vector<std::uint32_t>;

constexpr std::array<const char*, kLineKinds> kNames = {QT_TRANSLATE_NOOP("LineKinds", "every line"), QT_TRANSLATE_NOOP("LineKinds", "warnings and above"),
                                                        QT_TRANSLATE_NOOP("LineKinds", "errors and above"), QT_TRANSLATE_NOOP("LineKinds", "tests")};

bool isWanted(const LinesWanted& wanted, model::LineRef line) {
  const bool admitted = admits(wanted.kinds, wanted.run->source(line.source).text->lineClass(line.line));
  return admitted || std::binary_search(wanted.always.begin(), wanted.always.end(), line);
}

Lines ofKind(const LinesWanted& wanted, model::SourceId source) {
  Lines lines;
  const auto& text = wanted.run->source(source).text;
  const std::uint32_t count = text ? text->lineCount() : 0;
  auto next = std::lower_bound(wanted.always.begin(), wanted.always.end(), model::LineRef{source, 0});
  for (std::uint32_t line = 1; line <= count; ++line) {
    const bool always = next != wanted.always.end() && *next == model::LineRef{source, line};
    if (always) ++next;
    if (always || admits(wanted.kinds, text->lineClass(line))) lines.push_back(line);
  }
  return lines;
}

// The places in `list` of some lines of its sources; `lines` is parallel to list.sources(), each ascending.
Lines placesOf(const LineList& list, const std::vector<Lines>& lines) {
  Lines places;
  if (list.sources().size() == 1) {
    for (const std::uint32_t line : lines[0]) places.push_back(line - 1);
    return places;
  }
  std::map<model::SourceId, std::size_t> which;
  for (std::size_t i = 0; i < list.sources().size(); ++i) which[list.sources()[i]] = i;
  std::vector<std::size_t> next(lines.size(), 0);
  std::size_t at = 0;
  std::optional<model::SourceId> of;
  list.forEach(0, list.size(), [&](std::size_t place, model::LineRef line) {
    if (of != line.source) {
      of = line.source;
      at = which[line.source];
    }
    if (next[at] < lines[at].size() && lines[at][next[at]] == line.line) {
      places.push_back(static_cast<std::uint32_t>(place));
      ++next[at];
    }
    return true;
  });
  return places;
}

}  // namespace

bool admits(LineKinds kinds, model::LineClass lineClass) {
  using Class = model::LineClass;
  const bool error = lineClass == Class::error || lineClass == Class::fatal || lineClass == Class::testFail;
  switch (kinds) {
    case LineKinds::all: return true;
    case LineKinds::warnings: return error || lineClass == Class::warning;
    case LineKinds::errors: return error;
    case LineKinds::tests: break;
  }
  return lineClass == Class::testStart || lineClass == Class::testPass || lineClass == Class::testFail;
}

QString lineKindsName(LineKinds kinds) { return QCoreApplication::translate("LineKinds", kNames[static_cast<std::size_t>(kinds)]); }

RowMap pickRows(const LineList& list, LinesWanted wanted) {
  std::vector<Lines> lines;
  for (std::size_t i = 0; i < list.sources().size(); ++i) {
    const model::SourceId source = list.sources()[i];
    if (!wanted.hits) {
      lines.push_back(ofKind(wanted, source));
      continue;
    }
    Lines& hits = (*wanted.hits)[i];
    const auto other = [&](std::uint32_t line) { return !isWanted(wanted, {source, line}); };
    if (wanted.kinds != LineKinds::all) hits.erase(std::remove_if(hits.begin(), hits.end(), other), hits.end());
    lines.push_back(std::move(hits));
  }
  return RowMap::picked(list.size(), placesOf(list, lines));
}

}  // namespace lanescope::ui
