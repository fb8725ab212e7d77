// A test program whose libraries need the accelerator; its test has a name of its own in ctest.
// SPDX-License-Identifier: Apache-2.0
#include "../gtest_like.hpp"

int main(int argc, char** argv) {
  return run_case(
      argc, argv, [] { return 0; }, "Typed/0.  # TypeParam = int\n  Case");
}
