// The sweep, the point and the operator that first went wrong are found from the words of a device alone.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/divergence.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/sim/device/divergence/lying_device.hpp"

namespace stencil::capsule_tests {
namespace {

using Where = Divergence::Where;

Divergence found(const ItstepOptions& how, const Lies& lies, const DeviceWatch& watch = {}) {
  return first_divergence(how, lies, watch).divergence;
}

// A wrong value at a point of every block in one sweep.
Lies at_point(std::int64_t sweep, const std::function<double(const LyingPoint&, double)>& lie) {
  Lies lies;
  lies.point = [=](const LyingPoint& point, double right) -> std::optional<double> {
    if (point.sweep != sweep || point.row != 7 || point.col != 12) return std::nullopt;
    return lie(point, right);
  };
  return lies;
}

void expect_place(const Divergence& divergence, std::int64_t sweep) {
  EXPECT_EQ(divergence.where, Where::sweep);
  EXPECT_EQ(divergence.command, 0u);
  ASSERT_TRUE(divergence.sweep);
  EXPECT_EQ(*divergence.sweep, sweep);
  EXPECT_EQ(divergence.row, 7);
  EXPECT_EQ(divergence.col, 12);
  EXPECT_EQ(divergence.word.offset_words, 7 * 20 + 12);
  EXPECT_EQ(divergence.word.buffer, 0);
  EXPECT_EQ(divergence.differing, 1);
  EXPECT_EQ(divergence.element, sweep % 4);
  EXPECT_EQ(divergence.lane, 0);
}

double step_changed(const LyingPoint& point, std::size_t step, const PointFormula::Change& change) {
  return formula_of(point.command.weights).value(point.operands, step, change);
}

double flipped(const LyingPoint& point, std::size_t step) {
  return step_changed(point, step,
                      [](double right, double, double) { return from_bits(bits_of(right) ^ (1ull << 47)); });
}

const char* const units[] = {"adder", "adder", "multiplier", "multiplier", "adder", "adder", "multiplier"};

TEST(Divergence, NamesTheOperatorAndTheBitThatIsAlwaysFlipped) {
  for (const ItstepOptions& how : {all_ways[0], all_ways[1]}) {
    for (std::size_t step = 0; step < 7; ++step) {
      const std::int64_t sweep = static_cast<std::int64_t>(step) % 4;
      Lies lies;
      lies.point = [&](const LyingPoint& point, double) -> std::optional<double> {
        if (point.sweep != sweep || std::pair(point.row, point.col) < std::pair<std::int64_t, std::int64_t>(7, 12))
          return std::nullopt;
        return flipped(point, step);
      };
      const Divergence divergence = found(how, lies);
      EXPECT_EQ(*divergence.sweep, sweep);
      EXPECT_EQ(divergence.row, 7);
      EXPECT_EQ(divergence.col, 12);
      ASSERT_TRUE(divergence.explanation) << step;
      EXPECT_EQ(component_of(divergence), units[step]);
      EXPECT_EQ(divergence.explanation->step, step);
      EXPECT_EQ(divergence.explanation->fits, divergence.explanation->of);
      EXPECT_NE(divergence.explanation->as_if.find("bit 47 of its result flipped"), std::string::npos)
          << divergence.explanation->as_if;
      EXPECT_EQ(divergence.only_this_sweep.has_value(), sweep < 3);
      EXPECT_TRUE(divergence.only_this_sweep.value_or(true));
    }
  }
}

// The same bits may come of other operators: no more is said than can be known.
TEST(Divergence, NamesAllOperatorsThatMayHaveGivenAWrongValue) {
  for (std::size_t step = 0; step < 7; ++step) {
    const Divergence divergence =
        found(all_ways[0], at_point(1, [&](const LyingPoint& point, double) { return flipped(point, step); }));
    expect_place(divergence, 1);
    ASSERT_TRUE(divergence.explanation) << step;
    const bool one = component_of(divergence) == units[step];  // maybe of several of a kind
    const std::string named = std::string(units[step]) + " '" + divergence.results[step].step + "'";
    EXPECT_TRUE(one || component_of(divergence).rfind("operator", 0) == 0) << component_of(divergence);
    EXPECT_NE(divergence.explanation->as_if.find(named), std::string::npos) << divergence.explanation->as_if;
  }
}

TEST(Divergence, TellsTheOperandsOfThePointAndWhatBroughtThem) {
  const Divergence first = found(all_ways[1], at_point(0, [](const LyingPoint&, double right) { return -right; }));
  ASSERT_EQ(first.operands.size(), 8u);
  const std::vector<double> f = field(ProblemArray::f, 60, 20);
  const std::vector<double> r = field(ProblemArray::r, 60, 20);
  EXPECT_EQ(first.operands[0].name, "north");
  EXPECT_EQ(first.operands[0].value, f[6 * 20 + 12]);
  EXPECT_EQ(first.operands[1].value, f[8 * 20 + 12]);
  EXPECT_EQ(first.operands[2].value, f[7 * 20 + 11]);
  EXPECT_EQ(first.operands[3].value, f[7 * 20 + 13]);
  EXPECT_EQ(first.operands[4].name, "r");
  EXPECT_EQ(first.operands[4].value, r[7 * 20 + 12]);
  EXPECT_EQ(first.operands[5].value, lying_weights.rdx2);
  EXPECT_EQ(first.operands[6].value, lying_weights.rdy2);
  EXPECT_EQ(first.operands[7].value, lying_weights.beta);
  // Bursts of 256 beats of one word each.
  EXPECT_NE(first.operands[0].from.find("burst 0, beat 132"), std::string::npos) << first.operands[0].from;
  EXPECT_NE(first.operands[4].from.find("burst 0, beat 152"), std::string::npos) << first.operands[4].from;
  EXPECT_EQ(first.operands[5].from, "command");
  EXPECT_EQ(first.results.size(), 7u);
  EXPECT_EQ(bits_of(first.results.back().value), first.expected);

  const Divergence third = found(all_ways[1], at_point(2, [](const LyingPoint&, double right) { return -right; }));
  EXPECT_EQ(third.operands[0].from, "sweep 1");
}

TEST(Divergence, NamesTheOperandThatWasOfAnotherPlace) {
  const Divergence south = found(all_ways[0], at_point(1, [](const LyingPoint& point, double) {
                                   LyingPoint wrong = point;
                                   wrong.operands[1] = point.at(9, 12);
                                   return formula_of(point.command.weights).value(wrong.operands);
                                 }));
  expect_place(south, 1);
  EXPECT_EQ(component_of(south), "operand south");
  EXPECT_EQ(south.explanation->as_if, "south had been the value one row south of it");

  const Divergence old = found(all_ways[0], at_point(3, [](const LyingPoint& point, double) {
                                 LyingPoint wrong = point;
                                 wrong.operands[2] = point.start[7 * 20 + 11];
                                 return formula_of(point.command.weights).value(wrong.operands);
                               }));
  expect_place(old, 3);
  EXPECT_EQ(component_of(old), "operand west");
  EXPECT_EQ(old.explanation->as_if, "west had been its value before the first sweep");

  const Divergence weight = found(all_ways[0], at_point(0, [](const LyingPoint& point, double) {
                                    LyingPoint wrong = point;
                                    wrong.operands[6] = point.operands[5];
                                    return formula_of(point.command.weights).value(wrong.operands);
                                  }));
  expect_place(weight, 0);
  EXPECT_EQ(component_of(weight), "weight rdy2");
}

TEST(Divergence, SaysNothingOfAValueThatNothingExplains) {
  const Divergence divergence =
      found(all_ways[0], at_point(1, [](const LyingPoint&, double) { return 0.12345678901234567; }));
  expect_place(divergence, 1);
  EXPECT_FALSE(divergence.explanation);
  EXPECT_EQ(component_of(divergence), "sweep");
}

// Neither is right beside no other call: one is made again in its own buffers, the other one after another.
TEST(Divergence, CallsNothingAnInterlockThatIsWrongWithoutCallsBesideIt) {
  Lies lies;
  lies.point = [](const LyingPoint& point, double) -> std::optional<double> {
    if (point.command.f_buffer != 1 || point.row != 7 || point.col != 12) return std::nullopt;
    return 0.12345678901234567;
  };
  const Divergence of_buffer = found(all_ways[0], lies);
  EXPECT_EQ(of_buffer.where, Where::sweep);
  EXPECT_EQ(of_buffer.word.buffer, 1);
  lies.point = [](const LyingPoint& point, double) -> std::optional<double> {
    if (point.number == 0 || point.row != 7 || point.col != 12) return std::nullopt;
    return 0.12345678901234567;
  };
  const Divergence of_later = found(all_ways[0], lies);
  EXPECT_EQ(of_later.where, Where::before);
  EXPECT_EQ(component_of(of_later), "state of the device");
  EXPECT_EQ(*of_later.sweep, 0);
  EXPECT_FALSE(of_later.unheld);
}

TEST(Divergence, TakesInstanceAndCycleFromALookInside) {
  const Lies lies = at_point(1, [](const LyingPoint& point, double) {
    return step_changed(point, 4, [](double right, double, double) { return from_bits(bits_of(right) ^ 1); });
  });
  const Divergence outside = found(all_ways[1], lies);
  const DivergenceResult& step = outside.results[4];
  OperatorEvent other;
  other.kind = "adder";
  other.operands[0] = other.operands[1] = bits_of(1.0);
  other.operand_count = 2;
  OperatorEvent cause = other;
  cause.instance = "TOP.u_cascade.g_pe[7].u_pe.g_lane[3].u_neighbours";
  cause.cycle = 812;
  cause.operands[0] = bits_of(step.a);
  cause.operands[1] = bits_of(step.b);
  cause.expected = bits_of(step.value);
  cause.got = bits_of(step.value) ^ 1;
  using Events = std::optional<std::vector<OperatorEvent>>;
  const auto look = [&](const Events& events) {
    return found(all_ways[1], lies, [=](const Capsule& calls) -> std::optional<DeviceLook> {
      std::vector<std::int64_t> given;
      for (std::size_t i = 0; i < command_count(calls); ++i) given.push_back(500 + static_cast<std::int64_t>(i));
      return DeviceLook{given, 9000, events};
    });
  };
  const Divergence inside = look(std::vector{other, cause});
  ASSERT_TRUE(inside.event);
  EXPECT_EQ(inside.event->instance, cause.instance);
  EXPECT_EQ(inside.event->cycle, 812);
  EXPECT_EQ(inside.operators_right, false);
  EXPECT_EQ(inside.given, 500 + static_cast<std::int64_t>(inside.command));
  EXPECT_EQ(inside.leaves, 9000);
  EXPECT_EQ(inside.element, 7);
  EXPECT_EQ(inside.lane, 3);
  const Divergence right = look(std::vector<OperatorEvent>{});
  EXPECT_FALSE(right.event);
  EXPECT_EQ(right.operators_right, true);
  EXPECT_EQ(right.element, outside.element);
  const Divergence unseen = look(std::nullopt);
  EXPECT_FALSE(unseen.event);
  EXPECT_FALSE(unseen.operators_right);
  EXPECT_EQ(unseen.leaves, 9000);
}

TEST(Divergence, IsNoneWhereNothingDiffers) {
  KeepAll listener;
  const auto device = recorded(make_accelerator(options("software")), options("software"), listener);
  sweep(*device, all_ways[0], 1, device.get());
  Capsule capsule = listener.kept.front();
  expect(capsule);
  EXPECT_FALSE(find_divergence(capsule, [](const Capsule& calls) { return calls; }));
}

}  // namespace
}  // namespace stencil::capsule_tests
