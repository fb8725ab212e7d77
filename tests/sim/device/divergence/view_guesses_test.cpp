// Operators that are wrong for a class of numbers, of a field that has many of each; passes that read or end elsewhere:
// which guess fits them.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "models/formula/point_formula.hpp"
#include "models/jacobi.hpp"
#include "sim/device/divergence/guesses/explanation.hpp"
#include "tests/sim/device/divergence/wrong_operators.hpp"

namespace stencil {
namespace {

using Numbers = std::numeric_limits<double>;

bool is_subnormal(double value) {
  return value != 0.0 && std::fabs(value) < Numbers::min();
}

// The wrong result of an operator, from the right one and its operands.
struct WrongClass {
  const char* did;
  std::function<double(PointOperation operation, double a, double b)> result;
};

double right(PointOperation operation, double a, double b) {
  return apply(operation, a, b);
}

const std::array<WrongClass, 9> wrong_classes{{
    {"had given 0 where its result is subnormal",
     [](PointOperation operation, double a, double b) {
       const double value = right(operation, a, b);
       return is_subnormal(value) ? std::copysign(0.0, value) : value;
     }},
    {"had given +0 where its result is subnormal",
     [](PointOperation operation, double a, double b) {
       const double value = right(operation, a, b);
       return is_subnormal(value) ? 0.0 : value;
     }},
    {"had taken subnormal operands as 0",
     [](PointOperation operation, double a, double b) {
       return right(operation, is_subnormal(a) ? std::copysign(0.0, a) : a,
                    is_subnormal(b) ? std::copysign(0.0, b) : b);
     }},
    {"had given the smallest normal number where its result is subnormal",
     [](PointOperation operation, double a, double b) {
       const double value = right(operation, a, b);
       return is_subnormal(value) ? std::copysign(Numbers::min(), value) : value;
     }},
    {"had given twice its result where that is subnormal",
     [](PointOperation operation, double a, double b) {
       const double value = right(operation, a, b);
       return !is_subnormal(value)                    ? value
              : operation == PointOperation::multiply ? right(operation, a + a, b)
                                                      : value + value;
     }},
    {"had given a 0 of the other sign where its result is 0",
     [](PointOperation operation, double a, double b) {
       const double value = right(operation, a, b);
       return value == 0.0 ? -value : value;
     }},
    {"had given a 0 of the other sign where its operands, which are not 0, cancel",
     [](PointOperation operation, double a, double b) {
       const double value = right(operation, a, b);
       return a != 0.0 && b != 0.0 && value == 0.0 ? -value : value;
     }},
    {"had given +0 where its result is -0, or an adder behind it that the formula leaves idle had added +0, not -0",
     [](PointOperation operation, double a, double b) {
       const double value = right(operation, a, b);
       return value == 0.0 ? std::fabs(value) : value;
     }},
    {"had given the largest number where its result is infinite",
     [](PointOperation operation, double a, double b) {
       const double value = right(operation, a, b);
       return std::isinf(value) ? std::copysign(Numbers::max(), value) : value;
     }},
}};

constexpr std::int64_t rows = 60, cols = 80;

// Zeros, sums that cancel, the smallest and the largest numbers; the first quarter has zeros alone, the second none but
// the former two.
std::vector<double> values(unsigned seed) {
  const double few[] = {0.0,
                        -0.0,
                        1.5,
                        -1.5,
                        Numbers::denorm_min(),
                        -3 * Numbers::denorm_min(),
                        Numbers::min(),
                        -Numbers::min(),
                        1.25 * Numbers::min(),
                        -1e-300,
                        Numbers::max(),
                        -0.9 * Numbers::max()};
  std::mt19937_64 random(seed);
  std::vector<double> all(static_cast<std::size_t>(rows * cols));
  constexpr std::size_t zeros = 2, that_cancel = 4;
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = few[random() % (4 * i < all.size() ? zeros : 2 * i < all.size() ? that_cancel : std::size(few))];
  return all;
}

// A block of one sweep whose operators at `steps` are wrong.
std::optional<ValueExplanation> explained(const WrongClass& wrong, const std::vector<std::size_t>& steps) {
  return test::explained_block(rows, cols, JacobiWeights{0.7, 1.3, 0.21}, values(1), values(2),
                               [&](std::size_t now, PointOperation operation, double a, double b) {
                                 const bool is_wrong = std::find(steps.begin(), steps.end(), now) != steps.end();
                                 return is_wrong ? wrong.result(operation, a, b) : right(operation, a, b);
                               });
}

class WrongForAClass : public ::testing::TestWithParam<std::size_t> {};

TEST_P(WrongForAClass, IsNamedOfOneOperatorAndOfAllOfItsKind) {
  const WrongClass& wrong = wrong_classes[GetParam()];
  const PointFormula& formula = formula_of(JacobiWeights{});
  std::vector<std::size_t> adders, multipliers;
  for (std::size_t step = 0; step < formula.steps.size(); ++step)
    (formula.steps[step].operation == PointOperation::multiply ? multipliers : adders).push_back(step);
  ASSERT_GE(adders.size(), 3u);
  ASSERT_GE(multipliers.size(), 3u);
  for (const auto& [kind, steps] : {std::pair{"adder", adders}, {"multiplier", multipliers}}) {
    const auto every = explained(wrong, steps);
    ASSERT_TRUE(every) << kind;
    EXPECT_TRUE(every->component == kind || every->component == "operator") << every->component;
    EXPECT_NE(every->as_if.find(std::string("every ") + kind), std::string::npos) << every->as_if;
    EXPECT_EQ(every->fits, every->of);
  }
  // What one operator gives, another may take: then both are named.
  std::int64_t named = 0, alone = 0;
  for (std::size_t step = 0; step < formula.steps.size(); ++step) {
    const auto one = explained(wrong, {step});
    if (!one) continue;  // nothing is wrong: it has no such result here
    const std::string name =
        std::string(unit_of(formula.steps[step].operation)) + " '" + formula.steps[step].text + "'";
    EXPECT_NE(one->as_if.find(name), std::string::npos) << one->as_if << " lacks " << name;
    EXPECT_EQ(one->fits, one->of);
    ++named;
    alone += one->as_if == name + " " + wrong.did ? 1 : 0;
  }
  EXPECT_GE(named + alone, 2);
}

// Of a block of plain numbers, whose operators are wrong now and then: `wrong` has the results.
std::optional<ValueExplanation> explained_odd(
    double scale, double beta,
    const std::function<double(std::size_t step, PointOperation operation, double a, double b)>& wrong) {
  ProgramBlock block;
  SweepCommand sweep;
  sweep.rows = 40;
  sweep.cols = 30;
  sweep.niter = 1;
  sweep.weights = JacobiWeights{0.7, 1.3, beta};
  block.command = sweep;
  for (int word = 0; word < 1200; ++word) {
    block.f.push_back(scale * std::sin(word));
    block.r.push_back(scale * 3000.0 * std::cos(word));
  }
  Program program;
  program.blocks.push_back(block);
  SweptField field(program, 0, 0);
  field.settle(0, block.f);
  std::vector<double> got = field.after(1);
  const SweepView before(field, 0, block.f);
  for (std::int64_t word = 0; word < 1200; ++word) {
    if (!field.sets(word, 0)) continue;
    got[static_cast<std::size_t>(word)] = field.formula().value(
        before.operands(word),
        [&](std::size_t now, double a, double b) { return wrong(now, field.formula().steps[now].operation, a, b); });
  }
  return explain_sweep(SweepView(field, 0, got), 1, {});
}

std::uint64_t hash(double a, double b) {
  std::uint64_t bits = 0, more = 0;
  std::memcpy(&bits, &a, sizeof bits);
  std::memcpy(&more, &b, sizeof more);
  return (bits * 0x9e3779b97f4a7c15u ^ more * 0xc2b2ae3d27d4eb4fu) >> 40;
}

// As of a sticky bit that is added: whichever of the adders, and not always.
TEST(WrongNowAndThen, AddersAreNamedThatAreAnUlpOff) {
  const auto found = explained_odd(1.0, 0.21, [](std::size_t, PointOperation operation, double a, double b) {
    const double value = right(operation, a, b);
    const bool adds = operation == PointOperation::add || operation == PointOperation::subtract;
    return adds && hash(a, b) % 37 == 0 ? std::nextafter(value, 2 * value) : value;
  });
  ASSERT_TRUE(found);
  EXPECT_EQ(found->component, "adder");
  EXPECT_NE(found->as_if.find("adders, not always the same ones, had "), std::string::npos) << found->as_if;
  EXPECT_EQ(found->fits, found->of);
}

TEST(WrongNowAndThen, TheLastOperatorIsNamedWithTheClassOfItsResult) {
  const auto found = explained_odd(1.0, 1e305, [](std::size_t, PointOperation operation, double a, double b) {
    const double value = right(operation, a, b);
    return std::isinf(value) && hash(a, b) % 3 != 0 ? std::copysign(0.75 * static_cast<double>(hash(a, b)), value)
                                                    : value;
  });
  ASSERT_TRUE(found);
  EXPECT_EQ(found->component, "multiplier");
  EXPECT_NE(found->as_if.find("*beta' had given another value where its result is infinite"), std::string::npos)
      << found->as_if;
}

// Whatever it gives.
TEST(WrongNowAndThen, AnOperatorIsNamedWithTheOperandsItIsWrongFor) {
  const auto found = explained_odd(2e-308, 0.21, [](std::size_t step, PointOperation operation, double a, double b) {
    const double value = right(operation, a, b);
    return step == 2 && is_subnormal(a) ? value + 1e-309 * static_cast<double>(1 + hash(a, b) % 1000) : value;
  });
  ASSERT_TRUE(found);
  EXPECT_NE(found->as_if.find("some multiplier, where an operand of it is subnormal,"), std::string::npos)
      << found->as_if;
  EXPECT_EQ(found->fits, found->of);
}

TEST(WrongNowAndThen, AMultiplierIsNamedThatLosesACarry) {
  const auto found = explained_odd(1.0, 0.21, [](std::size_t step, PointOperation operation, double a, double b) {
    const double value = right(operation, a, b);
    if (step != 6 || hash(a, b) % 5 > 1) return value;
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    bits -= std::uint64_t{1} << (hash(a, b) % 2 == 0 ? 25 : 26);
    double less = 0.0;
    std::memcpy(&less, &bits, sizeof less);
    return less;
  });
  ASSERT_TRUE(found);
  EXPECT_EQ(found->component, "multiplier");
  EXPECT_NE(found->as_if.find("*beta' had lost a carry into bit 25 or 26"), std::string::npos) << found->as_if;
  EXPECT_EQ(found->fits, found->of);
}

TEST(WrongNowAndThen, AMultiplierIsNamedThatScalesItsResult) {
  const auto found = explained_odd(1.0, 0.21, [](std::size_t step, PointOperation operation, double a, double b) {
    const double value = right(operation, a, b);
    const bool is_wrong = step == 2 && operation == PointOperation::multiply && hash(a, b) % 5 == 0;
    return is_wrong ? std::ldexp(value, -1 - static_cast<int>(hash(a, b) % 7)) : value;
  });
  ASSERT_TRUE(found);
  // The sum that it multiplies, scaled, gives the same products.
  EXPECT_EQ(found->component, "operator") << found->as_if;
  EXPECT_EQ(found->as_if.find("adder 'north + south' or multiplier '(north + south)*rdx2' had given its result times"),
            0u)
      << found->as_if;
}

// What is read for the last two columns is two words further on, for f and r.
TEST(PointsOnlyRead, ShowWhatWasReadForOthersToo) {
  ProgramBlock block;
  SweepCommand sweep;
  sweep.rows = 20;
  sweep.cols = 10;
  sweep.niter = 1;
  sweep.weights = JacobiWeights{0.7, 1.3, 0.21};
  block.command = sweep;
  for (int word = 0; word < 200; ++word) {
    block.f.push_back(std::sin(word));
    block.r.push_back(std::cos(word));
  }
  Program program;
  program.blocks.push_back(block);
  SweptField field(program, 0, 0);
  field.settle(0, block.f);
  std::vector<double> got = block.f, r = block.r;
  for (std::size_t word = 0; word + 2 < 200; ++word) {
    if (word % 10 < 8) continue;
    got[word] = block.f[word + 2];
    r[word] = block.r[word + 2];
  }
  golden_sweeps(20, 10, got.data(), r.data(), sweep.weights, 1);
  const auto found = explain_sweep(SweepView(field, 0, got), 1, {});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->component, "local memory or write-back");
  EXPECT_NE(found->as_if.find("had been the value 2 words behind it ("), std::string::npos) << found->as_if;
}

INSTANTIATE_TEST_SUITE_P(Classes, WrongForAClass, ::testing::Range(std::size_t{0}, wrong_classes.size()));

}  // namespace
}  // namespace stencil
