// Operators that take another one's result, NaNs of other bits, rows of a chain that were lost, tiles of other windows,
// and loads that change another buffer.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "models/formula/exact_sweeps.hpp"
#include "models/gauss_seidel_tile.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/device/divergence/guesses/explanation.hpp"
#include "tests/sim/device/divergence/lying_device.hpp"

namespace stencil::capsule_tests {
namespace {

constexpr std::int64_t rows = 24, cols = 20;

std::vector<double> waves(double seed) {
  std::vector<double> words;
  for (std::int64_t word = 0; word < rows * cols; ++word)
    words.push_back(std::sin(seed + 1.7 * static_cast<double>(word)));
  return words;
}

SweepCommand jacobi(std::int64_t sweeps) {
  SweepCommand sweep;
  sweep.rows = rows;
  sweep.cols = cols;
  sweep.niter = sweeps;
  sweep.weights = JacobiWeights{0.7, 1.3, 0.21};
  return sweep;
}

Program of(const DeviceCommand& command) {
  Program program;
  program.blocks.emplace_back();
  program.blocks.front().command = command;
  program.blocks.front().f = waves(1.0);
  program.blocks.front().r = waves(2.0);
  return program;
}

std::optional<ValueExplanation> explained(const SweptField& field, std::int64_t sweep, const std::vector<double>& got) {
  return explain_sweep(SweepView(field, sweep, got), 4, {});
}

TEST(Wires, AnOperatorThatTakesTheResultOfAnotherIsNamedWithBoth) {
  const SweptField field(of(jacobi(1)), 0, 0);
  const PointFormula& formula = field.formula();
  const auto step = [&](const std::string& text) {
    std::size_t found = 0;
    while (formula.steps.at(found).text != text) ++found;
    return found;
  };
  const std::size_t rows_sum = step("north + south"), product = step("(west + east)*rdy2");
  std::vector<double> got = field.after(1);
  const SweepView right(field, 0, field.after(1));
  for (std::int64_t word = 0; word < rows * cols; ++word) {
    if (!field.sets(word, 0)) continue;
    const std::vector<double> operands = right.operands(word);
    const double wire = formula.results(operands)[rows_sum];
    got[static_cast<std::size_t>(word)] = formula.value(
        operands, product, [&](double, double, double b) { return apply(PointOperation::multiply, wire, b); });
  }
  const auto found = explained(field, 0, got);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->component, "multiplier");
  EXPECT_EQ(found->as_if, "multiplier '(west + east)*rdy2' had taken 'north + south' in place of 'west + east'");
  EXPECT_EQ(found->fits, found->of);
}

TEST(OtherNans, AreNoFlippedBits) {
  Program program = of(jacobi(1));
  program.blocks.front().f[5 * cols + 5] = std::numeric_limits<double>::infinity();
  program.blocks.front().f[7 * cols + 5] = -std::numeric_limits<double>::infinity();
  const SweptField field(program, 0, 0);
  std::vector<double> got = field.after(1);
  std::int64_t nans = 0;
  for (double& value : got) {
    if (!std::isnan(value)) continue;
    value = from_bits(0xfff8000000000000u);
    ++nans;
  }
  ASSERT_GT(nans, 0);
  const auto found = explained(field, 0, got);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->component, "NaN");
  EXPECT_EQ(found->fits, nans);
  got[2 * cols + 2] += 1.0;  // no NaN
  const auto other = explained(field, 0, got);
  EXPECT_FALSE(other && other->component == "NaN");
}

TEST(KeptRows, OfAChainAreNamedWhereSeveralAreLost) {
  SweepCommand first = jacobi(2), second = jacobi(2);
  first.below = second.above = true;
  second.f_buffer = 1;
  Program program = of(first);
  program.blocks.push_back(of(second).blocks.front());
  program.blocks.back().f = waves(3.0);  // no row twice
  const SweptField field(program, 0, 1);
  for (const std::int64_t lost : {1, 3}) {
    std::vector<double> got = field.after(1);
    const std::vector<double> right = got;
    for (std::size_t word = 0; word + static_cast<std::size_t>(lost * cols) < got.size(); ++word)
      got[word] = right[word + static_cast<std::size_t>(lost * cols)];
    const auto found = explained(field, 0, got);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->component, lost == 1 ? "kept row or write-back" : "kept rows or write-back");
    EXPECT_TRUE(found->kept_row) << found->as_if;
  }
}

TileCommand tile_of(int right_slope) {
  TileCommand tile;
  tile.rows = rows;
  tile.cols = cols;
  tile.sweeps = 3;
  tile.top = {1, 0};
  tile.bottom = {rows - 1, 0};
  tile.left = {1, 0};
  tile.right = {cols - 1, right_slope};
  return tile;
}

