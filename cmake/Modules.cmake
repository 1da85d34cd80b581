# SPDX-License-Identifier: Apache-2.0
# One static library for each folder of core/ and ui/, with its permitted dependencies.
#
#   lanescope_module(core/text DEPENDS core/base core/input LIBRARIES re2::re2)
#
# Every file of the folder belongs to the module. The function rejects, at configure time,
#  - a dependency that points upwards in the order of ARCHITECTURE.md,
#  - an #include of another module that is not among DEPENDS (or what they depend on),
#  - any Qt header or Qt target in core/.
# The test `architecture` runs the same check again over the sources as they are now.

# Data order: a module may depend only on modules that stand before it.
set(LANESCOPE_ORDER
  core/base core/input core/text core/recognise core/model core/clock core/diagnose
  core/compare core/search core/report core/session
  ui/theme ui/models ui/timeline ui/logview ui/panels ui/search ui/compare ui/export ui/shell app)

function(lanescope_target_name module out)
  string(REPLACE "/" "_" name "${module}")
  set(${out} "lanescope_${name}" PARENT_SCOPE)
endfunction()

# Fails where a file of `module` includes what `allowed` does not name.
function(lanescope_check_includes module files allowed)
  foreach(file IN LISTS files)
    file(STRINGS "${file}" includes REGEX "^[ \t]*#[ \t]*include")
    foreach(line IN LISTS includes)
      if(line MATCHES "\"((core|ui)/[a-z]+)/")
        if(NOT CMAKE_MATCH_1 IN_LIST allowed)
          message(FATAL_ERROR "${file}: ${module} includes ${CMAKE_MATCH_1}, which it does not declare in DEPENDS")
        endif()
      endif()
      if(module MATCHES "^core/" AND line MATCHES "[<\"](Q[A-Za-z]|Qt[A-Z])")
        message(FATAL_ERROR "${file}: core must not include Qt (${line})")
      endif()
    endforeach()
  endforeach()
endfunction()

function(lanescope_module module)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPENDS;LIBRARIES;SOURCES")
  list(FIND LANESCOPE_ORDER "${module}" own)
  if(own LESS 0)
    message(FATAL_ERROR "${module} is not in LANESCOPE_ORDER (cmake/Modules.cmake)")
  endif()
  lanescope_target_name(${module} target)
  set(allowed "${module}")
  set(links "")
  foreach(dependency IN LISTS arg_DEPENDS)
    list(FIND LANESCOPE_ORDER "${dependency}" place)
    if(place LESS 0 OR NOT place LESS own)
      message(FATAL_ERROR "${module} may not depend on ${dependency}: see LANESCOPE_ORDER")
    endif()
    lanescope_target_name(${dependency} dependency_target)
    if(NOT TARGET ${dependency_target})
      message(FATAL_ERROR "${module} depends on ${dependency}, which is not a module")
    endif()
    list(APPEND links ${dependency_target})
    get_target_property(inherited ${dependency_target} LANESCOPE_ALLOWED)
    list(APPEND allowed ${dependency} ${inherited})
  endforeach()
  list(REMOVE_DUPLICATES allowed)
  if(module MATCHES "^core/")
    foreach(library IN LISTS arg_LIBRARIES)
      if(library MATCHES "Qt")
        message(FATAL_ERROR "${module}: core must not link ${library}")
      endif()
    endforeach()
  endif()

  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${module}/*.cpp" "${PROJECT_SOURCE_DIR}/${module}/*.h")
  lanescope_check_includes(${module} "${sources}" "${allowed}")
  add_library(${target} STATIC ${sources} ${arg_SOURCES})
  set_target_properties(${target} PROPERTIES LANESCOPE_ALLOWED "${allowed}" LINKER_LANGUAGE CXX)
  target_include_directories(${target} PUBLIC "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${target} PUBLIC ${links} ${arg_LIBRARIES} PRIVATE lanescope_warnings)
  if(module MATCHES "^ui/")
    set_target_properties(${target} PROPERTIES AUTOMOC ON AUTORCC ON)
    target_compile_definitions(${target} PUBLIC QT_NO_KEYWORDS QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII)
  endif()
  set_property(GLOBAL APPEND PROPERTY LANESCOPE_MODULES "${module}")
  set_property(GLOBAL PROPERTY "LANESCOPE_ALLOWED_${module}" "${allowed}")
endfunction()
