// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/exchange/patch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tests/host/arrays/exchange/patch_elements.hpp"
#include "tests/host/support/seed.hpp"

namespace stencil {
namespace {

using test::elements;
using test::numbers;
using test::Numbers;
using test::Random;

// Rising runs over [0, limit), with `count` numbers in all.
Combs random_combs(Random& random, std::int64_t count, std::int64_t* limit) {
  Combs combs;
  std::int64_t next = random(0, 2);
  const bool regular = random(0, 1) == 1;
  const std::int64_t length = random(1, 4);
  const std::int64_t gap = random(0, 3);
  while (count > 0) {
    const std::int64_t run = std::min(count, regular ? length : random(1, 4));
    append_run(combs, next, run);
    next += run + (regular ? gap : random(0, 3));
    count -= run;
  }
  *limit = next;
  return combs;
}

TEST(Combs, KeepTheNumbersTheyAreGiven) {
  Random random(test::test_seed());
  for (int round = 0; round < 500; ++round) {
    Combs combs;
    Numbers expected;
    std::int64_t next = 0;
    for (std::int64_t runs = random(0, 12); runs > 0; --runs) {
      next += random(0, 2);
      const std::int64_t length = random(0, 2);
      append_run(combs, next, length);
      for (std::int64_t i = 0; i < length; ++i) expected.push_back(next++);
    }
    ASSERT_EQ(numbers(combs), expected);
    ASSERT_EQ(count(combs), static_cast<std::int64_t>(expected.size()));
  }
}

TEST(Combs, HoldARegularPatternInOne) {
  Combs combs;
  for (std::int64_t k = 0; k < 1000; ++k) append_run(combs, 7 + 6 * k, 2);
  EXPECT_EQ(combs, (Combs{{7, 2, 6, 1000}}));
  Combs adjacent;
  for (std::int64_t k = 0; k < 1000; ++k) append_run(adjacent, 3 * k, 3);
  EXPECT_EQ(adjacent, (Combs{{0, 3000, 0, 1}}));
}

TEST(Combs, PairElementByElement) {
  Random random(test::test_seed());
  for (int round = 0; round < 500; ++round) {
    const std::int64_t count = random(0, 40);
    std::int64_t limit = 0;
    const Combs from = random_combs(random, count, &limit);
    const Combs to = random_combs(random, count, &limit);
    Numbers from_numbers;
    Numbers to_numbers;
    for (const CombStep& step : pair_combs(from, to)) {
      for (std::int64_t k = 0; k < step.repeat; ++k) {
        for (std::int64_t i = 0; i < step.length; ++i) {
          from_numbers.push_back(step.from + k * step.from_stride + i);
          to_numbers.push_back(step.to + k * step.to_stride + i);
        }
      }
    }
    ASSERT_EQ(from_numbers, numbers(from));
    ASSERT_EQ(to_numbers, numbers(to));
  }
}

Patch random_patch(Random& random, std::int64_t inner, std::int64_t outer, std::int64_t* size) {
  Patch patch;
  std::int64_t inner_limit = 0;
  std::int64_t outer_limit = 0;
  patch.inner = random_combs(random, inner, &inner_limit);
  patch.outer = random_combs(random, outer, &outer_limit);
  patch.base = random(0, 5);
  const bool by_rows = random(0, 2) == 0;
  patch.inner_stride = by_rows ? outer_limit + random(0, 2) : 1;
  patch.outer_stride = by_rows ? 1 : inner_limit + random(0, 2);
  *size = patch.base + inner_limit * patch.inner_stride + outer_limit * patch.outer_stride + 1;
  return patch;
}

TEST(CopyPatch, MovesEveryElementAndNothingElse) {
  Random random(test::test_seed());
  for (int round = 0; round < 1000; ++round) {
    const std::int64_t elemsize = std::vector<std::int64_t>{1, 2, 3, 4, 8, 16, 24, 32}[random(0, 7)];
    const std::int64_t inner = random(0, 12);
    const std::int64_t outer = random(0, 12);
    std::int64_t from_size = 0;
    std::int64_t to_size = 0;
    const Patch from = random_patch(random, inner, outer, &from_size);
    const Patch to = random_patch(random, inner, outer, &to_size);
    std::vector<std::byte> source(static_cast<std::size_t>(from_size * elemsize));
    for (std::byte& byte : source) byte = static_cast<std::byte>(random(0, 200));
    std::vector<std::byte> target(static_cast<std::size_t>(to_size * elemsize), std::byte{0xD7});
    std::vector<std::byte> expected = target;
    const Numbers from_numbers = elements(from);
    const Numbers to_numbers = elements(to);
    for (std::size_t i = 0; i < from_numbers.size(); ++i) {
      for (std::int64_t b = 0; b < elemsize; ++b) {
        expected[static_cast<std::size_t>(to_numbers[i] * elemsize + b)] =
            source[static_cast<std::size_t>(from_numbers[i] * elemsize + b)];
      }
    }
    PatchCopy(from, to).run(source.data(), target.data(), elemsize);
    ASSERT_EQ(target, expected) << "round " << round;
    for (const Patch* patch : {&from, &to}) {
      const ElementSpan span = span_of(*patch);
      const Numbers all = elements(*patch);
      std::int64_t first = -1;
      bool is_run = !all.empty();
      for (std::size_t i = 0; i < all.size(); ++i) {
        ASSERT_TRUE(all[i] >= span.first && all[i] < span.last);
        is_run = is_run && all[i] == all[0] + static_cast<std::int64_t>(i);
      }
      // It may miss a run in an unusual form, but must never report one where there is none.
      if (is_one_run(*patch, &first)) {
        ASSERT_TRUE(is_run);
        ASSERT_EQ(first, all[0]);
      }
    }
  }
}

// Longer than the pieces in which runs are copied, and no multiple of them.
TEST(CopyPatch, MovesLongRuns) {
  for (const std::int64_t size : {65535, 65536, 65537, 300001}) {
    std::vector<std::byte> source(static_cast<std::size_t>(size));
    for (std::size_t i = 0; i < source.size(); ++i) source[i] = static_cast<std::byte>((i * 7 + i / 65536) % 0xD0);
    std::vector<std::byte> target(source.size() + 8, std::byte{0xD7});
    PatchCopy(run_patch(0, size), run_patch(3, size)).run(source.data(), target.data(), 1);
    std::vector<std::byte> expected = target;
    std::copy(source.begin(), source.end(), expected.begin() + 3);
    ASSERT_TRUE(target == expected) << size;
  }
}

TEST(Patch, OfWholeColumnsIsOneRun) {
  Patch patch;
  append_run(patch.inner, 0, 100);
  append_run(patch.outer, 3, 7);
  patch.outer_stride = 100;
  std::int64_t first = 0;
  ASSERT_TRUE(is_one_run(patch, &first));
  EXPECT_EQ(first, 300);
  patch.outer_stride = 101;
  EXPECT_FALSE(is_one_run(patch, &first));
  EXPECT_TRUE(is_one_run(run_patch(5, 9), &first));
  EXPECT_EQ(first, 5);
}

}  // namespace
}  // namespace stencil
