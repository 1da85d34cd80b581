// SPDX-License-Identifier: Apache-2.0
#include "ui/logview/ansi_text.h"

#include "core/text/clean.h"

#include <algorithm>
#include <array>

namespace lanescope::ui {

namespace {

constexpr std::size_t kMostNumbers = 32;         // in one sequence

// The numbers of the SGR sequence that `text` begins with, and its length; 0 where it begins with none.
std::size_t readSgr(std::string_view text, std::vector<int>& numbers) {
  numbers.assign(1, 0);
  if (!text.starts_with("\x1B[")) return 0;
  for (std::size_t at = 2; at < text.size(); ++at) {
    const char c = text[at];
    if (c == 'm') return at + 1;
    if (c >= '0' && c <= '9') numbers.back() = std::min(numbers.back() * 10 + (c - '0'), 9999);
    else if ((c == ';' || c == ':') && numbers.size() < kMostNumbers) numbers.push_back(0);
    else return 0;
  }
  return 0;
}

int direct(int red, int green, int blue) { return AnsiRun::kDirect + (std::clamp(red, 0, 255) << 16 | std::clamp(green, 0, 255) << 8 | std::clamp(blue, 0, 255)); }

// One of the 256 colours: the palette, a cube of six steps, and greys.
int indexed(int index) {
  if (index < 16) return std::max(index, 0);
  if (index >= 232) return direct(8 + (index - 232) * 10, 8 + (index - 232) * 10, 8 + (index - 232) * 10);
  const auto step = [](int level) { return level == 0 ? 0 : 55 + level * 40; };
  return direct(step((index - 16) / 36), step((index - 16) / 6 % 6), step((index - 16) % 6));
}

// 38;5;N and 38;2;R;G;B; `at` is moved to the last number that belongs to it.
int extended(const std::vector<int>& numbers, std::size_t& at) {
  const auto number = [&](std::size_t offset) { return at + offset < numbers.size() ? numbers[at + offset] : 0; };
  int colour = -1;
  const int kind = number(1);
  if (kind == 5) colour = indexed(number(2));
  if (kind == 2) colour = direct(number(2), number(3), number(4));
  at = std::min(at + (kind == 2 ? 4 : 2), numbers.size() - 1);
  return colour;
}

void restyle(const std::vector<int>& numbers, AnsiRun& style) {
  for (std::size_t at = 0; at < numbers.size(); ++at) {
    const int number = numbers[at];
    if (number == 0) style = AnsiRun{style.span};
    else if (number == 1) style.bold = true;
    else if (number == 4) style.underline = true;
    else if (number == 7) style.inverse = true;
    else if (number == 22) style.bold = false;
    else if (number == 24) style.underline = false;
    else if (number == 27) style.inverse = false;
    else if (number >= 30 && number <= 37) style.foreground = number - 30;
    else if (number >= 90 && number <= 97) style.foreground = number - 90 + 8;
    else if (number >= 40 && number <= 47) style.background = number - 40;
    else if (number >= 100 && number <= 107) style.background = number - 100 + 8;
    else if (number == 39) style.foreground = -1;
    else if (number == 49) style.background = -1;
    else if (number == 38) style.foreground = extended(numbers, at);
    else if (number == 48) style.background = extended(numbers, at);
  }
}

bool isPlain(const AnsiRun& style) { return style.foreground < 0 && style.background < 0 && !style.bold && !style.underline && !style.inverse; }

}  // namespace

QString ansiText(std::string_view raw, std::vector<AnsiRun>& runs) {
  runs.clear();
  if (raw.find("\x1B[") == std::string_view::npos) return QString::fromStdString(text::display(raw));
  QString shown;
  AnsiRun style;
  std::vector<int> numbers;
  std::size_t begin = 0;
  const auto give = [&](std::size_t end) {
    const auto before = static_cast<int>(shown.size());
    shown += QString::fromStdString(text::display(raw.substr(begin, end - begin)));
    style.span = {before, static_cast<int>(shown.size())};
    if (!isPlain(style) && style.span.end > style.span.begin) runs.push_back(style);
  };
  for (std::size_t at = raw.find('\x1B'); at != std::string_view::npos; at = raw.find('\x1B', at)) {
    const std::size_t length = readSgr(raw.substr(at), numbers);
    if (length == 0) {
      ++at;
      continue;
    }
    give(at);
    restyle(numbers, style);
    begin = at += length;
  }
  give(raw.size());
  return shown;
}

std::optional<QColor> ansiColour(int colour, const Theme& theme) {
  if (colour < 0) return {};
  // Terminals' colours, darkened or lightened until they can be read on the ground.
  static constexpr std::array<QRgb, 16> kOnLight = {0x24292f, 0xb3261e, 0x1a6b37, 0x7a5a00, 0x0550ae, 0x8a2ea6, 0x0f6674, 0x57606a,
                                                    0x4b535d, 0xa40e26, 0x116329, 0x6a4a00, 0x0969da, 0x8250df, 0x1b6f7b, 0x6e7781};
  static constexpr std::array<QRgb, 16> kOnDark = {0x8b949e, 0xff7b72, 0x5ec97a, 0xd9a441, 0x79b8ff, 0xd2a8ff, 0x62cfdb, 0xc9d1d9,
                                                   0x9aa4ae, 0xffa198, 0x7ee793, 0xf0c674, 0xa5d6ff, 0xe2c5ff, 0x8be5ef, 0xf0f6fc};
  if (colour < 16) return QColor::fromRgb((theme.kind == ThemeKind::light ? kOnLight : kOnDark)[static_cast<std::size_t>(colour)]);
  QColor asked = QColor::fromRgb(static_cast<QRgb>(colour - AnsiRun::kDirect));
  // What would vanish on the ground is brought nearer to the text.
  const int lightness = asked.lightness();
  if (theme.kind == ThemeKind::light && lightness > 130) asked = asked.darker(100 + (lightness - 130) * 2);
  if (theme.kind == ThemeKind::dark && lightness < 120) asked.setHsl(asked.hslHue(), asked.hslSaturation(), 150);
  return asked;
}

}  // namespace lanescope::ui
