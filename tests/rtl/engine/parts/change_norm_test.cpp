// change_norm: the largest change of the first sweep, in every cycle.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <deque>

#include "Vchange_norm_1.h"
#include "Vchange_norm_2.h"
#include "Vchange_norm_4.h"
#include "tests/rtl/engine/values.hpp"
#include "tests/rtl/support/clocked.hpp"

namespace stencil::test::change_norm_test {
namespace {

constexpr std::int64_t settle_cycles = 20;
constexpr std::uint64_t canonical_nan = 0x7ff8000000000000;

// Latency: cycles from a point to the change that includes it.
template <class V, std::size_t Lanes, std::int64_t Latency>
struct Shape {
  using Model = V;
  static constexpr std::size_t lanes = Lanes;
  static constexpr std::int64_t latency = Latency;
};

struct Command {
  std::int64_t rows, cols, passes;
  bool first_row, last_row;  // whether it is the first or last row of the field
};

// Delivers beats as the first element does, in any rhythm; computes the expected output of every cycle.
template <class Shape>
class ChangeNorm : public ::testing::Test {
 protected:
  static constexpr std::size_t lanes = Shape::lanes;

  ChangeNorm() {
    dut->i_valid = dut->i_clear = dut->i_finished = 0;
    dut.reset();
  }

  Command any_command() {
    Command command;
    command.rows = random.in(1, 7);
    command.cols = random.in(1, 4 * static_cast<std::int64_t>(lanes) + 1);
    command.passes = random.in(1, 3);
    command.first_row = random.one_in(2);
    command.last_row = random.one_in(2);
    return command;
  }

  // `gap`: cycles per beat. Only some of the command's passes may be delivered.
  void deliver(const Command& command, Words (*values)(std::size_t, Random&), std::int64_t gap, std::int64_t passes) {
    const auto width = static_cast<std::size_t>(command.cols);
    const std::size_t row_beats = (width + lanes - 1) / lanes;
    drive(dut->i_last_lane, (width - 1) % lanes);
    drive(dut->i_passes, static_cast<std::uint64_t>(command.passes));
    for (std::int64_t pass = 0; pass < passes; ++pass)
      for (std::int64_t row = 0; row < command.rows; ++row)
        for (std::size_t beat = 0; beat < row_beats; ++beat) {
          while (!random.one_in(gap)) cycle();
          const bool first_row = row == 0 && command.first_row, last_row = row + 1 == command.rows && command.last_row;
          const bool end = row + 1 == command.rows && beat + 1 == row_beats;
          dut->i_valid = 1;
          dut->i_end = end;
          drive(dut->i_edge, (first_row ? 8u : 0u) | (last_row ? 4u : 0u) | (beat == 0 ? 2u : 0u) |
                                 (beat + 1 == row_beats ? 1u : 0u));
          const Words f = values(lanes, random), old = values(lanes, random);
          for (std::size_t lane = 0; lane < lanes; ++lane) {
            set_word(dut->i_f, lane, f[lane]);
            set_word(dut->i_old, lane, old[lane]);
            const std::size_t col = beat * lanes + lane;
            if (pass == 0 && !first_row && !last_row && col > 0 && col + 1 < width) add(f[lane], old[lane]);
          }
          coming.push_back({dut.cycles() + Shape::latency, largest});
          // The end of a command comes at once or later, when other commands have begun.
          if (pass + 1 == command.passes && end)
            finish = std::max(finish, dut.cycles()) + (random.one_in(2) ? 1 : random.in(1, 60));
          cycle();
          dut->i_valid = 0;
          if (this->HasFatalFailure()) return;
        }
  }
  void deliver(const Command& command, Words (*values)(std::size_t, Random&), std::int64_t gap) {
    deliver(command, values, gap, command.passes);
  }
  void add(std::uint64_t now, std::uint64_t before) {
    const double difference = to_double(now) - to_double(before);
    const std::uint64_t bits = std::isnan(difference) ? canonical_nan : to_bits(std::fabs(difference));
    points += 1;
    if (largest == canonical_nan || std::isnan(difference))
      largest = canonical_nan;
    else if (to_double(bits) > to_double(largest))
      largest = bits;
  }
  // A reset ends a command in any pass.
  void clear(bool by_reset) {
    if (by_reset) {
      Command command = any_command();
      command.passes = 3;
      deliver(command, ordinary_values, 1, random.in(1, 2));
      dut.reset(1);
    } else {
      dut->i_clear = 1;
      dut.tick();
      dut->i_clear = 0;
    }
    largest = shows = 0;
    coming.clear();
    finish = finished = never;
  }

