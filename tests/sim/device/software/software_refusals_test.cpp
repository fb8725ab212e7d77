// The software accelerator refuses tiles, blocks, buffers and transfers that no device could serve.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/software/software_accelerator.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "host/base/errors.hpp"
#include "tests/sim/device/software/small_capabilities.hpp"
#include "tests/support/refusal.hpp"

namespace stencil::software_accelerator_test {
namespace {

using test::refusal;

TEST(SoftwareAccelerator, RefusesTilesNoDeviceCouldRunNamingTheField) {
  SoftwareAccelerator device(small());
  const auto refused = [&](auto&& change) {
    TileCommand command{5, 6, 3, false, {1, 0}, {4, 0}, {1, 0}, {5, 0}};
    change(command);
    return refusal([&] { device.post(command, {}); });
  };
  EXPECT_EQ(refused([](auto&) {}), "accepted");
  EXPECT_EQ(refused([](auto& c) { c.cols = 2; }), "tile: cols is 2, must be 3 .. 20");
  EXPECT_EQ(refused([](auto& c) { c.cols = 21; }), "tile: cols is 21, must be 3 .. 20");
  EXPECT_EQ(refused([](auto& c) { c.rows = 2; }),
            "tile: rows is 2 with 6 columns, must be 3 .. 16 (100 words per buffer)");
  EXPECT_EQ(refused([](auto& c) { c.rows = 17; }),
            "tile: rows is 17 with 6 columns, must be 3 .. 16 (100 words per buffer)");
  EXPECT_EQ(refused([](auto& c) { c.sweeps = -1; }), "tile: sweeps is -1, must be 0 .. 4294967295");
  EXPECT_EQ(refused([](auto& c) { c.sweeps = 4294967296; }), "tile: sweeps is 4294967296, must be 0 .. 4294967295");
  EXPECT_EQ(refused([](auto& c) { c.f_buffer = 2; }), "tile bank f: buffer 2, must be 0 .. 1");
  EXPECT_EQ(refused([](auto& c) { c.top.slope = 2; }), "tile: slope of top is 2, must be -1 .. 1");
  EXPECT_EQ(refused([](auto& c) { c.left.slope = -2; }), "tile: slope of left is -2, must be -1 .. 1");
  EXPECT_EQ(refused([](auto& c) { c.top.at = 0; }), "tile: top is at 0, must be 1 .. 4");
  EXPECT_EQ(refused([](auto& c) { c.bottom = {3, 1}; }), "tile: bottom is at 5 in sweep 3, must be 1 .. 4");
  EXPECT_EQ(refused([](auto& c) { c.left = {2, -1}; }), "tile: left is at 0 in sweep 3, must be 1 .. 5");
  EXPECT_EQ(refused([](auto& c) { c.right.at = 6; }), "tile: right is at 6, must be 1 .. 5");
  EXPECT_EQ(refused([](auto& c) { c.bottom = {1, 0}, c.top = {3, 0}; }), "accepted") << "edges may cross";
  // Edges that touch no point of the block have no position to check.
  EXPECT_EQ(refused([](auto& c) { c.sweeps = 0, c.right.at = 6; }), "accepted");
}

TEST(SoftwareAccelerator, ATileEndsTheChain) {
  SoftwareAccelerator device(small());
  device.post(SweepCommand{5, 20, 4, JacobiWeights{1.0, 1.0, 1.0}, 0, 0, false, true}, {});
  TileCommand command{5, 6, 3, false, {1, 0}, {4, 0}, {1, 0}, {5, 0}};
  command.f_buffer = 1;
  device.post(command, {});
  const std::string no_chain = refusal([&] {
    device.post(SweepCommand{1, 20, 4, JacobiWeights{1.0, 1.0, 1.0}, 0, 0, true, false}, {});
  });
  EXPECT_NE(no_chain.find("a skewed block continues another"), std::string::npos) << no_chain;
}

TEST(SoftwareAccelerator, RefusesQuestionsBeforeAllIsDone) {
  SoftwareAccelerator device(small());
  double word = 0.0;
  device.load(Bank::f, 0, &word, 1);
  const std::string posted = ": calls are posted and not waited for, there must be none";
  EXPECT_EQ(refusal([&] { return device.change(); }), "change" + posted);
  EXPECT_EQ(refusal([&] { device.reset_change(); }), "reset_change" + posted);
  EXPECT_EQ(refusal([&] { device.set_weight(Weight::beta, 1.0); }), "set_weight" + posted);
  EXPECT_EQ(refusal([&] { return device.weight(Weight::beta); }), "weight" + posted);
  device.wait();
  EXPECT_EQ(refusal([&] { return device.change(); }), "accepted");
  SweepCommand command{5, 5, 2, JacobiWeights{1, 1, 1}};
  command.below = true;
  device.start(command);
  command.above = true;
  device.wait();
  device.set_weight(Weight::beta, 1.0);
  EXPECT_NE(refusal([&] { device.start(command); }), "accepted") << "the chain is broken, though by the same weight";
}

TEST(SoftwareAccelerator, RefusesBuffersItDoesNotHave) {
  SoftwareAccelerator device(small());
  double word = 0.0;
  EXPECT_EQ(refusal([&] { device.post_load({Bank::f, 2, 0, 1}, &word, {}); }), "load bank f: buffer 2, must be 0 .. 1");
  EXPECT_EQ(refusal([&] {
              device.post_store({Bank::r, -1, 0, 1}, &word, {});
            }),
            "store bank r: buffer -1, must be 0 .. 2");
  EXPECT_EQ(refusal([&] {
              device.post(SweepCommand{3, 5, 1, JacobiWeights{1, 1, 1}, 2, 0}, {});
            }),
            "start bank f: buffer 2, must be 0 .. 1");
  EXPECT_EQ(refusal([&] {
              device.post(SweepCommand{3, 5, 1, JacobiWeights{1, 1, 1}, 0, 3}, {});
            }),
            "start bank r: buffer 3, must be 0 .. 2");
}

TEST(SoftwareAccelerator, RefusesSkewedBlocksNoTimedDeviceCouldRun) {
  SoftwareAccelerator device(small());
  const auto skewed = [&](std::int64_t rows, std::int64_t cols, std::int64_t niter, bool above, bool below,
                          double beta = 1.0) {
    return refusal([&] {
      device.post(SweepCommand{rows, cols, niter, JacobiWeights{1.0, 1.0, beta}, 0, 0, above, below}, {});
    });
  };
  EXPECT_EQ(skewed(5, 20, 0, false, true), "start: niter is 0 for a skewed block, must be at least 1");
  EXPECT_EQ(skewed(5, 20, 5, false, true),
            "start: niter is 5 for a skewed block of 20 columns, 3 passes of 20 beats, must be at most 40 beats in all "
            "(line buffers)");
  EXPECT_EQ(skewed(4, 20, 4, false, true), "start: rows is 4 for the first of skewed blocks, must be above niter, 4");
  const std::string no_chain =
      "start: a skewed block continues another, but the sweep before it has no block below or other cols, niter or "
      "weights";
  EXPECT_EQ(skewed(1, 20, 4, true, true), no_chain);
  EXPECT_EQ(skewed(5, 20, 4, false, true), "accepted");
  EXPECT_EQ(skewed(2, 20, 4, true, false),
            "start: rows + niter is 2 + 4 for the last of skewed blocks, must be at most 5 (100 words per buffer)");
  EXPECT_EQ(skewed(1, 19, 4, true, false), no_chain);
  EXPECT_EQ(skewed(1, 20, 3, true, false), no_chain);
  EXPECT_EQ(skewed(1, 20, 4, true, false, 2.0), no_chain);
  EXPECT_EQ(skewed(1, 20, 4, true, false), "accepted");
  EXPECT_EQ(skewed(1, 20, 4, true, false), no_chain);
}

TEST(SoftwareAccelerator, RefusesTransfersOutsideTheBank) {
  SoftwareAccelerator device(small());
  double word = 0.0;
  constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(refusal([&] { device.load(Bank::f, -1, &word, 1); }), "load bank f: offset of -1 words, must be 0 .. 100");
  EXPECT_EQ(refusal([&] { device.store(Bank::r, 99, &word, 2); }),
            "store bank r: length of 2 words at offset 99, must be 0 .. 1");
  EXPECT_EQ(refusal([&] { device.load(Bank::r, 1, &word, huge); }),
            "load bank r: length of 9223372036854775807 words at offset 1, must be 0 .. 99");
  EXPECT_EQ(refusal([&] { device.load(Bank::f, 0, nullptr, 1); }),
            "load bank f: host address is null with a length of 1 words");
  EXPECT_EQ(device.traffic().transfers, 0);
}

TEST(SoftwareAccelerator, RefusesSweepsThatDoNotFit) {
  SoftwareAccelerator device(small());
  EXPECT_EQ(refusal([&] {
              device.start(SweepCommand{3, 21, 1, JacobiWeights{1, 1, 1}});
            }),
            "start: cols is 21, must be 1 .. 20");
  EXPECT_EQ(refusal([&] {
              device.start(SweepCommand{3, 0, 1, JacobiWeights{1, 1, 1}});
            }),
            "start: cols is 0, must be 1 .. 20");
  EXPECT_EQ(refusal([&] {
              device.start(SweepCommand{6, 20, 1, JacobiWeights{1, 1, 1}});
            }),
            "start: rows is 6 with 20 columns, must be 1 .. 5 (100 words per buffer)");
  EXPECT_EQ(refusal([&] {
              device.start(SweepCommand{0, 20, 1, JacobiWeights{1, 1, 1}});
            }),
            "start: rows is 0 with 20 columns, must be 1 .. 5 (100 words per buffer)");
  EXPECT_EQ(refusal([&] {
              device.start(SweepCommand{5, 20, -1, JacobiWeights{1, 1, 1}});
            }),
            "start: niter is -1, must be at least 0");
}

}  // namespace
}  // namespace stencil::software_accelerator_test
