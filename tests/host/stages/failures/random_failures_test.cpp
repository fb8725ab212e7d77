// Random programs in which copies and stages fail and are repeated on either side or given up: every stage finds the
// version written last, no right row is lost, and the bytes copied are the fewest possible.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>

#include "tests/host/stages/failures/failing_program.hpp"
#include "tests/host/support/fake_accelerator.hpp"
#include "tests/host/support/seed.hpp"

namespace stencil {
namespace {

void run_programs(int wanted) {
  Random random(test::test_seed());
  test::FakeAccelerator device(1);
  DeviceMemory memory(device);
  FailingProgram::Count count;
  for (int n = 0; n < wanted; ++n) {
    FailingProgram(random, memory)(count);
    ASSERT_FALSE(::testing::Test::HasFailure()) << "program " << n;
  }
  std::printf("%lld runs, %lld that threw, %lld without all copies, %lld refused, %lld flushes, %lld turns\n",
              static_cast<long long>(count.runs), static_cast<long long>(count.failed_runs),
              static_cast<long long>(count.failed_copies), static_cast<long long>(count.refused),
              static_cast<long long>(count.flushes), static_cast<long long>(count.turns));
  for (const std::int64_t number :
       {count.runs, count.failed_runs, count.failed_copies, count.refused, count.flushes, count.turns}) {
    EXPECT_GT(number, wanted / 50);
  }
}

// 6 CPU seconds; twenty times as long under AddressSanitizer, for which a tenth of the programs suffices.
#ifdef __SANITIZE_ADDRESS__
constexpr int programs = 20000;
#else
constexpr int programs = 200000;
#endif

TEST(RandomFailures, LoseNothingAndCopyTheFewestRows) {
  run_programs(programs);
}

}  // namespace
}  // namespace stencil
