# SPDX-License-Identifier: Apache-2.0
add_library(lanescope_test_archives STATIC "${CMAKE_CURRENT_SOURCE_DIR}/support/archive_builder.cpp")
target_include_directories(lanescope_test_archives PUBLIC "${PROJECT_SOURCE_DIR}")
target_link_libraries(lanescope_test_archives PUBLIC LibArchive::LibArchive ZLIB::ZLIB PRIVATE lanescope_warnings)

lanescope_test(core/tst_result LIBRARIES lanescope_core_base)
lanescope_test(core/tst_task_pool LIBRARIES lanescope_core_base)
lanescope_test(core/tst_line_index LIBRARIES lanescope_core_text)
lanescope_test(core/tst_clean LIBRARIES lanescope_core_text)
lanescope_test(core/tst_string_pool LIBRARIES lanescope_core_text)
lanescope_test(core/tst_input LIBRARIES lanescope_core_input lanescope_test_archives)
lanescope_test(core/tst_archives LIBRARIES lanescope_core_input lanescope_test_archives)

# The check of the module borders must itself be able to fail.
add_test(NAME architecture_rejects COMMAND ${CMAKE_COMMAND} -DSCRATCH=${CMAKE_CURRENT_BINARY_DIR}/architecture
         -P "${PROJECT_SOURCE_DIR}/tests/core/architecture_rejects.cmake")

set(sample_runs support/run_builder.cpp support/sample_runs.cpp)
lanescope_test(core/tst_report_time LIBRARIES lanescope_core_report SOURCES ${sample_runs})
lanescope_test(core/tst_report_json LIBRARIES lanescope_core_report SOURCES ${sample_runs})
lanescope_test(core/tst_report_verdict LIBRARIES lanescope_core_report SOURCES ${sample_runs})
lanescope_test(core/tst_report_text LIBRARIES lanescope_core_report SOURCES ${sample_runs})
lanescope_test(core/tst_events_writer LIBRARIES lanescope_core_report SOURCES ${sample_runs})
