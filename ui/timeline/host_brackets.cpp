// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/host_brackets.h"

#include "ui/models/words.h"

#include <algorithm>
#include <cmath>

namespace lanescope::ui {

namespace {

// The host of all lanes of a row; empty where they have several or none is known.
std::string hostOf(const model::Run& run, const Row& row) {
  std::string host;
  for (const model::LaneId lane : row.lanes) {
    const std::string& own = run.lanes[lane.value].host;
    if (own.empty() || (!host.empty() && own != host)) return {};
    host = own;
  }
  return host;
}

double tickOf(const SceneStyle& style) { return std::round(style.smallTextSize / 4.0); }

}  // namespace

bool hasHostBrackets(const SceneInput& in) {
  const auto& rows = in.layout.rows();
  return in.run.hosts.size() > 1 && std::none_of(rows.begin(), rows.end(), [](const Row& row) { return !row.alike.empty(); });
}

double hostBracketWidth(const SceneStyle& style) { return std::ceil(textHeight({style.smallTextSize, false, false})) + tickOf(style) + 1; }

// A name that does not fit whole is left out: what two ends of a name leave over is a name of nothing.
void addHostBrackets(DrawList& list, const SceneInput& in, double right) {
  constexpr double kLeastBracket = 14;           // lower ones would run together: bands, in two tones in turn
  const TextStyle style{in.style.smallTextSize, false, false};
  const double tick = tickOf(in.style), line = right - tick, names = right - hostBracketWidth(in.style);
  const std::vector<Row>& rows = in.layout.rows();
  const Theme& theme = *in.style.theme;
  bool odd = false;
  for (std::size_t i = 0; i < rows.size();) {
    const std::string host = rows[i].kind == Row::Kind::lane ? hostOf(in.run, rows[i]) : std::string();
    std::size_t end = i + 1;
    while (end < rows.size() && rows[end].kind == Row::Kind::lane && rows[end].pinned == rows[i].pinned && !host.empty() && hostOf(in.run, rows[end]) == host) ++end;
    const Hit hit = host.empty() ? Hit{} : Hit{Hit::What::lane, rows[i].lanes.front().value, rows[i].lanes.front()};
    const double y0 = rows[i].top, y1 = rows[end - 1].top + rows[end - 1].height;
    i = end;
    if (host.empty()) continue;
    odd = !odd;
    if (y1 < in.top || y0 > in.bottom) continue;
    if (y1 - y0 < kLeastBracket) {
      list.rect(Layer::line, {QRectF(line, y0, tick, y1 - y0), odd ? theme.faint : theme.hairline, {}, 0}, hit);
      continue;
    }
    list.line(Layer::line, {{{right, y0 + 1}, {line, y0 + 1}, {line, y1 - 1}, {right, y1 - 1}}, theme.faint, 1.5, false}, hit);
    const QString name = toQt(host).section(QLatin1Char('.'), 0, 0);
    if (textWidth(name, style) <= y1 - y0) list.verticalText(Layer::label, QRectF(names, y0, line - names - 1, y1 - y0), name, style, theme.muted);
  }
}

}  // namespace lanescope::ui
