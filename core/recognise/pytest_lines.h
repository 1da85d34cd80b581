// SPDX-License-Identifier: Apache-2.0
// The single lines of a pytest session, without state.
#pragma once

#include "core/recognise/source_scan.h"

#include <string>
#include <string_view>

namespace lanescope::recognise {

// Before each line of an error inside pytest itself.
inline constexpr std::string_view kInternalError = "INTERNALERROR>";

// The node id that `text` starts with ("tests/a.py::TestX::test_y[p 1]"), empty where it does not; a parameter may hold spaces.
std::string_view nodeIdAtStart(std::string_view text) noexcept;

// The verdict that is the whole of `text`: "PASSED", "SKIPPED (reason)", "FAILED [ 12%]"; none for anything else.
TestWord testWordOf(std::string_view text) noexcept;

// "236 passed, 5 skipped, 7 deselected, 1 warning in 504.49s (0:08:24)" between runs of '='; false where it is none.
bool parseFinalLine(std::string_view text, SessionFact& out);
// The same without its marks, as -q prints it: nothing else may stand in the line.
bool parseQuietFinalLine(std::string_view text, SessionFact& out);
// "collected 247 items / 7 deselected / 1 skipped / 240 selected"
bool parseCollected(std::string_view text, SessionFact& out);
// What workers have collected: "gw0 [72] / gw1 [72]", "48 workers [5219 items]".
bool parseWorkersReady(std::string_view text, SessionFact& out);

// "tests/test_a.py ..F.s      [ 42%]", and without the file the line behind it, or one of -q.
struct CharacterLine {
  std::string_view file;  // empty where none is printed
  std::string results;    // of ".FEsxXRuy,-"
  bool percent = false;
  std::string_view rest;  // what a test printed behind it
};
bool parseCharacters(std::string_view text, CharacterLine& out);

// A word glued behind the last print of the test, which had no newline: "... doneFAILED". A word of its own ("status: PASSED")
// is something that the test printed.
TestWord wordAtEnd(std::string_view text) noexcept;
// "RERUN", "RERUN  [ 12%]": pytest-rerunfailures.
bool isRerun(std::string_view text) noexcept;
// SUBPASS, SUBFAILED[message] (i=1), SUBSKIPPED ...: of pytest-subtests, and of pytest itself since 9.0.
bool isSubtest(std::string_view text) noexcept;
// "===== title =====" -> title, for runs of at least three of one character; empty where it is none.
std::string_view separatorTitle(std::string_view text, char mark) noexcept;
// The title of a failed test's section. A long name leaves room for a single mark at either end, which is what a traceback's
// separator ("_ _ _ _") starts with too.
std::string_view sectionTitle(std::string_view text) noexcept;
// "TestX.test_y[p.q] (i=1)" -> "TestX::test_y[p.q]": without what a subtest adds.
std::string idOfTitle(std::string_view title);
// The line above and below the stacks that pytest-timeout prints.
bool isTimeoutBanner(std::string_view text) noexcept;

}  // namespace lanescope::recognise
