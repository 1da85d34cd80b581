# SPDX-License-Identifier: Apache-2.0
add_library(lanescope_test_archives STATIC "${CMAKE_CURRENT_SOURCE_DIR}/support/archive_builder.cpp")
target_include_directories(lanescope_test_archives PUBLIC "${PROJECT_SOURCE_DIR}")
target_link_libraries(lanescope_test_archives PUBLIC LibArchive::LibArchive ZLIB::ZLIB PRIVATE lanescope_warnings)

lanescope_test(core/tst_result LIBRARIES lanescope_core_base)
lanescope_test(core/tst_task_pool LIBRARIES lanescope_core_base)
lanescope_test(core/tst_block_list LIBRARIES lanescope_core_base)
lanescope_test(core/tst_line_index LIBRARIES lanescope_core_text)
lanescope_test(core/tst_clean LIBRARIES lanescope_core_text)
lanescope_test(core/tst_string_pool LIBRARIES lanescope_core_text)
lanescope_test(core/tst_input LIBRARIES lanescope_core_input lanescope_test_archives)
lanescope_test(core/tst_archives LIBRARIES lanescope_core_input lanescope_test_archives)

# The check of the module borders must itself be able to fail.
add_test(NAME architecture_rejects COMMAND ${CMAKE_COMMAND} -DSCRATCH=${CMAKE_CURRENT_BINARY_DIR}/architecture
         -P "${PROJECT_SOURCE_DIR}/tests/core/architecture_rejects.cmake")

# Runs made by hand, for whatever stands on a Run.
add_library(lanescope_test_runs STATIC "${CMAKE_CURRENT_SOURCE_DIR}/support/run_builder.cpp" "${CMAKE_CURRENT_SOURCE_DIR}/support/sample_runs.cpp")
target_link_libraries(lanescope_test_runs PUBLIC lanescope_core_model PRIVATE lanescope_warnings)
foreach(test tst_report_time tst_report_json tst_report_verdict tst_report_text tst_events_writer tst_redact tst_exports)
  lanescope_test(core/${test} LIBRARIES lanescope_core_report lanescope_test_runs)
endforeach()

lanescope_test(core/tst_stamp LIBRARIES lanescope_core_recognise)
lanescope_test(core/tst_time_evidence LIBRARIES lanescope_core_recognise)
lanescope_test(core/tst_layers LIBRARIES lanescope_core_recognise)
lanescope_test(core/tst_signatures LIBRARIES lanescope_core_recognise)
lanescope_test(core/tst_prefilter LIBRARIES lanescope_core_recognise)

foreach(test tst_line_scan tst_time_context tst_pytest_lines tst_pytest_parser tst_unittest_parser tst_gtest_parser tst_junit_report tst_exception_block tst_torchrun_parser tst_ci_parser
              tst_failure_fields tst_stream_parser tst_size_lines tst_progress_lines tst_closing_line tst_stack_dump)
  lanescope_test(core/${test} LIBRARIES lanescope_core_recognise)
endforeach()
lanescope_test(core/tst_ranks_text LIBRARIES lanescope_core_model)
lanescope_test(core/tst_path_layout LIBRARIES lanescope_core_model)
lanescope_test(core/tst_line_time LIBRARIES lanescope_core_clock)
lanescope_test(core/tst_mask LIBRARIES lanescope_core_compare)
lanescope_test(core/tst_compare LIBRARIES lanescope_core_session lanescope_core_report PkgConfig::git2)
lanescope_test(core/tst_search LIBRARIES lanescope_core_session lanescope_core_search)
lanescope_test(core/tst_containers LIBRARIES lanescope_core_session lanescope_core_report lanescope_test_archives)
foreach(test tst_assembly tst_clock tst_clocks tst_launcher_exits tst_session tst_launch_life tst_diagnose tst_envelopes tst_overrides tst_known tst_notes tst_host_lanes tst_test_runs tst_who_is_missing tst_roles tst_told_failures tst_suspected_waits)
  lanescope_test(core/${test} LIBRARIES lanescope_core_session lanescope_core_report)
endforeach()
lanescope_test(core/tst_kept_files LIBRARIES lanescope_core_session lanescope_core_report lanescope_test_archives)
