// pdgemr2d refuses every wrong argument on all ranks, and moves nothing.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <string>
#include <vector>

#include "block_cyclic.h"
#include "tests/host/arrays/vsda/matrix_array.hpp"
#include "tests/host/support/fatal_catcher.hpp"

namespace stencil::test {
namespace {

class RedistributionErrors : public ::testing::Test {
 protected:
  RedistributionErrors() {
    ictxt_ = block_cyclic_context(MPI_COMM_WORLD, 1, comm_size());
    descinit(desc_, 9, n(), 2, 2, 0, 0, ictxt_, 9, nullptr);
  }
  ~RedistributionErrors() override { block_cyclic_context_free(ictxt_); }

  static std::int64_t n() { return 2L * comm_size(); }

  struct Arguments {
    std::int64_t m = 9, n = 2, ia = 1, ja = 1, ib = 1, jb = 1;
  };

  // Expects a refusal on every rank, with the text of `from`, the lowest rank that notices, and no element moved.
  void expect_refused(const std::string& text, const Arguments& of, const std::int64_t* desca,
                      const std::int64_t* descb) {
    const std::vector<double> a(18, 3.0);
    std::vector<double> b(18, 4.0);
    expect_fatal(2, "pdgemr2d: " + text,
                 [&] { pdgemr2d(of.m, of.n, a.data(), of.ia, of.ja, desca, b.data(), of.ib, of.jb, descb, ictxt_); });
    EXPECT_EQ(b, std::vector<double>(18, 4.0));
  }
  void expect_refused(const std::string& text, const Arguments& of) { expect_refused(text, of, desc_, desc_); }

