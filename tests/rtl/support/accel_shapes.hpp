// The Verilated accelerators that tests share.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <exception>
#include <iterator>
#include <ostream>
#include <string>
#include <vector>

#include "tests/rtl/engine/values.hpp"
#include "tests/rtl/support/accel_bench.hpp"
#include "tests/rtl/support/cycle_laws.hpp"

namespace stencil::test {

struct AccelShape {
  const char* name;  // of the module
  std::int64_t pes, lanes;
  std::size_t bus_bits, memory_words;
  std::int64_t max_cols;
  unsigned f_buffers;
  std::int64_t line_beats;
  std::int64_t add_latency = 5, mul_latency = 6;
  unsigned id_bits = 4;
  std::uint64_t kernels = contract::kernel_jacobi | contract::kernel_tiles | contract::kernel_change;
  std::int64_t div_latency = 2;

  std::size_t bus_words = bus_bits / 64;
  std::int64_t pe_latency = 2 + ((kernels & contract::kernel_five_point) != 0 ? 4 : 3) * add_latency + 2 * mul_latency;
  std::int64_t tile_latency = 4 * add_latency + div_latency;
  std::int64_t slots_min = 2 * add_latency + div_latency + 1, slots_max = 32;
};

// As in tests/devices/CMakeLists.txt.
inline const AccelShape accel_shapes[] = {{"four", 4, 1, 64, 1501, 61, 3, 200},
                                          {"broad", 8, 4, 64, 2501, 100, 3, 90, 5, 16, 1},
                                          {"slow", 3, 2, 256, 2003, 79, 2, 160, 7, 9},
                                          {"narrow", 1, 1, 512, 999, 40, 2, 130}};

// Devices without some kernels, or with the five-point operator.
inline const AccelShape partial_shapes[] = {
    {"sweeps", 2, 2, 128, 1203, 57, 2, 110, 5, 6, 4, contract::kernel_jacobi | contract::kernel_change},
    {"plain", 3, 1, 64, 1102, 47, 3, 150, 5, 6, 4, contract::kernel_jacobi | contract::kernel_tiles},
    {"tiles", 2, 2, 128, 1301, 53, 2, 27, 8, 6, 4, contract::kernel_tiles, 4},
    {"five_alone", 2, 2, 128, 1207, 51, 2, 90, 5, 6, 4, contract::kernel_five_point},
    {"five_sweeps", 3, 4, 64, 1409, 70, 2, 80, 6, 6, 4,
     contract::kernel_jacobi | contract::kernel_change | contract::kernel_five_point},
    {"five_all", 4, 1, 64, 1105, 43, 3, 180, 8, 8, 4,
     contract::kernel_jacobi | contract::kernel_tiles | contract::kernel_change | contract::kernel_five_point}};

// All shapes with these kernels, whatever else they have.
inline std::vector<AccelShape> shapes_with(std::uint64_t kernels) {
  std::vector<AccelShape> shapes;
  const auto add = [&](const AccelShape& shape) {
    if ((shape.kernels & kernels) == kernels) shapes.push_back(shape);
  };
  for (const AccelShape& shape : accel_shapes) add(shape);
  for (const AccelShape& shape : partial_shapes) add(shape);
  return shapes;
}

// For GoogleTest's messages.
inline void PrintTo(const AccelShape& shape, std::ostream* out) {
  *out << shape.name;
}
// Name for INSTANTIATE_TEST_SUITE_P.
inline std::string name_of_shape(const ::testing::TestParamInfo<AccelShape>& shape) {
  return shape.param.name;
}

// Where the environment variable STENCIL_BENCH_KERNELS is "shown", a device need not have all kernels that it was built
// with: what its register KERNELS shows counts, and tests that need another one are skipped.
inline bool kernels_as_shown() {
  const char* const kernels = std::getenv("STENCIL_BENCH_KERNELS");
  return kernels != nullptr && std::string(kernels) == "shown";
}

class AccelTest : public ::testing::TestWithParam<AccelShape> {
 protected:
  using Bench = AccelBench;

