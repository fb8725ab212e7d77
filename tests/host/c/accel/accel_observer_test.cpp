// An observer is told of every published call and costs no cycles; checks that need one are refused without it.
// SPDX-License-Identifier: Apache-2.0
#include "accel.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "host/c/call_ledger.hpp"
#include "host/c/call_observer.hpp"
#include "host/c/process_accelerator.hpp"
#include "host/device/counts.hpp"
#include "tests/host/c/accel/accel_case.hpp"
#include "tests/host/support/fatal_catcher.hpp"

namespace stencil {
namespace {

// Reads a word of the device at every call, which takes cycles, and records the calls.
class Curious : public CallObserver {
 public:
  explicit Curious(std::vector<std::string>& told) : told_(told) {}
  void loaded(Accelerator& device, Bank bank, std::int64_t offset, const double* values, std::int64_t length) override {
    told_.push_back(std::string("loaded ") + (bank == Bank::f ? "f " : "r ") + std::to_string(offset) + " " +
                    std::to_string(length) + " " + std::to_string(static_cast<int>(values[0])));
    read(device);
  }
  void stored(Accelerator& device, std::int64_t offset, const double* values, std::int64_t length) override {
    told_.push_back("stored " + std::to_string(offset) + " " + std::to_string(length) + " " +
                    std::to_string(static_cast<int>(values[0])));
    read(device);
  }
  void before_sweep(Accelerator& device, const SweepCommand& command, std::int64_t block) override {
    told_.push_back("before " + std::to_string(command.rows) + " block " + std::to_string(block));
    read(device);
  }
  void after_sweep(Accelerator& device, const SweepCommand& command) override {
    told_.push_back("after " + std::to_string(command.rows));
    read(device);
  }

 private:
  static void read(Accelerator& device) {
    double word = 0.0;
    device.store(Bank::r, 99, &word, 1);
    device.wait();
  }
  std::vector<std::string>& told_;
};

TEST_F(Accel, AnObserverIsToldOfEveryCallAndCostsTheProgramNothing) {
  const auto program = [&] {
    std::vector<CallBlock> blocks;
    process_call_ledger().on_block([&](const CallBlock& block) { blocks.push_back(block); });
    r_to_accel(0, numbers_, 16);
    f_to_accel(0, numbers_ + 3, 16);
    itstep_accel(4, 4, 1.0, 1.0, 1.0, 1);
    f_from_accel(4, numbers_ + 50, 4);
    itstep_accel(3, 4, 1.0, 1.0, 1.0, 2);
    process_call_ledger().on_block({});
    blocks.push_back(*process_call_ledger().current());
    return blocks;
  };
  setenv("STENCIL_CHECK", "off", 1);
  const std::vector<CallBlock> plain = program();
  EXPECT_EQ(process_call_observer(), nullptr);
  reset_process_accelerator();

  setenv("STENCIL_CHECK", "block", 1);
  std::vector<std::string> told;
  set_call_observer_maker([&](const Capabilities&) { return std::make_unique<Curious>(told); });
  const std::vector<CallBlock> observed = program();
  reset_process_accelerator();
  EXPECT_EQ(told, (std::vector<std::string>{"loaded r 0 16 0", "loaded f 0 16 3", "before 4 block 0", "after 4",
                                            "stored 4 4 " + std::to_string(static_cast<int>(numbers_[50])),
                                            "before 3 block 1", "after 3"}));
  ASSERT_EQ(observed.size(), plain.size());
  for (std::size_t i = 0; i < plain.size(); ++i) {
    EXPECT_TRUE(observed[i].cycles == plain[i].cycles) << i;
    EXPECT_TRUE(observed[i].cycles.model == plain[i].cycles.model) << i;
    EXPECT_EQ(observed[i].cycles.ideal, plain[i].cycles.ideal);
    EXPECT_EQ(observed[i].traffic.bytes_from_device, plain[i].traffic.bytes_from_device);
    EXPECT_EQ(observed[i].traffic.transfers, plain[i].traffic.transfers);
  }

  set_call_observer_maker({});
  expect_fatal(2,
               "stencil: f_to_accel: environment variable STENCIL_CHECK = 'block', must be off: this program has no "
               "golden loop",
               [&] { f_to_accel(0, numbers_, 1); });
  setenv("STENCIL_CHECK", "final", 1);
  expect_fatal(2, "stencil: f_to_accel: environment variable STENCIL_CHECK = 'final', must be one of: off, block",
               [&] { f_to_accel(0, numbers_, 1); });
}

TEST_F(Accel, ParanoidAsksForEveryCheck) {
  setenv("STENCIL_PARANOID", "0", 1);
  f_to_accel(0, numbers_, 1);
  EXPECT_FALSE(asked_for.checking.protocol || asked_for.checking.reads || asked_for.checking.poison_words > 0);
  reset_process_accelerator();
  setenv("STENCIL_PARANOID", "1", 1);
  expect_fatal(
      2,
      "stencil: f_to_accel: environment variable STENCIL_PARANOID = '1', must be 0: this program has no golden "
      "loop",
      [&] { f_to_accel(0, numbers_, 1); });
  std::vector<std::string> told;
  set_call_observer_maker([&](const Capabilities&) { return std::make_unique<Curious>(told); });
  f_to_accel(0, numbers_, 1);
  EXPECT_TRUE(asked_for.checking.protocol && asked_for.checking.reads && asked_for.checking.poison_words > 0);
  EXPECT_EQ(told.size(), 1u);
  reset_process_accelerator();
  set_call_observer_maker({});
  setenv("STENCIL_PARANOID", "yes", 1);
  expect_fatal(2, "stencil: f_to_accel: environment variable STENCIL_PARANOID = 'yes', must be one of: 0, 1",
               [&] { f_to_accel(0, numbers_, 1); });
}

}  // namespace
}  // namespace stencil
