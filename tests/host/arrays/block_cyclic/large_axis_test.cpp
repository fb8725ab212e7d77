// Axes of more than 2^31 and nearly 2^63 elements, against the formulas of the manual (host/c/block_cyclic.h) in 128
// bits.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "host/arrays/block_cyclic/axis.hpp"
#include "tests/host/support/seed.hpp"

namespace stencil {
namespace {

__extension__ typedef __int128 Wide;

constexpr std::int64_t most = 9223372036854775807;

void expect_formulas(const CyclicAxis& axis, std::int64_t element) {
  const Wide block = axis.block();
  const Wide procs = axis.procs();
  const Wide p = (axis.source() + element / block) % procs;
  const Wide local = element / (procs * block) * block + element % block;
  ASSERT_TRUE(axis.owner(element) == p) << "element " << element;
  ASSERT_TRUE(axis.local(element) == local) << "element " << element;
  ASSERT_EQ(axis.global(axis.local(element), axis.owner(element)), element);
  ASSERT_LT(axis.local(element), axis.count(axis.owner(element)));
}

// The number of elements that a process holds, by counting whole rounds and the rest of the last one.
Wide held_before(const CyclicAxis& axis, std::int64_t process) {
  const Wide block = axis.block();
  const Wide round = block * axis.procs();
  const Wide turn = (process - axis.source() + static_cast<Wide>(axis.procs())) % axis.procs();
  const Wide left = axis.n() % round - turn * block;
  return axis.n() / round * block + std::clamp<Wide>(left, 0, block);
}

void expect_everywhere(const CyclicAxis& axis, test::Random& random) {
  SCOPED_TRACE(::testing::Message() << "n " << axis.n() << " block " << axis.block() << " source " << axis.source()
                                    << " procs " << axis.procs());
  std::vector<std::int64_t> elements = {0, axis.n() - 1, axis.n() / 2};
  for (int k = 0; k < 40; ++k) elements.push_back(random(0, axis.n() - 1));
  for (const std::int64_t element : elements) {
    expect_formulas(axis, element);
    if (axis.block() < most - element && element + axis.block() < axis.n())
      expect_formulas(axis, element + axis.block());
  }
  std::vector<std::int64_t> processes = {0, axis.procs() - 1, axis.source(), axis.owner(axis.n() - 1)};
  for (int k = 0; k < 10; ++k) processes.push_back(random(0, axis.procs() - 1));
  for (const std::int64_t process : processes)
    ASSERT_TRUE(axis.count(process) == held_before(axis, process)) << process;
  if (axis.procs() <= 64) {
    Wide sum = 0;
    for (std::int64_t process = 0; process < axis.procs(); ++process) sum += axis.count(process);
    ASSERT_TRUE(sum == axis.n());
  }
}

TEST(LargeAxis, AgreesWithTheFormulasUpToTheLastNumber) {
  test::Random random(test::test_seed());
  using Numbers = std::vector<std::int64_t>;
  const std::int64_t two31 = std::int64_t{1} << 31;
  for (const std::int64_t n : Numbers{two31 - 1, two31, two31 + 7, 512 * two31, most / 2 + 3, most - 1, most}) {
    for (const std::int64_t block : Numbers{1, 3, 64, two31 + 1, n / 3, n - 1, n, most}) {
      for (const std::int64_t procs : Numbers{1, 2, 7, 4 * two31, most}) {
        for (const std::int64_t source : Numbers{0, procs / 2, procs - 1}) {
          expect_everywhere(CyclicAxis(n, block, source, procs), random);
        }
      }
    }
  }
  for (int k = 0; k < 20000; ++k) {
    const std::int64_t procs = random(1, std::int64_t{1} << random(0, 62));
    const CyclicAxis axis(random(1, std::int64_t{1} << random(1, 62)), random(1, std::int64_t{1} << random(0, 62)),
                          random(0, procs - 1), procs);
    expect_everywhere(axis, random);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace stencil
