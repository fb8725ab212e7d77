// The software accelerator: golden bits, traffic, chains, tiles, weights, refusals.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/software/software_accelerator.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "models/gauss_seidel_tile.hpp"
#include "models/jacobi.hpp"
#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

Capabilities small() {
  Capabilities configuration;
  configuration.accel = "rtl";
  configuration.config = "tiny";
  configuration.pes = 2;
  configuration.lanes = 1;
  configuration.memory_words = 100;
  configuration.max_cols = 20;
  configuration.axi_data_bits = 64;
  configuration.f_buffers = 2;
  configuration.r_buffers = 3;
  configuration.line_beats = 40;
  configuration.timed = true;
  configuration.tile_slots_min = configuration.tile_slots_max = 13;
  configuration.measures_change = true;
  return configuration;
}

using test::refusal;

TEST(SoftwareAccelerator, DescribesItselfAsUntimedSoftware) {
  const SoftwareAccelerator device(small());
  EXPECT_EQ(device.capabilities().accel, "software");
  EXPECT_EQ(device.capabilities().config, "tiny");
  EXPECT_EQ(device.capabilities().memory_words, 100);
  EXPECT_FALSE(device.capabilities().timed);
  EXPECT_TRUE(device.capabilities().measures_change);
}

TEST(SoftwareAccelerator, HasTheKernelsOfItsConfiguration) {
  Capabilities no_tiles = small();
  no_tiles.tile_slots_min = no_tiles.tile_slots_max = 0;
  EXPECT_NE(refusal([&] { SoftwareAccelerator(no_tiles).post(TileCommand(), {}); }).find("has no Gauss-Seidel kernel"),
            std::string::npos);
  Capabilities no_sweeps = small();
  no_sweeps.operators = {}, no_sweeps.measures_change = false;
  SoftwareAccelerator device(no_sweeps);
  EXPECT_NE(refusal([&] { device.post(SweepCommand(), {}); }).find("has no Jacobi kernel"), std::string::npos);
  EXPECT_NE(refusal([&] { return device.change(); }).find("software"), std::string::npos);
  EXPECT_NE(refusal([&] { device.reset_change(); }).find("software"), std::string::npos);
}

TEST(SoftwareAccelerator, SweepsLikeTheGoldenSolverAndCountsTraffic) {
  SoftwareAccelerator device(small());
  std::vector<double> f(50);
  std::vector<double> r(50);
  for (std::size_t i = 0; i < f.size(); ++i) {
    f[i] = static_cast<double>(i * i % 17) - 3.5;
    r[i] = static_cast<double>(i % 5);
  }
  device.load(Bank::f, 0, f.data(), 50);
  device.load(Bank::r, 0, r.data(), 50);
  device.load(Bank::f, 100, nullptr, 0);
  device.start(SweepCommand{10, 5, 3, JacobiWeights{2.0, 3.0, 0.125}});
  device.start(SweepCommand{10, 5, 0, JacobiWeights{2.0, 3.0, 0.125}});
  std::vector<double> got(50);
  device.store(Bank::f, 0, got.data(), 50);
  device.wait();
  golden_sweeps(10, 5, f.data(), r.data(), JacobiWeights{2.0, 3.0, 0.125}, 3);
  EXPECT_EQ(got, f);
  EXPECT_EQ(device.traffic().bytes_to_device, 800);
  EXPECT_EQ(device.traffic().bytes_from_device, 400);
  EXPECT_EQ(device.traffic().transfers, 3);
  EXPECT_EQ(device.cycles().total(), 0);
}

TEST(SoftwareAccelerator, MeasuresFirstSweepsUntilItIsReset) {
  SoftwareAccelerator device(small());
  const std::vector<double> f = {0, 0, 0, 0, 8, 0, 0, 0, 0}, r(9);
  device.load(Bank::f, 0, f.data(), 9);
  device.load(Bank::r, 0, r.data(), 9);
  device.start(SweepCommand{3, 3, 2, JacobiWeights{1, 1, 1}});
  device.wait();
  EXPECT_EQ(device.change(), 8.0);
  device.start(SweepCommand{3, 3, 1, JacobiWeights{1, 1, 1}});
  device.wait();
  EXPECT_EQ(device.change(), 8.0) << "of the first command";
  device.reset_change();
  EXPECT_EQ(device.change(), 0.0);
  device.start(SweepCommand{3, 3, 1, JacobiWeights{1, 1, 1}});
  device.wait();
  EXPECT_EQ(device.change(), 0.0) << "the field is a fixed point";
}

