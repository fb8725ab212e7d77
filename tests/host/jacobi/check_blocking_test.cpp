// SPDX-License-Identifier: Apache-2.0
#include "host/jacobi/check_blocking.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>

#include "host/base/errors.hpp"
#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

using test::refusal;

Capabilities device(std::int64_t memory_words, std::int64_t max_cols) {
  Capabilities capabilities;
  capabilities.memory_words = memory_words;
  capabilities.max_cols = max_cols;
  capabilities.pes = 4;
  capabilities.lanes = 2;
  capabilities.line_beats = 15;
  return capabilities;
}

TEST(CheckBlocking, AcceptsUpToTheLastWord) {
  const Capabilities exact = device(25 * 10, 10);
  EXPECT_EQ(refusal([&] { check_blocking(exact, 1000, 10, 15, 5); }), "accepted");
  EXPECT_EQ(refusal([&] { check_blocking(exact, 15, 10, 15, 5); }), "accepted");
  EXPECT_EQ(refusal([&] { check_blocking(exact, 25, 10, 30, 10); }), "accepted") << "a single block has no overlaps";
  EXPECT_EQ(refusal([&] { check_blocking(exact, 1, 1, most, 1); }), "accepted");
}

TEST(CheckBlocking, SaysWhatDoesNotFitAndWhatWould) {
  const Capabilities small = device(249, 10);
  EXPECT_EQ(refusal([&] { check_blocking(small, 1000, 10, 15, 5); }),
            "portion + 2*stw = 25 rows of 10 columns, must be <= 24 rows (the device holds 249 words per buffer)");
  EXPECT_EQ(refusal([&] { check_blocking(small, 1000, 10, 90, 5); }),
            "portion = 90 rows of 10 columns, must be <= 24 rows (the device holds 249 words per buffer)");
  EXPECT_EQ(refusal([&] { check_blocking(small, 25, 10, 30, 10); }),
            "the local part, a single block, = 25 rows of 10 columns, must be <= 24 rows "
            "(the device holds 249 words per buffer)");
  EXPECT_EQ(refusal([&] { check_blocking(small, most, 10, most - 1, 1); }).substr(0, 29),
            "portion = 9223372036854775806");
  EXPECT_EQ(refusal([&] { check_blocking(small, 1000, 11, 15, 5); }),
            "cols = 11, must be 1 .. 10 (the device's longest row)");
  EXPECT_EQ(refusal([&] { check_blocking(small, 1000, 0, 15, 5); }),
            "cols = 0, must be 1 .. 10 (the device's longest row)");
  EXPECT_EQ(refusal([&] { check_blocking(small, 0, 10, 15, 5); }), "rows of the local part = 0, must be >= 1");
  EXPECT_EQ(refusal([&] { check_blocking(small, 10, 10, 15, 6); }),
            "stw = 6, must be 1 .. 5 (a third of portion = 15)");
  EXPECT_EQ(refusal([&] { check_blocking(small, 10, 10, 15, -1); }),
            "stw = -1, must be 1 .. 5 (a third of portion = 15)");
  EXPECT_EQ(refusal([&] { check_blocking(small, 10, 10, 2, 1); }),
            "portion = 2, must be >= 3: even one sweep needs three times its rows");
}

constexpr ItstepOptions skewed{Schedule::sequential, Blocking::skewed};
constexpr ItstepOptions overlapped{Schedule::overlapped, Blocking::overlapped_rows};

TEST(CheckBlocking, KnowsTheLimitsOfSkewedBlocks) {
  const Capabilities exact = device(20 * 10, 10);
  EXPECT_EQ(refusal([&] { check_blocking(exact, 1000, 10, 15, 5, skewed); }), "accepted");
  EXPECT_EQ(refusal([&] { check_blocking(exact, 1000, 10, 10, 10, skewed); }), "accepted") << "niter = portion";
  EXPECT_EQ(refusal([&] { check_blocking(exact, 1000, 10, 14, 12, skewed); }),
            "portion + stw = 26 rows of 10 columns, must be <= 20 rows (the device holds 200 words per buffer)");
  EXPECT_EQ(refusal([&] { check_blocking(exact, 1000, 10, 9, 10, skewed); }),
            "stw = 10, must be 1 .. 9 (portion = 9, skewed blocks)");
  EXPECT_EQ(refusal([&] { check_blocking(device(1000, 10), 1000, 10, 30, 13, skewed); }),
            "stw = 13, must be 1 .. 12 (skewed blocks of 10 columns: line buffers of 15 beats, 4 processing elements "
            "of 2 lanes)");
  EXPECT_EQ(refusal([&] { check_blocking(device(10000, 31), 1000, 31, 30, 13, skewed); }),
            "stw = 13, but no value is allowed (skewed blocks of 31 columns: line buffers of 15 beats, 4 processing "
            "elements of 2 lanes)");
  EXPECT_EQ(refusal([&] { check_blocking(device(1000, 10), 43, 10, 30, 13, skewed); }), "accepted")
      << "a single block chains nothing";
  EXPECT_EQ(refusal([&] { check_blocking(device(429, 10), 43, 10, 30, 13, skewed); }),
            "the local part, a single block, = 43 rows of 10 columns, must be <= 42 rows "
            "(the device holds 429 words per buffer)");
}

