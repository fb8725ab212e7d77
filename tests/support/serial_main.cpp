// Main of every test that needs no MPI launcher.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  const int failed = RUN_ALL_TESTS();
  // A filter that matches no test must fail: its tests are gone.
  return ::testing::UnitTest::GetInstance()->test_to_run_count() == 0 ? 1 : failed;
}
