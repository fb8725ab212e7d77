// write_back: results on their way to memory, forwarded to a reader that comes too early.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>

#include "Vwrite_back_1.h"
#include "Vwrite_back_4.h"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/ports.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test::write_back_test {
namespace {

template <class V, std::size_t Lanes>
struct Shape {
  using Model = V;
  static constexpr std::size_t lanes = Lanes;
};

struct Command {
  std::int64_t rows;
  unsigned f_buffer, r_buffer;
  bool skewed;
};

// Results arrive with random gaps while a reader mostly reads beats that were delivered 0 .. 4 cycles ago: it must get
// the newest result, on its way to memory or in it.
template <class Shape>
class WriteBack : public ::testing::Test {
 protected:
  static constexpr std::size_t lanes = Shape::lanes;
  using Buffer = std::vector<std::uint64_t>;

  WriteBack() {
    dut->i_valid = 0;
    dut.reset();
  }

  void begin(std::int64_t cols, std::int64_t job_passes) {
    width = static_cast<std::size_t>(cols);
    row_beats = (width + lanes - 1) / lanes;
    passes = static_cast<std::size_t>(job_passes);
    drive(dut->i_cols, static_cast<std::uint64_t>(cols));
    drive(dut->i_last_lane, (width - 1) % lanes);
    drive(dut->i_passes, static_cast<std::uint64_t>(passes));
    for (auto* set : {&f, &latest_f, &r, &latest_r}) set->assign(3, Buffer(9 * width));
    for (std::size_t buffer = 0; buffer < 3; ++buffer)
      for (std::size_t word = 0; word < 9 * width; ++word) {
        f[buffer][word] = latest_f[buffer][word] = random.word();
        r[buffer][word] = latest_r[buffer][word] = random.word();
      }
  }

  std::size_t address_of(std::size_t beat) const { return beat / row_beats * width + beat % row_beats * lanes; }
  std::size_t lanes_of(std::size_t beat) const { return std::min(lanes, width - beat % row_beats * lanes); }

  // All results of one command; reads go to its buffers, or to those of the next command, which has begun to issue.
  void run(const Command& command, const Command& next) {
    const std::size_t beats = static_cast<std::size_t>(command.rows) * row_beats, total = beats * passes;
    dut->i_f_buffer = static_cast<CData>(command.f_buffer);
    dut->i_r_buffer = static_cast<CData>(command.r_buffer);
    dut->i_skewed = command.skewed;
    std::vector<std::int64_t> delivered_at(9 * row_beats, -1000);
    std::size_t delivered = 0;
    for (std::int64_t cycle = 0; delivered < total; ++cycle) {
      const std::size_t beat = delivered % beats;
      const bool valid = !random.one_in(4);
      dut->i_valid = valid;
      dut->i_last_beat = valid && beat % row_beats + 1 == row_beats;
      dut->i_end = valid && beat + 1 == beats;
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        set_word(dut->i_f, lane, random.word());
        set_word(dut->i_r, lane, random.word());
      }
      if (valid) {
        for (std::size_t lane = 0; lane < lanes_of(beat); ++lane) {
          latest_f[command.f_buffer][address_of(beat) + lane] = get_word(dut->i_f, lane);
          if (command.skewed) latest_r[command.r_buffer][address_of(beat) + lane] = get_word(dut->i_r, lane);
        }
        delivered_at[beat] = cycle;
        ++delivered;
      }
      const std::int64_t distance = cycle - delivered_at[read.beat];
      step();
      if (this->HasFatalFailure()) return;
      if (distance < 5 && read.f_buffer == command.f_buffer) ++reads_at_distance[static_cast<std::size_t>(distance)];
      // The next read is issued now: memory answered with its contents before this cycle's write.
      const std::size_t back = static_cast<std::size_t>(random.in(0, 4));
      // The next command may have been taken while the last write of this command was under way.
      const Command& from = cycle > 0 && random.one_in(5) ? next : command;
      read.f_buffer = from.f_buffer;
      read.r_buffer = from.r_buffer;
      read.beat = random.one_in(8)    ? static_cast<std::size_t>(random.in(0, static_cast<std::int64_t>(beats) - 1))
                  : delivered >= back ? (delivered - back) % beats
                                      : 0;
      fetch();
      commit();
      ASSERT_EQ(finished_next, delivered == total && valid) << "beat " << delivered << " of " << total;
    }
    ++commands;
  }

