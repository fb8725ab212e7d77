// The published functions over a fake device: effects, errors with status and text, cycles per block.
// SPDX-License-Identifier: Apache-2.0
#include "accel.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "host/c/call_ledger.hpp"
#include "host/c/call_observer.hpp"
#include "host/c/process_accelerator.hpp"
#include "host/device/counts.hpp"
#include "tests/host/support/fake_accelerator.hpp"
#include "tests/host/support/fatal_catcher.hpp"

namespace stencil {
namespace {

using test::expect_fatal;
using test::FakeAccelerator;

FakeAccelerator* fake = nullptr;
AcceleratorOptions asked_for;
int made = 0;

}  // namespace

std::unique_ptr<Accelerator> make_accelerator(const AcceleratorOptions& options) {
  asked_for = options;
  ++made;
  if (options.accel == "model") throw ArgumentError("accelerator 'model' is not in this build");
  auto device = std::make_unique<FakeAccelerator>(100, 20, FakeAccelerator::Happens::at_wait);
  fake = device.get();
  return device;
}

namespace {

class Accel : public ::testing::Test {
 protected:
  Accel() {
    unsetenv("STENCIL_ACCEL");
    for (const char* variable : {"STENCIL_CONFIG", "STENCIL_BURST", "STENCIL_LINK_BYTES", "STENCIL_LINK_LATENCY",
                                 "STENCIL_LINK_STALLS", "STENCIL_CHECK", "STENCIL_PARANOID"}) {
      unsetenv(variable);
    }
    reset_process_accelerator();
    made = 0;
    for (int i = 0; i < 100; ++i) numbers_[i] = i;
  }
  ~Accel() override { reset_process_accelerator(); }

