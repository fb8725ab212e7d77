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

// Appends `count` numbers from *next on in rising runs, some of them in loops, which `shape` chooses.
void append_random(Combs& combs, Random& shape, Random& runs, std::int64_t count, std::int64_t* next, int depth) {
  while (count > 0) {
    if (depth > 0 && count > 3 && shape(0, 2) == 0) {
      const std::int64_t repeat = shape(2, 4);
      const std::int64_t body = shape(1, count / repeat);
      const std::int64_t first = *next;
      const Combs::LoopMark mark = combs.open_loop();
      append_random(combs, shape, runs, body, next, depth - 1);
      CombLoop loop;
      loop.stride = *next - first + runs(0, 1) * runs(0, 2);
      loop.repeat = repeat;
      combs.close_loop(mark, loop);
      *next = first + repeat * loop.stride + runs(0, 1);
      count -= repeat * body;
      continue;
    }
    const std::int64_t part = shape(1, count);
    for (std::int64_t left = part; left > 0;) {
      const std::int64_t run = std::min(left, runs(1, 4));
      append_run(combs, *next, run);
      *next += run + runs(0, 1) * runs(0, 3);
      left -= run;
    }
    count -= part;
  }
}

// Rising runs over [0, limit), with `count` numbers in all; lists of one shape have the same loops.
Combs random_combs(Random& random, std::int64_t count, std::int64_t* limit, std::uint64_t shape_seed) {
  Combs combs;
  *limit = random(0, 2);
  if (random(0, 2) > 0) {
    Random shape(shape_seed);
    append_random(combs, shape, random, count, limit, 2);
    return combs;
  }
  const std::int64_t length = random(1, 4);
  const std::int64_t gap = random(0, 3);
  for (; count > 0; count -= length) {
    append_run(combs, *limit, std::min(count, length));
    *limit += length + gap;
  }
  return combs;
}

void append_pairs(const CombSteps& steps, const LoopSpan& span, std::int64_t from_shift, std::int64_t to_shift,
                  Numbers& from, Numbers& to) {
  steps.for_each(
      span,
      [&](const CombStep& step) {
        for (std::int64_t k = 0; k < step.repeat; ++k) {
          for (std::int64_t i = 0; i < step.length; ++i) {
            from.push_back(from_shift + step.from + k * step.from_stride + i);
            to.push_back(to_shift + step.to + k * step.to_stride + i);
          }
        }
      },
      [&](const StepLoop& loop, const LoopSpan& body) {
        for (std::int64_t k = 0; k < loop.repeat; ++k) {
          append_pairs(steps, body, from_shift + k * loop.from_stride, to_shift + k * loop.to_stride, from, to);
        }
      });
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
    const auto shape = static_cast<std::uint64_t>(random(0, 1000));
    const Combs from = random_combs(random, count, &limit, shape);
    const Combs to = random_combs(random, count, &limit, shape + static_cast<std::uint64_t>(random(0, 1)));
    Numbers from_numbers;
    Numbers to_numbers;
    const CombSteps steps = pair_combs(from, to);
    append_pairs(steps, steps.all(), 0, 0, from_numbers, to_numbers);
    ASSERT_EQ(from_numbers, numbers(from));
    ASSERT_EQ(to_numbers, numbers(to));
  }
}

Patch random_patch(Random& random, std::int64_t inner, std::int64_t outer, std::int64_t* size, std::uint64_t shape) {
  Patch patch;
  std::int64_t inner_limit = 0;
  std::int64_t outer_limit = 0;
  patch.inner = random_combs(random, inner, &inner_limit, shape);
  patch.outer = random_combs(random, outer, &outer_limit, shape);
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
    const std::int64_t inner = random(0, 40);
    const std::int64_t outer = random(0, 12);
    std::int64_t from_size = 0;
    std::int64_t to_size = 0;
    const auto shape = static_cast<std::uint64_t>(random(0, 1000));
    const Patch from = random_patch(random, inner, outer, &from_size, shape);
    const Patch to = random_patch(random, inner, outer, &to_size, shape + static_cast<std::uint64_t>(random(0, 1)));
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

// Loops of more rounds than are copied at once, of runs, regular runs and, with strides, of single elements.
TEST(CopyPatch, MovesManyRoundsOfALoop) {
  Random random(test::test_seed());
  for (int round = 0; round < 60; ++round) {
    const std::int64_t elemsize = std::vector<std::int64_t>{1, 4, 8, 12, 36, 100}[random(0, 5)];
    const std::int64_t repeat = random(1, 700);
    const std::int64_t stride[] = {random(1, 3) == 1 ? random(2, 3) : 1, random(1, 3) == 1 ? random(2, 3) : 1};
    Patch patches[2];
    for (Patch& patch : patches) append_run(patch.outer, 0, 2);
    std::int64_t next[2] = {0, 0};
    const Combs::LoopMark marks[] = {patches[0].inner.open_loop(), patches[1].inner.open_loop()};
    for (std::int64_t runs = random(1, 4); runs > 0; --runs) {
      const std::int64_t length = random(1, 7);
      const std::int64_t times = random(0, 2) == 0 ? random(2, 6) : 1;
      for (int side : {0, 1}) {
        const std::int64_t distance = length + random(0, 2);
        patches[side].inner.append({next[side], length, distance, times});
        next[side] += times * distance + random(0, 2);
      }
    }
    std::int64_t size[2];
    for (int side : {0, 1}) {
      CombLoop loop;
      loop.stride = next[side] + random(0, 1);
      loop.repeat = repeat;
      patches[side].inner.close_loop(marks[side], loop);
      append_run(patches[side].inner, repeat * loop.stride + 1, 3);
      patches[side].inner_stride = stride[side];
      patches[side].outer_stride = (repeat * loop.stride + 4) * stride[side];
      size[side] = span_of(patches[side]).last * elemsize;
    }
    std::vector<std::byte> source(static_cast<std::size_t>(size[0]));
    for (std::byte& byte : source) byte = static_cast<std::byte>(random(0, 200));
    std::vector<std::byte> target(static_cast<std::size_t>(size[1]), std::byte{0xD7});
    std::vector<std::byte> expected = target;
    const Numbers from = elements(patches[0]);
    const Numbers to = elements(patches[1]);
    ASSERT_EQ(from.size(), to.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
      std::copy_n(source.begin() + from[i] * elemsize, elemsize, expected.begin() + to[i] * elemsize);
    }
    PatchCopy(patches[0], patches[1]).run(source.data(), target.data(), elemsize);
    ASSERT_TRUE(target == expected) << "round " << round;
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
