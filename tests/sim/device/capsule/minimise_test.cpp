// Capsules are cut to the least that shows a fault.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/capsule/minimise.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "models/values/canonical_nan.hpp"
#include "tests/sim/device/capsule/calls.hpp"

namespace stencil::capsule_tests {
namespace {

using testing_support::WrappedDevice;

// Loses a value of f that is stored where `lost` says so of the command posted last.
class LosingDevice final : public WrappedDevice {
 public:
  using Lost = std::function<bool(const DeviceCommand& command, std::int64_t word)>;
  LosingDevice(std::unique_ptr<Accelerator> inner, Lost lost)
      : WrappedDevice(std::move(inner)), lost_(std::move(lost)) {}

 private:
  void do_command(Ticket ticket, const DeviceCommand& command, const After& after) override {
    WrappedDevice::do_command(ticket, command, after);
    commands_.push_back(command);
  }
  void do_store(Ticket, const Place& place, double* target, const After&) override {
    inner_->post_store(place, target, {});
    for (auto command = commands_.rbegin(); command != commands_.rend(); ++command) {
      if (command_block(*command).f_buffer != place.buffer) continue;
      for (std::int64_t i = 0; i < place.length_words; ++i) {
        if (lost_(*command, place.offset_words + i)) target[i] = 99.0;
      }
      return;
    }
  }

