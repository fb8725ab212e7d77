// Submatrices moved by VSDA and by ScaLAPACK's PDGEMR2D, compared byte by byte.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/host/arrays/vsda/matrix_array.hpp"
#include "tests/host/oracle/scalapack_matrix.hpp"

namespace stencil {
namespace {

using test::BlacsGrid;
using test::LocalArray;
using test::Random;

TEST(Pdgemr2d, LeavesWhatAPlanLeaves) {
  STENCIL_NEEDS_SCALAPACK();
  Random random(test::test_seed());
  const int ranks = test::comm_size();
  const int rank = test::comm_rank();
  const BlacsGrid all(1, ranks);
  for (int round = 0; round < 100; ++round) {
    const LocalMatrix source = test::with_local_lld(test::random_matrix(random, ranks), rank, 1);
    const LocalMatrix target = test::with_local_lld(test::random_matrix(random, ranks), rank, 2);
    const std::int64_t most_rows = std::min(source.layout.rows.n(), target.layout.rows.n());
    const std::int64_t most_cols = std::min(source.layout.cols.n(), target.layout.cols.n());
    if (most_rows == 0 || most_cols == 0) continue;
    const std::int64_t m = random(1, most_rows);
    const std::int64_t n = random(1, most_cols);
    const std::int64_t si = random(0, source.layout.rows.n() - m);
    const std::int64_t sj = random(0, source.layout.cols.n() - n);
    const std::int64_t ti = random(0, target.layout.rows.n() - m);
    const std::int64_t tj = random(0, target.layout.cols.n() - n);

    LocalArray from(source, 8, 1);
    LocalArray by_plan(target, 8, 2);
    LocalArray by_oracle(target, 8, 2);
    VSDA source_vsda = test::create(source, 8);
    VSDA target_vsda = test::create(target, 8);
    VSDA_PLAN plan;
    VSDA_Plan_matrix(&target_vsda, ti, tj, &source_vsda, si, sj, m, n, &plan);
    std::vector<MPI_Request> rq(static_cast<std::size_t>(2 * ranks));
    VSDA_Copy_begin(&plan, by_plan.data(), from.data(), rq.data());
    VSDA_Update_end(rq.data());

    const BlacsGrid source_grid = test::blacs_grid(source.layout);
    const BlacsGrid target_grid = test::blacs_grid(target.layout);
    const auto source_desc = test::blacs_descriptor(source_grid, source);
    const auto target_desc = test::blacs_descriptor(target_grid, target);
    const int sizes[] = {static_cast<int>(m), static_cast<int>(n)};
    const int ia = static_cast<int>(si + 1);
    const int ja = static_cast<int>(sj + 1);
    const int ib = static_cast<int>(ti + 1);
    const int jb = static_cast<int>(tj + 1);
    const int context = all.context();
    test::scalapack()->pdgemr2d(&sizes[0], &sizes[1], static_cast<const double*>(from.data()), &ia, &ja,
                                source_desc.data(), static_cast<double*>(by_oracle.data()), &ib, &jb,
                                target_desc.data(), &context);
    ASSERT_EQ(by_plan.bytes(), by_oracle.bytes()) << "round " << round;
    VSDA_Plan_destroy(&plan);
    VSDA_Destroy(&source_vsda);
    VSDA_Destroy(&target_vsda);
  }
}

}  // namespace
}  // namespace stencil
