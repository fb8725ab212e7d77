// A run of the staged solver on all ranks, beside the golden field and its norms.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/arrays/rows/row_distribution.hpp"
#include "models/problem.hpp"
#include "sim/app/kernels/staged/staged_solver.hpp"

namespace stencil::staged_solver_test {

using Field = std::vector<double>;

struct Shape {
  std::int64_t rows = 47;
  std::int64_t cols = 9;
  std::int64_t stw = 3;
  std::int64_t strip_rows = 15;
  std::int64_t iterations = 14;
};

inline const GridNumbers& numbers() {
  static const GridNumbers grid = grid_numbers(47, 9);
  return grid;
}

inline Field whole(ProblemArray array, const Shape& shape) {
  Field field(static_cast<std::size_t>(shape.rows * shape.cols));
  fill_problem_rows(1, array, 0, shape.rows, shape.cols, field.data());
  return field;
}

struct Golden {
  Field f;
  std::vector<double> norms;  // before each step
};

inline Golden golden(const Shape& shape) {
  Golden result{whole(ProblemArray::f, shape), {}};
  const Field r = whole(ProblemArray::r, shape);
  for (std::int64_t done = 0; done < shape.iterations; done += shape.stw) {
    Field next = result.f;
    golden_sweeps(shape.rows, shape.cols, next.data(), r.data(), numbers().weights, 1);
    double largest = 0.0;
    for (std::size_t k = 0; k < next.size(); ++k) largest = std::max(largest, std::fabs(next[k] - result.f[k]));
    result.norms.push_back(largest);
    golden_sweeps(shape.rows, shape.cols, result.f.data(), r.data(), numbers().weights,
                  std::min(shape.stw, shape.iterations - done));
  }
  return result;
}

// One run on all ranks of the world.
class StagedRun {
 public:
  StagedRun(const Shape& shape, const Placement& placement, const std::string& accel,
            const SharingOptions& sharing = {}, bool checks_stages = false, const std::string& config = "small")
      : shape_(shape),
        distribution_(MPI_COMM_WORLD, shape.rows, shape.cols, shape.stw, std::nullopt, shape.strip_rows),
        device_(make_accelerator({accel, config, {}})) {
    for (Field* field : {&f_, &r_}) {
      field->resize(static_cast<std::size_t>(distribution_.local_rows() * shape.cols));
      for (const Strip& strip : distribution_.mine()) {
        fill_problem_rows(1, field == &f_ ? ProblemArray::f : ProblemArray::r, strip.first_local(), strip.local_rows(),
                          shape.cols, field->data() + strip.at * shape.cols);
      }
    }
    StagedSolver::Setting setting;
    setting.strips = distribution_.mine();
    setting.cols = shape.cols;
    setting.halo = shape.stw;
    setting.weights = numbers().weights;
    setting.f = f_.data();
    setting.r = r_.data();
    setting.placement = placement;
    setting.sharing = sharing;
    setting.checks_stages = checks_stages;
    setting.exchange = [this] { distribution_.exchange(f_.data()); };
    solver_ = std::make_unique<StagedSolver>(*device_, std::move(setting));
    for (std::int64_t done = 0; done < shape.iterations; done += shape.stw) {
      solver_->step(std::min(shape.stw, shape.iterations - done));
    }
    solver_->finish();
    device_->audit();
  }

  const StagedSolver& solver() const { return *solver_; }
  std::size_t strips() const { return distribution_.mine().size(); }

  void expect_golden(const Golden& golden) {
    for (const Strip& strip : distribution_.mine()) {
      const double* own = f_.data() + (strip.at + strip.before) * shape_.cols;
      const double* expected = golden.f.data() + strip.first_row * shape_.cols;
      const auto bytes = static_cast<std::size_t>(strip.owned * shape_.cols) * sizeof(double);
      EXPECT_EQ(std::memcmp(own, expected, bytes), 0) << "strip " << strip.number;
    }
  }

  void expect_norms(const Golden& golden) const {
    std::vector<double> norms = solver_->norms();
    ASSERT_EQ(norms.size(), golden.norms.size());
    MPI_Allreduce(MPI_IN_PLACE, norms.data(), static_cast<int>(norms.size()), MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    for (std::size_t k = 0; k < norms.size(); ++k) EXPECT_EQ(norms[k], golden.norms[k]) << "step " << k;
  }

  void expect_least_bytes() const { EXPECT_EQ(solver_->ledger().total().bytes(), solver_->ledger().optimum_bytes()); }

 private:
  Shape shape_;
  RowDistribution distribution_;
  std::unique_ptr<Accelerator> device_;
  Field f_;
  Field r_;
  std::unique_ptr<StagedSolver> solver_;
};

}  // namespace stencil::staged_solver_test
