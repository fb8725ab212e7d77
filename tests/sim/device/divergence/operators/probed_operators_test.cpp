// An operator that is wrong for what it works on at one point is named alone: the device is asked for each by itself.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/operators/probed_operator.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "models/kernel_rows/formula_weights.hpp"
#include "tests/sim/device/divergence/lying_device.hpp"

namespace stencil::capsule_tests {
namespace {

constexpr std::int64_t probe_cols = 20;
constexpr std::uint64_t flipped_bits = 0x110000000000;

// In this sweep the step flips two bits of its result for the operands that it has at one point, wherever it has them.
Lies wrong_for_its_operands(std::size_t step, std::int64_t sweep) {
  const auto wrong = std::make_shared<std::optional<std::pair<double, double>>>();
  Lies lies;
  lies.point = [=](const LyingPoint& point, double) -> std::optional<double> {
    const PointFormula& formula = formula_of(point.command.weights);
    if (!*wrong && point.sweep == sweep && point.row == 7 && point.col == 12)
      *wrong = formula.operands(step, point.operands);
    if (!*wrong || point.sweep != sweep) return std::nullopt;
    return formula.value(point.operands, step, [&](double right, double a, double b) {
      const bool same = bits_of(a) == bits_of((*wrong)->first) && bits_of(b) == bits_of((*wrong)->second);
      return same ? from_bits(bits_of(right) ^ flipped_bits) : right;
    });
  };
  return lies;
}

Program block_of(const SweepWeights& weights, std::int64_t sweeps, std::vector<double> f, std::vector<double> r) {
  SweepCommand sweep;
  sweep.rows = static_cast<std::int64_t>(f.size()) / probe_cols;
  sweep.cols = probe_cols;
  sweep.niter = sweeps;
  sweep.weights = weights;
  Program program;
  program.blocks.push_back({sweep, std::move(f), std::move(r)});
  return program;
}

// Probes the first wrong value that a device with these lies leaves after the last sweep.
std::vector<ProbedOperator> probed(const Program& program, const Lies& lies) {
  const auto& command = std::get<SweepCommand>(program.blocks.front().command);
  const CapsulePlayer play_it = [&](const Capsule& calls) {
    LyingDevice device(lies, command.weights);
    return play(calls, device);
  };
  Capsule machine;
  machine.device = LyingDevice::options_for(command.weights);
  machine.capabilities = LyingDevice({}, command.weights).capabilities();
  const std::vector<double> got = play_it(capsule_of(program, machine)).calls.back().data;
  SweptField field(program, 0, 0);
  field.settle(command.niter - 1, field.after(command.niter - 1));
  const SweepView view(field, command.niter - 1, got);
  if (view.wrong().empty()) throw std::runtime_error("nothing was wrong");
  return probed_operators(machine, play_it, view, view.wrong().front());
}

void expect_each_named(const SweepWeights& weights, std::int64_t sweep) {
  const PointFormula& formula = formula_of(weights);
  std::vector<double> f, r;
  for (int word = 0; word < 10 * probe_cols; ++word) {
    f.push_back(std::sin(1.0 + 1.7 * word));
    r.push_back(std::cos(2.0 + 1.3 * word));
  }
  const Program program = block_of(weights, sweep + 1, f, r);
  for (std::size_t step = 0; step < formula.steps.size(); ++step) {
    SCOPED_TRACE(formula.steps[step].text);
    const std::vector<ProbedOperator> found = probed(program, wrong_for_its_operands(step, sweep));
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found.front().step, step);
    EXPECT_TRUE(found.front().inputs.empty()) << "what it reads comes to it rightly";
    const double right = apply(formula.steps[step].operation, found.front().a, found.front().b);
    EXPECT_EQ(bits_of(found.front().given), bits_of(right) ^ flipped_bits);
  }
}

TEST(ProbedOperators, NameTheOneThatIsWrongForItsOperandsInTheFirstSweepAndInLaterOnes) {
  for (const std::int64_t sweep : {0, 2}) expect_each_named(lying_weights, sweep);
}

TEST(ProbedOperators, NameThoseOfAKernelFile) {
  expect_each_named(with_numbers(formula_weights(read_formula("damped.stencil",
                                                              R"(kernel damped
field u
source q
number w
number a
new u = w*(a*(u[i-1,j-1] + u[i+1,j]) - (u[i,j+1] - q))
)")),
                                 {0.21, 0.7}),
                    1);
}

// Every operator that passes on the value is as suspect as the one that makes it.
TEST(ProbedOperators, NameNoneWhereThoseBehindItAreWrongForItsResult) {
  Lies lies;
  lies.point = [](const LyingPoint& point, double) {  // the last subtraction gives no -0
    return formula_of(point.command.weights).value(point.operands, 5, [](double right, double, double) {
      return right == 0.0 ? 0.0 : right;
    });
  };
  const std::vector<double> zeros(5 * probe_cols, -0.0);
  EXPECT_TRUE(probed(block_of(JacobiWeights{1.0, 1.0, 0.25}, 1, zeros, std::vector<double>(5 * probe_cols, 0.0)), lies)
                  .empty());
}

// An operator before it is wrong for what it passes on in a probe, and right in the point.
TEST(ProbedOperators, NameNoneThatIsRightInItsPlace) {
  const PointFormula& formula = formula_of(lying_weights);
  constexpr std::size_t sum = 0, product = 2, scaled = 6;  // north + south, times rdx2; the last one
  const std::vector<double> f(5 * probe_cols, 0.75), r(5 * probe_cols, 0.5);
  const std::vector<double> operands{0.75, 0.75, 0.75, 0.75, 0.5, 0.7, 1.3, 0.21};
  const double passed_on = formula.operands(product, operands).first, end = formula.operands(scaled, operands).first;
  Lies lies;
  lies.point = [&](const LyingPoint& point, double) {
    return formula.value(point.operands, [&](std::size_t step, double a, double b) {
      const double right = apply(formula.steps[step].operation, a, b);
      const bool wrong = (step == sum && a == passed_on && b == 0.0) || (step == scaled && a == end && b == 0.21);
      return wrong ? from_bits(bits_of(right) ^ flipped_bits) : right;
    });
  };
  const std::vector<ProbedOperator> found = probed(block_of(lying_weights, 1, f, r), lies);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found.front().step, scaled);
}

// Sweeps tiles forward, one step of whose formula is wrong for these operands.
class WrongTiles final : public testing_support::WrappedDevice {
 public:
  WrongTiles(std::size_t step, std::pair<double, double> operands)
      : WrappedDevice(make_accelerator(options("software"))), step_(step), operands_(std::move(operands)) {}

