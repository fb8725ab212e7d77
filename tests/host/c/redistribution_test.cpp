// pdgemr2d between any two grids: what ScaLAPACK's PDGEMR2D leaves, message for message as planned, and every wrong
// argument.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "block_cyclic.h"
#include "host/arrays/exchange/traffic.hpp"
#include "tests/host/oracle/scalapack_matrix.hpp"
#include "tests/host/support/fatal_catcher.hpp"
#include "tests/host/arrays/vsda/matrix_array.hpp"

namespace stencil::test {
namespace {

// Some ranks of MPI_COMM_WORLD as a communicator of their own, in any order.
class SomeRanks {
 public:
  // Collective over MPI_COMM_WORLD: these ranks, and others by chance.
  SomeRanks(Random& random, const std::set<int>& needed) {
    std::vector<int> keys;
    std::vector<int> inside;
    for (int rank = 0; rank < comm_size(); ++rank) {
      keys.push_back(static_cast<int>(random(0, 100)));
      inside.push_back(random(0, 2) == 0 || needed.count(rank) != 0 ? 1 : 0);
    }
    const auto me = static_cast<std::size_t>(comm_rank());
    MPI_Comm_split(MPI_COMM_WORLD, inside[me] != 0 ? 0 : MPI_UNDEFINED, keys[me], &comm_);
    std::vector<int> order;
    for (int rank = 0; rank < comm_size(); ++rank) {
      if (inside[static_cast<std::size_t>(rank)] != 0) order.push_back(rank);
    }
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
      return keys[static_cast<std::size_t>(a)] < keys[static_cast<std::size_t>(b)];
    });
    for (std::size_t k = 0; k < order.size(); ++k) numbers_[order[k]] = static_cast<std::int64_t>(k);
  }
  ~SomeRanks() {
    if (comm_ != MPI_COMM_NULL) MPI_Comm_free(&comm_);
  }
  SomeRanks(const SomeRanks&) = delete;
  SomeRanks& operator=(const SomeRanks&) = delete;

  bool inside() const { return comm_ != MPI_COMM_NULL; }
  MPI_Comm comm() const { return comm_; }
  std::int64_t number(int world_rank) const { return numbers_.at(world_rank); }

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
  std::map<int, std::int64_t> numbers_;
};

// By process, column by column.
std::vector<int> ranks_of(const BlockCyclicLayout& layout) {
  std::vector<int> ranks;
  for (std::int64_t col = 0; col < layout.cols.procs(); ++col) {
    for (std::int64_t row = 0; row < layout.rows.procs(); ++row) {
      ranks.push_back(static_cast<int>(layout.rank_of(row, col)));
    }
  }
  return ranks;
}

// A grid of ours on ranks of MPI_COMM_WORLD, made in one of the ways there are.
class OwnGrid {
 public:
  OwnGrid(Random& random, const BlockCyclicLayout& layout) : ranks_(ranks_of(layout)) {
    const std::int64_t nprow = layout.rows.procs();
    const std::int64_t npcol = layout.cols.procs();
    some_.emplace(random, std::set<int>(ranks_.begin(), ranks_.end()));
    const bool on_world = random(0, 1) == 0;
    const std::int64_t ldumap = nprow + random(0, 2);
    const auto map = [&](auto&& number) {
      std::vector<std::int64_t> usermap(static_cast<std::size_t>(ldumap * npcol), -9);
      for (std::size_t k = 0; k < ranks_.size(); ++k) {
        const auto process = static_cast<std::int64_t>(k);
        usermap[static_cast<std::size_t>(process % nprow + process / nprow * ldumap)] = number(ranks_[k]);
      }
      return usermap;
    };
    if (on_world && layout.map == nullptr) {
      context_ = random(0, 1) == 0 ? block_cyclic_context(MPI_COMM_WORLD, nprow, npcol)
                                   : block_cyclic_gridinit(MPI_COMM_WORLD, "row", nprow, npcol);
    } else if (on_world) {
      const auto usermap = map([](int rank) { return rank; });
      context_ = block_cyclic_gridmap(MPI_COMM_WORLD, usermap.data(), ldumap, nprow, npcol);
    } else if (some_->inside()) {
      const auto usermap = map([&](int rank) { return some_->number(rank); });
      context_ = block_cyclic_gridmap(some_->comm(), usermap.data(), ldumap, nprow, npcol);
    }
  }
  ~OwnGrid() {
    if (context_ != -1) block_cyclic_context_free(context_);
  }
  OwnGrid(const OwnGrid&) = delete;
  OwnGrid& operator=(const OwnGrid&) = delete;

