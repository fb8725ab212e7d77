// Loads, stores and commands that do not wait are told from wrong sweeps.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include "sim/device/divergence/divergence.hpp"
#include "sim/device/divergence/other_calls.hpp"
#include "tests/sim/device/divergence/lying_device.hpp"

namespace stencil::capsule_tests {
namespace {

using Where = Divergence::Where;

TEST(TransferDivergence, ABeatThatALoadLeavesOutIsFoundInEverySchedule) {
  for (const ItstepOptions& how : all_ways) {
    for (const Bank bank : {Bank::f, Bank::r}) {
      Lies lies;
      lies.load = [bank](const Place& place, std::vector<double>& words, std::int64_t) {
        if (place.bank != bank || place.offset_words > 100 || words.size() < 200) return;
        words.erase(words.begin() + 100);
        words.push_back(words.back());
      };
      const FoundDivergence it = first_divergence(how, lies);
      const Divergence& divergence = it.divergence;
      EXPECT_EQ(divergence.where, Where::load) << name_of(divergence.where);
      EXPECT_EQ(component_of(divergence), "load");
      const CapsuleCall& load = it.capsule.calls[divergence.call];
      EXPECT_EQ(load.kind, CapsuleCall::Kind::load);
      EXPECT_EQ(load.place.bank, bank);
      EXPECT_EQ(divergence.word.bank, bank);
      EXPECT_EQ(divergence.word.offset_words, load.place.offset_words + 100);
      EXPECT_EQ(divergence.expected, bits_of(load.data[100]));
      EXPECT_EQ(divergence.got, bits_of(load.data[101]));
      ASSERT_TRUE(divergence.explanation);
      EXPECT_EQ(divergence.explanation->as_if, "1 word had been left out before it");
      ASSERT_TRUE(divergence.beat);
      EXPECT_EQ(divergence.beat->burst, 0);
      EXPECT_EQ(divergence.beat->beat, 100);
    }
  }
}

// An address that lacks a bit.
TEST(TransferDivergence, NamesTheDistanceOfWordsFromFarAway) {
  Lies lies;
  lies.load = [](const Place& place, std::vector<double>& words, std::int64_t) {
    if (place.bank != Bank::f) return;
    for (std::size_t i = words.size(); i-- > 64;)
      if ((i & 64) != 0) words[i] = words[i - 64];
  };
  const Divergence divergence = first_divergence(all_ways[0], lies).divergence;
  EXPECT_EQ(divergence.where, Where::load);
  ASSERT_TRUE(divergence.explanation);
  EXPECT_EQ(divergence.explanation->as_if, "it had been the word 64 words before it");
  EXPECT_EQ(divergence.explanation->fits, divergence.explanation->of);
}

TEST(TransferDivergence, AStoreThatMovesOtherWordsIsToldFromAWrongBuffer) {
  for (const ItstepOptions& how : all_ways) {
    Lies lies;
    lies.store = [](const Place& place, std::vector<double>& words, std::int64_t) {
      for (std::size_t i = 0; i < words.size(); ++i) {
        if (i == 21 && place.length_words > 30 && place.length_words % 40 != 0)
          words[i] = from_bits(bits_of(words[i]) ^ (1ull << 52));
      }
    };
    const FoundDivergence it = first_divergence(how, lies);
    EXPECT_TRUE(it.divergence.where == Where::store) << name_of(it.divergence.where);
    EXPECT_EQ(it.capsule.calls[it.divergence.call].kind, CapsuleCall::Kind::store);
    ASSERT_TRUE(it.divergence.explanation);
    EXPECT_EQ(it.divergence.explanation->as_if, "bit 52 had been flipped");
  }
}

// A corner: no sweep reads it, so that a wrong load of it shows in no other word either.
TEST(TransferDivergence, AWrongWordThatNoSweepReadsIsOfALoadOrAStore) {
  const auto flip_corner = [](const Place& place, std::vector<double>& words, std::int64_t) {
    if (place.bank == Bank::f && place.offset_words == 0) words[0] = from_bits(bits_of(words[0]) ^ (1ull << 40));
  };
  Lies wrong_store, wrong_load;
  wrong_store.store = wrong_load.load = flip_corner;
  for (const Lies& lies : {wrong_store, wrong_load}) {
    const Divergence divergence = first_divergence(all_ways[0], lies).divergence;
    EXPECT_EQ(component_of(divergence), "local memory");
    EXPECT_EQ(divergence.word.offset_words, 0);
  }
}

TEST(TransferDivergence, ACommandThatDoesNotWaitForItsRightHandSideIsNoWrongSweep) {
  Lies lies;
  lies.late_load = [](const Place& place, std::int64_t number) { return place.bank == Bank::r && number > 3; };
  lies.point = [](const LyingPoint&, double right) { return std::optional(right); };
  const FoundDivergence it = first_divergence(all_ways[0], lies);
  EXPECT_EQ(it.divergence.where, Where::wait);
  EXPECT_EQ(component_of(it.divergence), "interlock");
  EXPECT_EQ(*it.divergence.sweep, 0);
  ASSERT_TRUE(it.divergence.explanation);
  EXPECT_TRUE(it.divergence.explanation->stale);
  EXPECT_EQ(it.divergence.explanation->component, "operand r");
}

TEST(TransferDivergence, AStoreThatDoesNotWaitForItsCommandIsNoWrongSweep) {
  Lies lies;
  lies.early_store = [](const Place&, std::int64_t number) { return number == 1; };
  const FoundDivergence it = first_divergence(all_ways[0], lies, [](const Capsule& calls) {
    DeviceLook seen;
    while (seen.commands.size() < command_count(calls))
      seen.commands.push_back(700 + 10 * static_cast<std::int64_t>(seen.commands.size()));
    return std::optional(seen);
  });
  EXPECT_EQ(it.divergence.where, Where::wait);
  EXPECT_EQ(it.divergence.command, 1u);
  EXPECT_EQ(it.divergence.given, 710);
  ASSERT_TRUE(it.divergence.explanation);
  EXPECT_TRUE(it.divergence.explanation->stale);
  // It is right where it alone waits, beside whatever else is in flight.
  EXPECT_EQ(it.divergence.unheld, it.divergence.call);
  EXPECT_FALSE(it.divergence.overlap);
}

// As where the engine reads a register of the command before.
TEST(TransferDivergence, CommandsThatAreWrongOnlyAtOnceShowTheOperandWithOneSweepEach) {
  Lies lies;
  lies.point = [](const LyingPoint& point, double right) -> std::optional<double> {
    if (point.behind == 0 || point.sweep > 0 || point.row > 4) return right;
    const PointFormula& formula = formula_of(point.command.weights);
    std::vector<double> operands = point.operands;
    for (std::size_t input = 0; input < operands.size(); ++input)
      if (formula.inputs[input].kind == FormulaInput::Kind::right_hand_side) operands[input] = point.r[7];
    return formula.value(operands);
  };
  const FoundDivergence it = first_divergence(all_ways[0], lies);
  ASSERT_TRUE(it.divergence.overlap) << component_of(it.divergence);
  EXPECT_EQ(
      it.divergence.at_once.rfind(
          "of one sweep each, one right behind the other: operand r; as if r had been one and the same word, ", 0),
      0u)
      << it.divergence.at_once;
}

// In the third sweep: nothing is wrong with one each, and in four the rows beside it follow.
TEST(TransferDivergence, CommandsThatAreWrongOnlyAtOnceShowTheFirstWordWhereNothingExplainsIt) {
  Lies lies;
  lies.point = [](const LyingPoint& point, double right) -> std::optional<double> {
    if (point.behind == 0 || point.sweep != 2 || point.row != 3 || point.col < 5) return right;
    return right + std::sin(static_cast<double>(point.col));
  };
  const FoundDivergence it = first_divergence(all_ways[0], lies);
  ASSERT_TRUE(it.divergence.overlap) << component_of(it.divergence);
  const std::string& text = it.divergence.at_once;
  EXPECT_EQ(
      text,
      "of 4 sweeps each, one right behind the other: 43 words of the second one's results wrong, the first in their "
      "row 2, column 5");
}

TEST(TransferDivergence, CallsThatANewDeviceMakesRightBlameNoneOfThem) {
  Lies lies;
  std::int64_t commands = 0;
  lies.point = [&](const LyingPoint& point, double right) -> std::optional<double> {
    const bool now = ++commands > 8000 && commands < 8010 && point.row > 0;
    return now ? std::optional(-right) : std::nullopt;
  };
  const Capsule played = wrong_calls(all_ways[0], lies);
  const auto divergence = find_divergence(played, [&](const Capsule& calls) {
    LyingDevice device(lies);
    return play(calls, device);
  });
  ASSERT_TRUE(divergence);
  EXPECT_EQ(divergence->where, Where::before);
  const CapsuleDifference wrong = difference(played);
  EXPECT_EQ(divergence->call, wrong.store);
  EXPECT_EQ(divergence->row, wrong.first.row);
  EXPECT_EQ(divergence->col, wrong.first.col);
  EXPECT_EQ(divergence->got, wrong.first.got_bits);
  EXPECT_EQ(divergence->differing, wrong.mismatches);
  EXPECT_EQ(component_of(*divergence), "state of the device");
  EXPECT_FALSE(divergence->sweep);
  EXPECT_NE(divergence->expected, divergence->got);
}

// Of the calls behind a store, the one with which it is wrong; where it comes behind all of them it is right.
TEST(OtherCalls, OfAStoreAreThoseWithWhichItIsWrong) {
  Capsule calls;
  calls.device = options("software");
  calls.capabilities = make_accelerator(options("software"))->capabilities();
  const auto add = [&](CapsuleCall::Kind kind, int buffer, std::vector<std::size_t> after) {
    CapsuleCall call;
    call.kind = kind;
    call.after = std::move(after);
    call.place = {Bank::f, buffer, 0, 24};
    call.data.assign(24, 0.5 + buffer);
    SweepCommand sweep{4, 6, 1, JacobiWeights{1.0, 1.0, 0.25}};
    sweep.f_buffer = buffer;
    call.command = sweep;
    calls.calls.push_back(std::move(call));
  };
  constexpr std::size_t store = 3, command = 5, load = 6;
  add(CapsuleCall::Kind::load, 0, {});
  calls.contents = {{{Bank::r, 0, 0, 24}, std::vector<double>(24, 1.0)}};
  add(CapsuleCall::Kind::command, 0, {0});
  add(CapsuleCall::Kind::load, 1, {});
  add(CapsuleCall::Kind::store, 0, {1});
  add(CapsuleCall::Kind::wait, 0, {store});
  add(CapsuleCall::Kind::command, 1, {2});
  add(CapsuleCall::Kind::load, 1, {command});
  for (const std::size_t with : {command, load}) {
    const CapsulePlayer wrong_with = [with](Capsule played) {
      expect(played);
      for (CapsuleCall& call : played.calls)
        call.data = call.kind == CapsuleCall::Kind::store ? call.expected : call.data;
      if (played.calls.size() > with + 1 && played.calls[store].kind == CapsuleCall::Kind::store)
        played.calls[store].data.front() = -1.0;
      return played;
    };
    EXPECT_EQ(spoiling_call(calls, wrong_with, store), with);
    EXPECT_TRUE(right_after(calls, wrong_with, store, command)) << "there the store is the last call";
  }
}

}  // namespace
}  // namespace stencil::capsule_tests