 private:
  void do_command(Ticket, const DeviceCommand& command, const After&) override {
    const auto& tile = std::get<TileCommand>(command);
    std::vector<double> f(static_cast<std::size_t>(tile.rows * tile.cols));
    const Place place{Bank::f, tile.f_buffer, 0, tile.rows * tile.cols};
    inner_->post_store(place, f.data(), {});
    const PointFormula& formula = tile_formula();
    for (std::int64_t row = tile.top.at; row < tile.bottom.at; ++row)
      for (std::int64_t col = tile.left.at; col < tile.right.at; ++col) {
        double* const point = f.data() + row * tile.cols + col;
        const auto change = [&](double right, double a, double b) {
          const bool same = bits_of(a) == bits_of(operands_.first) && bits_of(b) == bits_of(operands_.second);
          return same ? from_bits(bits_of(right) ^ flipped_bits) : right;
        };
        *point = formula.value(point_inputs(formula, point, tile.cols, 0.0, nullptr), step_, change);
      }
    inner_->post_load(place, f.data(), {});
  }
  std::vector<CycleCounts> do_wait() override {
    inner_->wait();
    return std::vector<CycleCounts>(posted_commands());
  }

  std::size_t step_;
  std::pair<double, double> operands_;
};

TEST(ProbedOperators, NameThoseOfATile) {
  TileCommand tile;
  tile.rows = tile.cols = 6;
  tile.sweeps = 1;
  tile.top.at = tile.left.at = 1;
  tile.bottom.at = tile.right.at = 5;
  Program program;
  program.blocks.push_back({tile, {}, {}});
  for (int word = 0; word < 36; ++word) program.blocks.front().f.push_back(std::sin(1.0 + 1.7 * word));
  program.blocks.front().r.assign(36, 0.0);
  SweptField field(program, 0, 0);
  field.settle(0, program.blocks.front().f);
  const PointFormula& formula = field.formula();
  const std::vector<double> operands =
      point_inputs(formula, program.blocks.front().f.data() + 7, 6, 0.0, nullptr);  // of the first point
  for (std::size_t step = 0; step < formula.steps.size(); ++step) {
    SCOPED_TRACE(formula.steps[step].text);
    const CapsulePlayer play_it = [&](const Capsule& calls) {
      WrongTiles device(step, formula.operands(step, operands));
      return play(calls, device);
    };
    Capsule machine;
    machine.device = options("software");
    machine.capabilities = make_accelerator(machine.device)->capabilities();
    const std::vector<double> got = play_it(capsule_of(program, machine)).calls.back().data;
    const SweepView view(field, 0, got);
    const std::vector<ProbedOperator> found = probed_operators(machine, play_it, view, 7);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found.front().step, step);
    const double right = formula.results(operands)[step];
    const double wrong = from_bits(bits_of(right) ^ flipped_bits);
    const bool is_last = step + 1 == formula.steps.size();
    EXPECT_EQ(found.front().given, is_last ? wrong : wrong / 5.0);
    EXPECT_EQ(found.front().due, is_last ? right : right / 5.0);
    ValueExplanation explanation;
    ASSERT_TRUE(name_probed_operator(machine, play_it, view, explanation, false));
    EXPECT_EQ(explanation.as_if.find(" had not given 0x") != std::string::npos, !is_last) << explanation.as_if;
  }
}

// A point that is wrong at its place alone says nothing of its operators.
TEST(ProbedOperators, NameNoneWhereThePointIsRightElsewhere) {
  Lies lies;
  lies.point = [](const LyingPoint& point, double right) -> std::optional<double> {
    if (point.sweep != 0 || point.row != 7 || point.col != 12) return std::nullopt;
    return std::nextafter(right, 1e300);
  };
  const Divergence found = first_divergence(all_ways[0], lies).divergence;
  ASSERT_TRUE(found.explanation);
  EXPECT_EQ(found.explanation->as_if.find("only pass an operand on"), std::string::npos);
}

// No bit, sign or other operand explains all of its results, which differ by what it works on.
TEST(ProbedOperators, NameTheOneWhoseWrongResultsNothingElseExplains) {
  constexpr std::size_t product = 3;  // (west + east)*rdy2
  Lies lies;
  lies.point = [](const LyingPoint& point, double) {
    return formula_of(point.command.weights).value(point.operands, product, [](double right, double a, double) {
      const std::uint64_t bits = bits_of(a);
      return bits % 3 == 0 && bits % 4 != 0 ? from_bits(bits_of(right) ^ (bits % 0x1000001)) : right;
    });
  };
  const Divergence found = first_divergence(all_ways[0], lies).divergence;
  ASSERT_TRUE(found.explanation);
  EXPECT_EQ(found.explanation->component, "multiplier");
  EXPECT_EQ(found.explanation->step, product);
}

}  // namespace
}  // namespace stencil::capsule_tests
