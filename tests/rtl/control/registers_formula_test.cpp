// The registers of a device with a formula: its numbers, its digest, what a job that selects it needs and uses.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <map>

#include "Vregisters_16.h"
#include "Vregisters_22.h"
#include "Vregisters_31.h"
#include "tests/rtl/control/registers_bench.hpp"

namespace stencil::test::registers_formula_test {
namespace {

template <class V, std::uint64_t Kernels>
struct Shape {
  using Model = V;
  static constexpr std::uint64_t kernels = Kernels;
};

template <class Shape>
class RegistersFormula : public ::testing::Test {
 protected:
  static constexpr std::uint64_t digest = 0xfedcba9876543210;
  static constexpr unsigned used = 0x8005;  // numbers 0, 2 and 15

  RegistersFormula() {
    dut->i_write = dut->i_busy = dut->i_queue_full = dut->i_finished = dut->i_refuse = dut->i_data_error = 0;
    dut->i_held_error = dut->i_settling = dut->i_counter_here = 0;
    dut->i_counter = 0;
    dut->i_change = 0;
    formula(true);
    dut.reset();
  }
  void formula(bool reads_r) {
    dut->i_formula[0] = static_cast<std::uint32_t>(digest);
    dut->i_formula[1] = digest >> 32;
    dut->i_formula[2] = used | (reads_r ? 0x10000u : 0u);
  }
  static bool exists(unsigned number) { return (used >> number & 1) != 0; }

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
  bool write(unsigned address, std::uint64_t value, unsigned halves = 3) {
    dut->i_write = 1;
    drive(dut->i_write_halves, halves);
    drive(dut->i_write_addr, address);
    dut->i_write_data = value;
    dut.settle();
    const bool ok = dut->o_write_ok;
    job_written = dut->o_job_written;
    dut.edge();
    dut->i_write = 0;
    dut.settle();
    return ok;
  }