  // Ranks that are none of the grid may have a descriptor all the same, where they have the context.
  std::vector<std::int64_t> descriptor(Random& random, const LocalMatrix& matrix) const {
    std::vector<std::int64_t> desc(DLEN_, -77);
    const bool give_up = random(0, 1) == 0;
    desc[CTXT_] = -1;
    if (context_ == -1 || (give_up && !matrix.layout.in_grid(comm_rank()))) return desc;
    const CyclicAxis& rows = matrix.layout.rows;
    const CyclicAxis& cols = matrix.layout.cols;
    descinit(desc.data(), rows.n(), cols.n(), rows.block(), cols.block(), rows.source(), cols.source(), context_,
             matrix.lld, nullptr);
    return desc;
  }
  const std::vector<int>& ranks() const { return ranks_; }

 private:
  std::vector<int> ranks_;
  std::optional<SomeRanks> some_;
  std::int64_t context_ = -1;
};

struct Parts {
  std::int64_t m = 0, n = 0, si = 0, sj = 0, ti = 0, tj = 0;
};

Parts random_parts(Random& random, const LocalMatrix& source, const LocalMatrix& target) {
  Parts parts;
  const auto side = [&](const CyclicAxis& a, const CyclicAxis& b) {
    const std::int64_t most = std::min(a.n(), b.n());
    return random(0, 3) == 0 ? random(0, most) : random(most / 2, most);
  };
  parts.m = side(source.layout.rows, target.layout.rows);
  parts.n = side(source.layout.cols, target.layout.cols);
  parts.si = random(0, source.layout.rows.n() - parts.m);
  parts.sj = random(0, source.layout.cols.n() - parts.n);
  parts.ti = random(0, target.layout.rows.n() - parts.m);
  parts.tj = random(0, target.layout.cols.n() - parts.n);
  return parts;
}

// States what the target must be afterwards, and returns to which ranks the calling one must send, by the definition.
std::set<int> expect_moved(const LocalMatrix& source, const LocalMatrix& target, const Parts& parts, LocalArray& to,
                           unsigned salt) {
  const std::vector<Place> from_places = places(source);
  const std::vector<Place> to_places = places(target);
  std::set<int> receivers;
  for (std::int64_t j = 0; j < parts.n; ++j) {
    for (std::int64_t i = 0; i < parts.m; ++i) {
      const std::int64_t from = parts.si + i + (parts.sj + j) * source.layout.rows.n();
      const std::int64_t there = parts.ti + i + (parts.tj + j) * target.layout.rows.n();
      to.expect(there, salt, from);
      const int receiver = to_places[static_cast<std::size_t>(there)].rank;
      if (from_places[static_cast<std::size_t>(from)].rank == comm_rank() && receiver != comm_rank()) {
        receivers.insert(receiver);
      }
    }
  }
  return receivers;
}

// All ranks of both grids, as a context around them.
std::set<int> both(const OwnGrid& a, const OwnGrid& b) {
  std::set<int> ranks(a.ranks().begin(), a.ranks().end());
  ranks.insert(b.ranks().begin(), b.ranks().end());
  return ranks;
}

