// A device that fails in one command: the run names its step and its block or tile, also where steps overlap.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>

#include "host/base/errors.hpp"
#include "sim/app/diagnostics/diagnosed_run.hpp"
#include "sim/device/contract/call_error.hpp"
#include "tests/support/test_devices.hpp"
#include "tests/system/run/run_tiles.hpp"

namespace stencil::failed_command_test {
namespace {

using testing_support::shape;
using testing_support::tiled;
using testing_support::WrappedDevice;

// Fails in command number `at`, from 0, which it counts as a platform does: since the last wait for all.
class FailingDevice final : public WrappedDevice {
 public:
  FailingDevice(std::unique_ptr<Accelerator> inner, std::int64_t at) : WrappedDevice(std::move(inner)), at_(at) {}

 private:
  void do_command(Ticket ticket, const DeviceCommand& command, const After& after) override {
    if (posted_ == at_) throw CallError("no answer", posted_ - waited_);
    ++posted_;
    WrappedDevice::do_command(ticket, command, after);
  }
  std::vector<CycleCounts> do_wait() override {
    waited_ = posted_;
    return WrappedDevice::do_wait();
  }
  // Software has done every call when it is posted.
  std::vector<CycleCounts> do_wait_for(Ticket /*ticket*/) override { return WrappedDevice::do_wait(); }

  std::int64_t at_;
  std::int64_t posted_ = 0;
  std::int64_t waited_ = 0;
};

// What is said of where a run fails whose device fails in command number `at`.
std::string place_of(RunOptions options, std::int64_t at) {
  options.device.accel = "software";
  options.capsule = "/dev/null";
  RunHooks hooks;
  hooks.make_device = [at](const AcceleratorOptions& asked) {
    return std::make_unique<FailingDevice>(make_accelerator(asked), at);
  };
  try {
    run(MPI_COMM_WORLD, options, hooks);
  } catch (const DeviceError& error) {
    return error.what();
  } catch (const AgreedError& error) {
    return error.what();
  }
  return "no error";
}

// 10 sweeps in steps of 3, 3, 3 and 1, six blocks each.
RunOptions sweeps(Schedule schedule) {
  RunOptions options = shape(60, 20, 10, 3, 10);
  sweep_options(options).scheme.how = {schedule, Blocking::overlapped_rows};
  return options;
}

TEST(FailedCommand, OfStepsOneAfterAnother) {
  EXPECT_EQ(place_of(sweeps(Schedule::sequential), 0), "rank 0: no answer; step 0, strip 0, block 0");
  EXPECT_EQ(place_of(sweeps(Schedule::sequential), 8), "rank 0: no answer; step 1, strip 0, block 2");
  EXPECT_EQ(place_of(sweeps(Schedule::overlapped), 17), "rank 0: no answer; step 2, strip 0, block 5");
}

TEST(FailedCommand, OfJoinedSteps) {
  EXPECT_EQ(place_of(sweeps(Schedule::joined), 0), "rank 0: no answer; step 0, strip 0, block 0");
  EXPECT_EQ(place_of(sweeps(Schedule::joined), 8), "rank 0: no answer; step 1, strip 0, block 2");
  EXPECT_EQ(place_of(sweeps(Schedule::joined), 23), "rank 0: no answer; step 3, strip 0, block 5");
}

// Skewed blocks of a last step of one sweep are eight, those of the steps before seven.
TEST(FailedCommand, OfALastStepWithMoreBlocks) {
  RunOptions options = shape(65, 20, 10, 3, 9);
  sweep_options(options).scheme.how = {Schedule::joined, Blocking::skewed};
  EXPECT_EQ(place_of(options, 20), "rank 0: no answer; step 2, strip 0, block 6");
  EXPECT_EQ(place_of(options, 28), "rank 0: no answer; step 3, strip 0, block 7");
}

// Two rounds forward and backward of four tiles each.
TEST(FailedCommand, OfTiles) {
  TileOptions how;
  how.tiles = {2, 2};
  how.rounds = 2;
  how.sweeps = 2;
  how.fuse = "off";
  for (const Check check : {Check::off, Check::each_block}) {
    RunOptions options = tiled(40, 30, how);
    options.check = check;
    EXPECT_EQ(place_of(options, 0), "rank 0: no answer; step 0, tile 0");
    EXPECT_EQ(place_of(options, 9), "rank 0: no answer; step 2, tile 1");
    EXPECT_EQ(place_of(options, 15), "rank 0: no answer; step 3, tile 3");
  }
}

// The device has tiles of a step before those of the last one are reported.
TEST(FailedCommand, OfAPipelineOfTiles) {
  TileOptions how;
  how.tiles = {2, 2};
  how.rounds = 3;
  how.sweeps = 2;
  RunOptions options = tiled(40, 30, how);
  options.check = Check::off;
  EXPECT_EQ(place_of(options, 0), "rank 0: no answer; step 0, tile 0");
  EXPECT_EQ(place_of(options, 3), "rank 0: no answer; step 3, tile 0");
  EXPECT_EQ(place_of(options, 5), "rank 0: no answer; step 5, tile 0");
}

}  // namespace
}  // namespace stencil::failed_command_test
