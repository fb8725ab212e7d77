// The main loop as stages: golden bits and norms wherever stages run, with the fewest bytes copied.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/staged/staged_solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "host/jacobi/plan.hpp"
#include "tests/sim/app/kernels/staged/staged_run.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/world.hpp"

namespace stencil::staged_solver_test {
namespace {

using test::refusal;

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
}  // namespace stencil::staged_solver_test
