// The model equals the RTL in every bit and in every cycle of every block, by cause.
// SPDX-License-Identifier: Apache-2.0
//
// STENCIL_MODEL_CASES sets how many random programs each configuration gets, STENCIL_TEST_SEED the first one's seed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "models/compare.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/device/rtl/configurations.hpp"
#include "tests/sim/device/model/cases.hpp"
#include "tests/sim/device/model/random_program.hpp"

namespace stencil {
namespace {

LinkOptions random_link(std::uint64_t seed, std::int64_t beat_bytes) {
  std::mt19937_64 random(seed + 77);
  LinkOptions link;
  const std::int64_t bursts[] = {256, 256, 16, 3, 1};
  link.burst_beats = bursts[random() % 5];
  if (random() % 2) link.bytes_per_cycle = 1 + static_cast<std::int64_t>(random() % static_cast<unsigned>(beat_bytes));
  if (random() % 3 == 0) link.latency_cycles = static_cast<std::int64_t>(random() % 300);
  if (random() % 2) link.stalls = 1 + static_cast<std::int64_t>(random() % 1000);
  return link;
}

std::string describe(const LinkOptions& link) {
  return fmt::format("burst {}, {} bytes per cycle, latency {}, stalls {}", link.burst_beats, link.bytes_per_cycle,
                     link.latency_cycles, link.stalls);
}

class ModelIsRtl : public ::testing::TestWithParam<std::string> {};

// Holds C5.9, C6.17, C6.43, C8.7-C8.9, C9.1, C9.3-C9.7.
TEST_P(ModelIsRtl, InEveryBitAndCycleOfRandomPrograms) {
  const Configuration& configuration = find_configuration(GetParam());
  std::int64_t programs = 0, blocks = 0, tiles = 0, changed = 0;
  std::array<std::int64_t, sweep_operator_count> by_operator{};
  for (const std::uint64_t seed : test::seeds(8)) {
    ++programs;
    AcceleratorOptions options;
    options.config = configuration.name;
    options.link = random_link(seed, configuration.axi_data_bits / 8);
    SCOPED_TRACE(fmt::format("{} seed {}, {}", configuration.name, seed, describe(options.link)));
    options.accel = "rtl";
    const auto rtl = make_accelerator(options);
    options.accel = "model";
    const auto model = make_accelerator(options);
    const test::RandomProgram program(seed, rtl->capabilities(), 30 + static_cast<int>(seed % 60));
    const test::Played got = test::play(program, *model, seed);
    const test::Played expected = test::play(program, *rtl, seed);
    options.accel = "software";
    const test::Played software = test::play(program, *make_accelerator(options), seed);

    ASSERT_EQ(got.ends.size(), expected.ends.size());
    for (std::size_t i = 0; i < got.ends.size(); ++i) {
      const CycleCounts& cycles = expected.ends[i].cycles;
      const std::string where = program.describe(got.ends[i].call);
      ASSERT_EQ(test::difference(got.ends[i].cycles, cycles), "") << where;
      ASSERT_EQ(test::difference(cycles.model, cycles), "") << where << " (beside the RTL)";
      ASSERT_EQ(got.ends[i].cycles.ideal, cycles.ideal) << where;
      ASSERT_LE(cycles.ideal, cycles.total()) << where;
      const test::ProgramCall::Kind kind = program.calls()[got.ends[i].call].kind;
      const bool sweep = kind == test::ProgramCall::Kind::sweep;
      blocks += sweep ? 1 : 0;
      if (sweep) ++by_operator.at(program.calls()[got.ends[i].call].command.weights.index());
      tiles += kind == test::ProgramCall::Kind::tile ? 1 : 0;
    }
    ASSERT_EQ(got.changes.size(), expected.changes.size());
    for (std::size_t i = 0; i < got.changes.size(); ++i) {
      const std::string where = program.describe(got.changes[i].call);
      const std::uint64_t change = bits_of(expected.changes[i].change);
      ASSERT_EQ(bits_of(got.changes[i].change), change) << where;
      ASSERT_EQ(bits_of(software.changes[i].change), change) << where << " (software)";
      changed += change != 0 ? 1 : 0;
    }
    for (const DmaField& field : dma_fields) {
      EXPECT_EQ(got.busy.*field.member, expected.busy.*field.member) << field.name;
    }
    const Comparison bits =
        compare_rows(expected.host.data(), got.host.data(), 0, 1, static_cast<std::int64_t>(got.host.size()));
    ASSERT_EQ(bits.mismatches, 0) << "first at host word " << bits.first->col;
    ASSERT_EQ(compare_rows(expected.host.data(), software.host.data(), 0, 1, bits.compared).mismatches, 0);
  }
  // The device's kernels are all in the programs, and no others.
  const auto expect_some = [](bool any, std::int64_t count, std::int64_t least) {
    EXPECT_TRUE(any ? count > least : count == 0) << count;
  };
  expect_some(configuration.measures_change(), changed, programs / 2);
  expect_some(configuration.sweeps(), blocks, programs);
  expect_some(configuration.tiles(), tiles, programs);
  for (std::size_t k = 0; k < sweep_operator_count; ++k)
    expect_some((configuration.kernels & contract::sweep_operator_rows[k].kernel) != 0, by_operator[k], programs / 2);
  fmt::print("{}: {} programs, {} blocks, {} tiles, no difference\n", configuration.name, programs, blocks, tiles);
}

INSTANTIATE_TEST_SUITE_P(Configurations, ModelIsRtl, ::testing::ValuesIn(accelerator_configs()),
                         [](const auto& each) { return test::test_name(each.param); });

}  // namespace
}  // namespace stencil
