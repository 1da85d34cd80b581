# SPDX-License-Identifier: Apache-2.0
# The benchmark's programs; of the benchmark itself only the line budget is a test, on a small input.
add_executable(gen_big "${CMAKE_CURRENT_SOURCE_DIR}/bench/gen_big.cpp")
target_link_libraries(gen_big PRIVATE lanescope_warnings)
add_executable(line_budget "${CMAKE_CURRENT_SOURCE_DIR}/bench/line_budget.cpp")
target_link_libraries(line_budget PRIVATE lanescope_core_session lanescope_warnings)
add_executable(search_speed "${CMAKE_CURRENT_SOURCE_DIR}/bench/search_speed.cpp")
target_link_libraries(search_speed PRIVATE lanescope_core_session lanescope_core_search lanescope_warnings)

set(budget_input "${CMAKE_CURRENT_BINARY_DIR}/budget_input")
add_test(NAME line_budget_input COMMAND gen_big "${budget_input}" 8 20 1 merged)
set_tests_properties(line_budget_input PROPERTIES FIXTURES_SETUP budget_input)
add_test(NAME line_budget COMMAND line_budget "${budget_input}/merged.log")
set_tests_properties(line_budget PROPERTIES FIXTURES_REQUIRED budget_input)
