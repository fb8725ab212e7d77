// A local matrix with a descriptor of block_cyclic.h, for tests with messages.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "block_cyclic.h"
#include "tests/host/oracle/scalapack.hpp"

namespace stencil::test {

struct MatrixShape {
  std::int64_t m, n, mb, nb, rsrc, csrc, nprow, npcol;
  std::int64_t extra_rows = 0;  // of lld above max(1, LOCr)
  char order = 'R';             // of the ranks: row-major, 'C' column-major, 'M' mapped

  // The rank of each process, column by column. A map has the last ranks of the world, backwards.
  std::vector<int> ranks() const {
    int world = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &world);
    std::vector<int> all;
    for (std::int64_t q = 0; q < npcol; ++q) {
      for (std::int64_t p = 0; p < nprow; ++p) {
        const std::int64_t rank = order == 'R'   ? p * npcol + q
                                  : order == 'C' ? p + q * nprow
                                                 : world - 1 - p - q * nprow;
        all.push_back(static_cast<int>(rank));
      }
    }
    return all;
  }
  std::int64_t make_context() const {
    if (order == 'R') return block_cyclic_context(MPI_COMM_WORLD, nprow, npcol);
    if (order == 'C') return block_cyclic_gridinit(MPI_COMM_WORLD, "c", nprow, npcol);
    // A row of the map that is not read.
    const std::vector<int> all = ranks();
    std::vector<std::int64_t> map(static_cast<std::size_t>((nprow + 1) * npcol), -1);
    for (std::size_t k = 0; k < all.size(); ++k) map[k + k / static_cast<std::size_t>(nprow)] = all[k];
    return block_cyclic_gridmap(MPI_COMM_WORLD, map.data(), nprow + 1, nprow, npcol);
  }
  BlacsGrid blacs_grid() const {
    const auto rows = static_cast<int>(nprow);
    const auto cols = static_cast<int>(npcol);
    if (order == 'M') return BlacsGrid(ranks(), rows, cols);
    return BlacsGrid(rows, cols, order == 'R' ? "R" : "C");
  }

  std::string text() const {
    std::string words = std::string(1, order) + " ";
    for (const std::int64_t value : {m, n, mb, nb, rsrc, csrc, nprow, npcol}) words += std::to_string(value) + " ";
    return words;
  }
};

// Process grids of every shape that leaves at most one of these ranks idle, with shapes of matrices for them.
inline std::vector<MatrixShape> shapes_for(int ranks) {
  std::vector<MatrixShape> shapes;
  for (std::int64_t nprow = 1; nprow <= ranks; ++nprow) {
    for (std::int64_t npcol = 1; nprow * npcol <= ranks; ++npcol) {
      if (nprow * npcol < ranks - 1) continue;
      shapes.push_back({9, 9, 2, 2, 0, 0, nprow, npcol, 0});
      shapes.push_back({7, 5, 3, 1, nprow - 1, npcol / 2, nprow, npcol, 2});
      shapes.push_back({4, 11, 1, 4, nprow / 2, npcol - 1, nprow, npcol, 1});
      shapes.push_back({1, 3, 64, 64, nprow - 1, 0, nprow, npcol, 0});
      shapes.push_back({9, 9, 2, 2, 0, 0, nprow, npcol, 0, 'C'});
      shapes.push_back({7, 6, 2, 1, nprow - 1, npcol / 2, nprow, npcol, 1, 'M'});
    }
  }
  return shapes;
}

// This rank's part: poisoned doubles, with the room that its lld needs.
class Matrix {
 public:
  static constexpr double poison = -12345.5;

  explicit Matrix(const MatrixShape& shape) : shape_(shape), context_(shape.make_context()) {
    std::int64_t nprow = 0;
    std::int64_t npcol = 0;
    block_cyclic_gridinfo(context_, &nprow, &npcol, &row_, &col_);
    if (inside()) {
      rows_ = numroc(shape.m, shape.mb, row_, shape.rsrc, nprow);
      cols_ = numroc(shape.n, shape.nb, col_, shape.csrc, npcol);
    }
    lld_ = (rows_ < 1 ? 1 : rows_) + shape.extra_rows;
    descinit(desc_, shape.m, shape.n, shape.mb, shape.nb, shape.rsrc, shape.csrc, context_, lld_, &info_);
    values_.assign(static_cast<std::size_t>(lld_ * cols_), poison);
  }
  ~Matrix() { block_cyclic_context_free(context_); }
  Matrix(const Matrix&) = delete;
  Matrix& operator=(const Matrix&) = delete;

  const MatrixShape& shape() const { return shape_; }
  const std::int64_t* desc() const { return desc_; }
  std::int64_t info() const { return info_; }  // of descinit
  bool inside() const { return row_ >= 0; }
  std::int64_t row() const { return row_; }
  std::int64_t col() const { return col_; }
  std::int64_t rows() const { return rows_; }
  std::int64_t cols() const { return cols_; }
  std::int64_t lld() const { return lld_; }
  // NULL on a rank without elements.
  double* data() { return values_.empty() ? nullptr : values_.data(); }
  std::vector<double>& values() { return values_; }

 private:
  MatrixShape shape_;
  std::int64_t context_;
  std::int64_t row_ = -1;
  std::int64_t col_ = -1;
  std::int64_t rows_ = 0;
  std::int64_t cols_ = 0;
  std::int64_t lld_ = 1;
  std::int64_t info_ = -1;
  std::int64_t desc_[DLEN_];
  std::vector<double> values_;
};

// The value of element (i, j), counted from 1: different for all elements, and never the poison.
inline double element(std::int64_t i, std::int64_t j) {
  return static_cast<double>(1000 * i + j) + 0.25;
}

}  // namespace stencil::test