  Clocked<typename Shape::Model> dut;
  bool job_written = false;
};
using Shapes = ::testing::Types<Shape<Vregisters_16, 16>, Shape<Vregisters_22, 22>, Shape<Vregisters_31, 31>>;
TYPED_TEST_SUITE(RegistersFormula, Shapes);

// Holds C6.18, C6.24, C6.42, C6.43.
TYPED_TEST(RegistersFormula, TellsWhatItHas) {
  EXPECT_EQ(this->read(REG_KERNELS), TypeParam::kernels);
  EXPECT_EQ(this->read(REG_FORMULA), this->digest);
  EXPECT_EQ(this->read(REG_PE_LATENCY), TypeParam::kernels == 31 ? 34u : 31u);  // as in CMakeLists.txt of this folder
  EXPECT_EQ(this->read(REG_PROGRESS_SWEEP), 8u);
  EXPECT_FALSE(this->write(REG_FORMULA, 1));
  EXPECT_EQ(this->read(REG_FORMULA), this->digest);
  for (const unsigned other : {REG_FORMULA + 8, REG_N0 - 8, REG_N0 + 0x400}) EXPECT_FALSE(this->can_read(other));
}

// Holds C6.2, C6.41, C6.44, C8.8.
TYPED_TEST(RegistersFormula, NumbersThatItUsesAreOfTheJob) {
  Random random(97);
  std::map<unsigned, std::uint64_t> expected;
  for (int round = 0; round < 3; ++round) {
    for (unsigned number = 0; number < 16; ++number) {
      const unsigned address = REG_N0 + 8 * number;
      const std::uint64_t value = random.word();
      EXPECT_EQ(this->can_read(address), this->exists(number)) << number;
      EXPECT_EQ(this->write(address, value), this->exists(number)) << number;
      EXPECT_EQ(this->job_written, this->exists(number)) << number;
      if (this->exists(number)) expected[address] = value;
      for (const auto& [other, contents] : expected) ASSERT_EQ(this->read(other), contents) << "after " << number;
    }
    for (unsigned number = 0; number < 16; ++number)
      EXPECT_EQ(get_word(this->dut->o_weights, 9 + number), this->exists(number) ? expected[REG_N0 + 8 * number] : 0)
          << number;
  }
  // The rest of the job is kept apart from the numbers, and the weights from them.
  for (const unsigned address : {REG_COLS, REG_RDX2, REG_RDY2, REG_BETA, REG_AN, REG_AS, REG_AW, REG_AE, REG_AC}) {
    if (!this->can_read(address)) continue;
    const std::uint64_t value = random.word();
    EXPECT_TRUE(this->write(address, value)) << address;
    ASSERT_EQ(this->read(address), value);
    for (const auto& [other, contents] : expected) ASSERT_EQ(this->read(other), contents) << "after " << address;
    expected[address] = value;
  }
  for (unsigned number = 0; number < 16; ++number) {
    if (!this->exists(number)) continue;
    std::uint64_t& value = expected[REG_N0 + 8 * number];
    value = random.word();
    EXPECT_TRUE(this->write(REG_N0 + 8 * number, value));
    for (const auto& [other, contents] : expected) ASSERT_EQ(this->read(other), contents) << "after " << number;
  }
  const std::uint64_t before = expected[REG_N2];
  EXPECT_TRUE(this->write(REG_N2, 0x1111111122222222, 1));
  EXPECT_EQ(this->read(REG_N2), (before & 0xffffffff00000000) | 0x22222222);
  EXPECT_TRUE(this->write(REG_N2, 0x1111111133333333, 2));
  EXPECT_EQ(this->read(REG_N2), 0x1111111122222222u);
  this->dut->i_busy = 1;
  EXPECT_FALSE(this->write(REG_N2, 5));
  EXPECT_FALSE(this->write(REG_N1, 5));
  this->dut->i_busy = 0;
  EXPECT_EQ(this->read(REG_N2), 0x1111111122222222u);
  EXPECT_EQ(this->read(REG_ERROR), ERROR_BUSY) << "of the one that exists";
}

// Whichever numbers a formula uses, and whatever its digest is: each address of the port exists or not, each bit of a
// number is kept, by halves, unless the device is busy, and a reset clears all.
// Holds C6.2, C6.41, C6.42, C6.44.
TYPED_TEST(RegistersFormula, AnyNumberMayBeOneThatItUses) {
  Random random(131);
  std::array<std::uint64_t, 16> expected{};
  for (const unsigned numbers : {0xffffu, 0x6c35u, 0x93cau}) {
    const std::uint64_t name = numbers == 0x6c35u ? this->digest : ~this->digest;
    this->dut->i_formula[0] = static_cast<std::uint32_t>(name);
    this->dut->i_formula[1] = static_cast<std::uint32_t>(name >> 32);
    this->dut->i_formula[2] = numbers;
    const auto one_of_them = [&](unsigned address) {
      return address >= REG_N0 && address < REG_FORMULA && address % 8 == 0 &&
             (numbers >> (address - REG_N0) / 8 & 1) != 0;
    };
    for (unsigned address = 0x200; address < 4096; ++address) {
      const bool change = address == REG_CHANGE && (TypeParam::kernels & kernel_change) != 0;
      ASSERT_EQ(this->can_read(address), one_of_them(address) || address == REG_FORMULA || change)
          << "register " << address;
      for (int round = 0; round < (one_of_them(address) ? 40 : 2); ++round) {
        const bool busy = round % 2 == 0;
        const unsigned halves = static_cast<unsigned>(random.in(1, 3));
        const std::uint64_t value = random.word();
        this->dut->i_busy = busy;
        const bool taken = one_of_them(address) && !busy;
        ASSERT_EQ(this->write(address, value, halves), taken || (change && !busy)) << "register " << address;
        if (taken) {
          std::uint64_t& number = expected[(address - REG_N0) / 8];
          if ((halves & 1) != 0) number = (number >> 32 << 32) | (value & 0xffffffff);
          if ((halves & 2) != 0) number = (value >> 32 << 32) | (number & 0xffffffff);
        }
        if (address % 8 != 0) continue;
        for (unsigned number = 0; number < 16; ++number)
          ASSERT_EQ(get_word(this->dut->o_weights, 9 + number), expected[number]) << number << " after " << address;
      }
    }
    EXPECT_EQ(this->read(REG_FORMULA), name);
    for (unsigned number = 0; number < 16; ++number) {
      if (!one_of_them(REG_N0 + 8 * number)) continue;
      EXPECT_EQ(this->read(REG_N0 + 8 * number), expected[number]) << number;
    }
  }
  this->dut.reset();
  for (unsigned number = 0; number < 16; ++number) EXPECT_EQ(get_word(this->dut->o_weights, 9 + number), 0u) << number;
}

// One kernel, which must be there; a formula without a source uses no r buffer.
// Holds C6.32, C6.49, C7.1, C8.35.
TYPED_TEST(RegistersFormula, AJobSelectsOneKernelThatIsThere) {
  const bool tiles = (TypeParam::kernels & kernel_tiles) != 0;
  const bool jacobi = (TypeParam::kernels & kernel_jacobi) != 0;
  const bool five_point = (TypeParam::kernels & kernel_five_point) != 0;
  for (const bool reads_r : {false, true}) {
    this->formula(reads_r);
    for (unsigned choice = 0; choice < 8; ++choice) {
      const std::uint64_t tile = ((choice & 1) != 0 ? tile_kernel : 0) | ((choice & 2) != 0 ? tile_five_point : 0) |
                                 ((choice & 4) != 0 ? tile_by_formula : 0);
      EXPECT_TRUE(this->write(REG_TILE, tile));
      EXPECT_EQ(this->read(REG_TILE), tile);
      const bool there =
          choice == 4 || (choice == 0 && jacobi) || (choice == 1 && tiles) || (choice == 2 && five_point);
      EXPECT_EQ(this->dut->o_missing, !there) << "TILE " << tile;
      if (!there) continue;
      EXPECT_EQ(this->dut->o_without_r, choice == 4 && !reads_r) << "TILE " << tile;
      EXPECT_EQ(get_word(this->dut->o_weights, 8) >> 1, choice == 4 ? 1u : 0u);
    }
  }
  EXPECT_TRUE(this->write(REG_TILE, ~std::uint64_t{0}));
  EXPECT_EQ(this->read(REG_TILE), tiles ? ~std::uint64_t{0} : tile_kernel | tile_five_point | tile_by_formula);
}

}  // namespace
}  // namespace stencil::test::registers_formula_test
