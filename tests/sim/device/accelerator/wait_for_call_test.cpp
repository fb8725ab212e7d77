// Waits for one call, on every device: what is done then, what goes on, and that they cost no cycle.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "host/device/counts.hpp"
#include "models/compare.hpp"
#include "sim/device/rtl/configurations.hpp"
#include "sim/device/software/software_accelerator.hpp"
#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

constexpr std::int64_t rows = 20;
constexpr std::int64_t cols = 30;
constexpr std::int64_t words = rows * cols;

AcceleratorOptions options_of(const std::string& accel, bool checked = false) {
  AcceleratorOptions options;
  options.accel = accel;
  options.config = "small";
  if (checked) options.checking = all_checks();
  return options;
}

SweepCommand sweep(int buffer, std::int64_t niter) {
  SweepCommand command{rows, cols, niter, JacobiWeights{1.75, 2.25, 0.125}};
  command.f_buffer = command.r_buffer = buffer;
  return command;
}

// Two blocks, each in its buffers: tickets by block.
struct Blocks {
  explicit Blocks(Accelerator& device, std::int64_t second_niter = 4) {
    std::mt19937_64 random(3);
    for (std::size_t block = 0; block < 2; ++block) {
      for (std::vector<double>* const values : {&f[block], &r[block]})
        for (double& value : *values) value = std::uniform_real_distribution<double>(-1.0, 1.0)(random);
      const int buffer = static_cast<int>(block);
      const Ticket of_f = device.post_load({Bank::f, buffer, 0, words}, f[block].data(), {});
      const Ticket of_r = device.post_load({Bank::r, buffer, 0, words}, r[block].data(), {});
      command[block] = device.post(sweep(buffer, block == 0 ? 4 : second_niter), {of_f, of_r});
      store[block] = device.post_store({Bank::f, buffer, 0, words}, got[block].data(), {command[block]});
    }
  }

  std::array<std::vector<double>, 2> f{std::vector<double>(words), std::vector<double>(words)};
  std::array<std::vector<double>, 2> r = f;
  std::array<std::vector<double>, 2> got = f;
  std::array<Ticket, 2> command{};
  std::array<Ticket, 2> store{};
};

class WaitForCall : public ::testing::TestWithParam<const char*> {};

TEST_P(WaitForCall, ResultsAreThereAndEachEndIsToldOnce) {
  const auto device = make_accelerator(options_of(GetParam()));
  const auto golden = make_accelerator(options_of("software"));
  Blocks asked(*device);
  Blocks expected(*golden);
  golden->wait();
  device->wait(asked.command[0]);
  EXPECT_EQ(device->sweep_ends().size(), 1u);
  device->wait(asked.store[0]);
  EXPECT_EQ(device->sweep_ends().size(), 0u) << "the sweep was told";
  EXPECT_EQ(compare_rows(expected.got[0].data(), asked.got[0].data(), 0, rows, cols).mismatches, 0);
  // On what is done and what goes on: a call posted now may use the first buffers at once.
  std::vector<double> again(words);
  const Ticket back = device->post_store({Bank::f, 0, 0, words}, again.data(), {asked.store[0]});
  device->wait(back);
  EXPECT_EQ(device->sweep_ends().size(), 1u) << "that of the second block, which was posted before";
  EXPECT_EQ(compare_rows(expected.got[0].data(), again.data(), 0, rows, cols).mismatches, 0);
  EXPECT_EQ(compare_rows(expected.got[1].data(), asked.got[1].data(), 0, rows, cols).mismatches, 0);
  device->wait();
  EXPECT_EQ(device->sweep_ends().size(), 0u);
  EXPECT_NO_THROW(static_cast<void>(device->change()));
}

TEST_P(WaitForCall, CostsNoCycle) {
  for (const std::int64_t second_niter : {4, 3}) {  // the same job, another one
    const auto plain = make_accelerator(options_of(GetParam()));
    const auto device = make_accelerator(options_of(GetParam()));
    Blocks at_once(*plain, second_niter);
    plain->wait();
    const std::vector<CycleCounts> ends = plain->sweep_ends();
    Blocks one_by_one(*device, second_niter);
    device->wait(one_by_one.command[0]);
    const CycleCounts first = device->sweep_ends().at(0);
    EXPECT_TRUE(static_cast<const CauseCycles&>(first) == ends[0]);
    const std::int64_t then = device->cycles().total();
    EXPECT_LT(device->capabilities().timed ? then : -1, plain->cycles().total());
    device->wait(one_by_one.command[0]);
    device->wait(0);
    device->wait(1);
    EXPECT_EQ(device->cycles().total(), then) << "what is done is not waited for";
    device->wait(one_by_one.store[0]);
    device->wait(one_by_one.store[1]);
    EXPECT_TRUE(static_cast<const CauseCycles&>(device->sweep_ends().at(0)) == ends[1]);
    device->wait();
    EXPECT_TRUE(static_cast<const CauseCycles&>(device->cycles()) == plain->cycles());
    EXPECT_TRUE(device->cycles().model == plain->cycles().model);
    EXPECT_LE(device->cycles().ideal, device->cycles().total());
    plain->audit();
    device->audit();
    EXPECT_EQ(device->cycles().total(), plain->cycles().total());
  }
}