  double numbers_[100];
};

TEST_F(Accel, IsMadeOnceAtTheFirstCallWithTheDefaults) {
  EXPECT_EQ(made_process_accelerator(), nullptr);
  EXPECT_FALSE(process_call_ledger().current());
  EXPECT_EQ(itstep_accel_test(0, 1, 5, 5, 1), 0);
  f_to_accel(0, numbers_, 10);
  EXPECT_EQ(made, 1);
  EXPECT_EQ(asked_for.accel, "rtl");
  EXPECT_EQ(asked_for.config, "default");
  EXPECT_EQ(made_process_accelerator(), fake);
  EXPECT_EQ(made_process_accelerator()->capabilities().memory_words, 100);
}

TEST_F(Accel, IsChosenByTheEnvironment) {
  setenv("STENCIL_ACCEL", "software", 1);
  setenv("STENCIL_CONFIG", "small", 1);
  f_to_accel(0, numbers_, 1);
  EXPECT_EQ(asked_for.accel, "software");
  EXPECT_EQ(asked_for.config, "small");
}

TEST_F(Accel, UnknownEnvironmentIsFatalWithWhatIsKnown) {
  const auto call = [&] { f_to_accel(0, numbers_, 1); };
  for (const char* bad : {"fpga", "", "RTL"}) {
    setenv("STENCIL_ACCEL", bad, 1);
    expect_fatal(2,
                 "stencil: f_to_accel: environment variable STENCIL_ACCEL = '" + std::string(bad) +
                     "', must be one of: software, model, rtl",
                 call);
  }
  unsetenv("STENCIL_ACCEL");
  setenv("STENCIL_CONFIG", "huge", 1);
  expect_fatal(2, "stencil: f_to_accel: environment variable STENCIL_CONFIG = 'huge', must be one of: default, small",
               call);
  expect_fatal(2, "stencil: itstep_accel_test: environment variable STENCIL_CONFIG = 'huge'",
               [] { itstep_accel_test(0, 1, 5, 5, 1); });
  EXPECT_EQ(made, 0);
  unsetenv("STENCIL_CONFIG");
  setenv("STENCIL_ACCEL", "model", 1);
  expect_fatal(2, "stencil: f_to_accel: accelerator 'model' is not in this build", call);
  EXPECT_EQ(made_process_accelerator(), nullptr);
}

TEST_F(Accel, MovesExactlyWhatIsAsked) {
  f_to_accel(30, numbers_, 20);
  r_to_accel(99, numbers_ + 7, 1);
  EXPECT_EQ(std::memcmp(fake->f[0].data() + 30, numbers_, 20 * sizeof(double)), 0);
  EXPECT_NE(fake->f[0][29], fake->f[0][29]) << "poison before the range";
  EXPECT_NE(fake->f[0][50], fake->f[0][50]) << "poison after the range";
  EXPECT_EQ(fake->r[0][99], 7.0);
  double back[5] = {-1, -1, -1, -1, -1};
  f_from_accel(31, back + 1, 3);
  const double expected[5] = {-1, 1, 2, 3, -1};
  EXPECT_EQ(std::memcmp(back, expected, sizeof back), 0);
}

// The caller may reuse its array as soon as a call returns.
TEST_F(Accel, EveryCallReturnsWhenItIsDone) {
  f_to_accel(0, numbers_, 9);
  EXPECT_TRUE(fake->idle());
  r_to_accel(0, numbers_, 9);
  EXPECT_TRUE(fake->idle());
  itstep_accel(3, 3, 1.0, 1.0, 1.0, 1);
  EXPECT_TRUE(fake->idle());
  double back[9];
  f_from_accel(0, back, 9);
  EXPECT_TRUE(fake->idle());
  EXPECT_EQ(back[4], (1.0 + 7.0) * 1.0 + (3.0 + 5.0) * 1.0 - 4.0);
}

TEST_F(Accel, PassesTheSweepOnAsItIs) {
  for (int i = 0; i < 12; ++i) numbers_[i] = 1 << i;
  f_to_accel(0, numbers_, 12);
  const double zeros[12] = {};
  double r[12];
  std::memcpy(r, zeros, sizeof r);
  r[5] = 3.0;
  r_to_accel(0, r, 12);
  itstep_accel(3, 4, 2.0, 0.5, 0.25, 1);
  double back[12];
  f_from_accel(0, back, 12);
  EXPECT_EQ(back[5], ((2.0 + 512.0) * 2.0 + (16.0 + 64.0) * 0.5 - 3.0) * 0.25);
  EXPECT_EQ(fake->calls[4], "start 3x4 niter 1");
}

TEST_F(Accel, PassesTheSixNumbersOnAsTheyAre) {
  for (int i = 0; i < 12; ++i) numbers_[i] = 1 << i;
  f_to_accel(0, numbers_, 12);
  double r[12] = {};
  r[5] = 3.0;
  r_to_accel(0, r, 12);
  const double coefficients[6] = {2.0, 3.0, 5.0, 7.0, -11.0, 0.25};
  itstep_accel_five_point(3, 4, coefficients, 1);
  double back[12];
  f_from_accel(0, back, 12);
  EXPECT_EQ(back[5], (2.0 * 2.0 + 3.0 * 512.0 + 5.0 * 16.0 + 7.0 * 64.0 - 11.0 * 32.0 - 3.0) * 0.25);
  EXPECT_EQ(back[4], 16.0) << "a border";
  EXPECT_EQ(fake->calls[4], "start 3x4 niter 1");
  EXPECT_EQ(process_call_ledger().next_sweep_block(), 1);
}

TEST_F(Accel, WrongArgumentsOfTheFivePointOperatorAreFatal) {
  static const double any[6] = {};
  expect_fatal(2, "stencil: itstep_accel_five_point: coefficients", [] { itstep_accel_five_point(3, 4, nullptr, 1); });
  expect_fatal(2, "stencil: itstep_accel_five_point: my = 21", [] { itstep_accel_five_point(3, 21, any, 1); });
  expect_fatal(2, "stencil: itstep_accel_five_point: mx = 0", [] { itstep_accel_five_point(0, 4, any, 1); });
  expect_fatal(2, "stencil: itstep_accel_five_point: niter = -1", [] { itstep_accel_five_point(3, 4, any, -1); });
}

TEST_F(Accel, TransfersOutsideLocalMemoryAreFatal) {
  const auto to_f = [&](int offset, int length) { return [=] { f_to_accel(offset, numbers_, length); }; };
  expect_fatal(2, "stencil: f_to_accel: internaloffset = -1, must be 0 .. 100 (doubles of local memory)", to_f(-1, 1));
  expect_fatal(2, "stencil: f_to_accel: internaloffset = 101, must be 0 .. 100", to_f(101, 0));
  expect_fatal(2, "stencil: f_to_accel: length = -1, must be 0 .. 100", to_f(0, -1));
  expect_fatal(2, "stencil: f_to_accel: length = 101, must be 0 .. 100", to_f(0, 101));
  expect_fatal(2,
               "stencil: f_to_accel: length = 21, must be 0 .. 20 (100 doubles of local memory, internaloffset = 80)",
               to_f(80, 21));
  expect_fatal(2, "stencil: f_to_accel: length = 2147483647, must be 0 .. 0", to_f(100, 2147483647));
  expect_fatal(2, "stencil: r_to_accel: length = 2, must be 0 .. 1", [&] { r_to_accel(99, numbers_, 2); });
  expect_fatal(2, "stencil: f_from_accel: length = 2, must be 0 .. 1", [&] { f_from_accel(99, numbers_, 2); });
  expect_fatal(2, "stencil: f_to_accel: array = NULL, must be an array of 3 doubles",
               [] { f_to_accel(0, nullptr, 3); });
  expect_fatal(2, "stencil: f_from_accel: array = NULL", [] { f_from_accel(0, nullptr, 3); });
  expect_fatal(2, "stencil: r_to_accel: array = NULL", [] { r_to_accel(0, nullptr, 3); });
  EXPECT_TRUE(fake->calls.empty());
  f_to_accel(100, nullptr, 0);
  EXPECT_EQ(fake->traffic().bytes_to_device, 0);
}

TEST_F(Accel, SweepsThatDoNotFitAreFatal) {
  const auto sweep = [](int mx, int my, int niter) { return [=] { itstep_accel(mx, my, 1.0, 1.0, 1.0, niter); }; };
  expect_fatal(2, "stencil: itstep_accel: my = 21, must be 1 .. 20 (the device's longest row)", sweep(2, 21, 1));
  expect_fatal(2, "stencil: itstep_accel: my = 0, must be 1 .. 20", sweep(2, 0, 1));
  expect_fatal(2, "stencil: itstep_accel: mx = 0, must be 1 .. 5 (100 doubles of local memory, my = 20)",
               sweep(0, 20, 1));
  expect_fatal(2, "stencil: itstep_accel: mx = 6, must be 1 .. 5", sweep(6, 20, 1));
  expect_fatal(2, "stencil: itstep_accel: mx = 2147483647, must be 1 .. 50", sweep(2147483647, 2, 1));
  expect_fatal(2, "stencil: itstep_accel: niter = -1, must be >= 0", sweep(5, 20, -1));
  EXPECT_TRUE(fake->calls.empty());
  sweep(5, 20, 0)();
}

TEST_F(Accel, DeviceErrorsAreFatalWithStatusThree) {
  f_to_accel(0, numbers_, 1);
  fake->fail_on_start = true;
  expect_fatal(3, "stencil: itstep_accel: no answer within 1000 cycles", [] { itstep_accel(2, 2, 1.0, 1.0, 1.0, 1); });
}

TEST_F(Accel, TestAnswersWithALine) {
  const auto answer = [](int number, int nodes, int mx, int my, int stw, int expected, const std::string& text) {
    ::testing::internal::CaptureStderr();
    EXPECT_EQ(itstep_accel_test(number, nodes, mx, my, stw), expected);
    const std::string line = text.empty() ? "" : "stencil: itstep_accel_test: " + text + "\n";
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), line);
  };
  answer(0, 1, 1000, 20, 2, 0, "");
  answer(2, 3, 1000, 20, 2, 0, "");
  answer(0, 1, 4, 20, 1000, 0, "");  // a local part shorter than its overlaps is a single block
  answer(0, 1, 1000, 21, 2, 1, "my = 21, must be 1 .. 20 (the device's longest row)");
  answer(0, 1, 1000, 20, 3, 1, "min(mx, 2*stw + 1) = 7, must be 1 .. 5 (100 doubles of local memory, my = 20)");
  answer(0, 1, 6, 20, 3, 1, "min(mx, 2*stw + 1) = 6, must be 1 .. 5 (100 doubles of local memory, my = 20)");
  answer(0, 1, 1000, 1, 2147483647, 1,
         "min(mx, 2*stw + 1) = 1000, must be 1 .. 100 (100 doubles of local memory, my = 1)");
  answer(0, 1, 10, 0, 1, 1, "my = 0, must be 1 .. 20 (the device's longest row)");
  answer(0, 1, 0, 20, 1, 0, "");  // a rank without rows
  answer(0, 1, 10, 20, 0, 0, "");
  answer(0, 1, 0, 20, 0, 0, "");
  answer(0, 1, -1, 20, 1, 1, "mx = -1, must be >= 0");
  answer(0, 1, 10, 20, -1, 1, "stw = -1, must be >= 0");
  answer(3, 3, 10, 20, 1, 1, "my_number = 3, must be 0 .. 2 (n_of_nodes - 1)");
  answer(0, 0, 10, 20, 1, 1, "n_of_nodes = 0, must be >= 1");
  EXPECT_FALSE(process_call_ledger().current()) << "a check makes no block";
}

