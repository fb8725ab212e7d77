// The accelerator's local memory as seed 000 models it: two arrays, copies in and out, sweeps in place.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/jacobi.hpp"

namespace stencil {

// Knows no interface and no time. Both arrays start as zeros, like the static arrays of the text.
// Words are doubles; a block lies packed from word 0, whatever its row length.
class LocalMemory {
 public:
  enum class Array { f, r };

  // words: doubles in each array, at least 1. Throws std::invalid_argument, std::bad_alloc.
  explicit LocalMemory(std::int64_t words);

  std::int64_t words() const { return static_cast<std::int64_t>(f_.size()); }

  // Copies into and out of [offset_words, offset_words + length_words).
  // Throws std::out_of_range, and copies nothing, when that is not inside the array.
  void load(Array array, std::int64_t offset_words, const double* source, std::int64_t length_words);
  void store(Array array, std::int64_t offset_words, double* target, std::int64_t length_words) const;

  // jacobi_sweeps over the first rows*cols words of both arrays. Throws std::out_of_range when they do not fit.
  void sweep(std::int64_t rows, std::int64_t cols, const JacobiWeights& weights, std::int64_t niter);

 private:
  void require_inside(const char* call, std::int64_t offset_words, std::int64_t length_words) const;

  std::vector<double> f_;
  std::vector<double> r_;
};

}  // namespace stencil
