// SPDX-License-Identifier: Apache-2.0
#include "models/local_memory.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>

namespace stencil {
namespace {

std::size_t checked_words(std::int64_t words) {
  if (words < 1) {
    throw std::invalid_argument("LocalMemory: words is " + std::to_string(words) + ", must be at least 1");
  }
  return static_cast<std::size_t>(words);
}

}  // namespace

LocalMemory::LocalMemory(std::int64_t words) : f_(checked_words(words)), r_(checked_words(words)) {}

void LocalMemory::require_inside(const char* call, std::int64_t offset_words, std::int64_t length_words) const {
  // Written so that no sum of two arguments can overflow.
  if (offset_words < 0 || length_words < 0 || offset_words > words() || length_words > words() - offset_words) {
    throw std::out_of_range(std::string("LocalMemory::") + call + ": offset " + std::to_string(offset_words) +
                            ", length " + std::to_string(length_words) + " words, memory holds " +
                            std::to_string(words()));
  }
}

void LocalMemory::load(Array array, std::int64_t offset_words, const double* source, std::int64_t length_words) {
  require_inside("load", offset_words, length_words);
  auto& words = array == Array::f ? f_ : r_;
  std::copy_n(source, length_words, words.begin() + offset_words);
}

void LocalMemory::store(Array array, std::int64_t offset_words, double* target, std::int64_t length_words) const {
  require_inside("store", offset_words, length_words);
  const auto& words = array == Array::f ? f_ : r_;
  std::copy_n(words.begin() + offset_words, length_words, target);
}

void LocalMemory::sweep(std::int64_t rows, std::int64_t cols, const JacobiWeights& weights, std::int64_t niter) {
  if (rows < 0 || cols < 0 || (cols > 0 && rows > words() / cols)) {
    throw std::out_of_range("LocalMemory::sweep: " + std::to_string(rows) + " x " + std::to_string(cols) +
                            " words, memory holds " + std::to_string(words()));
  }
  jacobi_sweeps(rows, cols, f_.data(), r_.data(), weights, niter);
}

}  // namespace stencil
