// Values in a device's registers are accepted where the contract allows them, and refused with register, value and
// range.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/accelerator/decode_capabilities.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "tests/support/refusal.hpp"

namespace stencil::decode_capabilities_test {
namespace {

using namespace contract;
using Registers = std::map<Register, std::uint64_t>;

// A possible device with every value at its minimum.
Registers smallest() {
  return {{REG_ID, id_value},       {REG_PES, 1},
          {REG_LANES, 1},           {REG_MEMORY_WORDS, 8},
          {REG_MAX_COLS, 5},        {REG_AXI_DATA_BITS, 512},
          {REG_PE_LATENCY, 1},      {REG_KERNELS, 7},
          {REG_F_BUFFERS, 2},       {REG_R_BUFFERS, 2},
          {REG_LINE_BEATS, 5},      {REG_QUEUE_DEPTH, 1},
          {REG_TILE_SLOTS, 0x0101}, {REG_TILE_LATENCY, 1},
          {REG_SETTLE_CYCLES, 1},   {REG_PROGRESS_CYCLES, 1},
          {REG_PROGRESS_SWEEP, 1},  {REG_PROGRESS_TILE, 1},
          {REG_FORMULA, 9}};
}

Capabilities told(const Registers& registers) {
  return decode_capabilities([&](Register address) { return registers.at(address); }, 512);
}

// "bit 0: jacobi, bit 1: tiles, ...": those that do something by themselves.
std::string known_kernels() {
  std::string text;
  for (std::size_t bit = 0; bit < kernel_rows.size(); ++bit) {
    if (kernel_rows[bit].kernel == kernel_change) continue;
    text += (text.empty() ? "bit " : ", bit ") + std::to_string(bit) + ": " + kernel_rows[bit].name;
  }
  return text;
}

Capabilities with(Register address, std::uint64_t value) {
  Registers registers = smallest();
  registers[address] = value;
  return told(registers);
}

TEST(DecodeCapabilities, AreWhatTheRegistersRead) {
  Registers registers = smallest();
  registers[REG_TILE_SLOTS] = 0x3307;
  registers[REG_PE_LATENCY] = 77;
  registers[REG_SETTLE_CYCLES] = 65536;
  registers[REG_PROGRESS_CYCLES] = std::uint64_t{1} << 40;
  registers[REG_PROGRESS_SWEEP] = 1 << 20;
  registers[REG_PROGRESS_TILE] = 20;
  const Capabilities device = told(registers);
  EXPECT_EQ(device.pes, 1);
  EXPECT_EQ(device.lanes, 1);
  EXPECT_EQ(device.memory_words, 8);
  EXPECT_EQ(device.max_cols, 5);
  EXPECT_EQ(device.axi_data_bits, 512);
  EXPECT_EQ(device.pe_latency, 77);
  EXPECT_EQ(device.f_buffers, 2);
  EXPECT_EQ(device.r_buffers, 2);
  EXPECT_EQ(device.line_beats, 5);
  EXPECT_EQ(device.queue_depth, 1);
  EXPECT_EQ(device.tile_slots_min, 7);
  EXPECT_EQ(device.tile_slots_max, 51);
  EXPECT_EQ(device.tile_latency, 1);
  EXPECT_EQ(device.settle_cycles, 65536);
  EXPECT_EQ(device.progress_cycles, std::int64_t{1} << 40);
  EXPECT_EQ(device.progress_sweep, 1 << 20);
  EXPECT_EQ(device.progress_tile, 20);
  EXPECT_TRUE(device.sweeps());
  EXPECT_TRUE(device.measures_change);
}

TEST(DecodeCapabilities, AnyKernelMayBeTheOnlyOne) {
  EXPECT_FALSE(with(REG_KERNELS, kernel_jacobi).measures_change);
  EXPECT_EQ(with(REG_KERNELS, kernel_jacobi).tile_slots_max, 0);
  EXPECT_FALSE(with(REG_KERNELS, kernel_tiles).sweeps());
  EXPECT_EQ(with(REG_KERNELS, kernel_jacobi).operators, (SweepOperatorSet{true, false, false}));
  EXPECT_EQ(with(REG_KERNELS, kernel_five_point).operators, (SweepOperatorSet{false, true, false}));
  EXPECT_EQ(with(REG_KERNELS, kernel_formula).operators, (SweepOperatorSet{false, false, true}));
  EXPECT_EQ(with(REG_KERNELS, kernel_formula).formula.digest, 9u);
  EXPECT_EQ(with(REG_KERNELS, kernel_jacobi).formula.digest, 0u) << "the register is of no meaning";
  EXPECT_EQ(with(REG_KERNELS, kernel_five_point).pe_latency, with(REG_KERNELS, kernel_jacobi).pe_latency);
  EXPECT_EQ(with(REG_KERNELS, kernel_tiles).tile_slots_max, 1);
  EXPECT_TRUE(with(REG_KERNELS, kernel_tiles | 0xff00).tile_slots_max) << "kernels that the bench does not know";
}

TEST(DecodeCapabilities, AFormulaHasADigest) {
  Registers registers = smallest();
  registers[REG_KERNELS] = kernel_formula;
  registers[REG_FORMULA] = 0;
  EXPECT_EQ(test::refusal<DeviceError>([&] { told(registers); }),
            "register FORMULA reads 0, the contract allows any other value");
}

TEST(DecodeCapabilities, VersionThreeTellsNoBounds) {
  Registers registers = smallest();
  registers[REG_ID] = id_name | 3;
  registers.erase(REG_SETTLE_CYCLES);  // reading them would be refused
  registers.erase(REG_PROGRESS_CYCLES);
  EXPECT_EQ(told(registers).settle_cycles, 0);
  EXPECT_EQ(told(registers).progress_cycles, 0);
}

TEST(DecodeCapabilities, BeforeVersionSixNoLawIsAnnounced) {
  Registers registers = smallest();
  registers[REG_ID] = id_name | 5;
  registers.erase(REG_PROGRESS_SWEEP);  // reading them would be refused
  registers.erase(REG_PROGRESS_TILE);
  EXPECT_EQ(told(registers).progress_sweep, 0);
  EXPECT_EQ(told(registers).progress_tile, 0);
  EXPECT_EQ(told(registers).progress_cycles, 1);
}

// Where there is no kernel, its bound has no meaning.
TEST(DecodeCapabilities, OfAMissingKernelNoLawIsRead) {
  Registers registers = smallest();
  registers[REG_KERNELS] = kernel_tiles;
  registers[REG_PROGRESS_SWEEP] = 0;
  EXPECT_EQ(told(registers).progress_sweep, 0);
  EXPECT_EQ(told(registers).progress_tile, 1);
  registers[REG_KERNELS] = kernel_jacobi;
  registers[REG_PROGRESS_SWEEP] = 3;
  registers[REG_PROGRESS_TILE] = 0;
  EXPECT_EQ(told(registers).progress_sweep, 3);
  EXPECT_EQ(told(registers).progress_tile, 0);
}

struct Case {
  Register address;
  std::uint64_t value;
  std::string text;
};

TEST(DecodeCapabilities, WhatIsImpossibleIsRefusedWithItsRange) {
  const std::vector<Case> cases = {
      {REG_ID, 0x53544e4300000007,
       "register ID reads 0x53544e4300000007, the contract says 0x53544e4300000003 .. 0x53544e4300000006, "
       "versions 3 to 6"},
      {REG_ID, 0,
       "register ID reads 0x0000000000000000, the contract says 0x53544e4300000003 .. 0x53544e4300000006, "
       "versions 3 to 6"},
      {REG_KERNELS, 0, "register KERNELS reads 0x0: no kernel that this bench knows (" + known_kernels() + ")"},
      {REG_KERNELS, 0x6400000004,
       "register KERNELS reads 0x6400000004: no kernel that this bench knows (" + known_kernels() + ")"},
      {REG_PES, 0, "register PES reads 0, the contract allows 1 .. 64"},
      {REG_PES, 65, "register PES reads 65, the contract allows 1 .. 64"},
      {REG_PES, ~std::uint64_t{0}, "register PES reads 18446744073709551615, the contract allows 1 .. 64"},
      {REG_LANES, 0, "register LANES reads 0, the contract allows 1 .. 4"},
      {REG_LANES, 3, "register LANES reads 3, the contract allows 1, 2, 4"},
      {REG_LANES, 5, "register LANES reads 5, the contract allows 1 .. 4"},
      {REG_AXI_DATA_BITS, 64, "register AXI_DATA_BITS reads 64, the contract allows 512 .. 512"},
      {REG_MAX_COLS, 0, "register MAX_COLS reads 0, the contract allows 1 .. 67108864"},
      {REG_MEMORY_WORDS, 7, "register MEMORY_WORDS reads 7, the contract allows 8 .. 67108864"},
      {REG_MEMORY_WORDS, 67108865, "register MEMORY_WORDS reads 67108865, the contract allows 8 .. 67108864"},
      {REG_PE_LATENCY, 0, "register PE_LATENCY reads 0, the contract allows 1 .. 65536"},
      {REG_F_BUFFERS, 1, "register F_BUFFERS reads 1, the contract allows 2 .. 3"},
      {REG_F_BUFFERS, 4, "register F_BUFFERS reads 4, the contract allows 2 .. 3"},
      {REG_R_BUFFERS, 3, "register R_BUFFERS reads 3, the contract allows 2 .. 2"},
      {REG_LINE_BEATS, 4, "register LINE_BEATS reads 4, the contract allows 5 .. 2147483647"},
      {REG_QUEUE_DEPTH, 0, "register QUEUE_DEPTH reads 0, the contract allows 1 .. 65536"},
      {REG_TILE_SLOTS, 0x0100,
       "register TILE_SLOTS reads 0x100, the contract allows least in bits 7:0, 1 or more, and most "
       "in bits 15:8, least or more"},
      {REG_TILE_SLOTS, 0x0102,
       "register TILE_SLOTS reads 0x102, the contract allows least in bits 7:0, 1 or more, and most "
       "in bits 15:8, least or more"},
      {REG_TILE_SLOTS, 0x10101,
       "register TILE_SLOTS reads 0x10101, the contract allows least in bits 7:0, 1 or more, and "
       "most in bits 15:8, least or more"},
      {REG_TILE_LATENCY, 0, "register TILE_LATENCY reads 0, the contract allows 1 .. 65536"},
      {REG_SETTLE_CYCLES, 0, "register SETTLE_CYCLES reads 0, the contract allows 1 .. 65536"},
      {REG_SETTLE_CYCLES, 65537, "register SETTLE_CYCLES reads 65537, the contract allows 1 .. 65536"},
      {REG_PROGRESS_SWEEP, 0, "register PROGRESS_SWEEP reads 0, the contract allows 1 .. 1048576"},
      {REG_PROGRESS_TILE, (1 << 20) + 1, "register PROGRESS_TILE reads 1048577, the contract allows 1 .. 1048576"},
      {REG_PROGRESS_CYCLES, 0, "register PROGRESS_CYCLES reads 0, the contract allows 1 .. 1099511627776"},
      {REG_PROGRESS_CYCLES, (std::uint64_t{1} << 40) + 1,
       "register PROGRESS_CYCLES reads 1099511627777, the contract allows 1 .. 1099511627776"},
  };
  for (const Case& wrong : cases)
    EXPECT_EQ(test::refusal<DeviceError>([&] { with(wrong.address, wrong.value); }), wrong.text);
}

}  // namespace
}  // namespace stencil::decode_capabilities_test