TEST(TileWindows, ASweepThatSetsNothingIsOfTheWindowOrOfThePasses) {
  SweptField field(of(tile_of(0)), 0, 0);
  field.settle(1, std::vector<double>(field.after(1)));
  const std::vector<double> got = field.after(1);
  const auto found = explained(field, 1, got);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->component, "window or passes");
  EXPECT_EQ(found->as_if, "this sweep had not been made, or had set no point");
}

// Divisions of a tile are wrong where the significand of the quotient lies in a part of its range; and elsewhere too.
TEST(Significands, OfResultsThatAreWrongNameTheOperator) {
  TileCommand tile = tile_of(0);
  tile.sweeps = 1;
  const SweptField field(of(tile), 0, 0);
  for (const bool elsewhere : {false, true}) {
    std::vector<double> got = field.after(0);
    for (std::int64_t row = 1; row < rows - 1; ++row) {
      for (std::int64_t col = 1; col < cols - 1; ++col) {
        const auto at = [&](std::int64_t i, std::int64_t j) { return got[static_cast<std::size_t>(i * cols + j)]; };
        const std::vector<double> operands{at(row - 1, col), at(row + 1, col), at(row, col),
                                           at(row, col - 1), at(row, col + 1), 5.0};
        double value = field.formula().value(operands);
        int exponent = 0;
        const double significand = 2.0 * std::abs(std::frexp(value, &exponent));
        const bool is_wrong = significand < 1.2 || (elsewhere && significand > 1.9);
        // By no power of two, and by more than an operator in the formula would.
        if (is_wrong) value *= 0.3 + 0.1 * std::abs(std::sin(static_cast<double>(row * cols + col)));
        got[static_cast<std::size_t>(row * cols + col)] = value;
      }
    }
    const auto found = explained(field, 0, got);
    const bool is_named = found && found->component == "division";
    EXPECT_EQ(is_named, !elsewhere) << (found ? found->component + ": " + found->as_if : "");
    const std::string as_if = is_named ? found->as_if : "";
    EXPECT_EQ(
        as_if.find("had given another value where the significand of the result of '(...)/5'") != std::string::npos,
        !elsewhere)
        << as_if;
  }
}

// Its left edge is the border: slopes that were exchanged look alike, unless the border was set.
TEST(TileWindows, OneSlopeIsNamedBeforeTwo) {
  SweptField field(of(tile_of(-1)), 0, 0);
  field.settle(1, std::vector<double>(field.after(1)));
  Tile wrong = without_first(tile_of(0), 1);
  wrong.sweeps = 1;
  std::vector<double> got = field.after(1);
  exact_tile(wrong, got.data());
  const auto found = explained(field, 1, got);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->component, "window");
  EXPECT_EQ(found->as_if, "the slope of the right edge had been 0, not -1");
}

// Its loads of f land in r buffer 0 as well.
class OneBank final : public testing_support::WrappedDevice {
 public:
  OneBank() : WrappedDevice(make_accelerator(options("software"))) {}

 private:
  void do_load(Ticket, const Place& place, const double* source, const After&) override {
    inner_->post_load(place, source, {});
    Place other = place;
    other.bank = Bank::r;
    other.buffer = 0;
    if (place.bank == Bank::f) inner_->post_load(other, source, {});
  }
  std::vector<CycleCounts> do_wait() override {
    inner_->wait();
    return std::vector<CycleCounts>(posted_commands());
  }
};

TEST(LoadsOfAnotherBuffer, AreNamedWhereEachLoadIsRightByItself) {
  KeepAll listener;
  const auto device = recorded(std::make_unique<OneBank>(), options("software"), listener);
  const std::vector<double> f = waves(1.0), r = waves(2.0);
  std::vector<double> out(f.size());
  const Ticket of_r = device->post_load({Bank::r, 0, 0, rows * cols}, r.data(), {});
  const Ticket of_f = device->post_load({Bank::f, 0, 0, rows * cols}, f.data(), {});
  const Ticket command = device->post(jacobi(1), {of_r, of_f});
  device->post_store({Bank::f, 0, 0, rows * cols}, out.data(), {command});
  device->wait();
  Capsule calls = listener.kept.back();
  const CapsulePlayer player = [](const Capsule& made) {
    OneBank one;
    return play(made, one);
  };
  expect(calls);
  const auto found = find_divergence(player(calls), player);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->where, Divergence::Where::load);
  EXPECT_EQ(found->call, 1u);
  EXPECT_EQ(found->word.bank, Bank::r);
  EXPECT_EQ(found->differing, rows * cols);
  ASSERT_TRUE(found->explanation);
  EXPECT_EQ(found->explanation->as_if,
            "call 1, which loads f buffer 0, had changed r buffer 0, right before it: both had been taken for the same "
            "words");
}

}  // namespace
}  // namespace stencil::capsule_tests
