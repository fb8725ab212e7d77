// The host's own schedules on the RTL, the model and the dry accelerator: the same cycles in every block, by cause.
// SPDX-License-Identifier: Apache-2.0
//
// STENCIL_MODEL_CASES sets how many random runs each configuration gets, STENCIL_TEST_SEED the first one's seed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "host/jacobi/itstep.hpp"
#include "host/jacobi/steps/itsteps.hpp"
#include "models/compare.hpp"
#include "models/jacobi.hpp"
#include "models/kernel_rows/formula_weights.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/device/backends/platform_backends.hpp"
#include "sim/device/rtl/configurations.hpp"
#include "tests/sim/device/model/cases.hpp"
#include "tests/sim/device/model/random_program.hpp"

namespace stencil {
namespace {

struct Case {
  std::int64_t rows, cols, niter, portion;
  ItstepOptions how;
  LinkOptions link;
  SweepWeights weights;

  std::string describe() const {
    return fmt::format("{} x {}, {} sweeps, portion {}, {} {}, burst {}, {} bytes per cycle, latency {}, stalls {}",
                       rows, cols, niter, portion, name_of(how.schedule), name_of(how.blocking), link.burst_beats,
                       link.bytes_per_cycle, link.latency_cycles, link.stalls);
  }
};

Case random_case(std::uint64_t seed, const Capabilities& device) {
  std::mt19937_64 random(seed * 1000 + 1);
  const auto below = [&](std::int64_t bound) {
    return static_cast<std::int64_t>(random() % static_cast<unsigned>(bound));
  };
  Case any;
  any.how.schedule = run_schedules[random() % 3];
  any.how.blocking = all_blockings[random() % 2];
  any.cols = 1 + below(std::min<std::int64_t>(device.max_cols, device.memory_words / 12));
  const std::int64_t held = device.memory_words / any.cols;  // rows per buffer
  any.portion = 3 + below(std::min<std::int64_t>(held - 2, 25));
  const std::int64_t limit = any.how.blocking == Blocking::skewed ? any.portion : any.portion / 3;
  any.niter = 1 + below(limit);
  any.rows = 1 + below(8 * any.portion);
  const std::int64_t bursts[] = {256, 16, 2};
  any.link.burst_beats = bursts[random() % 3];
  if (below(2)) any.link.bytes_per_cycle = 1 + below(device.axi_data_bits / 8);
  if (below(3) == 0) any.link.latency_cycles = below(200);
  if (below(3) == 0) any.link.stalls = 1 + below(1000);
  any.weights = JacobiWeights{0.5, 0.25, 0.25};
  if (device.operators[1] && (!device.operators[0] || below(2))) {
    any.weights = FivePointWeights{0.5, 0.375, 0.25, -0.125, 0.75, 0.25};
  }
  if (device.operators[2] && ((!device.operators[0] && !device.operators[1]) || below(2))) {
    any.weights = with_numbers(device.formula, {0.25, 0.5, -0.125, 0.375});
  }
  return any;
}

struct Observed final : BlockObserver {
  std::vector<BlockRun> blocks;
  void after_block(const BlockRun& run) override { blocks.push_back(run); }
};

class HostSchedules : public ::testing::TestWithParam<std::string> {
 protected:
  // Two steps, so that the second starts with the data that the first leaves in the device.
  std::vector<BlockRun> sweep(Accelerator& device, const Case& one, std::vector<double>& f,
                              const std::vector<double>& r) {
    Observed observed;
    if (one.how.schedule == Schedule::joined) {
      const BlockScheme scheme{one.how, one.portion, one.niter};
      itsteps(device, {one.rows, one.cols, f.data(), r.data()}, one.weights, scheme, 2 * one.niter, &observed);
      return observed.blocks;
    }
    for (int step = 0; step < 2; ++step)
      itstep(device, one.rows, one.cols, f.data(), r.data(), one.weights, one.niter, one.portion, &observed, one.how);
    return observed.blocks;
  }
  void expect_same(const std::vector<BlockRun>& got, const std::vector<BlockRun>& expected, const char* who) {
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
      ASSERT_EQ(test::difference(got[i].cycles, expected[i].cycles), "") << who << ", block " << i;
      ASSERT_EQ(test::difference(got[i].cycles.model, expected[i].cycles), "") << who << ", model of block " << i;
      ASSERT_EQ(got[i].cycles.ideal, expected[i].cycles.ideal) << who << ", block " << i;
    }
  }
};

// Blocks of both steps.
double golden_change(const Case& one, std::vector<double> f, const std::vector<double>& r) {
  LargestChange change;
  for (int step = 0; step < 2; ++step)
    golden_sweeps(one.rows, one.cols, f.data(), r.data(), one.weights, one.niter, &change);
  return change.value();
}

TEST_P(HostSchedules, CostTheSameWithAndWithoutRtlAndData) {
  std::int64_t cases = 0, blocks = 0, refused = 0;
  for (const std::uint64_t seed : test::seeds(12)) {
    AcceleratorOptions options;
    options.config = GetParam();
    const Case one = random_case(seed, make_dry_accelerator(options)->capabilities());
    SCOPED_TRACE(fmt::format("{} seed {}: {}", GetParam(), seed, one.describe()));
    options.link = one.link;
    options.accel = "rtl";
    const auto rtl = make_accelerator(options);
    options.accel = "model";
    const auto model = make_accelerator(options);
    const auto dry = make_dry_accelerator(options);

    std::mt19937_64 random(seed);
    std::vector<double> start(static_cast<std::size_t>(one.rows * one.cols)), r(start.size());
    for (std::vector<double>* field : {&start, &r})
      for (double& value : *field) value = std::uniform_real_distribution<double>(-1.0, 1.0)(random);
    std::vector<double> expected = start;
    golden_sweeps(one.rows, one.cols, expected.data(), r.data(), one.weights, 2 * one.niter);

    std::vector<double> f = start;
    std::vector<BlockRun> on_rtl;
    try {
      on_rtl = sweep(*rtl, one, f, r);
    } catch (const ArgumentError&) {
      ++refused;  // too large for this device
      EXPECT_THROW(sweep(*model, one, f, r), ArgumentError);
      EXPECT_THROW(sweep(*dry, one, f, r), ArgumentError);
      continue;
    }
    ASSERT_EQ(compare_rows(expected.data(), f.data(), 0, one.rows, one.cols).mismatches, 0);
    expect_same(on_rtl, on_rtl, "rtl");
    const bool measures = rtl->capabilities().measures_change;
    const double change = golden_change(one, start, r);
    if (measures) {
      ASSERT_EQ(bits_of(rtl->change()), bits_of(change));
    }
    f = start;
    expect_same(sweep(*model, one, f, r), on_rtl, "model");
    if (measures) {
      ASSERT_EQ(bits_of(model->change()), bits_of(change));
    }
    ASSERT_EQ(compare_rows(expected.data(), f.data(), 0, one.rows, one.cols).mismatches, 0);
    f = start;
    expect_same(sweep(*dry, one, f, r), on_rtl, "dry");
    ASSERT_EQ(f, start) << "the dry accelerator has written to host memory";
    ASSERT_LE(rtl->cycles().ideal, rtl->cycles().total());
    rtl->audit();
    model->audit();
    dry->audit();
    for (const DmaField& field : dma_fields) {
      EXPECT_EQ(model->dma_busy().*field.member, rtl->dma_busy().*field.member) << field.name;
      EXPECT_EQ(dry->dma_busy().*field.member, rtl->dma_busy().*field.member) << field.name;
    }
    ++cases;
    blocks += static_cast<std::int64_t>(on_rtl.size());
  }
  EXPECT_GT(cases, refused) << "most cases should run";
  fmt::print("{}: {} cases, {} blocks, no difference; {} refused\n", GetParam(), cases, blocks, refused);
}

std::vector<std::string> configurations_that_sweep() {
  std::vector<std::string> names;
  for (const Configuration& configuration : configurations())
    if (configuration.sweeps()) names.push_back(configuration.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Configurations, HostSchedules, ::testing::ValuesIn(configurations_that_sweep()),
                         [](const auto& each) { return test::test_name(each.param); });

}  // namespace
}  // namespace stencil
