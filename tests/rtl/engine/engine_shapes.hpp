// The engines in the sweep over shapes, with host operators; other tests prove those equal to the RTL.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "tests/rtl/engine/engine_bench.hpp"
#include "tests/rtl/engine/engine_pins.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test {

constexpr std::int64_t most_cols = 257;

struct SweptEngine {
  std::int64_t pes, lanes, line_beats;
  std::int64_t latency = 29;
  std::uint64_t kernels = 7;
  bool five_point = false;  // kernel of the job
};

// As in CMakeLists.txt.
inline const SweptEngine swept_engines[] = {{1, 1, 800},
                                            {4, 1, 700},
                                            {5, 1, 257},
                                            {8, 1, 1024},
                                            {3, 2, 500, 36},
                                            {7, 2, 131},
                                            {2, 4, 400},
                                            {6, 4, 65},
                                            {3, 1, 300, 34, 12, true},
                                            {2, 2, 270, 42, 13},
                                            {2, 2, 270, 42, 13, true},
                                            {3, 4, 90, 34, 15},
                                            {3, 4, 90, 34, 15, true}};

// Name for INSTANTIATE_TEST_SUITE_P.
inline std::string name_of_engine(const ::testing::TestParamInfo<SweptEngine>& engine) {
  return "Pes" + std::to_string(engine.param.pes) + "Lanes" + std::to_string(engine.param.lanes) +
         (engine.param.kernels == 7 ? "" : "Kernels" + std::to_string(engine.param.kernels)) +
         (engine.param.five_point ? "FivePoint" : "");
}

class EngineTest : public ::testing::TestWithParam<SweptEngine> {
 protected:
  static const SweptEngine& shape() { return GetParam(); }
  // Weights for the kernel of the job.
  static Weights usual_weights() {
    Weights weights;
    if (shape().five_point) weights.five_point.emplace();
    return weights;
  }
  static std::int64_t beats(std::int64_t cols) { return (cols + shape().lanes - 1) / shape().lanes; }
  static std::int64_t lag(std::int64_t cols, std::int64_t niter) {
    return PassPlan(niter, shape().pes).deepest() * (beats(cols) + shape().latency);
  }

  static void expect_same(const Words& got, const Words& expected, std::int64_t cols) {
    ASSERT_EQ(got.size(), expected.size());
    const auto difference = std::mismatch(got.begin(), got.end(), expected.begin());
    ASSERT_TRUE(difference.first == got.end())
        << "row " << (difference.first - got.begin()) / cols << " col " << (difference.first - got.begin()) % cols
        << std::hex << ": got " << *difference.first << ", expected " << *difference.second;
  }

  EngineBench<EnginePins> bench{
      {shape().pes, shape().lanes, shape().latency},
      [](VerilatedContext* context) { return make_engine(shape().pes, shape().lanes, shape().kernels, context); },
      (shape().kernels & 8) != 0};
  Random random{201};
  int jobs = 0;
};

}  // namespace stencil::test