// A wait for a call that has ended while another one was waited for.
TEST_P(WaitForCall, FindsACallDoneThatNobodyHasWaitedFor) {
  const auto device = make_accelerator(options_of(GetParam()));
  Blocks blocks(*device);
  device->wait(blocks.store[0]);
  std::vector<double> two(2);
  const Ticket load =
      device->post_load({Bank::f, 2 % static_cast<int>(device->capabilities().f_buffers), 0, 0}, two.data(), {});
  EXPECT_EQ(load, 0);
  const std::int64_t then = device->cycles().total();
  device->wait(load);
  EXPECT_EQ(device->cycles().total(), then);
  device->wait();
}

TEST_P(WaitForCall, RefusesATicketThatNoCallHasReturned) {
  const auto device = make_accelerator(options_of(GetParam()));
  Blocks blocks(*device);
  EXPECT_EQ(test::refusal([&] { device->wait(9); }), "wait: ticket 9, must be 0 .. 8, the last call posted");
  EXPECT_EQ(test::refusal([&] { device->wait(-1); }), "wait: ticket -1, must be 0 .. 8, the last call posted");
  device->wait();
}

TEST_P(WaitForCall, ChecksBesideChangeNothing) {
  const auto plain = make_accelerator(options_of(GetParam()));
  const auto checked = make_accelerator(options_of(GetParam(), true));
  ::testing::internal::CaptureStderr();
  for (Accelerator* const device : {plain.get(), checked.get()}) {
    Blocks blocks(*device);
    device->wait(blocks.store[0]);
    // In an order that the wait alone makes certain: on the same words as calls that are done.
    const Ticket again = device->post_load({Bank::f, 0, 0, words}, blocks.got[0].data(), {});
    device->wait(device->post_store({Bank::f, 0, 0, words}, blocks.got[0].data(), {again}));
    device->wait();
  }
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(plain->cycles().total(), checked->cycles().total());
}

INSTANTIATE_TEST_SUITE_P(Devices, WaitForCall, ::testing::Values("software", "shuffled", "model", "rtl"),
                         [](const auto& test) { return std::string(test.param); });

// More commands than wait in the queue, and jobs that change: nothing in between waits for all.
TEST(WaitForCallOfManyJobs, RtlAndModelAgree) {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    const auto rtl = make_accelerator(options_of("rtl"));
    const auto model = make_accelerator(options_of("model"));
    std::array<std::vector<CycleCounts>, 2> ends;
    std::array<std::vector<double>, 2> results{std::vector<double>(words), std::vector<double>(words)};
    for (std::size_t which = 0; which < 2; ++which) {
      Accelerator& device = which == 0 ? *rtl : *model;
      std::mt19937_64 random(seed);
      std::vector<double> start(words, 0.5);
      for (double& value : start) value = std::uniform_real_distribution<double>(-1.0, 1.0)(random);
      std::vector<Ticket> posted;
      for (const Bank bank : {Bank::f, Bank::r})
        for (const int buffer : {0, 1}) posted.push_back(device.post_load({bank, buffer, 0, words}, start.data(), {}));
      const After loaded(posted.begin(), posted.end());
      for (int call = 0; call < 30; ++call) {
        posted.push_back(
            device.post(sweep(static_cast<int>(random() % 2), 1 + static_cast<std::int64_t>(random() % 3)), loaded));
        if (random() % 4 != 0) continue;
        device.wait(posted[random() % posted.size()]);
        ends[which].insert(ends[which].end(), device.sweep_ends().begin(), device.sweep_ends().end());
        ends[which].push_back(device.cycles());
      }
      device.post_store({Bank::f, 0, 0, words}, results[which].data(), {posted.back()});
      device.wait();
      ends[which].insert(ends[which].end(), device.sweep_ends().begin(), device.sweep_ends().end());
      ends[which].push_back(device.cycles());
      device.audit();
    }
    ASSERT_EQ(ends[0].size(), ends[1].size());
    for (std::size_t i = 0; i < ends[0].size(); ++i) {
      EXPECT_TRUE(static_cast<const CauseCycles&>(ends[0][i]) == ends[1][i]) << "seed " << seed << ", end " << i;
      EXPECT_TRUE(ends[0][i].model == ends[1][i].model) << "seed " << seed << ", end " << i;
    }
    EXPECT_EQ(compare_rows(results[0].data(), results[1].data(), 0, rows, cols).mismatches, 0);
  }
}

}  // namespace
}  // namespace stencil