TEST(Redistribution, MovesEveryElementBetweenAnyTwoGridsInOneMessageAPair) {
  Random random(test_seed());
  std::int64_t moved = 0;
  for (int round = 0; round < 150; ++round) {
    const LocalMatrix source = with_local_lld(random_matrix(random, comm_size()), comm_rank(), random(0, 2));
    const LocalMatrix target = with_local_lld(random_matrix(random, comm_size()), comm_rank(), random(0, 2));
    const OwnGrid from_grid(random, source.layout);
    const OwnGrid to_grid(random, target.layout);
    const std::vector<std::int64_t> from_desc = from_grid.descriptor(random, source);
    const std::vector<std::int64_t> to_desc = to_grid.descriptor(random, target);
    const SomeRanks around(random, both(from_grid, to_grid));
    const Parts parts = random_parts(random, source, target);
    if (!around.inside()) continue;
    const std::int64_t ictxt = block_cyclic_context(around.comm(), 1, 1);
    for (unsigned call = 0; call < 2; ++call) {
      LocalArray from(source, 8, 10 + call);
      LocalArray to(target, 8, 20 + call);
      const auto data = [](LocalArray& array, const LocalMatrix& matrix) {
        return matrix.local_elements(comm_rank()) == 0 ? nullptr : static_cast<double*>(array.data());
      };
      const std::set<int> receivers = expect_moved(source, target, parts, to, 10 + call);
      const VsdaTraffic before = vsda_traffic();
      pdgemr2d(parts.m, parts.n, data(from, source), parts.si + 1, parts.sj + 1, from_desc.data(), data(to, target),
               parts.ti + 1, parts.tj + 1, to_desc.data(), ictxt);
      const VsdaTraffic after = vsda_traffic();
      ASSERT_TRUE(to.as_expected()) << "round " << round << " call " << call;
      ASSERT_TRUE(from.as_expected()) << "round " << round << " call " << call;
      ASSERT_EQ(after.messages_sent - before.messages_sent, static_cast<std::int64_t>(receivers.size()));
      ASSERT_EQ(after.copies - before.copies, 1);
      ASSERT_EQ(after.plans_made - before.plans_made, call == 0 ? 1 : 0) << "round " << round;
      std::int64_t bytes = after.bytes_sent - before.bytes_sent + after.bytes_kept - before.bytes_kept;
      MPI_Allreduce(MPI_IN_PLACE, &bytes, 1, MPI_INT64_T, MPI_SUM, around.comm());
      ASSERT_EQ(bytes, 8 * parts.m * parts.n) << "round " << round;
      moved += parts.m * parts.n;
    }
    block_cyclic_context_free(ictxt);
  }
  EXPECT_GT(moved, 3000) << "too few to prove anything";
}

TEST(Redistribution, LeavesWhatPdgemr2dLeaves) {
  STENCIL_NEEDS_SCALAPACK();
  Random random(test_seed() + 1);
  std::vector<int> everybody(static_cast<std::size_t>(comm_size()));
  std::iota(everybody.begin(), everybody.end(), 0);
  const BlacsGrid all(everybody, 1, comm_size());
  for (int round = 0; round < 100; ++round) {
    const LocalMatrix source = with_local_lld(random_matrix(random, comm_size()), comm_rank(), 1);
    const LocalMatrix target = with_local_lld(random_matrix(random, comm_size()), comm_rank(), 2);
    const Parts parts = random_parts(random, source, target);
    const OwnGrid from_grid(random, source.layout);
    const OwnGrid to_grid(random, target.layout);
    const std::vector<std::int64_t> from_desc = from_grid.descriptor(random, source);
    const std::vector<std::int64_t> to_desc = to_grid.descriptor(random, target);
    LocalArray from(source, 8, 1);
    LocalArray by_us(target, 8, 2);
    LocalArray by_oracle(target, 8, 2);
    const std::int64_t ictxt = block_cyclic_gridinit(MPI_COMM_WORLD, "C", comm_size(), 1);
    pdgemr2d(parts.m, parts.n, static_cast<const double*>(from.data()), parts.si + 1, parts.sj + 1, from_desc.data(),
             static_cast<double*>(by_us.data()), parts.ti + 1, parts.tj + 1, to_desc.data(), ictxt);
    block_cyclic_context_free(ictxt);

    const BlacsGrid from_blacs = blacs_grid(source.layout);
    const BlacsGrid to_blacs = blacs_grid(target.layout);
    const auto from_theirs = blacs_descriptor(from_blacs, source);
    const auto to_theirs = blacs_descriptor(to_blacs, target);
    const auto integer = [](std::int64_t value) { return static_cast<int>(value); };
    const int numbers[] = {integer(parts.m),      integer(parts.n),      integer(parts.si + 1),
                           integer(parts.sj + 1), integer(parts.ti + 1), integer(parts.tj + 1)};
    const int context = all.context();
    scalapack()->pdgemr2d(&numbers[0], &numbers[1], static_cast<const double*>(from.data()), &numbers[2], &numbers[3],
                          from_theirs.data(), static_cast<double*>(by_oracle.data()), &numbers[4], &numbers[5],
                          to_theirs.data(), &context);
    ASSERT_EQ(by_us.bytes(), by_oracle.bytes()) << "round " << round;
  }
}

