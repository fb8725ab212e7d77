# SPDX-License-Identifier: Apache-2.0
# Logs the CPU seconds of every build command and every test for ci/times; ninja's own log has wall-clock times, which
# other work on the machine lengthens. Always on: it costs 3 ms per command, 0.3 % of a build and 1 % of the tests.

set(STENCIL_CPU_LOG "${CMAKE_BINARY_DIR}/log/cpu.tsv")
file(MAKE_DIRECTORY "${CMAKE_BINARY_DIR}/log")
cmake_path(SET record_cpu NORMALIZE "${CMAKE_CURRENT_LIST_DIR}/../ci/record-cpu")
# The prefix of a command; kind and key follow.
set(STENCIL_RECORD_CPU "${record_cpu}" "${STENCIL_CPU_LOG}")
# The property is global: commands of a project around this one are not ours to record.
if(NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()
set_property(GLOBAL PROPERTY RULE_LAUNCH_COMPILE "\"${record_cpu}\" \"${STENCIL_CPU_LOG}\" compile <OBJECT>")
set_property(GLOBAL PROPERTY RULE_LAUNCH_LINK "\"${record_cpu}\" \"${STENCIL_CPU_LOG}\" link <TARGET>")
set_property(GLOBAL PROPERTY RULE_LAUNCH_CUSTOM "\"${record_cpu}\" \"${STENCIL_CPU_LOG}\" custom <OUTPUT>")
