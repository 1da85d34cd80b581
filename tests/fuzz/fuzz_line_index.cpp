// SPDX-License-Identifier: Apache-2.0
// Lines of any bytes: the index built in two blocks equals that of one pass, and every line can be read, cleaned and shown.
#include "core/text/clean.h"
#include "core/text/line_index.h"
#include "tests/fuzz/fuzz_main.h"

using namespace lanescope;

namespace {

text::LineIndex indexOf(std::string_view bytes) {
  text::LineIndex index;
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const std::size_t length = end == std::string_view::npos ? bytes.size() : end + 1;
    index.append(length);
    bytes.remove_prefix(length);
  }
  return index;
}

std::string repeated(std::string_view line, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += line;
  return out;
}

}  // namespace

std::vector<std::string> fuzzSeeds() {
  return {
      "one\ntwo\r\nthree",
      repeated("a\n", 200),
      std::string(66'000, 'x') + "\nshort\n" + std::string(70'000, 'y'),
      "\x1B[32mgreen\x1B[0m \x1B]8;;http://x\x1B\\link\x1B]8;;\x07\n\xEF\xBB\xBF"
      "bom\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\n",
      std::string("nul\0\0\0run\n", 10),
  };
}

void fuzzOne(std::string_view bytes) {
  const text::LineIndex whole = indexOf(bytes);
  const std::size_t firstEnd = bytes.find('\n', bytes.size() / 2);
  const std::size_t cut = firstEnd == std::string_view::npos ? 0 : firstEnd + 1;
  text::LineIndex joined = indexOf(bytes.substr(0, cut));
  joined.append(indexOf(bytes.substr(cut)));
  FUZZ_CHECK(whole.size() == joined.size() && whole.bytes() == bytes.size() && joined.bytes() == bytes.size());

  const auto source = input::makeMemorySource(std::string(bytes));
  text::LineReader reader(*source, joined);
  std::uint64_t at = 0;
  for (std::uint32_t number = 1; number <= whole.size(); ++number) {
    const input::ByteRange range = joined.range(number);
    FUZZ_CHECK(range.begin == at && range.end == whole.range(number).end && joined.lineAt(range.begin) == number);
    at = range.end;
    const std::string_view line = reader.line(number);
    FUZZ_CHECK(bytes.substr(range.begin).starts_with(line) && line.find('\n') == std::string_view::npos);

    std::string stripped;
    text::stripControl(line, stripped);
    FUZZ_CHECK(stripped.find('\0') == std::string::npos && (text::needsCleaning(line) || stripped == line));
    const std::string shown = text::display(line, 100);
    FUZZ_CHECK(shown.size() <= 100 && text::toUtf8(shown) == shown);
    FUZZ_CHECK(text::display(line).starts_with(shown));
  }
  FUZZ_CHECK(at == bytes.size());
}
