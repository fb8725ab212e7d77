// The register map of devices without some kernels.
// SPDX-License-Identifier: Apache-2.0
#include "Vregisters_1.h"
#include "Vregisters_13.h"
#include "Vregisters_15.h"
#include "Vregisters_2.h"
#include "Vregisters_3.h"
#include "Vregisters_5.h"
#include "Vregisters_8.h"
#include "tests/rtl/control/registers_bench.hpp"

namespace stencil::test {
namespace {

template <class V, std::uint64_t Kernels>
struct Shape {
  using Model = V;
  static constexpr std::uint64_t kernels = Kernels;
};

template <class Shape>
class RegistersKernels : public ::testing::Test {
 protected:
  RegistersKernels() {
    dut->i_write = dut->i_busy = dut->i_queue_full = dut->i_finished = dut->i_refuse = dut->i_data_error = 0;
    dut->i_held_error = dut->i_settling = dut->i_counter_here = 0;
    dut->i_counter = 0;
    dut->i_change = 0x3ff123456789abcd;
    dut.reset();
    missing_for(kernel_jacobi, {REG_RDX2, REG_RDY2});
    missing_for(kernel_jacobi | kernel_five_point, {REG_BETA});
    missing_for(kernel_five_point, {REG_AN, REG_AS, REG_AW, REG_AE, REG_AC});
    missing_for(kernel_tiles, {REG_TILE_ROWS, REG_TILE_COLS});
    missing_for(kernel_change, {REG_CHANGE});
  }
  void missing_for(std::uint64_t kernel, const std::set<unsigned>& registers) {
    if ((Shape::kernels & kernel) == 0) missing.insert(registers.begin(), registers.end());
  }

  bool can_read(unsigned address) {
    dut->i_read = 1;
    drive(dut->i_read_addr, address);
    dut.settle();
    return dut->o_read_ok;
  }
  std::uint64_t read(unsigned address) {
    EXPECT_TRUE(can_read(address)) << "register " << address;
    return dut->o_read_data;
  }
  bool write(unsigned address, std::uint64_t value) {
    dut->i_write = 1;
    dut->i_write_halves = 3;
    drive(dut->i_write_addr, address);
    dut->i_write_data = value;
    dut.settle();
    const bool ok = dut->o_write_ok;
    job_written = dut->o_job_written;
    change_cleared = dut->o_clear_change;
    dut.edge();
    dut->i_write = 0;
    return ok;
  }