// Source and target in one memory, as memmove would move them.
TEST(Redistribution, PartsOfOneMatrixMayOverlap) {
  Random random(test_seed() + 2);
  for (int round = 0; round < 30; ++round) {
    const LocalMatrix matrix = with_local_lld(random_matrix(random, comm_size()), comm_rank(), 0);
    const OwnGrid grid(random, matrix.layout);
    const std::vector<std::int64_t> desc = grid.descriptor(random, matrix);
    const Parts parts = random_parts(random, matrix, matrix);
    LocalArray array(matrix, 8, 5);
    expect_moved(matrix, matrix, parts, array, 5);
    const std::int64_t ictxt = block_cyclic_context(MPI_COMM_WORLD, 1, 1);
    auto* const data = static_cast<double*>(array.data());
    pdgemr2d(parts.m, parts.n, data, parts.si + 1, parts.sj + 1, desc.data(), data, parts.ti + 1, parts.tj + 1,
             desc.data(), ictxt);
    ASSERT_TRUE(array.as_expected()) << "round " << round;
    block_cyclic_context_free(ictxt);
  }
}

// One plan after the other on some ranks only: all must find the same one, or none.
TEST(Redistribution, PlansAreKeptWhereAllRanksHaveKeptThem) {
  const std::int64_t context = block_cyclic_context(MPI_COMM_WORLD, 1, comm_size());
  const std::int64_t n = 2 * comm_size();
  std::int64_t desc[DLEN_];
  std::int64_t other[DLEN_];
  const auto run = [&](std::int64_t lld) {
    descinit(desc, 3, n, 3, 1, 0, 0, context, 3, nullptr);
    descinit(other, 3, n, 3, 2, 0, 0, context, lld, nullptr);
    std::vector<double> a(6);
    std::vector<double> b(static_cast<std::size_t>(2 * lld), -1.0);
    for (std::size_t k = 0; k < 6; ++k) {
      a[k] =
          static_cast<double>(k % 3) + 10.0 * static_cast<double>(comm_rank() + comm_size() * static_cast<int>(k / 3));
    }
    const std::int64_t before = vsda_traffic().plans_made;
    pdgemr2d(3, n, a.data(), 1, 1, desc, b.data(), 1, 1, other, context);
    for (std::int64_t y = 0; y < 2; ++y) {
      for (std::int64_t x = 0; x < 3; ++x) {
        EXPECT_EQ(b[static_cast<std::size_t>(x + y * lld)], static_cast<double>(x + 10 * (2 * comm_rank() + y)));
      }
    }
    return vsda_traffic().plans_made - before;
  };
  EXPECT_EQ(run(3), 1);
  EXPECT_EQ(run(3), 0);
  // Rank 0 alone comes with another leading dimension: nobody may use what the others have kept.
  EXPECT_EQ(run(comm_rank() == 0 ? 5 : 3), 1);
  EXPECT_EQ(run(comm_rank() == 0 ? 5 : 3), 0);
  // Back again: rank 0 kept the plan of the first calls, the others have a newer one.
  const std::int64_t again = run(3);
  EXPECT_EQ(again, comm_size() == 1 ? 0 : 1);
  EXPECT_EQ(run(3), 0);
  // A context that is freed may have been that of any plan.
  block_cyclic_context_free(block_cyclic_context(MPI_COMM_WORLD, 1, 1));
  EXPECT_EQ(run(3), 1);
  block_cyclic_context_free(context);
}

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

  // Refused on every rank, in the words of `from`, the lowest that notices; nothing is moved.
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
  // A context that was there for the call before.
  const std::int64_t freed = block_cyclic_context(MPI_COMM_WORLD, 1, comm_size());
  std::int64_t old[DLEN_];
  descinit(old, 9, n(), 2, 2, 0, 0, freed, 9, nullptr);
  std::vector<double> b(18, 4.0);
  pdgemr2d(9, 2, some.data(), 1, 1, old, b.data(), 1, 1, desc_, ictxt_);
  block_cyclic_context_free(freed);
  expect_refused("desca: CTXT_ holds 0x42434358", {}, old, desc_);
  // What was kept does not serve a missing array.
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
  // Another grid of the same shape.
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
  // A process of the grid that has no descriptor.
  std::copy_n(desc_, DLEN_, desc);
  if (last) desc[CTXT_] = -1;
  expect_refused(
      fmt::format("descb: CTXT_ = -1 on rank {} of ictxt's communicator, must be a context there: it is process "
                  "(0, {}) of the grid that rank 0 has",
                  comm_size() - 1, comm_size() - 1),
      {}, desc_, desc);
  // One rank's fault is told by all.
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