  explicit AccelTest(std::uint64_t needed_kernels = contract::kernel_jacobi) : needed_(needed_kernels) {}
  void SetUp() override {
    if (!kernels_as_shown()) return;
    const std::uint64_t shown = shown_kernels();
    // A register that shows more than was asked for, or nothing, is for the tests to refuse.
    if (shown == 0 || (shown & ~shape_.kernels) != 0) return;
    if ((shape_.kernels & ~shown & contract::kernel_five_point) != 0) shape_.pe_latency -= shape_.add_latency;
    shape_.kernels = shown;
    if ((needed_ & ~shown) != 0)
      GTEST_SKIP() << "KERNELS reads " << shown << ", the test needs " << needed_ << ": a kernel is not there";
  }
  const AccelShape& shape() const { return shape_; }
  bool has(std::uint64_t kernel) const { return (shape().kernels & kernel) != 0; }
  Bench& make(Stall stall = Stall::none) {
    bench_ = std::make_unique<Bench>(shape().name, EngineShape{shape().pes, shape().lanes, shape().pe_latency},
                                     shape().memory_words, shape().bus_words, shape().f_buffers, stall);
    return *bench_;
  }
  void load_random() {
    bench_->load(ordinary_values(shape().memory_words, random), ordinary_values(shape().memory_words, random));
  }
  // How many sweeps this command must make to keep the device busy for longer than so many accesses of its registers
  // take, whatever its pace: found by running it.
  std::int64_t sweeps_that_outlast(int accesses, const AccelCommand& command, std::int64_t cols,
                                   const Weights& weights = Weights()) {
    constexpr std::int64_t least = 13, most = 4000;
    const std::int64_t begin = bench_->cycles();
    bench_->must_write(contract::REG_STATUS, 0);
    bench_->read_register(contract::REG_STATUS);
    const std::int64_t needed_cycles = accesses * (bench_->cycles() - begin);  // of twice as many
    std::int64_t sweeps = least;
    while (busy_cycles(sweeps, command, cols, weights) <= needed_cycles && sweeps < most) sweeps *= 4;
    return sweeps;
  }
  // Runs the command, also in the model.
  std::int64_t busy_cycles(std::int64_t sweeps, const AccelCommand& command, std::int64_t cols,
                           const Weights& weights) {
    bench_->job(static_cast<std::uint64_t>(cols), static_cast<std::uint64_t>(sweeps), weights);
    bench_->queue(command);
    const std::int64_t begin = bench_->cycles();
    const std::size_t before = bench_->finished().size();
    bench_->tick_until([&] { return bench_->finished().size() > before; }, "the command");
    const std::int64_t busy = bench_->cycles() - begin;
    bench_->wait_until_idle();
    bench_->sweep_model(command, cols, sweeps, weights);
    return busy;
  }
  AccelCommand random_buffers(AccelCommand command) {
    command.f_buffer = static_cast<unsigned>(random.in(0, shape().f_buffers - 1));
    command.r_buffer = static_cast<unsigned>(random.in(0, 1));
    return command;
  }
  // 0: the register cannot be read, which is a finding of the tests of registers and must hide no other.
  std::uint64_t shown_kernels() {
    std::uint64_t shown = 0;
    try {
      shown = make().read_register(contract::REG_KERNELS);
    } catch (const std::exception&) {
    }
    bench_.reset();
    return shown;
  }
  std::int64_t random_cols() { return random.in(1, shape().max_cols); }
  std::int64_t random_rows(std::int64_t cols) {
    const std::int64_t most = static_cast<std::int64_t>(shape().memory_words) / cols;
    return random.one_in(6) ? most : random.in(1, std::min<std::int64_t>(most, 40));
  }

  AccelShape shape_ = GetParam();
  std::uint64_t needed_;
  std::unique_ptr<Bench> bench_;
  Random random{211};
};

}  // namespace stencil::test
