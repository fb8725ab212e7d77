// The Verilated accelerators that tests share.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include "Vbench_broad.h"
#include "Vbench_four.h"
#include "Vbench_narrow.h"
#include "Vbench_slow.h"
#include "tests/rtl/engine/values.hpp"
#include "tests/rtl/support/accel_bench.hpp"

namespace stencil::test {

template <class V, std::int64_t Pes, std::int64_t Lanes, std::size_t BusBits, std::size_t MemoryWords,
          std::int64_t MaxCols, unsigned FBuffers, std::int64_t LineBeats, std::int64_t AddLatency = 5,
          std::int64_t MulLatency = 6>
struct AccelShape {
  using Model = V;
  static constexpr std::size_t memory_words = MemoryWords, bus_words = BusBits / 64;
  static constexpr std::int64_t pes = Pes, lanes = Lanes, max_cols = MaxCols;
  static constexpr unsigned f_buffers = FBuffers;
  static constexpr std::int64_t line_beats = LineBeats;
  static constexpr std::int64_t pe_latency = 2 + 3 * AddLatency + 2 * MulLatency;
  static constexpr std::int64_t tile_latency = 4 * AddLatency + 2;
  static constexpr std::int64_t slots_min = 2 * AddLatency + 3, slots_max = 32;
};

// Those of tests/devices/CMakeLists.txt.
using AccelShapes = ::testing::Types<
    AccelShape<Vbench_four, 4, 1, 64, 1501, 61, 3, 200>, AccelShape<Vbench_broad, 8, 4, 64, 2501, 100, 3, 90, 5, 16>,
    AccelShape<Vbench_slow, 3, 2, 256, 2003, 79, 2, 160, 7, 9>, AccelShape<Vbench_narrow, 1, 1, 512, 999, 40, 2, 130>>;

template <class Shape>
class AccelTest : public ::testing::Test {
 protected:
  using Bench = AccelBench<typename Shape::Model>;

  Bench& make(Stall stall = Stall::none) {
    bench_ = std::make_unique<Bench>(EngineShape{Shape::pes, Shape::lanes, Shape::pe_latency}, Shape::memory_words,
                                     Shape::bus_words, Shape::f_buffers, stall);
    return *bench_;
  }
  void load_random() {
    bench_->load(ordinary_values(Shape::memory_words, random), ordinary_values(Shape::memory_words, random));
  }
  AccelCommand random_buffers(AccelCommand command) {
    command.f_buffer = static_cast<unsigned>(random.in(0, Shape::f_buffers - 1));
    command.r_buffer = static_cast<unsigned>(random.in(0, 1));
    return command;
  }
  std::int64_t random_cols() { return random.in(1, Shape::max_cols); }
  std::int64_t random_rows(std::int64_t cols) {
    const std::int64_t most = static_cast<std::int64_t>(Shape::memory_words) / cols;
    return random.one_in(6) ? most : random.in(1, std::min<std::int64_t>(most, 40));
  }

  std::unique_ptr<Bench> bench_;
  Random random{211};
};

}  // namespace stencil::test
