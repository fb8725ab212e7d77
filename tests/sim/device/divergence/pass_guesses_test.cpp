// Passes behind the first that read or end otherwise: all later sweeps carry it to the end of the command.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "models/jacobi.hpp"
#include "sim/device/divergence/field/swept_field.hpp"
#include "sim/device/divergence/guesses/explanation.hpp"

namespace stencil {
namespace {

// 20 rows.
ProgramBlock block_of(std::int64_t sweeps, std::int64_t cols = 9) {
  ProgramBlock block;
  SweepCommand sweep;
  sweep.rows = 20;
  sweep.cols = cols;
  sweep.niter = sweeps;
  sweep.weights = JacobiWeights{0.7, 1.3, 0.21};
  block.command = sweep;
  for (int word = 0; word < 20 * cols; ++word) {
    block.f.push_back(std::sin(word));
    block.r.push_back(std::cos(word));
  }
  return block;
}

TEST(PassesOfACommand, AreCarriedToTheEnd) {
  constexpr std::int64_t sweeps = 5, elements = 2;  // passes of 1, 2 and 2 sweeps
  const ProgramBlock block = block_of(sweeps);
  const auto& sweep = std::get<SweepCommand>(block.command);
  Program program;
  program.blocks.push_back(block);
  const SweptField right(program, 0, 0);
  struct Wrong {
    const char* component;
    const char* as_if;
    std::int64_t first_sweep;
    std::function<void(std::vector<double>& f, std::vector<double>& r, std::int64_t& rows, std::int64_t pass)> spoil;
  };
  const Wrong all[] = {
      {"operand r or write-back", "pass 1 had read r one word behind its place, where it lies or is forwarded", 1,
       [](auto&, auto& r, auto&, std::int64_t pass) {
         if (pass == 1) std::rotate(r.begin(), r.begin() + 1, r.end() - 1);
       }},
      {"operand f or write-back", "pass 1 had read f one word behind its place, where it lies or is forwarded", 1,
       [](auto& f, auto&, auto&, std::int64_t pass) {
         if (pass == 1) std::rotate(f.begin(), f.begin() + 1, f.end());  // something lies behind the last word
       }},
      {"operand f or write-back", "pass 2 had read f one row south of its place, where it lies or is forwarded", 3,
       [](auto& f, auto&, auto&, std::int64_t pass) {
         if (pass == 2) std::copy(f.begin() + 9, f.end(), f.begin());
       }},
      {"operand r or write-back", "pass 1 and those behind it had read 0 for r", 1,
       [](auto&, auto& r, auto&, std::int64_t pass) {
         if (pass == 1) std::fill(r.begin(), r.end(), 0.0);
       }},
      {"operand r or write-back", "pass 2 had read 0 for r", 3,
       [](auto&, auto& r, auto&, std::int64_t pass) {
         if (pass == 2) std::fill(r.begin(), r.end(), 0.0);
       }},
      {"rows of a pass", "pass 2 had ended 1 row too early, and taken the last for the border", 3,
       [](auto&, auto&, std::int64_t& rows, std::int64_t pass) {
         if (pass == 2) --rows;
       }},
  };
  for (const Wrong& wrong : all) {
    std::vector<double> f = block.f, r = block.r;
    std::int64_t rows = sweep.rows, pass = 0;
    for (const std::int64_t made : {1, 2, 2}) {
      wrong.spoil(f, r, rows, pass++);
      golden_sweeps(rows, sweep.cols, f.data(), r.data(), sweep.weights, made);
    }
    SweptField field(program, 0, 0);
    field.settle(sweeps - 1, right.after(sweeps - 1));
    const auto found = explain_sweep(SweepView(field, sweeps - 1, f), elements, {});
    ASSERT_TRUE(found) << wrong.as_if;
    EXPECT_EQ(found->component, wrong.component);
    EXPECT_EQ(found->as_if, wrong.as_if);
    EXPECT_EQ(found->first_sweep.value_or(-1), wrong.first_sweep);
  }
}

// As where a write looks at the last lane of a beat that is not full.
TEST(PassesOfACommand, MayReadOldWordsInTheLastBeatsOfRowsAlone) {
  constexpr std::int64_t sweeps = 5, elements = 2, cols = 11;
  const ProgramBlock block = block_of(sweeps, cols);
  const auto& sweep = std::get<SweepCommand>(block.command);
  Program program;
  program.blocks.push_back(block);
  std::vector<double> f = block.f, before;
  std::int64_t pass = 0;
  for (const std::int64_t made : {1, 2, 2}) {
    const std::vector<double> now = f;
    for (std::size_t word = 0; pass == 2 && word < f.size(); ++word)
      if (static_cast<std::int64_t>(word) % cols >= 8) f[word] = before[word];
    before = now;
    golden_sweeps(sweep.rows, cols, f.data(), block.r.data(), sweep.weights, made);
    ++pass;
  }
  SweptField field(program, 0, 0);
  field.settle(sweeps - 1, SweptField(program, 0, 0).after(sweeps - 1));
  const auto found = explain_sweep(SweepView(field, sweeps - 1, f), elements, {});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->component, "write-back");
  EXPECT_EQ(found->as_if, "pass 2 had read what was there before pass 1 wrote, in columns 8 to 10 alone");
}

// Sums of another rounding at some points, each of another operator, by more than one operator's would explain.
TEST(Roundings, OfSeveralOperatorsAreTheOperatorsNotAnOperand) {
  const ProgramBlock block = block_of(1);
  Program program;
  program.blocks.push_back(block);
  SweptField field(program, 0, 0);
  field.settle(0, field.after(0));
  std::vector<double> got = field.after(1);
  const auto move = [&](std::size_t word, int ulps) {
    for (int step = 0; step < std::abs(ulps); ++step) got[word] = std::nextafter(got[word], ulps > 0 ? 1e9 : -1e9);
  };
  move(21, 1);
  move(58, -9);
  move(94, 11);
  move(140, -1);
  const auto found = explain_sweep(SweepView(field, 0, got), 4, {}, TookCycles::all);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->component, "operator") << found->as_if;
  EXPECT_NE(found->as_if.find("had rounded otherwise"), std::string::npos) << found->as_if;
  // Of a thousandth another operand may be the cause: no operator is accused.
  got[58] *= 1.001;
  const auto other = explain_sweep(SweepView(field, 0, got), 4, {}, TookCycles::all);
  EXPECT_TRUE(!other || other->as_if.find("rounded") == std::string::npos) << other->as_if;
}

}  // namespace
}  // namespace stencil
