// The two options of GoogleTest that ctest uses, for programs that compile in no time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <cstring>

// Lists its only test, or runs it; returns the status of the program.
inline int run_case(int argc, char** argv, int (*test)(), const char* list = "Suite.\n  Case") {
  for (int i = 1; i < argc; ++i)
    if (std::strcmp(argv[i], "--gtest_list_tests") == 0) {
      std::puts(list);
      return 0;
    }
  return test();
}
