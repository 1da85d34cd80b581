# SPDX-License-Identifier: Apache-2.0
# cmake [-DROOT=folder] -P CheckArchitecture.cmake
# The checks of Modules.cmake over the sources as they are now, without configuring: no upward dependency, no include of an
# undeclared module, no Qt in core.
cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/Modules.cmake")
if(NOT ROOT)
  get_filename_component(ROOT "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)
endif()

# In place of the one that makes a library.
function(lanescope_module module)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPENDS;LIBRARIES;SOURCES")
  list(FIND LANESCOPE_ORDER "${module}" own)
  if(own LESS 0)
    message(FATAL_ERROR "${module} is not in LANESCOPE_ORDER (cmake/Modules.cmake)")
  endif()
  set(allowed "${module}")
  foreach(dependency IN LISTS arg_DEPENDS)
    list(FIND LANESCOPE_ORDER "${dependency}" place)
    if(place LESS 0 OR NOT place LESS own)
      message(FATAL_ERROR "${module} may not depend on ${dependency}: see LANESCOPE_ORDER")
    endif()
    get_property(inherited GLOBAL PROPERTY "LANESCOPE_ALLOWED_${dependency}")
    list(APPEND allowed ${dependency} ${inherited})
  endforeach()
  list(REMOVE_DUPLICATES allowed)
  if(module MATCHES "^core/" AND arg_LIBRARIES MATCHES "Qt")
    message(FATAL_ERROR "${module}: core must not link Qt")
  endif()
  set_property(GLOBAL PROPERTY "LANESCOPE_ALLOWED_${module}" "${allowed}")
  set_property(GLOBAL APPEND PROPERTY LANESCOPE_MODULES "${module}")

  file(GLOB_RECURSE sources "${ROOT}/${module}/*.cpp" "${ROOT}/${module}/*.h")
  lanescope_check_includes(${module} "${sources}" "${allowed}")
endfunction()

# Only the module calls: whatever else those files do needs a configured project.
foreach(part core ui)
  if(EXISTS "${ROOT}/${part}/CMakeLists.txt")
    file(READ "${ROOT}/${part}/CMakeLists.txt" text)
    string(REGEX REPLACE "#[^\n]*" "" text "${text}")
    string(REGEX MATCHALL "lanescope_module\\([^)]*\\)" calls "${text}")
    foreach(call IN LISTS calls)
      cmake_language(EVAL CODE "${call}")
    endforeach()
  endif()
endforeach()

# A folder that no lanescope_module names would escape the check.
get_property(modules GLOBAL PROPERTY LANESCOPE_MODULES)
file(GLOB sources RELATIVE "${ROOT}" "${ROOT}/core/*/*.cpp" "${ROOT}/core/*/*.h" "${ROOT}/ui/*/*.cpp" "${ROOT}/ui/*/*.h")
foreach(source IN LISTS sources)
  get_filename_component(folder "${source}" DIRECTORY)
  if(NOT folder IN_LIST modules)
    message(FATAL_ERROR "${source}: ${folder} is no module")
  endif()
endforeach()