TEST(SoftwareAccelerator, ChainsSkewedBlocksInTheBuffersItWasTold) {
  SoftwareAccelerator device(small());
  std::vector<double> f(60);
  std::vector<double> r(60);
  for (std::size_t i = 0; i < f.size(); ++i) {
    f[i] = static_cast<double>(i * i % 19) - 2.5;
    r[i] = static_cast<double>(i % 7);
  }
  device.post_load({Bank::f, 0, 0, 30}, f.data(), {});
  device.post_load({Bank::r, 2, 0, 30}, r.data(), {});
  device.post_load({Bank::f, 1, 0, 30}, f.data() + 30, {});
  device.post_load({Bank::r, 0, 0, 30}, r.data() + 30, {});
  device.post(SweepCommand{6, 5, 4, JacobiWeights{2.0, 3.0, 0.125}, 0, 2, false, true}, {});
  device.post(SweepCommand{6, 5, 0, JacobiWeights{2.0, 3.0, 0.125}, 0, 0}, {});  // nothing, so the chain goes on
  device.post(SweepCommand{6, 5, 4, JacobiWeights{2.0, 3.0, 0.125}, 1, 0, true, false}, {});
  std::vector<double> got(60);
  device.post_store({Bank::f, 0, 0, 10}, got.data(), {});
  device.post_store({Bank::f, 1, 0, 50}, got.data() + 10, {});
  device.wait();
  EXPECT_EQ(device.sweep_ends().size(), 2u);
  golden_sweeps(12, 5, f.data(), r.data(), JacobiWeights{2.0, 3.0, 0.125}, 4);
  EXPECT_EQ(got, f);
}

TEST(SoftwareAccelerator, SetsRandomTilesLikeTheGoldenLoopAmongSweeps) {
  SoftwareAccelerator device(small());
  std::mt19937 random(5);
  std::vector<double> mirror[2] = {std::vector<double>(100), std::vector<double>(100)};
  const std::vector<double> r(100, 0.25);
  device.post_load({Bank::r, 0, 0, 100}, r.data(), {});
  for (int b = 0; b < 2; ++b) {
    for (double& value : mirror[b]) value = std::uniform_real_distribution<double>(-1.0, 1.0)(random);
    device.post_load({Bank::f, b, 0, 100}, mirror[b].data(), {});
  }
  const auto below = [&](std::int64_t bound) { return static_cast<std::int64_t>(random() % bound); };
  for (int number = 0; number < 200; ++number) {
    TileCommand command;
    command.rows = 3 + below(4);
    command.cols = 3 + below(14);
    command.sweeps = 1 + below(4);
    command.backward = below(2) == 1;
    command.f_buffer = static_cast<int>(below(2));
    const auto edge = [&](std::int64_t last) {
      TileEdge some{1 + below(last), static_cast<int>(below(3)) - 1};
      const std::int64_t end = some.at + some.slope * (command.sweeps - 1);
      return end < 1 || end > last ? TileEdge{some.at, 0} : some;
    };
    command.top = edge(command.rows - 1);
    command.bottom = edge(command.rows - 1);
    command.left = edge(command.cols - 1);
    command.right = edge(command.cols - 1);
    EXPECT_GT(device.post(command, {}), 0);
    golden_tile({command.rows,
                 command.cols,
                 command.sweeps,
                 command.backward,
                 {command.top.at, command.top.slope},
                 {command.bottom.at, command.bottom.slope},
                 {command.left.at, command.left.slope},
                 {command.right.at, command.right.slope}},
                mirror[command.f_buffer].data());
    if (number % 5 != 0) continue;
    device.post(SweepCommand{10, 10, 1, JacobiWeights{2.0, 3.0, 0.125}, 1, 0}, {});
    golden_sweeps(10, 10, mirror[1].data(), r.data(), JacobiWeights{2.0, 3.0, 0.125}, 1);
  }
  TileCommand nothing;
  nothing.rows = nothing.cols = 3;
  EXPECT_EQ(device.post(nothing, {}), 0) << "no sweeps";
  for (int b = 0; b < 2; ++b) {
    std::vector<double> got(100);
    device.post_store({Bank::f, b, 0, 100}, got.data(), {});
    EXPECT_EQ(got, mirror[b]);
  }
  device.wait();
  EXPECT_EQ(device.sweep_ends().size(), 240u);
}

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

TEST(SoftwareAccelerator, KeepsItsWeights) {
  SoftwareAccelerator device(small());
  for (const Weight weight : {Weight::rdx2, Weight::rdy2, Weight::beta}) EXPECT_EQ(device.weight(weight), 0.0);
  device.set_weight(Weight::rdx2, 1.0);
  device.set_weight(Weight::rdy2, 2.0);
  device.set_weight(Weight::beta, 3.0);
  device.start(SweepCommand{5, 5, 0, JacobiWeights{4.0, 5.0, 6.0}});
  EXPECT_EQ(device.weight(Weight::rdx2), 1.0) << "no sweep, no weights";
  EXPECT_EQ(device.weight(Weight::rdy2), 2.0);
  EXPECT_EQ(device.weight(Weight::beta), 3.0);
  device.start(SweepCommand{5, 5, 1, JacobiWeights{4.0, 5.0, 6.0}});
  device.wait();
  EXPECT_EQ(device.weight(Weight::rdx2), 4.0);
  EXPECT_EQ(device.weight(Weight::rdy2), 5.0);
  EXPECT_EQ(device.weight(Weight::beta), 6.0);
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
}  // namespace stencil
