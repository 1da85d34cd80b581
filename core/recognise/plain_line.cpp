// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/plain_line.h"

#include "core/recognise/digits.h"
#include "core/recognise/layer_heads.h"
#include "core/recognise/record.h"
#include "core/text/clean.h"

#include <algorithm>

namespace lanescope::recognise {
namespace {

constexpr std::string_view kBuildkite = "\x1B_bk;t=";
constexpr std::size_t kMaxRecord = 256 << 10;   // a longer line is no logger's
constexpr int kMaxNested = 2;                    // docker's record of a logging library's

std::string_view withoutEnd(std::string_view line) noexcept {
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
  return line;
}

// Whether a line ends as a record does, and one may begin behind its envelopes.
bool endsAsRecord(std::string_view line) noexcept {
  return line.size() > 8 && line.size() <= kMaxRecord && line.back() == '}' && line.substr(0, kMaxHeads).find("{\"") != std::string_view::npos;
}

// `ESC _ bk;t=<unix ms> BEL` at the line start, as the stamp of its download; moves `raw` behind it.
void takeBuildkite(std::string_view& raw, std::string& out) {
  if (!raw.starts_with(kBuildkite)) return;
  const std::size_t digits = countDigits(raw, kBuildkite.size(), 14);
  const std::size_t end = kBuildkite.size() + digits;
  const auto stamp = digits == 13 && hasAt(raw, end, '\x07') ? parseUnix(raw.substr(kBuildkite.size(), digits)) : std::nullopt;
  if (!stamp) return;
  const IsoText time = formatIso(stamp->ns);
  std::string fraction(time.view().size() > 20 ? time.view().substr(20, time.view().size() - 21) : std::string_view());
  fraction.resize(3, '0');
  out.append("[").append(time.view().substr(0, 19)).append(".").append(fraction).append("Z] ");
  raw.remove_prefix(end + 1);
}

// Turns the record that `line` is, or ends with, into text; false where there is none.
bool unwrap(std::string_view line, const LineForm& form, std::string& out) {
  const std::string_view whole = withoutEnd(line);
  if (!endsAsRecord(whole)) return false;
  const std::size_t at = whole.front() == '{' ? 0 : peelLineStart(whole, form, [](const Layer&) {});
  return appendRecord(whole.substr(at), whole.substr(0, at), out);
}

}  // namespace

bool mayHoldRecord(std::string_view raw) noexcept { return raw.starts_with(kBuildkite) || endsAsRecord(withoutEnd(raw)); }

bool needsPlaining(std::string_view raw) noexcept {
  return mayHoldRecord(raw) || text::needsCleaning(raw.substr(0, kMaxHeads));
}

void appendPlain(std::string_view raw, const LineForm& form, std::string& out) {
  const std::size_t begin = out.size();
  takeBuildkite(raw, out);
  text::stripControl(raw, out);
  std::string line, text;
  for (int nested = 0; nested < kMaxNested; ++nested) {
    if (!endsAsRecord(withoutEnd(std::string_view(out).substr(begin)))) return;
    line.assign(out, begin);
    text.clear();
    // A record's text may hold records again; of several lines each is looked at.
    bool any = false;
    std::string_view rest = line;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      const std::string_view one = rest.substr(0, end);
      if (unwrap(one, form, text)) any = true;
      else text.append(one).append(end < rest.size() ? "\n" : "");
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (!any) return;
    if (text.ends_with('\n')) text.pop_back();
    out.resize(begin);
    out += text;
  }
}

}  // namespace lanescope::recognise
