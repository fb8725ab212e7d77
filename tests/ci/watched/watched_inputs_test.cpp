// A model with WATCH_INPUTS (cmake/Verilate.cmake) has the outputs of one without after every eval(), whatever changed
// before it, and evaluates nothing where nothing changed.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <random>
#include <string>

#include "Vunwatched_inputs.h"
#include "Vwatched_inputs.h"
#include "Vwatched_inputs___024root.h"
#include "verilated.h"

namespace {

struct Pair {
  VerilatedContext context;
  Vwatched_inputs watched{&context, "watched"};
  Vunwatched_inputs usual{&context, "usual"};

  template <class Set>
  void both(Set set) {
    set(watched);
    set(usual);
  }
  void eval() {
    watched.eval();
    usual.eval();
  }
  void expect_equal(const std::string& when) {
    ASSERT_EQ(watched.o_sum, usual.o_sum) << when;
    ASSERT_EQ(watched.o_count, usual.o_count) << when;
    ASSERT_EQ(watched.o_both, usual.o_both) << when;
  }
};

constexpr int input_count = 7;

// Few values, so that an input often comes back to what it was some calls before.
void change(Pair& pair, int input, std::uint64_t value) {
  switch (input) {
    case 0:
      return pair.both([&](auto& model) { model.i_byte = static_cast<CData>(value); });
    case 1:
      return pair.both([&](auto& model) { model.i_half = static_cast<SData>(value << 8); });
    case 2:
      return pair.both([&](auto& model) { model.i_word = static_cast<IData>(value << 16); });
    case 3:
      return pair.both([&](auto& model) { model.i_long = value << 32; });
    case 4:
      return pair.both(
          [&](auto& model) { model.i_wide[1] = model.i_wide[2] = static_cast<IData>(value * 0x01010101); });
    case 5:
      return pair.both([&](auto& model) { model.i_wide[0] = static_cast<IData>(value << 4); });
    default:
      return pair.both([&](auto& model) { model.i_clocked = static_cast<CData>(value); });
  }
}

TEST(WatchedInputs, OutputsAreThoseOfTheUsualModel) {
  constexpr std::uint32_t seed = 20261129;
  std::mt19937 random(seed);
  const auto pair = std::make_unique<Pair>();
  for (int call = 0; call < 20000; ++call) {
    // Up to two inputs change, in either half of a clock; the clock does not move in each call.
    const auto changes = random() % 3;
    for (auto i = changes * 0; i < changes; ++i) {
      const int input = static_cast<int>(random() % input_count);
      change(*pair, input, random() % 4);
    }
    if (random() % 4 != 0) pair->both([](auto& model) { model.clk = !model.clk; });
    pair->eval();
    pair->expect_equal("seed " + std::to_string(seed) + ", call " + std::to_string(call));
    if (HasFatalFailure()) return;
  }
}

// Each input alone is enough, also where it comes back to what it was.
TEST(WatchedInputs, EachInputIsSeen) {
  const auto pair = std::make_unique<Pair>();
  pair->eval();
  for (int input = 0; input < input_count - 1; ++input)
    for (std::uint64_t value : {1, 2, 1, 3, 0}) {
      const QData before = pair->watched.o_sum;
      change(*pair, input, value);
      pair->eval();
      pair->expect_equal("input " + std::to_string(input));
      EXPECT_NE(pair->watched.o_sum, before) << "input " << input << " to " << value;
    }
}

// An output that was spoilt stays so until an input changes: nothing was evaluated in between.
TEST(WatchedInputs, NothingIsEvaluatedWhereNoInputHasChanged) {
  const auto pair = std::make_unique<Pair>();
  pair->eval();
  const QData sum = pair->watched.o_sum;
  Vwatched_inputs___024root& root = *pair->watched.rootp;
  EXPECT_TRUE(root.seen);
  root.o_sum = sum + 1;
  pair->watched.eval();
  EXPECT_EQ(pair->watched.o_sum, sum + 1);
  pair->watched.i_clocked = 1;  // in registers alone
  pair->watched.eval();
  EXPECT_EQ(pair->watched.o_sum, sum + 1);
  pair->watched.i_byte = 1;
  pair->watched.eval();
  EXPECT_EQ(pair->watched.o_sum, sum + 1 - 2 * (sum & 1));
}

}  // namespace