  void cycle() {
    const std::int64_t now = dut.cycles();
    const bool settling = finished < now && now < finished + settle_cycles;
    for (; !coming.empty() && coming.front().cycle <= now; coming.pop_front()) shows = coming.front().largest;
    dut->i_finished = finish == now;
    if (finish == now) finished = now;
    dut.settle();
    ASSERT_EQ(dut->o_settling, settling) << "cycle " << now;
    ASSERT_EQ(dut->o_change, shows) << "cycle " << now;
    dut.edge();
    dut->i_finished = 0;
    settled += settling ? 1 : 0;
  }
  void idle(std::int64_t cycles) {
    for (std::int64_t i = 0; i < cycles; ++i) cycle();
  }

  static constexpr std::int64_t never = -1000;
  struct Coming {
    std::int64_t cycle;
    std::uint64_t largest;
  };

  Clocked<typename Shape::Model> dut;
  Random random{221};
  std::uint64_t largest = 0, shows = 0;
  std::deque<Coming> coming;
  std::int64_t finish = never, finished = never;  // the next pulse, the last pulse
  std::int64_t points = 0, settled = 0;
};

using Shapes =
    ::testing::Types<Shape<Vchange_norm_1, 1, 7>, Shape<Vchange_norm_2, 2, 10>, Shape<Vchange_norm_4, 4, 20>>;
TYPED_TEST_SUITE(ChangeNorm, Shapes);

// Values close to one another, so that subnormal and rounded differences occur.
Words close_values(std::size_t length_words, Random& random) {
  Words words = ordinary_values(length_words, random);
  for (std::uint64_t& word : words)
    word = random.one_in(2) ? 0x3ff0000000000000 + random.word() % 16 : random.word() % 5 | random.word() << 63;
  return words;
}

// Holds C8.22, C8.24, C8.25, C8.27.
TYPED_TEST(ChangeNorm, IsTheLargestOfAllFirstPasses) {
  for (int round = 0; round < 300; ++round) {
    SCOPED_TRACE(::testing::Message() << "round " << round << ", seed 221");
    Words (*values)(std::size_t, Random&) = round % 3 == 0   ? odd_values
                                            : round % 3 == 1 ? ordinary_values
                                                             : close_values;
    for (std::int64_t command = this->random.in(1, 4); command > 0; --command) {
      this->deliver(this->any_command(), values, this->random.one_in(2) ? 1 : this->random.in(1, 9));
      if (this->HasFatalFailure()) return;
      this->idle(this->random.one_in(2) ? 0 : this->random.in(0, 50));
    }
    // Sometimes delivered beats are still under way.
    if (!this->random.one_in(3)) this->idle(settle_cycles + 61);
    this->clear(this->random.one_in(4));
  }
  EXPECT_GT(this->points, 1000);
  EXPECT_GT(this->settled, 1000);
}

// Their differences are NaN or infinite.
Words infinities(std::size_t length_words, Random& random) {
  return Words(length_words, 0x7ff0000000000000 | (random.one_in(2) ? 0 : std::uint64_t{1} << 63));
}

// Holds C8.25.
TYPED_TEST(ChangeNorm, ANanStaysUntilItIsCleared) {
  const Command one{3, static_cast<std::int64_t>(TestFixture::lanes) + 2, 1, true, true};
  while (this->largest != canonical_nan) this->deliver(one, infinities, 1);
  this->deliver(one, odd_values, 1);
  this->deliver(one, ordinary_values, 1);
  this->idle(settle_cycles + 1);
  EXPECT_EQ(this->dut->o_change, canonical_nan);
  this->clear(false);
  this->deliver(one, ordinary_values, 1);
  this->idle(settle_cycles + 1);
  EXPECT_GT(this->dut->o_change, 0u);
  EXPECT_LT(this->dut->o_change, 0x4000000000000001u);
}

}  // namespace
}  // namespace stencil::test::change_norm_test
