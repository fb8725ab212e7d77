// stencil_master carries a field to the device and back by descriptors: the bits of a host that pushes it, and cycles.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <tuple>
#include <vector>

#include "Vmaster_256.h"
#include "Vmaster_64.h"
#include "Vpushed_256.h"
#include "Vpushed_64.h"
#include "tests/rtl/master/master_bench.hpp"
#include "tests/rtl/support/axi_read_master.hpp"
#include "tests/rtl/support/axi_write_master.hpp"
#include "tests/rtl/support/axil_master.hpp"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test {
namespace {

using Words = std::vector<std::uint64_t>;

struct Problem {
  std::size_t rows, cols;
  std::uint64_t sweeps;
  Words f, r;
};
Problem problem_of(std::size_t rows, std::size_t cols) {
  Problem problem{rows, cols, 5, {}, {}};
  Random random(31);
  for (std::size_t i = 0; i < rows * cols; ++i) {
    problem.f.push_back(to_bits(random.real(-2, 2)));
    problem.r.push_back(to_bits(random.real(-2, 2)));
  }
  return problem;
}
std::vector<std::pair<unsigned, std::uint64_t>> job_of(const Problem& problem) {
  return {{contract::REG_COLS, problem.cols},
          {contract::REG_NITER, problem.sweeps},
          {contract::REG_RDX2, to_bits(0.3)},
          {contract::REG_RDY2, to_bits(0.17)},
          {contract::REG_BETA, to_bits(0.49)}};
}

struct Outcome {
  Words f;
  std::int64_t load_cycles, store_cycles;
};

// A host that pushes: full-width bursts of 64 beats, as many outstanding as the device accepts.
template <class V>
Outcome pushed(const Problem& problem, std::size_t bus_words) {
  Clocked<V> dut;
  AxiWriteMaster<V> writes(*dut, Stall::none, 1);
  AxiReadMaster<V> reads(*dut, bus_words, Stall::none, 2);
  AxilMaster<V> registers(*dut, Stall::none, 3);
  dut.reset(8);
  const auto until_idle = [&] {
    const std::int64_t begin = dut.cycles();
    while (!writes.idle() || !reads.idle() || !registers.idle()) {
      writes.drive();
      reads.drive();
      registers.drive();
      dut.settle();
      writes.sample();
      reads.sample();
      registers.sample();
      dut.edge();
      writes.settle();
      reads.settle();
      registers.settle();
    }
    return dut.cycles() - begin;
  };
  const std::size_t most = 64 * bus_words;
  const auto at = [&](std::uint64_t base, std::size_t word) {
    AxiAddress address;
    address.address = base + 8 * word;
    address.size = bus_words == 1 ? 3 : 5;
    address.beats = static_cast<unsigned>((std::min(problem.f.size() - word, most) + bus_words - 1) / bus_words);
    return address;
  };
  for (const auto& [base, values] :
       {std::make_pair(std::uint64_t{0}, &problem.f), {std::uint64_t{1} << 31, &problem.r}})
    for (std::size_t word = 0; word < values->size(); word += most) {
      AxiWrite write{at(base, word), {}, 0};
      for (unsigned beat = 0; beat < write.at.beats; ++beat) {
        AxiWriteBeat data{{}, ~std::uint64_t{0} >> (64 - 8 * bus_words), beat + 1 == write.at.beats, 0};
        for (std::size_t lane = 0; lane < bus_words; ++lane)
          data.words.push_back((*values)[word + beat * bus_words + lane]);
        write.data.push_back(data);
      }
      writes.post(write);
    }
  Outcome outcome{{}, until_idle(), 0};
  for (const auto& [address, value] : job_of(problem)) registers.post_write(address, value);
  registers.post_write(contract::REG_COMMAND, problem.rows);
  until_idle();
  do {
    registers.post_read(contract::REG_STATUS);
    until_idle();
  } while (registers.read_answers().back().value & 1);
  for (std::size_t word = 0; word < problem.f.size(); word += most) reads.post(at(0, word));
  outcome.store_cycles = until_idle();
  for (const auto& beat : reads.beats()) outcome.f.insert(outcome.f.end(), beat.words.begin(), beat.words.end());
  return outcome;
}

// The same with descriptors: f and r a pitch apart in card memory, in one chain; the result with another pitch.
template <class V>
Outcome fetched(const Problem& problem, std::size_t bus_words, int latency_cycles, Stall stall) {
  MasterBench<V> bench(bus_words, latency_cycles, stall);
  const std::uint64_t base = bench.base, row_bytes = 8 * problem.cols;
  const std::uint64_t f_at = base + 4096 - 8 * 4 * bus_words, f_pitch = row_bytes + 64, r_at = base + 32768,
                      to = base + 65536 + 192, to_pitch = row_bytes + 96;
  for (std::size_t row = 0; row < problem.rows; ++row)
    for (std::size_t col = 0; col < problem.cols; ++col) {
      bench.card.at(f_at + row * f_pitch + 8 * col) = problem.f[row * problem.cols + col];
      bench.card.at(r_at + row * row_bytes + 8 * col) = problem.r[row * problem.cols + col];
    }
  bench.put(base, {f_at, f_address(1), f_pitch, problem.rows, row_bytes, base + 128});
  bench.put(base + 128, {r_at, r_address(1), row_bytes, problem.rows, row_bytes, 0});
  bench.put(base + 64, {f_address(1), to, to_pitch, problem.rows, row_bytes, 0});
  EXPECT_EQ(bench.run(base), code::none);
  EXPECT_EQ(bench.read(master_count), 2u);
  EXPECT_EQ(bench.read(master_where), base + 128);
  Outcome outcome{{}, static_cast<std::int64_t>(bench.read(master_cycles)), 0};
  for (const auto& [address, value] : job_of(problem)) EXPECT_EQ(bench.write(address, value), 0u);
  EXPECT_EQ(bench.write(contract::REG_COMMAND, problem.rows | std::uint64_t{1} << 32 | std::uint64_t{1} << 36), 0u);
  while (bench.read(contract::REG_STATUS) & 1) {
  }
  Words expected = bench.card.words();
  EXPECT_EQ(bench.pins().irq_master, 0);
  EXPECT_EQ(bench.write(master_irq, 1), 0u);
  EXPECT_EQ(bench.run(base + 64), code::none);
  EXPECT_EQ(bench.pins().irq_master, 1);
  outcome.store_cycles = static_cast<std::int64_t>(bench.read(master_cycles));
  for (std::size_t row = 0; row < problem.rows; ++row)
    for (std::size_t col = 0; col < problem.cols; ++col) {
      const std::uint64_t address = to + row * to_pitch + 8 * col;
      outcome.f.push_back(bench.card.at(address));
      expected[(address - base) / 8] = outcome.f.back();
    }
  EXPECT_EQ(bench.card.words(), expected) << "card memory outside the rows stored";
  EXPECT_EQ(bench.read(contract::REG_ERROR), 0u);
  return outcome;
}

class Master : public ::testing::TestWithParam<std::tuple<std::size_t, Stall>> {};
std::string master_name(const ::testing::TestParamInfo<std::tuple<std::size_t, Stall>>& info) {
  std::string name = std::to_string(64 * std::get<0>(info.param)) + "_" + name_of(std::get<1>(info.param));
  for (char& one : name)
    if (one == ' ') one = '_';
  return name;
}
INSTANTIATE_TEST_SUITE_P(Buses, Master, ::testing::Combine(::testing::Values(1, 4), ::testing::ValuesIn(all_stalls)),
                         master_name);

TEST_P(Master, BringsTheBitsOfAHostThatPushes) {
  const auto [bus_words, stall] = GetParam();
  const Problem problem = problem_of(13, 76);
  const bool narrow = bus_words == 1;
  const Outcome push = narrow ? pushed<Vpushed_64>(problem, 1) : pushed<Vpushed_256>(problem, 4);
  for (const int latency_cycles : {1, 60}) {
    const Outcome fetch = narrow ? fetched<Vmaster_64>(problem, 1, latency_cycles, stall)
                                 : fetched<Vmaster_256>(problem, 4, latency_cycles, stall);
    ASSERT_EQ(fetch.f, push.f) << "latency " << latency_cycles;
    ASSERT_NE(fetch.f, problem.f);
    if (stall != Stall::none) continue;
    // A burst waits for the answer to the one before. Each row of 76 words is two bursts on 64 bits, one on 256.
    std::printf("bus of %zu bits, memory of %d cycles: load %ld, store %ld; pushed %ld, %ld\n", 64 * bus_words,
                latency_cycles, static_cast<long>(fetch.load_cycles), static_cast<long>(fetch.store_cycles),
                static_cast<long>(push.load_cycles), static_cast<long>(push.store_cycles));
    const bool slow = latency_cycles == 60;
    EXPECT_EQ(fetch.load_cycles, narrow ? (slow ? 5518 : 2273) : (slow ? 2552 : 664));
    EXPECT_EQ(fetch.store_cycles, narrow ? (slow ? 2831 : 1238) : (slow ? 1336 : 392));
    EXPECT_EQ(push.load_cycles, narrow ? 1979 : 497);
    EXPECT_EQ(push.store_cycles, narrow ? 992 : 251);
  }
}

}  // namespace
}  // namespace stencil::test
