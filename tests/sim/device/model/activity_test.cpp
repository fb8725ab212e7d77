// What a device tells of its activity: the same from RTL and model, and what its counters say.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "host/device/counts.hpp"
#include "sim/device/contract/inspection.hpp"
#include "sim/device/pins/link_pace.hpp"
#include "sim/device/rtl/configurations.hpp"
#include "tests/sim/device/model/activity_log.hpp"
#include "tests/sim/device/model/cases.hpp"
#include "tests/sim/device/model/pin_spans.hpp"
#include "tests/sim/device/model/random_program.hpp"

namespace stencil {
namespace {

struct Watched {
  test::ActivityLog log;
  test::PinSpans pins;
  Capabilities capabilities;
  CycleCounts cycles;  // while it was observed
  std::size_t loads = 0;
  std::size_t stores = 0;
  std::size_t commands = 0;
};

void observe(Watched& observed, const std::string& accel, const AcceleratorOptions& asked, std::uint64_t seed) {
  AcceleratorOptions options = asked;
  options.accel = accel;
  Inspection inspection;
  inspection.handshakes = &observed.pins;
  if (accel == "rtl") options.inspection = &inspection;
  const auto device = make_accelerator(options);
  observed.capabilities = device->capabilities();
  const test::RandomProgram program(seed, device->capabilities(), 40);
  for (const test::ProgramCall& call : program.calls()) {
    observed.loads += call.kind == test::ProgramCall::Kind::load && call.place.length_words > 0 ? 1 : 0;
    observed.stores += call.kind == test::ProgramCall::Kind::store && call.place.length_words > 0 ? 1 : 0;
  }
  const CycleCounts before = device->cycles();
  device->observe(&observed.log);
  const test::Played played = test::play(program, *device, seed, false);
  device->observe(nullptr);
  observed.cycles = device->cycles() - before;
  for (const test::Played::End& end : played.ends) {
    const auto kind = program.calls()[end.call].kind;
    observed.commands += kind == test::ProgramCall::Kind::sweep || kind == test::ProgramCall::Kind::tile ? 1 : 0;
  }
  device->audit();
  EXPECT_EQ(observed.log.count("load"), observed.loads) << "nothing is told after observe(nullptr)";
}

// Spans as PinSpans has them: from the first load on.
test::Spans since_first_load(const test::ActivityLog& log, const std::vector<CycleSpan>& spans) {
  const std::int64_t zero = log.transfers(true).front().span.begin;
  test::Spans since;
  for (const CycleSpan& span : spans) since.emplace_back(span.begin - zero, span.end - zero);
  return since;
}

void expect_what_the_pins_say(const test::ActivityLog& log, const test::PinSpans& pins, const Capabilities& device,
                              bool stalls) {
  // Ports take a few cycles, a narrow link spaces the beats, and one with stalls rests.
  const std::int64_t patience =
      8 + (stalls ? LinkPace::longest_stall_cycles : 0) +
      static_cast<std::int64_t>(static_cast<double>(device.axi_data_bits) / 8.0 / device.link_bytes_per_cycle);
  for (const bool to_device : {true, false}) {
    SCOPED_TRACE(to_device ? "loads" : "stores");
    std::vector<CycleSpan> told;
    for (const auto& transfer : log.transfers(to_device)) told.push_back(transfer.span);
    EXPECT_EQ(since_first_load(log, told), pins.transfers(to_device, log.transfers(to_device)));
    EXPECT_EQ(since_first_load(log, log.held(to_device)), pins.held(to_device, patience));
  }
}

class Activity : public ::testing::TestWithParam<std::string> {};

TEST_P(Activity, OfTheModelIsThatOfTheRtl) {
  const Configuration& configuration = find_configuration(GetParam());
  std::size_t held = 0;
  for (const std::uint64_t seed : test::seeds(6)) {
    AcceleratorOptions options;
    options.config = configuration.name;
    options.link.burst_beats = seed % 2 == 0 ? 256 : 5;
    options.link.bytes_per_cycle = seed % 3 == 0 ? 3 : 0;
    options.link.latency_cycles = seed % 4 == 0 ? 120 : 0;
    options.link.stalls = seed % 5 < 2 ? static_cast<std::int64_t>(seed) : 0;
    SCOPED_TRACE(fmt::format("{} seed {}", configuration.name, seed));
    Watched rtl, model;
    observe(rtl, "rtl", options, seed);
    observe(model, "model", options, seed);
    EXPECT_EQ(model.log.spans(), rtl.log.spans());
    for (const int bank : {0, 1}) EXPECT_EQ(model.log.buffers(bank), rtl.log.buffers(bank)) << bank;

    expect_what_the_pins_say(rtl.log, rtl.pins, rtl.capabilities, options.link.stalls != 0);
    EXPECT_EQ(rtl.log.disorder(), "");
    EXPECT_EQ(rtl.log.count("store"), rtl.stores);
    EXPECT_EQ(rtl.log.count("engine"), rtl.commands);
    for (const CauseField& field : cause_fields) {
      if (!field.in_total) continue;
      EXPECT_EQ(rtl.log.causes().*field.member, rtl.cycles.*field.member) << field.name;
    }
    EXPECT_GE(rtl.log.least_buffers(), 0);
    EXPECT_LE(rtl.log.most_buffers(), std::max(configuration.f_buffers, std::int64_t{2}));
    held += rtl.log.count("load held") + rtl.log.count("store held");
  }
  EXPECT_GT(held, 0u);
}

INSTANTIATE_TEST_SUITE_P(Configurations, Activity, ::testing::ValuesIn(accelerator_configs()),
                         [](const auto& each) { return test::test_name(each.param); });

// An accelerator without a clock has nothing to tell.
TEST(NoActivity, OfADeviceWithoutAClock) {
  AcceleratorOptions options;
  options.accel = "software";
  options.config = accelerator_configs().front();
  const auto device = make_accelerator(options);
  test::ActivityLog log;
  device->observe(&log);
  const test::RandomProgram program(1, device->capabilities(), 20);
  test::play(program, *device, 1);
  EXPECT_TRUE(log.spans().empty());
}

}  // namespace
}  // namespace stencil
