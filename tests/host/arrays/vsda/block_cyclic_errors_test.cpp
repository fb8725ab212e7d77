// Every wrong argument of the functions for block-cyclic arrays and plans, each with its status and text.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <functional>
#include <string>
#include <vector>

#include "block_cyclic.h"
#include "tests/host/arrays/vsda/test_array.hpp"
#include "tests/host/support/fatal_catcher.hpp"

namespace stencil::test {
namespace {

class BlockCyclicErrors : public ::testing::Test {
 protected:
  BlockCyclicErrors() {
    std::vector<long> distribution(static_cast<std::size_t>(comm_size()), 0);
    distribution[0] = 24;
    VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, 0, 24, 8, 0, distribution.data(), nullptr, &blocked_);
    VSDA_Create_block_cyclic(MPI_COMM_WORLD, 6, 4, 8, 2, 2, 0, 0, comm_size(), 1, 6, &matrix_);
  }
  ~BlockCyclicErrors() override {
    VSDA_Destroy(&blocked_);
    VSDA_Destroy(&matrix_);
  }

  void expect_refused(const std::string& text, const std::function<void()>& call) {
    expect_fatal(2, fmt::format("stencil: rank {}: {}", comm_rank(), text), call);
  }

  VSDA blocked_;
  VSDA matrix_;
};

TEST_F(BlockCyclicErrors, CreateChecksEveryArgument) {
  VSDA made;
  struct Arguments {
    long m = 6, n = 4, elemsize = 8, mb = 2, nb = 2, rsrc = 0, csrc = 0, prow = 1, pcol = 1, lld = 6;
  };
  const auto expect = [&](const std::string& text, const Arguments& a) {
    expect_refused("VSDA_Create_block_cyclic: " + text, [&] {
      VSDA_Create_block_cyclic(MPI_COMM_WORLD, a.m, a.n, a.elemsize, a.mb, a.nb, a.rsrc, a.csrc, a.prow, a.pcol, a.lld,
                               &made);
    });
  };
  const auto with = [](long Arguments::*field, long value) {
    Arguments a;
    a.*field = value;
    return a;
  };
  expect("m = -1, must be >= 0", with(&Arguments::m, -1));
  expect("n = -1, must be >= 0", with(&Arguments::n, -1));
  expect("elemsize = 0, must be >= 1", with(&Arguments::elemsize, 0));
  expect("mb = 0, must be >= 1", with(&Arguments::mb, 0));
  expect("nb = -3, must be >= 1", with(&Arguments::nb, -3));
  expect("rsrc = 1, must be 0 .. 0", with(&Arguments::rsrc, 1));
  expect("rsrc = -1, must be 0 .. 0", with(&Arguments::rsrc, -1));
  expect("csrc = 2, must be 0 .. 0", with(&Arguments::csrc, 2));
  expect(fmt::format("prow = 0, must be 1 .. {} (ranks of comm)", comm_size()), with(&Arguments::prow, 0));
  expect(fmt::format("prow = {}, must be 1 .. {}", comm_size() + 1, comm_size()),
         with(&Arguments::prow, comm_size() + 1));
  expect(
      fmt::format("pcol = {}, must be 1 .. {} ({} ranks of comm, prow = 1)", comm_size() + 1, comm_size(), comm_size()),
      with(&Arguments::pcol, comm_size() + 1));
  if (comm_rank() == 0) expect("lld = 5, must be 6 .. ", with(&Arguments::lld, 5));
  if (comm_rank() != 0) expect("lld = 0, must be 1 .. ", with(&Arguments::lld, 0));
  expect(fmt::format("n = {}, must be 0 .. {} (4 rows; elements have 64-bit numbers)", LONG_MAX / 2, LONG_MAX / 4), [] {
    Arguments a;
    a.m = 4;
    a.n = LONG_MAX / 2;
    return a;
  }());
  if (comm_rank() == 0) {
    expect(fmt::format("lld = {}, must be 6 .. {}", LONG_MAX / 8, LONG_MAX / 8 / 4),
           with(&Arguments::lld, LONG_MAX / 8));
  }
  expect_refused("VSDA_Create_block_cyclic: comm = MPI_COMM_NULL",
                 [&] { VSDA_Create_block_cyclic(MPI_COMM_NULL, 6, 4, 8, 2, 2, 0, 0, 1, 1, 6, &made); });
  expect_refused("VSDA_Create_block_cyclic: vsda = NULL",
                 [&] { VSDA_Create_block_cyclic(MPI_COMM_WORLD, 6, 4, 8, 2, 2, 0, 0, 1, 1, 6, nullptr); });
  expect_refused("VSDA_Create: sdatype = 2 = VSDA_BLOCK_CYCLIC, must be VSDA_BLOCKED = 1; VSDA_Create_block_cyclic",
                 [&] { VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCK_CYCLIC, 0, 24, 8, 0, nullptr, nullptr, &made); });
}