// 100 words: 5 rows of 20, 25 of 4.
TEST_F(Accel, TestWithPortionAnswersForTheLargestBlock) {
  const auto answer = [](int mx, int my, int stw, int portion, int expected, const std::string& text) {
    ::testing::internal::CaptureStderr();
    EXPECT_EQ(itstep_accel_test_portion(1, 2, mx, my, stw, portion), expected);
    const std::string line = text.empty() ? "" : "stencil: itstep_accel_test_portion: " + text + "\n";
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), line);
  };
  answer(1000, 4, 5, 15, 0, "");
  answer(1000, 4, 5, 16, 1, "portion + 2*stw = 26, must be 1 .. 25 (100 doubles of local memory, my = 4)");
  answer(1000, 4, 0, 25, 0, "");
  answer(1000, 4, 0, 26, 1, "portion + 2*stw = 26, must be 1 .. 25 (100 doubles of local memory, my = 4)");
  answer(25, 4, 8, 25, 0, "");  // one block
  answer(26, 4, 8, 26, 1, "mx, a single block, = 26, must be 0 .. 25 (100 doubles of local memory, my = 4)");
  answer(0, 4, 0, 2147483647, 0, "");
  answer(1000, 4, 6, 15, 1, "stw = 6, must be 0 .. 5 (a third of portion = 15)");
  answer(1000, 4, 1, 0, 1, "portion = 0, must be >= 1");
  answer(2147483647, 1, 715827882, 2147483647, 0 + 1,
         "mx, a single block, = 2147483647, must be 0 .. 100 (100 doubles of local memory, my = 1)");
  answer(1000, 21, 1, 3, 1, "my = 21, must be 1 .. 20 (the device's longest row)");
  answer(-1, 20, 1, 3, 1, "mx = -1, must be >= 0");
}

