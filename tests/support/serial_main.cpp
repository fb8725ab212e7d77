// Main of every test that needs no MPI launcher.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}

// libsystemc.so refers to sc_main from a main() of its own, which ours replaces.
// Weak, because the platform library brings the same dummy.
extern "C++" __attribute__((weak)) int sc_main(int, char**) { return 0; }
