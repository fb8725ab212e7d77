// Sweeps and tiles of a fake accelerator: plain loops from an old array to a new one, unlike the golden loops.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <variant>
#include <vector>

#include "host/device/accelerator.hpp"

namespace stencil::test {

struct FakeNeighbours {
  double north, south, west, east, centre;
};
inline double fake_point(const JacobiWeights& w, const FakeNeighbours& of, double r) {
  return ((of.north + of.south) * w.rdx2 + (of.west + of.east) * w.rdy2 - r) * w.beta;
}
inline double fake_point(const FivePointWeights& w, const FakeNeighbours& of, double r) {
  return (((w.an * of.north + w.as * of.south) + (w.aw * of.west + w.ae * of.east) + w.ac * of.centre) - r) * w.beta;
}
inline double fake_point(const FormulaWeights&, const FakeNeighbours&, double) {
  throw std::logic_error("the fake accelerator has no formula");
}

// Sweeps rows 1 .. end - 1 from an old array to a new one, unlike the row buffers of the golden solver.
inline void fake_sweep(const SweepCommand& command, std::int64_t end, const std::vector<double>& r,
                       std::vector<double>& field) {
  const std::vector<double> old = field;
  const auto at = [&](std::int64_t i, std::int64_t j) { return static_cast<std::size_t>(i * command.cols + j); };
  for (std::int64_t i = 1; i < end; ++i) {
    for (std::int64_t j = 1; j < command.cols - 1; ++j) {
      const FakeNeighbours of{old[at(i - 1, j)], old[at(i + 1, j)], old[at(i, j - 1)], old[at(i, j + 1)],
                              old[at(i, j)]};
      field[at(i, j)] = std::visit([&](const auto& w) { return fake_point(w, of, r[at(i, j)]); }, command.weights);
    }
  }
}

// The largest change, or `largest`, that of sweeps before. Rows that no sweep has set yet count as unchanged. A NaN
// stays.
inline double fake_change(const std::vector<double>& before, const std::vector<double>& after, std::int64_t cols,
                          double largest) {
  for (std::size_t at = 0; at < before.size(); ++at) {
    const auto col = static_cast<std::int64_t>(at) % cols;
    const double difference = std::abs(after[at] - before[at]);
    if (col == 0 || col == cols - 1 || std::memcmp(&after[at], &before[at], sizeof(double)) == 0) continue;
    if (!(difference <= largest) && !std::isnan(largest)) largest = difference;
  }
  return largest;
}

// Checks for every point of the block whether the tile sets it. Returns how often one was set.
inline std::int64_t fake_tile(const TileCommand& command, std::vector<double>& field) {
  std::int64_t set = 0;
  const auto cols = static_cast<std::ptrdiff_t>(command.cols);
  const std::int64_t points = command.rows * command.cols;
  for (std::int64_t t = 0; t < command.sweeps; ++t) {
    for (std::int64_t n = 0; n < points; ++n) {
      const std::int64_t k = command.backward ? points - 1 - n : n;
      const std::int64_t i = k / cols;
      const std::int64_t j = k % cols;
      if (i < command.top.at + command.top.slope * t || i >= command.bottom.at + command.bottom.slope * t) continue;
      if (j < command.left.at + command.left.slope * t || j >= command.right.at + command.right.slope * t) continue;
      double& point = field.at(static_cast<std::size_t>(k));
      const double vertical = *(&point - cols) + *(&point + cols);
      point = (((vertical + point) + *(&point - 1)) + *(&point + 1)) / 5.0;
      ++set;
    }
  }
  return set;
}

}  // namespace stencil::test
