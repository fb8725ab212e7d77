// SPDX-License-Identifier: Apache-2.0
#include "sim/device/software/shuffled_accelerator.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "models/values/canonical_nan.hpp"
#include "sim/device/checking/poison.hpp"
#include "sim/device/contract/contract.hpp"

namespace stencil {
namespace {

Capabilities two_buffers() {
  Capabilities configuration;
  configuration.config = "tiny";
  configuration.memory_words = 12;
  configuration.max_cols = 4;
  configuration.f_buffers = configuration.r_buffers = 2;
  configuration.line_beats = 8;
  configuration.measures_change = true;
  return configuration;
}

constexpr Place block{Bank::f, 0, 0, 12};

TEST(ShuffledAccelerator, DescribesItself) {
  const ShuffledAccelerator device(two_buffers());
  EXPECT_EQ(device.capabilities().accel, "shuffled");
  EXPECT_EQ(device.capabilities().memory_words, 12);
  EXPECT_FALSE(device.capabilities().timed);
}

TEST(ShuffledAccelerator, StartsWithPoisonInEveryBuffer) {
  ShuffledAccelerator device(two_buffers());
  for (const Bank bank : {Bank::f, Bank::r}) {
    for (int buffer = 0; buffer < 2; ++buffer) {
      std::vector<double> words(12);
      device.post_store({bank, buffer, 0, 12}, words.data(), {});
      device.wait();
      std::uint64_t address = (bank == Bank::f ? contract::base_f : contract::base_r) +
                              static_cast<std::uint64_t>(buffer) * contract::buffer_stride;
      for (const double word : words) {
        EXPECT_EQ(bits_of(word), poison_at(static_cast<std::uint32_t>(address)));
        address += 8;
      }
    }
  }
}

TEST(ShuffledAccelerator, TouchesHostMemoryOnlyInWait) {
  ShuffledAccelerator device(two_buffers());
  std::vector<double> in(12, 1.0), out(12, 2.0);
  const Ticket load = device.post_load(block, in.data(), {});
  device.post_store(block, out.data(), {load});
  EXPECT_EQ(out, std::vector<double>(12, 2.0));
  in.assign(12, 3.0);  // not allowed to a host: what it had when the load was posted is lost
  device.wait();
  EXPECT_EQ(out, std::vector<double>(12, 3.0));
}

// What a store sees that was posted between two loads of its block, in 200 rounds.
struct Seen {
  int before = 0, between = 0, after = 0;
};
Seen store_between_loads(bool after_first, bool holds_second) {
  ShuffledAccelerator device(two_buffers());
  Seen seen;
  const std::vector<double> old(12, 0.0), first(12, 1.0), second(12, 2.0);
  for (int round = 0; round < 200; ++round) {
    device.load(Bank::f, 0, old.data(), 12);
    device.wait();
    std::vector<double> out(12);
    const Ticket load = device.post_load(block, first.data(), {});
    const Ticket store = device.post_store(block, out.data(), after_first ? After{load} : After{});
    device.post_load(block, second.data(), holds_second ? After{store} : After{});
    device.wait();
    ++(out[0] == 0.0 ? seen.before : out[0] == 1.0 ? seen.between : seen.after);
  }
  return seen;
}

// A wait for one call carries out what it must, and of the rest what chance brings.
TEST(ShuffledAccelerator, AWaitForOneCallLeavesOthersForLater) {
  ShuffledAccelerator device(two_buffers());
  const std::vector<double> in(12, 1.0);
  int later = 0;
  for (int round = 0; round < 100; ++round) {
    std::vector<double> first(12), second(12);
    const Ticket load = device.post_load(block, in.data(), {});
    const Ticket store = device.post_store(block, first.data(), {load});
    device.post_load({Bank::f, 1, 0, 12}, in.data(), {});
    device.post_store({Bank::f, 1, 0, 12}, second.data(), {4 * round + 3});
    device.wait(store);
    ASSERT_EQ(first, in);
    later += second == in ? 0 : 1;
    device.wait();
    ASSERT_EQ(second, in);
  }
  EXPECT_EQ(later, 100) << "stores are done in the order posted";
}

TEST(ShuffledAccelerator, HonoursEveryAfter) {
  EXPECT_EQ(store_between_loads(true, true).between, 200);
}

TEST(ShuffledAccelerator, FindsEachMissingAfterWithinFewRounds) {
  const Seen early = store_between_loads(false, true);
  EXPECT_GT(early.before, 50);
  EXPECT_GT(early.between, 50);
  EXPECT_EQ(early.after, 0);
  const Seen late = store_between_loads(true, false);
  EXPECT_EQ(late.before, 0);
  EXPECT_GT(late.between, 50);
  EXPECT_GT(late.after, 50);
}

TEST(ShuffledAccelerator, SweepsInTheOrderPostedAndKeepsItsNumbers) {
  ShuffledAccelerator shuffled(two_buffers());
  SoftwareAccelerator software(two_buffers());
  std::vector<double> field(12), rhs(12, 0.25), found(12), expected(12);
  for (std::size_t i = 0; i < field.size(); ++i) field[i] = static_cast<double>(i * i % 7);
  for (const auto& [device, result] :
       {std::pair<Accelerator*, std::vector<double>*>{&shuffled, &found}, {&software, &expected}}) {
    device->load(Bank::f, 0, field.data(), 12);
    device->load(Bank::r, 0, rhs.data(), 12);
    for (const double beta : {0.25, 0.5, 0.125}) device->start(SweepCommand{3, 4, 2, JacobiWeights{1.0, 2.0, beta}});
    device->wait();
    EXPECT_EQ(device->sweep_ends().size(), 3u);
    device->set_weight(Weight::rdx2, 0.75);
    SweepCommand own{3, 4, 1, JacobiWeights{}};
    own.own_weights = true;
    device->start(own);
    device->store(Bank::f, 0, result->data(), 12);
    device->wait();
    EXPECT_EQ(device->weight(Weight::beta), 0.125);
    EXPECT_EQ(device->weight(Weight::rdx2), 0.75);
  }
  for (std::size_t i = 0; i < 12; ++i) EXPECT_EQ(bits_of(found[i]), bits_of(expected[i])) << i;
  EXPECT_EQ(bits_of(shuffled.change()), bits_of(software.change()));
}

}  // namespace
}  // namespace stencil