  Clocked<typename Shape::Model> dut;
  std::set<unsigned> missing;
  bool job_written = false, change_cleared = false;
};
using Shapes =
    ::testing::Types<Shape<Vregisters_1, 1>, Shape<Vregisters_2, 2>, Shape<Vregisters_3, 3>, Shape<Vregisters_5, 5>,
                     Shape<Vregisters_8, 8>, Shape<Vregisters_13, 13>, Shape<Vregisters_15, 15>>;
TYPED_TEST_SUITE(RegistersKernels, Shapes);

// Again and again, so that every write finds the value of another.
TYPED_TEST(RegistersKernels, NumbersOfAJobAreKeptOneByOne) {
  Random random(119);
  const unsigned numbers[] = {REG_RDX2, REG_RDY2, REG_BETA, REG_AN, REG_AS, REG_AW, REG_AE, REG_AC};
  for (int round = 0; round < 5; ++round) {
    std::map<unsigned, std::uint64_t> values;
    for (const unsigned address : numbers) {
      values[address] = random.word();
      ASSERT_EQ(this->write(address, values[address]), this->missing.count(address) == 0) << address << ", seed 119";
    }
    for (const unsigned address : numbers)
      if (this->missing.count(address) == 0) {
        ASSERT_EQ(this->read(address), values[address]) << address << ", seed 119";
      }
  }
}

// Holds C6.18, C6.21, C6.23-C6.25.
TYPED_TEST(RegistersKernels, TellWhatThereIs) {
  EXPECT_EQ(this->read(REG_KERNELS), TypeParam::kernels);
  // The bench gives no slots: three rounds of a third of the words each, and the cascade that fills and drains.
  EXPECT_EQ(this->read(REG_TILE_SLOTS), 0u);
  EXPECT_EQ(this->read(REG_TILE_LATENCY), 0u);
  EXPECT_EQ(this->read(REG_PROGRESS_CYCLES), (1001 / 3 + 3 + 3) * 3 + (3 + 3) * (77 + 31) + 100u);
  EXPECT_EQ(this->read(REG_PROGRESS_SWEEP), (TypeParam::kernels & (kernel_jacobi | kernel_five_point)) != 0 ? 8u : 0u);
  EXPECT_EQ(this->read(REG_PROGRESS_TILE), (TypeParam::kernels & kernel_tiles) != 0 ? 8u : 0u);
}

TYPED_TEST(RegistersKernels, WhatIsMissingIsNoRegister) {
  for (const bool busy : {false, true})
    for (const unsigned address : this->missing) {
      this->dut->i_busy = busy;
      EXPECT_FALSE(this->can_read(address)) << "register " << address;
      EXPECT_FALSE(this->write(address, ~std::uint64_t{0})) << "register " << address;
      EXPECT_FALSE(this->job_written || this->change_cleared) << "register " << address;
      EXPECT_EQ(this->read(REG_ERROR), ERROR_NONE) << "register " << address;
    }
}

// Holds C6.31, C6.33, C6.49.
TYPED_TEST(RegistersKernels, TheOthersKeepWhatIsWritten) {
  std::set<unsigned> there = job_registers;
  there.insert({REG_AN, REG_AS, REG_AW, REG_AE, REG_AC});
  for (const unsigned address : this->missing) there.erase(address);
  const bool tiles = (TypeParam::kernels & kernel_tiles) != 0;
  std::map<unsigned, std::uint64_t> expected;
  Random random(95);
  for (int round = 0; round < 3; ++round)
    for (const unsigned address : there) {
      const std::uint64_t value = random.word();
      EXPECT_TRUE(this->write(address, value)) << "register " << address;
      EXPECT_TRUE(this->job_written);
      expected[address] = address == REG_TILE && !tiles ? value & (tile_kernel | tile_five_point) : value;
      for (const auto& [other, contents] : expected)
        ASSERT_EQ(this->read(other), contents) << "register " << other << " after a write to " << address;
    }
  // The weights on their way to the sweeps, and which kind of sweep the job wants.
  std::size_t word = 0;
  for (const unsigned address : {REG_RDX2, REG_RDY2, REG_BETA, REG_AN, REG_AS, REG_AW, REG_AE, REG_AC}) {
    if (word == 3 && (TypeParam::kernels & kernel_five_point) == 0) break;
    EXPECT_EQ(get_word(this->dut->o_weights, word++), expected[address]) << "register " << address;
  }
  if (TypeParam::kernels & kernel_five_point) {
    EXPECT_EQ(get_word(this->dut->o_weights, word), (expected[REG_TILE] & tile_five_point) != 0 ? 1u : 0u);
  }
  if (TypeParam::kernels & kernel_change) {
    EXPECT_TRUE(this->write(REG_CHANGE, 0));
    EXPECT_TRUE(this->change_cleared);
    EXPECT_EQ(this->read(REG_CHANGE), 0x3ff123456789abcdu);
  }
}

// Holds C7.1, C8.35.
TYPED_TEST(RegistersKernels, AJobMayAskForWhatIsMissing) {
  const std::map<std::uint64_t, std::uint64_t> kernel_of = {
      {0, kernel_jacobi}, {tile_kernel, kernel_tiles}, {tile_five_point, kernel_five_point}};
  for (const auto& [tile, kernel] : kernel_of) {
    EXPECT_TRUE(this->write(REG_TILE, tile));
    EXPECT_EQ(this->dut->o_tiles, tile == tile_kernel);
    EXPECT_EQ(this->dut->o_missing, (TypeParam::kernels & kernel) == 0) << "TILE " << tile;
  }
}

// Holds C8.35.
TYPED_TEST(RegistersKernels, TwoKernelsAtOnceAreNone) {
  EXPECT_TRUE(this->write(REG_TILE, tile_kernel | tile_five_point));
  EXPECT_TRUE(this->dut->o_missing);
}

}  // namespace
}  // namespace stencil::test
