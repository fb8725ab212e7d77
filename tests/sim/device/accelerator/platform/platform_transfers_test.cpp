// The whole device path: transfers of any offset and length, the bus they keep busy, the sweeps they wait for.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/accelerator/platform_accelerator.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "models/jacobi.hpp"
#include "tests/sim/device/accelerator/platform/platform_case.hpp"

namespace stencil::platform_accelerator_test {
namespace {

TEST_P(PlatformAcceleratorTest, TransfersOfAnyOffsetAndLengthArriveAndNothingElseMoves) {
  const auto device = make(GetParam());
  const std::int64_t memory = 3000;
  std::mt19937_64 random(11);
  for (const Bank bank : {Bank::f, Bank::r}) {
    std::vector<double> mirror(memory);
    for (double& value : mirror) value = static_cast<double>(random());
    device->load(bank, 0, mirror.data(), memory);
    for (int round = 0; round < 40; ++round) {
      const auto offset = static_cast<std::int64_t>(random() % memory);
      const auto length = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(memory - offset));
      std::vector<double> piece(static_cast<std::size_t>(length));
      for (double& value : piece) value = static_cast<double>(random());
      std::copy(piece.begin(), piece.end(), mirror.begin() + offset);
      device->load(bank, offset, piece.data(), length);
      const auto from = static_cast<std::int64_t>(random() % memory);
      const auto count = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(memory - from));
      std::vector<double> back(static_cast<std::size_t>(count));
      device->store(bank, from, back.data(), count);
      device->wait();
      ASSERT_TRUE(std::equal(back.begin(), back.end(), mirror.begin() + from)) << "round " << round;
    }
    std::vector<double> all(memory);
    device->store(bank, 0, all.data(), memory);
    device->wait();
    ASSERT_EQ(all, mirror);
  }
  device->audit();
}

// Bursts held by a sweep longer than the bus's time limit are no hang.
TEST(PlatformAccelerator, AStoreWaitsOutALongSweep) {
  for (const char* accel : {"rtl", "model"}) {
    const auto device = make({accel, "small", 256, 0, 0});
    std::vector<double> f(9, 1.0), r(9, 0.0), expected = f;
    device->load(Bank::f, 0, f.data(), 9);
    device->load(Bank::r, 0, r.data(), 9);
    const std::int64_t niter = 16000;  // 4 per pass, each of which waits for the previous one
    device->start(SweepCommand{3, 3, niter, JacobiWeights{0.25, 0.25, 0.5}});
    device->store(Bank::f, 0, f.data(), 9);
    device->wait();
    EXPECT_GT(device->cycles().total(), 400000);
    golden_sweeps(3, 3, expected.data(), r.data(), JacobiWeights{0.25, 0.25, 0.5}, niter);
    EXPECT_EQ(f, expected);
    device->audit();
  }
}

// The lower bound that the bench promises: on long transfers 0.97 of the bus's beats carry data.
TEST(PlatformAcceleratorBus, LongTransfersKeepTheBusBusy) {
  const auto device = make({"rtl", "wide-bus", 256, 0, 0});
  // Rows of 1001 words begin at every lane of a four-word beat.
  const std::int64_t rows = 60, cols = 1001, overlap = 3;
  std::vector<double> f(static_cast<std::size_t>(rows * cols));
  device->load(Bank::f, overlap * cols, f.data(), (rows - overlap) * cols);
  device->wait();
  const CycleCounts loaded = device->cycles();
  device->store(Bank::f, overlap * cols, f.data(), (rows - overlap) * cols);
  device->wait();
  const CycleCounts stored = device->cycles();
  const double useful_beats = static_cast<double>((rows - overlap) * cols) / 4.0;
  EXPECT_GE(useful_beats / static_cast<double>(loaded.load), 0.97);
  EXPECT_GE(useful_beats / static_cast<double>(stored.store), 0.97);
}

}  // namespace
}  // namespace stencil::platform_accelerator_test
