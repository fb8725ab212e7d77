// SPDX-License-Identifier: Apache-2.0
#include "models/gauss_seidel.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "models/compare.hpp"
#include "models/problem.hpp"
#include "models/values/canonical_nan.hpp"

namespace stencil::gauss_seidel_test {
namespace {

using Field = std::vector<double>;

Field seeded(std::int64_t rows, std::int64_t cols) {
  Field field(static_cast<std::size_t>(rows * cols));
  fill_problem_rows(11, ProblemArray::f, 0, rows, cols, field.data());
  return field;
}

void expect_same_bits(const Field& expected, const Field& got, std::int64_t cols) {
  const auto rows = static_cast<std::int64_t>(expected.size()) / cols;
  const Comparison comparison = compare_rows(expected.data(), got.data(), 0, rows, cols);
  ASSERT_EQ(comparison.compared, rows * cols);
  EXPECT_EQ(comparison.mismatches, 0) << "first at row " << comparison.first->row << ", col " << comparison.first->col;
}

struct Point {
  std::int64_t row;
  std::int64_t col;
};

// One sweep without an order of loops: `first` says which of two neighbours is set first. A neighbour set earlier gives
// its new value, one set later its old value; points are computed on demand.
class Versions {
 public:
  using First = std::function<bool(const Point&, const Point&)>;

  Versions(std::int64_t rows, std::int64_t cols, const Field& old, const First& first)
      : rows_(rows), cols_(cols), old_(old), new_(old.size()), known_(old.size()), first_(first) {}

  Field sweep() {
    Field out = old_;
    for (std::int64_t i = 1; i < rows_ - 1; ++i) {
      for (std::int64_t j = 1; j < cols_ - 1; ++j) out[at({i, j})] = value({i, j});
    }
    return out;
  }

 private:
  std::size_t at(const Point& p) const { return static_cast<std::size_t>(p.row * cols_ + p.col); }
  bool is_border(const Point& p) const { return p.row == 0 || p.col == 0 || p.row == rows_ - 1 || p.col == cols_ - 1; }
  double operand(const Point& neighbour, const Point& p) {
    return is_border(neighbour) || !first_(neighbour, p) ? old_[at(neighbour)] : value(neighbour);
  }
  double value(const Point& p) {
    const std::size_t cell = at(p);
    if (!known_[cell]) {
      volatile double sum = operand({p.row - 1, p.col}, p);
      sum = sum + operand({p.row + 1, p.col}, p);
      sum = sum + old_[cell];
      sum = sum + operand({p.row, p.col - 1}, p);
      sum = sum + operand({p.row, p.col + 1}, p);
      sum = sum / 5.0;
      new_[cell] = std::isnan(sum) ? from_bits(canonical_nan_bits) : double{sum};
      known_[cell] = true;
    }
    return new_[cell];
  }

