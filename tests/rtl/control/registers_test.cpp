// The register map: which registers exist, what each shows, and what a reset clears.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/control/counter_registers.hpp"
#include "tests/rtl/control/registers_bench.hpp"

namespace stencil::test {
namespace {

// Holds C6.15-C6.25.
TEST_F(Registers, ShowTheParameters) {
  EXPECT_EQ(read(REG_ID), id_value);
  EXPECT_EQ(read(REG_PES), 5u);
  EXPECT_EQ(read(REG_LANES), 2u);
  EXPECT_EQ(read(REG_MEMORY_WORDS), 1001u);
  EXPECT_EQ(read(REG_MAX_COLS), 77u);
  EXPECT_EQ(read(REG_AXI_DATA_BITS), 256u);
  EXPECT_EQ(read(REG_PE_LATENCY), 29u);
  EXPECT_EQ(read(REG_KERNELS), kernel_jacobi | kernel_tiles | kernel_change);
  EXPECT_EQ(read(REG_F_BUFFERS), 3u);
  EXPECT_EQ(read(REG_R_BUFFERS), 2u);
  EXPECT_EQ(read(REG_LINE_BEATS), 55u);
  EXPECT_EQ(read(REG_QUEUE_DEPTH), 2u);
  EXPECT_EQ(read(REG_TILE_SLOTS), 15u | 40u << tile_slots_max_bit);
  EXPECT_EQ(read(REG_TILE_LATENCY), 26u);
  EXPECT_EQ(read(REG_SETTLE_CYCLES), 100u);
  // A third of the 1001 words and the fill of 5 elements and 40 slots, in 2*40 + 1 rounds; then the fill times the row
  // and its latencies.
  EXPECT_EQ(read(REG_PROGRESS_CYCLES), (1001 / 3 + 5 + 40 + 2) * 81 + (5 + 40 + 2) * (77 + 29 + 26) + 100u);
  EXPECT_EQ(read(REG_PROGRESS_SWEEP), 8u);
  EXPECT_EQ(read(REG_PROGRESS_TILE), 8u);
}

// Every address of the port, aligned or not: it exists or not, it can be written or not, and a write changes one
// register and no other.
// Holds C6.1, C6.3, C6.13, C6.30, C6.31.
TEST_F(Registers, EveryAddressIsWhatTheMapSays) {
  std::set<unsigned> readable, writable;
  std::uint64_t count = 1000;
  for (const RegisterRow& row : register_rows) {
    if (row.address >= REG_AN && row.address <= REG_AC) continue;       // without five-point sweeps
    if (row.address >= REG_N0 && row.address <= REG_FORMULA) continue;  // without a formula
    readable.insert(row.address);
    if (row.writable) writable.insert(row.address);
    if (is_counter(row)) counters[row.address] = count++;
  }
  Random random(91);
  std::map<unsigned, std::uint64_t> expected;
  for (const unsigned address : readable) expected[address] = read(address);
  for (const auto& [address, value] : counters) EXPECT_EQ(expected[address], value) << "register " << address;
  for (unsigned address = 0; address < 4096; ++address) {
    ASSERT_EQ(can_read(address), readable.count(address) == 1) << "register " << address;
    // Without clear bits; MODE keeps its value.
    const std::uint64_t value = random.word() & ~std::uint64_t{3};
    ASSERT_EQ(write(address, value), writable.count(address) == 1) << "register " << address;
    EXPECT_FALSE(cleared);
    EXPECT_EQ(pushed, address == REG_COMMAND);
    EXPECT_EQ(change_cleared, address == REG_CHANGE);
    EXPECT_EQ(job_written, job_registers.count(address) == 1);
    EXPECT_EQ(niter_written, address == REG_NITER);
    if (pushed) {
      EXPECT_EQ(command, value & ((std::uint64_t{1} << 42) - 1));
    }
    if (job_registers.count(address)) expected[address] = value;
    for (const auto& [other, contents] : expected)
      ASSERT_EQ(read(other), contents) << "register " << other << " after a write to " << address;
  }
  EXPECT_EQ(dut->o_cols, expected[REG_COLS]);
  EXPECT_EQ(dut->o_niter, expected[REG_NITER]);
  EXPECT_EQ(get_word(dut->o_weights, 0), expected[REG_RDX2]);
  EXPECT_EQ(get_word(dut->o_weights, 1), expected[REG_RDY2]);
  EXPECT_EQ(get_word(dut->o_weights, 2), expected[REG_BETA]);
}

// Every bit of the registers of a tile leaves the module; bits of TILE that ask for sweeps that no device has mean
// nothing.
// Holds C6.32, C6.33, C7.1, C8.35.
TEST_F(Registers, EveryBitOfATileIsThatOfItsRegister) {
  Random random(93);
  for (unsigned low = 0; low < 256; ++low) {
    const std::uint64_t tile = (random.word() & ~std::uint64_t{255}) | low, rows = random.word(), cols = random.word();
    EXPECT_TRUE(write(REG_TILE, tile));
    EXPECT_TRUE(write(REG_TILE_ROWS, rows));
    EXPECT_TRUE(write(REG_TILE_COLS, cols));
    dut.settle();
    ASSERT_EQ(dut->o_tile, tile);
    ASSERT_EQ(dut->o_tile_rows, rows);
    ASSERT_EQ(dut->o_tile_cols, cols);
    ASSERT_EQ(dut->o_tiles, low & tile_kernel);
    ASSERT_EQ(dut->o_missing, (low & tile_five_point) != 0) << "TILE " << tile;
  }
}

// Each bit as 0 and as 1: of the job on its way to queue and engine, of CHANGE and counters on theirs to the host.
TEST_F(Registers, EveryBitOfTheJobAndOfWhatIsReadPassesThrough) {
  Random random(97);
  for (int round = 0; round < 64; ++round) {
    std::map<unsigned, std::uint64_t> job;
    for (const unsigned address : {REG_COLS, REG_NITER, REG_RDX2, REG_RDY2, REG_BETA}) {
      job[address] = random.word();
      EXPECT_TRUE(write(address, job[address]));
    }
    dut.settle();
    ASSERT_EQ(dut->o_cols, job[REG_COLS]);
    ASSERT_EQ(dut->o_niter, job[REG_NITER]);
    ASSERT_EQ(get_word(dut->o_weights, 0), job[REG_RDX2]);
    ASSERT_EQ(get_word(dut->o_weights, 1), job[REG_RDY2]);
    ASSERT_EQ(get_word(dut->o_weights, 2), job[REG_BETA]);
    dut->i_change = random.word();
    ASSERT_EQ(read(REG_CHANGE), dut->i_change);
    for (const RegisterRow& row : register_rows) {
      if (!is_counter(row)) continue;
      counters[row.address] = random.word();
      ASSERT_EQ(read(row.address), counters[row.address]) << "register " << row.address;
    }
  }
}

// CHANGE, counters and errors come from other modules.
TEST_F(Registers, ShowEveryBitOfWhatOthersTellThem) {
  Random random(118);
  for (unsigned round = 0; round < 60; ++round) {
    SCOPED_TRACE(::testing::Message() << "round " << round << ", seed 118");
    dut->i_change = random.word();
    dut->i_settling = round % 2;
    EXPECT_EQ(read(REG_CHANGE), dut->i_change);
    EXPECT_EQ(dut->o_read_ready, round % 2 == 0);
    counters[REG_CYCLES_TOTAL] = random.word();
    EXPECT_EQ(read(REG_CYCLES_TOTAL), counters[REG_CYCLES_TOTAL]);
    dut->i_read = 0;
    EXPECT_TRUE(write(REG_MODE, round % 4));
    EXPECT_EQ(read(REG_MODE), round % 4);
    EXPECT_EQ(dut->o_no_hold, round % 4 / 2);
    drive(dut->i_refuse_error, 1 + round % 15);
    pulse(dut->i_refuse);
    EXPECT_EQ(read(REG_ERROR), 1 + round % 15);
    EXPECT_TRUE(write(REG_STATUS, status_failed));
    EXPECT_EQ(read(REG_ERROR), 0u);
    EXPECT_FALSE(write(REG_MODE | 0x800, 3)) << "half the map above";
    EXPECT_EQ(read(REG_MODE), round % 4);
  }
}

// Holds C6.2, C6.13, C6.29.
TEST_F(Registers, ModeTellsWhetherBurstsAreHeld) {
  const auto no_hold = [&] {
    dut.settle();
    return static_cast<bool>(dut->o_no_hold);
  };
  EXPECT_FALSE(no_hold());
  EXPECT_TRUE(write(REG_MODE, ~std::uint64_t{0}));
  EXPECT_EQ(read(REG_MODE), mode_interrupt | mode_no_hold) << "reserved bits read as 0";
  EXPECT_TRUE(no_hold());
  EXPECT_TRUE(write(REG_MODE, 0, 2));
  EXPECT_TRUE(write(REG_MODE, 0, 0));
  EXPECT_TRUE(no_hold()) << "its lower half was not written";
  dut->i_busy = dut->i_queue_full = 1;
  EXPECT_TRUE(write(REG_MODE, mode_interrupt, 1)) << "at any time";
  EXPECT_FALSE(no_hold());
  EXPECT_EQ(read(REG_MODE), mode_interrupt);
}

// Holds C2.1, C6.29, C6.32.
TEST_F(Registers, ResetClearsEverythingWritable) {
  for (const unsigned address : job_registers) write(address, 5);
  write(REG_MODE, mode_interrupt | mode_no_hold);
  write(REG_COMMAND, 5, 1);
  pulse(dut->i_finished);
  pulse(dut->i_data_error);
  dut.reset();
  for (const unsigned address : job_registers) EXPECT_EQ(read(address), 0u);
  for (const unsigned address : {REG_STATUS, REG_ERROR, REG_MODE}) EXPECT_EQ(read(address), 0u);
  EXPECT_FALSE(dut->o_irq || dut->o_no_hold);
  EXPECT_TRUE(write(REG_COMMAND, 0, 2));
  EXPECT_EQ(command, 0u) << "half a command from before";
}

}  // namespace
}  // namespace stencil::test