  std::int64_t ictxt_ = 0;
  std::int64_t desc_[DLEN_];
};

TEST_F(RedistributionErrors, Numbers) {
  const auto with = [](std::int64_t Arguments::*field, std::int64_t value) {
    Arguments arguments;
    arguments.*field = value;
    return arguments;
  };
  expect_refused("m = -1, must be 0 .. 9 (M_ of desca)", with(&Arguments::m, -1));
  expect_refused("m = 10, must be 0 .. 9 (M_ of desca)", with(&Arguments::m, 10));
  expect_refused("n = -1, must be 0 .. ", with(&Arguments::n, -1));
  expect_refused(fmt::format("n = {}, must be 0 .. {} (N_ of desca)", n() + 1, n()), with(&Arguments::n, n() + 1));
  expect_refused("ia = 0, must be 1 .. 1 (M_ of desca - m + 1)", with(&Arguments::ia, 0));
  expect_refused("ia = 2, must be 1 .. 1 (M_ of desca - m + 1)", with(&Arguments::ia, 2));
  expect_refused("ja = 0, must be 1 .. ", with(&Arguments::ja, 0));
  expect_refused(fmt::format("ja = {}, must be 1 .. {} (N_ of desca - n + 1)", n(), n() - 1),
                 with(&Arguments::ja, n()));
  expect_refused("ib = 0, must be 1 .. 1 (M_ of descb - m + 1)", with(&Arguments::ib, 0));
  expect_refused("ib = 3, must be 1 .. 1 (M_ of descb - m + 1)", with(&Arguments::ib, 3));
  expect_refused("jb = -5, must be 1 .. ", with(&Arguments::jb, -5));
  expect_refused(fmt::format("jb = {}, must be 1 .. {} (N_ of descb - n + 1)", n(), n() - 1),
                 with(&Arguments::jb, n()));
}

TEST_F(RedistributionErrors, PointersAndContexts) {
  expect_refused("desca = NULL, must be a descriptor made by descinit, or one whose CTXT_ is -1", {}, nullptr, desc_);
  expect_refused("descb = NULL, must be a descriptor made by descinit, or one whose CTXT_ is -1", {}, desc_, nullptr);
  std::vector<double> some(18, 1.0);
  expect_fatal(2, "pdgemr2d: a = NULL, must be the local matrix of 9 x 2 elements",
               [&] { pdgemr2d(9, 2, nullptr, 1, 1, desc_, some.data(), 1, 1, desc_, ictxt_); });
  expect_fatal(2, "pdgemr2d: b = NULL, must be the local matrix of 9 x 2 elements",
               [&] { pdgemr2d(9, 2, some.data(), 1, 1, desc_, nullptr, 1, 1, desc_, ictxt_); });
  for (const std::int64_t bad : {std::int64_t{-1}, std::int64_t{0}, ictxt_ + 1000}) {
    expect_fatal(2, "pdgemr2d: ictxt holds 0x",
                 [&] { pdgemr2d(9, 2, some.data(), 1, 1, desc_, some.data(), 1, 1, desc_, bad); });
  }
  std::int64_t wrong[DLEN_];
  std::copy_n(desc_, DLEN_, wrong);
  wrong[MB_] = 0;
  expect_refused("desca: MB_ = 0, must be >= 1", {}, wrong, desc_);
  expect_refused("descb: MB_ = 0, must be >= 1", {}, desc_, wrong);
  std::int64_t none[DLEN_] = {0, -1, 0, 0, 0, 0, 0, 0, 0};
  expect_refused("desca: CTXT_ = -1 on all ranks, must be a context on the processes of its grid", {}, none, desc_);
  expect_refused("descb: CTXT_ = -1 on all ranks, must be a context on the processes of its grid", {}, desc_, none);
  // A context that has been freed.
  const std::int64_t freed = block_cyclic_context(MPI_COMM_WORLD, 1, comm_size());
  std::int64_t old[DLEN_];
  descinit(old, 9, n(), 2, 2, 0, 0, freed, 9, nullptr);
  std::vector<double> b(18, 4.0);
  pdgemr2d(9, 2, some.data(), 1, 1, old, b.data(), 1, 1, desc_, ictxt_);
  block_cyclic_context_free(freed);
  expect_refused("desca: CTXT_ holds 0x42434358", {}, old, desc_);
  // The kept plan does not serve a missing array.
  pdgemr2d(9, 2, some.data(), 1, 1, desc_, b.data(), 1, 1, desc_, ictxt_);
  expect_fatal(2, "pdgemr2d: b = NULL",
               [&] { pdgemr2d(9, 2, some.data(), 1, 1, desc_, nullptr, 1, 1, desc_, ictxt_); });
}

TEST_F(RedistributionErrors, RanksThatMeanDifferentThings) {
  if (comm_size() == 1) return;
  const bool last = comm_rank() == comm_size() - 1;
  Arguments arguments;
  arguments.n = last ? 1 : 2;
  expect_refused(
      fmt::format("function or arguments differ between the ranks; rank 0 has pdgemr2d: m = 9, n = 2, ia = 1, "
                  "ja = 1, ib = 1, jb = 1; rank {} has pdgemr2d: m = 9, n = 1,",
                  comm_size() - 1),
      arguments);
  std::int64_t desc[DLEN_];
  for (const int field : {M_, N_, MB_, NB_, CSRC_}) {
    std::copy_n(desc_, DLEN_, desc);
    if (last) desc[field] += field == M_ || field == N_ ? -1 : 1;
    const std::string text = fmt::format(
        "rank 0 of ictxt's communicator has 9 x {} in blocks of 2 x 2 from (0, 0) over "
        "1 x {} processes, ranks 0 1",
        n(), comm_size());
    Arguments small;
    small.m = 1;
    small.n = 1;
    expect_refused("desca: " + text, small, desc, desc_);
    expect_refused("descb: " + text, small, desc_, desc);
  }
  // Another process grid of the same shape.
  std::vector<std::int64_t> map;
  for (int rank = comm_size() - 1; rank >= 0; --rank) map.push_back(rank);
  const std::int64_t turned = block_cyclic_gridmap(MPI_COMM_WORLD, map.data(), 1, 1, comm_size());
  std::copy_n(desc_, DLEN_, desc);
  if (last) desc[CTXT_] = turned;
  expect_refused(
      fmt::format("desca: rank 0 of ictxt's communicator has 9 x {} in blocks of 2 x 2 from (0, 0) over 1 x {} "
                  "processes, ranks 0 1",
                  n(), comm_size()),
      {}, desc, desc_);
  block_cyclic_context_free(turned);
  // A process of the grid without a descriptor.
  std::copy_n(desc_, DLEN_, desc);
  if (last) desc[CTXT_] = -1;
  expect_refused(
      fmt::format("descb: CTXT_ = -1 on rank {} of ictxt's communicator, must be a context there: it is process "
                  "(0, {}) of the grid that rank 0 has",
                  comm_size() - 1, comm_size() - 1),
      {}, desc_, desc);
  // All ranks report the fault of one.
  std::copy_n(desc_, DLEN_, desc);
  if (last) desc[LLD_] = 8;
  expect_refused("desca: LLD_ = 8, must be 9 .. ", {}, desc, desc_);
}

TEST_F(RedistributionErrors, ProcessesThatAreNotInTheCommunicatorAround) {
  if (comm_size() == 1) return;
  // All but the last rank.
  MPI_Comm few;
  const bool last = comm_rank() == comm_size() - 1;
  MPI_Comm_split(MPI_COMM_WORLD, last ? MPI_UNDEFINED : 0, 0, &few);
  if (last) return;
  const std::int64_t ictxt = block_cyclic_context(few, 1, 1);
  std::int64_t desc[DLEN_];
  descinit(desc, 9, 2, 2, 2, 0, 0, ictxt, 9, nullptr);
  std::vector<double> some(18, 1.0);
  const std::string text = fmt::format(
      ": process (0, {}) of the grid of CTXT_ is rank {} of its communicator and none of ictxt's, must be one of the "
      "{} "
      "ranks of ictxt's communicator",
      comm_size() - 1, comm_size() - 1, comm_size() - 1);
  expect_fatal(2, "pdgemr2d: desca" + text,
               [&] { pdgemr2d(9, 2, some.data(), 1, 1, desc_, some.data(), 1, 1, desc, ictxt); });
  expect_fatal(2, "pdgemr2d: descb" + text,
               [&] { pdgemr2d(9, 2, some.data(), 1, 1, desc, some.data(), 1, 1, desc_, ictxt); });
  block_cyclic_context_free(ictxt);
  MPI_Comm_free(&few);
}

}  // namespace
}  // namespace stencil::test
