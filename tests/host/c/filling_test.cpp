// The ways of filling a matrix in section 6.3 of the manual (host/c/block_cyclic.h): all leave the same local arrays,
// gaps included.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "tests/host/c/matrix.hpp"
#include "tests/host/oracle/scalapack.hpp"
#include "tests/support/shared_scratch.hpp"

namespace stencil::test {
namespace {

using Fill = std::function<void(Matrix&)>;

// The first way: the program puts its own elements in their places.
void fill_by_hand(Matrix& matrix) {
  const MatrixShape& shape = matrix.shape();
  for (std::int64_t y = 1; y <= matrix.cols(); ++y) {
    for (std::int64_t x = 1; x <= matrix.rows(); ++x) {
      const std::int64_t i = indxl2g(x, shape.mb, matrix.row(), shape.rsrc, shape.nprow);
      const std::int64_t j = indxl2g(y, shape.nb, matrix.col(), shape.csrc, shape.npcol);
      matrix.data()[x - 1 + (y - 1) * matrix.lld()] = element(i, j);
    }
  }
}

// The same in a loop over the global elements.
void fill_from_global_indices(Matrix& matrix) {
  const MatrixShape& shape = matrix.shape();
  for (std::int64_t j = 1; j <= shape.n; ++j) {
    for (std::int64_t i = 1; i <= shape.m; ++i) {
      if (indxg2p(i, shape.mb, 0, shape.rsrc, shape.nprow) != matrix.row()) continue;
      if (indxg2p(j, shape.nb, 0, shape.csrc, shape.npcol) != matrix.col()) continue;
      const std::int64_t x = indxg2l(i, shape.mb, 0, 0, shape.nprow);
      const std::int64_t y = indxg2l(j, shape.nb, 0, 0, shape.npcol);
      matrix.data()[x - 1 + (y - 1) * matrix.lld()] = element(i, j);
    }
  }
}

// The second way.
void fill_by_pdelset(Matrix& matrix) {
  for (std::int64_t j = 1; j <= matrix.shape().n; ++j) {
    for (std::int64_t i = 1; i <= matrix.shape().m; ++i) pdelset(matrix.data(), i, j, matrix.desc(), element(i, j));
  }
}

// One value per record, column by column.
std::string text_of(const MatrixShape& shape) {
  std::string text = fmt::format("{} {}\n", shape.m, shape.n);
  for (std::int64_t j = 1; j <= shape.n; ++j) {
    for (std::int64_t i = 1; i <= shape.m; ++i) text += fmt::format("{:.2f}\n", element(i, j));
  }
  return text;
}

// The third way, on all ranks, also those outside the process grid.
void fill_by_pdlaread(Matrix& matrix) {
  const SharedScratch scratch;
  const std::string path = scratch.put("matrix", text_of(matrix.shape()));
  pdlaread(path.c_str(), matrix.data(), matrix.desc(), 0, 0, nullptr);
}

// ScaLAPACK's own ways, on a process grid of BLACS.
class ByScalapack {
 public:
  explicit ByScalapack(Matrix& matrix) : matrix_(matrix), grid_(matrix.shape().blacs_grid()) {
    const MatrixShape& s = matrix.shape();
    desc_ = blacs_descriptor(grid_, narrow(s.m), narrow(s.n), narrow(s.mb), narrow(s.nb), narrow(s.rsrc),
                             narrow(s.csrc), narrow(matrix.lld()));
  }

  void pdelset() {
    if (!grid_.inside()) return;
    for (int j = 1; j <= narrow(matrix_.shape().n); ++j) {
      for (int i = 1; i <= narrow(matrix_.shape().m); ++i) {
        const double value = element(i, j);
        scalapack()->pdelset(matrix_.values().data(), &i, &j, desc_.data(), &value);
      }
    }
  }

  // Collective.
  void pdlaread() {
    const SharedScratch scratch;
    const std::string path = scratch.put("matrix", text_of(matrix_.shape()));
    if (!grid_.inside()) return;
    const int reader = 0;
    std::vector<double> work(static_cast<std::size_t>(matrix_.shape().mb) + 1);
    scalapack()->pdlaread(path.c_str(), matrix_.values().data(), desc_.data(), &reader, &reader, work.data(),
                          path.size());
  }

 private:
  static int narrow(std::int64_t value) { return static_cast<int>(value); }

  Matrix& matrix_;
  BlacsGrid grid_;
  std::array<int, 9> desc_{};
};

void expect_same(const std::vector<Fill>& ways) {
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (const MatrixShape& shape : shapes_for(ranks)) {
    Matrix first(shape);
    fill_by_hand(first);
    // Checks the way by hand against the definition: gaps stay poison, and exactly the elements held are set.
    std::int64_t set = 0;
    for (const double value : first.values()) set += value != Matrix::poison ? 1 : 0;
    ASSERT_EQ(set, first.rows() * first.cols()) << shape.text();
    for (std::size_t way = 0; way < ways.size(); ++way) {
      Matrix other(shape);
      ways[way](other);
      ASSERT_EQ(other.values(), first.values()) << "way " << way << " shape " << shape.text();
    }
  }
}

// Each further way is one entry here.
TEST(Filling, EveryWayLeavesTheSameLocalArrays) {
  expect_same({fill_from_global_indices, fill_by_pdelset, fill_by_pdlaread});
}

TEST(Filling, ScalapacksWaysLeaveTheSame) {
  STENCIL_NEEDS_SCALAPACK();
  expect_same(
      {[](Matrix& matrix) { ByScalapack(matrix).pdelset(); }, [](Matrix& matrix) { ByScalapack(matrix).pdlaread(); }});
}

}  // namespace
}  // namespace stencil::test
