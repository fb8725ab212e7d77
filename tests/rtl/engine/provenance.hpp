// Fields whose values tell their position, so that a result names the operand it was computed from.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/rtl/engine/reference.hpp"

namespace stencil::test {

// With one weight 1 and all else 0 a result is the sum of two neighbours, exact for small integers. A cell holds its
// number if its row (or column) is `phase` modulo 4, and 0 otherwise: of two cells two apart at most one is not 0, so
// the result is the number of the cell it came from. A five-point sweep has one weight per neighbour.
class Probe {
 public:
  enum class Operand { row_neighbour, column_neighbour, right_hand_side, north, south, west, east, centre };

  Probe(Operand operand, std::int64_t phase, bool five_point = false)
      : operand_(operand), phase_(phase), five_point_(five_point) {}

  Weights weights() const {
    const auto one_for = [this](Operand operand) { return operand_ == operand ? 1.0 : 0.0; };
    if (five_point_)
      return {0.0, 0.0, 1.0,
              Coefficients{one_for(Operand::north), one_for(Operand::south), one_for(Operand::west),
                           one_for(Operand::east), one_for(Operand::centre)}};
    return {operand_ == Operand::row_neighbour ? 1.0 : 0.0, operand_ == Operand::column_neighbour ? 1.0 : 0.0, 1.0};
  }
  Words field(std::int64_t rows, std::int64_t cols) const {
    return numbered(rows, cols, operand_ != Operand::right_hand_side);
  }
  Words right_hand_side(std::int64_t rows, std::int64_t cols) const {
    return numbered(rows, cols, operand_ == Operand::right_hand_side);
  }

  // Checks a field after one sweep; empty if every operand came from its place.
  std::string first_wrong_operand(std::int64_t rows, std::int64_t cols, const Words& before, const Words& after) const {
    for (std::int64_t row = 0; row < rows; ++row)
      for (std::int64_t col = 0; col < cols; ++col) {
        const auto at = static_cast<std::size_t>(row * cols + col);
        const bool border = row == 0 || col == 0 || row == rows - 1 || col == cols - 1;
        const std::int64_t expected =
            border ? static_cast<std::int64_t>(to_double(before[at])) : expected_number(row, col, cols);
        const double got = to_double(after[at]);
        if (got != static_cast<double>(expected))
          return "point (" + std::to_string(row) + ", " + std::to_string(col) + "): " + name() + " should be " +
                 place(static_cast<double>(expected), cols) + ", came from " + place(got, cols);
      }
    return "";
  }

 private:
  bool holds(std::int64_t row, std::int64_t col) const {
    if (five_point_ || operand_ == Operand::right_hand_side) return true;
    return (operand_ == Operand::row_neighbour ? row : col) % 4 == phase_;
  }
  static std::int64_t number(std::int64_t row, std::int64_t col, std::int64_t cols) { return row * cols + col + 1; }

  Words numbered(std::int64_t rows, std::int64_t cols, bool here) const {
    Words words(static_cast<std::size_t>(rows * cols), to_bits(0.0));
    for (std::int64_t row = 0; here && row < rows; ++row)
      for (std::int64_t col = 0; col < cols; ++col)
        if (holds(row, col))
          words[static_cast<std::size_t>(row * cols + col)] = to_bits(static_cast<double>(number(row, col, cols)));
    return words;
  }
  std::int64_t number_if_held(std::int64_t row, std::int64_t col, std::int64_t cols) const {
    return holds(row, col) ? number(row, col, cols) : 0;
  }
  std::int64_t expected_number(std::int64_t row, std::int64_t col, std::int64_t cols) const {
    switch (operand_) {
      case Operand::row_neighbour:
        return number_if_held(row - 1, col, cols) + number_if_held(row + 1, col, cols);
      case Operand::column_neighbour:
        return number_if_held(row, col - 1, cols) + number_if_held(row, col + 1, cols);
      case Operand::north:
        return number(row - 1, col, cols);
      case Operand::south:
        return number(row + 1, col, cols);
      case Operand::west:
        return number(row, col - 1, cols);
      case Operand::east:
        return number(row, col + 1, cols);
      case Operand::centre:
        return number(row, col, cols);
      default:
        return -number(row, col, cols);
    }
  }
  std::string name() const {
    constexpr const char* names[] = {
        "row neighbour", "column neighbour", "right-hand side", "north", "south", "west", "east", "centre"};
    return names[static_cast<std::size_t>(operand_)];
  }
  static std::string place(double value, std::int64_t cols) {
    const double whole = value < 0 ? -value : value;
    if (whole == 0) return "a cell that holds 0";
    if (!(whole < 1e15) || whole != static_cast<double>(static_cast<std::int64_t>(whole)))
      return "no single cell (" + std::to_string(value) + ")";
    const std::int64_t cell = static_cast<std::int64_t>(whole) - 1;
    return "(" + std::to_string(cell / cols) + ", " + std::to_string(cell % cols) + ")";
  }

  Operand operand_;
  std::int64_t phase_;
  bool five_point_;
};

inline std::vector<Probe> all_probes(bool five_point = false) {
  if (five_point) {
    std::vector<Probe> probes;
    for (const Probe::Operand operand : {Probe::Operand::right_hand_side, Probe::Operand::north, Probe::Operand::south,
                                         Probe::Operand::west, Probe::Operand::east, Probe::Operand::centre})
      probes.emplace_back(operand, 0, true);
    return probes;
  }
  std::vector<Probe> probes = {Probe(Probe::Operand::right_hand_side, 0)};
  for (std::int64_t phase = 0; phase < 4; ++phase) {
    probes.emplace_back(Probe::Operand::row_neighbour, phase);
    probes.emplace_back(Probe::Operand::column_neighbour, phase);
  }
  return probes;
}

}  // namespace stencil::test
