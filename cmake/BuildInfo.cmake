# SPDX-License-Identifier: Apache-2.0
# Writes version and commit into one source file, so that a new commit compiles nothing else again.
#
#   lanescope_build_info(variable)     sets `variable` to the file
function(lanescope_build_info out)
  set(LANESCOPE_COMMIT "")
  find_package(Git QUIET)
  # Not a checkout that these sources merely lie in.
  if(Git_FOUND AND EXISTS "${PROJECT_SOURCE_DIR}/.git")
    execute_process(COMMAND "${GIT_EXECUTABLE}" rev-parse --short=10 HEAD WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
      OUTPUT_VARIABLE LANESCOPE_COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
  set(file "${PROJECT_BINARY_DIR}/generated/build_info.cpp")
  configure_file("${PROJECT_SOURCE_DIR}/core/report/build_info.cpp.in" "${file}" @ONLY)
  set(${out} "${file}" PARENT_SCOPE)
endfunction()
