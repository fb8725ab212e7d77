// Words that were neither loaded nor swept: found where a result depends on them, and nowhere else.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/checking/checked_accelerator.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/device/checking/poison.hpp"
#include "sim/device/kernels/kernels.hpp"
#include "sim/device/rtl/configurations.hpp"
#include "sim/device/software/software_accelerator.hpp"

namespace stencil {
namespace {

constexpr JacobiWeights weights{0.25, 0.25, 0.5};

std::unique_ptr<Accelerator> checked() {
  AcceleratorOptions options;
  options.accel = "software";
  options.config = "small";
  options.checking.reads = true;
  return make_accelerator(options);
}

template <class Calls>
std::string told(const Calls& calls) {
  try {
    calls();
  } catch (const DeviceError& error) {
    return error.what();
  }
  return "";
}

TEST(CheckedAccelerator, TellsTheFirstWordOfAStoreThatNobodyLoaded) {
  const auto device = checked();
  std::vector<double> words(100, 1.0);
  device->load(Bank::f, 10, words.data(), 20);
  device->store(Bank::f, 10, words.data(), 20);
  device->wait();
  EXPECT_EQ(told([&] { device->store(Bank::f, 10, words.data(), 21); }),
            "uninitialised read: call 2, a store of 21 words, reads word 30 of f buffer 0, which was neither loaded "
            "nor swept");
  EXPECT_EQ(told([&] { device->store(Bank::f, 0, words.data(), 30); }),
            "uninitialised read: call 2, a store of 30 words, reads word 0 of f buffer 0, which was neither loaded nor "
            "swept")
      << "a refused call does not count";
  EXPECT_NE(told([&] { device->post_store({Bank::f, 1, 10, 1}, words.data(), {}); }), "");
  EXPECT_NE(told([&] { device->store(Bank::r, 10, words.data(), 1); }), "");
}

TEST(CheckedAccelerator, TellsOfACommand) {
  const auto device = checked();
  const std::vector<double> words(100, 1.0);
  device->load(Bank::f, 0, words.data(), 20);
  EXPECT_EQ(
      told([&] {
        device->start(SweepCommand{4, 5, 3, weights});
      }),
      "uninitialised read: call 1, a sweep of rows=4 cols=5 niter=3, reads word 6 of r buffer 0, which was neither "
      "loaded nor swept");
}

// The software device works at once: every bit is right in either case.
TEST(CheckedAccelerator, WarnsOnceOfCallsInNoCertainOrder) {
  const std::vector<double> words(20, 1.0);
  std::vector<double> result(20);
  for (const int unwaited : {-1, 0, 1}) {
    const auto device = checked();
    ::testing::internal::CaptureStderr();
    for (int step = 0; step < 3; ++step) {
      const Ticket f = device->post_load({Bank::f, 0, 0, 20}, words.data(), {});
      const Ticket r = device->post_load({Bank::r, 0, 0, 20}, words.data(), {});
      const bool waits = unwaited < 0 || step < unwaited;
      const Ticket swept = device->post(SweepCommand{4, 5, 1, weights}, waits ? After{f, r} : After{f});
      const Ticket store = device->post_store({Bank::f, 0, 0, 20}, result.data(), {swept});
      step == 0 ? device->wait(store) : device->wait();
    }
    const std::string text = ::testing::internal::GetCapturedStderr();
    EXPECT_EQ(text, unwaited < 0
                        ? ""
                        : fmt::format("stencil: accelerator: warning: call {}, a sweep of rows=4 cols=5 niter=1 "
                                      "for block {}, does not wait for call {}, a load of r buffer 0 for block "
                                      "{}, which works on the same words: they may come in either order\n",
                                      4 * unwaited + 2, unwaited, 4 * unwaited + 1, unwaited));
  }
}

TEST(CheckedAccelerator, AnswersForTheDeviceInside) {
  const auto device = checked();
  std::vector<double> f(20, 1.0), r(20, 0.0);
  f[7] = 2.0;
  device->load(Bank::f, 0, f.data(), 20);
  device->load(Bank::r, 0, r.data(), 20);
  device->start(SweepCommand{4, 5, 1, weights});
  device->store(Bank::f, 0, f.data(), 20);
  device->wait();
  SoftwareAccelerator plain(capabilities_of(find_configuration("small")));
  EXPECT_EQ(device->capabilities().accel, "software");
  EXPECT_EQ(device->traffic().transfers, 3);
  EXPECT_EQ(device->sweep_ends().size(), 1u);
  EXPECT_GT(device->change(), 0.0);
  device->reset_change();
  EXPECT_EQ(device->change(), 0.0);
  device->set_weight(Weight::beta, 3.0);
  EXPECT_EQ(device->weight(Weight::beta), 3.0);
}

// Which words a command needs is tried out: all are loaded but one, which holds poison, and the golden sweeps tell
// whether CHANGE or any word that is then stored, the missing one apart, came out as another.
void expect_operands(const DeviceCommand& command, bool reads_r) {
  const CommandBlock block = command_block(command);
  const std::int64_t count = block.rows * block.cols;
  Capabilities shape;
  shape.memory_words = 2 * count;
  shape.f_buffers = shape.r_buffers = 1;
  std::mt19937 random(7);
  std::vector<double> values(static_cast<std::size_t>(2 * count));
  for (double& value : values) value = std::uniform_real_distribution<double>(1.0, 2.0)(random);
  const auto result = [&](Bank bank, std::int64_t poisoned) {
    LocalMemory memory(shape.memory_words, 1, 1);
    for (const auto array : {LocalMemory::Array::f, LocalMemory::Array::r}) {
      memory.load(array, 0, 0, values.data(), shape.memory_words);
      const double bad = from_bits(poison_at(0));
      if (poisoned >= 0 && (array == LocalMemory::Array::f) == (bank == Bank::f))
        memory.load(array, 0, poisoned, &bad, 1);
    }
    run_golden(memory, command);
    std::vector<double> f(static_cast<std::size_t>(count));
    memory.store(LocalMemory::Array::f, 0, 0, f.data(), count);
    std::vector<std::uint64_t> bits;
    for (const double value : f) bits.push_back(bits_of(value));
    bits.push_back(bits_of(memory.change()));
    return bits;
  };
  const std::vector<std::uint64_t> right = result(Bank::f, -1);
  KnownWords operands(shape), results(shape);
  for (const Place& place : operands_of(command)) operands.learn(place);
  for (const Place& place : results_of(command)) results.learn(place);
  for (const Bank bank : {Bank::f, Bank::r}) {
    for (std::int64_t word = 0; word < count; ++word) {
      std::vector<std::uint64_t> got = result(bank, word);
      const bool kept = bank == Bank::f && got[static_cast<std::size_t>(word)] == poison_at(0);
      if (kept) got[static_cast<std::size_t>(word)] = right[static_cast<std::size_t>(word)];
      const Place place{bank, 0, word, 1};
      const bool operand = !operands.first_unknown(place);
      EXPECT_EQ(operand, got != right) << (bank == Bank::f ? "f " : "r ") << word;
      if (!operand) {
        EXPECT_EQ(!results.first_unknown(place), bank == Bank::f && !kept) << word;
      }
      if (bank == Bank::r && !reads_r) {
        EXPECT_FALSE(operand) << word;
      }
    }
  }
}

TEST(CheckedAccelerator, OperandsOfSweepsAreTheWordsThatCount) {
  for (const std::int64_t rows : {1, 2, 3, 4, 7}) {
    for (const std::int64_t cols : {1, 2, 3, 5}) {
      for (const std::int64_t niter : {1, 2, 5}) {
        SCOPED_TRACE(::testing::Message() << rows << " x " << cols << ", " << niter);
        expect_operands(SweepCommand{rows, cols, niter, weights}, true);
      }
    }
  }
}

TEST(CheckedAccelerator, OperandsOfTilesAreTheWordsThatCount) {
  for (const int slope : {-1, 0, 1}) {
    for (const std::int64_t sweeps : {1, 2, 3}) {
      TileCommand tile;
      tile.rows = tile.cols = 9;
      tile.sweeps = sweeps;
      tile.top = {3, slope};
      tile.bottom = {5, slope};
      tile.left = {4, -slope};
      tile.right = {6, slope};
      SCOPED_TRACE(::testing::Message() << slope << ' ' << sweeps);
      expect_operands(tile, false);
    }
  }
}

TEST(CheckedAccelerator, AChainLeavesWhatItFinished) {
  const auto device = checked();
  std::vector<double> words(400, 1.0);
  const std::int64_t cols = 4, rows = 6, niter = 2;
  const auto block = [&](int buffer, bool above, bool below) {
    device->post_load({Bank::f, buffer, 0, rows * cols}, words.data(), {});
    device->post_load({Bank::r, buffer, 0, rows * cols}, words.data(), {});
    SweepCommand command{rows, cols, niter, weights, buffer, buffer};
    command.above = above;
    command.below = below;
    device->post(command, {});
  };
  const auto stored = [&](int buffer, std::int64_t count_rows) {
    return told([&] { device->post_store({Bank::f, buffer, 0, count_rows * cols}, words.data(), {}); });
  };
  block(0, false, true);
  EXPECT_EQ(stored(0, rows - niter), "");
  EXPECT_NE(stored(0, rows - niter + 1), "");
  block(1, true, true);
  EXPECT_EQ(stored(1, rows), "");
  EXPECT_NE(stored(1, rows + 1), "");
  block(0, true, false);
  EXPECT_EQ(stored(0, rows + niter), "");
  EXPECT_NE(stored(0, rows + niter + 1), "");
  // Its right-hand side is lost: it must be loaded again.
  EXPECT_NE(told([&] { device->post(SweepCommand{rows, cols, 1, weights, 0, 0}, {}); }), "");
  device->wait();
}

}  // namespace
}  // namespace stencil
