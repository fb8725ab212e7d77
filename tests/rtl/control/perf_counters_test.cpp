// perf_counters: one cause per cycle, causes that sum to the total, counted beats.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>

#include "Vcounter_law.h"
#include "Vperf_counters.h"
#include "sim/device/contract/contract.hpp"
#include "tests/rtl/control/counter_registers.hpp"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/ports.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test::perf_counters_test {
namespace {

using namespace stencil::contract;

class PerfCounters : public ::testing::Test {
 protected:
  PerfCounters() {
    quiet();
    dut.reset();
  }
  void quiet() {
    dut->i_clear = dut->i_busy = dut->i_stall = dut->i_fill = dut->i_load = dut->i_store = 0;
    dut->i_read = 0;
    dut->i_load_beat = dut->i_store_beat = dut->i_finished = dut->i_write_busy = dut->i_read_busy = 0;
  }
  std::uint64_t read(unsigned address) {
    dut->i_read = 1;
    drive(dut->i_read_addr, address);
    dut.settle();
    EXPECT_TRUE(dut->o_read_here) << "register " << address;
    return dut->o_read_data;
  }
  std::array<std::uint64_t, cause_count> causes() {
    return {read(REG_CYCLES_IDLE), read(REG_CYCLES_STORE), read(REG_CYCLES_LOAD), read(REG_CYCLES_STALL),
            read(REG_CYCLES_COMPUTE)};
  }
  // By register: whether the counter adds 1 in the present cycle, as tests/rtl/proofs/stand_ins/counter_law.v has it.
  std::map<unsigned, bool> counted() {
    law.i_busy = dut->i_busy;
    law.i_stall = dut->i_stall;
    law.i_fill = dut->i_fill;
    law.i_load = dut->i_load;
    law.i_store = dut->i_store;
    law.i_write_busy = dut->i_write_busy;
    law.i_read_busy = dut->i_read_busy;
    law.i_load_beat = dut->i_load_beat;
    law.i_store_beat = dut->i_store_beat;
    law.i_finished = dut->i_finished;
    law.eval();
    std::map<unsigned, bool> all;
    for (unsigned place = 0; place < 32; ++place)
      if ((law.o_counters >> place & 1) != 0) all[REG_CYCLES_TOTAL + 8 * place] = (law.o_counts >> place & 1) != 0;
    return all;
  }
  Clocked<Vperf_counters> dut;
  Vcounter_law law;
};

// The engine stalls and fills only while busy, and never both.
unsigned expected_cause(bool busy, bool stall, bool load, bool store) {
  if (busy) return stall ? CAUSE_STALL : CAUSE_COMPUTE;
  return load ? CAUSE_LOAD : store ? CAUSE_STORE : CAUSE_IDLE;
}

// Holds C9.1, C9.2.
TEST_F(PerfCounters, EveryOverlapHasOneCause) {
  for (unsigned overlap = 0; overlap < 16; ++overlap) {
    const bool busy = overlap & 1, stall = overlap & 2 && busy, load = overlap & 4, store = overlap & 8;
    dut->i_busy = busy;
    dut->i_stall = stall;
    dut->i_load = load;
    dut->i_store = store;
    dut.settle();
    const unsigned cause = expected_cause(busy, stall, load, store);
    EXPECT_EQ(dut->o_cause, cause) << "overlap " << overlap;
    auto expected = causes();
    ++expected[cause];
    dut.edge();
    dut.settle();
    EXPECT_EQ(causes(), expected) << "overlap " << overlap;
  }
}

// Holds C6.26, C6.34-C6.38, C6.40, C9.1.
TEST_F(PerfCounters, CausesSumToTheTotalAndBeatsAreCounted) {
  Random random(111);
  std::array<std::uint64_t, cause_count> expected{};
  std::map<unsigned, std::uint64_t> all;  // of all counters, by the law
  std::uint64_t fill = 0, load_beats = 0, store_beats = 0, commands = 0, write_busy = 0, read_busy = 0, hidden = 0;
  for (std::uint64_t cycle = 1; cycle <= 20000; ++cycle) {
    quiet();
    dut->i_busy = random.one_in(2);
    dut->i_stall = dut->i_busy && random.one_in(4);
    dut->i_fill = dut->i_busy && !dut->i_stall && random.one_in(4);
    dut->i_load = random.one_in(2);
    dut->i_store = random.one_in(2);
    dut->i_load_beat = dut->i_load && random.one_in(2);
    dut->i_store_beat = dut->i_store && random.one_in(2);
    dut->i_finished = dut->i_busy && random.one_in(50);
    dut->i_write_busy = dut->i_load && random.one_in(3);
    dut->i_read_busy = dut->i_store && random.one_in(3);
    ++expected[expected_cause(dut->i_busy, dut->i_stall, dut->i_load, dut->i_store)];
    fill += dut->i_fill;
    load_beats += dut->i_load_beat;
    store_beats += dut->i_store_beat;
    commands += dut->i_finished;
    write_busy += dut->i_write_busy;
    read_busy += dut->i_read_busy;
    hidden += dut->i_busy && !dut->i_stall && (dut->i_write_busy || dut->i_read_busy);
    for (const auto& [address, counts] : counted()) all[address] += counts;
    dut.tick();
    ASSERT_EQ(read(REG_CYCLES_TOTAL), cycle);
  }
  EXPECT_EQ(causes(), expected) << "idle, store, load, stall, compute; seed 111";
  EXPECT_EQ(read(REG_CYCLES_FILL), fill);
  EXPECT_EQ(read(REG_BEATS_LOADED), load_beats);
  EXPECT_EQ(read(REG_BEATS_STORED), store_beats);
  EXPECT_EQ(read(REG_COMMANDS), commands);
  EXPECT_EQ(read(REG_CYCLES_WRITE_BUSY), write_busy);
  EXPECT_EQ(read(REG_CYCLES_READ_BUSY), read_busy);
  EXPECT_EQ(read(REG_CYCLES_HIDDEN), hidden);
  for (const RegisterRow& row : register_rows)
    if (is_counter(row)) {
      EXPECT_EQ(read(row.address), all.at(row.address)) << row.name;
    }

  dut->i_clear = 1;
  dut.tick();
  for (const RegisterRow& row : register_rows)
    if (is_counter(row)) {
      EXPECT_EQ(read(row.address), 0u) << row.name;
    }
}

// Each counter alone, or with those that count the same cycles, past the carries out of bits 7 and 11.
// Holds C6.34-C6.38, C6.40.
TEST_F(PerfCounters, EveryCounterCarries) {
  constexpr std::uint64_t cycles = 4200;
  struct Case {
    bool busy, stall, fill, load, store, write_busy, read_busy, load_beat, store_beat, finished;
  };
  const Case cases[] = {{true, false, true, false, false, false, false, false, false, false},
                        {true, true, false, false, false, false, false, false, false, false},
                        {false, false, false, true, false, true, false, true, false, false},
                        {false, false, false, false, true, false, true, false, true, false},
                        {false, false, false, false, false, false, false, false, false, true},
                        {true, false, false, false, false, true, false, false, false, false},
                        {true, false, false, false, false, true, true, false, false, false}};
  std::set<unsigned> carried;
  for (const Case& each : cases) {
    quiet();
    dut->i_clear = 1;
    dut.tick();
    dut->i_clear = 0;
    dut->i_busy = each.busy;
    dut->i_stall = each.stall;
    dut->i_fill = each.fill;
    dut->i_load = each.load;
    dut->i_store = each.store;
    dut->i_write_busy = each.write_busy;
    dut->i_read_busy = each.read_busy;
    dut->i_load_beat = each.load_beat;
    dut->i_store_beat = each.store_beat;
    dut->i_finished = each.finished;
    const std::map<unsigned, bool> counting = counted();
    for (std::uint64_t cycle = 1; cycle <= cycles; ++cycle) {
      dut.tick();
      for (const RegisterRow& row : register_rows)
        if (is_counter(row)) {
          ASSERT_EQ(read(row.address), counting.at(row.address) ? cycle : 0) << row.name;
        }
    }
    for (const auto& [address, counts] : counting)
      if (counts) carried.insert(address);
  }
  for (const RegisterRow& row : register_rows) EXPECT_EQ(carried.count(row.address) == 1, is_counter(row)) << row.name;
  for (const RegisterRow& row : register_rows) {
    drive(dut->i_read_addr, row.address | 0x800);
    dut.settle();
    EXPECT_FALSE(dut->o_read_here) << row.name << " half the map above";
    drive(dut->i_read_addr, row.address);
    dut.settle();
    EXPECT_EQ(dut->o_read_here, is_counter(row)) << row.name;
  }
}

// Elsewhere a read finds 0, so that registers can be joined to the others by an or.
// Holds C6.3.
TEST_F(PerfCounters, EveryCounterIsReadAtItsAddressAlone) {
  std::set<unsigned> counters;
  for (const RegisterRow& row : register_rows)
    if (is_counter(row)) counters.insert(row.address);
  for (int cycle = 0; cycle < 3; ++cycle) dut.tick();
  for (unsigned address = 0; address < 4096; ++address) {
    if (counters.count(address) == 1) {
      read(address);
      continue;
    }
    dut->i_read = 1;
    drive(dut->i_read_addr, address);
    dut.settle();
    ASSERT_FALSE(dut->o_read_here) << "register " << address;
    ASSERT_EQ(dut->o_read_data, 0u) << "register " << address;
  }
}

}  // namespace
}  // namespace stencil::test::perf_counters_test
