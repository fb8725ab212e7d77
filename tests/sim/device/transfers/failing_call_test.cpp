// Errors show a refused command with the numbers that the device checks, a burst answered with SLVERR with its words.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/transfers/failing_call.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/device/contract/call_error.hpp"
#include "sim/device/contract/contract.hpp"
#include "sim/device/transfers/named_calls.hpp"

namespace stencil {
namespace {

using Kind = TransferFault::Kind;

class FailingCall : public ::testing::Test {
 protected:
  FailingCall() {
    device_.axi_data_bits = 64;
    device_.pes = 4;
    device_.lanes = 4;
    device_.line_beats = 256;
    device_.max_cols = 1024;
    device_.memory_words = 16384;
    device_.f_buffers = device_.r_buffers = 2;
    device_.queue_depth = 1;
  }
  void load(int buffer, std::int64_t first, std::int64_t words) {
    GivenCall call;
    call.kind = Kind::load;
    call.place = {Bank::r, buffer, first, words};
    calls_.push_back(call);
  }
  void command(const DeviceCommand& given) {
    GivenCall call;
    call.kind = Kind::command;
    call.command = given;
    calls_.push_back(call);
  }
  std::string text(const DeviceError& error, const DoneSoFar& done) {
    try {
      throw_named(error, calls_, calls_.size(), done, device_, {});
    } catch (const DeviceError& named) {
      return named.what();
    }
  }

  Capabilities device_;
  std::vector<GivenCall> calls_;
};

SweepCommand sweep_of(std::int64_t rows, int f_buffer) {
  SweepCommand sweep{rows, 1024, 5, JacobiWeights{0.5, 0.25, 0.125}};
  sweep.f_buffer = f_buffer;
  sweep.r_buffer = 1;
  sweep.below = true;
  return sweep;
}

TEST_F(FailingCall, ARefusedCommandIsShownWithTheNumbersThatAreChecked) {
  command(sweep_of(16, 1));
  EXPECT_EQ(
      text(RefusedCommand("refused"), {}),
      "refused; 0 of 1 commands have finished, the next in their order is a sweep of rows=16 cols=1024 niter=5 "
      "(call 0): rows*cols 16,384 of MEMORY_WORDS 16,384, cols 1,024 of MAX_COLS 1,024, f buffer 1 of 2, r buffer 1 "
      "of 2, above 0, below 1, passes*beats 2*256 = 512 of LINE_BEATS 256, Jacobi, which KERNELS shows");
  device_.operators = {};
  EXPECT_NE(text(RefusedCommand("refused"), {}).find("Jacobi, which KERNELS does not show"), std::string::npos);
}

TEST_F(FailingCall, OfATileItsEdgesInTheFirstSweepAndTheLastAreShown) {
  TileCommand tile;
  tile.rows = 24;
  tile.cols = 40;
  tile.sweeps = 4;
  tile.top = {4, -1};
  tile.bottom = {23, 0};
  tile.left = {1, 0};
  tile.right = {36, 1};
  command(tile);
  EXPECT_NE(text(RefusedCommand("refused"), {})
                .find("from the first sweep to the last top 4 to 1, bottom 23 to 23, left 1 to 1, right 36 to 39"),
            std::string::npos);
}

// Commands behind it may have finished before the host asks.
TEST_F(FailingCall, WhereCommandsHaveFinishedTheRefusedOneMayBeBefore) {
  for (int i = 0; i < 3; ++i) command(sweep_of(10 + i, i % 2));
  DoneSoFar done;
  done.commands = 2;
  EXPECT_EQ(text(RefusedCommand("refused"), done),
            "refused; 2 of 3 commands have finished, the next in their order is a sweep of rows=12 cols=1024 niter=5 "
            "(call 2): that one was refused, or one before it");
}

TEST_F(FailingCall, AnAnsweredBurstIsShownWithItsWordsAndTheRegisters) {
  load(0, 0, 100);
  load(1, 20, 300);
  DoneSoFar done;
  done.beats_loaded = 350;
  done.registers = "; ERROR 6";
  const std::uint64_t burst = address_given(calls_[1].place) + 8 * 256;
  EXPECT_EQ(text(ChannelError("answered", Channel::write_response, burst), done),
            "answered; in the load of r buffer 1, words 20 to 319 (call 1), a burst from word 276 on; ERROR 6");
  EXPECT_EQ(text(ChannelError("answered", Channel::read_data, burst), done), "answered; ERROR 6") << "no store";
}

}  // namespace
}  // namespace stencil
