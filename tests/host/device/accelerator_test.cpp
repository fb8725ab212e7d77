// SPDX-License-Identifier: Apache-2.0
#include "host/device/accelerator.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

using test::refusal;

// Records its calls; fails on demand.
class Recorder final : public Accelerator {
 public:
  Recorder() {
    has.accel = "recorder";
    has.config = "none";
    has.pes = 2;
    has.lanes = 1;
    has.memory_words = 100;
    has.max_cols = 10;
    has.line_beats = 100;
    has.tile_slots_min = has.tile_slots_max = 1;
    has.measures_change = true;
  }
  const Capabilities& capabilities() const override { return has; }
  CycleCounts cycles() const override { return {}; }
  std::int64_t bursts_of(const Place& place) const override { return place.length_words / 2; }

  Capabilities has;
  std::vector<DeviceCommand> commands;
  std::vector<Ticket> tickets;
  std::vector<After> afters;
  bool fails = false;

 private:
  void got(Ticket ticket, const After& after) {
    if (fails) throw DeviceError("no answer");
    tickets.push_back(ticket);
    afters.push_back(after);
  }
  void do_load(Ticket ticket, const Place&, const double*, const After& after) override { got(ticket, after); }
  void do_store(Ticket ticket, const Place&, double*, const After& after) override { got(ticket, after); }
  void do_command(Ticket ticket, const DeviceCommand& command, const After& after) override {
    got(ticket, after);
    commands.push_back(command);
  }
  std::vector<CycleCounts> do_wait() override {
    if (fails) throw DeviceError("no answer");
    return std::vector<CycleCounts>(posted_commands());
  }
  double do_change() override { return 0.5; }
  void do_reset_change() override {}
};

SweepCommand sweep(std::int64_t niter = 1, const JacobiWeights& weights = {1.0, 2.0, 3.0}) {
  return {5, 4, niter, weights};
}

TileCommand tile(std::int64_t sweeps = 1) {
  TileCommand command;
  command.rows = command.cols = 5;
  command.sweeps = sweeps;
  command.top = command.left = {1, 0};
  command.bottom = command.right = {4, 0};
  return command;
}

TEST(Accelerator, CountsAndNamesWhatItPostsAndNothingElse) {
  Recorder device;
  std::vector<double> words(10);
  EXPECT_EQ(device.post_load({Bank::f, 0, 0, 0}, nullptr, {}), 0);
  EXPECT_EQ(device.post(sweep(0), {}), 0);
  EXPECT_EQ(device.post(tile(0), {}), 0);
  EXPECT_EQ(device.post_load({Bank::f, 0, 0, 10}, words.data(), {}), 1);
  EXPECT_EQ(device.post(sweep(), {1}), 2);
  EXPECT_EQ(device.post(tile(), {2}), 3);
  EXPECT_EQ(device.post_store({Bank::f, 0, 0, 6}, words.data(), {3}), 4);
  EXPECT_EQ(refusal([&] {
              device.post_load({Bank::r, 0, 95, 6}, words.data(), {});
            }),
            "load bank r: length of 6 words at offset 95, must be 0 .. 5");
  EXPECT_EQ(device.tickets, (std::vector<Ticket>{1, 2, 3, 4}));
  EXPECT_EQ(device.afters, (std::vector<After>{{}, {1}, {2}, {3}}));
  const TrafficCounts traffic = device.traffic();
  EXPECT_EQ(traffic.bytes_to_device, 80);
  EXPECT_EQ(traffic.bytes_from_device, 48);
  EXPECT_EQ(traffic.transfers, 2);
  EXPECT_EQ(traffic.load_bursts, 5);
  EXPECT_EQ(traffic.store_bursts, 3);
  device.wait();
  EXPECT_EQ(device.sweep_ends().size(), 2u);
  device.wait();
  EXPECT_EQ(device.sweep_ends().size(), 0u);
}

// A device that knows no other wait than that for all: ends are told with the calls that were waited for.
TEST(Accelerator, AWaitForOneCallTellsTheEndsUpToIt) {
  Recorder device;
  double word = 0.0;
  const Ticket first = device.post(sweep(), {});
  const Ticket load = device.post_load({Bank::f, 0, 0, 1}, &word, {});
  const Ticket second = device.post(sweep(), {});
  EXPECT_EQ(refusal([&] { device.wait(second + 1); }), "wait: ticket 4, must be 0 .. 3, the last call posted");
  device.wait(load);
  EXPECT_EQ(device.sweep_ends().size(), 1u);
  device.wait(first);
  EXPECT_EQ(device.sweep_ends().size(), 0u);
  EXPECT_THROW(static_cast<void>(device.change()), ArgumentError) << "calls are posted";
  device.wait(second);
  EXPECT_EQ(device.sweep_ends().size(), 1u);
  EXPECT_THROW(static_cast<void>(device.change()), ArgumentError) << "the device may not have come to rest";
  device.post(sweep(), {});
  device.wait();
  EXPECT_EQ(device.sweep_ends().size(), 1u);
  EXPECT_EQ(device.change(), 0.5);
  const Ticket last = device.post(sweep(), {});
  device.fails = true;
  EXPECT_THROW(device.wait(last), DeviceError);
  EXPECT_EQ(device.failed_waits(), 1);
}