  // Checks the reader's data and the writes of this cycle.
  void step() {
    dut->i_read_f_buffer = static_cast<CData>(read.f_buffer);
    drive(dut->i_read_addr, address_of(read.beat));
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      set_word(dut->i_read_f, lane, read.f[lane]);
      set_word(dut->i_read_r, lane, read.r[lane]);
    }
    dut.settle();
    for (std::size_t lane = 0; lane < lanes_of(read.beat); ++lane) {
      ASSERT_EQ(get_word(dut->o_read_f, lane), latest_f[read.f_buffer][address_of(read.beat) + lane])
          << "lane " << lane;
      ASSERT_EQ(get_word(dut->o_read_r, lane), latest_r[read.r_buffer][address_of(read.beat) + lane])
          << "lane " << lane;
    }
    ASSERT_EQ(dut->o_finished, finished_next);
    if (finished_next) {
      ASSERT_TRUE(dut->o_write & 1) << "o_finished comes with the last write";
    }
  }
  void fetch() {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const bool inside = lane < lanes_of(read.beat);
      read.f[lane] = inside ? f[read.f_buffer][address_of(read.beat) + lane] : random.word();
      read.r[lane] = inside ? r[read.r_buffer][address_of(read.beat) + lane] : random.word();
    }
  }
  void commit() {
    for (std::size_t lane = 0; lane < lanes; ++lane)
      if (dut->o_write >> lane & 1) {
        const std::size_t address = dut->o_write_addr + lane;
        ASSERT_LT(address, 9 * width);
        f[dut->o_write_f_buffer][address] = get_word(dut->o_write_f, lane);
        if (dut->o_write_r) r[dut->o_write_r_buffer][address] = get_word(dut->o_write_r_data, lane);
      }
    finished_next = dut->i_valid && dut->i_end && ++passes_ended == passes;
    if (finished_next) passes_ended = 0;
    dut.edge();
  }

  struct Read {
    unsigned f_buffer = 0, r_buffer = 0;
    std::size_t beat = 0;
    std::array<std::uint64_t, lanes> f{}, r{};
  };

  Clocked<typename Shape::Model> dut;
  Random random{191};
  std::size_t width = 1, row_beats = 1, passes = 1, passes_ended = 0;
  std::vector<Buffer> f, latest_f, r, latest_r;
  Read read;
  bool finished_next = false;
  int commands = 0;
  std::array<std::int64_t, 5> reads_at_distance{};
};

using Shapes = ::testing::Types<Shape<Vwrite_back_1, 1>, Shape<Vwrite_back_4, 4>>;
TYPED_TEST_SUITE(WriteBack, Shapes);

TYPED_TEST(WriteBack, WritesInOrderAndForwardsWhatMemoryDoesNotShowYet) {
  for (int job = 0; job < 60; ++job) {
    SCOPED_TRACE(::testing::Message() << "job " << job << ", seed 191");
    this->begin(this->random.in(1, 13), this->random.in(1, 4));
    this->read = {};
    this->fetch();
    const auto command_at = [&](unsigned index) {
      return Command{this->random.in(1, 9), index % 3, index % 2, this->random.one_in(2)};
    };
    Command present = command_at(0);
    for (unsigned index = 1; index <= 5; ++index) {
      const Command next = command_at(index);
      this->run(present, next);
      if (this->HasFatalFailure()) return;
      present = next;
    }
    this->dut->i_valid = 0;
    for (int i = 0; i < 3; ++i) {
      this->step();
      this->fetch();
      this->commit();
    }
    EXPECT_EQ(this->f, this->latest_f);
    EXPECT_EQ(this->r, this->latest_r);
  }
  for (std::size_t distance = 0; distance < this->reads_at_distance.size(); ++distance)
    EXPECT_GT(this->reads_at_distance[distance], 300) << "distance " << distance << " was hardly tried";
}

// Long rows: each bit of a number of columns, and most of an address.
TYPED_TEST(WriteBack, RowsOfAnyLength) {
  for (const std::int64_t cols : {15, 16, 31, 32, 42, 63}) {
    SCOPED_TRACE(::testing::Message() << cols << " columns, seed 191");
    this->begin(cols, 1);
    this->read = {};
    this->fetch();
    this->run({9, 0, 0, true}, {9, 1, 1, true});
    if (this->HasFatalFailure()) return;
    this->dut->i_valid = 0;
    for (int i = 0; i < 3; ++i) {
      this->step();
      this->fetch();
      this->commit();
    }
    EXPECT_EQ(this->f, this->latest_f);
    EXPECT_EQ(this->r, this->latest_r);
  }
}

}  // namespace
}  // namespace stencil::test::write_back_test
