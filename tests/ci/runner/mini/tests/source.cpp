// A test program.
// SPDX-License-Identifier: Apache-2.0
#include "../gtest_like.hpp"

int main(int argc, char** argv) {
  return run_case(argc, argv, [] { return 0; });
}
