// The software accelerator: golden bits, traffic, chains, tiles, weights.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/software/software_accelerator.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "models/gauss_seidel_tile.hpp"
#include "models/jacobi.hpp"
#include "tests/sim/device/software/small_capabilities.hpp"
#include "tests/support/refusal.hpp"

namespace stencil::software_accelerator_test {
namespace {

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

}  // namespace
}  // namespace stencil::software_accelerator_test