TEST_F(Accel, TheLinkIsChosenByTheEnvironment) {
  f_to_accel(0, numbers_, 1);
  EXPECT_EQ(asked_for.link.burst_beats, 256);
  EXPECT_EQ(asked_for.link.bytes_per_cycle, 0);
  EXPECT_EQ(asked_for.link.latency_cycles, 0);
  EXPECT_EQ(asked_for.link.stalls, 0);
  reset_process_accelerator();
  setenv("STENCIL_BURST", "16", 1);
  setenv("STENCIL_LINK_BYTES", "4", 1);
  setenv("STENCIL_LINK_LATENCY", "1000000000", 1);
  setenv("STENCIL_LINK_STALLS", "17", 1);
  f_to_accel(0, numbers_, 1);
  EXPECT_EQ(asked_for.link.burst_beats, 16);
  EXPECT_EQ(asked_for.link.bytes_per_cycle, 4);
  EXPECT_EQ(asked_for.link.latency_cycles, 1000000000);
  EXPECT_EQ(asked_for.link.stalls, 17);
  EXPECT_EQ(process_accelerator_options().link.burst_beats, 16);
  reset_process_accelerator();
  made = 0;
  const auto refused = [&](const char* variable, const std::string& text, const std::string& range) {
    setenv(variable, text.c_str(), 1);
    expect_fatal(2,
                 "stencil: f_to_accel: environment variable " + std::string(variable) + " = '" + text +
                     "', must be an integer " + range,
                 [&] { f_to_accel(0, numbers_, 1); });
    unsetenv(variable);
  };
  for (const char* text : {"0", "257", "", " 7", "+7", "7 ", "7x", "0x10", "-1", "99999999999999999999", "1e2"}) {
    refused("STENCIL_BURST", text, "1 .. 256");
  }
  refused("STENCIL_LINK_BYTES", "4097", "0 .. 4096");
  refused("STENCIL_LINK_LATENCY", "1000000001", "0 .. 1000000000");
  refused("STENCIL_LINK_LATENCY", "-1", "0 .. 1000000000");
  refused("STENCIL_LINK_STALLS", "1000000001", "0 .. 1000000000");
  EXPECT_EQ(made, 0);
}

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