TEST(Accelerator, HasPostedNothingWhereTheDeviceFails) {
  Recorder device;
  double word = 0.0;
  device.fails = true;
  EXPECT_THROW(device.post_load({Bank::f, 0, 0, 1}, &word, {}), DeviceError);
  EXPECT_THROW(device.post(sweep(), {}), DeviceError);
  EXPECT_EQ(device.traffic().transfers, 0);
  EXPECT_EQ(device.weight(Weight::rdy2), 0.0);
  device.fails = false;
  EXPECT_EQ(device.change(), 0.5) << "nothing is posted";
  EXPECT_EQ(device.post(sweep(), {}), 1);
  device.fails = true;
  EXPECT_THROW(device.wait(), DeviceError);
  EXPECT_EQ(refusal([&] { return device.change(); }),
            "change: calls are posted and not waited for, there must be none");
}

TEST(Accelerator, GivesACommandTheNumbersItSweepsWith) {
  Recorder device;
  device.set_weight(Weight::rdx2, 4.0);
  SweepCommand own = sweep(1, {9.0, 9.0, 9.0});
  own.own_weights = true;
  const auto last = [&] { return std::get<SweepCommand>(device.commands.back()).weights; };
  device.post(own, {});
  EXPECT_TRUE(same_bits(last(), JacobiWeights{4.0, 0.0, 0.0}));
  device.post(sweep(1, {1.0, 2.0, -0.0}), {});
  device.post(tile(), {});
  device.post(own, {});
  EXPECT_TRUE(same_bits(last(), JacobiWeights{1.0, 2.0, -0.0}));
  EXPECT_FALSE(same_bits(last(), JacobiWeights{1.0, 2.0, 0.0})) << "bits count";
  device.wait();
  EXPECT_EQ(device.weight(Weight::rdy2), 2.0);
}

TEST(Accelerator, KnowsTheChainThatIsOpen) {
  Recorder device;
  SweepCommand first = sweep(2), last = sweep(2);
  first.below = last.above = true;
  const auto next = [&] { return refusal([&] { device.post(last, {}); }); };
  const auto begin = [&] { return device.post(first, {}); };
  EXPECT_NE(next(), "accepted") << "continues nothing";
  begin();
  EXPECT_EQ(next(), "accepted");
  EXPECT_NE(next(), "accepted") << "has ended";
  begin();
  device.post(tile(0), {});
  EXPECT_EQ(next(), "accepted") << "nothing in between";
  begin();
  device.post(tile(), {});
  EXPECT_NE(next(), "accepted") << "a tile in between";
  begin();
  device.wait();
  device.set_weight(Weight::beta, 3.0);
  EXPECT_NE(next(), "accepted") << "a number was set";
  begin();
  std::get<JacobiWeights>(last.weights).rdx2 = 8.0;
  EXPECT_NE(next(), "accepted") << "other numbers";
}

TEST(Accelerator, RefusesAnOperatorThatTheDeviceDoesNotHaveAndSaysWhatThereIs) {
  Recorder device;
  SweepCommand command = sweep();
  command.weights = FivePointWeights{1.0, 1.0, 1.0, 1.0, 0.0, 0.25};
  const std::string who = "accelerator recorder of configuration none ";
  device.has.operators = {true, false};
  device.has.tile_slots_max = 32;
  EXPECT_EQ(refusal([&] { device.post(command, {}); }), who + "has no five-point kernel, only Jacobi, Gauss-Seidel");
  device.has.operators = {false, true};
  EXPECT_EQ(refusal([&] { device.post(command, {}); }), "accepted");
  EXPECT_EQ(refusal([&] { device.post(sweep(), {}); }), who + "has no Jacobi kernel, only five-point, Gauss-Seidel");
  device.has.tile_slots_max = 0;
  EXPECT_EQ(refusal([&] { device.post(tile(), {}); }), "tile: " + who + "has no Gauss-Seidel kernel, only five-point");
}

// Both operators share beta; the other weights do not change.
TEST(Accelerator, OperatorsShareTheNumbersOfTheSameName) {
  Recorder device;
  device.has.operators = {true, true};
  SweepCommand command = sweep();
  command.weights = FivePointWeights{1.0, 2.0, 3.0, 4.0, 5.0, 6.0};
  device.post(command, {});
  device.wait();
  EXPECT_EQ(device.weight(Weight::beta), 6.0);
  EXPECT_EQ(device.weight(Weight::ac), 5.0);
  SweepCommand jacobi = sweep();
  jacobi.own_weights = true;
  device.set_weight(Weight::rdx2, 7.0);
  device.post(jacobi, {});
  device.wait();
  EXPECT_EQ(device.weight(Weight::beta), 6.0);
  EXPECT_EQ(device.weight(Weight::rdx2), 7.0);
}

TEST(Accelerator, RefusesKernelsThatTheDeviceDoesNotHave) {
  Recorder device;
  device.has.operators = {}, device.has.measures_change = false;
  device.has.tile_slots_max = 0;
  const std::string who = "accelerator recorder of configuration none ";
  EXPECT_EQ(refusal([&] { device.post(sweep(), {}); }), who + "has no Jacobi kernel");
  EXPECT_EQ(refusal([&] { device.post(tile(), {}); }), "tile: " + who + "has no Gauss-Seidel kernel");
  EXPECT_EQ(refusal([&] { return device.change(); }), who + "does not measure the change of a sweep");
  EXPECT_TRUE(device.tickets.empty());
}

// Each of the simple calls waits for the last ones of the other kinds.
TEST(Accelerator, DoesSimpleCallsOneAfterAnother) {
  Recorder device;
  double word = 0.0;
  device.load(Bank::f, 0, &word, 1);
  device.load(Bank::r, 0, &word, 0);
  device.start(sweep());
  device.start(tile(0));
  device.store(Bank::f, 0, &word, 1);
  device.load(Bank::f, 0, &word, 1);
  EXPECT_EQ(device.afters, (std::vector<After>{{0, 0}, {1, 0}, {1, 2}, {2, 3}}));
}

}  // namespace
}  // namespace stencil
