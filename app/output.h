// SPDX-License-Identifier: Apache-2.0
// Where a command's answer goes: standard output, or a file that appears whole or not at all.
#pragma once

#include "core/base/result.h"

#include <fstream>
#include <iosfwd>
#include <string>

namespace lanescope::app {

class Output {
 public:
  // An empty path is standard output. A regular file is written beside its place and renamed by commit().
  static base::Result<Output> open(const std::string& path);
  // At the end of a file, which others write as well.
  static base::Result<Output> append(const std::string& path);
  Output(Output&& other) noexcept;
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  Output& operator=(Output&&) = delete;
  ~Output();  // without commit() nothing is left behind

  std::ostream& stream() noexcept;
  base::Result<void> commit();

 private:
  Output() = default;
  std::string m_path;       // empty: standard output
  std::string m_temporary;  // empty: written in place
  std::ofstream m_file;
};

}  // namespace lanescope::app
