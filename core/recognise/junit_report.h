// SPDX-License-Identifier: Apache-2.0
// A report in the JUnit form: suites of test cases with their outcome and duration. Written by pytest (_pytest/junitxml.py),
// GoogleTest
// (--gtest_output=xml), unittest-xml-reporting and many others; they differ in how they name a test.
//
// A case becomes a TestRow at the line of its element, called as the runner's log calls it: pytest's node id, GoogleTest's
// "Suite.Name", else "classname.name". pytest gives a class and a module the same mark ("tests.test_a.TestX"): a part with a
// capital begins the classes, unless the file is stated.
#pragma once

#include "core/input/byte_source.h"
#include "core/recognise/signature.h"
#include "core/recognise/source_scan.h"
#include "core/recognise/time_context.h"

#include <stop_token>
#include <string>
#include <string_view>

namespace lanescope::recognise {

// Whether the source's first bytes begin such a report.
bool isJunitReport(std::string_view head) noexcept;

// Fills the facts of a scan whose index is complete: tests, sessions, failures, and `reported`.
void readJunitReport(const input::ByteSource& source, const SignatureSet& signatures, const TimeContext& context,
                     std::stop_token stop, SourceScan& scan);

// The name that the log of the same run gives a case.
std::string junitTestId(bool ofPytest, std::string_view classname, std::string_view name, std::string_view file);

}  // namespace lanescope::recognise