  Lost lost_;
  std::vector<DeviceCommand> commands_;
};

Capsule least(const ItstepOptions& how, const LosingDevice::Lost& lost) {
  const auto make = [&] { return std::make_unique<LosingDevice>(make_accelerator(options("software")), lost); };
  FirstWrongCall listener;
  const auto device = recorded(make(), options("software"), listener);
  sweep(*device, how, 2, device.get());
  if (!listener.found()) throw std::runtime_error("nothing was wrong");
  const CapsulePlayer player = [&](const Capsule& capsule) { return play(capsule, *make()); };
  const std::optional<Capsule> smaller = minimised(*listener.found(), player);
  if (!smaller) throw std::runtime_error("nothing differed");
  EXPECT_TRUE(smaller->minimised);
  EXPECT_GT(difference(*smaller).mismatches, 0);
  return *smaller;
}

std::vector<CommandBlock> blocks(const Capsule& capsule) {
  std::vector<CommandBlock> found;
  for (const CapsuleCall& call : capsule.calls) {
    if (call.kind == CapsuleCall::Kind::command) found.push_back(command_block(call.command));
  }
  return found;
}

TEST(Minimise, LeavesOnePointOfOneSweepOfAFaultThatIsAlwaysThere) {
  for (const ItstepOptions& how : {all_ways[0], all_ways[1]}) {
    const Capsule capsule = least(how, [](const DeviceCommand&, std::int64_t word) { return word == 0; });
    ASSERT_EQ(blocks(capsule).size(), 1u);
    const CommandBlock block = blocks(capsule)[0];
    EXPECT_EQ(block.rows * block.cols * block.sweeps, 1);
    for (const CapsuleCall& call : capsule.calls) {
      if (call.kind != CapsuleCall::Kind::load) continue;
      for (const double value : call.data) EXPECT_EQ(bits_of(value), bits_of(0.0));
    }
  }
}

TEST(Minimise, KeepsTheRowsColumnsAndSweepsThatAFaultNeeds) {
  const Capsule capsule = least(all_ways[0], [](const DeviceCommand& command, std::int64_t word) {
    const CommandBlock block = command_block(command);
    return block.sweeps >= 3 && block.rows >= 5 && block.cols >= 7 && word == 2 * block.cols + 1;
  });
  ASSERT_EQ(blocks(capsule).size(), 1u);
  EXPECT_EQ(blocks(capsule)[0].rows, 5);
  EXPECT_EQ(blocks(capsule)[0].cols, 7);
  EXPECT_EQ(blocks(capsule)[0].sweeps, 3);
}

// Only the last link of a chain is wrong: the chain stays one.
TEST(Minimise, KeepsTheChainThatAFaultNeeds) {
  for (const ItstepOptions& how : {all_ways[2], all_ways[3]}) {
    const Capsule capsule = least(how, [](const DeviceCommand& command, std::int64_t word) {
      const auto& sweep = std::get<SweepCommand>(command);
      return sweep.above && !sweep.below && word == 0;
    });
    ASSERT_EQ(blocks(capsule).size(), 2u);
    EXPECT_EQ(blocks(capsule)[0].sweeps, 1);
    EXPECT_LE(blocks(capsule)[0].rows, 2);
    EXPECT_EQ(blocks(capsule)[1].rows, 1);
    EXPECT_EQ(blocks(capsule)[1].cols, 1);
  }
}

TEST(Minimise, HasNothingToDoWhereNothingDiffers) {
  ChosenCall listener(0, 0);
  const auto device = recorded(make_accelerator(options("software")), options("software"), listener);
  sweep(*device, all_ways[0], 1, device.get());
  const CapsulePlayer player = [&](const Capsule& capsule) {
    return play(capsule, *make_accelerator(options("software")));
  };
  EXPECT_FALSE(minimised(*listener.found(), player));
}

// The tile's part moves with the rows and columns that are left.
TEST(Minimise, CutsTiles) {
  const auto lost = [](const DeviceCommand& command, std::int64_t word) {
    const auto& tile = std::get<TileCommand>(command);
    return tile.bottom.at - tile.top.at >= 2 && word == tile.top.at * tile.cols + tile.left.at;
  };
  const auto make = [&] { return std::make_unique<LosingDevice>(make_accelerator(options("software")), lost); };
  FirstWrongCall listener;
  const auto device = recorded(make(), options("software"), listener);
  std::vector<double> f = field(ProblemArray::f, 12, 9);
  TileCommand tile;
  tile.rows = 12;
  tile.cols = 9;
  tile.sweeps = 3;
  tile.top = {4, -1};
  tile.bottom = {10, -1};
  tile.left = {1, 0};
  tile.right = {8, 0};
  const Ticket load = device->post_load({Bank::f, 0, 0, 108}, f.data(), {});
  const Ticket command = device->post(tile, {load});
  device->post_store({Bank::f, 0, 0, 108}, f.data(), {command});
  device->wait();
  ASSERT_TRUE(listener.found());
  const std::optional<Capsule> smaller =
      minimised(*listener.found(), [&](const Capsule& capsule) { return play(capsule, *make()); });
  ASSERT_TRUE(smaller);
  ASSERT_EQ(blocks(*smaller).size(), 1u);
  EXPECT_EQ(blocks(*smaller)[0].rows, 4);
  EXPECT_EQ(blocks(*smaller)[0].cols, 3);
  EXPECT_EQ(blocks(*smaller)[0].sweeps, 1);
}

// A step that loses the finding is not made.
TEST(Minimise, KeepsWhatIsAskedOfEverySmallerCase) {
  const auto make = [] {
    return std::make_unique<LosingDevice>(make_accelerator(options("software")),
                                          [](const DeviceCommand&, std::int64_t word) { return word == 4; });
  };
  FirstWrongCall listener;
  const auto device = recorded(make(), options("software"), listener);
  sweep(*device, all_ways[0], 2, device.get());
  ASSERT_TRUE(listener.found());
  const CapsulePlayer player = [&](const Capsule& capsule) { return play(capsule, *make()); };
  const auto columns = [](const Capsule& capsule) { return blocks(capsule).front().cols; };
  const auto any = minimised(*listener.found(), player);
  const auto wide =
      minimised(*listener.found(), player, [&](const Capsule& smaller) { return columns(smaller) >= 11; });
  ASSERT_TRUE(any && wide);
  EXPECT_LT(columns(*any), 11);
  EXPECT_EQ(columns(*wide), 11);
}

}  // namespace
}  // namespace stencil::capsule_tests
