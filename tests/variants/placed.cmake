# SPDX-License-Identifier: Apache-2.0
# cmake -P script: fails if a plant is not in place (tests/support/plants.cmake). Takes LISTS, the folder of the lists.
cmake_minimum_required(VERSION 3.25)
set(unplaced "")
foreach(list IN ITEMS rtl host operators)
  file(READ "${LISTS}/${list}" lines)
  string(APPEND unplaced "${lines}")
endforeach()
if(unplaced)
  message("${unplaced}")
  message(FATAL_ERROR "The places of these plants have changed: put each where it belongs now (tests/variants, "
    "tests/system/faults, tests/rtl/arithmetic). What tests them is skipped until then.")
endif()
