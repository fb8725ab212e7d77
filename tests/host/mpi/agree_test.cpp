// SPDX-License-Identifier: Apache-2.0
#include "host/mpi/agreement.hpp"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>
#include <vector>

#include "tests/support/world.hpp"

namespace stencil {
namespace {

std::string agreed(const std::function<void()>& work) {
  try {
    agree(MPI_COMM_WORLD, work);
  } catch (const AgreedError& error) {
    return error.what();
  }
  return "fine";
}

TEST(Agree, PassesWhenNoRankFails) {
  EXPECT_EQ(agreed([] {}), "fine");
}

TEST(Agree, GivesAllRanksTheTextOfTheOneThatFailed) {
  const int last = test::comm_size() - 1;
  const std::string expected = last == 0 ? "row 7 is missing" : "rank " + std::to_string(last) + ": row 7 is missing";
  EXPECT_EQ(agreed([&] {
              if (test::comm_rank() == last) throw ArgumentError("row 7 is missing");
            }),
            expected);
}

TEST(Agree, NamesNoRankWhenAllFail) {
  EXPECT_EQ(agreed([] { throw ArgumentError("--rows is 2"); }), "--rows is 2");
}

TEST(Agree, TheLowestFailingRankSpeaks) {
  if (test::comm_size() < 3) GTEST_SKIP() << "needs 3 ranks";
  EXPECT_EQ(agreed([] {
              if (test::comm_rank() > 0) throw ArgumentError("from " + std::to_string(test::comm_rank()));
            }),
            "rank 1: from 1");
}

TEST(Agree, KnowsStatusRankAndText) {
  const int last = test::comm_size() - 1;
  try {
    agree(MPI_COMM_WORLD, [&] {
      if (test::comm_rank() == last) throw DeviceError("no answer");
    });
    FAIL() << "nothing was thrown";
  } catch (const AgreedError& error) {
    EXPECT_EQ(error.status, exit_device);
    EXPECT_EQ(error.rank, last);
    EXPECT_EQ(error.text, "no answer");
    EXPECT_EQ(error.speaks, test::comm_rank() == last);
    EXPECT_EQ(error.what(), "rank " + std::to_string(last) + ": no answer") << "a device is one rank's";
  }
}

TEST(Agree, TakesAnyException) {
  EXPECT_EQ(agreed([] { throw std::runtime_error("disk"); }), "rank 0: disk");
  EXPECT_EQ(agreed([] { throw 7; }), "rank 0: an exception that is not a std::exception");
}

TEST(Agree, TreatsLackOfMemoryAsInput) {
  EXPECT_EQ(agreed([] { throw std::bad_alloc(); }),
            "out of memory: the problem does not fit; use a smaller one or more ranks");
  EXPECT_EQ(agreed([] { std::vector<double>().reserve(static_cast<std::size_t>(-1)); }),
            "out of memory: the problem is larger than the address space");
}

}  // namespace
}  // namespace stencil