TEST_F(BlockCyclicErrors, CreateOnAGridChecksEveryArgument) {
  // Rank 0 is process (ranks - 1, 0).
  std::vector<std::int64_t> map;
  for (int rank = comm_size() - 1; rank >= 0; --rank) map.push_back(rank);
  const std::int64_t context = block_cyclic_gridmap(MPI_COMM_WORLD, map.data(), comm_size(), comm_size(), 1);
  VSDA made;
  struct Arguments {
    long m = 6, n = 4, elemsize = 8, mb = 2, nb = 2, rsrc = 0, csrc = 0, lld = 6;
  };
  const auto expect = [&](const std::string& text, long Arguments::*field, long value, long ictxt) {
    Arguments a;
    a.*field = value;
    expect_refused("VSDA_Create_on_grid: " + text,
                   [&] { VSDA_Create_on_grid(ictxt, a.m, a.n, a.elemsize, a.mb, a.nb, a.rsrc, a.csrc, a.lld, &made); });
  };
  expect("m = -1, must be >= 0", &Arguments::m, -1, context);
  expect("n = -1, must be >= 0", &Arguments::n, -1, context);
  expect("elemsize = 0, must be >= 1", &Arguments::elemsize, 0, context);
  expect("mb = 0, must be >= 1", &Arguments::mb, 0, context);
  expect("nb = -3, must be >= 1", &Arguments::nb, -3, context);
  expect(fmt::format("rsrc = {}, must be 0 .. {}", comm_size(), comm_size() - 1), &Arguments::rsrc, comm_size(),
         context);
  expect("csrc = 1, must be 0 .. 0", &Arguments::csrc, 1, context);
  const std::int64_t rows = numroc(6, 2, comm_size() - 1 - comm_rank(), 0, comm_size());
  expect(fmt::format("lld = 0, must be {} .. ", std::max<std::int64_t>(1, rows)), &Arguments::lld, 0, context);
  if (rows > 0) {
    expect(fmt::format("lld = {}, must be {} .. ", rows - 1, rows), &Arguments::lld, rows - 1, context);
  }
  expect("ictxt holds 0x0, must be a context made by block_cyclic_context, _gridinit or _gridmap and not freed",
         &Arguments::m, 6, 0);
  expect_refused("VSDA_Create_on_grid: vsda = NULL",
                 [&] { VSDA_Create_on_grid(context, 6, 4, 8, 2, 2, 0, 0, 6, nullptr); });
  block_cyclic_context_free(context);
  expect("ictxt holds 0x42434358", &Arguments::m, 6, context);
}

TEST_F(BlockCyclicErrors, WhatOnlyBlockedArraysHaveIsRefused) {
  long start = 0;
  long finish = 0;
  MPI_Request rq[16];
  expect_refused("VSDA_Get_extent: vsda is a block-cyclic array, whose elements are no single range; VSDA_Get_runs",
                 [&] { VSDA_Get_extent(&matrix_, &start, &finish); });
  expect_refused("VSDA_Update_begin: vsda is a block-cyclic array, which has no shadows",
                 [&] { VSDA_Update_begin(&matrix_, rq, &start); });
}

TEST_F(BlockCyclicErrors, GetRunsChecksItsWindow) {
  long count = -1;
  long starts[2];
  long finishes[2];
  long locals[2];
  VSDA_Get_runs(&matrix_, 0, 0, nullptr, nullptr, nullptr, &count);
  ASSERT_GE(count, 0);
  expect_refused(fmt::format("VSDA_Get_runs: first = {}, must be 0 .. {} (runs of this rank)", count + 1, count),
                 [&] { VSDA_Get_runs(&matrix_, count + 1, 1, starts, finishes, locals, &count); });
  expect_refused("VSDA_Get_runs: first = -1",
                 [&] { VSDA_Get_runs(&matrix_, -1, 1, starts, finishes, locals, &count); });
  expect_refused("VSDA_Get_runs: max = -1", [&] { VSDA_Get_runs(&matrix_, 0, -1, starts, finishes, locals, &count); });
  expect_refused("VSDA_Get_runs: starts = NULL",
                 [&] { VSDA_Get_runs(&matrix_, 0, 1, nullptr, finishes, locals, &count); });
  expect_refused("VSDA_Get_runs: finishes = NULL",
                 [&] { VSDA_Get_runs(&matrix_, 0, 1, starts, nullptr, locals, &count); });
  expect_refused("VSDA_Get_runs: locals = NULL",
                 [&] { VSDA_Get_runs(&matrix_, 0, 1, starts, finishes, nullptr, &count); });
  expect_refused("VSDA_Get_runs: count = NULL",
                 [&] { VSDA_Get_runs(&matrix_, 0, 1, starts, finishes, locals, nullptr); });
  expect_refused("VSDA_Get_runs: vsda = NULL", [&] { VSDA_Get_runs(nullptr, 0, 1, starts, finishes, locals, &count); });
}