// Two blocks in the published order of calls.
TEST_F(Accel, LedgerHoldsEveryCycleSinceTheDeviceWasMade) {
  std::vector<CallBlock> blocks;
  process_call_ledger().on_block([&](const CallBlock& block) { blocks.push_back(block); });
  EXPECT_EQ(itstep_accel_test(0, 1, 8, 4, 1), 0);
  r_to_accel(0, numbers_, 16);
  f_to_accel(0, numbers_, 16);
  itstep_accel(4, 4, 1.0, 1.0, 1.0, 1);
  f_from_accel(0, numbers_, 4);
  f_to_accel(0, numbers_, 4);
  f_from_accel(4, numbers_, 8);
  r_to_accel(0, numbers_, 12);
  f_to_accel(4, numbers_, 8);
  itstep_accel(3, 4, 1.0, 1.0, 1.0, 2);
  f_from_accel(4, numbers_, 8);
  process_call_ledger().on_block({});
  ASSERT_EQ(blocks.size(), 1u);
  ASSERT_TRUE(process_call_ledger().current());
  blocks.push_back(*process_call_ledger().current());
  EXPECT_EQ(blocks[0].sweep->rows, 4);
  EXPECT_EQ(blocks[0].sweep->cols, 4);
  EXPECT_EQ(blocks[0].sweep->niter, 1);
  EXPECT_EQ(blocks[0].cycles.load, 16 + 16 + 4);
  EXPECT_EQ(blocks[0].cycles.compute, 4 * 4 * 1);
  EXPECT_EQ(blocks[0].cycles.store, 4 + 8);
  EXPECT_EQ(blocks[0].cycles.idle, 11 + 3 * 3 + 2 * 5);  // 11: from the making of the device
  EXPECT_EQ(blocks[1].sweep->rows, 3);
  EXPECT_EQ(blocks[1].sweep->niter, 2);
  EXPECT_EQ(blocks[1].cycles.load, 12 + 8);
  EXPECT_EQ(blocks[1].cycles.compute, 3 * 4 * 2);
  EXPECT_EQ(blocks[1].traffic.bytes_to_device, 8 * 20);
  EXPECT_EQ(blocks[1].traffic.bytes_from_device, 8 * 8);
  EXPECT_EQ(blocks[0].cycles.total() + blocks[1].cycles.total(), fake->cycles().total());
}

}  // namespace
}  // namespace stencil
