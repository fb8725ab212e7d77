// The test that a capsule becomes: written_case.cpp, which is built and run beside this one.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/capsule/as_test.hpp"

#include <gtest/gtest.h>

#include "host/base/errors.hpp"
#include "tests/sim/app/capsule/sample.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/scratch_directory.hpp"

namespace stencil::capsule_tests {
namespace {

TEST(CapsuleAsTest, IsTheTestThatIsBuiltHere) {
  const std::string text = capsule_test(sample());
  const std::string built = testing_support::read_text(STENCIL_WRITTEN_CASE);
  const char* const update = std::getenv("STENCIL_UPDATE");
  if (update != nullptr) testing_support::write_text(STENCIL_WRITTEN_CASE, text);
  EXPECT_EQ(text, built) << "STENCIL_UPDATE=1 writes it";
}

TEST(CapsuleAsTest, HasTheFormulaOfAKernelFile) {
  const std::string text = capsule_test(formula_sample());
  for (const char* line :
       {"#include \"models/kernel_rows/formula_weights.hpp\"\n",
        "  options.formula = formula_weights(read_formula(\"k.stencil\", R\"formula(kernel k\nfield u\nsource q\n"
        "number a = 2\nnew u = a*u[i-1,j-1] + q\n)formula\"));\n",
        ".weights = with_numbers(options.formula, {from_bits(0x3fd3333333333333), from_bits(0x0), "}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
}

TEST(CapsuleAsTest, HasTheStallsOfALinkThatRests) {
  Capsule capsule = sample();
  EXPECT_EQ(capsule_test(capsule).find("stalls"), std::string::npos);
  capsule.device.link.stalls = 77;
  EXPECT_NE(capsule_test(capsule).find("};\n  options.link.stalls = 77;\n"), std::string::npos);
}

TEST(CapsuleAsTest, IsRefusedForMoreValuesThanACompilerLikes) {
  Capsule capsule = sample();
  capsule.contents[0].words.resize(100001);
  EXPECT_NE(
      test::refusal([&] { capsule_test(capsule); }).find("must have at most 100000: make it smaller with --minimise"),
      std::string::npos);
}

}  // namespace
}  // namespace stencil::capsule_tests