TEST_F(BlockCyclicErrors, PlansCheckRangesArraysAndHandles) {
  VSDA_PLAN plan;
  MPI_Request rq[16];
  std::vector<double> array(64);
  expect_refused("VSDA_Plan_copy: count = 25, must be 0 .. 24",
                 [&] { VSDA_Plan_copy(&matrix_, 0, &blocked_, 0, 25, &plan); });
  expect_refused("VSDA_Plan_copy: targoffs = 5, must be 0 .. 4",
                 [&] { VSDA_Plan_copy(&matrix_, 5, &blocked_, 0, 20, &plan); });
  expect_refused("VSDA_Plan_copy: srcoffs = -1, must be 0 .. 4",
                 [&] { VSDA_Plan_copy(&matrix_, 0, &blocked_, -1, 20, &plan); });
  expect_refused("VSDA_Plan_copy: plan = NULL", [&] { VSDA_Plan_copy(&matrix_, 0, &blocked_, 0, 1, nullptr); });
  expect_refused("VSDA_Plan_matrix: source is a blocked array, must be a block-cyclic one",
                 [&] { VSDA_Plan_matrix(&matrix_, 0, 0, &blocked_, 0, 0, 1, 1, &plan); });
  expect_refused("VSDA_Plan_matrix: target is a blocked array, must be a block-cyclic one",
                 [&] { VSDA_Plan_matrix(&blocked_, 0, 0, &matrix_, 0, 0, 1, 1, &plan); });
  const auto matrix_plan = [&](long ti, long tj, long si, long sj, long m, long n) {
    return [=, &plan] { VSDA_Plan_matrix(&matrix_, ti, tj, &matrix_, si, sj, m, n, &plan); };
  };
  expect_refused("VSDA_Plan_matrix: m = 7, must be 0 .. 6 (size of the smaller array)", matrix_plan(0, 0, 0, 0, 7, 1));
  expect_refused("VSDA_Plan_matrix: n = -1, must be 0 .. 4", matrix_plan(0, 0, 0, 0, 1, -1));
  expect_refused("VSDA_Plan_matrix: ti = 4, must be 0 .. 3 (size of target - m)", matrix_plan(4, 0, 0, 0, 3, 1));
  expect_refused("VSDA_Plan_matrix: tj = 4, must be 0 .. 3", matrix_plan(0, 4, 0, 0, 3, 1));
  expect_refused("VSDA_Plan_matrix: si = 4, must be 0 .. 3 (size of source - m)", matrix_plan(0, 0, 4, 0, 3, 1));
  expect_refused("VSDA_Plan_matrix: sj = 4, must be 0 .. 3", matrix_plan(0, 0, 0, 4, 3, 1));
  expect_refused("VSDA_Plan_matrix: plan = NULL",
                 [&] { VSDA_Plan_matrix(&matrix_, 0, 0, &matrix_, 0, 0, 1, 1, nullptr); });

  VSDA_Plan_copy(&matrix_, 0, &blocked_, 0, 24, &plan);
  if (comm_rank() == 0) {
    expect_refused("VSDA_Copy_begin: targarr = NULL", [&] { VSDA_Copy_begin(&plan, nullptr, array.data(), rq); });
    expect_refused("VSDA_Copy_begin: srcarr = NULL", [&] { VSDA_Copy_begin(&plan, array.data(), nullptr, rq); });
  }
  expect_refused("VSDA_Copy_begin: rq = NULL",
                 [&] { VSDA_Copy_begin(&plan, array.data(), array.data() + 32, nullptr); });
  expect_refused("VSDA_Copy_begin: plan = NULL",
                 [&] { VSDA_Copy_begin(nullptr, array.data(), array.data() + 32, rq); });
  VSDA_PLAN copy = plan;
  VSDA_Plan_destroy(&plan);
  expect_refused("VSDA_Copy_begin: plan holds 0x",
                 [&] { VSDA_Copy_begin(&copy, array.data(), array.data() + 32, rq); });
  expect_refused("VSDA_Plan_destroy: plan holds 0x0, must be a plan made by VSDA_Plan_copy or VSDA_Plan_matrix",
                 [&] { VSDA_Plan_destroy(&plan); });
  expect_refused("VSDA_Plan_destroy: plan = NULL", [&] { VSDA_Plan_destroy(nullptr); });
}

}  // namespace
}  // namespace stencil::test
