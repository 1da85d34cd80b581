# SPDX-License-Identifier: Apache-2.0
# Generated incidents against their truth, and the committed sample byte for byte.
set(command_line_support "${CMAKE_CURRENT_SOURCE_DIR}/golden/command_line.cpp")
lanescope_test(golden/tst_samples SOURCES "${command_line_support}" TIMEOUT 300)
lanescope_test(golden/tst_command_line SOURCES "${command_line_support}" TIMEOUT 300)
lanescope_test(golden/tst_cli SOURCES "${command_line_support}")
