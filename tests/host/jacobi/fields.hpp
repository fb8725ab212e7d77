// Fields for tests of blocked sweeps, and the results of sweeps over the whole local part.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "host/jacobi/itstep.hpp"
#include "models/jacobi.hpp"
#include "models/problem.hpp"

namespace stencil::test {

using Field = std::vector<double>;

constexpr JacobiWeights weights{4.0, 0.25, 0.125};

inline Field problem(std::uint64_t seed, ProblemArray array, std::int64_t rows, std::int64_t cols) {
  Field field(static_cast<std::size_t>(rows * cols));
  fill_problem_rows(seed, array, 0, rows, cols, field.data());
  return field;
}

inline Field swept(Field f, const Field& r, std::int64_t rows, std::int64_t cols, std::int64_t niter) {
  golden_sweeps(rows, cols, f.data(), r.data(), weights, niter);
  return f;
}

inline bool same_bits(const double* a, const double* b, std::int64_t count) {
  return std::memcmp(a, b, static_cast<std::size_t>(count) * sizeof(double)) == 0;
}

inline bool same_bits(const Field& a, const Field& b) {
  return a.size() == b.size() && same_bits(a.data(), b.data(), static_cast<std::int64_t>(a.size()));
}

}  // namespace stencil::test
