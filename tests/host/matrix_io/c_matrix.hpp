// A matrix with its descriptor, as programs in C give it to block_cyclic.h, and a grid of theirs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "block_cyclic.h"
#include "tests/host/matrix_io/test_matrix.hpp"

namespace stencil::test {

// A matrix of a C program, over all ranks or over fewer.
class CMatrix {
 public:
  CMatrix(std::int64_t m, std::int64_t n, std::int64_t mb, std::int64_t nb, std::int64_t nprow, std::int64_t npcol)
      : CMatrix(m, n, mb, nb, block_cyclic_context(MPI_COMM_WORLD, nprow, npcol)) {}
  // Takes over the context.
  CMatrix(std::int64_t m, std::int64_t n, std::int64_t mb, std::int64_t nb, std::int64_t context) : context_(context) {
    std::int64_t nprow = 0;
    std::int64_t npcol = 0;
    block_cyclic_gridinfo(context_, &nprow, &npcol, &myrow_, &mycol_);
    const std::int64_t rsrc = nprow - 1;
    const std::int64_t csrc = npcol / 2;
    const std::int64_t rows = myrow_ < 0 ? 0 : numroc(m, mb, myrow_, rsrc, nprow);
    const std::int64_t cols = mycol_ < 0 ? 0 : numroc(n, nb, mycol_, csrc, npcol);
    const std::int64_t lld = std::max<std::int64_t>(1, rows + comm_rank() % 2);
    descinit(desc, m, n, mb, nb, rsrc, csrc, context_, lld, nullptr);
    memory_.assign(static_cast<std::size_t>(lld * cols), from_bits(poison));
  }
  ~CMatrix() { block_cyclic_context_free(context_); }
  CMatrix(const CMatrix&) = delete;
  CMatrix& operator=(const CMatrix&) = delete;

  double* a() { return memory_.empty() ? nullptr : memory_.data(); }

  void fill() {
    for (std::int64_t j = 1; j <= desc[N_]; ++j) {
      for (std::int64_t i = 1; i <= desc[M_]; ++i) pdelset(a(), i, j, desc, element(i, j));
    }
  }

  // The number of elements, on all ranks, that differ from element(i + row, j + col).
  std::int64_t wrong(std::int64_t row = 0, std::int64_t col = 0) {
    std::int64_t count = 0;
    for (std::int64_t j = 1; j <= desc[N_]; ++j) {
      for (std::int64_t i = 1; i <= desc[M_]; ++i) {
        double value = element(i + row, j + col);
        pdelget("A", " ", &value, a(), i, j, desc);
        count += to_bits(value) == to_bits(element(i + row, j + col)) ? 0 : 1;
      }
    }
    return count;
  }

  std::int64_t desc[DLEN_] = {};

 private:
  std::int64_t context_;
  std::int64_t myrow_ = -1;
  std::int64_t mycol_ = -1;
  std::vector<double> memory_;
};

// Ranks backwards: process (0, q) is rank ranks - 1 - q.
inline std::int64_t backwards() {
  std::vector<std::int64_t> map;
  for (int rank = comm_size() - 1; rank >= 0; --rank) map.push_back(rank);
  return block_cyclic_gridmap(MPI_COMM_WORLD, map.data(), 1, 1, comm_size());
}

}  // namespace stencil::test
