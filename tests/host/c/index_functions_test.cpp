// The index functions of block_cyclic.h: against the definition, ScaLAPACK, and every wrong argument.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "block_cyclic.h"
#include "tests/host/oracle/scalapack.hpp"
#include "tests/host/support/fatal_catcher.hpp"

namespace stencil::test {
namespace {

constexpr std::int64_t most = 9223372036854775807;

// Dealt block by block, counted from 1.
TEST(IndexFunctions, FollowTheDefinition) {
  for (int n = 0; n <= 40; ++n) {
    for (int nb = 1; nb <= 9; ++nb) {
      for (int procs = 1; procs <= 6; ++procs) {
        for (int source = 0; source < procs; ++source) {
          std::vector<std::int64_t> held(static_cast<std::size_t>(procs), 0);
          std::vector<std::int64_t> blocks(static_cast<std::size_t>(procs), -1);
          std::int64_t all_blocks = -1, in_block = 0;
          for (int k = 0; k < n; ++k) {
            const int process = (source + k / nb) % procs;
            const std::int64_t local = ++held[static_cast<std::size_t>(process)];
            // The dummy arguments have values that no process has.
            ASSERT_EQ(indxg2p(k + 1, nb, -77, source, procs), process);
            ASSERT_EQ(indxg2l(k + 1, nb, -77, 1234567, procs), local);
            ASSERT_EQ(indxl2g(local, nb, process, source, procs), k + 1);
            blocks[static_cast<std::size_t>(process)] += k % nb == 0;
            ASSERT_EQ(indxg2k(k + 1, nb, -77, 1234567, -5), all_blocks += k % nb == 0);
            ASSERT_EQ(indxg2m(k + 1, nb, -77, 1234567, procs), blocks[static_cast<std::size_t>(process)]);
            ASSERT_EQ(indxg2x(k + 1, nb, -77, 1234567, -5), in_block = k % nb == 0 ? 1 : in_block + 1);
          }
          for (int p = 0; p < procs; ++p) {
            ASSERT_EQ(numroc(n, nb, p, source, procs), held[static_cast<std::size_t>(p)]);
          }
          // The elements of the process dealt to first, in whole blocks.
          const std::int64_t fullest = (held[static_cast<std::size_t>(source)] + nb - 1) / nb * nb;
          ASSERT_EQ(numroc_bound(n, nb, procs), fullest);
          ASSERT_EQ(numroc_bound_ceil(n, nb, procs), fullest);
        }
      }
    }
  }
}

TEST(IndexFunctions, EqualScalapack) {
  STENCIL_NEEDS_SCALAPACK();
  const Scalapack& oracle = *scalapack();
  std::int64_t compared = 0;
  for (int procs = 1; procs <= 6; ++procs) {
    for (int source = 0; source < procs; ++source) {
      for (int nb = 1; nb <= 7; ++nb) {
        for (int n = 0; n <= 60; ++n) {
          for (int p = 0; p < procs; ++p) {
            ASSERT_EQ(numroc(n, nb, p, source, procs), oracle.numroc(&n, &nb, &p, &source, &procs));
            if (n == 0) continue;
            ASSERT_EQ(indxl2g(n, nb, p, source, procs), oracle.indxl2g(&n, &nb, &p, &source, &procs));
            ASSERT_EQ(indxg2p(n, nb, p, source, procs), oracle.indxg2p(&n, &nb, &p, &source, &procs));
            ASSERT_EQ(indxg2l(n, nb, p, source, procs), oracle.indxg2l(&n, &nb, &p, &source, &procs));
            compared += 4;
          }
        }
      }
    }
  }
  EXPECT_EQ(compared, 4 * 7 * 60 * (1 + 4 + 9 + 16 + 25 + 36));
}

TEST(IndexFunctions, Have64Bits) {
  EXPECT_EQ(numroc(most, most, 0, 0, 1), most);
  EXPECT_EQ(numroc(most, 1, most - 1, most - 1, most), 1);
  EXPECT_EQ(numroc(5000000001, 64, 1, 0, 2), 2500000000);
  EXPECT_EQ(numroc(5000000001, 64, 0, 0, 2), 2500000001);
  EXPECT_EQ(indxg2p(most, 1, 0, 0, 2), 0);
  EXPECT_EQ(indxg2p(most, 1, 0, 1, 2), 1);
  EXPECT_EQ(indxg2l(most, 1, 0, 0, 2), most / 2 + 1);
  EXPECT_EQ(indxl2g(most / 2 + 1, 1, 0, 0, 2), most);
  EXPECT_EQ(indxl2g(3000000001, 1, 1, 0, 2), 6000000002);
  EXPECT_EQ(indxg2k(most, 1, 0, 0, 2), most - 1);
  EXPECT_EQ(indxg2m(most, 1, 0, 0, 2), most / 2);
  EXPECT_EQ(indxg2x(most, most, 0, 0, 2), most);
  EXPECT_EQ(indxg2x(5000000001, 5000000000, 0, 0, 2), 1);
  EXPECT_EQ(numroc_bound(most, most, 3), most);
  EXPECT_EQ(numroc_bound_ceil(most, most, 3), most);
  EXPECT_EQ(numroc_bound(5000000001, 64, 2), 2500000064);
  EXPECT_EQ(numroc_bound_ceil(5000000001, 64, 2), 2500000064);
}

void expect_refused(const std::string& line, const std::function<void()>& call) {
  expect_fatal(2, "stencil: " + line, call);
}

TEST(IndexFunctions, NumrocRefusesWrongArguments) {
  expect_refused("numroc: n = -1, must be >= 0", [] { numroc(-1, 2, 0, 0, 2); });
  expect_refused("numroc: nb = 0, must be >= 1", [] { numroc(9, 0, 0, 0, 2); });
  expect_refused("numroc: nb = -3, must be >= 1", [] { numroc(9, -3, 0, 0, 2); });
  expect_refused("numroc: nprocs = 0, must be >= 1", [] { numroc(9, 2, 0, 0, 0); });
  expect_refused("numroc: iproc = -1, must be 0 .. 1", [] { numroc(9, 2, -1, 0, 2); });
  expect_refused("numroc: iproc = 2, must be 0 .. 1", [] { numroc(9, 2, 2, 0, 2); });
  expect_refused("numroc: isrcproc = -1, must be 0 .. 1", [] { numroc(9, 2, 0, -1, 2); });
  expect_refused("numroc: isrcproc = 2, must be 0 .. 1", [] { numroc(9, 2, 0, 2, 2); });
}

TEST(IndexFunctions, Indxg2pRefusesWrongArguments) {
  expect_refused("indxg2p: indxglob = 0, must be >= 1", [] { indxg2p(0, 2, 0, 0, 2); });
  expect_refused("indxg2p: nb = 0, must be >= 1", [] { indxg2p(9, 0, 0, 0, 2); });
  expect_refused("indxg2p: nprocs = -1, must be >= 1", [] { indxg2p(9, 2, 0, 0, -1); });
  expect_refused("indxg2p: isrcproc = -1, must be 0 .. 1", [] { indxg2p(9, 2, 0, -1, 2); });
  expect_refused("indxg2p: isrcproc = 2, must be 0 .. 1", [] { indxg2p(9, 2, 0, 2, 2); });
}

TEST(IndexFunctions, Indxg2lRefusesWrongArguments) {
  expect_refused("indxg2l: indxglob = -4, must be >= 1", [] { indxg2l(-4, 2, 0, 0, 2); });
  expect_refused("indxg2l: nb = 0, must be >= 1", [] { indxg2l(9, 0, 0, 0, 2); });
  expect_refused("indxg2l: nprocs = 0, must be >= 1", [] { indxg2l(9, 2, 0, 0, 0); });
}

TEST(IndexFunctions, NumbersOfBlocksRefuseWrongArguments) {
  expect_refused("indxg2k: indxglob = 0, must be >= 1", [] { indxg2k(0, 2, 0, 0, 2); });
  expect_refused("indxg2k: nb = 0, must be >= 1", [] { indxg2k(9, 0, 0, 0, 2); });
  expect_refused("indxg2m: indxglob = -4, must be >= 1", [] { indxg2m(-4, 2, 0, 0, 2); });
  expect_refused("indxg2m: nb = -1, must be >= 1", [] { indxg2m(9, -1, 0, 0, 2); });
  expect_refused("indxg2m: nprocs = 0, must be >= 1", [] { indxg2m(9, 2, 0, 0, 0); });
  expect_refused("indxg2x: indxglob = 0, must be >= 1", [] { indxg2x(0, 2, 0, 0, 2); });
  expect_refused("indxg2x: nb = 0, must be >= 1", [] { indxg2x(9, 0, 0, 0, 2); });
}

TEST(IndexFunctions, BoundsRefuseWrongArguments) {
  expect_refused("numroc_bound: n = -1, must be >= 0", [] { numroc_bound(-1, 2, 2); });
  expect_refused("numroc_bound: nb = 0, must be >= 1", [] { numroc_bound(9, 0, 2); });
  expect_refused("numroc_bound: nprocs = 0, must be >= 1", [] { numroc_bound(9, 2, 0); });
  expect_refused("numroc_bound_ceil: n = -1, must be >= 0", [] { numroc_bound_ceil(-1, 2, 2); });
  expect_refused("numroc_bound_ceil: nb = 0, must be >= 1", [] { numroc_bound_ceil(9, 0, 2); });
  expect_refused("numroc_bound_ceil: nprocs = 0, must be >= 1", [] { numroc_bound_ceil(9, 2, 0); });
  const std::string wide =
      "bound = 2 blocks of 4611686018427387904 elements, must be <= 9223372036854775807 elements (n = "
      "9223372036854775807, procs = 1)";
  expect_refused("numroc_bound: " + wide, [] { numroc_bound(most, most / 2 + 1, 1); });
  expect_refused("numroc_bound_ceil: " + wide, [] { numroc_bound_ceil(most, most / 2 + 1, 1); });
}

TEST(IndexFunctions, Indxl2gRefusesWrongArguments) {
  expect_refused("indxl2g: indxloc = 0, must be 1 .. ", [] { indxl2g(0, 2, 0, 0, 2); });
  expect_refused("indxl2g: nb = 0, must be >= 1", [] { indxl2g(9, 0, 0, 0, 2); });
  expect_refused("indxl2g: nprocs = 0, must be >= 1", [] { indxl2g(9, 2, 0, 0, 0); });
  expect_refused("indxl2g: iproc = 2, must be 0 .. 1", [] { indxl2g(9, 2, 2, 0, 2); });
  expect_refused("indxl2g: iproc = -1, must be 0 .. 1", [] { indxl2g(9, 2, -1, 0, 2); });
  expect_refused("indxl2g: isrcproc = 2, must be 0 .. 1", [] { indxl2g(9, 2, 0, 2, 2); });
  expect_refused(
      "indxl2g: indxloc = 4611686018427387904, must be 1 .. 4611686018427387903 (beyond it the element has no 64-bit "
      "number)",
      [] { indxl2g(most / 2 + 1, 1, 1, 0, 2); });
  expect_refused("indxl2g: indxloc = 1, but no value is allowed (beyond it the element has no 64-bit number)",
                 [] { indxl2g(1, most, 1, 0, 2); });
}

}  // namespace
}  // namespace stencil::test