TEST(CheckBlocking, RefusesToOverlapWithoutASecondBuffer) {
  Capabilities buffers = device(25 * 10, 10);
  EXPECT_EQ(refusal([&] { check_blocking(buffers, 1000, 10, 15, 5, overlapped); }),
            "schedule = overlapped, must be sequential: the device has 1 buffer of f and 1 of r, overlapped needs 2 of "
            "each");
  buffers.f_buffers = 3;
  EXPECT_EQ(refusal([&] { check_blocking(buffers, 1000, 10, 15, 5, overlapped); }),
            "schedule = overlapped, must be sequential: the device has 3 buffers of f and 1 of r, overlapped needs 2 "
            "of each");
  buffers.r_buffers = 2;
  EXPECT_EQ(refusal([&] { check_blocking(buffers, 1000, 10, 15, 5, overlapped); }), "accepted");
}

// Sweeps of a chain for strips of a rank in steps of 4 sweeps, portion 30; 0: they are not cut finer.
std::int64_t finer(Blocking blocking, const std::vector<std::int64_t>& rows, bool waits) {
  return cut_finer({{Schedule::joined, blocking}, 30, 4, true}, device(1000, 10), rows, 10, waits).chained_sweeps;
}

TEST(CutFiner, WhereTheStepLosesMoreThanTheChainsCost) {
  for (const Blocking blocking : all_blockings) {
    EXPECT_EQ(finer(blocking, {24, 24, 24, 15}, false), 12) << "the device's line buffers";
    EXPECT_EQ(finer(blocking, {24, 24, 24, 16}, false), 0);
    EXPECT_EQ(finer(blocking, {16, 24, 24, 15}, false), 12);
    EXPECT_EQ(finer(blocking, {24, 24, 24, 24}, false), 0);
    EXPECT_EQ(finer(blocking, std::vector<std::int64_t>(11, 24), true), 12) << "few strips share what is lost";
    EXPECT_EQ(finer(blocking, std::vector<std::int64_t>(12, 24), true), 0);
    EXPECT_EQ(finer(blocking, {}, true), 0);
  }
}

TEST(CutFiner, ChainsButNoBlocksThatOverlap) {
  EXPECT_EQ(finer(Blocking::skewed, {60, 60}, false), 0);
  EXPECT_EQ(finer(Blocking::skewed, {60, 55}, false), 12);
  EXPECT_EQ(finer(Blocking::skewed, std::vector<std::int64_t>(99, 60), true), 12) << "they are chains anyway";
  EXPECT_EQ(finer(Blocking::overlapped_rows, {31, 10}, true), 0);
  EXPECT_EQ(finer(Blocking::overlapped_rows, {30, 10}, true), 12);
}

TEST(CutFiner, NothingThatIsNotCutEvenly) {
  EXPECT_EQ(cut_finer({skewed, 30, 4}, device(1000, 10), {60, 10}, 10, true).chained_sweeps, 0);
}

// With one lane these columns would be no beat, by which the line buffers are divided.
TEST(CheckChain, RefusesNoColumns) {
  Capabilities device;
  device.pes = 4;
  device.lanes = 1;
  device.line_beats = 100;
  EXPECT_EQ(refusal([&] { check_chain(device, "niter", 1, 0); }), "cols = 0, must be >= 1");
  EXPECT_EQ(refusal([&] { check_chain(device, "niter", 1, 1); }), "accepted");
}

}  // namespace
}  // namespace stencil
