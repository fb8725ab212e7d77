// A device with impossible register values, or of another version, ends the run with one line: the value and the
// allowed range.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "tests/system/variants/run_variant.hpp"

namespace stencil::told_test {
namespace {

using testing_support::ProgramResult;

struct Case {
  const char* variant;
  const char* text;
};

std::ostream& operator<<(std::ostream& out, const Case& test) {
  return out << test.variant;
}

class Told : public ::testing::TestWithParam<Case> {};

TEST_P(Told, IsRefusedWithTheRange) {
  const ProgramResult alone = test::run_words(GetParam().variant, {VARIANT_COSIM, "run", "--config", "varied"});
  EXPECT_EQ(alone.status, 3) << alone.out << alone.err;
  EXPECT_EQ(alone.out, "");
  EXPECT_EQ(alone.err.rfind(std::string("stencil-cosim: rank 0: ") + GetParam().text, 0), 0u) << alone.err;
  EXPECT_EQ(alone.err.find('\n'), alone.err.size() - 1) << "one line: " << alone.err;
  const ProgramResult two = test::run_variant(GetParam().variant, 2, {});
  EXPECT_EQ(two.status, 3) << two.out << two.err;
  EXPECT_NE(two.err.find(GetParam().text), std::string::npos) << two.err;
  EXPECT_EQ(two.err.find("MPI_ABORT"), std::string::npos) << two.err;
}

INSTANTIATE_TEST_SUITE_P(
    Variants, Told,
    ::testing::Values(Case{"version-7",
                           "register ID reads 0x53544e4300000007, the contract says 0x53544e4300000003 .. "},
                      Case{"not-a-device", "register ID reads 0xffffffffffffffff, the contract says"},
                      Case{"no-elements", "register PES reads 0, the contract allows 1 .. 64"},
                      Case{"three-lanes", "register LANES reads 3, the contract allows 1, 2, 4"},
                      Case{"no-kernel", "register KERNELS reads 0x20: no kernel that this bench knows"},
                      Case{"settles-never", "register SETTLE_CYCLES reads 65537, the contract allows 1 .. 65536"}),
    [](const auto& test) { return test::test_name(test.param.variant); });

// A call of a kernel that the device does not have is the caller's mistake.
TEST(Told, AKernelThatIsNotThereIsBadUsage) {
  for (const int ranks : {1, 2}) {
    const ProgramResult sweeps = test::run_variant("tiles-only", ranks, {});
    EXPECT_EQ(sweeps.status, 2) << sweeps.out << sweeps.err;
    EXPECT_NE(sweeps.err.find("accelerator rtl of configuration varied +variant=tiles-only has no Jacobi kernel"),
              std::string::npos)
        << sweeps.err;
    const ProgramResult tiles = test::run_variant("jacobi-only", ranks, {"--kernel", "gauss-seidel"});
    EXPECT_EQ(tiles.status, 2) << tiles.out << tiles.err;
    EXPECT_NE(tiles.err.find("accelerator rtl of configuration varied +variant=jacobi-only has no Gauss-Seidel kernel"),
              std::string::npos)
        << tiles.err;
  }
}

}  // namespace
}  // namespace stencil::told_test
