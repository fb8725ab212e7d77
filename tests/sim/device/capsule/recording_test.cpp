// What a recorded device keeps, and that nobody else notices.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "host/base/errors.hpp"
#include "host/device/counts.hpp"
#include "host/jacobi/steps/itsteps.hpp"
#include "tests/sim/device/capsule/calls.hpp"

namespace stencil::capsule_tests {
namespace {

using testing_support::ClockedDevice;
using testing_support::FaultyDevice;

// A fresh device without hardware gives what was kept, and the golden models expect it.
void expect_alone(const Capsule& kept) {
  Capsule judged = kept;
  expect(judged);
  EXPECT_GT(difference(judged).compared, 0);
  EXPECT_EQ(difference(judged).mismatches, 0);
  const auto device = make_accelerator(options("shuffled"));
  const Capsule played = play(kept, *device);
  EXPECT_TRUE(same_values(kept, played));
}

TEST(Recording, KeepsWhatCallsNeedInEverySchedule) {
  for (const ItstepOptions& how : all_ways) {
    KeepAll listener;
    const auto device = recorded(make_accelerator(options("software")), options("software"), listener);
    sweep(*device, how, 3, device.get());
    ASSERT_FALSE(listener.kept.empty());
    for (const Capsule& capsule : listener.kept) expect_alone(capsule);
    EXPECT_EQ(listener.kept.back().origin.step, 2);
  }
}

// Loads of a step are handed over with the stores of the step before that they wait for.
TEST(Recording, KeepsWhatStoresBringToLoadsBehindThem) {
  KeepAll listener;
  const auto device = recorded(make_accelerator(options("software")), options("software"), listener);
  std::vector<double> f = field(ProblemArray::f, 60, 20);
  std::vector<double> r = field(ProblemArray::r, 60, 20);
  itsteps(*device, {60, 20, f.data(), r.data()}, JacobiWeights{1.0, 2.0, 1.0 / 6.0},
          {{Schedule::joined, Blocking::overlapped_rows}, 15, 4}, 11, nullptr);
  ASSERT_EQ(listener.kept.size(), 1u) << "one wait for all";
  expect_alone(listener.kept.front());
}

// The 4 rows that were loaded for a block before the one above it was stored.
TEST(Recording, ReadsOnlyWhatCallsFindInBuffers) {
  const auto contents = [](const ItstepOptions& how) {
    KeepAll listener;
    const auto device = recorded(make_accelerator(options("software")), options("software"), listener);
    sweep(*device, how, 1, device.get());
    std::vector<std::int64_t> words;
    for (const Capsule& capsule : listener.kept) {
      words.push_back(0);
      for (const CapsuleContents& part : capsule.contents) words.back() += part.place.length_words;
    }
    return words;
  };
  EXPECT_EQ(contents(all_ways[0]), std::vector<std::int64_t>{0});
  EXPECT_EQ(contents(all_ways[1]), (std::vector<std::int64_t>{0, 80, 80, 80}));
}

// A schedule that waits after every link has the chain from its beginning.
TEST(Recording, KeepsAChainFromItsBeginning) {
  KeepAll listener;
  const auto device = recorded(make_accelerator(options("software")), options("software"), listener);
  sweep(*device, {Schedule::sequential, Blocking::skewed}, 2, device.get());
  ASSERT_GT(listener.kept.size(), 2u);
  const std::size_t links = listener.kept.size() / 2;
  for (std::size_t i = 0; i < listener.kept.size(); ++i) {
    EXPECT_EQ(command_count(listener.kept[i]), i % links + 1);
    EXPECT_EQ(listener.kept[i].origin.first_block, 0);
  }
}

TEST(Recording, LeavesOutStepsThatNobodyWants) {
  KeepAll listener;
  listener.unwanted_step = 1;
  const auto device = recorded(make_accelerator(options("software")), options("software"), listener);
  sweep(*device, all_ways[0], 3, device.get());
  ASSERT_EQ(listener.kept.size(), 2u);
  EXPECT_EQ(listener.kept[1].origin.step, 2);
  EXPECT_EQ(listener.kept[1].origin.first_block, 0);
}

TEST(Recording, CostsTheHostNoCycleAndNoByte) {
  for (const ItstepOptions& how : all_ways) {
    ClockedDevice plain(make_accelerator(options("software")));
    sweep(plain, all_ways[1], 1, nullptr);
    const std::vector<std::int64_t> blocks = sweep(plain, how, 3, nullptr);
    KeepAll listener;
    listener.results = true;
    const auto device =
        recorded(std::make_unique<ClockedDevice>(make_accelerator(options("software"))), options("software"), listener);
    sweep(*device, all_ways[1], 1, device.get());  // reads between its blocks
    EXPECT_EQ(sweep(*device, how, 3, device.get()), blocks);
    EXPECT_TRUE(static_cast<const CauseCycles&>(plain.cycles()) == device->cycles());
    EXPECT_EQ(plain.cycles().ideal, device->cycles().ideal);
    EXPECT_EQ(plain.traffic().bytes_from_device, device->traffic().bytes_from_device);
  }
}

// Fields that stay on the device: numbers given to it, contents, results that no call stores.
TEST(Recording, KeepsFieldsThatStayOnTheDevice) {
  KeepAll listener;
  listener.results = true;
  const auto device = recorded(make_accelerator(options("software")), options("software"), listener);
  const std::vector<double> f = field(ProblemArray::f, 6, 5);
  device->set_weight(Weight::rdx2, 1.0);
  device->set_weight(Weight::beta, 0.5);
  device->post_load({Bank::f, 1, 0, 30}, f.data(), {});
  device->wait();
  SweepCommand command;
  command.rows = 6;
  command.cols = 5;
  command.niter = 2;
  command.weights = JacobiWeights{};
  command.own_weights = true;
  command.f_buffer = 1;
  for (int i = 0; i < 2; ++i) {
    device->post(command, {});
    device->wait();
  }
  ASSERT_EQ(listener.kept.size(), 3u);
  for (std::size_t i = 1; i < 3; ++i) {
    const Capsule& capsule = listener.kept[i];
    ASSERT_EQ(capsule.contents.size(), 2u);
    EXPECT_EQ(capsule.weights[0], 1.0);
    EXPECT_EQ(capsule.weights[1].value_or(0.0), 0.0);
    EXPECT_EQ(capsule.calls.size(), 3u) << "the sweep, a wait, a store";
    expect_alone(capsule);
  }
  EXPECT_EQ(listener.kept[1].contents[0].words, f);
  EXPECT_NE(listener.kept[2].contents[0].words, f);
  EXPECT_FALSE(listener.kept[1].before.has_value());
  EXPECT_TRUE(listener.kept[2].before.has_value());
}

// Calls reach the device at each wait; the capsule goes on to the wait for all, and is played with the same waits.
TEST(Recording, KeepsWaitsForOneCall) {
  const auto model = [] { return make_accelerator(options("model")); };
  const std::vector<double> start = field(ProblemArray::f, 12, 10);
  const auto calls = [&](Accelerator& device) {
    std::vector<double> got(120), end(120);
    TileCommand tile = tile_in(0);
    const Ticket load = device.post_load({Bank::f, 0, 0, 120}, start.data(), {});
    const Ticket swept = device.post(tile, {load});
    const Ticket store = device.post_store({Bank::f, 0, 0, 120}, got.data(), {swept});
    device.wait(store);
    const std::size_t told = device.sweep_ends().size();
    got[0] = -1.0;  // the host's again
    const Ticket other = device.post_load({Bank::f, 1, 0, 120}, got.data(), {});
    tile.f_buffer = 1;
    tile.backward = true;
    device.post_store({Bank::f, 1, 0, 120}, end.data(), {device.post(tile, {other})});
    device.wait();
    EXPECT_EQ(told + device.sweep_ends().size(), 2u);
    return end;
  };
  const auto plain = model();
  const std::vector<double> expected = calls(*plain);
  KeepAll listener;
  const auto device = recorded(model(), options("model"), listener);
  EXPECT_EQ(calls(*device), expected);
  EXPECT_TRUE(static_cast<const CauseCycles&>(plain->cycles()) == device->cycles());
  ASSERT_EQ(listener.kept.size(), 1u);
  const Capsule& kept = listener.kept.front();
  ASSERT_EQ(kept.calls.size(), 7u) << "a wait among six calls";
  EXPECT_EQ(kept.calls[3].kind, CapsuleCall::Kind::wait);
  EXPECT_EQ(kept.calls[3].after, std::vector<std::size_t>{2});
  EXPECT_EQ(kept.calls[4].data[0], -1.0) << "as the device was given it";
  EXPECT_NE(kept.calls[2].data[0], -1.0) << "as the device gave it";
  expect_alone(kept);
  const auto again = model();
  const Capsule played = play(kept, *again);
  EXPECT_TRUE(same_cycles(kept, played));
  EXPECT_TRUE(same_values(kept, played));
}

// Calls are made in wait(), with the leave that they were posted with; reads beside them need none.
TEST(Recording, LeavesReadsOfUnknownWordsToTheCalls) {
  KeepAll listener;
  AcceleratorOptions checked = options("software");
  checked.checking.reads = true;
  const auto device = recorded(make_accelerator(checked), checked, listener);
  std::vector<double> words(30);
  device->allow_unknown_reads(true);
  device->post_store({Bank::f, 0, 0, 30}, words.data(), {});
  device->allow_unknown_reads(false);
  EXPECT_NO_THROW(device->wait());
  device->post_store({Bank::f, 0, 0, 30}, words.data(), {});
  try {
    device->wait();
    ADD_FAILURE() << "nothing is said of words that were never loaded";
  } catch (const DeviceError& error) {
    EXPECT_EQ(std::string(error.what()).rfind("uninitialised read: call 0, a store of 30 words", 0), 0u)
        << error.what();
  }
}

class Watched final : public testing_support::WrappedDevice {
 public:
  using WrappedDevice::WrappedDevice;
  void observe(DeviceObserver* observer) override { observers.push_back(observer); }
  std::vector<DeviceObserver*> observers;
};

TEST(Recording, LetsTheDeviceBeObserved) {
  struct Nothing final : DeviceObserver {
    void transfer(bool, const Place&, std::int64_t, const CycleSpan&) override {}
    void held(bool, const Place&, const CycleSpan&) override {}
    void command(const DeviceCommand&, const CycleSpan&) override {}
    void cause(const CauseField&, const CycleSpan&) override {}
    void buffers_in_use(Bank, int, std::int64_t) override {}
  } nothing;
  KeepAll listener;
  auto watched = std::make_unique<Watched>(make_accelerator(options("software")));
  const Watched& inner = *watched;
  const auto device = recorded(std::move(watched), options("software"), listener);
  device->observe(&nothing);
  device->observe(nullptr);
  EXPECT_EQ(inner.observers, (std::vector<DeviceObserver*>{&nothing, nullptr}));
}

TEST(FirstWrongCall, IsFoundAmongRightOnes) {
  for (const ItstepOptions& how : all_ways) {
    for (const int at : {0, 2, 5}) {
      FirstWrongCall listener;
      const auto device = recorded(
          std::make_unique<FaultyDevice>(make_accelerator(options("software")), FaultyDevice::Fault::flip_bit, at),
          options("software"), listener);
      sweep(*device, how, 3, device.get());
      ASSERT_TRUE(listener.found());
      const std::int64_t blocks = 4;
      EXPECT_EQ(listener.found()->origin.step, at / blocks);
      EXPECT_EQ(listener.found()->origin.block(), at % blocks);
      EXPECT_EQ(difference(*listener.found()).mismatches, 1);
    }
  }
}

TEST(FirstWrongCall, IsNotThereWhereAllAreRight) {
  FirstWrongCall listener;
  const auto device = recorded(make_accelerator(options("software")), options("software"), listener);
  sweep(*device, all_ways[0], 2, device.get());
  EXPECT_FALSE(listener.found());
}

TEST(ChosenCall, HasTheBlockThatWasAskedFor) {
  for (const ItstepOptions& how : all_ways) {
    ChosenCall listener(1, 2);
    const auto device = recorded(make_accelerator(options("software")), options("software"), listener);
    sweep(*device, how, 3, device.get());
    ASSERT_TRUE(listener.found());
    EXPECT_EQ(listener.found()->origin.step, 1);
    EXPECT_EQ(listener.found()->origin.block(), 2);
    EXPECT_EQ(difference(*listener.found()).mismatches, 0);
    EXPECT_GT(difference(*listener.found()).compared, 0);
  }
}

}  // namespace
}  // namespace stencil::capsule_tests
