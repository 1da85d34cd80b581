// SPDX-License-Identifier: Apache-2.0
// From the raw bytes of a line to text: ANSI sequences, NUL runs, a BOM and invalid UTF-8.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lanescope::text {

// Whether `raw` holds anything that clean() would change (fast check, no allocation).
bool needsCleaning(std::string_view raw) noexcept;

// Appends `raw` to `out` without ANSI sequences (CSI, OSC and APC), NULs and U+FEFF. Bytes are not decoded.
// Lone CRs are kept: they split a line into segments.
void stripControl(std::string_view raw, std::string& out);

// Valid UTF-8: every maximal bad sequence becomes one U+FFFD; NULs are removed.
std::string toUtf8(std::string_view bytes);

// stripControl and toUtf8 in one, for showing and for evidence. At most `maxBytes` bytes, cut at a character.
std::string display(std::string_view raw, std::size_t maxBytes = SIZE_MAX);

// What a terminal would act on, made visible: controls except line ends become their pictures (U+2400..), C1 controls and marks
// that turn the writing direction become U+FFFD. For text that is printed; `utf8` is valid UTF-8.
std::string visible(std::string_view utf8);

}  // namespace lanescope::text
