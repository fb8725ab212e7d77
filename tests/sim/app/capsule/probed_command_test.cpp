// Commands that a device refuses, or hangs at, and takes with one number changed.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/divergence/probed_command.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "sim/device/contract/call_error.hpp"
#include "sim/device/contract/device_hang.hpp"
#include "tests/sim/device/capsule/calls.hpp"

namespace stencil::capsule_tests {
namespace {

// One load, as of a new device, and the command.
Capsule calls_of(const DeviceCommand& command) {
  Capsule capsule;
  capsule.device = options("software");
  capsule.capabilities = make_accelerator(options("software"))->capabilities();
  capsule.capabilities.pes = 4;
  const CommandBlock block = command_block(command);
  for (const Bank bank : {Bank::f, Bank::r}) {
    CapsuleCall load;
    load.kind = CapsuleCall::Kind::load;
    load.place = {bank, 0, 0, block.rows * block.cols};
    load.data.assign(static_cast<std::size_t>(block.rows * block.cols), 0.5);
    capsule.calls.push_back(load);
  }
  CapsuleCall made;
  made.kind = CapsuleCall::Kind::command;
  made.command = command;
  capsule.calls.push_back(made);
  return capsule;
}

// Without the ends of its lines.
std::string joined(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), '\n'), text.end());
  return text;
}

template <class Command>
CapsulePlayer refusing(const std::function<bool(const Command&)>& refuses) {
  return [refuses](const Capsule& calls) {
    for (const CapsuleCall& call : calls.calls) {
      if (call.kind == CapsuleCall::Kind::command && refuses(std::get<Command>(call.command)))
        throw RefusedCommand("refused");
    }
    return calls;
  };
}

TileCommand tile() {
  TileCommand tile;
  tile.rows = 20;
  tile.cols = 10;
  tile.sweeps = 3;
  tile.top = {4, -1};
  tile.bottom = {19, 0};
  tile.left = {1, 0};
  tile.right = {9, 0};
  return tile;
}

TEST(RefusedTile, NamesTheEdgeThatIsRefused) {
  const auto by = [](const std::function<bool(const TileCommand&)>& refuses) {
    return joined(taken_otherwise(calls_of(tile()), 2, refusing<TileCommand>(refuses)));
  };
  EXPECT_EQ(by([](const TileCommand& it) { return it.bottom.at > it.cols; }),
            "the command is taken with the bottom edge at 2 in all sweeps");
  EXPECT_EQ(by([](const TileCommand& it) { return it.top.at + it.top.slope * it.sweeps < 2; }),
            "the command is taken with the top edge at 2 in all sweeps, or with 1 sweep");
  EXPECT_EQ(by([](const TileCommand&) { return true; }), "");
}

TEST(RefusedSweep, NamesTheNumberThatIsRefused) {
  SweepCommand sweep{20, 10, 3, JacobiWeights{0.5, 0.25, 0.125}};
  const auto by = [&](const std::function<bool(const SweepCommand&)>& refuses) {
    return joined(taken_otherwise(calls_of(sweep), 2, refusing<SweepCommand>(refuses)));
  };
  EXPECT_EQ(by([](const SweepCommand& it) { return it.rows * it.cols >= 200; }), "the command is taken with 19 rows");
  EXPECT_EQ(by([](const SweepCommand& it) { return it.niter > 2; }), "the command is taken with 1 sweep");
}

TEST(HangingCommand, SaysWhetherPassesMatter) {
  const auto text = [](std::int64_t sweeps, const std::function<bool(std::int64_t sweeps)>& hangs) {
    const Capsule calls = calls_of(SweepCommand{20, 10, sweeps, JacobiWeights{0.5, 0.25, 0.125}});
    return joined(hang_of_other_sweeps(calls, 2, [hangs](const Capsule& made) {
      if (hangs(std::get<SweepCommand>(made.calls[2].command).niter)) throw DeviceHang("hangs", HangState());
      return made;
    }));
  };
  EXPECT_EQ(text(8, [](std::int64_t sweeps) { return sweeps > 4; }),
            "the command alone, of 8 sweeps, hangs; with 7 sweeps it hangs too; with 4 sweeps  it ends: it is one pass "
            "then, so what hangs is the turn to the next one");
  // More passes than one end as well, up to a number of them.
  EXPECT_EQ(
      text(1100, [](std::int64_t sweeps) { return sweeps > 1024; }),
      "the command alone, of 1,100 sweeps, hangs; with 1,099 sweeps it hangs too; with  4 sweeps it ends, as with "
      "962 sweeps; with 1,030 it hangs: what hangs depends  on their number, which the passes are planned by");
  EXPECT_EQ(text(20, [](std::int64_t sweeps) { return sweeps > 16; }),
            "the command alone, of 20 sweeps, hangs; with 19 sweeps it hangs too; with 4  sweeps it ends, as with 16 "
            "sweeps; with 17 it hangs: what hangs depends on  their number, which the passes are planned by");
  EXPECT_EQ(
      text(1, [](std::int64_t sweeps) { return sweeps == 1; }),
      "the command alone, of 1 sweep, hangs; with 2 sweeps it ends: what hangs depends  on their number, which the "
      "passes are planned by");
  EXPECT_EQ(
      text(3, [](std::int64_t) { return true; }),
      "the command alone, of 3 sweeps, hangs; with 2 sweeps it hangs too; with 1 sweep  it hangs too; with 4 sweeps "
      "it hangs too");
}

TEST(HangingTransfer, SaysWhetherItNeedsACommand) {
  const Capsule calls = calls_of(SweepCommand{20, 10, 3, JacobiWeights{0.5, 0.25, 0.125}});
  const auto is_command = [](const CapsuleCall& call) { return call.kind == CapsuleCall::Kind::command; };
  const auto text = [&](bool without) {
    return joined(hang_without_commands(calls, [&](const Capsule& made) {
      if (without || std::any_of(made.calls.begin(), made.calls.end(), is_command))
        throw DeviceHang("hangs", HangState());
      return made;
    }));
  };
  EXPECT_EQ(text(false),
            "the device has no command any more, and without any the same loads and stores  end: it still holds back a "
            "buffer that no command uses (interlock), or its  port does not go on");
  EXPECT_EQ(text(true),
            "the device has no command any more, and without any the same loads and stores  hang too: its data port");
}

}  // namespace
}  // namespace stencil::capsule_tests
