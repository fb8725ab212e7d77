// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>

#include "Vwrite_back_1.h"
#include "Vwrite_back_4.h"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/ports.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test {
namespace {

template <class V, std::size_t Lanes>
struct Shape {
  using Model = V;
  static constexpr std::size_t lanes = Lanes;
};

template <class Shape>
class WriteBack : public ::testing::Test {};
using Shapes = ::testing::Types<Shape<Vwrite_back_1, 1>, Shape<Vwrite_back_4, 4>>;
TYPED_TEST_SUITE(WriteBack, Shapes);

// Results arrive with random gaps while a reader asks, mostly, for beats that were delivered 0 .. 4 cycles ago: it
// must get the youngest result wherever that is, on its way to memory or in it.
TYPED_TEST(WriteBack, WritesInOrderAndForwardsWhatMemoryDoesNotShowYet) {
  constexpr std::size_t lanes = TypeParam::lanes;
  Clocked<typename TypeParam::Model> dut;
  Random random(191);
  dut->i_start = dut->i_valid = 0;
  dut.reset();
  std::array<std::int64_t, 5> reads_at_distance{};
  for (int command = 0; command < 200; ++command) {
    const std::int64_t rows = random.in(1, 9), cols = random.in(1, 13), passes = random.in(1, 4);
    SCOPED_TRACE(::testing::Message() << rows << " x " << cols << ", " << passes << " passes, command " << command
                                      << ", seed 191");
    const auto words = static_cast<std::size_t>(rows * cols);
    const auto width = static_cast<std::size_t>(cols);
    const std::size_t row_beats = (width + lanes - 1) / lanes, beats = static_cast<std::size_t>(rows) * row_beats;
    const auto address_of = [&](std::size_t beat) { return beat / row_beats * width + beat % row_beats * lanes; };
    const auto lanes_of = [&](std::size_t beat) { return std::min(lanes, width - beat % row_beats * lanes); };
    std::vector<std::uint64_t> memory(words), latest(words);
    for (std::size_t word = 0; word < words; ++word) memory[word] = latest[word] = random.word();

    drive(dut->i_cols, static_cast<std::uint64_t>(cols));
    drive(dut->i_last_lane, (width - 1) % lanes);
    drive(dut->i_passes, static_cast<std::uint64_t>(passes));
    dut->i_start = 1;
    dut->i_valid = 0;
    dut.tick();
    dut->i_start = 0;

    std::size_t delivered = 0, read_beat = 0;
    const std::size_t total = beats * static_cast<std::size_t>(passes);
    std::vector<std::int64_t> delivered_at(beats, -1000);
    std::array<std::uint64_t, lanes> read_data{};
    bool reading = false, finished = false;
    for (std::int64_t cycle = 0; !finished; ++cycle) {
      ASSERT_LT(cycle, 10000) << "o_finished never came";
      const std::size_t beat = delivered % beats;
      const bool valid = delivered < total && !random.one_in(4);
      dut->i_valid = valid;
      dut->i_last_row = valid && beat / row_beats + 1 == static_cast<std::size_t>(rows);
      dut->i_last_beat = valid && beat % row_beats + 1 == row_beats;
      for (std::size_t lane = 0; lane < lanes; ++lane) set_word(dut->i_f, lane, random.word());
      if (valid) {
        for (std::size_t lane = 0; lane < lanes_of(beat); ++lane)
          latest[address_of(beat) + lane] = get_word(dut->i_f, lane);
        delivered_at[beat] = cycle;
        ++delivered;
      }
      drive(dut->i_read_addr, address_of(read_beat));
      for (std::size_t lane = 0; lane < lanes; ++lane) set_word(dut->i_read_data, lane, read_data[lane]);
      dut.settle();

      if (reading) {
        for (std::size_t lane = 0; lane < lanes_of(read_beat); ++lane)
          ASSERT_EQ(get_word(dut->o_read_data, lane), latest[address_of(read_beat) + lane])
              << "delivered " << cycle - delivered_at[read_beat] << " cycles ago, lane " << lane;
        const std::int64_t distance = cycle - delivered_at[read_beat];
        if (distance < 5) ++reads_at_distance[static_cast<std::size_t>(distance)];
      }
      // The next read is issued now: memory answers with what it holds before this cycle's write.
      reading = true;
      const std::size_t back = static_cast<std::size_t>(random.in(0, 4));
      read_beat = random.one_in(8)    ? static_cast<std::size_t>(random.in(0, static_cast<std::int64_t>(beats) - 1))
                  : delivered >= back ? (delivered - back) % beats
                                      : 0;
      for (std::size_t lane = 0; lane < lanes; ++lane)
        read_data[lane] = lane < lanes_of(read_beat) ? memory[address_of(read_beat) + lane] : random.word();
      for (std::size_t lane = 0; lane < lanes; ++lane)
        if (dut->o_write >> lane & 1) {
          ASSERT_LT(dut->o_write_addr + lane, words);
          memory[dut->o_write_addr + lane] = get_word(dut->o_write_data, lane);
        }
      finished = dut->o_finished;
      if (finished) {
        ASSERT_TRUE(dut->o_write & 1) << "o_finished comes with the last write";
      }
      dut.edge();
    }
    ASSERT_EQ(delivered, total);
    ASSERT_EQ(memory, latest);
  }
  for (std::size_t distance = 0; distance < reads_at_distance.size(); ++distance)
    EXPECT_GT(reads_at_distance[distance], 300) << "distance " << distance << " was hardly tried";
}

}  // namespace
}  // namespace stencil::test
