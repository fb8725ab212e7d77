// Tiles whose edges were elsewhere in the last pass alone, which has several sweeps.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "models/formula/exact_sweeps.hpp"
#include "sim/device/divergence/guesses/explanation.hpp"

namespace stencil::pass_window_test {
namespace {

constexpr std::int64_t rows = 14, cols = 12;
// Two passes of 2 and 3 sweeps.
constexpr std::int64_t sweeps = 5, elements = 4, first = 2;

Tile tile_of(bool backward) {
  Tile tile;
  tile.rows = rows;
  tile.cols = cols;
  tile.sweeps = sweeps;
  tile.backward = backward;
  tile.top = {1, 0};
  tile.bottom = {rows - 2, -1};
  tile.left = {sweeps, -1};
  tile.right = {cols - 1, 0};
  return tile;
}

// The explanation of a last pass that `pass` makes. is_first: the tile at the top left, whose other edges move.
ValueExplanation explained(bool backward, const std::function<void(Tile& rest, std::vector<double>& values)>& pass,
                           bool is_first = false) {
  Program program;
  program.blocks.emplace_back();
  TileCommand command;
  static_cast<Tile&>(command) = tile_of(backward);
  if (is_first) command.left = {1, 0}, command.right = {cols - 1, -1};
  program.blocks.front().command = command;
  std::vector<double>& values = program.blocks.front().f;
  for (std::int64_t word = 0; word < rows * cols; ++word) values.push_back(std::sin(0.7 * static_cast<double>(word)));
  SweptField field(program, 0, 0);
  field.settle(sweeps - 1, field.after(sweeps - 1));
  std::vector<double> got = field.after(first);
  Tile rest = without_first(command, first);
  pass(rest, got);
  return explain_sweep(SweepView(field, sweeps - 1, got), elements, {}).value_or(ValueExplanation{});
}

TEST(PassWindow, NamesTheEdgeThatWasElsewhere) {
  for (const bool backward : {false, true}) {
    const ValueExplanation moved = explained(backward, [](Tile& rest, std::vector<double>& values) {
      rest.bottom.at += 2;
      exact_tile(rest, values.data());
    });
    EXPECT_EQ(moved.component, "window");
    EXPECT_EQ(moved.as_if,
              "the bottom edge had been row 12, not 10, of the block at the beginning of the pass of sweeps 2 to 4");
    EXPECT_EQ(moved.first_sweep, first);
    const ValueExplanation turned = explained(backward, [](Tile& rest, std::vector<double>& values) {
      rest.left.slope = 0;
      exact_tile(rest, values.data());
    });
    EXPECT_EQ(turned.component, "window");
    EXPECT_EQ(turned.as_if, "the slope of the left edge had been 0, not -1, in the pass of sweeps 2 to 4");
  }
}

TEST(PassWindow, NamesTheSweepsByWhichAllEdgesHadMoved) {
  for (const std::int64_t by : {-1, 1}) {
    const ValueExplanation late = explained(
        false,
        [by](Tile& rest, std::vector<double>& values) {
          for (TileEdge* const edge : {&rest.bottom, &rest.left, &rest.right}) edge->at += by * edge->slope;
          exact_tile(rest, values.data());
        },
        true);
    EXPECT_EQ(late.component, "window");
    EXPECT_EQ(late.as_if, std::string("the edges had moved by ") + (by < 0 ? "1 sweep" : "3 sweeps") +
                              ", not 2, before the pass of sweeps 2 to 4");
  }
}

// On the border a sweep may set any values, not those of the formula alone.
TEST(PassWindow, NamesTheEdgeBesideABorderThatThePassHasSet) {
  const ValueExplanation found = explained(true, [](Tile& rest, std::vector<double>& values) {
    for (std::int64_t sweep = 0; sweep < 3; ++sweep) {
      Tile one = without_first(rest, sweep);
      one.sweeps = 1;
      exact_tile(one, values.data());
      for (std::int64_t col = 0; col < cols; ++col) values[static_cast<std::size_t>(col)] += 0.25;
    }
    for (std::int64_t col = 0; col < cols; ++col)
      values[static_cast<std::size_t>(col)] = std::sin(0.7 * static_cast<double>(col));
  });
  EXPECT_EQ(found.component, "window or operand");
  EXPECT_EQ(found.as_if.rfind("the top edge had been beyond the border of the block in the pass of sweeps 2 to 4", 0),
            0u)
      << found.as_if;
  EXPECT_EQ(found.first_sweep, first);
}

}  // namespace
}  // namespace stencil::pass_window_test