  std::int64_t rows_;
  std::int64_t cols_;
  const Field& old_;
  Field new_;
  std::vector<bool> known_;
  const First& first_;
};

Field swept(std::int64_t rows, std::int64_t cols, const Field& f, const Versions::First& first) {
  return Versions(rows, cols, f, first).sweep();
}

bool rising(const Point& a, const Point& b) {
  return std::tie(a.row, a.col) < std::tie(b.row, b.col);
}
bool falling(const Point& a, const Point& b) {
  return rising(b, a);
}

TEST(GaussSeidel, FollowsAHandWorkedRow) {
  // 3 x 4: two inner points. Forward: (2+10+6+5+7)/5 = 6, then (3+11+7+6+8)/5 = 7.
  Field f{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  gauss_seidel_sweep(3, 4, f.data(), false);
  EXPECT_EQ(f, (Field{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
  // Backward from other values: (3+11+7+16+8)/5 = 9, then (2+10+16+5+9)/5 = 42/5.
  f[5] = 16;
  gauss_seidel_sweep(3, 4, f.data(), true);
  EXPECT_EQ(f, (Field{1, 2, 3, 4, 5, 42.0 / 5.0, 9, 8, 9, 10, 11, 12}));
}

TEST(GaussSeidel, AddsInThePublishedOrderInBothDirections) {
  const double big = 0x1p53;
  // ((((1 + 1) + 0) + 2^53) + -2^53)/5: (2^53 + 2) - 2^53 = 2. West after east would be the same, before the centre
  // not.
  Field f{0, 1, 0, big, 0, -big, 0, 1, 0};
  Field centre_late{0, 1, 0, big, 1, -big, 0, 0, 0};  // (1 + 0) + 1 = 2, exact beside 2^53; 1 alone would be lost
  Field west_first{0, 1, 0, -big, 0, big, 0, 0, 0};   // (1 - 2^53) is exact: 1 survives; (1 + 2^53) would lose it
  for (const bool backward : {false, true}) {
    for (Field* field : {&f, &centre_late, &west_first}) (*field)[4] = field == &centre_late ? 1.0 : 0.0;
    for (Field* field : {&f, &centre_late, &west_first}) gauss_seidel_sweep(3, 3, field->data(), backward);
    EXPECT_EQ(f[4], 2.0 / 5.0);
    EXPECT_EQ(centre_late[4], 2.0 / 5.0);
    EXPECT_EQ(west_first[4], 1.0 / 5.0);
  }
}

TEST(GaussSeidel, EqualsVersionsFoundByNeedForEveryShape) {
  for (std::int64_t rows = 1; rows <= 7; ++rows) {
    for (std::int64_t cols = 1; cols <= 8; ++cols) {
      const Field f = seeded(rows, cols);
      Field got = f;
      symmetric_gauss_seidel(rows, cols, got.data(), 2, 2);
      Field expected = f;
      for (const bool backward : {false, false, true, true, false, false, true, true}) {
        expected = swept(rows, cols, expected, backward ? falling : rising);
      }
      expect_same_bits(expected, got, cols);
    }
  }
}

TEST(GaussSeidel, ComputedNanIsCanonicalAndTheBorderKeepsItsBits) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Field f(20, from_bits(0xfff8000000000123u));
  f[6] = f[11] = infinity;
  f[7] = -infinity;
  Field got = f;
  symmetric_gauss_seidel(4, 5, got.data(), 1, 1);
  for (std::size_t cell = 0; cell < f.size(); ++cell) {
    const bool inner = (cell > 5 && cell < 9) || (cell > 10 && cell < 14);
    EXPECT_EQ(bits_of(got[cell]), inner ? canonical_nan_bits : bits_of(f[cell])) << cell;
  }
}

// The subdomain of a point when the cuts lie `shift` points further.
std::int64_t part(std::int64_t at, const std::vector<std::int64_t>& cuts, std::int64_t shift) {
  std::int64_t p = 0;
  for (const std::int64_t cut : cuts) p += at >= cut + shift ? 1 : 0;
  return p;
}

Field permuted_by_need(std::int64_t rows, std::int64_t cols, Field f, const GridCuts& cuts, std::int64_t sweeps) {
  for (const bool backward : {false, true}) {
    for (std::int64_t t = 1; t <= sweeps; ++t) {
      const std::int64_t shift = backward ? sweeps + 1 - t : t - 1;
      const auto first = [&](const Point& a, const Point& b) {
        // Later subdomains first, but rising within one.
        const auto key = [&](const Point& x) {
          return std::make_tuple(-part(x.row, cuts.rows, shift), x.row, -part(x.col, cuts.cols, shift), x.col);
        };
        return backward ? key(b) < key(a) : key(a) < key(b);
      };
      f = swept(rows, cols, f, first);
    }
  }
  return f;
}

TEST(PermutedGaussSeidel, EqualsVersionsFoundByNeed) {
  const std::int64_t rows = 17;
  const std::int64_t cols = 19;
  const Field f = seeded(rows, cols);
  const std::vector<GridCuts> all{{{8}, {}}, {{}, {9}}, {{8}, {9}}, {{5, 6, 12}, {2, 11}}};
  for (const GridCuts& cuts : all) {
    for (const std::int64_t sweeps : {1, 2, 4}) {
      Field got = f;
      permuted_gauss_seidel(rows, cols, got.data(), cuts, sweeps, 2);
      const Field once = permuted_by_need(rows, cols, f, cuts, sweeps);
      expect_same_bits(permuted_by_need(rows, cols, once, cuts, sweeps), got, cols);
      Field textbook = f;
      symmetric_gauss_seidel(rows, cols, textbook.data(), sweeps, 2);
      EXPECT_NE(textbook, got);
    }
  }
}

TEST(PermutedGaussSeidel, WithoutCutsIsTheTextbook) {
  Field expected = seeded(9, 12);
  Field got = expected;
  symmetric_gauss_seidel(9, 12, expected.data(), 3, 2);
  permuted_gauss_seidel(9, 12, got.data(), {}, 3, 2);
  expect_same_bits(expected, got, 12);
}

TEST(PermutedGaussSeidel, FollowsAHandWorkedCut) {
  // One inner row of four points, cut before the third. Forward: columns 3, 4, then 1, 2. Backward: the cut lies one
  // further, before the fourth: columns 3, 2, 1, then 4. The rows north and south are 0, the ends are 5 and 10.
  Field f{0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0};
  const GridCuts cuts{{}, {3}};
  permuted_gauss_seidel(3, 6, f.data(), cuts, 1, 1);
  const double c3 = 0.0 / 5.0;
  const double c4 = 10.0 / 5.0;
  const double c1 = 5.0 / 5.0;
  const double c2 = 1.0 / 5.0;
  const double b3 = ((c3 + c2) + c4) / 5.0;
  const double b2 = ((c2 + c1) + b3) / 5.0;
  const double b1 = ((c1 + 5.0) + b2) / 5.0;
  const double b4 = ((c4 + b3) + 10.0) / 5.0;
  EXPECT_EQ((Field{f.begin() + 7, f.begin() + 11}), (Field{b1, b2, b3, b4}));
}

TEST(PermutedGaussSeidel, RefusesWhatCannotBeCut) {
  Field f(100);
  const auto run = [&](const GridCuts& cuts, std::int64_t sweeps) {
    permuted_gauss_seidel(10, 10, f.data(), cuts, sweeps, 1);
  };
  run({{2}, {8}}, 1);
  EXPECT_THROW(run({{1}, {}}, 1), std::invalid_argument);
  EXPECT_THROW(run({{}, {9}}, 1), std::invalid_argument);
  EXPECT_THROW(run({{4, 4}, {}}, 1), std::invalid_argument);
  EXPECT_THROW(run({{}, {7}}, 3), std::invalid_argument);
  EXPECT_THROW(run({}, -1), std::invalid_argument);
  EXPECT_THROW(symmetric_gauss_seidel(-1, 3, f.data(), 1, 1), std::invalid_argument);
  EXPECT_THROW(symmetric_gauss_seidel(3, -1, f.data(), 1, 1), std::invalid_argument);
  EXPECT_THROW(symmetric_gauss_seidel(3, 3, f.data(), 1, -1), std::invalid_argument);
}

}  // namespace
}  // namespace stencil::gauss_seidel_test
