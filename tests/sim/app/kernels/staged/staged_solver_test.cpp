// The main loop as stages: golden bits and norms wherever stages run, with the fewest bytes copied.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/staged/staged_solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/arrays/rows/row_distribution.hpp"
#include "host/jacobi/plan.hpp"
#include "models/problem.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/world.hpp"

namespace stencil {
namespace {

using test::refusal;
using Field = std::vector<double>;

struct Shape {
  std::int64_t rows = 47;
  std::int64_t cols = 9;
  std::int64_t stw = 3;
  std::int64_t strip_rows = 15;
  std::int64_t iterations = 14;
};

const GridNumbers& numbers() {
  static const GridNumbers grid = grid_numbers(47, 9);
  return grid;
}

Field whole(ProblemArray array, const Shape& shape) {
  Field field(static_cast<std::size_t>(shape.rows * shape.cols));
  fill_problem_rows(1, array, 0, shape.rows, shape.cols, field.data());
  return field;
}

struct Golden {
  Field f;
  std::vector<double> norms;  // before each step
};

Golden golden(const Shape& shape) {
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

std::vector<Placement> placements() {
  std::vector<Placement> all;
  for (const Where exchange : {Where::cpu, Where::accel}) {
    for (const Where sweep : {Where::cpu, Where::accel, Where::split}) {
      for (const Where norm : {Where::off, Where::cpu, Where::accel}) {
        if (exchange == Where::accel && sweep != Where::accel) continue;
        all.push_back({exchange, sweep, norm});
      }
    }
  }
  return all;
}

TEST(StagedSolver, GivesTheGoldenBitsInEveryPlacement) {
  for (const char* accel : {"software", "model"}) {
    for (const Placement& placement : placements()) {
      SCOPED_TRACE(std::string(accel) + " " + describe(placement));
      Shape shape;
      // All strips stay on the device, as exchange on the device requires.
      if (placement.exchange == Where::accel) shape.strip_rows = 40;
      const Golden expected = golden(shape);
      StagedRun run(shape, placement, accel);
      run.expect_golden(expected);
      if (placement.norm != Where::off) run.expect_norms(expected);
      run.expect_least_bytes();
    }
  }
}

TEST(StagedSolver, GivesTheGoldenBitsOnTheVerilatedDevice) {
  for (const char* place : {"norm=accel", "sweep=split,norm=cpu", "exchange=accel,norm=cpu", "sweep=cpu,norm=accel"}) {
    SCOPED_TRACE(place);
    const Placement placement = parse_placement("place", place);
    Shape shape;
    if (placement.exchange == Where::accel) shape.strip_rows = 40;
    const Golden expected = golden(shape);
    StagedRun run(shape, placement, "rtl");
    run.expect_golden(expected);
    if (placement.norm != Where::off) run.expect_norms(expected);
    run.expect_least_bytes();
  }
}

TEST(StagedSolver, GivesTheSameBitsForEveryShare) {
  Shape shape;
  shape.iterations = 7;
  const Golden expected = golden(shape);
  for (int percent = 0; percent <= 100; percent += 5) {
    SharingOptions sharing;
    sharing.share = percent / 100.0;
    StagedRun run(shape, {Where::cpu, Where::split, Where::off}, "software", sharing);
    SCOPED_TRACE(percent);
    run.expect_golden(expected);
    run.expect_least_bytes();
    for (const StepShare& share : run.solver().shares()) {
      EXPECT_EQ(share.device_rows == 0, percent == 0);
      EXPECT_EQ(share.host_rows == 0, percent == 100);
    }
  }
}

// Every stage of the solver reads and writes the data it declares and no other.
TEST(StagedSolver, NamesAllItTouches) {
  for (const Placement& placement : placements()) {
    SCOPED_TRACE(describe(placement));
    Shape shape;
    if (placement.exchange == Where::accel) shape.strip_rows = 40;
    const Golden expected = golden(shape);
    StagedRun run(shape, placement, "model", {}, true);
    run.expect_golden(expected);
    if (placement.norm != Where::off) run.expect_norms(expected);
  }
}

// Strips that stay on the device: after the first step only edge rows of f are copied, r and the weights never again.
TEST(StagedSolver, CopiesEdgesAloneWhereStripsStay) {
  Shape shape;
  shape.strip_rows = 60;
  const StagedRun run(shape, {Where::cpu, Where::accel, Where::off}, "software");
  const std::int64_t steps = (shape.iterations - 1) / shape.stw + 1;
  const std::int64_t row = 8 * shape.cols;
  const int ranks = test::comm_size();
  const bool inner = test::comm_rank() > 0 && test::comm_rank() < ranks - 1;
  const std::int64_t sides = ranks == 1 ? 0 : inner ? 2 : 1;
  const std::int64_t owned = shape.rows / ranks + (shape.rows % ranks > test::comm_rank() ? 1 : 0);
  const std::int64_t local = owned + sides * shape.stw;
  const std::int64_t edges = (steps - 1) * std::min(owned, sides * shape.stw);
  const std::int64_t halo_rows = (steps - 1) * sides * shape.stw;
  // Rows sent to neighbours in the last exchange are right on the host, but were swept since: fetching the result
  // copies all owned rows.
  for (const DatumTraffic& datum : run.solver().ledger().data()) {
    if (datum.datum.front() == 'f') {
      EXPECT_EQ(datum.moved.to_device, (local + halo_rows) * row);
      EXPECT_EQ(datum.moved.from_device, (owned + edges) * row);
    } else if (datum.datum.substr(0, 2) == "r[") {
      EXPECT_EQ(datum.moved.to_device, local * row);
      EXPECT_EQ(datum.moved.from_device, 0);
    } else {
      EXPECT_EQ(datum.moved.bytes(), datum.datum == "change" ? 0 : 8) << datum.datum;
    }
  }
}

// The published blocking loads and stores whole blocks in every step.
TEST(StagedSolver, MovesNoMoreThanThePublishedBlocking) {
  for (const std::int64_t strip_rows : {9, 10, 15, 20, 24, 60}) {
    for (const std::int64_t stw : {1, 2, 3}) {
      Shape shape;
      shape.strip_rows = strip_rows;
      shape.stw = stw;
      const StagedRun run(shape, {Where::cpu, Where::accel, Where::off}, "software");
      const std::int64_t owned =
          shape.rows / test::comm_size() + (shape.rows % test::comm_size() > test::comm_rank() ? 1 : 0);
      std::int64_t local = owned;
      if (test::comm_rank() > 0) local += stw;
      if (test::comm_rank() + 1 < test::comm_size()) local += stw;
      std::int64_t published = 0;
      for (std::int64_t done = 0; done < shape.iterations; done += stw) {
        const std::int64_t niter = std::min(stw, shape.iterations - done);
        for (const Block& block : plan_overlapped_rows(local, strip_rows, niter)) {
          published += (2 * block.rows() + block.keep) * shape.cols * 8;
        }
      }
      const std::int64_t weights = 3 * 8;
      EXPECT_LE(run.solver().ledger().total().bytes() - weights, published)
          << "strips of " << strip_rows << ", stw " << stw << ", " << run.strips() << " strips";
      run.expect_least_bytes();
    }
  }
}

TEST(StagedSolver, BalancesByCyclesAlikeInEveryRun) {
  Shape shape;
  shape.strip_rows = 60;
  shape.iterations = 30;
  SharingOptions sharing;
  sharing.share = std::nullopt;
  sharing.host_points_per_cycle = 0.5;
  StagedRun first(shape, {Where::cpu, Where::split, Where::off}, "model", sharing);
  first.expect_golden(golden(shape));
  const StagedRun second(shape, {Where::cpu, Where::split, Where::off}, "model", sharing);
  const auto& a = first.solver().shares();
  const auto& b = second.solver().shares();
  ASSERT_EQ(a.size(), 10u);
  ASSERT_EQ(b.size(), a.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    EXPECT_EQ(a[k].device_rows, b[k].device_rows);
    EXPECT_EQ(a[k].device_cycles, b[k].device_cycles);
    EXPECT_EQ(a[k].host_cycles, b[k].host_cycles);
  }
}

// Steps of strips that stay, with one share; returns the last of them on this rank.
std::int64_t steady_cycles(const Shape& shape, SharingOptions sharing, double share) {
  sharing.share = share;
  return StagedRun(shape, {Where::cpu, Where::split, Where::off}, "model", sharing).solver().shares().back().cycles();
}

// Host rates from hardly worth a row to so fast that the device is not: from the sixth step on a step takes at most
// 5 % more than with the best of 41 fixed shares.
TEST(StagedSolver, BalancesWithinAFewStepsAsWellAsTheBestFixedShare) {
  Shape shape;
  shape.rows = 160 * test::comm_size();
  shape.cols = 40;
  shape.strip_rows = 200;
  shape.iterations = 10 * shape.stw;
  for (const double host_points_per_cycle : {0.02, 0.2, 1.0, 3.0, 8.0, 1000.0}) {
    SharingOptions sharing;
    sharing.host_points_per_cycle = host_points_per_cycle;
    Shape short_shape = shape;
    short_shape.iterations = 3 * shape.stw;
    std::int64_t best = std::numeric_limits<std::int64_t>::max();
    for (int k = 0; k <= 40; ++k) best = std::min(best, steady_cycles(short_shape, sharing, k / 40.0));
    sharing.share = std::nullopt;
    const StagedRun run(shape, {Where::cpu, Where::split, Where::off}, "model", sharing);
    const std::vector<StepShare>& shares = run.solver().shares();
    ASSERT_EQ(shares.size(), 10u);
    for (std::size_t step = 6; step < shares.size(); ++step) {
      EXPECT_LE(static_cast<double>(shares[step].cycles()), 1.05 * static_cast<double>(best))
          << host_points_per_cycle << " points a cycle, step " << step << ", " << shares[step].device_rows
          << " rows on the device";
    }
    EXPECT_EQ(shares.back().device_rows == 0, host_points_per_cycle == 1000.0);
  }
}

TEST(StagedSolver, RefusesWhatTheDeviceCannotServe) {
  Shape shape;
  shape.strip_rows = 9;
  const std::string text = refusal([&] { StagedRun(shape, {Where::accel, Where::accel, Where::off}, "software"); });
  if (test::comm_size() == 1) {
    EXPECT_EQ(
        text,
        "exchange=accel with 6 strips per rank, must be at most 2, which stay on the device: a larger --portion (or "
        "--strip-rows) makes fewer");
  }
  shape.rows = 8000;
  shape.strip_rows = 3000;
  EXPECT_NE(refusal([&] {
              StagedRun(shape, {Where::cpu, Where::accel, Where::off}, "software");
            }).find("must be at most 1820 rows (16384 words per buffer, rows of up to 1024 columns)"),
            std::string::npos);
}

}  // namespace
}  // namespace stencil
