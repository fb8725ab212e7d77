// The engines that are swept over shapes; the twins are proved equal to the operators elsewhere.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "Vengine_1_1.h"
#include "Vengine_2_4.h"
#include "Vengine_3_2.h"
#include "Vengine_4_1.h"
#include "Vengine_5_1.h"
#include "Vengine_6_4.h"
#include "Vengine_7_2.h"
#include "Vengine_8_1.h"
#include "tests/rtl/engine/engine_bench.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test {

constexpr std::int64_t most_cols = 257;

template <class V, std::int64_t Pes, std::int64_t Lanes, std::int64_t LineBeats, std::int64_t Latency = 29>
struct Shape {
  using Model = V;
  static constexpr std::int64_t pes = Pes, lanes = Lanes, line_beats = LineBeats, latency = Latency;
};

using EngineShapes =
    ::testing::Types<Shape<Vengine_1_1, 1, 1, 800>, Shape<Vengine_4_1, 4, 1, 700>, Shape<Vengine_5_1, 5, 1, 257>,
                     Shape<Vengine_8_1, 8, 1, 1024>, Shape<Vengine_3_2, 3, 2, 500, 36>, Shape<Vengine_7_2, 7, 2, 131>,
                     Shape<Vengine_2_4, 2, 4, 400>, Shape<Vengine_6_4, 6, 4, 65>>;

template <class Shape>
class EngineTest : public ::testing::Test {
 protected:
  static std::int64_t beats(std::int64_t cols) { return (cols + Shape::lanes - 1) / Shape::lanes; }
  static std::int64_t lag(std::int64_t cols, std::int64_t niter) {
    return PassPlan(niter, Shape::pes).deepest() * (beats(cols) + Shape::latency);
  }

  static void expect_same(const Words& got, const Words& expected, std::int64_t cols) {
    ASSERT_EQ(got.size(), expected.size());
    const auto difference = std::mismatch(got.begin(), got.end(), expected.begin());
    ASSERT_TRUE(difference.first == got.end())
        << "row " << (difference.first - got.begin()) / cols << " col " << (difference.first - got.begin()) % cols
        << std::hex << ": got " << *difference.first << ", expected " << *difference.second;
  }

  EngineBench<typename Shape::Model> bench{{Shape::pes, Shape::lanes, Shape::latency}};
  Random random{201};
  int jobs = 0;
};

}  // namespace stencil::test
